//! The evaluation, for the search.

use super::board::Coerceo;
use super::geometry::SLOT_0;
use super::moves::CoerceoMove;
use super::ordering::{self, Outlook, Scores};
use super::shifts;
use super::survey::{Openness, Reach, Survey};
use super::weights::Weights;
use crate::kernel::{
    Evaluate, MoveRating, Order, Player, Position, Score, Solve, Term, Weighed, array,
};
use crate::network::Hybrid;

/// The parts of the evaluation, in the order of [`NAMES`].
type Parts = [i32; 7];

const NAMES: [&str; 7] = [
    "pieces",
    "tiles held",
    "mobility",
    "support",
    "enclosure danger",
    "tiles about to fall",
    "move",
];

impl Evaluate for Coerceo {
    type Evaluator = Hybrid<Self>;

    /// Found by SPSA (`benches/log/2026-11-27-playing-speed.md`), from the numbers of Trimok.
    const TUNED: &'static [(&'static str, i64)] = &[
        ("aspiration", 11),
        ("reduction", 69),
        ("reduction_base", 46),
        ("reduction_cut", 213),
        ("reduction_lag", 3),
        ("singular_depth", 4),
        ("reverse_futile_percent", 82),
        ("futile_percent", 72),
        ("late_moves", 5),
    ];

    fn margin(&self) -> Option<i32> {
        Some(30)
    }

    fn evaluate(&self, evaluator: &Hybrid<Self>) -> Score {
        Score::centi(evaluator.value(self))
    }

    fn terms(&self, evaluator: &Hybrid<Self>) -> Vec<Term> {
        evaluator.terms(self)
    }
}

impl Order for Coerceo {
    /// The bits of a move.
    const HISTORY_SLOTS: usize = 1 << 15;

    /// Captures, tiles taken, exchanges.
    fn is_noisy(&self, m: CoerceoMove) -> bool {
        self.changes_material(m)
    }

    fn noisy_moves(&self, moves: &mut Vec<CoerceoMove>) {
        if self.outcome().is_none() {
            self.generate_noisy(moves);
        }
    }

    fn move_score(&self, m: CoerceoMove) -> i32 {
        Scores::of(self).of_move(m).score
    }

    fn rate_moves(&self, moves: &[CoerceoMove], mut tell: impl FnMut(CoerceoMove, MoveRating)) {
        let mut scores = Scores::of(self);
        for m in moves {
            tell(*m, scores.of_move(*m));
        }
    }

    const FEATURES: &'static [(&'static str, usize)] = &ordering::FEATURES;

    fn features(&self, m: CoerceoMove, tell: &mut dyn FnMut(usize)) {
        Outlook::new(self).features(m, tell);
    }
}

impl Solve for Coerceo {}

impl Weighed for Coerceo {
    type Weights = Weights;
    type Parts = Parts;

    const PARTS: &'static [&'static str] = &NAMES;

    #[inline]
    fn parts(&self, weights: &Weights) -> Self::Parts {
        self.parts_of(&Survey::of(self), weights)
    }
}

impl Coerceo {
    /// Returns the [parts](Weighed::parts), given the survey of the board.
    #[inline]
    pub(super) fn parts_of(&self, survey: &Survey, weights: &Weights) -> Parts {
        let removable = shifts::removable(self.board & SLOT_0);
        let us = self.side(self.to_move, survey, removable, weights);
        let them = self.side(!self.to_move, survey, removable, weights);
        array::of(|part| us[part] - them[part])
    }

    #[inline]
    fn tile_value(&self, weights: &Weights) -> i32 {
        if self.rules.exchange() == 2 { weights.tile_of_two } else { weights.tile_of_one }
    }

    /// Evaluates one side, given the survey of the board and the tiles that are removable when empty.
    #[inline]
    fn side(&self, us: Player, survey: &Survey, removable: u64, weights: &Weights) -> Parts {
        let Openness { one, two, reached, .. } = survey.openness[us];
        let danger = weights.one_open_side * one.count_ones() as i32
            + weights.two_reached_sides * (two & reached).count_ones() as i32
            + weights.two_open_sides * (two & !reached).count_ones() as i32;
        let Reach { steps, fields } = survey.reach[us];
        let support = steps - fields.count_ones();
        let ready = self.held[us] >= self.rules.exchange();
        [
            weights.piece * self.pieces[us].count_ones() as i32,
            self.tile_value(weights) * i32::from(self.held[us])
                + weights.exchange * i32::from(ready),
            weights.step * steps as i32,
            weights.support * support as i32,
            danger,
            weights.loose_tile * (self.alone(us) & removable).count_ones() as i32,
            weights.to_move * i32::from(us == self.to_move),
        ]
    }
}
