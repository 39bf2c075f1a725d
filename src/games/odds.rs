//! What a score says about the result: win, draw and loss in thousandths.

use crate::kernel::Score;

/// How the results of a game depend on the score.
///
/// With a score of s hundredths the side to move wins with probability 1 / (1 + exp((a - s) / b))
/// and loses with 1 / (1 + exp((a + s) / b)); the rest are draws. `quincunx train --odds` fits both
/// numbers to games of the engine against itself at 300 nodes a move; between stronger players a
/// small lead is worth more.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Odds {
    /// The score at which every second game is won: a.
    pub even: f64,
    /// The width of the transition around it: b.
    pub spread: f64,
}

impl Odds {
    /// Returns the probability that a side wins at a score, in hundredths of the unit.
    #[must_use]
    pub fn chance(self, score: f64) -> f64 {
        1.0 / (1.0 + libm::exp((self.even - score) / self.spread))
    }

    /// Returns the thousandths of wins, draws and losses of the side to move; they add up to 1000.
    /// `is_certain` says that the sign of the score is the result.
    #[must_use]
    pub fn thousandths(self, score: Score, is_certain: bool) -> [u32; 3] {
        if score.is_decisive() || is_certain {
            return match score.cmp(&Score::ZERO) {
                std::cmp::Ordering::Greater => [1000, 0, 0],
                std::cmp::Ordering::Equal => [0, 1000, 0],
                std::cmp::Ordering::Less => [0, 0, 1000],
            };
        }
        let score = f64::from(score.value());
        let thousandths = |score| (1000.0 * self.chance(score)) as u32;
        let win = thousandths(score);
        let loss = thousandths(-score).min(1000 - win);
        [win, 1000 - win - loss, loss]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{GameList, Standard};

    #[test]
    fn odds_are_fair_and_add_up() {
        for kind in Standard::ALL {
            let odds = kind.about().odds;
            let mut before = 0;
            for centi in (-31_000..=31_000).step_by(37) {
                let [win, draw, loss] = odds.thousandths(Score::centi(centi), false);
                assert_eq!(win + draw + loss, 1000, "{kind} {centi}");
                assert!(win >= before, "{kind}: more is better");
                before = win;
                let other = odds.thousandths(Score::centi(-centi), false);
                assert!(other[0].abs_diff(loss) <= 1 && other[2].abs_diff(win) <= 1);
            }
        }
    }

    #[test]
    fn proofs_are_certain() {
        let odds = Standard::ALL[0].about().odds;
        assert_eq!(odds.thousandths(Score::win_in(5), false), [1000, 0, 0]);
        assert_eq!(odds.thousandths(Score::loss_in(0), false), [0, 0, 1000]);
        assert_eq!(odds.thousandths(Score::ZERO, true), [0, 1000, 0]);
        assert_eq!(odds.thousandths(Score::points(-7), true), [0, 0, 1000]);
    }
}
