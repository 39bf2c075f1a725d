//! Exact values of positions, for the search.

use std::fmt::Debug;
use std::ops::Neg;

use super::outcome::Outcome;
use super::player::Player;
use super::position::Position;
use super::score::Score;

/// How far a certain win or loss is away, in plies under best play of both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Distance {
    /// The plies that the winner counts down: to the next irreversible move, or to the end of the
    /// game.
    pub progress: u32,
    /// The most plies to the end of the game.
    pub end: u32,
}

impl Distance {
    /// Returns the distance a ply earlier, before a move with which progress `starts_anew` or does not.
    #[must_use]
    pub const fn earlier(self, starts_anew: bool) -> Self {
        Self { progress: if starts_anew { 1 } else { self.progress + 1 }, end: self.end + 1 }
    }
}

/// What is certain about a position, for the side to move.
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
    /// Returns how a game ended, for the side that would be to move.
    #[must_use]
    pub fn of_outcome(outcome: Outcome, to_move: Player) -> Self {
        let now = Distance { progress: 0, end: 0 };
        match outcome.winner {
            None => Self::Draw,
            Some(winner) if winner == to_move => Self::Win(now),
            Some(_) => Self::Loss(now),
        }
    }

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
    /// Returns the exact value of a position where the game is not over, under its own rules and
    /// with its own counters; `None` if nothing is certain. Draws by repetition are left out, since
    /// they depend on what came before.
    ///
    /// The search asks often, so unknown positions must be rejected quickly.
    fn judge(&self, position: &P) -> Option<Verdict>;

    /// Returns what a position would be without a quiet limit, or under a longer one, where that is known
    /// and [`judge`](Self::judge) is not certain of it: whoever wins then has at least a draw.
    fn lean(&self, _position: &P) -> Option<Verdict> {
        None
    }

    /// Returns the least remaining depth, in plies, at which asking pays for its time.
    fn min_depth(&self) -> u32;

    /// Returns whether [`Distance::progress`] counts to the next irreversible move; otherwise it
    /// counts to the end of the game.
    fn ends_at_irreversible(&self) -> bool;

    /// Returns what it could not read since it was last asked, such as a damaged table, each as a
    /// sentence and once; such positions are unknown to it.
    fn complaints(&self) -> Vec<String> {
        Vec::new()
    }

    /// Returns what it cannot be certain of under those rules, as a sentence.
    fn caveat(&self, _rules: &P::Rules) -> Option<String> {
        None
    }
}
