//! How a game ended.

use pyo3::prelude::*;
use quincunx::games::GameKind;
use quincunx::kernel::{Outcome, Player};
use quincunx::notation::GameResult;

/// How a game ended.
///
/// >>> from quincunx import State
/// >>> result = State("morris").play("resign").result
/// >>> result
/// Result('W wins (resigned)')
/// >>> result.winner, result.ending, result.score, result.rewards
/// ('W', 'resigned', '0-1', (-1.0, 1.0))
#[pyclass(frozen, module = "quincunx", name = "Result", eq)]
#[derive(Clone, PartialEq)]
pub(crate) struct Ended {
    pub(crate) kind: GameKind,
    pub(crate) outcome: Outcome,
}

#[pymethods]
impl Ended {
    /// The letter of the winner, `None` after a draw.
    #[getter]
    fn winner(&self) -> Option<&'static str> {
        self.outcome.winner.map(|player| self.kind.game().players()[player.index()])
    }

    /// Why the game is over, one word: `points`, `repetition`, `quiet`, `resigned`, or an ending of this game.
    #[getter]
    fn ending(&self) -> &'static str {
        self.outcome.ending.name()
    }

    /// The first player's points minus the second's, in games of points, else `None`.
    #[getter]
    fn margin(&self) -> Option<i32> {
        self.outcome.margin
    }

    /// `1-0`, `0-1` or `1/2-1/2`, the first player first.
    #[getter]
    fn score(&self) -> &'static str {
        GameResult::of(self.outcome.winner).name()
    }

    /// What each player gets: 1 for a win, 0 for a draw, -1 for a loss.
    #[getter]
    fn rewards(&self) -> (f64, f64) {
        let first = f64::from(reward(&self.outcome, Player::First));
        (first, if first == 0.0 { 0.0 } else { -first })
    }

    fn __repr__(&self) -> String {
        let who =
            self.winner().map_or_else(|| "draw".to_owned(), |winner| format!("{winner} wins"));
        match self.outcome.margin {
            Some(margin) => format!("Result('{who} ({} by {})')", self.ending(), margin.abs()),
            None => format!("Result('{who} ({})')", self.ending()),
        }
    }
}

/// Returns what an outcome is worth to a player: 1, 0 or -1.
pub(crate) fn reward(outcome: &Outcome, player: Player) -> i8 {
    match outcome.winner {
        None => 0,
        Some(winner) if winner == player => 1,
        Some(_) => -1,
    }
}
