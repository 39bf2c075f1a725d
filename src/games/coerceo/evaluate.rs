//! What a position is worth: an opinion, for the search.

use super::board::Coerceo;
use super::cascade::is_removable;
use super::geometry::{SIDES, SLOT_0, STEPS};
use super::moves::{CoerceoMove, Kind};
use super::weights::{WEIGHTS, Weights};
use crate::kernel::{Bits, Evaluate, PerPlayer, Player, Score, Term, Weighed};
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

/// Hints for the order of moves.
mod promise {
    /// A piece that the enemy encloses by one more piece or tile.
    pub(super) const ONE_OPEN_SIDE: i32 = -16;
    /// An enemy piece next to the field.
    pub(super) const ATTACKED: i32 = 2;
}

impl Evaluate for Coerceo {
    type Evaluator = Hybrid<Self>;

    /// The field that is left or whose piece is exchanged (7 bits) and which of the six steps, or
    /// the exchange (3 bits).
    const HISTORY_SLOTS: usize = 1 << 10;

    fn evaluate(&self, evaluator: &Hybrid<Self>) -> Score {
        Score::centi(evaluator.value(self))
    }

    fn terms(&self, evaluator: &Hybrid<Self>) -> Vec<Term> {
        evaluator.terms(self)
    }

    /// Captures, tiles taken, exchanges.
    fn is_noisy(&self, m: CoerceoMove) -> bool {
        self.changes_material(m)
    }

    /// What the move gains, and a little for leaving an enclosure or threatening one.
    fn promise(&self, m: CoerceoMove) -> i32 {
        let (us, them) = (self.to_move, !self.to_move);
        let mut after = *self;
        after.act(m);
        let captured = (self.pieces[them] ^ after.pieces[them]).count_ones() as i32;
        let held = i32::from(after.held[us]) - i32::from(self.held[us]);
        let gained = WEIGHTS.piece * captured + self.tile_value(&WEIGHTS) * held;
        if m.is_exchange() {
            return gained;
        }
        let (from, to) = m.ends();
        let danger = |place: &Self, bit: usize| {
            let open = SIDES[us.index()][bit] & place.board & !place.pieces[them];
            (open & open.wrapping_sub(1) == 0) as i32 * promise::ONE_OPEN_SIDE
        };
        let attacked = (SIDES[us.index()][to] & after.pieces[them]).count_ones() as i32;
        gained + danger(&after, to) - danger(self, from) + promise::ATTACKED * attacked
    }

    fn history_slot(m: CoerceoMove) -> usize {
        match m.kind() {
            Kind::Step { from, to } => {
                // The rank of the destination among the neighbours takes the place of a direction.
                let lower = from.steps() & (to.mask() - 1);
                usize::from(from.code()) << 3 | lower.count_ones() as usize
            }
            Kind::Exchange(field) => usize::from(field.code()) << 3 | 7,
        }
    }
}

impl Weighed for Coerceo {
    type Weights = Weights;
    type Parts = Parts;

    const PARTS: &'static [&'static str] = &NAMES;

    #[inline]
    fn parts(&self, weights: &Weights) -> Self::Parts {
        let reach = PerPlayer(Player::ALL.map(|player| self.reach(player)));
        let [us, them] = [self.to_move, !self.to_move].map(|side| self.side(side, &reach, weights));
        std::array::from_fn(|part| us[part] - them[part])
    }
}

/// Where the pieces of a side can step to.
struct Reach {
    /// How many steps there are.
    steps: u32,
    /// The fields that they end on.
    fields: u64,
}

impl Coerceo {
    /// Returns where the pieces of a side can step to.
    #[inline]
    fn reach(&self, us: Player) -> Reach {
        let free = self.board & !self.pieces[us];
        let mut reach = Reach { steps: 0, fields: 0 };
        for bit in Bits::of(self.pieces[us]) {
            let ends = STEPS[us.index()][bit & 63] & free;
            reach.steps += ends.count_ones();
            reach.fields |= ends;
        }
        reach
    }

    #[inline]
    fn tile_value(&self, weights: &Weights) -> i32 {
        if self.rules.exchange() == 2 { weights.tile_of_two } else { weights.tile_of_one }
    }

    /// Judges one side, given the reach of both.
    #[inline]
    fn side(&self, us: Player, reach: &PerPlayer<Reach>, weights: &Weights) -> Parts {
        let (own, enemy) = (self.pieces[us], self.pieces[!us]);
        let open = self.board & !enemy;
        let mut danger = 0;
        for bit in Bits::of(own) {
            let sides = SIDES[us.index()][bit & 63] & open;
            danger += match sides.count_ones() {
                1 => weights.one_open_side,
                2 if sides & !reach[!us].fields == 0 => weights.two_reached_sides,
                2 => weights.two_open_sides,
                _ => 0,
            };
        }
        let Reach { steps, fields } = reach[us];
        let support = steps - fields.count_ones();
        let ready = self.held[us] >= self.rules.exchange();
        [
            weights.piece * own.count_ones() as i32,
            self.tile_value(weights) * i32::from(self.held[us])
                + weights.exchange * i32::from(ready),
            weights.step * steps as i32,
            weights.support * support as i32,
            danger,
            weights.loose_tile * self.loose_tiles(own, enemy),
            weights.to_move * i32::from(us == self.to_move),
        ]
    }

    /// Counts the tiles on which one piece stands, ours, and that are removable without it.
    fn loose_tiles(&self, own: u64, enemy: u64) -> i32 {
        let at_least_one = own | enemy;
        // A second piece: two on different bits of the tile, or one of each colour on one bit.
        let [a, b, c] = [0, 1, 2].map(|slot| at_least_one >> slot & SLOT_0);
        let [x, y, z] = [0, 1, 2].map(|slot| (own & enemy) >> slot & SLOT_0);
        let several = a & b | a & c | b & c | x | y | z;
        let [p, q, r] = [0, 1, 2].map(|slot| own >> slot & SLOT_0);
        let ours_alone = (p | q | r) & !several;
        Bits::of(ours_alone).filter(|bit| is_removable(self.tiles, bit / 3)).count() as i32
    }
}
