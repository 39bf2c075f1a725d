//! What there is to show of positions, so that a claim about others before them is proven or refuted.

use std::collections::HashMap;

use super::tree::{Number, Tree};

/// The number of a goal.
pub(super) type GoalNumber = usize;

/// What shows that the margin to come of a position reaches a bound, or that it does not.
#[derive(Debug)]
pub(super) enum Goal {
    /// The answer to a question about a part.
    Answer { part: Number, beta: i32, is_reached: bool },
    /// One of some goals, none of them [`Goal::Any`]: a move of the side that has the choice.
    Any(Vec<GoalNumber>),
    /// All of some goals, none of them [`Goal::All`]: every move of the other side. With none it is known already.
    All(Vec<GoalNumber>),
    /// Nothing: the contrary is known.
    Never,
}

/// Goals behind each other. Moves of one side in a row are one choice.
pub(super) struct Goals<'a> {
    tree: &'a Tree,
    goals: Vec<Goal>,
    numbers: HashMap<(Number, i32, bool), GoalNumber>,
}

impl<'a> Goals<'a> {
    pub(super) fn new(tree: &'a Tree) -> Self {
        Self { tree, goals: Vec::new(), numbers: HashMap::new() }
    }

    pub(super) fn all(&self) -> &[Goal] {
        &self.goals
    }

    /// Returns the goal that the margin to come of a position is at least `beta`, or that it is not.
    pub(super) fn add(&mut self, at: Number, beta: i32, is_reached: bool) -> GoalNumber {
        if let Some(number) = self.numbers.get(&(at, beta, is_reached)) {
            return *number;
        }
        let tree = self.tree;
        let goal = match tree.bounds[at].decide(beta) {
            Some(known) if known == is_reached => Goal::All(Vec::new()),
            Some(_) => Goal::Never,
            None if tree.nodes[at].is_part() => Goal::Answer { part: at, beta, is_reached },
            None => self.behind(at, beta, is_reached),
        };
        self.goals.push(goal);
        self.numbers.insert((at, beta, is_reached), self.goals.len() - 1);
        self.goals.len() - 1
    }

    /// Returns the goal that takes one or all of the moves.
    fn behind(&mut self, at: Number, beta: i32, is_reached: bool) -> Goal {
        let tree = self.tree;
        let mut behind = Vec::new();
        for step in &tree.nodes[at].steps {
            let (beta, is_turned) = step.behind(beta);
            let number = self.add(step.to, beta, is_reached != is_turned);
            match &self.goals[number] {
                Goal::Any(inner) if is_reached => behind.extend(inner),
                Goal::All(inner) if !is_reached => behind.extend(inner),
                Goal::Never if is_reached => {}
                Goal::Never => return Goal::Never,
                _ => behind.push(number),
            }
        }
        behind.sort_unstable();
        behind.dedup();
        match is_reached {
            true if behind.is_empty() => Goal::Never,
            true => Goal::Any(behind),
            false => Goal::All(behind),
        }
    }
}
