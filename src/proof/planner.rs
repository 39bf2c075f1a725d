//! The cheapest answers that reach a goal.
//!
//! The same part may come up behind many moves, and its answer serves them all, so moves are chosen that share parts.
//! The best choice is as hard to find as the smallest set cover. Here the answers are a greedy cover (Chvatal 1979),
//! and the moves before them are found by simulated annealing (Kirkpatrick, Gelatt and Vecchi 1983).

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::mem;

use super::chances::QUESTION;
use super::goals::{Goal, GoalNumber, Goals};
use crate::kernel::SplitMix64;

/// More than anything costs.
const NEVER: u64 = u64::MAX / 2;
/// The temperatures of the annealing, first and last: how much more a choice that is tried may cost, on average.
const HOT: f64 = 8.0 * QUESTION as f64;
const COLD: f64 = 0.3 * QUESTION as f64;
/// How often an alternative is tried, and how many answers are weighed meanwhile, at most.
const TRIALS: usize = 10;
const MOST_WEIGHED: u64 = 50_000_000;

/// What goals take.
#[derive(Default)]
struct Taken {
    /// The goals that single answers reach.
    last: Vec<GoalNumber>,
    /// The answers, but for those that were planned before.
    answers: Vec<GoalNumber>,
    cost: u64,
}

/// A plan to be improved.
pub(super) struct Draft<'a> {
    /// The choices between goals.
    choices: Vec<&'a [GoalNumber]>,
    /// The goals that single answers reach: behind each choice, and in the last place those behind none.
    last: Vec<Vec<GoalNumber>>,
    pub(super) answers: Vec<GoalNumber>,
    pub(super) cost: u64,
}

pub(super) struct Planner<'a> {
    goals: &'a Goals<'a>,
    /// Of the answers, by their numbers.
    costs: &'a [u64],
    /// The goals that each answer reaches alone.
    served: Vec<Vec<GoalNumber>>,
    is_planned: Vec<bool>,
    /// While answers are chosen: the goals that are still to be reached, and how many of them each answer reaches.
    is_open: Vec<bool>,
    gains: Vec<u32>,
    /// How many answers were weighed so far.
    weighed: u64,
}

impl Taken {
    fn add(&mut self, more: Self) {
        self.last.extend(more.last);
        self.answers.extend(more.answers);
        self.cost += more.cost;
    }
}

impl<'a> Planner<'a> {
    pub(super) fn new(goals: &'a Goals<'a>, costs: &'a [u64]) -> Self {
        let count = costs.len();
        let mut served = vec![Vec::new(); count];
        for goal in 0..count {
            for answer in goals.answers(&goal) {
                served[*answer].push(goal);
            }
        }
        let (is_planned, is_open) = (vec![false; count], vec![false; count]);
        Self { goals, costs, served, is_planned, is_open, gains: vec![0; count], weighed: 0 }
    }

    /// Returns a first plan for a goal; `None` if there is none.
    pub(super) fn draft(&mut self, mut goal: GoalNumber) -> Option<Draft<'a>> {
        let goals = self.goals.all();
        while let Goal::Any(any) = &goals[goal] {
            goal = self.cheapest(any, NEVER)?.0;
        }
        let all = match &goals[goal] {
            Goal::All(all) => all,
            _ => &vec![goal],
        };
        let (mut choices, mut last, mut others) = (Vec::new(), Vec::new(), Vec::new());
        let (mut answers, mut cost) = (Vec::new(), 0);
        for goal in all {
            let taken = self.take(*goal, NEVER)?;
            answers.extend(taken.answers);
            cost += taken.cost;
            match &goals[*goal] {
                Goal::Any(any) => {
                    choices.push(&any[..]);
                    last.push(taken.last);
                }
                _ => others.extend(taken.last),
            }
        }
        last.push(others);
        Some(Draft { choices, last, answers, cost })
    }

    /// Tries other choices at random. All that cost no more are kept, and some that do, fewer and fewer. The draft ends
    /// up as the best of all.
    pub(super) fn anneal(&mut self, draft: &mut Draft) {
        let Draft { choices, last, answers, cost } = draft;
        let alternatives: usize = choices.iter().map(|any| any.len()).sum();
        let trials = TRIALS * alternatives;
        let begun = self.weighed;
        let mut best = (answers.clone(), *cost);
        let mut rng = SplitMix64::new(1);
        for trial in 0..trials {
            let done = (trial as f64 / trials as f64)
                .max((self.weighed - begun) as f64 / MOST_WEIGHED as f64);
            if done >= 1.0 {
                break;
            }
            let at = rng.below(choices.len());
            let Some(other) = self.take(choices[at][rng.below(choices[at].len())], NEVER) else {
                continue;
            };
            let before = mem::replace(&mut last[at], other.last);
            self.plan(&other.answers, false);
            self.plan(answers, false);
            let temperature = HOT * libm::pow(COLD / HOT, done);
            let more = -libm::log(rng.fraction().max(f64::MIN_POSITIVE)) * temperature;
            match self.cover(&last.concat(), *cost + 1 + more as u64) {
                Some(taken) => (*answers, *cost) = (taken.answers, taken.cost),
                None => {
                    last[at] = before;
                    self.plan(answers, true);
                }
            }
            if *cost < best.1 {
                best = (answers.clone(), *cost);
            }
        }
        (*answers, *cost) = best;
    }

    fn plan(&mut self, answers: &[GoalNumber], is_planned: bool) {
        for answer in answers {
            self.is_planned[*answer] = is_planned;
        }
    }

    /// Plans what a goal takes, if it costs less than `limit`.
    fn take(&mut self, goal: GoalNumber, limit: u64) -> Option<Taken> {
        let goals = self.goals;
        match &goals.all()[goal] {
            Goal::Answer { .. } | Goal::AnyAnswer(_) => self.cover(&[goal], limit),
            Goal::Any(any) => {
                let (_, best) = self.cheapest(any, limit)?;
                self.plan(&best.answers, true);
                Some(best)
            }
            Goal::All(all) => {
                let is_last = |goal: &&GoalNumber| !goals.answers(goal).is_empty();
                let last: Vec<GoalNumber> = all.iter().filter(is_last).copied().collect();
                let mut taken = Taken::default();
                for choice in all.iter().filter(|goal| !is_last(goal)) {
                    let more = self.take(*choice, limit - taken.cost);
                    self.add(&mut taken, more)?;
                }
                let more = self.cover(&last, limit - taken.cost);
                self.add(&mut taken, more)?;
                Some(taken)
            }
            Goal::Never => None,
        }
    }

    /// Adds what more is taken, or gives all of it up.
    fn add(&mut self, taken: &mut Taken, more: Option<Taken>) -> Option<()> {
        if more.is_none() {
            self.plan(&taken.answers, false);
        }
        taken.add(more?);
        Some(())
    }

    /// Returns the goal that costs least, if it costs less than `limit`, and what it takes. Plans nothing.
    fn cheapest(&mut self, any: &[GoalNumber], limit: u64) -> Option<(GoalNumber, Taken)> {
        let mut best: Option<(GoalNumber, Taken)> = None;
        for goal in any {
            let limit = best.as_ref().map_or(limit, |(_, taken)| taken.cost);
            if let Some(taken) = self.take(*goal, limit) {
                self.plan(&taken.answers, false);
                best = Some((*goal, taken));
            }
        }
        best
    }

    /// Plans answers that reach all of some goals, if they cost less than `limit`: always the one next that reaches
    /// most for its cost.
    fn cover(&mut self, last: &[GoalNumber], limit: u64) -> Option<Taken> {
        let goals = self.goals;
        let (mut open, mut useful) = (Vec::new(), Vec::new());
        for goal in last {
            let answers = goals.answers(goal);
            if self.is_open[*goal] || answers.iter().any(|answer| self.is_planned[*answer]) {
                continue;
            }
            self.is_open[*goal] = true;
            open.push(*goal);
            for answer in answers {
                self.gains[*answer] += 1;
                if self.gains[*answer] == 1 {
                    useful.push(*answer);
                }
            }
        }
        self.weighed += useful.len() as u64;
        let mut queue: BinaryHeap<_> = useful.iter().map(|answer| self.worth(*answer)).collect();
        let mut taken = Taken { last: last.to_vec(), ..Taken::default() };
        while let Some(first) = queue.pop()
            && taken.cost < limit
        {
            let (worth, Reverse(answer)) = first;
            // Answers planned meanwhile may have reached some of the goals.
            let now = self.worth(answer);
            if worth == 0 || now != first {
                queue.extend((worth > 0).then_some(now));
                continue;
            }
            taken.answers.push(answer);
            taken.cost += self.costs[answer];
            self.is_planned[answer] = true;
            for goal in &self.served[answer] {
                if mem::take(&mut self.is_open[*goal]) {
                    for other in goals.answers(goal) {
                        self.gains[*other] -= 1;
                    }
                }
            }
        }
        for goal in open {
            self.is_open[goal] = false;
        }
        for answer in useful {
            self.gains[answer] = 0;
        }
        if taken.cost >= limit {
            self.plan(&taken.answers, false);
            return None;
        }
        Some(taken)
    }

    fn worth(&self, answer: GoalNumber) -> (u64, Reverse<GoalNumber>) {
        ((u64::from(self.gains[answer]) << 32) / self.costs[answer], Reverse(answer))
    }
}
