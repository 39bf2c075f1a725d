//! An opinion: an odd number of rows is good for the side to move.

use quincunx::kernel::{Evaluate, Score, Term, Weighed};

use super::moves::Throw;
use super::position::{Kayles, PINS};
use super::weights::{WEIGHTS, Weights};

impl Weighed for Kayles {
    type Weights = Weights;

    fn weigh(&self, weights: &Weights) -> i32 {
        let rows = (self.pins & !(self.pins << 1)).count_ones();
        if rows % 2 == 1 { weights.odd } else { -weights.odd }
    }
}

impl Evaluate for Kayles {
    const HISTORY_SLOTS: usize = 2 * PINS as usize;

    fn evaluate(&self) -> Score {
        Score::centi(self.weigh(&WEIGHTS))
    }

    fn terms(&self) -> Vec<Term> {
        vec![Term { name: "rows", centi: self.weigh(&WEIGHTS) }]
    }

    fn is_noisy(&self, _m: Throw) -> bool {
        false
    }
}
