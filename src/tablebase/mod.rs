//! Solved endings of Nine Men's Morris, built on the user's machine.

mod build;
mod consult;
mod file;
mod format;
mod index;
mod map;
mod oracle;
mod pool;
mod prove;
mod subsets;
mod tables;
mod value;
mod verify;

pub use build::{Builder, Stage};
pub use consult::{better, value_by_moves, value_of_move};
pub use file::{TableError, TableFile};
pub use format::{Counts, Header};
pub use index::{Pair, Place, Sector, Turn};
pub use pool::Pool;
pub use prove::Prover;
pub use tables::Tables;
pub use value::{Class, Metric, Value};
pub use verify::{Mismatch, Verified};
