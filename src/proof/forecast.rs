//! What a whole proof takes, told from a sample.
//!
//! The nodes of a question grow as a power of the number of ways to play on: with perfect ordering alpha-beta
//! visits the square root of them (Knuth and Moore 1975), and every question here is one of a null window. The
//! power is fitted to the sample, from its latest positions to its earliest; parts are earlier still.

use super::chances::settled;
use super::plan::Plan;
use super::sampler::Rung;
use super::tree::Tree;
use crate::kernel::{Part, SplitMix64, sort};

/// How often the sample is drawn again from itself, to tell the error (Efron 1979).
const DRAWS: usize = 1_000;
/// How many times the rest of the tree is decided at random.
const TRIALS: usize = 20;
/// With more parts that takes too long.
const MOST_PARTS: usize = 20_000;

/// A value, and between which others it lies with a probability of 90 %.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// The estimate.
    pub value: f64,
    /// It may be as low as this.
    pub low: f64,
    /// It may be as high as this.
    pub high: f64,
}

impl Spread {
    /// Returns it in another unit.
    #[must_use]
    pub fn times(self, factor: f64) -> Self {
        Self { value: self.value * factor, low: self.low * factor, high: self.high * factor }
    }

    /// Returns the product of two values whose relative errors are independent.
    #[must_use]
    pub fn product(self, other: Self) -> Self {
        let value = self.value * other.value;
        let apart = |one: f64, two: f64| {
            libm::exp(libm::hypot(libm::log(one / self.value), libm::log(two / other.value)))
        };
        Self {
            value,
            low: value / apart(self.low, other.low),
            high: value * apart(self.high, other.high),
        }
    }
}

/// A forecast.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Forecast {
    /// The power of the ways to play on that the nodes grow as; `None` if parts were asked themselves.
    pub power: Option<Spread>,
    /// The nodes of a part.
    pub nodes: Spread,
    /// The parts of the sample.
    pub parts: usize,
    /// In how many of them the margin is reached.
    pub reached: usize,
}

impl Forecast {
    /// Makes a forecast from the rungs of some parts, the latest position of each part first.
    /// `None` if that is not enough.
    #[must_use]
    pub fn new(sample: &[Vec<Rung>], seed: u64) -> Option<Self> {
        let sample: Vec<&[Rung]> =
            sample.iter().map(Vec::as_slice).filter(|rungs| !rungs.is_empty()).collect();
        let (nodes, power) = extrapolated(&sample)?;
        let mut rng = SplitMix64::of_series(seed);
        let (mut all_nodes, mut powers) = (Vec::new(), Vec::new());
        for _ in 0..DRAWS {
            let drawn: Vec<&[Rung]> =
                sample.iter().map(|_| sample[rng.below(sample.len())]).collect();
            let (nodes, power) = extrapolated(&drawn)?;
            all_nodes.push(nodes);
            powers.extend(power);
        }
        let top = sample.iter().filter_map(|rungs| rungs.last());
        let reached = top.filter(|rung| rung.is_reached).count();
        let power = power.map(|value| spread(value, powers));
        Some(Self { power, nodes: spread(nodes, all_nodes), parts: sample.len(), reached })
    }

    /// Returns how many questions are answered before that one about the first position is decided, if the answers
    /// come at random and independently, each as often as the sample suggests. `None` if there are too many parts to
    /// try that.
    #[must_use]
    pub fn questions(&self, tree: &Tree, margin: i32, seed: u64) -> Option<Spread> {
        if tree.parts() > MOST_PARTS {
            return None;
        }
        let mut counts = Vec::new();
        for trial in 0..TRIALS {
            let mut rng = SplitMix64::nth(seed, trial as u64);
            let share = self.share(&mut rng);
            let mut tree = tree.clone();
            let mut count = 0;
            let mut plan = Plan::default();
            while !tree.is_decided(margin) {
                if !plan.decides(&tree, margin) {
                    plan = Plan::new(&tree, margin, &settled);
                }
                let question = plan.next(&tree, Part::default(), 1).pop()?;
                let is_reached = rng.fraction() < share;
                tree.answer(question, is_reached).ok()?;
                count += 1;
            }
            counts.push(f64::from(count));
        }
        let mean = counts.iter().sum::<f64>() / counts.len() as f64;
        Some(spread(mean, counts))
    }

    /// Draws a share of answers that are yes, as likely as the sample makes it if each share was as likely before.
    fn share(&self, rng: &mut SplitMix64) -> f64 {
        // One of the order statistics of uniform numbers has that distribution, a beta distribution.
        let mut shares: Vec<f64> = (0..=self.parts).map(|_| rng.fraction()).collect();
        sort::by(&mut shares, f64::total_cmp);
        shares[self.reached]
    }
}

/// Returns the nodes of a part on average, and the power that they grow as.
fn extrapolated(sample: &[&[Rung]]) -> Option<(f64, Option<f64>)> {
    let mean = |of: &dyn Fn(&[Rung]) -> Option<f64>| {
        let values: Vec<f64> = sample.iter().filter_map(|rungs| of(rungs)).collect();
        (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
    };
    let last = |rungs: &[Rung]| rungs.last().copied();
    let early = mean(&|rungs| Some(last(rungs)?.nodes as f64))?;
    let ways = mean(&|rungs| Some(last(rungs)?.ways))?;
    if ways == 0.0 {
        return Some((early, None));
    }
    let late = mean(&|rungs| Some(rungs.first()?.nodes as f64))?;
    let between = mean(&|rungs| Some(rungs.first()?.ways - last(rungs)?.ways))?;
    let power = libm::log(early / late) / between;
    power.is_finite().then(|| (early * libm::exp(power * ways), Some(power)))
}

fn spread(value: f64, mut values: Vec<f64>) -> Spread {
    sort::by(&mut values, f64::total_cmp);
    let at = |share: f64| values[((values.len() - 1) as f64 * share).round() as usize];
    Spread { value, low: at(0.05), high: at(0.95) }
}
