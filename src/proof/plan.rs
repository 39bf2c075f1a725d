//! Which question to ask next.
//!
//! Proof numbers (Allis 1994) count how many answers it takes at least to prove a claim, and to refute it. Here an
//! answer counts for as many questions as it takes on average to get such a one: of parts with the same bound to come,
//! some answers may be rare.

use std::collections::{HashMap, HashSet};

use super::tree::{Number, Question, Step, Tree};
use crate::kernel::{Part, sort};

/// An answer that is certain.
const CERTAIN: u64 = 1 << 10;
/// More than any number of answers.
const NEVER: u64 = u64::MAX / 2;

/// How many questions are needed at least to prove a claim and to refute it, if no two parts were the same.
#[derive(Clone, Copy)]
struct Needed {
    proof: u64,
    refutation: u64,
}

/// What the claims about the positions of a tree need.
struct Plan<'a> {
    tree: &'a Tree,
    /// The bounds of the margins to come of parts that are known, in order.
    lower: Vec<i32>,
    upper: Vec<i32>,
    numbers: HashMap<(Number, i32), Needed>,
}

impl Tree {
    /// Returns how many more answers decide the question about the first position, if they are what those so far lead
    /// to expect and no two parts are the same.
    #[must_use]
    pub fn expected(&self, margin: i32) -> u64 {
        Plan::new(self).expected(self.to_come(0, margin).0)
    }

    /// Returns the questions of a shard to ask next, at most so many: first the one that does most for a decision
    /// with few answers. None if no answer of the shard matters any more.
    #[must_use]
    pub fn next(&self, margin: i32, shard: Part, most: usize) -> Vec<Question> {
        let (beta, _) = self.to_come(0, margin);
        let mut found = Vec::new();
        let mut is_enough = |part: Number, beta| {
            if self.nodes[part].is_of(shard) {
                found.push(self.question(part, beta));
            }
            found.len() >= most
        };
        Plan::new(self).most_proving((0, beta), &mut HashSet::new(), &mut is_enough);
        found
    }
}

impl<'a> Plan<'a> {
    fn new(tree: &'a Tree) -> Self {
        let parts = || tree.nodes.iter().zip(&tree.bounds).filter(|(node, _)| node.is_part());
        let mut lower: Vec<i32> = parts().map(|(_, known)| known.lower).collect();
        let mut upper: Vec<i32> = parts().map(|(_, known)| known.upper).collect();
        sort::by(&mut lower, Ord::cmp);
        sort::by(&mut upper, Ord::cmp);
        Self { tree, lower, upper, numbers: HashMap::new() }
    }

    /// Returns how many questions decide whether it is at least `beta` in the first position.
    fn expected(&mut self, beta: i32) -> u64 {
        let Needed { proof, refutation } = self.needed(0, beta);
        proof.min(refutation).div_ceil(CERTAIN)
    }

    /// Returns what "at least `beta`" needs.
    fn needed(&mut self, at: Number, beta: i32) -> Needed {
        let tree = self.tree;
        match tree.bounds[at].decide(beta) {
            Some(true) => return Needed { proof: 0, refutation: NEVER },
            Some(false) => return Needed { proof: NEVER, refutation: 0 },
            None => {}
        }
        if let Some(needed) = self.numbers.get(&(at, beta)) {
            return *needed;
        }
        let mut needed = Needed { proof: NEVER, refutation: 0 };
        if tree.nodes[at].is_part() {
            needed = self.needed_of_part(beta);
        }
        for step in &tree.nodes[at].steps {
            let one = self.behind(*step, beta);
            needed.proof = needed.proof.min(one.proof);
            needed.refutation = needed.refutation.saturating_add(one.refutation).min(NEVER);
        }
        self.numbers.insert((at, beta), needed);
        needed
    }

    fn behind(&mut self, step: Step, beta: i32) -> Needed {
        let (beta, is_turned) = step.behind(beta);
        let Needed { proof, refutation } = self.needed(step.to, beta);
        if is_turned {
            Needed { proof: refutation, refutation: proof }
        } else {
            Needed { proof, refutation }
        }
    }

    /// Returns what "at least `beta`" needs in a part, by what is known of all parts (Laplace's rule of succession).
    fn needed_of_part(&self, beta: i32) -> Needed {
        let yes = self.lower.len() - self.lower.partition_point(|lower| *lower < beta);
        let no = self.upper.partition_point(|upper| *upper < beta);
        let until = |answers: usize| CERTAIN * (yes + no + 2) as u64 / (answers + 1) as u64;
        Needed { proof: until(yes), refutation: until(no) }
    }

    /// Goes down the moves that need the fewest questions first, and shows the parts behind them and what to ask for
    /// until `is_enough`.
    fn most_proving(
        &mut self,
        (at, beta): (Number, i32),
        seen: &mut HashSet<(Number, i32)>,
        is_enough: &mut dyn FnMut(Number, i32) -> bool,
    ) -> bool {
        let tree = self.tree;
        if tree.bounds[at].decide(beta).is_some() || !seen.insert((at, beta)) {
            return false;
        }
        let node = &tree.nodes[at];
        if node.is_part() {
            return is_enough(at, beta);
        }
        let mut steps: Vec<(u64, Step)> = Vec::new();
        for step in &node.steps {
            steps.push((self.behind(*step, beta).proof, *step));
        }
        sort::by_key(&mut steps, |(proof, _)| *proof);
        let mut next = |(_, step): (u64, Step)| {
            self.most_proving((step.to, step.behind(beta).0), seen, is_enough)
        };
        steps.into_iter().any(&mut next)
    }
}
