//! Coerceo: White and Black enclose each other's pieces on a crumbling board of hexagons.
//!
//! `RULES.md` in this folder is the authority; the code refers to its sections and Decisions. Start
//! reading with [`geometry`], the fields and their bit boards, then `board` and `cascade`, which
//! says in numbered steps what one action does.
//!
//! From the bottom up: a file uses only files of the rows before its own.
//!
//! | file | owns |
//! |---|---|
//! | `about` | facts about the game |
//! | `geometry` | tiles, fields, neighbours, borders: tables derived at compile time |
//! | `shifts` | the neighbours of all fields at once |
//! | `rules` | what a user may choose |
//! | `board` | pieces, tiles, tiles held, side to move |
//! | `start` | the two start positions |
//! | `moves` | the move and the generator |
//! | `cascade` | tiles taken and pieces captured |
//! | `legality` | why a move is illegal |
//! | `validity` | which set-ups are positions |
//! | `position` | start, ends, make and unmake, the packed board |
//! | `picture`, `notation` | drawing and text |
//! | `scene` | what it looks like, as data |
//! | `packing` | the 20-byte board and the 4-byte move of the original description |
//! | `symmetry` | the twelve rotations and reflections |
//! | `survey` | what both sides can step to, how near their pieces are to being enclosed |
//! | `ordering` | move scores: which moves are tried first |
//! | `weights`, `evaluate` | the evaluation |
//! | `inputs` | what a network reads |
//! | `tablebase` | the tables of solved positions |
//! | `themes` | what happens in a line, in words of the game |
//! | `coach` | why a move is a mistake, in sentences |

mod about;
mod board;
mod cascade;
mod coach;
mod evaluate;
pub mod geometry;
mod inputs;
mod legality;
mod moves;
mod notation;
mod ordering;
pub mod packing;
mod picture;
mod position;
mod rules;
mod scene;
mod shifts;
mod start;
mod survey;
pub mod symmetry;
pub mod tablebase;
mod validity;
mod weights;

#[cfg(test)]
mod tests;
mod themes;

pub use board::{Coerceo, MAX_PIECES, Setup};
pub use cascade::Undo;
pub use moves::{CoerceoMove, Kind};
pub use rules::{Rules, Start};
pub use validity::Flaw;
pub use weights::Weights;

use std::marker::PhantomData;
use std::path::Path;

use super::{About, AnySolved, Game, Literal, Mistake, SolvedGame};
use crate::kernel::{Action, Position};
use crate::tablebase::{Opened, TableError, open};

impl Game for Coerceo {
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

impl Literal for Coerceo {
    // The score of a move is its weight.
    const MOST_WEIGHT: u16 = i16::MAX as u16;

    fn literal_state(&self) -> Vec<u8> {
        packing::pack_board(self).to_vec()
    }

    fn literal_move(m: CoerceoMove, weight: u16) -> [u8; 4] {
        let score = i16::try_from(weight).unwrap_or(i16::MAX);
        // A legal step has a direction.
        packing::pack_move(Action::Move(m), score).unwrap_or_default()
    }

    fn read_literal_move(bytes: [u8; 4]) -> Option<(CoerceoMove, u16)> {
        match packing::unpack_move(bytes) {
            Ok((Action::Move(m), score)) => Some((m, u16::try_from(score).ok()?)),
            _ => None,
        }
    }
}
