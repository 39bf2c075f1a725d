//! Hexceed: 18 cells, 18 pieces, and the other player chooses what you place.
//!
//! The rules are in `RULES.md` beside this file. Start with [`Hexceed`] in `position.rs`.

mod board;
mod evaluate;
mod geometry;
mod moves;
mod notation;
mod picture;
mod piece;
mod position;
mod scoring;
#[cfg(test)]
mod tests;

pub use geometry::{Cell, Shape, Trio};
pub use moves::HexceedMove;
pub use piece::Piece;
pub use position::Hexceed;

/// Hexceed leaves nothing to choose.
pub type Rules = ();
