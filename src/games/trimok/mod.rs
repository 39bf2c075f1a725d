//! Trimok: stacks of three sizes on 6 x 6 cells, 3 beats 2, 2 beats 1, 1 beats 3.
//!
//! `RULES.md` beside this file is the authority; comments cite its sections and Decisions. Start
//! reading with [`Trimok`] in `position.rs`.
//!
//! | file | owns |
//! |---|---|
//! | `geometry.rs` | cells, sets of cells, neighbours, targets of return moves |
//! | `stacks.rs` | sizes and what beats what |
//! | `board.rs` | what stands where, in three bit planes |
//! | `rules.rs` | the choices that the rules leave open |
//! | `state.rs` | turn, quiet plies and rules in one word |
//! | `position.rs` | a board and its state: ends of the game, making moves |
//! | `moves.rs` | a move in 16 bits, the generator |
//! | `refusal.rs` | why a move is refused, written apart from the generator |
//! | `ask.rs` | source, destination and messages as the original description has them |
//! | `notation.rs` | text of positions and moves, the drawing of the board |
//! | `evaluate.rs` | the opinion: terms, weights, order of moves |
//! | `symmetry.rs` | the twelve maps that keep the rules |

mod about;
mod ask;
mod board;
mod evaluate;
pub mod geometry;
mod moves;
mod notation;
mod position;
mod refusal;
mod rules;
mod stacks;
mod state;
mod symmetry;
mod weights;

#[cfg(test)]
mod retrograde;
#[cfg(test)]
mod tests;

pub use board::Board;
pub use geometry::Cell;
pub use moves::Move;
pub use position::Trimok;
pub use refusal::Refusal;
pub use rules::{Change, Rules};
pub use stacks::{STACKS_OF_A_SIDE, STACKS_OF_A_SIZE, Size, Stack};
pub use symmetry::Symmetry;
pub use weights::Weights;
