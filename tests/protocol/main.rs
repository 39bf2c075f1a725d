//! The protocol: in memory, behind pipes, under bad input, and with what it remembers.

#[macro_use]
#[path = "../common/mod.rs"]
mod common;

mod clients;
#[cfg(target_os = "linux")]
mod footprint;
mod memory;
mod robustness;
mod selfplay;
mod sessions;
