//! Puzzles: positions in which exactly one move keeps the result, or leads to the best one, and all of
//! that is proven.
//!
//! [`Miner`] finds them in games, and proves them by tables, by the solver of a game, by exhaustive search
//! or by wins that a search has proven; never by an estimate. [`Checker`] checks them by the rules alone,
//! with a search that shares nothing with that.
//!
//! A file of puzzles is text, one puzzle a line; see [`Puzzle`] and [`PuzzleFile`].

mod checker;
mod difficulty;
mod endgame;
mod file;
mod miner;
mod puzzle;
#[cfg(test)]
mod tests;
mod trial;

pub use checker::{Checker, Finding};
pub use difficulty::Difficulty;
pub use file::{BadPuzzle, PuzzleFile};
pub use miner::{Miner, Plan};
pub use puzzle::{Goal, Posed, Puzzle};
pub use trial::Verdict;
