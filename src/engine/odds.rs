//! What a score says about the result: win, draw and loss in thousandths.

use crate::games::GameKind;
use crate::kernel::Score;

/// How the results of a game depend on the score.
///
/// With a score of s hundredths the side to move wins with probability 1 / (1 + exp((a - s) / b))
/// and loses with 1 / (1 + exp((a + s) / b)); the rest are draws.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Odds {
    /// The score that wins every other game: a.
    pub even: f64,
    /// How far around it results mix: b.
    pub spread: f64,
}

impl Odds {
    /// Returns the odds of a game, as `scripts/fit-odds.py` found them in games of the engine with
    /// itself at 300 nodes a move: 218 of Coerceo, 541 of Dominions, 5585 of Hexceed, 2791 of
    /// Morris and 1721 of Trimok. Between better players a small lead is worth more.
    #[must_use]
    pub const fn of(kind: GameKind) -> Self {
        let (even, spread) = match kind {
            GameKind::Coerceo => (80.0, 140.0),
            GameKind::Dominions => (80.0, 200.0),
            GameKind::Hexceed => (60.0, 90.0),
            GameKind::Morris => (300.0, 200.0),
            GameKind::Trimok => (5.0, 110.0),
        };
        Self { even, spread }
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
        let chance = |score: f64| 1.0 / (1.0 + ((self.even - score) / self.spread).exp());
        let [win, loss] = [score, -score].map(|score| (1000.0 * chance(score)) as u32);
        let loss = loss.min(1000 - win);
        [win, 1000 - win - loss, loss]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odds_are_fair_and_add_up() {
        for kind in GameKind::ALL {
            let odds = Odds::of(kind);
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
        let odds = Odds::of(GameKind::Morris);
        assert_eq!(odds.thousandths(Score::win_in(5), false), [1000, 0, 0]);
        assert_eq!(odds.thousandths(Score::loss_in(0), false), [0, 0, 1000]);
        assert_eq!(odds.thousandths(Score::ZERO, true), [0, 1000, 0]);
        assert_eq!(odds.thousandths(Score::points(-7), true), [0, 0, 1000]);
    }
}
