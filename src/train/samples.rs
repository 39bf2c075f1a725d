//! The training data of a network: the inputs of positions and their targets.

use super::shard::{GameLog, Label};
use crate::games::{AnyOracle, AnyPosition};
use crate::kernel::{Action, Gather, MoveBits, Verdict, parallel};
use crate::network::{Design, Sink};

/// Features are computed at this multiple of the unit, so that rounding hardly matters.
const SCALE: i32 = 1 << 12;

/// Positions with their targets, as seen by the side to move.
///
/// The contribution of [fixed](crate::network::Recipe::fixed) weights is left out of inputs and
/// targets; the rest is to be learned.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Samples {
    /// The number of terms of each.
    terms: usize,
    /// The features of the terms, sample after sample.
    features: Vec<f32>,
    /// The flags that are on, and where those of each sample begin.
    flags: Vec<u16>,
    first_flags: Vec<u32>,
    /// The counts, followed in number by the tallies, each with its number; and where those of each
    /// sample begin.
    counts: Vec<(u16, i16)>,
    first_counts: Vec<u32>,
    /// The targets: 1 for a win, 0 for a loss.
    expected: Vec<f32>,
    /// The sum of the terms with the game's weights, in hundredths, and the result, for
    /// [`scale`](Self::scale).
    opinions: Vec<(f32, f32)>,
}

/// A sample.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sample<'a> {
    pub(super) features: &'a [f32],
    pub(super) flags: &'a [u16],
    pub(super) counts: &'a [(u16, i16)],
    pub(super) expected: f32,
}

impl Samples {
    /// Returns the samples of some games from that start: their positions with a quiet best move,
    /// and those whose true value is known. Where `teacher` knows how the game should have ended,
    /// that replaces the result.
    #[must_use]
    pub fn of(games: &[GameLog], start: &dyn AnyPosition, teacher: Option<&dyn AnyOracle>) -> Self {
        let design = start.game().design();
        let read = |_, games: &[GameLog]| Self::read(games, start, &design, teacher);
        let parts = parallel::map_chunks(games, 64, read);
        let mut all = Self { terms: design.terms.len(), ..Self::default() };
        parts.into_iter().for_each(|part| all.append(part));
        all
    }

    /// Returns the number of samples.
    #[must_use]
    pub fn len(&self) -> usize {
        self.expected.len()
    }

    /// Returns whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.expected.is_empty()
    }

    /// Appends samples of the same game.
    pub fn append(&mut self, mut other: Self) {
        let (flags, counts) = (self.flags.len() as u32, self.counts.len() as u32);
        self.features.append(&mut other.features);
        self.flags.append(&mut other.flags);
        self.first_flags.extend(other.first_flags.iter().map(|first| first + flags));
        self.counts.append(&mut other.counts);
        self.first_counts.extend(other.first_counts.iter().map(|first| first + counts));
        self.expected.append(&mut other.expected);
        self.opinions.append(&mut other.opinions);
    }

    /// Returns the average size of each of the first numeric inputs over the samples that have it;
    /// 1 if none has it.
    pub(super) fn sizes(&self, inputs: usize) -> Vec<f32> {
        let mut sums = vec![(0_u64, 0_u64); inputs];
        for (at, number) in &self.counts {
            if let Some((sum, count)) = sums.get_mut(usize::from(*at)) {
                *sum += u64::from(number.unsigned_abs());
                *count += 1;
            }
        }
        let mean =
            |(sum, count): (u64, u64)| if count == 0 { 1.0 } else { sum as f32 / count as f32 };
        sums.into_iter().map(mean).gather()
    }

    /// Returns a sample by its number.
    pub(super) fn get(&self, at: usize) -> Sample<'_> {
        let part = |firsts: &[u32], all: usize| {
            firsts[at] as usize..firsts.get(at + 1).map_or(all, |next| *next as usize)
        };
        Sample {
            features: &self.features[at * self.terms..(at + 1) * self.terms],
            flags: &self.flags[part(&self.first_flags, self.flags.len())],
            counts: &self.counts[part(&self.first_counts, self.counts.len())],
            expected: self.expected[at],
        }
    }

    /// Returns the score, in hundredths, that stands for odds of e to 1 in the results, judged by
    /// the game's terms.
    #[must_use]
    pub fn scale(&self) -> f64 {
        let loss = |scale: f64| -> f64 {
            let of = |&(opinion, result): &(f32, f32)| {
                let expected = sigmoid(f64::from(opinion) / scale).clamp(1e-9, 1.0 - 1e-9);
                let result = f64::from(result);
                -(result * libm::log(expected) + (1.0 - result) * libm::log(1.0 - expected))
            };
            self.opinions.iter().map(of).sum()
        };
        let (mut low, mut high) = (10.0_f64, 3000.0_f64);
        for _ in 0..40 {
            let step = libm::cbrt(high / low);
            let (a, b) = (low * step, high / step);
            if loss(a) <= loss(b) { high = b } else { low = a }
        }
        (low * high).sqrt()
    }

    fn read(
        games: &[GameLog],
        start: &dyn AnyPosition,
        design: &Design,
        teacher: Option<&dyn AnyOracle>,
    ) -> Self {
        let mut samples = Self { terms: design.terms.len(), ..Self::default() };
        for game in games {
            samples.read_game(game, start, design, teacher);
        }
        samples
    }

    fn read_game(
        &mut self,
        game: &GameLog,
        start: &dyn AnyPosition,
        design: &Design,
        teacher: Option<&dyn AnyOracle>,
    ) {
        let Design { recipe, used, .. } = design;
        let is_fixed = |at: usize| recipe.fixed.contains(&design.terms[at]);
        let mut record = start.record();
        for ply in &game.plies {
            let known_move = MoveBits::from_u16(ply.bits).filter(|m| start.game().has_move(*m));
            let Some(m) = known_move else { return };
            let position = record.now();
            let known = match ply.label {
                Label::Score(score) if !position.is_noisy_move(m) => {
                    Some((score, recipe.score_share))
                }
                Label::Exact(margin) => Some((margin, 1.0)),
                Label::Score(_) | Label::Nothing => None,
            };
            if let Some((score, share)) = known {
                let features = features(position, design.terms.len());
                let part = |is_part: &dyn Fn(usize) -> bool| -> f64 {
                    let at = (0..features.len()).filter(|at| is_part(*at));
                    at.map(|at| f64::from(features[at]) * f64::from(used[at])).sum()
                };
                let fixed = part(&is_fixed);
                let expect = |centi: f64| sigmoid((centi - fixed) / recipe.scale);
                let result = game.result.map(|result| {
                    let result = f64::from(result) * f64::from(position.mover().sign());
                    if position.settled_margin().is_some() {
                        expect(100.0 * result)
                    } else {
                        (result + 1.0) / 2.0
                    }
                });
                let truth = teacher.and_then(|teacher| teacher.judge(position));
                let result = truth.map(worth).or(result);
                let share = if result.is_some() { share } else { 1.0 };
                let score = expect(f64::from(score));
                let expected = share * score + (1.0 - share) * result.unwrap_or(score);
                if let Some(result) = result {
                    self.opinions.push((part(&|at| !is_fixed(at)) as f32, result as f32));
                }
                self.expected.push(expected as f32);
                self.first_flags.push(self.flags.len() as u32);
                self.first_counts.push(self.counts.len() as u32);
                position.give_inputs(&mut Collected { samples: self, counts: design.shape.counts });
                self.features.extend(features);
            }
            if record.act(Action::Move(m)).is_err() {
                return;
            }
        }
    }
}

/// Collects inputs into samples.
struct Collected<'a> {
    samples: &'a mut Samples,
    counts: usize,
}

impl Sink for Collected<'_> {
    fn flag(&mut self, at: usize) {
        self.samples.flags.push(at as u16);
    }

    fn count(&mut self, at: usize, number: i32) {
        if number != 0 {
            self.samples.counts.push((at as u16, number as i16));
        }
    }

    fn tally(&mut self, at: usize, number: i32) {
        self.count(self.counts + at, number);
    }
}

/// Returns the target of a verdict: 1 for a win, 0 for a loss.
const fn worth(verdict: Verdict) -> f64 {
    match verdict {
        Verdict::Win(_) => 1.0,
        Verdict::Draw => 0.5,
        Verdict::Loss(_) => 0.0,
    }
}

pub(super) fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-x))
}

/// Returns the feature of each weight in a position.
fn features(position: &dyn AnyPosition, count: usize) -> Vec<f32> {
    let mut values = vec![0; count];
    (0..count)
        .map(|i| {
            values[i] = SCALE;
            let weighed = position.weighed(&values);
            values[i] = 0;
            weighed as f32 / SCALE as f32
        })
        .gather()
}

#[cfg(test)]
mod tests {
    use super::super::selfplay::{Plan, opening, play};
    use super::*;
    use crate::engine::{Engine, NetworkChoice};
    use crate::games::coerceo::{Coerceo, Rules, Start};
    use crate::games::{Game, GameList, Standard, Visitor, trimok::Trimok};
    use crate::kernel::{Move, Order, Position, Record, SplitMix64, Weights};

    /// An oracle that calls every position a draw.
    struct Draws;

    impl AnyOracle for Draws {
        fn judge(&self, _position: &dyn AnyPosition) -> Option<Verdict> {
            Some(Verdict::Draw)
        }

        fn ends_at_final(&self) -> bool {
            false
        }

        fn complaints(&self) -> Vec<String> {
            Vec::new()
        }
    }

    fn played(count: u64, start: &dyn AnyPosition) -> Vec<GameLog> {
        let plan = Plan { games: 0..count, nodes: 30, seed: 5, random_plies: 4, proof_nodes: 0 };
        let engine = Engine::new();
        let session = engine.game(start.game().about().name).unwrap();
        let searcher = session.searcher(1, &NetworkChoice::None).unwrap();
        play(&plan, start, &*searcher, &|_| ()).unwrap()
    }

    #[test]
    fn games_are_read_under_their_rules() {
        let ocius = Rules::new(Start::Ocius, 2);
        let start = Coerceo::start(&ocius);
        let games = played(4, &start);
        let quiet = |game: &GameLog| {
            let mut record = Record::new(start);
            let labelled = game.plies.iter().filter(|ply| {
                let m = Move::from_bits(ply.bits).unwrap();
                let is_quiet = !record.current().is_noisy(m);
                record.play(Action::Move(m)).unwrap();
                is_quiet && matches!(ply.label, Label::Score(_))
            });
            labelled.count()
        };
        let samples = Samples::of(&games, &start, None);
        assert_eq!(samples.len(), games.iter().map(quiet).sum::<usize>());
        let wrong = Samples::of(&games, &Coerceo::start(&Rules::default()), None);
        assert!(wrong.len() < samples.len(), "the moves do not fit the other start");
    }

    #[test]
    fn a_teacher_takes_the_place_of_the_result() {
        let start = Trimok::start(&Default::default());
        let mut games = played(8, &start);
        let taught = Samples::of(&games, &start, Some(&Draws));
        assert!(games.iter().any(|game| game.result != Some(0)), "some game is won");
        for game in &mut games {
            game.result = Some(0);
        }
        let drawn = Samples::of(&games, &start, None);
        assert!(taught.len() > 50);
        assert_eq!(taught.expected, drawn.expected);
    }

    /// Compares the terms of a game with the sum of their features.
    struct Compared;

    impl Visitor for Compared {
        type Output = ();

        fn visit<P: Game>(self) {
            let values = P::Weights::USED.values();
            let mut rng = SplitMix64::new(1);
            let mut seen = vec![false; values.len()];
            let start = P::start(&P::Rules::default());
            for _ in 0..200 {
                let record = opening(&start, 4, &mut rng);
                let features = features(record.now(), values.len());
                let sum: f32 = features.iter().zip(&values).map(|(x, w)| x * *w as f32).sum();
                let weighed = record.now().weighed(&values);
                // An evaluation may divide and lose a fraction.
                assert!((sum - weighed as f32).abs() < 1.1, "{}: {sum} {weighed}", P::NAME);
                seen.iter_mut().zip(&features).for_each(|(seen, x)| *seen |= *x != 0.0);
            }
            assert!(seen[0] || values[0] == 100, "{}: {seen:?}", P::NAME);
        }
    }

    #[test]
    fn terms_are_the_weighted_sums_of_their_features() {
        for kind in Standard::ALL {
            Standard::with(*kind, Compared).unwrap();
        }
    }
}
