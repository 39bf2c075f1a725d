//! What a position is worth: an opinion, for the search.

use super::cascade::is_removable;
use super::geometry::{SIDES, SLOT_0, STEPS};
use super::moves::{CoerceoMove, Kind};
use super::position::Coerceo;
use crate::kernel::{Bits, Evaluate, Player, Score, Term};

/// The weights, in hundredths of a piece.
mod weight {
    /// A piece.
    pub(super) const PIECE: i32 = 100;
    /// A tile that is held when an exchange costs one, or two: somewhat less than its share of the
    /// piece that it buys, since it has to be spent first.
    pub(super) const TILE: [i32; 2] = [75, 40];
    /// Holding enough for an exchange: it can be made at once, where it hurts most.
    pub(super) const EXCHANGE: i32 = 10;
    /// A step that a piece can make.
    pub(super) const STEP: i32 = 1;
    /// A piece that the enemy encloses by one more piece or tile.
    pub(super) const ONE_OPEN_SIDE: i32 = -16;
    /// A piece with two open sides left.
    pub(super) const TWO_OPEN_SIDES: i32 = -3;
    /// A tile that falls to the side whose only piece on it steps away.
    pub(super) const LOOSE_TILE: i32 = 14;
}

/// The parts of the evaluation, in the order of [`NAMES`].
type Parts = [i32; 5];

const NAMES: [&str; 5] =
    ["pieces", "tiles held", "mobility", "enclosure danger", "tiles about to fall"];

impl Evaluate for Coerceo {
    /// The field that is left or whose piece is exchanged (7 bits) and which of the six steps, or
    /// the exchange (3 bits).
    const HISTORY_SLOTS: usize = 1 << 10;

    fn evaluate(&self) -> Score {
        Score::centi(self.parts().iter().sum())
    }

    fn terms(&self) -> Vec<Term> {
        NAMES.into_iter().zip(self.parts()).map(|(name, centi)| Term { name, centi }).collect()
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
        let gained = weight::PIECE * captured + self.tile_value() * held;
        if m.is_exchange() {
            return gained;
        }
        let (from, to) = m.ends();
        let danger = |place: &Self, bit: usize| {
            let open = SIDES[us.index()][bit] & place.board & !place.pieces[them];
            (open & open.wrapping_sub(1) == 0) as i32 * weight::ONE_OPEN_SIDE
        };
        let attacked = (SIDES[us.index()][to] & after.pieces[them]).count_ones() as i32;
        gained + danger(&after, to) - danger(self, from) + 2 * attacked
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

impl Coerceo {
    fn parts(&self) -> Parts {
        let (us, them) = (self.side(self.to_move), self.side(!self.to_move));
        std::array::from_fn(|part| us[part] - them[part])
    }

    fn tile_value(&self) -> i32 {
        weight::TILE[usize::from(self.rules.exchange() == 2)]
    }

    /// Judges one side.
    fn side(&self, us: Player) -> Parts {
        let (own, enemy) = (self.pieces[us], self.pieces[!us]);
        let free = self.board & !own;
        let open = self.board & !enemy;
        let mut steps = 0;
        let mut danger = 0;
        for bit in Bits::of(own) {
            steps += (STEPS[us.index()][bit & 63] & free).count_ones();
            danger += match (SIDES[us.index()][bit & 63] & open).count_ones() {
                1 => weight::ONE_OPEN_SIDE,
                2 => weight::TWO_OPEN_SIDES,
                _ => 0,
            };
        }
        let ready = self.held[us] >= self.rules.exchange();
        [
            weight::PIECE * own.count_ones() as i32,
            self.tile_value() * i32::from(self.held[us]) + weight::EXCHANGE * i32::from(ready),
            weight::STEP * steps as i32,
            danger,
            weight::LOOSE_TILE * self.loose_tiles(own, enemy),
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
