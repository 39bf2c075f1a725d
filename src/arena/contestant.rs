//! Who plays: what the referee asks of a player, whatever it is.

use std::fmt;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::move_limits::MoveLimits;
use crate::games::AnyRecord;
use crate::kernel::{Action, MoveBits, PerPlayer, Score};

/// A player of one game in one place: a program, the search of this program, or random moves.
pub trait Contestant: Send {
    /// Prepares for a new game; `seed` is for those that move at random.
    ///
    /// # Errors
    ///
    /// Says why it cannot play.
    fn begin(&mut self, seed: u64) -> Result<(), Fault>;

    /// Chooses an action for the side to move.
    ///
    /// # Errors
    ///
    /// Says what went wrong instead.
    fn choose(&mut self, turn: &Turn) -> Result<Choice, Fault>;
}

/// What a player has to know to choose.
pub struct Turn<'a> {
    /// The game up to now, not over.
    pub record: &'a dyn AnyRecord,
    /// The position that the game began with, unless it is the start position of the rules.
    pub start: Option<&'a str>,
    /// The moves since then.
    pub moves: &'a [String],
    /// What the player has for this move.
    pub limits: &'a MoveLimits,
    /// What the clocks of both sides show.
    pub clocks: PerPlayer<Option<Duration>>,
    /// What is added to them after each move.
    pub increments: PerPlayer<Duration>,
    /// After this time the move comes too late.
    pub patience: Duration,
    /// Set when the match is to stop: then the answer does not count.
    pub stop: &'a AtomicBool,
}

/// What a player chose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// What it does.
    pub action: Action<MoveBits>,
    /// What it thinks of the position, from its own view.
    pub score: Option<Score>,
}

/// Why a player chose nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Its move is none, or not legal.
    Illegal(String),
    /// It is gone.
    Crashed(String),
    /// It does not answer.
    Stalled(String),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Self::Illegal(text) | Self::Crashed(text) | Self::Stalled(text)) = self;
        f.write_str(text)
    }
}
