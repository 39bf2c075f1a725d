//! Logistic regression by Newton's method.
//!
//! The expected result of a position is `1 / (1 + exp(-k * w . x))` for its features `x` and the
//! weights `w`. Only the products `k * w` can be told from results, so the first weight, the unit of
//! the others, keeps its value and `k` is what the regression says it is.

use rayon::prelude::*;

use super::selfplay::Sample;

/// What a regression found.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// The weights, rounded.
    pub weights: Vec<i32>,
    /// The standard error of each, as if every position were a game of its own; 0 for the first.
    pub errors: Vec<f64>,
    /// The mean loss of the samples that were fitted, before and after, in nats.
    pub fitted_loss: [f64; 2],
    /// The mean loss of the samples that were held out, before and after.
    pub held_out_loss: [f64; 2],
}

/// How many steps are made at most; a few are enough.
const STEPS: usize = 50;
/// The pull towards the weights of before, as a share of the pull of the data.
const RIDGE: f64 = 1e-6;

/// Fits weights to samples, beginning with those that are used. Each loss is that of integer weights
/// with the `k` that suits the fitted samples best.
#[must_use]
pub fn fit(fitted: &[Sample], held_out: &[Sample], used: &[i32]) -> Fit {
    let before: Vec<f64> = used.iter().map(|w| f64::from(*w)).collect();
    let start = scale(fitted, &before);
    let origin: Vec<f64> = before.iter().map(|w| start * w).collect();
    let mut theta = origin.clone();
    let mut inverse = Vec::new();
    for _ in 0..STEPS {
        let Derivatives { mut gradient, mut hessian, loss } = derivatives(fitted, &theta);
        for i in 0..theta.len() {
            // A feature that never occurs keeps its weight.
            let pull = RIDGE * hessian[i][i] + 1e-9;
            gradient[i] += pull * (theta[i] - origin[i]);
            hessian[i][i] += pull;
        }
        inverse = invert(hessian);
        let step: Vec<f64> = inverse.iter().map(|row| dot(row, &gradient)).collect();
        let mut share = 1.0;
        let next = loop {
            let next: Vec<f64> = theta.iter().zip(&step).map(|(t, s)| t - share * s).collect();
            if share < 1e-6 || mean_loss(fitted, &next) <= loss + 1e-12 {
                break next;
            }
            share /= 2.0;
        };
        let moved = next.iter().zip(&theta).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        theta = next;
        if moved < 1e-10 {
            break;
        }
    }
    // A unit that the results say nothing about, or nothing good, leaves no scale.
    let unit = if theta[0] > 1e-9 { before[0] / theta[0] } else { 1.0 / start };
    let weights: Vec<i32> = theta.iter().map(|t| (t * unit).round() as i32).collect();
    let errors = inverse.iter().enumerate().map(|(i, row)| match i {
        0 => 0.0,
        _ => unit * (row[i] / fitted.len().max(1) as f64).sqrt(),
    });
    let losses = |weights: &[f64], k: f64, samples: &[Sample]| {
        mean_loss(samples, &weights.iter().map(|w| k * w).collect::<Vec<_>>())
    };
    let after: Vec<f64> = weights.iter().map(|w| f64::from(*w)).collect();
    let end = scale(fitted, &after);
    Fit {
        errors: errors.collect(),
        fitted_loss: [losses(&before, start, fitted), losses(&after, end, fitted)],
        held_out_loss: [losses(&before, start, held_out), losses(&after, end, held_out)],
        weights,
    }
}

/// The mean loss of some samples and its derivatives by `k * w`.
struct Derivatives {
    loss: f64,
    gradient: Vec<f64>,
    hessian: Vec<Vec<f64>>,
}

fn derivatives(samples: &[Sample], theta: &[f64]) -> Derivatives {
    let n = theta.len();
    let zero = || Derivatives { loss: 0.0, gradient: vec![0.0; n], hessian: vec![vec![0.0; n]; n] };
    let parts: Vec<Derivatives> = samples
        .par_chunks(CHUNK)
        .map(|chunk| {
            let mut sums = zero();
            for sample in chunk {
                let expected = sigmoid(value(sample, theta));
                sums.loss += loss(expected, sample.result);
                let slope = expected * (1.0 - expected);
                for i in 0..n {
                    let x = f64::from(sample.features[i]);
                    sums.gradient[i] += (expected - f64::from(sample.result)) * x;
                    for j in 0..=i {
                        sums.hessian[i][j] += slope * x * f64::from(sample.features[j]);
                    }
                }
            }
            sums
        })
        .collect();
    // Added up in a fixed order, so that the sums do not depend on the threads.
    let mut all = zero();
    let count = samples.len().max(1) as f64;
    for part in parts {
        all.loss += part.loss / count;
        for i in 0..n {
            all.gradient[i] += part.gradient[i] / count;
            for j in 0..=i {
                all.hessian[i][j] += part.hessian[i][j] / count;
            }
        }
    }
    for i in 0..n {
        for j in 0..i {
            all.hessian[j][i] = all.hessian[i][j];
        }
    }
    all
}

/// How many samples are added up at a time.
const CHUNK: usize = 4096;

fn mean_loss(samples: &[Sample], theta: &[f64]) -> f64 {
    let part = |chunk: &[Sample]| -> f64 {
        chunk.iter().map(|s| loss(sigmoid(value(s, theta)), s.result)).sum()
    };
    let parts: Vec<f64> = samples.par_chunks(CHUNK).map(part).collect();
    parts.iter().sum::<f64>() / samples.len().max(1) as f64
}

/// Returns the factor of some weights under which they predict best: the loss is convex in it.
fn scale(samples: &[Sample], weights: &[f64]) -> f64 {
    let (mut low, mut high) = (0.0, 0.1);
    let at = |k: f64| mean_loss(samples, &weights.iter().map(|w| k * w).collect::<Vec<_>>());
    for _ in 0..60 {
        let (a, b) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
        if at(a) <= at(b) { high = b } else { low = a }
    }
    (low + high) / 2.0
}

fn value(sample: &Sample, theta: &[f64]) -> f64 {
    sample.features.iter().zip(theta).map(|(x, t)| f64::from(*x) * t).sum()
}

fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// Returns the cross entropy of an expected and a true result.
fn loss(expected: f64, result: f32) -> f64 {
    let (p, r) = (expected.clamp(1e-12, 1.0 - 1e-12), f64::from(result));
    -(r * p.ln() + (1.0 - r) * (1.0 - p).ln())
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Inverts a positive definite matrix by elimination.
fn invert(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let n = matrix.len();
    let mut inverse: Vec<Vec<f64>> =
        (0..n).map(|i| (0..n).map(|j| f64::from(u8::from(i == j))).collect()).collect();
    for i in 0..n {
        let pivot = matrix[i][i];
        for j in 0..n {
            matrix[i][j] /= pivot;
            inverse[i][j] /= pivot;
        }
        let (row, unit) = (matrix[i].clone(), inverse[i].clone());
        for other in (0..n).filter(|other| *other != i) {
            let factor = matrix[other][i];
            for j in 0..n {
                matrix[other][j] -= factor * row[j];
                inverse[other][j] -= factor * unit[j];
            }
        }
    }
    inverse
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::SplitMix64;

    /// Samples whose results follow known weights.
    fn samples(count: usize, seed: u64, weights: [f64; 3], k: f64) -> Vec<Sample> {
        let mut rng = SplitMix64::new(seed);
        let mut below = |n: usize| rng.below(n);
        (0..count)
            .map(|_| {
                // The last feature never occurs.
                let features = vec![below(7) as f32 - 3.0, below(11) as f32 - 5.0, 0.0];
                let value: f64 = features.iter().zip(weights).map(|(x, w)| f64::from(*x) * w).sum();
                let wins = (below(1 << 20) as f64) < sigmoid(k * value) * f64::from(1 << 20);
                Sample { features, result: if wins { 1.0 } else { 0.0 } }
            })
            .collect()
    }

    #[test]
    fn finds_the_weights_that_made_the_results() {
        let truth = [100.0, 40.0, 7.0];
        let (fitted, held_out) =
            (samples(20_000, 1, truth, 0.008), samples(5_000, 2, truth, 0.008));
        let found = fit(&fitted, &held_out, &[100, 5, 33]);
        assert_eq!((found.weights[0], found.weights[2]), (100, 33), "{found:?}");
        assert!((found.weights[1] - 40).abs() <= 3, "{found:?}");
        let off = f64::from(found.weights[1] - 40).abs();
        assert!(off < 3.0 * found.errors[1] + 0.5, "{found:?}");
        assert!(found.fitted_loss[1] < found.fitted_loss[0] - 0.01);
        assert!(found.held_out_loss[1] < found.held_out_loss[0] - 0.01);
        // Beginning with the truth, nothing is gained.
        let again = fit(&fitted, &held_out, &found.weights);
        assert_eq!(again.weights, found.weights);
        assert!((again.held_out_loss[0] - again.held_out_loss[1]).abs() < 1e-9);
    }

    #[test]
    fn nothing_to_learn_from_changes_nothing() {
        assert_eq!(fit(&[], &[], &[100, -5]).weights, [100, -5]);
        let blind = Sample { features: vec![0.0, 0.0], result: 1.0 };
        assert_eq!(fit(&vec![blind; 10], &[], &[100, -5]).weights, [100, -5]);
    }

    #[test]
    fn a_matrix_times_its_inverse_is_one() {
        let matrix = vec![vec![4.0, 1.0, 0.5], vec![1.0, 3.0, -1.0], vec![0.5, -1.0, 2.0]];
        let inverse = invert(matrix.clone());
        for (i, row) in matrix.iter().enumerate() {
            for j in 0..3 {
                let product: f64 = (0..3).map(|k| row[k] * inverse[k][j]).sum();
                assert!((product - f64::from(u8::from(i == j))).abs() < 1e-12);
            }
        }
    }
}
