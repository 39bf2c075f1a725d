//! Nine Men's Morris. The rules, with every decision and where it comes from, are in `RULES.md`
//! beside this file; "section" and "Decision" in comments refer to it.
//!
//! Start with [`Morris`], what a position holds, in `state`. `generate` finds the moves with shifts of
//! whole boards, from [`mills`] and [`slides`]; `legality` judges a single move point by point, with
//! the tables of [`geometry`].
//!
//! From the bottom up: a file uses only files of the rows before its own.
//!
//! | file | owns |
//! |---|---|
//! | `about` | facts about the game |
//! | `geometry` | points, names, lines, neighbours |
//! | `mills` | closed mills and mills to close, for all points at once |
//! | `moves` | a move in 16 bits |
//! | `slides` | all slides of a side as the bits of one word |
//! | `rules` | the two draw limits that a user can set |
//! | `side` | what a side owns: board and hand in one word |
//! | `state` | both sides, quiet plies, rules and turn |
//! | `generate`, `legality` | legal moves; why a move is illegal |
//! | `position` | start, ends, make and unmake, the packed board |
//! | `symmetry` | the 16 maps that keep every line |
//! | `picture`, `notation` | drawing and text |
//! | `scene` | what it looks like, as data |
//! | `packing` | the packed forms of the original description |
//! | `states` | the states of the original description, and all of them in order |
//! | `survey` | what the men of both sides can do |
//! | `weights`, `evaluate` | the evaluation |
//! | `inputs` | what a network reads |
//! | `tablebase` | the tables of solved positions |
//! | `themes` | what happens in a line, in words of the game |
//! | `coach` | why a move is a mistake, in sentences |

mod about;
mod coach;
mod evaluate;
mod generate;
pub mod geometry;
mod inputs;
mod legality;
pub mod mills;
mod moves;
mod notation;
pub mod packing;
mod picture;
mod position;
mod rules;
mod scene;
mod side;
pub mod slides;
mod state;
pub mod states;
mod survey;
mod symmetry;
pub mod tablebase;
#[cfg(test)]
mod tests;
mod themes;
mod weights;

pub use moves::{HAND, MorrisMove};
pub use rules::Rules;
pub use side::Side;
pub use state::Morris;
pub use symmetry::Symmetry;
pub use weights::Weights;

use std::marker::PhantomData;
use std::path::Path;

use super::{About, AnySolved, Game, Literal, Mistake, Sector, SolvedGame};
use crate::kernel::Position;
use crate::tablebase::{Opened, TableError, open};

impl Game for Morris {
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

impl Literal for Morris {
    fn literal_state(&self) -> Vec<u8> {
        states::pack_state(self).to_vec()
    }

    fn literal_move(m: MorrisMove, weight: u16) -> [u8; 4] {
        states::pack_weighed(m, weight)
    }

    fn read_literal_move(bytes: [u8; 4]) -> Option<(MorrisMove, u16)> {
        states::unpack_weighed(bytes).ok()
    }

    fn sectors(text: &str, rules: &Rules) -> Option<Result<Vec<Sector<Self>>, String>> {
        Some(states::sectors(text, *rules))
    }
}
