//! The evaluation, for the search.

use super::board::Coerceo;
use super::geometry::{SIDES, SLOT_0};
use super::moves::CoerceoMove;
use super::shifts;
use super::survey::{Openness, Reach, Survey};
use super::weights::{WEIGHTS, Weights};
use crate::kernel::{Evaluate, MoveRating, Order, Player, Position, Score, Solve, Term, Weighed};
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

/// Hints for move ordering.
mod hint {
    /// A piece that the enemy encloses by one more piece or tile.
    pub(super) const ONE_OPEN_SIDE: i32 = -16;
    /// An enemy piece next to the field.
    pub(super) const ATTACKED: i32 = 2;
}

impl Evaluate for Coerceo {
    type Evaluator = Hybrid<Self>;

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
        self.rate_move(m).score
    }

    /// Counts what the move gains, and a little for leaving an enclosure or threatening one.
    #[inline]
    fn rate_move(&self, m: CoerceoMove) -> MoveRating {
        let is_noisy = self.changes_material(m);
        let (us, them) = (self.to_move, !self.to_move);
        let mut after = *self;
        let mut score = 0;
        if is_noisy {
            after.act(m);
            let captured = (self.pieces[them] ^ after.pieces[them]).count_ones() as i32;
            let held = i32::from(after.held[us]) - i32::from(self.held[us]);
            score = WEIGHTS.piece * captured + self.tile_value(&WEIGHTS) * held;
        }
        if !m.is_exchange() {
            let (from, to) = m.ends();
            let danger = |place: &Self, bit: usize| {
                let open = SIDES[us.index()][bit] & place.board & !place.pieces[them];
                (open & open.wrapping_sub(1) == 0) as i32 * hint::ONE_OPEN_SIDE
            };
            let attacked = (SIDES[us.index()][to] & after.pieces[them]).count_ones() as i32;
            score += danger(&after, to) - danger(self, from) + hint::ATTACKED * attacked;
        }
        MoveRating { is_noisy, score }
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
        let [us, them] =
            [self.to_move, !self.to_move].map(|side| self.side(side, survey, removable, weights));
        std::array::from_fn(|part| us[part] - them[part])
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
