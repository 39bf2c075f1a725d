//! The rules of the games: what is legal, what it leads to, how it is written, how much of it there is.

#[macro_use]
#[path = "../common/mod.rs"]
mod common;

mod coach;
mod games;
mod notation;
mod perft;
mod published;
