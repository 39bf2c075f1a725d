//! Hexceed: 18 cells, 18 pieces, and the other player chooses which one you place.
//!
//! The rules are in `RULES.md` beside this file. Start with [`Hexceed`] in `position.rs`: the board
//! (`board.rs`), what is held, what is left and the scores. `geometry.rs` derives cells and trios
//! from coordinates, `scoring.rs` counts the points of a placement, `symmetry.rs` knows what may be
//! exchanged. [`solve`] plays endings exactly. Nothing here knows of the search.

mod about;
mod board;
mod evaluate;
mod geometry;
mod moves;
mod notation;
mod picture;
mod piece;
mod position;
mod scoring;
pub mod solve;
mod symmetry;
#[cfg(test)]
mod tests;
mod weights;

pub use geometry::{Cell, Shape, Trio};
pub use moves::HexceedMove;
pub use piece::Piece;
pub use position::Hexceed;
pub use symmetry::{Symmetry, canonical};
pub use weights::Weights;

/// Hexceed leaves nothing to choose.
pub type Rules = ();
