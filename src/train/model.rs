//! A network in training: floating-point weights, optimized by Adam.
//!
//! A sample's value is `v = t . x + c + d . n + sum of o * clip(h, 0, 1)^2`, with `x` the features
//! of its terms, `n` its counts and tallies and `h` the hidden layer, all in units of the recipe's
//! scale; the predicted winning chance is `1 / (1 + exp(-v))`. The loss is the cross-entropy of
//! that with the target, minus the entropy of the target, so that 0 is perfect. Adam: Kingma and
//! Ba, 2015.
//!
//! The same samples and schedule give the same network on every machine with any number of threads: sums
//! are added up in one order, what the standard does not define to the last bit (exp, log, cos, powers)
//! comes from `libm` rather than from the system, and Rust neither reorders nor fuses the rest.

use std::ops::Range;

use super::samples::{Sample, Samples};
use crate::kernel::{Gather, SplitMix64, parallel};
use crate::network::{
    self, COUNT_BITS, Design, Layers, MOST_OUT, Network, NetworkError, ONE, OUT_BITS, SIXTEENTHS,
};

/// How long a model is trained.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Schedule {
    /// The number of epochs.
    pub epochs: u32,
    /// The seed of the order of the samples and of their symmetric images.
    pub seed: u64,
    /// The learning rate at the beginning, as a share of that for new networks.
    pub rate: f32,
}

/// The result of an epoch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Epoch {
    /// Its number, from 1.
    pub number: u32,
    /// The mean training loss, in nats.
    pub loss: f64,
}

/// The batch size, ...
const BATCH: usize = 2048;
/// ... split into parts of this size for the threads.
const PART: usize = 256;
/// The initial learning rates of the network's weights, and of the weights of terms and direct
/// inputs.
const RATE: f32 = 0.002;
const TERM_RATE: f32 = 0.003;
/// The fraction of the learning rate that is left at the end.
const LAST_RATE: f32 = 0.01;
/// Adam's decay rates of the means of gradients and of their squares.
const MOMENTUM: f32 = 0.9;
const SQUARES: f32 = 0.999;
/// The bound on the weights of the hidden layer.
const LARGEST: f32 = 8.0;
/// What an output weight of 1 adds to the score, in sixteenths, when its unit is [`ONE`].
const SQUARE: f32 = (ONE as i32 * ONE as i32) as f32 / (1 << OUT_BITS) as f32;

/// The offsets of the groups of weights in a model.
#[derive(Clone, Debug)]
struct Layout {
    hidden: usize,
    /// The number of counts; tallies follow them.
    count_inputs: usize,
    terms: Range<usize>,
    constant: usize,
    direct: Range<usize>,
    bias: Range<usize>,
    out: Range<usize>,
    flags: Range<usize>,
    counts: Range<usize>,
}

impl Layout {
    fn of(design: &Design, hidden: usize) -> Self {
        let shape = design.shape;
        let mut end = 0;
        let mut take = |count: usize| {
            end += count;
            end - count..end
        };
        Self {
            hidden,
            count_inputs: shape.counts,
            terms: take(design.terms.len()),
            constant: take(1).start,
            direct: take(shape.counts + shape.tallies),
            bias: take(hidden),
            out: take(hidden),
            flags: take(hidden * shape.flags),
            counts: take(hidden * shape.counts),
        }
    }

    const fn len(&self) -> usize {
        self.counts.end
    }

    /// Returns the weights of an input in the hidden layer.
    fn row(&self, rows: &Range<usize>, at: usize) -> Range<usize> {
        let first = rows.start + at * self.hidden;
        first..first + self.hidden
    }
}

/// A network in training.
#[derive(Clone, Debug)]
pub struct Model {
    design: Design,
    layout: Layout,
    weights: Vec<f32>,
    /// Which terms keep their weight, and the bound on hidden weights.
    fixed: Vec<bool>,
    largest: f32,
    /// The divisor of each count before it feeds the hidden layer and the score: its typical size,
    /// so that small counts learn as fast as large ones.
    sizes: Vec<f32>,
    /// The image of each flag under each symmetry.
    images: Vec<Vec<u16>>,
}

/// The gradient of a part of a batch.
struct Gradient {
    slopes: Vec<f32>,
    loss: f64,
}

/// The hidden layer for a sample: the sum of each unit, raw and clipped.
struct Hidden {
    sums: Vec<f32>,
    clipped: Vec<f32>,
}

impl Model {
    /// Returns a model equal to the game's terms, with small random weights in the hidden layer.
    #[must_use]
    pub fn new(design: Design, hidden: usize, seed: u64) -> Self {
        let layout = Layout::of(&design, hidden);
        let shape = design.shape;
        let mut rng = SplitMix64::new(seed);
        let mut around = |middle: f32, width: f32| {
            middle + width * (rng.below(1 << 20) as f32 / (1 << 19) as f32 - 1.0)
        };
        let mut weights = vec![0.0; layout.len()];
        let scale = design.recipe.scale as f32;
        for (weight, used) in weights.iter_mut().zip(&design.used) {
            *weight = *used as f32 / scale;
        }
        weights[layout.bias.clone()].fill_with(|| around(0.2, 0.1));
        weights[layout.out.clone()].fill_with(|| around(0.0, 0.2));
        let width = 0.8 / (shape.active.max(1) as f32).sqrt();
        weights[layout.flags.clone()].fill_with(|| around(0.0, width));
        weights[layout.counts.clone()].fill_with(|| around(0.0, 0.15));
        let image =
            |symmetry| (0..shape.flags).map(move |flag| (design.image)(flag, symmetry) as u16);
        Self {
            fixed: design.terms.iter().map(|name| design.recipe.fixed.contains(name)).gather(),
            // Whatever inputs are on, sums fit into 16 bits.
            largest: LARGEST.min(170.0 / (shape.active + 1) as f32),
            images: (0..design.symmetries).map(|symmetry| image(symmetry).gather()).gather(),
            sizes: vec![1.0; shape.counts],
            layout,
            weights,
            design,
        }
    }

    /// Returns a model equal to a network of the game, to be trained further on those samples.
    ///
    /// # Errors
    ///
    /// The network is not one of the design's game.
    pub fn of(network: &[u8], design: Design, samples: &Samples) -> Result<Self, NetworkError> {
        let (network, _) = network::read(network, &design)?;
        let layers = network.layers();
        let mut model = Self::new(design, layers.hidden, 0);
        model.sizes = samples.sizes(model.layout.count_inputs);
        let sixteenths = model.sixteenths();
        let Self { layout, weights, sizes, .. } = &mut model;
        let size = |at: usize| sizes.get(at).copied().unwrap_or(1.0);
        let one = f32::from(ONE);
        let wide = |weight: &i32| *weight as f32 / sixteenths;
        let narrow = |weight: &i16| f32::from(*weight) / one;
        let out = |weight: &i16| f32::from(*weight) * SQUARE / sixteenths;
        let direct = layers.direct.iter().enumerate().map(|(at, weight)| wide(weight) * size(at));
        let counts = layers.counts.iter().enumerate().map(|(at, weight)| {
            narrow(weight) / (1 << COUNT_BITS) as f32 * size(at / layout.hidden.max(1))
        });
        // In the order of the layout.
        weights.clear();
        weights.extend(layers.terms.iter().map(wide));
        weights.push(wide(&layers.constant));
        weights.extend(direct);
        weights.extend(layers.bias.iter().map(narrow));
        weights.extend(layers.out.iter().map(out));
        weights.extend(layers.flags.iter().map(narrow));
        weights.extend(counts);
        Ok(model)
    }

    /// Trains on samples, on all threads of the current pool, and reports each epoch.
    pub fn learn(&mut self, samples: &Samples, schedule: Schedule, tell: &mut dyn FnMut(Epoch)) {
        self.sizes = samples.sizes(self.layout.count_inputs);
        let mut order: Vec<u32> = (0..samples.len() as u32).gather();
        let mut rng = SplitMix64::new(schedule.seed);
        let (mut means, mut squares) =
            (vec![0.0; self.weights.len()], vec![0.0; self.weights.len()]);
        let steps = schedule.epochs as usize * samples.len().div_ceil(BATCH);
        let mut step = 0;
        for number in 1..=schedule.epochs {
            for i in (1..order.len()).rev() {
                order.swap(i, rng.below(i + 1));
            }
            let mut loss = 0.0;
            for batch in order.chunks(BATCH) {
                let seed = rng.next_u64();
                let parts: Vec<Gradient> = parallel::map_chunks(batch, PART, |part, numbers| {
                    self.gradient(samples, numbers, seed ^ part as u64)
                });
                loss += parts.iter().map(|part| part.loss).sum::<f64>();
                let progress = step as f32 / steps.max(1) as f32;
                let wave = 0.5 * (1.0 + libm::cosf(std::f32::consts::PI * progress));
                let rate = schedule.rate * (LAST_RATE + (1.0 - LAST_RATE) * wave);
                step += 1;
                self.step(&parts, batch.len(), rate, step, (&mut means, &mut squares));
            }
            tell(Epoch { number, loss: loss / samples.len().max(1) as f64 });
        }
    }

    /// Returns the number of units in the hidden layer.
    #[must_use]
    pub const fn hidden_units(&self) -> usize {
        self.layout.hidden
    }

    /// Returns the mean loss over samples, without symmetries.
    #[must_use]
    pub fn loss(&self, samples: &Samples) -> f64 {
        let numbers: Vec<u32> = (0..samples.len() as u32).gather();
        let part = |_, numbers: &[u32]| -> f64 {
            let mut hidden = self.hidden();
            let of = |at: &u32| {
                let sample = samples.get(*at as usize);
                loss(self.value(sample, &self.images[0], &mut hidden), sample.expected)
            };
            numbers.iter().map(of).sum()
        };
        let parts = parallel::map_chunks(&numbers, PART, part);
        parts.iter().sum::<f64>() / samples.len().max(1) as f64
    }

    /// Returns the quantized network.
    ///
    /// # Errors
    ///
    /// The weights have grown too large.
    pub fn network(&self) -> Result<Network, NetworkError> {
        let Self { layout, weights, .. } = self;
        let sixteenths = self.sixteenths();
        let wide = |range: &Range<usize>, unit: f32| -> Vec<i32> {
            weights[range.clone()].iter().map(|w| (w * unit).round() as i32).gather()
        };
        // The cast saturates.
        let narrow = |range: &Range<usize>, unit: f32| -> Vec<i16> {
            weights[range.clone()].iter().map(|w| (w * unit).round() as i16).gather()
        };
        let one = f32::from(ONE);
        let (counts, tallies) = weights[layout.direct.clone()].split_at(layout.count_inputs);
        let direct = |weight: f32, size: f32| (weight / size * sixteenths).round() as i32;
        let mut all_direct = Vec::new();
        all_direct.extend(counts.iter().zip(&self.sizes).map(|(w, size)| direct(*w, *size)));
        all_direct.extend(tallies.iter().map(|weight| direct(*weight, 1.0)));
        let hidden = layout.hidden.max(1);
        let one_more = one * (1 << COUNT_BITS) as f32;
        let mut counts = Vec::new();
        for (row, size) in weights[layout.counts.clone()].chunks(hidden).zip(&self.sizes) {
            counts.extend(row.iter().map(|w| (w / size * one_more).round() as i16));
        }
        let layers = Layers {
            hidden: layout.hidden,
            terms: wide(&layout.terms, sixteenths),
            constant: (weights[layout.constant] * sixteenths).round() as i32,
            direct: all_direct,
            bias: narrow(&layout.bias, one),
            out: narrow(&layout.out, sixteenths / SQUARE),
            flags: narrow(&layout.flags, one),
            counts,
        };
        Network::new(layers, self.design.shape, self.design.terms.len())
    }

    /// Returns the sixteenths of a hundredth that a value of 1 stands for.
    fn sixteenths(&self) -> f32 {
        SIXTEENTHS as f32 * self.design.recipe.scale as f32
    }

    fn hidden(&self) -> Hidden {
        Hidden { sums: vec![0.0; self.layout.hidden], clipped: vec![0.0; self.layout.hidden] }
    }

    /// Returns the value of a sample whose flags are replaced by their images.
    fn value(&self, sample: Sample<'_>, image: &[u16], hidden: &mut Hidden) -> f32 {
        let Self { layout, weights, fixed, .. } = self;
        let mut value = weights[layout.constant];
        for ((x, weight), fixed) in sample.features.iter().zip(weights).zip(fixed) {
            if !fixed {
                value += x * weight;
            }
        }
        let Hidden { sums, clipped } = hidden;
        sums.copy_from_slice(&weights[layout.bias.clone()]);
        for flag in sample.flags {
            let row = layout.row(&layout.flags, image[*flag as usize].into());
            add(sums, &weights[row], 1.0);
        }
        for (at, number) in sample.counts {
            let at = usize::from(*at);
            let direct = weights[layout.direct.start + at];
            if at < layout.count_inputs {
                let number = f32::from(*number) / self.sizes[at];
                add(sums, &weights[layout.row(&layout.counts, at)], number);
                value += direct * number;
            } else {
                value += direct * f32::from(*number);
            }
        }
        for ((sum, clipped), out) in sums.iter().zip(clipped).zip(&weights[layout.out.clone()]) {
            *clipped = sum.clamp(0.0, 1.0);
            value += *clipped * *clipped * out;
        }
        value
    }

    /// Adds up the gradients of some samples, each under a random symmetry.
    fn gradient(&self, samples: &Samples, numbers: &[u32], seed: u64) -> Gradient {
        let Self { layout, weights, .. } = self;
        let mut rng = SplitMix64::new(seed);
        let mut gradient = Gradient { slopes: vec![0.0; weights.len()], loss: 0.0 };
        let mut hidden = self.hidden();
        let mut back = vec![0.0_f32; layout.hidden];
        for number in numbers {
            let sample = samples.get(*number as usize);
            let image = &self.images[rng.below(self.images.len())];
            let value = self.value(sample, image, &mut hidden);
            gradient.loss += loss(value, sample.expected);
            let slope = 1.0 / (1.0 + libm::expf(-value)) - sample.expected;
            let slopes = &mut gradient.slopes;
            add(&mut slopes[layout.terms.clone()], sample.features, slope);
            slopes[layout.constant] += slope;
            let out = &weights[layout.out.clone()];
            for unit in 0..layout.hidden {
                let clipped = hidden.clipped[unit];
                slopes[layout.out.start + unit] += slope * clipped * clipped;
                // A clipped unit has no gradient: at 0 because of the factor, at 1 because of the
                // test.
                let is_open = hidden.sums[unit] < 1.0;
                back[unit] = if is_open { 2.0 * slope * out[unit] * clipped } else { 0.0 };
            }
            add(&mut slopes[layout.bias.clone()], &back, 1.0);
            for flag in sample.flags {
                let row = layout.row(&layout.flags, image[*flag as usize].into());
                add(&mut slopes[row], &back, 1.0);
            }
            for (at, number) in sample.counts {
                let at = usize::from(*at);
                let direct = &mut slopes[layout.direct.start + at];
                if at < layout.count_inputs {
                    let number = f32::from(*number) / self.sizes[at];
                    *direct += slope * number;
                    add(&mut slopes[layout.row(&layout.counts, at)], &back, number);
                } else {
                    *direct += slope * f32::from(*number);
                }
            }
        }
        gradient
    }

    /// Moves the weights against the mean gradient of a batch.
    fn step(
        &mut self,
        parts: &[Gradient],
        samples: usize,
        rate: f32,
        step: i32,
        (means, squares): (&mut [f32], &mut [f32]),
    ) {
        let share = 1.0 / samples as f32;
        let (young_mean, young_square) = (young(MOMENTUM, step), young(SQUARES, step));
        let layout = &self.layout;
        let is_slow = |at: usize| at < layout.bias.start;
        let out = layout.out.clone();
        let is_hidden = |at: usize| at >= layout.bias.start && !out.contains(&at);
        for at in 0..self.weights.len() {
            if self.fixed.get(at).copied().unwrap_or(false) {
                continue;
            }
            let slope = share * parts.iter().map(|part| part.slopes[at]).sum::<f32>();
            means[at] = MOMENTUM * means[at] + (1.0 - MOMENTUM) * slope;
            squares[at] = SQUARES * squares[at] + (1.0 - SQUARES) * slope * slope;
            let rate = rate * if is_slow(at) { TERM_RATE } else { RATE };
            let spread = (squares[at] * young_square).sqrt() + 1e-8;
            let weight = &mut self.weights[at];
            *weight -= rate * means[at] * young_mean / spread;
            if is_hidden(at) {
                *weight = weight.clamp(-self.largest, self.largest);
            }
        }
        self.bound_outputs();
    }

    /// Scales the output weights of each sign down until squares times weights add up within 32 bits.
    fn bound_outputs(&mut self) {
        let sixteenths = self.sixteenths();
        let outs = &mut self.weights[self.layout.out.clone()];
        // Each may be rounded up by half.
        let most = (MOST_OUT - outs.len() as i32) as f32 * SQUARE / sixteenths;
        for sign in [1.0, -1.0] {
            let sum: f32 = outs.iter().map(|out| (sign * out).max(0.0)).sum();
            if sum > most {
                outs.iter_mut().filter(|out| sign * **out > 0.0).for_each(|out| *out *= most / sum);
            }
        }
    }
}

/// Returns the factor that turns a mean which began at 0 so many steps ago into one that did not.
fn young(decay: f32, steps: i32) -> f32 {
    1.0 / (1.0 - libm::powf(decay, steps as f32))
}

/// Adds a multiple of a row to sums.
fn add(sums: &mut [f32], row: &[f32], factor: f32) {
    for (sum, weight) in sums.iter_mut().zip(row) {
        *sum += factor * weight;
    }
}

/// Returns the loss of a value against a target chance, in nats.
fn loss(value: f32, expected: f32) -> f64 {
    let (value, expected) = (f64::from(value), f64::from(expected));
    // -ln of the chance of a win and of a loss, without taking the logarithm of a tiny number.
    let cost = |value: f64| libm::log1p(libm::exp(-value.abs())) + (-value).max(0.0);
    let entropy = |p: f64| if p > 0.0 { -p * libm::log(p) } else { 0.0 };
    expected * cost(value) + (1.0 - expected) * cost(-value)
        - entropy(expected)
        - entropy(1.0 - expected)
}

#[cfg(test)]
mod tests {
    use super::super::selfplay::{Plan, play};
    use super::*;
    use crate::engine::{Engine, NetworkChoice};
    use crate::games::trimok::Trimok;
    use crate::games::{Game, GameList, Standard, Visitor};
    use crate::kernel::{Action, Move, Record, Weights};
    use crate::network::Hybrid;
    use crate::train::GameLog;

    fn games<P: Game>(count: u64) -> Vec<GameLog> {
        let plan = Plan { games: 0..count, nodes: 30, seed: 5, random_plies: 4, proof_nodes: 0 };
        let engine = Engine::new();
        let searcher = engine.game(P::NAME).unwrap().searcher(1, &NetworkChoice::None).unwrap();
        play(&plan, &start::<P>(), &*searcher, &|_| ()).unwrap()
    }

    fn start<P: Game>() -> P {
        P::start(&P::Rules::default())
    }

    #[test]
    fn slopes_are_those_of_the_loss() {
        let samples = Samples::of(&games::<Trimok>(3), &start::<Trimok>(), None);
        let mut model = Model::new(Design::of::<Trimok>(), 8, 1);
        // One image, so that the loss is a function of the weights alone.
        model.images.truncate(1);
        let numbers: Vec<u32> = (0..40).collect();
        let slopes = model.gradient(&samples, &numbers, 1).slopes;
        let mut rng = SplitMix64::new(2);
        let mut seen = 0;
        // Most weights are of flags that no sample has.
        for _ in 0..4800 {
            let at = rng.below(slopes.len());
            let loss = |step: f32| {
                let mut moved = model.clone();
                moved.weights[at] += step;
                moved.gradient(&samples, &numbers, 1).loss
            };
            let step = 1e-2;
            let measured = (loss(step) - loss(-step)) / f64::from(2.0 * step);
            // A unit may clip or unclip in between.
            let slope = f64::from(slopes[at]);
            assert!(
                (measured - slope).abs() < 0.004 + 0.1 * slope.abs(),
                "{at}: {measured} {slope}"
            );
            seen += usize::from(slope.abs() > 0.02);
        }
        assert!(seen > 15, "{seen}");
    }

    #[test]
    fn a_network_can_be_made_whatever_the_weights_grow_to() {
        let samples = Samples::of(&games::<Trimok>(1), &start::<Trimok>(), None);
        let mut model = Model::new(Design::of::<Trimok>(), 8, 1);
        let layout = model.layout.clone();
        for (at, weight) in model.weights[layout.bias.start..].iter_mut().enumerate() {
            *weight = if at % 3 == 0 { -1000.0 } else { 1000.0 };
        }
        assert!(matches!(model.network(), Err(NetworkError::Overflow)));
        model.learn(&samples, Schedule { epochs: 1, seed: 1, rate: 1.0 }, &mut |_| ());
        let network = model.network().unwrap();
        let out = &network.layers().out;
        assert!(out.iter().any(|out| *out > 0) && out.iter().any(|out| *out < 0), "{out:?}");
    }

    /// Compares a game's own network with the model that continues it.
    struct Continued;

    impl Visitor for Continued {
        type Output = ();

        fn visit<P: Game>(self) {
            let Some(bytes) = P::NETWORK else { return };
            let design = Design::of::<P>();
            let samples = Samples::of(&games::<P>(2), &start::<P>(), None);
            let model = Model::of(bytes, design.clone(), &samples).unwrap();
            let (own, _) = network::read(bytes, &design).unwrap();
            assert!(model.network().unwrap().layers() == own.layers(), "{}", P::NAME);
        }
    }

    #[test]
    fn training_continues_from_the_weights_of_a_network() {
        for kind in Standard::ALL {
            Standard::with(*kind, Continued).unwrap();
        }
    }

    /// Compares a game's quantized network with the floating-point model that it comes from.
    struct Rounded;

    impl Visitor for Rounded {
        type Output = ();

        fn visit<P: Game>(self) {
            let games = games::<P>(2);
            let samples = Samples::of(&games, &start::<P>(), None);
            let model = Model::new(Design::of::<P>(), 16, 3);
            let evaluator = Hybrid::<P>::with(model.network().unwrap());
            let scale = P::RECIPE.scale as f32;
            let mut hidden = model.hidden();
            let mut numbers = 0..samples.len();
            for game in &games {
                let mut record = Record::new(start::<P>());
                for ply in &game.plies {
                    let m = P::Move::from_bits(ply.bits).unwrap();
                    let position: P = record.current().clone();
                    let is_sample = match ply.label {
                        crate::train::Label::Score(_) => !position.is_noisy(m),
                        crate::train::Label::Exact(_) => true,
                        crate::train::Label::Nothing => false,
                    };
                    if is_sample {
                        let sample = samples.get(numbers.next().unwrap());
                        let used = P::Weights::USED.values();
                        let fixed = |at: usize| P::RECIPE.fixed.contains(&P::Weights::NAMES[at]);
                        let outside: f32 = (0..used.len())
                            .filter(|at| fixed(*at))
                            .map(|at| sample.features[at] * used[at] as f32)
                            .sum();
                        let value = scale * model.value(sample, &model.images[0], &mut hidden);
                        let found = evaluator.value(&position) as f32;
                        let off = (found - value - outside).abs();
                        let is_right = off < 6.0 + 0.02 * value.abs() || !position.is_known();
                        assert!(is_right, "{}: {found} {value}", P::NAME);
                    }
                    record.play(Action::Move(m)).unwrap();
                }
            }
            assert_eq!(numbers.next(), None, "{}", P::NAME);
        }
    }

    #[test]
    fn whole_numbers_say_what_the_fractions_say() {
        for kind in Standard::ALL {
            Standard::with(*kind, Rounded).unwrap();
        }
    }

    #[test]
    fn learning_lowers_the_loss_and_does_not_depend_on_threads() {
        let games = games::<Trimok>(60);
        let samples = Samples::of(&games, &start::<Trimok>(), None);
        let learned = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let mut model = Model::new(Design::of::<Trimok>(), 16, 1);
            let before = pool.install(|| model.loss(&samples));
            let schedule = Schedule { epochs: 25, seed: 1, rate: 1.0 };
            pool.install(|| model.learn(&samples, schedule, &mut |_| ()));
            assert!(pool.install(|| model.loss(&samples)) < 0.95 * before);
            model.network().unwrap()
        };
        assert_eq!(learned(1), learned(2));
    }
}
