//! How likely answers are.

use super::tree::{Number, Tree};
use crate::games::AnyPosition;
use crate::kernel::{Score, sort};

/// One question.
pub(super) const QUESTION: u64 = 1 << 10;

/// Estimates the final margin of a position, from the view of the side to move.
pub type Estimate<'a> = dyn Fn(&dyn AnyPosition) -> Score + Sync + 'a;

/// Estimates that nothing is to come.
pub(super) fn settled(position: &dyn AnyPosition) -> Score {
    Score::points(position.mover().sign() * position.settled_margin().unwrap_or(0))
}

/// What the answers so far say about others: of two parts, the margin rather reaches a bound where the estimate is
/// further above it.
pub(super) struct Chances<'a> {
    tree: &'a Tree,
    estimate: &'a Estimate<'a>,
    /// How far estimates were above the bounds that the margins reached, and did not reach, in order.
    reached: Vec<i32>,
    missed: Vec<i32>,
}

impl<'a> Chances<'a> {
    pub(super) fn new(tree: &'a Tree, estimate: &'a Estimate<'a>) -> Self {
        let mut chances = Self { tree, estimate, reached: Vec::new(), missed: Vec::new() };
        for (part, known) in
            tree.bounds.iter().enumerate().filter(|(at, _)| tree.nodes[*at].is_part())
        {
            let [lower, upper] = known.sides();
            chances.reached.extend(lower.map(|lower| chances.excess(part, lower)));
            chances.missed.extend(upper.map(|upper| chances.excess(part, upper + 1)));
        }
        sort::by(&mut chances.reached, Ord::cmp);
        sort::by(&mut chances.missed, Ord::cmp);
        chances
    }

    fn excess(&self, part: Number, beta: i32) -> i32 {
        let position = &*self.tree.nodes[part].position;
        let to_come = (self.estimate)(position).value() - settled(position).value();
        to_come - Score::points(beta).value()
    }

    /// Returns how many parts like this one are asked on average until the margin to come of one is at least `beta`,
    /// or is not. Answers count that were reached though the estimate promised no more, and those that were not
    /// though it promised no less (otherwise by Laplace's rule of succession).
    pub(super) fn questions(&self, part: Number, beta: i32, is_reached: bool) -> u64 {
        let excess = self.excess(part, beta);
        let yes = self.reached.partition_point(|reached| *reached <= excess);
        let no = self.missed.len() - self.missed.partition_point(|missed| *missed < excess);
        let alike = if is_reached { yes } else { no };
        QUESTION * (yes + no + 2) as u64 / (alike + 1) as u64
    }
}
