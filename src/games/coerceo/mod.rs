//! Coerceo: White and Black enclose each other's pieces on a board of hexagons that crumbles.
//!
//! `RULES.md` in this folder is the truth; the code refers to its sections and Decisions. Start
//! reading with [`geometry`], the board and its bit boards, then `position` and `cascade`, which
//! says in numbered steps what one action does.
//!
//! | file | owns |
//! |---|---|
//! | `geometry` | tiles, fields, neighbours, borders: tables derived at compile time |
//! | `rules`, `start` | what a user may choose; the two start positions |
//! | `position` | the position, its ends, its packed board |
//! | `moves`, `legality` | the move and the generator; why a move is not legal |
//! | `cascade` | tiles taken and pieces captured |
//! | `validity` | which set-ups are positions |
//! | `notation`, `picture` | text and drawing |
//! | `packing` | the 20-byte board and the 4-byte move of the original description |
//! | `symmetry` | the twelve turns and mirrorings |
//! | `evaluate`, `weights` | the opinion |

mod about;
mod cascade;
mod evaluate;
pub mod geometry;
mod legality;
mod moves;
mod notation;
pub mod packing;
mod picture;
mod position;
mod rules;
mod start;
pub mod symmetry;
mod validity;
mod weights;

#[cfg(test)]
mod tests;

pub use cascade::Undo;
pub use moves::{CoerceoMove, Kind};
pub use position::{Coerceo, MAX_PIECES, Setup};
pub use rules::Rules;
pub use start::Start;
pub use validity::Flaw;
pub use weights::Weights;
