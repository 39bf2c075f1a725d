//! What a move was worth, from the analysis of the positions before and after it.

use crate::kernel::{Player, Score, Worth};
use crate::search::Line;

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
    pub(super) before: Line<String>,
    /// What the position after it is worth, as seen from before it.
    pub(super) after: Worth,
    pub(super) loss: Loss,
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
}
