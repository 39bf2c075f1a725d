//! The value of a node: a score and what it rests on.
//!
//! A draw by repetition or by the quiet limit belongs to the path. On another path the position
//! where it stood may be worth more, or less, to either side; so a score that such a draw supports
//! must not reach the table, where any path may meet it.
//!
//! A score makes up to two claims: that the position is worth *at least* so much, and *at most* so
//! much. A score within the window makes both, one above it the first alone, one below it the
//! second alone. A [`Value`] says of each claim which is the earliest ply of the path that it rests
//! on; its entry for a claim that is not made is meaningless.
//!
//! - A draw by the path makes both claims, and both rest on the ply where its cycle, or its count
//!   of quiet plies, began. An end of the game, an evaluation, an oracle's word and an entry of the
//!   table rest on nothing.
//! - *At least* takes one move, so it rests on what that claim rests on for the best move. The other
//!   moves, searched or not, cannot take it away.
//! - *At most* takes every move, so it rests on the earliest of what that claim rests on for any
//!   move that was searched: also for one that came out worse, since it may come out better
//!   elsewhere. A move above the window ends the node before that claim is made.
//! - Where the turn changes the two claims change places.
//! - A node drops what rests on its own ply or a later one. Such a draw lies below the node whole,
//!   and every path to it meets it again. The earliest ply is all that has to be known: when that is
//!   dropped, so are the others.
//!
//! A node reads a child's claim only if the child made it: for *at least* the best move's score,
//! which was above alpha, within the child's window or over its upper end; for *at most* the scores
//! of a node without a cut, all within the child's window or below its lower end. Of several
//! searches of one move, by a scout, reduced or not, and with the open window, the last makes the
//! claims; the others only decided that there should be another. How deep a search was and which
//! moves were pruned say how good an estimate is, not which path it belongs to, and so it is with
//! the window, wherever its bounds came from.
//!
//! What rests on nothing above a node goes into the table: an exact score as exact if both claims
//! are such facts, as a bound if one is, else the move alone.
//!
//! Wins and losses go there as they are. That a side wins, in so many plies or sooner, never rests
//! on a draw: the winner needs none, and the loser has none. That it cannot win faster may rest on
//! one, but a faster win on another path takes nothing from this one, and reduced and pruned moves
//! have it missed as well. Kept as bounds such scores settle nothing at an open window, and wins were
//! lost from sight: one of twelve when ends of Coerceo games were searched backwards.

use std::ops::Neg;

use super::report::Bound;
use crate::kernel::{Outcome, Player, Score};

/// A score and what it rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Value {
    pub(super) score: Score,
    /// The earliest ply of the path on which it rests that the position is worth at least the
    /// score; `u32::MAX` if that is a fact of the position alone.
    pub(super) lower_rests_on: u32,
    /// The same for its being worth at most the score.
    pub(super) upper_rests_on: u32,
}

impl Value {
    pub(super) const fn fact(score: Score) -> Self {
        Self::resting_on(u32::MAX, score)
    }

    pub(super) const fn resting_on(ply: u32, score: Score) -> Self {
        Self { score, lower_rests_on: ply, upper_rests_on: ply }
    }

    /// Returns what the score is on every path, if it is `bound` on this one.
    pub(super) fn fact_of(self, bound: Bound) -> Option<Bound> {
        if self.score.is_decisive() {
            return Some(bound);
        }
        let is_lower = bound != Bound::Upper && self.lower_rests_on == u32::MAX;
        let is_upper = bound != Bound::Lower && self.upper_rests_on == u32::MAX;
        match (is_lower, is_upper) {
            (true, true) => Some(Bound::Exact),
            (true, false) => Some(Bound::Lower),
            (false, true) => Some(Bound::Upper),
            (false, false) => None,
        }
    }
}

impl Neg for Value {
    type Output = Self;

    /// Returns the value to the other side: at least so much to one is at most so much to the other.
    fn neg(self) -> Self {
        Self {
            score: -self.score,
            lower_rests_on: self.upper_rests_on,
            upper_rests_on: self.lower_rests_on,
        }
    }
}

/// Returns the score of a finished game to `player`, at the end itself.
pub(super) fn final_score(outcome: Outcome, player: Player) -> Score {
    match outcome {
        Outcome { margin: Some(margin), .. } => Score::points(margin * player.sign()),
        Outcome { winner: None, .. } => Score::ZERO,
        Outcome { winner: Some(winner), .. } if winner == player => Score::win_in(0),
        Outcome { .. } => Score::loss_in(0),
    }
}
