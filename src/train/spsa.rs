//! Simultaneous perturbation stochastic approximation: numbers tuned by the results of games alone.
//!
//! Each iteration changes all numbers at once, each up or down at random by about its step, and
//! plays these settings against the opposite ones; then all numbers move a little towards the
//! settings that did better. However many numbers there are, one result moves them all. The gains
//! shrink as J. C. Spall advises, "Implementation of the simultaneous perturbation algorithm" (1998),
//! and their scale is that of fishtest: a step is what a number varies by at the end.

use thiserror::Error;

use crate::kernel::{Gather, Quoted, SplitMix64};

/// A number to be tuned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Knob<'a> {
    /// The name, without white space.
    pub name: &'a str,
    /// The value to begin with.
    pub start: i64,
    /// The least value.
    pub least: i64,
    /// The greatest value.
    pub most: i64,
    /// What the number is varied by in the last iteration; by more before.
    pub step: i64,
}

/// How numbers are tuned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Course {
    /// The iterations.
    pub iterations: u64,
    /// The seed of the changes.
    pub seed: u64,
    /// How far a game won moves a number at the end, in steps: 0.002 in fishtest.
    pub rate: f64,
}

/// The games of one iteration, as the first settings scored against the second: won, drawn, lost.
type Score = [u64; 3];

/// The version of the [head](Tuner::head), and of the changes that a seed stands for.
const FORMAT: u32 = 2;

/// Numbers being tuned. The same course and scores lead to the same values.
#[derive(Clone, Debug)]
pub struct Tuner<'a> {
    course: Course,
    knobs: Vec<Knob<'a>>,
    values: Vec<f64>,
    scores: Vec<Score>,
}

/// How the size of changes shrinks with the iterations, ...
const GAMMA: f64 = 0.101;
/// ... and that of what is learned.
const ALPHA: f64 = 0.602;
/// What is learned does not shrink in this share of the iterations, about.
const STABLE: f64 = 0.1;

/// Why a text does not hold the scores of a course.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CourseError {
    /// A line is not of this course.
    #[error("line {line} is {}, where this tuning has {wanted:?}", Quoted(found.as_bytes()))]
    Other {
        /// The line, from 1.
        line: usize,
        /// The line that there is.
        found: String,
        /// The line that there should be.
        wanted: String,
    },
    /// A line does not hold a score.
    #[error("line {line} holds no score: {}", Quoted(found.as_bytes()))]
    Score {
        /// The line, from 1.
        line: usize,
        /// The line that there is.
        found: String,
    },
    /// There are more scores than iterations.
    #[error("there are more scores than iterations")]
    TooMany,
}

impl<'a> Tuner<'a> {
    /// Returns the numbers before the first iteration.
    #[must_use]
    pub fn new(course: Course, knobs: Vec<Knob<'a>>) -> Self {
        let values = knobs.iter().map(|knob| knob.start as f64).gather();
        Self { course, knobs, values, scores: Vec::new() }
    }

    /// Returns the numbers.
    #[must_use]
    pub fn knobs(&self) -> &[Knob<'a>] {
        &self.knobs
    }

    /// Returns the values that the numbers have come to.
    #[must_use]
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// Returns those values as whole numbers.
    #[must_use]
    pub fn rounded(&self) -> Vec<i64> {
        self.values.iter().map(|value| value.round() as i64).gather()
    }

    /// Returns how many iterations are done.
    #[must_use]
    pub fn done(&self) -> u64 {
        self.scores.len() as u64
    }

    /// Returns whether all iterations are done.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.done() >= self.course.iterations
    }

    /// Returns by how much the numbers are varied in this iteration, in steps.
    fn reach(&self) -> f64 {
        libm::pow(self.course.iterations as f64 / (self.done() + 1) as f64, GAMMA)
    }

    /// Returns how far a game won moves them, in steps.
    fn gain(&self) -> f64 {
        let (whole, now) = (self.course.iterations as f64, (self.done() + 1) as f64);
        let stable = STABLE * whole;
        let gain = self.course.rate * libm::pow((stable + whole) / (stable + now), ALPHA);
        gain / self.reach()
    }

    /// Returns the directions in which the numbers are varied in this iteration.
    fn directions(&self) -> (Vec<f64>, SplitMix64) {
        let mut rng = SplitMix64::nth(self.course.seed, self.done());
        let mut up = || if rng.next_u64() >> 63 == 0 { 1.0 } else { -1.0 };
        (self.knobs.iter().map(|_| up()).gather(), rng)
    }

    /// Returns the two settings of this iteration.
    ///
    /// Values between whole numbers are rounded at random, so that on average they are what they
    /// should be; both settings alike, so that neither overtakes the other.
    #[must_use]
    pub fn settings(&self) -> [Vec<i64>; 2] {
        let (directions, mut rng) = self.directions();
        let reach = self.reach();
        let mut both = [Vec::new(), Vec::new()];
        for ((knob, value), direction) in self.knobs.iter().zip(&self.values).zip(directions) {
            let threshold = rng.fraction();
            for (setting, sign) in both.iter_mut().zip([1.0, -1.0]) {
                let wanted = value + sign * direction * reach * knob.step as f64;
                setting.push(((wanted + threshold).floor() as i64).clamp(knob.least, knob.most));
            }
        }
        both
    }

    /// Learns how the first settings of this iteration scored against the second, and goes on to the
    /// next.
    pub fn learn(&mut self, score: Score) {
        let [won, _, lost] = score;
        let moved = self.gain() * (won as f64 - lost as f64);
        let (directions, _) = self.directions();
        for ((knob, value), direction) in self.knobs.iter().zip(&mut self.values).zip(directions) {
            let new = *value + direction * moved * knob.step as f64;
            *value = new.clamp(knob.least as f64, knob.most as f64);
        }
        self.scores.push(score);
    }

    /// Writes the course: all that its values depend on beside the scores.
    #[must_use]
    pub fn head(&self) -> String {
        let Course { iterations, seed, rate } = self.course;
        let mut text = format!("iterations {iterations} seed {seed} rate {rate} format {FORMAT}\n");
        for Knob { name, start, least, most, step } in &self.knobs {
            text += &format!("{name} {start} {least} {most} {step}\n");
        }
        text + "won drawn lost\n"
    }

    /// Writes a score as a line.
    #[must_use]
    pub fn line([won, drawn, lost]: Score) -> String {
        format!("{won} {drawn} {lost}\n")
    }

    /// Learns the scores behind a [head](Self::head) and tells the values after each. Returns the
    /// length of the text without a last line that is cut short.
    ///
    /// # Errors
    ///
    /// The text is not of this course.
    pub fn resume(
        &mut self,
        text: &str,
        tell: &mut dyn FnMut(&Self),
    ) -> Result<usize, CourseError> {
        let whole = text.rfind('\n').map_or(0, |at| at + 1);
        let head = self.head();
        let mut lines = (1..).zip(text[..whole].lines());
        for (wanted, (line, found)) in head.lines().zip(&mut lines) {
            if wanted != found {
                let (found, wanted) = (found.to_owned(), wanted.to_owned());
                return Err(CourseError::Other { line, found, wanted });
            }
        }
        for (line, found) in lines {
            if self.is_done() {
                return Err(CourseError::TooMany);
            }
            let score = read_score(found);
            let wrong = || CourseError::Score { line, found: found.to_owned() };
            self.learn(score.ok_or_else(wrong)?);
            tell(self);
        }
        Ok(if whole < head.len() { 0 } else { whole })
    }
}

fn read_score(line: &str) -> Option<Score> {
    let mut fields = line.split(' ').map(|field| field.parse::<u32>().ok().map(u64::from));
    let score = [fields.next()??, fields.next()??, fields.next()??];
    fields.next().is_none().then_some(score)
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOBS: [Knob; 3] = [
        Knob { name: "near", start: 60, least: 0, most: 200, step: 6 },
        Knob { name: "far", start: 20, least: 0, most: 100, step: 4 },
        Knob { name: "coarse", start: 3, least: 0, most: 12, step: 1 },
    ];
    const BEST: [f64; 3] = [66.0, 52.0, 6.0];

    /// How much a setting loses against the best, in the log of the odds: a quadratic that costs some
    /// 5 Elo for a step away from the best.
    fn loss(setting: &[i64]) -> f64 {
        let off = |i: usize| (setting[i] as f64 - BEST[i]) / KNOBS[i].step as f64;
        (0..setting.len()).map(|i| off(i).powi(2)).sum::<f64>() * 0.03
    }

    /// Plays a pair of games, a third of them drawn, by chance.
    fn play([first, second]: [Vec<i64>; 2], rng: &mut SplitMix64) -> Score {
        let odds = loss(&second) - loss(&first);
        let wins = 2.0 / 3.0 / (1.0 + libm::exp(-odds));
        let mut score = [0; 3];
        for _ in 0..2 {
            let drawn = wins..wins + 1.0 / 3.0;
            let chance = rng.fraction();
            score[if chance < drawn.start { 0 } else { 1 + usize::from(chance >= drawn.end) }] += 1;
        }
        score
    }

    fn course(iterations: u64, seed: u64) -> Course {
        Course { iterations, seed, rate: 0.02 }
    }

    #[test]
    fn noisy_games_lead_to_the_best_values() {
        for seed in 1..=3 {
            let mut tuner = Tuner::new(course(8_000, seed), KNOBS.to_vec());
            let mut rng = SplitMix64::new(seed ^ 0x5EED);
            while !tuner.is_done() {
                tuner.learn(play(tuner.settings(), &mut rng));
            }
            for ((knob, value), best) in KNOBS.iter().zip(tuner.values()).zip(BEST) {
                let off = (value - best) / knob.step as f64;
                assert!(off.abs() < 1.5, "seed {seed}: {} came to {value}, not {best}", knob.name);
            }
            let gained = loss(&KNOBS.map(|knob| knob.start)) - loss(&tuner.rounded());
            assert!(gained > 0.9 * loss(&KNOBS.map(|knob| knob.start)), "seed {seed}: {gained}");
        }
    }

    #[test]
    fn without_a_difference_nothing_moves_far() {
        let mut tuner = Tuner::new(course(2_000, 1), KNOBS.to_vec());
        let mut rng = SplitMix64::new(5);
        while !tuner.is_done() {
            let settings = tuner.settings();
            tuner.learn(play([settings[0].clone(), settings[0].clone()], &mut rng));
        }
        for (knob, value) in KNOBS.iter().zip(tuner.values()) {
            let off = (value - knob.start as f64) / knob.step as f64;
            assert!(off.abs() < 4.0, "{} came to {value}", knob.name);
        }
    }

    /// Tunes, is killed after each of these lengths of its text, and goes on with what is left of it.
    fn killed_at(lengths: &[usize]) -> (String, Vec<f64>) {
        let mut text = String::new();
        for length in lengths.iter().copied().chain([usize::MAX]) {
            let mut tuner = Tuner::new(course(50, 9), KNOBS.to_vec());
            let whole = tuner.resume(&text, &mut |_| {}).unwrap();
            text.truncate(whole);
            if text.is_empty() {
                text = tuner.head();
            }
            while !tuner.is_done() && text.len() < length {
                // The games of an iteration are always the same, as they are at fixed nodes.
                let score = play(tuner.settings(), &mut SplitMix64::new(tuner.done()));
                text += &Tuner::line(score);
                tuner.learn(score);
            }
            if tuner.is_done() {
                return (text, tuner.values().to_vec());
            }
            text.truncate(length);
        }
        unreachable!("the last one is not killed");
    }

    #[test]
    fn a_killed_tuning_goes_on_as_if_nothing_had_happened() {
        let whole = killed_at(&[]);
        assert!(whole.1.iter().zip(KNOBS).any(|(value, knob)| *value != knob.start as f64));
        for length in 0..whole.0.len() {
            assert_eq!(killed_at(&[length, length + 7]), whole, "killed after {length} bytes");
        }
    }

    #[test]
    fn settings_stay_in_range_and_lie_on_either_side() {
        let knobs = vec![Knob { name: "low", start: 1, least: 0, most: 3, step: 1 }; 8];
        let mut tuner = Tuner::new(course(200, 3), knobs);
        while !tuner.is_done() {
            let [first, second] = tuner.settings();
            assert!(first.iter().chain(&second).all(|value| (0..=3).contains(value)));
            let (directions, _) = tuner.directions();
            for ((a, b), up) in first.iter().zip(&second).zip(directions) {
                assert!(if up > 0.0 { a >= b } else { a <= b });
            }
            tuner.learn([2, 0, 0]);
            assert!(tuner.values().iter().all(|value| (0.0..=3.0).contains(value)));
        }
    }

    #[test]
    fn at_the_end_numbers_vary_by_their_step_and_move_by_the_rate() {
        let mut tuner = Tuner::new(course(1, 4), KNOBS.to_vec());
        let [first, second] = tuner.settings();
        tuner.learn([2, 0, 0]);
        for (i, knob) in KNOBS.iter().enumerate() {
            let step = knob.step * (first[i] - knob.start).signum();
            assert_eq!([first[i], second[i]], [knob.start + step, knob.start - step]);
            let moved = tuner.values()[i] - knob.start as f64;
            assert!((moved - 2.0 * 0.02 * step as f64).abs() < 1e-9, "{moved}");
        }
    }

    #[test]
    fn rounding_favours_no_side() {
        let mut sum = 0;
        for seed in 0..2_000 {
            // Varied by 1.48 steps of 1.
            let [first, second] = Tuner::new(course(50, seed), KNOBS.to_vec()).settings();
            sum += first[2] + second[2] - 2 * KNOBS[2].start;
        }
        assert!(sum.abs() < 200, "{sum}");
    }

    #[test]
    fn no_two_seeds_vary_numbers_alike() {
        let knobs = || vec![Knob { name: "low", start: 1, least: 0, most: 3, step: 1 }; 64];
        let mut all = Vec::new();
        for seed in [1, 1 ^ 1 << 20] {
            let mut tuner = Tuner::new(course(8, seed), knobs());
            while !tuner.is_done() {
                all.push(tuner.directions().0);
                tuner.learn([0, 2, 0]);
            }
        }
        for (at, directions) in all.iter().enumerate() {
            assert!(!all[..at].contains(directions), "{at}");
        }
    }

    #[test]
    fn texts_of_others_are_refused() {
        let tuner = |seed| Tuner::new(course(2, seed), KNOBS.to_vec());
        let head = tuner(1).head();
        let resumed = |seed, text: &str| tuner(seed).resume(text, &mut |_| {});
        assert_eq!(resumed(1, &format!("{head}2 0 0\n0 1")), Ok(head.len() + 6));
        assert_eq!(resumed(1, &head[..30]), Ok(0));
        assert!(matches!(resumed(2, &head), Err(CourseError::Other { line: 1, .. })));
        let earlier = head.replace(" format 2\n", "\n");
        assert!(matches!(resumed(1, &earlier), Err(CourseError::Other { line: 1, .. })));
        let other = head.replace("far 20", "far 21");
        assert!(matches!(resumed(1, &other), Err(CourseError::Other { line: 3, .. })));
        for wrong in ["2 0", "2 0 0 0", "-1 3 0", "2 0 x", ""] {
            let text = format!("{head}{wrong}\n");
            assert!(matches!(resumed(1, &text), Err(CourseError::Score { line: 6, .. })), "{text}");
        }
        let long = format!("{head}{}", "1 0 1\n".repeat(3));
        assert_eq!(resumed(1, &long), Err(CourseError::TooMany));
    }
}
