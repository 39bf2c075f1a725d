//! The commands of the program as a person runs them.

#[path = "../common/mod.rs"]
mod common;

mod analyse;
mod arena;
mod commands;
mod help;
#[cfg(target_os = "linux")]
mod hostile;
#[cfg(feature = "store")]
mod learning;
mod play;
#[cfg(target_os = "linux")]
mod players;
mod shards;
mod train;
