//! Training networks and fitting odds from games of the search against itself.
//!
//! ```text
//! self-play -> games on disk -> samples (inputs, expected result) -> a network, in a few epochs
//!     ^                                                                 |
//!     +------------------------- the next round -----------------------+
//! ```
//!
//! Each round plays with the network of the previous one and trains on the games of all rounds or
//! of the last few. [`play`] makes [`GameLog`]s, a [`Shard`] is a file of them, [`Samples`] are the
//! training data, and [`Model`] is a network in training. This floor prints nothing.

mod model;
mod odds;
mod ordering;
mod samples;
mod selfplay;
mod shard;
#[cfg(any(test, feature = "tune"))]
mod spsa;

pub use model::{Epoch, Model, Schedule};
pub use odds::{ScoredGame, fit_odds, odds_loss, play_scored};
pub use ordering::{Choice, among_first, fit_move_scores, play_choices};
pub use samples::Samples;
pub use selfplay::{Ended, Plan, play};
pub use shard::{GameLog, Label, Played, Ply, Shard, ShardError};
#[cfg(any(test, feature = "tune"))]
pub use spsa::{Course, CourseError, Knob, Tuner};
