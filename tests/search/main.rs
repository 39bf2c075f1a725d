//! The search, the evaluations and the tables of solved endings, against values found by other means.

#[path = "../common/mod.rs"]
mod common;

mod certificates;
mod clock;
mod coerceo_endings;
mod coerceo_tables;
mod endings;
mod exact;
mod explorer;
mod graphs;
mod interrupted;
mod network;
mod puzzles;
mod review;
mod root;
mod searcher;
mod solving;
mod soundness;
mod tablebase;
mod tablebase_faults;
mod trimok_tables;
