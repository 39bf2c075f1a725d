//! Proofs of the margin of a game in parts, on one machine or many.
//!
//! A [`Tree`] holds the positions of the first plies, one of each up to symmetry; the last of them are the
//! parts. "Is the margin at least N?" asked of its root is decided by such questions about parts, and each of
//! them by the solver of the game. A [`Store`] is a folder of text files with the answers.
//! A [`Plan`] says which questions to ask. [`Sampler`] and [`Forecast`] tell what the whole will take.

mod chances;
mod error;
mod forecast;
mod goals;
mod plan;
mod planner;
mod sampler;
mod store;
#[cfg(test)]
mod tests;
mod tree;

pub use chances::Estimate;
pub use error::ProofError;
pub use forecast::{Forecast, Spread};
pub use plan::Plan;
pub use sampler::{Rung, Sampler};
pub use store::{Log, Store};
pub use tree::{Question, Tree};
