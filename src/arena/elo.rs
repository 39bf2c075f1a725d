//! How much stronger one player is than another: Elo from the results of pairs of games.
//!
//! Both games of a pair begin with the same opening, each player once on either side, so their
//! results depend on each other and only pairs count as independent trials. Their five possible
//! scores are the *pentanomial* of a match (M. Van den Bergh, "Normalized Elo", and the statistics
//! of fishtest).

/// The z value of a two-sided confidence of 95 %.
const Z_95: f64 = 1.959_963_984_540_054;

/// The normalized Elo that a score of one standard deviation of a game above one half is worth.
pub(super) const NELO_PER_T: f64 = 800.0 / std::f64::consts::LN_10;

/// How many pairs of games ended with each score of a player: 0, 1/2, 1, 3/2 and 2 points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pentanomial(pub [u64; 5]);

impl Pentanomial {
    /// Returns the number of pairs.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Returns whether pairs had different scores: without that nothing is known of an error.
    #[must_use]
    pub fn varies(&self) -> bool {
        self.0.iter().filter(|pairs| **pairs > 0).count() > 1
    }

    /// Counts a pair with so many half points.
    pub fn add(&mut self, half_points: usize) {
        self.0[half_points.min(4)] += 1;
    }

    /// Returns the same pairs as the other player sees them.
    #[must_use]
    pub const fn reversed(&self) -> Self {
        let [a, b, c, d, e] = self.0;
        Self([e, d, c, b, a])
    }

    /// Returns the mean score of a game and the variance of the mean score of a pair.
    pub(super) fn moments(&self) -> (f64, f64) {
        let pairs = self.pairs() as f64;
        let scored = |weigh: &dyn Fn(f64) -> f64| {
            let each = self.0.iter().enumerate().map(|(i, n)| *n as f64 * weigh(i as f64 / 4.0));
            each.sum::<f64>() / pairs
        };
        let mean = scored(&|score| score);
        (mean, scored(&|score| (score - mean) * (score - mean)))
    }

    /// Returns the estimate of the difference in strength, or `None` without pairs.
    #[must_use]
    pub fn estimate(&self) -> Option<Estimate> {
        if self.pairs() == 0 {
            return None;
        }
        let (mean, variance) = self.moments();
        let deviation = (variance / self.pairs() as f64).sqrt();
        let (low, high) = (elo(mean - Z_95 * deviation), elo(mean + Z_95 * deviation));
        // The deviation of one game, if both games of a pair were independent.
        let game = (2.0 * variance).sqrt();
        Some(Estimate {
            score: mean,
            elo: elo(mean),
            error: (high - low) / 2.0,
            normalized: NELO_PER_T * ratio(mean - 0.5, game),
            normalized_error: NELO_PER_T * Z_95 / (2.0 * self.pairs() as f64).sqrt(),
            superiority: normal(ratio(mean - 0.5, deviation)),
        })
    }
}

/// How strong a player is measured to be, compared with its opponent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The mean score of a game, 0 to 1.
    pub score: f64,
    /// The difference in logistic Elo; infinite if all games were won or lost.
    pub elo: f64,
    /// Half the width of its confidence interval of 95 %.
    pub error: f64,
    /// The difference in normalized Elo: in standard deviations of a game, on a scale of its own.
    pub normalized: f64,
    /// Half the width of its confidence interval of 95 %.
    pub normalized_error: f64,
    /// The likelihood that the player is stronger at all.
    pub superiority: f64,
}

/// Returns the logistic Elo that a mean score is worth.
#[must_use]
pub fn elo(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    400.0 * libm::log10(score / (1.0 - score))
}

/// Returns a difference in deviations, where no difference is none whatever the deviation.
fn ratio(difference: f64, deviation: f64) -> f64 {
    if difference == 0.0 { 0.0 } else { difference / deviation }
}

/// Returns the mean score that a logistic Elo leads to.
#[must_use]
pub fn score(elo: f64) -> f64 {
    1.0 / (1.0 + libm::exp10(-elo / 400.0))
}

/// Returns the distribution function of the normal distribution: Abramowitz and Stegun 26.2.17,
/// exact to 7.5e-8.
fn normal(z: f64) -> f64 {
    let t = 1.0 / (1.0 + 0.231_641_9 * z.abs());
    let series = [1.330_274_429, -1.821_255_978, 1.781_477_937, -0.356_563_782, 0.319_381_530];
    let tail = series.iter().fold(0.0, |sum, c| (sum + c) * t) * libm::exp(-z * z / 2.0)
        / (2.0 * std::f64::consts::PI).sqrt();
    if z >= 0.0 { 1.0 - tail } else { tail }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The values that the tests of fastchess (app/tests/elo_test.cpp) expect of the same pairs, to
    /// one per cent as there.
    #[test]
    fn agrees_with_fastchess() {
        let cases = [
            ([34, 54, 63, 64, 75], [57.94, 28.28, 55.58, 27.65], Some(1.0)),
            ([332, 433, 498, 333, 334], [-9.17, 10.96, -8.64, 10.33], Some(0.0505)),
            ([7895, 8757, 5685, 568, 9999], [-19.01, 2.65, -21.04, 2.95], None),
        ];
        for (pairs, expected, superiority) in cases {
            let e = Pentanomial(pairs).estimate().unwrap();
            let found = [e.normalized, e.normalized_error, e.elo, e.error];
            for (found, expected) in found.into_iter().zip(expected) {
                assert!((found - expected).abs() <= 0.01 * expected.abs(), "{pairs:?}: {found}");
            }
            if let Some(expected) = superiority {
                assert!((e.superiority - expected).abs() < 1e-4, "{pairs:?}: {e:?}");
            }
        }
    }

    #[test]
    fn one_sided_results_have_no_finite_elo() {
        let won = Pentanomial([0, 0, 0, 0, 50]).estimate().unwrap();
        assert_eq!((won.elo, won.score), (f64::INFINITY, 1.0));
        let nearly = Pentanomial([0, 0, 1, 0, 49]).estimate().unwrap();
        assert!(nearly.elo.is_finite() && nearly.error == f64::INFINITY, "{nearly:?}");
        let even = Pentanomial([0, 0, 50, 0, 0]).estimate().unwrap();
        assert_eq!((even.elo, even.error, even.normalized), (0.0, 0.0, 0.0));
        assert!((even.superiority - 0.5).abs() < 1e-8);
        assert_eq!(Pentanomial::default().estimate(), None);
        assert!((elo(score(123.0)) - 123.0).abs() < 1e-9);
    }
}
