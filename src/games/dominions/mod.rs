//! Dominions: hexagonal tiles with beams, groups that live by their liberties, and points for the
//! tiles controlled in the end. The rules are in `RULES.md` beside this file.
//!
//! Start reading with `state`, what a position holds, then `board`: the tiles and what follows from
//! them, kept up to date from placement to placement, with `groups` for the groups. `moves` lists
//! what is legal from that state; `check` looks at the bare tiles instead and says why a move is
//! refused. No rule depends on `evaluate`.
//!
//! From the bottom up: a file uses only files of the rows before its own.
//!
//! | file | owns |
//! |---|---|
//! | `about` | facts about the game |
//! | `geometry` | cells, their names and their neighbours |
//! | `cellset` | sets of cells |
//! | `tile` | six sides with or without a beam, owner and controller; which tiles fit |
//! | `rules` | what a user may choose |
//! | `signature` | the 128 bits that positions are compared by |
//! | `board` | the tiles on the board, and what follows for each cell |
//! | `groups` | groups, their liberties and whom they meet |
//! | `placement` | what putting a tile down does |
//! | `state` | board, hands, turn and passes; scores |
//! | `symmetry` | rotations and reflections of the board, and the exchange of the players |
//! | `moves` | the move and the generator |
//! | `check` | why a move is illegal |
//! | `position` | start, end, make and unmake, the packed board |
//! | `picture`, `notation` | drawing and text |
//! | `scene` | what it looks like, as data |
//! | `census` | what the evaluation counts on the board |
//! | `ordering` | move scores: which placements are tried first |
//! | `weights`, `evaluate` | the evaluation |
//! | `inputs` | what a network reads |
//! | `themes` | what happens in a line, in words of the game |
//! | `coach` | why a move is a mistake, in sentences |
//!
//! The module knows nothing of search, time or the protocol.

mod about;
mod board;
mod cellset;
mod census;
mod check;
mod coach;
mod evaluate;
mod geometry;
mod groups;
mod inputs;
mod moves;
mod notation;
mod ordering;
mod picture;
mod placement;
mod position;
mod rules;
mod scene;
mod signature;
mod state;
mod symmetry;
mod tile;
mod weights;

#[cfg(test)]
mod tests;
mod themes;

pub use geometry::Cell;
pub use moves::Move;
pub use position::Undo;
pub use rules::Rules;
pub use state::Dominions;
pub use weights::Weights;

use super::{About, Game, Literal, Mistake};
use crate::kernel::Position;

impl Game for Dominions {
    const ABOUT: &'static About = &about::ABOUT;

    const PUZZLES: &'static str = include_str!("puzzles.txt");

    fn themes(&self, line: &[Self::Move]) -> Vec<&'static str> {
        themes::themes(self, line)
    }

    fn remarks(&self, mistake: Mistake<Self::Move>) -> Vec<String> {
        coach::remarks(self, mistake)
    }

    fn canonical(&self) -> <Self as Position>::Packed {
        symmetry::canonical(self)
    }
}

impl Literal for Dominions {}
