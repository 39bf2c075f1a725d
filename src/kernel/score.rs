//! What the search says a position is worth.

use std::fmt;
use std::ops::{Add, Neg, Sub};

/// A value from the view of the side to move, in hundredths of a game's unit.
///
/// The unit is what the game counts: one man, one piece, one point of the final margin. A
/// *decisive* score says that the game is won or lost and in how many plies; games of points have
/// none, since there a margin says more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i32);

/// The greatest number of plies that a decisive score can be away, and the deepest ply that the
/// search reaches.
pub const MAX_PLY: u32 = 1000;

const WIN: i32 = 32_000;
const DECISIVE: i32 = WIN - MAX_PLY as i32;

impl Score {
    /// An even position; a draw.
    pub const ZERO: Self = Self(0);
    /// Above every score that a position can have.
    pub const INFINITY: Self = Self(WIN + 1);
    /// The greatest score that an evaluation may give: below every decisive win.
    pub const MAX_HEURISTIC: Self = Self(DECISIVE - 1);
    /// The greatest margin that a game of points may have: twice as many points, a margin plus its
    /// settled part, are still below every decisive win.
    pub const MAX_POINTS: i32 = (DECISIVE - 1) / 100 / 2;

    /// Returns a score of `centi` hundredths of the unit, clamped to what an evaluation may return.
    #[must_use]
    #[inline]
    pub const fn centi(centi: i32) -> Self {
        if centi >= DECISIVE {
            Self(DECISIVE - 1)
        } else if centi <= -DECISIVE {
            Self(-DECISIVE + 1)
        } else {
            Self(centi)
        }
    }

    /// Returns the score of `points` points of margin, which must not exceed
    /// [`MAX_POINTS`](Self::MAX_POINTS) either way.
    #[must_use]
    pub const fn points(points: i32) -> Self {
        debug_assert!(points.abs() <= Self::MAX_POINTS, "no game has such a margin");
        Self::centi(points * 100)
    }

    /// Returns the score of a win for the side to move after `plies` plies; 0 means that the game
    /// is already won.
    #[must_use]
    pub const fn win_in(plies: u32) -> Self {
        Self(WIN - if plies < MAX_PLY { plies } else { MAX_PLY } as i32)
    }

    /// Returns the score of a loss for the side to move after `plies` plies.
    #[must_use]
    pub const fn loss_in(plies: u32) -> Self {
        Self(-Self::win_in(plies).0)
    }

    /// Returns the value in hundredths of the unit. Only meaningful when not decisive.
    #[must_use]
    #[inline]
    pub const fn value(self) -> i32 {
        self.0
    }

    /// Returns whether the score says that the game is won or lost.
    #[must_use]
    #[inline]
    pub const fn is_decisive(self) -> bool {
        self.is_win() || self.is_loss()
    }

    /// Returns whether the score says that the side to move wins.
    #[must_use]
    #[inline]
    pub const fn is_win(self) -> bool {
        self.0 >= DECISIVE
    }

    /// Returns whether the score says that the side to move loses.
    #[must_use]
    #[inline]
    pub const fn is_loss(self) -> bool {
        self.0 <= -DECISIVE
    }

    /// Returns the plies to the end of the game if the score is decisive, else `None`.
    #[must_use]
    pub const fn plies(self) -> Option<u32> {
        if self.is_decisive() { Some((WIN - self.0.abs()) as u32) } else { None }
    }

    /// Returns this score as seen `plies` plies earlier: a decisive score moves away by as much.
    #[must_use]
    #[inline]
    pub const fn delayed(self, plies: u32) -> Self {
        if self.is_win() {
            Self::win_in(WIN.abs_diff(self.0) + plies)
        } else if self.is_loss() {
            Self::loss_in(WIN.abs_diff(-self.0) + plies)
        } else {
            self
        }
    }

    /// Returns this score as seen `plies` plies later: the inverse of [`delayed`](Self::delayed)
    /// where that did not reach [`MAX_PLY`].
    #[must_use]
    #[inline]
    pub const fn hastened(self, plies: u32) -> Self {
        if self.is_win() {
            Self::win_in(WIN.abs_diff(self.0).saturating_sub(plies))
        } else if self.is_loss() {
            Self::loss_in(WIN.abs_diff(-self.0).saturating_sub(plies))
        } else {
            self
        }
    }

    /// Returns the score as the 16 bits that the table keeps.
    #[must_use]
    #[inline]
    pub const fn to_bits(self) -> u16 {
        self.0 as i16 as u16
    }

    /// Returns the score of those 16 bits.
    #[must_use]
    #[inline]
    pub const fn from_bits(bits: u16) -> Self {
        Self(bits as i16 as i32)
    }
}

impl Neg for Score {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Add<i32> for Score {
    type Output = Self;

    /// Moves the score by hundredths of the unit, for window arithmetic; the sum stays between the infinities.
    #[inline]
    fn add(self, centi: i32) -> Self {
        Self((self.0 + centi).clamp(-WIN - 1, WIN + 1))
    }
}

impl Sub<i32> for Score {
    type Output = Self;

    #[inline]
    fn sub(self, centi: i32) -> Self {
        self + -centi
    }
}

impl fmt::Display for Score {
    /// Writes hundredths as units with two decimals and a sign, a decisive score as `win in 3` or
    /// `loss in 4`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.plies() {
            Some(plies) if self.is_win() => write!(f, "win in {plies}"),
            Some(plies) => write!(f, "loss in {plies}"),
            None => {
                let sign = if self.0 < 0 { '-' } else { '+' };
                write!(f, "{sign}{}.{:02}", self.0.abs() / 100, self.0.abs() % 100)
            }
        }
    }
}

const _: () = assert!(WIN < i16::MAX as i32, "a score fits the table's 16 bits");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decisive_scores_order_by_distance_and_keep_it() {
        assert!(Score::win_in(1) > Score::win_in(3));
        assert!(Score::loss_in(4) > Score::loss_in(2));
        assert!(Score::win_in(MAX_PLY) > Score::MAX_HEURISTIC);
        assert_eq!(Score::win_in(7).plies(), Some(7));
        assert_eq!(Score::loss_in(7).plies(), Some(7));
        assert_eq!(Score::centi(700).plies(), None);
        assert_eq!(-Score::win_in(5), Score::loss_in(5));
        assert_eq!(Score::win_in(5).delayed(2), Score::win_in(7));
        assert_eq!(Score::loss_in(5).delayed(2), Score::loss_in(7));
        assert_eq!(Score::centi(-40).delayed(2), Score::centi(-40));
        assert_eq!(Score::loss_in(7).hastened(2), Score::loss_in(5));
    }

    #[test]
    fn sixteen_bits_hold_every_score() {
        for score in [
            Score::ZERO,
            Score::INFINITY,
            -Score::INFINITY,
            Score::win_in(0),
            Score::loss_in(0),
            Score::centi(i32::MAX),
            Score::centi(i32::MIN),
        ] {
            assert_eq!(Score::from_bits(score.to_bits()), score);
        }
    }

    #[test]
    fn every_margin_is_a_score_of_its_own() {
        let greatest = Score::points(Score::MAX_POINTS);
        assert_eq!(greatest.value(), Score::MAX_POINTS * 100);
        assert!(!(greatest + Score::MAX_POINTS * 100).is_decisive());
        assert!(!(-greatest - Score::MAX_POINTS * 100).is_decisive());
    }

    #[test]
    fn reads_as_a_person_would_say_it() {
        assert_eq!(Score::centi(-5).to_string(), "-0.05");
        assert_eq!(Score::points(7).to_string(), "+7.00");
        assert_eq!(Score::win_in(3).to_string(), "win in 3");
    }
}
