//! Trimok: stacks of three sizes on 6 x 6 cells, 3 beats 2, 2 beats 1, 1 beats 3.
//!
//! `RULES.md` beside this file is the authority; comments cite its sections and Decisions. Start
//! reading with [`Trimok`] in `state`.
//!
//! From the bottom up: a file uses only files of the rows before its own.
//!
//! | file | owns |
//! |---|---|
//! | `about` | facts about the game |
//! | `geometry` | cells, sets of cells, neighbours, targets of return moves |
//! | `stacks` | sizes and what beats what |
//! | `rules` | the choices that the rules leave open |
//! | `board` | the stacks on the board, in three bit planes |
//! | `state` | a board, and turn, quiet plies and rules in one word |
//! | `moves` | a move in 16 bits, the generator |
//! | `legality` | why a move is refused, independent of the generator |
//! | `position` | start, ends, make and unmake, the packed board |
//! | `ask` | source, destination and messages as the original description has them |
//! | `picture`, `notation` | drawing and text |
//! | `scene` | what it looks like, as data |
//! | `symmetry` | the twelve maps that keep the rules |
//! | `survey` | the stacks of both sides and the cells that they touch |
//! | `ordering` | move scores: which moves are tried first |
//! | `weights`, `evaluate` | the evaluation: weights and terms |
//! | `inputs` | what a network reads |
//! | `tablebase` | the tables of solved positions |
//! | `themes` | what happens in a line, in words of the game |
//! | `coach` | why a move is a mistake, in sentences |

mod about;
mod ask;
mod board;
mod coach;
mod evaluate;
pub mod geometry;
mod inputs;
mod legality;
mod moves;
mod notation;
mod ordering;
mod picture;
mod position;
mod rules;
mod scene;
mod stacks;
mod state;
mod survey;
mod symmetry;
pub mod tablebase;
mod weights;

#[cfg(test)]
mod tests;
mod themes;

pub use board::Board;
pub use geometry::Cell;
pub use legality::Illegality;
pub use moves::Move;
pub use rules::{Change, Rules};
pub use stacks::{STACKS_OF_A_SIDE, STACKS_OF_A_SIZE, Size, Stack};
pub use state::Trimok;
pub use symmetry::Symmetry;
pub use weights::Weights;

use std::marker::PhantomData;
use std::path::Path;

use super::{About, AnySolved, Game, Literal, Mistake, SolvedGame};
use crate::kernel::Position;
use crate::tablebase::{Opened, TableError, open};

impl Game for Trimok {
    const ABOUT: &'static About = &about::ABOUT;

    const SOLVED: Option<&'static dyn AnySolved> = Some(&SolvedGame::<Self>(PhantomData));

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

    fn open_tables(folder: &Path) -> Result<Option<Opened<Self>>, TableError> {
        open(folder).map(Some)
    }
}

impl Literal for Trimok {}
