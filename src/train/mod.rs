//! Training networks, and fitting odds, by games that the search plays against itself.
//!
//! ```text
//! self-play -> games on disk -> samples (inputs, expected result) -> a network, in a few epochs
//!     ^                                                                 |
//!     +------------------------- the next round -----------------------+
//! ```
//!
//! Each round plays with the network of the round before and learns from the games of all rounds.
//! [`play`] makes [`GameLog`]s, a [`Shard`] is a file of them, [`Samples`] are what a network learns
//! from and [`Model`] is a network while it learns. This floor prints nothing.

mod model;
mod odds;
mod samples;
mod selfplay;
mod shard;

pub use model::{Epoch, Model, Schedule};
pub use odds::{ScoredGame, fit_odds, odds_loss, play_scored};
pub use samples::Samples;
pub use selfplay::{Plan, play};
pub use shard::{GameLog, Ply, Shard, ShardError, Told};
