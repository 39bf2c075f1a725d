//! What a line of play is worth, and how that is known.

use std::fmt;
use std::ops::Neg;

use super::oracle::Verdict;
use super::outcome::Outcome;
use super::player::Player;
use super::score::Score;

/// What a position or a line of play is worth to the side to move, and how that is known.
///
/// The search compares bare [`Score`]s; this is what it reports about a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worth {
    /// Judged by the evaluation, in hundredths of the game's unit.
    Estimate(i32),
    /// The side to move wins after this many plies.
    Win(u32),
    /// The game has ended in a draw.
    Draw,
    /// The side to move loses after this many plies.
    Loss(u32),
    /// The final margin in points, with best play of both sides to the end.
    Margin(i32),
    /// What tables of solved positions say.
    Table(Verdict),
}

impl Worth {
    /// Returns what the end of a game is worth to a player.
    #[must_use]
    pub fn finished(outcome: Outcome, player: Player) -> Self {
        match (outcome.margin, outcome.winner) {
            (Some(margin), _) => Self::Margin(margin * player.sign()),
            (None, None) => Self::Draw,
            (None, Some(winner)) if winner == player => Self::Win(0),
            (None, Some(_)) => Self::Loss(0),
        }
    }

    /// Returns the score, by which what is certain compares with estimates.
    #[must_use]
    pub const fn score(self) -> Score {
        match self {
            Self::Estimate(centi) => Score::centi(centi),
            Self::Win(plies) => Score::win_in(plies),
            Self::Draw => Score::ZERO,
            Self::Loss(plies) => Score::loss_in(plies),
            Self::Margin(points) => Score::points(points),
            Self::Table(verdict) => verdict.score(),
        }
    }

    /// Returns whether the sign of the score is the result under best play.
    #[must_use]
    pub const fn is_certain(self) -> bool {
        !matches!(self, Self::Estimate(_))
    }

    /// Returns the same as seen `plies` plies earlier: a win or loss moves away by as much.
    #[must_use]
    pub fn delayed(self, plies: u32) -> Self {
        match self {
            Self::Win(left) => Self::Win(left + plies),
            Self::Loss(left) => Self::Loss(left + plies),
            Self::Table(Verdict::Win(distance)) => Self::Win(distance.end + plies),
            Self::Table(Verdict::Draw) => Self::Draw,
            Self::Table(Verdict::Loss(distance)) => Self::Loss(distance.end + plies),
            same @ (Self::Estimate(_) | Self::Draw | Self::Margin(_)) => same,
        }
    }
}

impl From<Score> for Worth {
    /// Takes a decisive score as a proof and any other as an estimate.
    fn from(score: Score) -> Self {
        match score.plies() {
            Some(plies) if score.is_win() => Self::Win(plies),
            Some(plies) => Self::Loss(plies),
            None => Self::Estimate(score.value()),
        }
    }
}

impl Neg for Worth {
    type Output = Self;

    /// Returns the same from the view of the other player.
    fn neg(self) -> Self {
        match self {
            Self::Estimate(centi) => Self::Estimate(-centi),
            Self::Win(plies) => Self::Loss(plies),
            Self::Draw => Self::Draw,
            Self::Loss(plies) => Self::Win(plies),
            Self::Margin(points) => Self::Margin(-points),
            Self::Table(verdict) => Self::Table(-verdict),
        }
    }
}

impl fmt::Display for Worth {
    /// Writes the [score](Self::score).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.score().fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Distance, Ending};
    use super::*;

    const ALL: [Worth; 8] = [
        Worth::Estimate(-45),
        Worth::Win(3),
        Worth::Draw,
        Worth::Loss(0),
        Worth::Margin(7),
        Worth::Table(Verdict::Win(Distance { progress: 3, end: 9 })),
        Worth::Table(Verdict::Draw),
        Worth::Table(Verdict::Loss(Distance { progress: 2, end: 12 })),
    ];

    #[test]
    fn turns_and_moves_away_as_its_score_does() {
        for worth in ALL {
            assert_eq!(-(-worth), worth);
            assert_eq!((-worth).score(), -worth.score(), "{worth:?}");
            assert_eq!(worth.delayed(2).score(), worth.score().delayed(2), "{worth:?}");
            assert_eq!(worth.delayed(2).is_certain(), worth.is_certain(), "{worth:?}");
            assert_eq!(worth.to_string(), worth.score().to_string());
        }
    }

    #[test]
    fn a_score_is_an_estimate_or_a_proof() {
        for (score, worth) in [
            (Score::centi(-45), Worth::Estimate(-45)),
            (Score::ZERO, Worth::Estimate(0)),
            (Score::win_in(3), Worth::Win(3)),
            (Score::win_in(0), Worth::Win(0)),
            (Score::loss_in(0), Worth::Loss(0)),
        ] {
            assert_eq!((Worth::from(score), worth.score()), (worth, score));
        }
    }

    #[test]
    fn finished_games_are_certain() {
        let resigned = Outcome::won(Player::First, Ending::Resigned);
        assert_eq!(Worth::finished(resigned, Player::First), Worth::Win(0));
        assert_eq!(Worth::finished(resigned, Player::Second), Worth::Loss(0));
        assert_eq!(Worth::finished(Outcome::points(-4), Player::Second), Worth::Margin(4));
        let drawn = Outcome::drawn(Ending::Repetition);
        assert_eq!(Worth::finished(drawn, Player::Second), Worth::Draw);
    }
}
