//! Hexceed: 18 cells, 18 pieces, and the other player chooses which one you place.
//!
//! The rules are in `RULES.md` beside this file. Start with [`Hexceed`] in `position`: the board,
//! what is held, what is left and the scores. Nothing here knows about the search.
//!
//! From the bottom up: a file uses only files of the rows before its own.
//!
//! | file | owns |
//! |---|---|
//! | `about` | facts about the game |
//! | `geometry` | cells and trios, derived from coordinates |
//! | `piece` | a piece: colour, symbol and ink |
//! | `scoring` | the points of a placement |
//! | `board` | which piece lies where, in bit planes |
//! | `moves` | handing a piece over, placing it |
//! | `position` | board, held piece and scores; the rules as a [`Position`] |
//! | `symmetry` | what may be exchanged: cells, colours, symbols, inks |
//! | `lanes` | small numbers side by side |
//! | `picture`, `notation` | drawing and text |
//! | `scene` | what it looks like, as data |
//! | `prospects` | what the pieces that are left score |
//! | `weights`, `evaluate` | the evaluation |
//! | `inputs` | what a network reads |
//! | [`solve`] | the exact end of a game |
//! | `themes` | what happens in a line, in words of the game |
//! | `coach` | why a move is a mistake, in sentences |

mod about;
mod board;
mod coach;
mod evaluate;
mod geometry;
mod inputs;
mod lanes;
mod moves;
mod notation;
mod picture;
mod piece;
mod position;
mod prospects;
mod scene;
mod scoring;
pub mod solve;
mod symmetry;
#[cfg(test)]
mod tests;
mod themes;
mod weights;

pub use geometry::{Cell, Trio};
pub use moves::HexceedMove;
pub use piece::Piece;
pub use position::Hexceed;
pub use symmetry::{Symmetry, canonical};
pub use weights::Weights;

/// Hexceed has no rule options.
pub type Rules = ();

use super::{About, Game, Literal, Mistake};
use crate::kernel::Position;

impl Game for Hexceed {
    const ABOUT: &'static About = &about::ABOUT;

    const PUZZLES: &'static str = include_str!("puzzles.txt");

    const CLAIMS: &'static str = include_str!("proof/8-plies.txt");

    fn themes(&self, line: &[Self::Move]) -> Vec<&'static str> {
        themes::themes(self, line)
    }

    fn remarks(&self, mistake: Mistake<Self::Move>) -> Vec<String> {
        coach::remarks(self, mistake)
    }

    fn canonical(&self) -> <Self as Position>::Packed {
        symmetry::canonical_packed(self)
    }
}

impl Literal for Hexceed {}
