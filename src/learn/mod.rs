//! Learning: games that a learner plays against itself, and what they add to its store.
//!
//! Start with [`learn`]. A [`Plan`] determines every game, to the last move: equal plans that start
//! from equal stores end with equal stores, interrupted or not. [`trial`] measures the progress, in
//! games that teach nothing.

mod game;
mod plan;
mod series;
mod trial;

pub use plan::{LearnError, Plan, Progress};
pub use series::learn;
pub use trial::{Opponent, trial};
