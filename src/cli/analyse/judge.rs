//! What a move was worth: the best move and the played one, searched to the same depth.
//!
//! A score swings from one depth to the next, and more so where depths of odd and even plies alternate.
//! Chances are therefore the mean over the last two depths, marks follow the loss of chances in place of
//! units, and what comes near a mark is searched again with [`SECOND_LOOK`] times the effort.

use crate::games::{Mark, Odds};
use crate::kernel::{Player, Score, Worth};
use crate::search::Line;

/// How much longer a second look takes than the first.
pub(super) const SECOND_LOOK: u32 = 8;

/// What a search found of a position, depth by depth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SearchedLines {
    /// The best line of each depth that was finished, the deepest last; at least one.
    lines: Vec<Line<String>>,
}

impl SearchedLines {
    /// Sorts what a search told; `found` is what it ended with, in the middle of a depth if `is_cut`.
    pub(super) fn new(reported: Vec<Line<String>>, found: Line<String>, is_cut: bool) -> Self {
        let mut lines: Vec<Line<String>> = Vec::new();
        for line in reported.into_iter().chain([found]).filter(|line| line.multi_pv == 1) {
            match lines.last_mut() {
                Some(last) if last.depth == line.depth => *last = line,
                _ => lines.push(line),
            }
        }
        let is_certain = lines.last().is_some_and(|line| line.worth.is_certain());
        if is_cut && !is_certain && lines.len() > 1 {
            lines.pop();
        }
        Self { lines }
    }

    fn last(&self) -> &Line<String> {
        &self.lines[self.lines.len() - 1]
    }

    /// Returns the deepest depth that was finished.
    pub(super) fn depth(&self) -> u32 {
        self.last().depth
    }

    /// Returns the line of a depth, or the deepest if that is proven or not as deep.
    pub(super) fn line(&self, depth: u32) -> &Line<String> {
        let last = self.last();
        let found = self.lines.iter().rev().find(|line| line.depth <= depth);
        if last.worth.is_certain() { last } else { found.unwrap_or(last) }
    }

    /// Returns the share of the points that the player to move can expect.
    pub(super) fn share(&self, odds: Odds, depth: u32) -> f64 {
        let line = self.line(depth);
        let before = self.lines.iter().rev().find(|other| other.depth + 1 == line.depth);
        match before.filter(|_| !line.worth.is_certain()) {
            Some(before) => (share(odds, line.worth) + share(odds, before.worth)) / 2.0,
            None => share(odds, line.worth),
        }
    }
}

/// Returns the share of the points that something promises: 1 a win, 0.5 a draw, 0 a loss.
pub(super) fn share(odds: Odds, worth: Worth) -> f64 {
    let [win, draw, _] = odds.thousandths(worth.score(), worth.is_certain()).map(f64::from);
    (win + draw / 2.0) / 1000.0
}

/// What the best move and the played one promise.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Comparison {
    /// The depth to which both were searched.
    pub(super) depth: u32,
    /// The best line.
    pub(super) best: Line<String>,
    /// What the played move is worth.
    pub(super) played: Worth,
    /// The share of the points that the best move promises.
    pub(super) best_share: f64,
    /// The same of the played move; no more than that.
    pub(super) played_share: f64,
    /// The share that the others promise, where the best move was played and that was asked for.
    pub(super) others_share: Option<f64>,
}

impl Comparison {
    /// Returns what the only legal move is worth, by the position behind it.
    pub(super) fn forced(line: &Line<String>, worth: Worth, share: f64) -> Self {
        Self {
            depth: line.depth,
            best: Line { worth, ..line.clone() },
            played: worth,
            best_share: share,
            played_share: share,
            others_share: None,
        }
    }

    /// Returns the share that the played move gave away.
    pub(super) fn drop(&self) -> f64 {
        self.best_share - self.played_share
    }

    /// Returns by how much the played move was better than all others, if it was the best.
    fn lead(&self) -> f64 {
        self.others_share.map_or(0.0, |others| self.best_share - others)
    }

    /// Returns whether a mark may follow, so that a second look is due. `after` is the share that a
    /// look at the next position promises.
    pub(super) fn is_suspicious(&self, after: f64) -> bool {
        let drop = self.drop().max(self.best_share - after);
        drop >= Mark::SLIGHT / 2.0 || self.lead() >= Mark::ONLY / 2.0
    }

    pub(super) fn mark(&self) -> Mark {
        match Mark::of_loss(self.drop()) {
            Mark::None if self.lead() >= Mark::ONLY => Mark::Only,
            mark => mark,
        }
    }
}

/// A move of a game and what the engine thinks of it. Scores are from the view of its player.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Judged {
    /// Its place in the game, from 1.
    pub(super) ply: usize,
    pub(super) player: Player,
    pub(super) text: String,
    /// The position before it.
    pub(super) position: String,
    pub(super) found: Comparison,
    pub(super) mark: Mark,
    /// What is best play behind it, where that was searched.
    pub(super) refutation: Vec<String>,
    /// Why it is a mistake, in sentences; none if it has no such mark, or if there is nothing to say that
    /// follows from the rules.
    pub(super) why: Vec<String>,
}

/// What a move gave away in units.
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
    /// Returns what a move gave away that was not the best.
    fn between(best: Score, played: Score) -> Self {
        if best.is_win() && !played.is_win() {
            Self::Win
        } else if played.is_loss() && !best.is_loss() {
            Self::Draw
        } else if best.is_decisive() || played.is_decisive() {
            // Won or lost all the same, or better than thought.
            Self::Centi(0)
        } else {
            Self::Centi((best.value() - played.value()).max(0))
        }
    }

    /// Returns the hundredths, unless a game was given away.
    pub(super) const fn centi(self) -> Option<i32> {
        match self {
            Self::Centi(centi) => Some(centi),
            Self::Draw | Self::Win => None,
        }
    }
}

impl Judged {
    /// Returns the best move, if the search found one.
    pub(super) fn best(&self) -> Option<&str> {
        self.found.best.pv.first().map(String::as_str)
    }

    /// Returns whether no move was better.
    pub(super) fn is_best(&self) -> bool {
        self.found.drop() <= 0.0 && self.loss() == Loss::Centi(0)
    }

    /// Returns what it gave away in units.
    pub(super) fn loss(&self) -> Loss {
        if self.best() == Some(self.text.as_str()) {
            return Loss::Centi(0);
        }
        Loss::between(self.found.best.score(), self.found.played.score())
    }

    /// Returns how well it was played, in percent: what lichess.org takes from the loss of chances
    /// (<https://lichess.org/page/accuracy>).
    fn accuracy(&self) -> f64 {
        let percent = 100.0 * self.found.drop();
        (103.1668 * libm::exp(-0.04354 * percent) - 3.1669).clamp(0.0, 100.0)
    }

    /// Returns a share from the view of the first player.
    pub(super) fn of_first(&self, share: f64) -> f64 {
        match self.player {
            Player::First => share,
            Player::Second => 1.0 - share,
        }
    }
}

/// What one player did in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Performance {
    pub(super) moves: usize,
    /// How many moves were the best.
    pub(super) best: usize,
    /// The hundredths that were lost, games given away left out.
    centi: i64,
    /// How many moves the hundredths come from.
    counted: i64,
    /// The sum of the accuracies, in percent.
    accuracy: f64,
    /// How many moves have the marks `!`, `?!`, `?` and `??`.
    pub(super) marks: [usize; 4],
}

impl Performance {
    /// Sums up the moves of a player.
    pub(super) fn of(moves: &[Judged], player: Player) -> Self {
        let mut played = Self::default();
        for judged in moves.iter().filter(|judged| judged.player == player) {
            played.moves += 1;
            played.best += usize::from(judged.is_best());
            played.accuracy += judged.accuracy();
            if let Some(centi) = judged.loss().centi() {
                played.centi += i64::from(centi);
                played.counted += 1;
            }
            let marks = [Mark::Only, Mark::Slight, Mark::Bad, Mark::Worst];
            if let Some(at) = marks.iter().position(|mark| *mark == judged.mark) {
                played.marks[at] += 1;
            }
        }
        played
    }

    /// Returns the average loss of a move in units.
    pub(super) fn average(&self) -> f64 {
        self.centi as f64 / 100.0 / self.counted.max(1) as f64
    }

    /// Returns the average accuracy in percent; `None` without moves.
    pub(super) fn accuracy(&self) -> Option<f64> {
        (self.moves > 0).then(|| self.accuracy / self.moves as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ODDS: Odds = Odds { even: 0.0, spread: 100.0 };

    fn line(depth: u32, worth: Worth) -> Line<String> {
        Line { depth, pv: vec![format!("m{depth}")], ..Line::nothing(worth) }
    }

    #[test]
    fn depths_that_were_cut_do_not_count() {
        let estimate = |depth, centi| line(depth, Worth::Estimate(centi));
        let reported = vec![estimate(1, 10), estimate(2, -50), estimate(3, 50)];
        let cut = SearchedLines::new(reported.clone(), estimate(4, 900), true);
        assert_eq!((cut.depth(), cut.line(9).depth, cut.line(2).depth), (3, 3, 2));
        assert!((cut.share(ODDS, 3) - 0.5).abs() < 1e-9, "the mean of both parities");
        let whole = SearchedLines::new(reported.clone(), estimate(3, 50), false);
        assert_eq!(whole.depth(), 3);
        // What is proven is known at every depth.
        let proven = SearchedLines::new(reported, line(4, Worth::Win(3)), true);
        assert_eq!((proven.depth(), proven.share(ODDS, 2)), (4, 1.0));
    }

    #[test]
    fn marks_follow_the_loss_of_chances() {
        let found = |best: f64, played: f64, others_share| Comparison {
            depth: 5,
            best: line(5, Worth::Estimate(0)),
            played: Worth::Estimate(0),
            best_share: best,
            played_share: played,
            others_share,
        };
        for (best, played, others, sign) in [
            (0.6, 0.6, None, ""),
            (0.6, 0.51, None, ""),
            (0.6, 0.45, None, "?!"),
            (0.6, 0.35, None, "?"),
            (0.9, 0.5, None, "??"),
            (0.9, 0.9, Some(0.5), "!"),
            (0.9, 0.9, Some(0.8), ""),
        ] {
            assert_eq!(
                found(best, played, others).mark().sign(),
                sign,
                "{best} {played} {others:?}"
            );
        }
        assert!(found(0.6, 0.6, None).is_suspicious(0.5), "the next position tells of a loss");
        assert!(found(0.6, 0.54, None).is_suspicious(0.6));
        assert!(!found(0.6, 0.58, Some(0.5)).is_suspicious(0.6));
    }

    #[test]
    fn losses_are_in_units_unless_a_game_is_given_away() {
        let loss = |before, after| Loss::between(before, after);
        let centi = Score::centi;
        for (before, after, want) in [
            (centi(20), centi(-20), Loss::Centi(40)),
            (centi(20), centi(60), Loss::Centi(0)),
            (centi(0), Score::loss_in(4), Loss::Draw),
            (Score::win_in(3), centi(500), Loss::Win),
            (Score::win_in(3), Score::loss_in(2), Loss::Win),
            (Score::win_in(3), Score::win_in(9), Loss::Centi(0)),
            (Score::loss_in(8), Score::loss_in(2), Loss::Centi(0)),
            (Score::loss_in(8), centi(-900), Loss::Centi(0)),
            (centi(0), Score::win_in(2), Loss::Centi(0)),
        ] {
            assert_eq!(loss(before, after), want, "{before} to {after}");
        }
    }
}
