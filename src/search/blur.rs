//! A blurred view of positions, for weak players.
//!
//! The static evaluation of each position is off by a normally distributed error, always the same one
//! for a position and a seed, as in GNU Backgammon's weaker levels. Wins, losses and draws by the rules
//! are seen as they are.

use crate::kernel::{Score, SplitMix64};

/// How badly evaluations are seen. Without a blur they are what they are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Blur {
    /// The standard deviation of the error, in hundredths of the unit.
    pub centi: u32,
    /// Each seed errs in its own way.
    pub seed: u64,
    /// Whether captures beyond the horizon go unseen: there is no quiescence.
    pub is_flat: bool,
}

impl Blur {
    /// The farthest that an error may move an evaluation from zero: a margin of points has to fit.
    const MOST: i32 = Score::MAX_POINTS * 100;
    /// The standard deviation of the sum of four numbers below 2^16.
    const SPREAD: i64 = 37_837;

    /// Returns an evaluation as it is seen of the position with that key.
    #[inline]
    pub(super) fn see(self, score: Score, key: impl FnOnce() -> u64) -> Score {
        if self.centi == 0 { score } else { self.err(score, key()) }
    }

    #[cold]
    fn err(self, score: Score, key: u64) -> Score {
        let bits = SplitMix64::new(self.seed ^ key).next_u64();
        let sum: i64 = (0..4).map(|at| (bits >> (16 * at) & 0xFFFF) as i64).sum();
        let error = (sum - 2 * 0xFFFF) * i64::from(self.centi) / Self::SPREAD;
        let most = i64::from(Self::MOST.max(score.value().abs()));
        Score::centi((i64::from(score.value()) + error).clamp(-most, most) as i32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_spread_as_told_and_stay_the_same() {
        let blur = Blur { centi: 200, seed: 7, is_flat: false };
        let errors = |blur: Blur| {
            let see = |key| f64::from(blur.see(Score::centi(50), || key).value() - 50);
            (0..20_000).map(see).collect::<Vec<f64>>()
        };
        let seen = errors(blur);
        let mean = seen.iter().sum::<f64>() / seen.len() as f64;
        let spread = (seen.iter().map(|e| e * e).sum::<f64>() / seen.len() as f64).sqrt();
        assert!(mean.abs() < 5.0 && (spread - 200.0).abs() < 5.0, "{mean} {spread}");
        assert_eq!(errors(blur), seen);
        assert_ne!(errors(Blur { seed: 8, ..blur }), seen);
        assert!(errors(Blur::default()).iter().all(|error| *error == 0.0));
    }

    #[test]
    fn an_error_makes_no_win_and_no_impossible_margin() {
        let blur = Blur { centi: u32::MAX, seed: 1, is_flat: false };
        let all = (0..1000).map(|key| blur.see(Score::ZERO, || key).value());
        assert!(all.map(i32::abs).max() <= Some(Score::MAX_POINTS * 100));
        let most = Score::MAX_HEURISTIC;
        assert!((0..1000).all(|key| !blur.see(most, || key).is_decisive()));
    }
}
