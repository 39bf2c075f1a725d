//! Choosing among what is known: the best, the most worth trying, or by weight.

use crate::kernel::{Gather, SplitMix64};

/// The exploration constant of UCB1. 0.2, 0.5 and 1 do equally well against random play.
const CURIOSITY: f64 = 0.5;

/// Returns the index of the move to try next by UCB1: much is expected of it, or little is known
/// about it. Ties are broken at random.
pub(crate) fn explore(known: &[(f64, u64)], curiosity: f64, rng: &mut SplitMix64) -> Option<usize> {
    let all: u64 = known.iter().map(|(_, games)| games).sum();
    let tried = libm::log1p(all as f64);
    let promise = |(weight, games): &(f64, u64)| {
        weight + curiosity * CURIOSITY * (tried / (*games as f64 + 1.0)).sqrt()
    };
    best(&known.iter().map(promise).gather(), rng)
}

/// Returns the index of the greatest; ties are broken at random.
pub(super) fn best(values: &[f64], rng: &mut SplitMix64) -> Option<usize> {
    let greatest = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let at: Vec<usize> = (0..values.len()).filter(|at| values[*at] >= greatest).gather();
    (!at.is_empty()).then(|| at[rng.below(at.len())])
}

/// Draws an index by weight; `None` if no weight is positive.
pub(super) fn draw(weights: &[f64], rng: &mut SplitMix64) -> Option<usize> {
    let sum: f64 = weights.iter().sum();
    let mut left = rng.fraction() * sum;
    let mut last = None;
    for (at, weight) in weights.iter().enumerate().filter(|(_, weight)| **weight > 0.0) {
        last = Some(at);
        left -= weight;
        if left < 0.0 {
            break;
        }
    }
    last
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_follow_the_weights() {
        let mut rng = SplitMix64::new(4);
        let mut seen = [0; 4];
        for _ in 0..4000 {
            seen[draw(&[1.0, 0.0, 2.0, 1.0], &mut rng).unwrap()] += 1;
        }
        assert_eq!(seen[1], 0);
        assert!(seen[2] > 1850 && seen[2] < 2150 && seen[0] > 850 && seen[3] > 850, "{seen:?}");
        assert_eq!(draw(&[], &mut rng), None);
        assert_eq!(draw(&[0.0], &mut rng), None);
    }

    #[test]
    fn exploring_tries_everything_and_returns_to_the_best() {
        let mut rng = SplitMix64::new(4);
        let mut known = [(0.5, 0_u64); 3];
        for _ in 0..300 {
            let at = explore(&known, 1.0, &mut rng).unwrap();
            // The third one always wins, the others never do.
            known[at].1 += 1;
            known[at].0 = if at == 2 { 1.0 } else { 1.0 / (known[at].1 as f64 + 2.0) };
        }
        assert!(known[0].1 > 0 && known[1].1 > 0 && known[2].1 > 250, "{known:?}");
    }
}
