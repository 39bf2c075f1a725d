//! Knowledge of exact values, for the search.

use std::fmt::Debug;
use std::ops::Neg;

use super::position::Position;
use super::score::Score;

/// How far a certain win or loss is away, in plies under best play of both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Distance {
    /// The plies that the winner counts down: up to the next step that cannot be undone, or to the
    /// end of the game.
    pub progress: u32,
    /// The most plies to the end of the game.
    pub end: u32,
}

/// What is certain of a position, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is won.
    Win(Distance),
    /// Neither side can win.
    Draw,
    /// It is lost.
    Loss(Distance),
}

impl Verdict {
    /// Returns the score, with the most plies to the end.
    #[must_use]
    pub const fn score(self) -> Score {
        match self {
            Self::Win(distance) => Score::win_in(distance.end),
            Self::Draw => Score::ZERO,
            Self::Loss(distance) => Score::loss_in(distance.end),
        }
    }
}

impl Neg for Verdict {
    type Output = Self;

    /// Returns the same for the other side.
    fn neg(self) -> Self {
        match self {
            Self::Win(distance) => Self::Loss(distance),
            Self::Draw => Self::Draw,
            Self::Loss(distance) => Self::Win(distance),
        }
    }
}

/// Something that knows the exact value of some positions, such as tables of solved endings.
pub trait Oracle<P: Position>: Debug + Send + Sync {
    /// Judges a position on which the game goes on, under the rules that it is played under and
    /// with its own counters; `None` if nothing is certain. What came before, which may make a
    /// position a draw when it comes back, plays no part.
    ///
    /// The search asks often: what is not known has to be told apart quickly.
    fn judge(&self, position: &P) -> Option<Verdict>;

    /// Returns whether [`Distance::progress`] counts up to the next irreversible move; else it
    /// counts up to the end of the game.
    fn ends_at_irreversible(&self) -> bool;
}
