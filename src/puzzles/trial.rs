//! The moves of somebody who solves a puzzle.

use super::checker::Checker;
use super::puzzle::{Goal, Posed};
use crate::games::AnyPosition;
use crate::kernel::MoveBits;

/// What is known of a move that was tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The move of the solution.
    Solution,
    /// Another that keeps the result, which was proven now.
    AsGood,
    /// It does not keep the result, or not within the plies that are left.
    Wrong,
    /// That could not be found out.
    Open,
}

impl Posed {
    /// Returns the position behind so many moves of the line.
    #[must_use]
    pub fn after(&self, plies: usize) -> Box<dyn AnyPosition> {
        let moves = self.line.iter().take(plies);
        moves.fold(self.position.copied(), |here, m| here.behind(*m))
    }

    /// Judges a move behind so many moves of the line, with at most so many nodes. The first one is the only
    /// right one; behind it, another that wins in time is as good.
    #[must_use]
    pub fn judge(&self, plies: usize, m: MoveBits, nodes: u64) -> Verdict {
        if self.line.get(plies) == Some(&m) {
            return Verdict::Solution;
        }
        let Goal::Win(within) = self.goal else { return Verdict::Wrong };
        let made = u32::try_from(plies).unwrap_or(u32::MAX);
        if made == 0 {
            return Verdict::Wrong;
        }
        let left = within.saturating_sub(made.saturating_add(1));
        match Checker::new(nodes).wins(&*self.after(plies).behind(m), self.position.mover(), left) {
            Some(true) => Verdict::AsGood,
            Some(false) => Verdict::Wrong,
            None => Verdict::Open,
        }
    }

    /// Returns whether the solver has a move to find behind so many moves of the line and an answer to them: a
    /// win is played out, of all else the first move is the point.
    #[must_use]
    pub fn goes_on(&self, plies: usize) -> bool {
        let solver = self.position.mover();
        matches!(self.goal, Goal::Win(_))
            && self.line.len() > plies + 1
            && self.after(plies).mover() != solver
            && self.after(plies + 1).mover() == solver
    }
}
