//! The cheapest answers that reach some goals.
//!
//! The same part may come up behind many moves, and its answer serves them all, so moves are chosen that share parts.
//! The best choice is as hard to find as the smallest set cover. Simulated annealing (Kirkpatrick, Gelatt and Vecchi
//! 1983) finds a good one.

use std::mem;

use super::chances::QUESTION;
use super::goals::{Goal, GoalNumber};
use crate::kernel::{SplitMix64, parallel};

/// How many questions more a change may cost, on average, when an annealing begins, and at its end. The first moves
/// are settled while it is hot. No beginning is always the best, so all are tried.
const HOT: [f64; 4] = [2.0, 4.0, 1.0, 0.5];
const COLD: f64 = 0.1;
/// An annealing of N alternatives looks at `LOOKS` times N to the power of 1.5 goals, but at most at `MOST_LOOKS`.
const LOOKS: f64 = 130.0;
const MOST_LOOKS: u64 = 1 << 30;
/// A goal that costs so many times as much as another before moves are chosen well will cost more afterwards.
const FAR: u64 = 4;

/// Goals that are needed, and a way to reach them.
#[derive(Clone)]
pub(super) struct Planner<'a> {
    goals: &'a [Goal],
    /// Of the answers, by their numbers.
    costs: &'a [u64],
    /// How many of the needed goals need each goal, or how often it is wanted.
    needs: Vec<u32>,
    /// What each choice takes, or took when it was last needed.
    taken: Vec<GoalNumber>,
    /// The choices that are needed.
    choices: Vec<GoalNumber>,
    /// Where each of them stands there.
    places: Vec<usize>,
    /// What the needed answers cost.
    cost: u64,
    /// The choices that the last change has made, and what they took before.
    changed: Vec<(GoalNumber, GoalNumber)>,
    /// How many goals were looked at.
    looks: u64,
}

impl<'a> Planner<'a> {
    /// Nothing is needed yet. Each choice will take what costs least by itself.
    pub(super) fn new(goals: &'a [Goal], costs: &'a [u64]) -> Self {
        let (mut alone, mut taken) = (vec![0; goals.len()], vec![0; goals.len()]);
        // What a goal takes has lower numbers.
        for (number, goal) in goals.iter().enumerate() {
            alone[number] = match goal {
                Goal::Answer { .. } => costs[number],
                Goal::Any(any) => {
                    taken[number] =
                        any.iter().copied().min_by_key(|goal| alone[*goal]).unwrap_or(0);
                    alone[taken[number]]
                }
                Goal::All(all) => {
                    all.iter().fold(0, |sum: u64, goal| sum.saturating_add(alone[*goal]))
                }
                Goal::Never => u64::MAX,
            };
        }
        Self {
            goals,
            costs,
            needs: vec![0; goals.len()],
            taken,
            choices: Vec::new(),
            places: vec![0; goals.len()],
            cost: 0,
            changed: Vec::new(),
            looks: 0,
        }
    }

    /// Returns the goal that takes less.
    pub(super) fn cheaper(&self, [one, other]: [GoalNumber; 2]) -> GoalNumber {
        let costs = [one, other].map(|goal| match self.goals[goal] {
            Goal::Never => u64::MAX,
            _ => self.needing(&[goal]).cost,
        });
        let [first, second] = costs;
        let [first, second] = if first.min(second) < first.max(second) / FAR {
            costs
        } else {
            [one, other].map(|goal| self.annealed(&[goal], HOT[0]).cost)
        };
        if second < first { other } else { one }
    }

    /// Returns few answers that reach all of some goals.
    pub(super) fn answers(&self, wanted: &[GoalNumber]) -> Vec<GoalNumber> {
        let plans = parallel::map(HOT.len(), |at| self.annealed(wanted, HOT[at]));
        let Some(best) = plans.into_iter().min_by_key(|plan| plan.cost) else { return Vec::new() };
        let is_needed = |goal: &GoalNumber| best.needs[*goal] > 0;
        let is_answer = |goal: &GoalNumber| matches!(self.goals[*goal], Goal::Answer { .. });
        (0..self.goals.len()).filter(is_needed).filter(is_answer).collect()
    }

    fn needing(&self, wanted: &[GoalNumber]) -> Self {
        let mut planner = self.clone();
        for goal in wanted {
            planner.need(*goal, true);
        }
        planner
    }

    fn annealed(&self, wanted: &[GoalNumber], hot: f64) -> Self {
        let mut planner = self.needing(wanted);
        planner.anneal(hot);
        planner
    }

    /// Tries other choices at random. All that cost no more are kept, and some that do, fewer and fewer.
    fn anneal(&mut self, hot: f64) {
        let goals = self.goals;
        let alternatives = |choice: GoalNumber| match &goals[choice] {
            Goal::Any(any) => &any[..],
            _ => &[],
        };
        let count: usize = self.choices.iter().map(|choice| alternatives(*choice).len()).sum();
        let looks = ((LOOKS * libm::pow(count as f64, 1.5)) as u64).min(MOST_LOOKS);
        let mut rng = SplitMix64::new(1);
        self.looks = 0;
        while self.looks < looks {
            self.looks += 1;
            let choice = self.choices[rng.below(self.choices.len())];
            let any = alternatives(choice);
            let (before, other) = (self.taken[choice], any[rng.below(any.len())]);
            if other == before {
                continue;
            }
            let temperature = hot * libm::pow(COLD / hot, self.looks as f64 / looks as f64);
            let more = -libm::log(rng.fraction().max(f64::MIN_POSITIVE)) * temperature;
            let limit = self.cost + (more * QUESTION as f64) as u64;
            self.changed.clear();
            self.need(other, true);
            self.release(before);
            self.taken[choice] = other;
            if self.cost > limit {
                self.release(other);
                while let Some((choice, before)) = self.changed.pop() {
                    self.taken[choice] = before;
                }
                self.need(before, false);
                self.taken[choice] = before;
            }
        }
    }

    /// Needs a goal once more. If `chooses`, a choice that was not needed takes what is needed anyway.
    fn need(&mut self, goal: GoalNumber, chooses: bool) {
        self.looks += 1;
        self.needs[goal] += 1;
        if self.needs[goal] > 1 {
            return;
        }
        let goals = self.goals;
        match &goals[goal] {
            Goal::Answer { .. } => self.cost += self.costs[goal],
            Goal::Any(any) => {
                if chooses && self.needs[self.taken[goal]] == 0 {
                    self.looks += any.len() as u64;
                    if let Some(needed) = any.iter().find(|other| self.needs[**other] > 0) {
                        self.changed.push((goal, mem::replace(&mut self.taken[goal], *needed)));
                    }
                }
                self.places[goal] = self.choices.len();
                self.choices.push(goal);
                self.need(self.taken[goal], chooses);
            }
            Goal::All(all) => all.iter().for_each(|goal| self.need(*goal, chooses)),
            Goal::Never => {}
        }
    }

    /// Needs a goal once less.
    fn release(&mut self, goal: GoalNumber) {
        self.looks += 1;
        self.needs[goal] -= 1;
        if self.needs[goal] > 0 {
            return;
        }
        let goals = self.goals;
        match &goals[goal] {
            Goal::Answer { .. } => self.cost -= self.costs[goal],
            Goal::Any(_) => {
                let place = self.places[goal];
                self.choices.swap_remove(place);
                if let Some(moved) = self.choices.get(place) {
                    self.places[*moved] = place;
                }
                self.release(self.taken[goal]);
            }
            Goal::All(all) => all.iter().for_each(|goal| self.release(*goal)),
            Goal::Never => {}
        }
    }
}
