//! An opinion: an odd number of rows is good for the side to move.

use quincunx::kernel::{Evaluate, Order, Score, Solve, Term, Weighed};
use quincunx::network::{Hybrid, Learned};

use super::position::{Kayles, PINS};
use super::weights::Weights;

impl Weighed for Kayles {
    type Weights = Weights;

    type Parts = [i32; 1];

    const PARTS: &'static [&'static str] = &["rows"];

    fn parts(&self, weights: &Weights) -> [i32; 1] {
        let rows = (self.pins & !(self.pins << 1)).count_ones();
        [if rows % 2 == 1 { weights.odd } else { -weights.odd }]
    }
}

impl Learned for Kayles {}

impl Evaluate for Kayles {
    type Evaluator = Hybrid<Self>;

    fn evaluate(&self, evaluator: &Hybrid<Self>) -> Score {
        Score::centi(evaluator.value(self))
    }

    fn terms(&self, evaluator: &Hybrid<Self>) -> Vec<Term> {
        evaluator.terms(self)
    }
}

impl Order for Kayles {
    const HISTORY_SLOTS: usize = 2 * PINS as usize;
}

impl Solve for Kayles {}
