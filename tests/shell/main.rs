//! The commands of the program as a person runs them.

#[path = "../common/mod.rs"]
mod common;

mod analyse;
mod arena;
mod batch;
mod commands;
mod damage;
mod help;
#[cfg(target_os = "linux")]
mod hostile;
mod learning;
mod openings;
mod play;
#[cfg(target_os = "linux")]
mod players;
mod puzzles;
mod recipes;
mod shards;
mod solve;
#[cfg(target_os = "linux")]
mod terminal;
mod train;
#[cfg(feature = "tune")]
mod tune;
