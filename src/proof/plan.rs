//! Which questions to ask.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read, Seek, Write};

use super::chances::{Chances, Estimate};
use super::error::ProofError;
use super::goals::{Goal, GoalNumber, Goals};
use super::planner::Planner;
use super::store::Store;
use super::tree::{Number, Question, Tree};
use crate::games::Claim;
use crate::kernel::{Part, sort};

/// What is read of a file: more is no plan.
const LONGEST: u64 = 1 << 26;

/// Questions that decide whether margins are at least so much, if the answers are as expected.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    margin: i32,
    /// With the answers, in the order in which they are asked.
    expected: Vec<(Question, bool)>,
}

impl Plan {
    /// Makes a plan. Answers are expected by those so far and by estimates of the margin.
    #[must_use]
    pub fn new(tree: &Tree, margin: i32, estimate: &Estimate) -> Self {
        let mut goals = Goals::new(tree);
        let sides: Vec<[GoalNumber; 2]> = tree
            .asked()
            .map(|at| {
                let (beta, _) = tree.to_come(at, margin);
                [true, false].map(|is_reached| goals.add(at, beta, is_reached))
            })
            .collect();
        let chances = Chances::new(tree, estimate);
        let cost = |goal: &Goal| match goal {
            Goal::Answer { part, beta, is_reached } => chances.questions(*part, *beta, *is_reached),
            _ => 0,
        };
        let costs: Vec<u64> = goals.all().iter().map(cost).collect();
        let planner = Planner::new(goals.all(), &costs);
        let wanted: Vec<GoalNumber> =
            sides.into_iter().map(|sides| planner.cheaper(sides)).collect();
        let mut answers = planner.answers(&wanted);
        // First those that may fail.
        sort::by_key(&mut answers, |answer| Reverse(costs[*answer]));
        let expected = |answer: &GoalNumber| match goals.all()[*answer] {
            Goal::Answer { part, beta, is_reached } => Some(tree.expected(part, beta, is_reached)),
            _ => None,
        };
        Self { margin, expected: answers.iter().filter_map(expected).collect() }
    }

    /// Returns the plan that stands in the folder of a store, if answers have not overthrown it, or makes one and
    /// writes it there. So all processes that share the folder go by one plan.
    ///
    /// # Errors
    ///
    /// The file cannot be read or written.
    pub fn shared(
        store: &Store,
        tree: &Tree,
        margin: i32,
        estimate: &Estimate,
    ) -> Result<Self, ProofError> {
        let path = store.folder().join(format!("at-least-{margin}.plan"));
        let io_error = |source: io::Error| ProofError::Io { path: path.clone(), source };
        let mut options = File::options();
        options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(&path).map_err(io_error)?;
        // Others wait until it is made.
        file.lock().map_err(io_error)?;
        let mut bytes = Vec::new();
        (&file).take(LONGEST).read_to_end(&mut bytes).map_err(io_error)?;
        let written = Self::read(&String::from_utf8_lossy(&bytes), tree, margin);
        if let Some(plan) = written.filter(|plan| plan.decides(tree, margin)) {
            return Ok(plan);
        }
        let plan = Self::new(tree, margin, estimate);
        let mut write = || {
            file.set_len(0)?;
            file.rewind()?;
            file.write_all(plan.text(tree).as_bytes())
        };
        write().map_err(io_error)?;
        Ok(plan)
    }

    /// Reads what [`Plan::text`] writes; `None` if it is damaged, or made for other parts.
    fn read(text: &str, tree: &Tree, margin: i32) -> Option<Self> {
        let parts = tree.nodes.iter().enumerate().filter(|(_, node)| node.is_part());
        let numbers: HashMap<&[u64], Number> =
            parts.map(|(part, node)| (&node.board[..], part)).collect();
        let mut expected = Vec::new();
        for line in text.lines() {
            let claim = Claim::parse(line, &*tree.nodes[0].position).ok()?;
            let part = *numbers.get(&claim.position.canonical_board()[..])?;
            let margin = if claim.is_lower { claim.margin } else { claim.margin + 1 };
            expected.push((Question { part, margin }, claim.is_lower));
        }
        Some(Self { margin, expected })
    }

    /// Returns the answers that are expected, each on a line, as claims without checksums.
    fn text(&self, tree: &Tree) -> String {
        let line = |(question, is_reached): &(Question, bool)| {
            Claim::of_answer(tree.position(*question), question.margin, *is_reached).text() + "\n"
        };
        self.expected.iter().map(line).collect()
    }

    /// Returns whether the plan decides if the margin is at least so much, if the answers that are left are as
    /// expected.
    #[must_use]
    pub fn decides(&self, tree: &Tree, margin: i32) -> bool {
        let mut tree = tree.clone();
        self.margin == margin && tree.assume(&self.expected).is_ok() && tree.is_decided(margin)
    }

    /// Returns how many questions are left.
    #[must_use]
    pub fn left(&self, tree: &Tree) -> usize {
        self.planned(tree, Part::default()).len()
    }

    /// Returns the questions of a shard that are left, those that still matter.
    #[must_use]
    pub fn planned(&self, tree: &Tree, shard: Part) -> Vec<Question> {
        self.among(&tree.open(self.margin, shard)).collect()
    }

    /// Returns the questions of the plan that are among some in order.
    fn among(&self, open: &[Question]) -> impl Iterator<Item = Question> {
        let questions = self.expected.iter().map(|(question, _)| *question);
        questions.filter(|question| open.binary_search(question).is_ok())
    }

    /// Returns the questions of a shard to ask next, at most so many: first those of the plan, then others whose
    /// answers may matter. None if no answer of the shard matters any more.
    #[must_use]
    pub fn next(&self, tree: &Tree, shard: Part, most: usize) -> Vec<Question> {
        let mut open = tree.open(self.margin, shard);
        let mut next: Vec<Question> = self.among(&open).take(most).collect();
        open.retain(|question| !next.contains(question));
        next.extend(open.into_iter().take(most - next.len()));
        next
    }
}
