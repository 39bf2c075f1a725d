//! Dominions: hexagonal tiles with beams, groups that live by their liberties, and points for what
//! is controlled in the end. The rules are in `RULES.md` beside this file.
//!
//! Start reading with `position.rs`, then `board.rs`: the tiles and what follows from them, kept
//! up to date from placement to placement, with `groups.rs` for the groups. `moves.rs` lists what
//! is legal from that state; `check.rs` looks at the bare tiles instead and says why a move is
//! refused. `evaluate.rs` is an opinion that no rule depends on.
//!
//! The module knows nothing of search, time or the protocol.

mod about;
mod board;
mod cellset;
mod check;
mod evaluate;
mod geometry;
mod groups;
mod moves;
mod notation;
mod picture;
mod position;
mod rules;
mod signature;
mod tile;
mod weights;

#[cfg(test)]
mod reference;
#[cfg(test)]
mod tests;

pub use geometry::Cell;
pub use moves::Move;
pub use position::Dominions;
pub use rules::Rules;
pub use weights::Weights;
