//! Learning: games that a learner plays against itself, and what they add to its store.
//!
//! Start with [`learn`]. A [`Plan`] says which games are played, to the last move: equal plans that begin
//! with equal stores end with equal stores, whether they were interrupted or not. [`trial`] measures what
//! came of it, in games that teach nothing.

mod game;
mod plan;
mod trial;

pub use plan::{LearnError, Plan, Progress, learn};
pub use trial::{Opponent, trial};
