//! Nine Men's Morris. The rules, with every decision and where it comes from, are in `RULES.md`
//! beside this file; "section" and "Decision" in comments refer to it.
//!
//! Start with [`Morris`], the rules as [`Position`](crate::kernel::Position). `generate` finds the
//! moves with shifts of whole boards, from [`mills`] and [`slides`]; `legality` judges a single move
//! point by point, with the tables of [`geometry`].
//!
//! | file | owns |
//! |---|---|
//! | `geometry` | points, names, lines, neighbours |
//! | `mills` | closed mills and mills to close, for all points at once |
//! | `slides` | all slides of a side as the bits of one word |
//! | `symmetry` | the 16 maps that keep every line |
//! | `side` | what a side owns: board and hand in one word |
//! | `moves` | a move in 16 bits |
//! | `rules` | the two draw limits that a user can set |
//! | `position`, `generate`, `legality` | make and unmake, legal moves, why not |
//! | `notation`, `picture` | text and drawing |
//! | `packing` | the packed forms of the original description |
//! | `evaluate`, `weights` | the opinion |
//! | `tablebase` | what only Morris knows of its tables |

mod evaluate;
mod generate;
pub mod geometry;
mod legality;
pub mod mills;
mod moves;
mod notation;
pub mod packing;
mod picture;
mod position;
mod rules;
mod side;
pub mod slides;
mod symmetry;
pub mod tablebase;
#[cfg(test)]
mod tests;
mod weights;

pub use moves::{HAND, MorrisMove};
pub use position::Morris;
pub use rules::Rules;
pub use side::Side;
pub use symmetry::Symmetry;
pub use weights::Weights;
