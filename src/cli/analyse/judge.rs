//! What a move was worth, from the analysis of the positions before and after it.

use crate::engine::Analysis;
use crate::kernel::{Outcome, Player, Score};

/// A move of a game and what the engine thinks of it. Scores are from the view of its player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Judged {
    /// Its place in the game, from 1.
    pub(super) ply: usize,
    pub(super) player: Player,
    pub(super) text: String,
    /// The position before it.
    pub(super) position: String,
    /// The best line there.
    pub(super) before: Analysis,
    /// The value after it, with the score as it is one ply before.
    pub(super) after: Value,
    pub(super) loss: Loss,
}

/// A score and the final margin if it is proven, from one player's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Value {
    pub(super) score: Score,
    pub(super) exact: Option<i32>,
}

/// What a move gave away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Loss {
    /// So many hundredths of the unit.
    Centi(i32),
    /// A game that was not lost.
    Draw,
    /// A won game.
    Win,
}

impl Value {
    /// Returns the value that the analysis of a position finds, from the view of its player.
    pub(super) const fn found(analysis: &Analysis) -> Self {
        Self { score: analysis.score, exact: analysis.exact }
    }

    /// Returns the value of a finished game from the view of a player.
    pub(super) const fn finished(outcome: Outcome, player: Player) -> Self {
        let margin = match outcome.margin {
            Some(margin) => Some(margin * player.sign()),
            None => None,
        };
        let score = match (margin, outcome.winner) {
            (Some(margin), _) => Score::points(margin),
            (None, None) => Score::ZERO,
            (None, Some(winner)) if winner.index() == player.index() => Score::win_in(0),
            (None, Some(_)) => Score::loss_in(0),
        };
        Self { score, exact: margin }
    }

    /// Returns the same from the other player's view.
    pub(super) fn turned(self) -> Self {
        Self { score: -self.score, exact: self.exact.map(|margin| -margin) }
    }

    /// Returns the same as seen one ply earlier.
    pub(super) const fn earlier(self) -> Self {
        Self { score: self.score.delayed(1), exact: self.exact }
    }
}

impl Loss {
    /// What loses nothing.
    pub(super) const NONE: Self = Self::Centi(0);

    /// Returns what a move gave away that was not the best.
    pub(super) fn between(before: Score, after: Score) -> Self {
        if before.is_win() && !after.is_win() {
            Self::Win
        } else if after.is_loss() && !before.is_loss() {
            Self::Draw
        } else if before.is_decisive() || after.is_decisive() {
            // Won or lost all the same, or better than thought.
            Self::NONE
        } else {
            Self::Centi((before.value() - after.value()).max(0))
        }
    }

    /// Returns the hundredths, unless a game was given away.
    pub(super) const fn centi(self) -> Option<i32> {
        match self {
            Self::Centi(centi) => Some(centi),
            Self::Draw | Self::Win => None,
        }
    }

    /// Returns the mark of the field: `?!`, `?`, `??` or nothing.
    pub(super) const fn mark(self) -> &'static str {
        match self {
            Self::Centi(..50) => "",
            Self::Centi(..100) => "?!",
            Self::Centi(..300) => "?",
            Self::Centi(_) | Self::Draw | Self::Win => "??",
        }
    }
}

impl Judged {
    /// Returns the best move, if the search found one.
    pub(super) fn best(&self) -> Option<&str> {
        self.before.pv.first().map(String::as_str)
    }

    /// Returns whether it was the best move.
    pub(super) fn is_best(&self) -> bool {
        self.best() == Some(self.text.as_str())
    }
}

/// What one player did in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Tally {
    pub(super) moves: usize,
    /// How many moves were the best.
    pub(super) best: usize,
    /// The hundredths that were lost, games given away left out.
    centi: i64,
    /// How many moves the hundredths come from.
    counted: i64,
    /// How many moves have the marks `?!`, `?` and `??`.
    pub(super) marks: [usize; 3],
}

impl Tally {
    /// Sums up the moves of a player.
    pub(super) fn of(moves: &[Judged], player: Player) -> Self {
        let mut tally = Self::default();
        for judged in moves.iter().filter(|judged| judged.player == player) {
            tally.moves += 1;
            tally.best += usize::from(judged.is_best());
            if let Some(centi) = judged.loss.centi() {
                tally.centi += i64::from(centi);
                tally.counted += 1;
            }
            let marks = ["?!", "?", "??"];
            if let Some(at) = marks.iter().position(|mark| *mark == judged.loss.mark()) {
                tally.marks[at] += 1;
            }
        }
        tally
    }

    /// Returns the average loss of a move in units.
    pub(super) fn average(&self) -> f64 {
        self.centi as f64 / 100.0 / self.counted.max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::Ending;

    #[test]
    fn losses_are_marked() {
        let loss = |before, after| Loss::between(before, after);
        let centi = Score::centi;
        for (before, after, want, mark) in [
            (centi(20), centi(-20), Loss::Centi(40), ""),
            (centi(20), centi(60), Loss::NONE, ""),
            (centi(20), centi(-30), Loss::Centi(50), "?!"),
            (centi(20), centi(-80), Loss::Centi(100), "?"),
            (centi(100), centi(-200), Loss::Centi(300), "??"),
            (centi(0), Score::loss_in(4), Loss::Draw, "??"),
            (Score::win_in(3), centi(500), Loss::Win, "??"),
            (Score::win_in(3), Score::loss_in(2), Loss::Win, "??"),
            (Score::win_in(3), Score::win_in(9), Loss::NONE, ""),
            (Score::loss_in(8), Score::loss_in(2), Loss::NONE, ""),
            (Score::loss_in(8), centi(-900), Loss::NONE, ""),
            (centi(0), Score::win_in(2), Loss::NONE, ""),
        ] {
            let found = loss(before, after);
            assert_eq!((found, found.mark()), (want, mark), "{before} to {after}");
        }
        assert!(Loss::Win > Loss::Draw && Loss::Draw > Loss::Centi(i32::MAX), "the biggest first");
    }

    #[test]
    fn finished_games_have_values() {
        let resigned = Outcome::won(Player::First, Ending::Resigned);
        assert_eq!(Value::finished(resigned, Player::First).earlier().score, Score::win_in(1));
        assert_eq!(Value::finished(resigned, Player::Second).score, Score::loss_in(0));
        let points = Value::finished(Outcome::points(-4), Player::Second);
        assert_eq!((points.score, points.exact), (Score::points(4), Some(4)));
        assert_eq!(points.turned().exact, Some(-4));
    }
}
