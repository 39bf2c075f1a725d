//! The evaluation.

use super::moves::{HexceedMove, MOVES};
use super::position::Hexceed;
use super::prospects::{Offers, Prospects, most};
use super::weights::{WEIGHTS, Weights};
use crate::kernel::{Evaluate, Order, Position, Score, Term, Weighed};
use crate::network::Hybrid;

/// The names of the parts, in the order of their sum.
const NAMES: [&str; 4] = ["points scored", "next placement", "open pairs", "last placement"];

impl Evaluate for Hexceed {
    type Evaluator = Hybrid<Self>;

    fn margin(&self) -> Option<i32> {
        Some(27)
    }

    fn evaluate(&self, evaluator: &Hybrid<Self>) -> Score {
        Score::centi(evaluator.value(self))
    }

    fn terms(&self, evaluator: &Hybrid<Self>) -> Vec<Term> {
        evaluator.terms(self)
    }
}

impl Order for Hexceed {
    const HISTORY_SLOTS: usize = MOVES;

    /// No move is noisy: the evaluation already counts the best immediate placement, and a
    /// quiescence search of placements would search the whole game.
    fn is_noisy(&self, _m: HexceedMove) -> bool {
        false
    }

    fn noisy_moves(&self, _moves: &mut Vec<HexceedMove>) {}

    /// A placement counts its points; a hand-over is better the fewer points the other side can
    /// score with the piece at once.
    fn move_score(&self, m: HexceedMove) -> i32 {
        match m.cell() {
            Some(cell) => WEIGHTS.point * self.gain(m.piece(), cell) as i32,
            None => -WEIGHTS.point * self.board().most_points(m.piece()) as i32,
        }
    }

    fn history_slot(m: HexceedMove) -> usize {
        m.slot()
    }
}

impl Weighed for Hexceed {
    type Weights = Weights;

    type Parts = [i32; NAMES.len()];

    const PARTS: &'static [&'static str] = &NAMES;

    #[inline]
    fn parts(&self, weights: &Weights) -> Self::Parts {
        let prospects = Prospects::of(self);
        let held = self.held().map_or(0, |piece| most(prospects.points(piece)));
        self.parts_of(&prospects.offers(self, |_, _| ()), held, weights)
    }
}

impl Hexceed {
    /// Returns the parts of the evaluation by what the pieces score; `held` is the most points of the
    /// held piece.
    #[inline]
    pub(super) fn parts_of(
        &self,
        offers: &Offers,
        held: i32,
        weights: &Weights,
    ) -> [i32; NAMES.len()] {
        let Offers { count, least, second, sum } = *offers;
        let next = match (self.held(), count) {
            (Some(_), _) => weights.held * held,
            (None, 0) => 0,
            (None, 1) => weights.handed * least,
            (None, _) => weights.handed * least + weights.second * second,
        };
        [
            weights.point * self.to_move().sign() * self.settled(),
            next,
            weights.open * sum / count.max(1),
            // This is always the first player.
            weights.last * self.to_move().sign(),
        ]
    }
}
