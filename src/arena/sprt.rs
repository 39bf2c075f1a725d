//! When a match has shown enough: the sequential probability ratio test.
//!
//! The test compares two hypotheses, that a player is `elo0` or `elo1` stronger than the other, and
//! ends the match as soon as the likelihood ratio crosses the bound set by the error rates. The ratio is
//! the generalised one of the pentanomial: each hypothesis is given the distribution of pair scores
//! that fits the results best (M. Van den Bergh, "The generalized maximum likelihood ratio for the
//! expectation value of a distribution" and "Normalized Elo"; fishtest and fastchess test the same).

use std::fmt;

use super::elo::{NELO_PER_T, Pentanomial, score};
use crate::kernel::Assignment;

/// In what an advantage is measured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Model {
    /// Elo by the mean score of a game.
    Logistic,
    /// Elo by the mean score in standard deviations of a game: an advantage takes as many games to
    /// be seen whatever the share of draws is.
    #[default]
    Normalized,
}

impl Model {
    /// Returns the greatest advantage that a test may ask for. More would leave next to nothing to the other player,
    /// and the likeliest distribution would rest on scores that were never seen.
    const fn most(self) -> f64 {
        match self {
            Self::Logistic => 1000.0,
            Self::Normalized => 200.0,
        }
    }
}

/// A test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The advantage of the first hypothesis.
    pub elo0: f64,
    /// The advantage of the second one, greater than `elo0`.
    pub elo1: f64,
    /// How likely the second hypothesis may be accepted when the first is true.
    pub alpha: f64,
    /// How likely the first hypothesis may be accepted when the second is true.
    pub beta: f64,
    /// In what the advantages are measured.
    pub model: Model,
}

/// What a test has shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The first hypothesis is accepted: no such advantage.
    H0,
    /// The second hypothesis is accepted.
    H1,
}

impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::H0 => "H0 was accepted",
            Self::H1 => "H1 was accepted",
        })
    }
}

impl Default for Sprt {
    fn default() -> Self {
        Self { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05, model: Model::default() }
    }
}

impl fmt::Display for Sprt {
    /// Writes the test as it is read: `elo0=0,elo1=10,alpha=0.05,beta=0.05,model=normalized`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { elo0, elo1, alpha, beta, model } = self;
        let model = match model {
            Model::Logistic => "logistic",
            Model::Normalized => "normalized",
        };
        write!(f, "elo0={elo0},elo1={elo1},alpha={alpha},beta={beta},model={model}")
    }
}

impl std::str::FromStr for Sprt {
    type Err = String;

    /// Reads `elo0=..,elo1=..,alpha=..,beta=..,model=..`; what is left out keeps its default.
    fn from_str(text: &str) -> Result<Self, String> {
        let mut test = Self::default();
        for part in text.split(',') {
            let Assignment { name: key, value } = part.parse()?;
            let number = || match value.parse::<f64>() {
                Ok(number) if number.is_finite() => Ok(number),
                _ => Err(format!("{key} wants a number, got {value:?}")),
            };
            match key.as_str() {
                "elo0" => test.elo0 = number()?,
                "elo1" => test.elo1 = number()?,
                "alpha" => test.alpha = number()?,
                "beta" => test.beta = number()?,
                "model" => {
                    test.model = match value.as_str() {
                        "logistic" => Model::Logistic,
                        "normalized" => Model::Normalized,
                        _ => return Err(format!("model is logistic or normalized, not {value:?}")),
                    }
                }
                _ => return Err(format!("there is no {key:?}, but elo0 elo1 alpha beta model")),
            }
        }
        let most = test.model.most();
        for (name, elo) in [("elo0", test.elo0), ("elo1", test.elo1)] {
            if elo.abs() > most {
                return Err(format!("{name}={elo} must lie between -{most} and {most}"));
            }
        }
        if test.elo0 >= test.elo1 {
            return Err(format!("elo0={} must be less than elo1={}", test.elo0, test.elo1));
        }
        for (name, rate) in [("alpha", test.alpha), ("beta", test.beta)] {
            if rate <= 0.0 || rate >= 0.5 {
                return Err(format!("{name}={rate} must lie between 0 and 0.5"));
            }
        }
        Ok(test)
    }
}

impl Sprt {
    /// Returns the log-likelihood ratios at which the first and the second hypothesis is accepted.
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        (libm::log(self.beta / (1.0 - self.alpha)), libm::log((1.0 - self.beta) / self.alpha))
    }

    /// Returns the log-likelihood ratio of the second hypothesis to the first; 0 where no distribution fits one of
    /// them.
    #[must_use]
    pub fn ratio(&self, results: &Pentanomial) -> f64 {
        if results.pairs() == 0 {
            return 0.0;
        }
        // Scores that have not occurred yet may still do so.
        let counts = five(&|i| (results.0[i] as f64).max(1e-3));
        let pairs: f64 = counts.iter().sum();
        let seen = five(&|i| counts[i] / pairs);
        let fit = |elo: f64| match self.model {
            Model::Logistic => with_mean(&seen, score(elo)),
            // A pair varies by 1/sqrt(2) of what a game does.
            Model::Normalized => with_t(&seen, std::f64::consts::SQRT_2 * elo / NELO_PER_T),
        };
        let (Some(p0), Some(p1)) = (fit(self.elo0), fit(self.elo1)) else { return 0.0 };
        pairs * (0..5).map(|i| seen[i] * libm::log(p1[i] / p0[i])).sum::<f64>()
    }

    /// Returns what the results have decided, if anything.
    #[must_use]
    pub fn decision(&self, results: &Pentanomial) -> Option<Decision> {
        let (lower, upper) = self.bounds();
        match self.ratio(results) {
            ratio if ratio <= lower => Some(Decision::H0),
            ratio if ratio >= upper => Some(Decision::H1),
            _ => None,
        }
    }
}

/// The scores of a pair per game.
const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// Returns what `of` returns for each result of a pair.
fn five(of: &dyn Fn(usize) -> f64) -> [f64; 5] {
    [of(0), of(1), of(2), of(3), of(4)]
}

/// Returns the likeliest distribution with that mean, given what was seen; `None` if there is none.
fn with_mean(seen: &[f64; 5], mean: f64) -> Option<[f64; 5]> {
    reweighted(seen, &five(&|i| SCORES[i] - mean))
}

/// Returns the likeliest distribution whose mean lies `t` standard deviations above one half, given
/// what was seen: a fixed point, since the deviation depends on the distribution. `None` if there is none.
fn with_t(seen: &[f64; 5], t: f64) -> Option<[f64; 5]> {
    let mut fit = [0.2; 5];
    for _ in 0..50 {
        let mean: f64 = (0..5).map(|i| fit[i] * SCORES[i]).sum();
        let variance: f64 = (0..5).map(|i| fit[i] * (SCORES[i] - mean).powi(2)).sum();
        let deviation = variance.sqrt();
        // The gradient of mean - 1/2 - t * deviation in the probabilities.
        let pull = five(&|i| {
            let z = (mean - SCORES[i]) / deviation;
            SCORES[i] - 0.5 - t * deviation * (1.0 + z * z) / 2.0
        });
        let next = reweighted(seen, &pull)?;
        let moved = (0..5).map(|i| (next[i] - fit[i]).abs()).fold(0.0, f64::max);
        fit = next;
        if moved < 1e-9 {
            break;
        }
    }
    Some(fit)
}

/// Returns the likeliest distribution, given what was seen, under which `pull` is 0 on average:
/// `p / (1 + x * pull)` with the only `x` that makes it so. `None` if no distribution does.
fn reweighted(seen: &[f64; 5], pull: &[f64; 5]) -> Option<[f64; 5]> {
    let least = pull.iter().copied().fold(f64::INFINITY, f64::min);
    let most = pull.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if least >= 0.0 || most <= 0.0 {
        return None;
    }
    // The sum falls from plus to minus infinity between the poles.
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    for _ in 0..200 {
        let x = (low + high) / 2.0;
        let sum: f64 = (0..5).map(|i| seen[i] * pull[i] / (1.0 + x * pull[i])).sum();
        if sum > 0.0 { low = x } else { high = x }
    }
    let x = (low + high) / 2.0;
    Some(five(&|i| seen[i] / (1.0 + x * pull[i])))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The ratios that the tests of fastchess (app/tests/sprt_test.cpp) expect, to one per cent as
    /// there.
    #[test]
    fn agrees_with_fastchess() {
        let cases = [
            ("elo0=0,elo1=2", [365, 16618, 36229, 16974, 390], 2.25),
            ("elo0=-1.75,elo1=0.25", [127, 4883, 10712, 5150, 104], 3.01),
            ("elo0=0.5,elo1=2.5,model=logistic", [223, 9863, 21279, 10037, 246], -3.07),
            ("elo0=0,elo1=2,model=logistic", [871, 26175, 55983, 26678, 821], -4.98),
        ];
        for (test, pairs, expected) in cases {
            let ratio = test.parse::<Sprt>().unwrap().ratio(&Pentanomial(pairs));
            assert!((ratio - expected).abs() <= 0.01 * f64::abs(expected), "{test}: {ratio}");
        }
    }

    #[test]
    fn is_exact_where_it_can_be_worked_out() {
        // Whoever wins all games does so under both hypotheses as often as their means allow:
        // half of the time under 0, and (1 + t) / 2 under t, since the deviation is 1/2 up to t^2.
        let test: Sprt = "elo0=0,elo1=5".parse().unwrap();
        let t = std::f64::consts::SQRT_2 * 5.0 / NELO_PER_T;
        let ratio = test.ratio(&Pentanomial([0, 0, 0, 0, 104]));
        assert!((ratio - 104.0 * libm::log1p(t)).abs() < 1e-3, "{ratio}");
    }

    #[test]
    fn ends_at_its_bounds() {
        let test: Sprt = "elo0=0,elo1=5".parse().unwrap();
        let (lower, upper) = test.bounds();
        assert!((lower + 2.944).abs() < 1e-3 && (upper - 2.944).abs() < 1e-3);
        assert_eq!(test.decision(&Pentanomial::default()), None);
        assert_eq!(test.decision(&Pentanomial([0, 0, 0, 0, 200])), Some(Decision::H1));
        assert_eq!(test.decision(&Pentanomial([200, 0, 0, 0, 0])), Some(Decision::H0));
        assert_eq!(test.decision(&Pentanomial([20, 20, 20, 20, 20])), None);
    }

    #[test]
    fn who_loses_every_game_is_never_the_stronger() {
        let pairs = |most: f64| [-1.0, -0.5, -0.1, 0.0, 0.1, 0.5, 1.0].map(|share| share * most);
        for model in [Model::Logistic, Model::Normalized] {
            let elos = pairs(model.most());
            for (elo0, elo1) in elos.iter().zip(&elos[1..]).chain([(&elos[0], &elos[6])]) {
                let test = Sprt { elo0: *elo0, elo1: *elo1, model, ..Sprt::default() };
                for games in [1, 30, 1000] {
                    let lost = test.ratio(&Pentanomial([games, 0, 0, 0, 0]));
                    let won = test.ratio(&Pentanomial([0, 0, 0, 0, games]));
                    assert!(lost < 0.0 && won > 0.0, "{test}, {games} pairs: {lost} {won}");
                }
            }
        }
    }

    #[test]
    fn reads_as_it_is_written() {
        let text = "elo0=-1.5,elo1=2,alpha=0.1,beta=0.02,model=logistic";
        assert_eq!(text.parse::<Sprt>().unwrap().to_string(), text);
        for (wrong, error) in [
            ("elo0", "\"elo0\" is not NAME=VALUE"),
            ("elo0=x", "elo0 wants a number, got \"x\""),
            ("elo0=NaN", "elo0 wants a number, got \"NaN\""),
            ("elo=1", "there is no \"elo\", but elo0 elo1 alpha beta model"),
            ("elo1=200.5", "elo1=200.5 must lie between -200 and 200"),
            ("elo0=-1001,model=logistic", "elo0=-1001 must lie between -1000 and 1000"),
            ("elo0=5,elo1=5", "elo0=5 must be less than elo1=5"),
            ("alpha=0.6", "alpha=0.6 must lie between 0 and 0.5"),
            ("model=bayesian", "model is logistic or normalized, not \"bayesian\""),
        ] {
            assert_eq!(wrong.parse::<Sprt>().unwrap_err(), error);
        }
    }
}
