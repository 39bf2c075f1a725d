//! What the filled cells ask of the empty ones.

use wide::u8x16;
use zerocopy::transmute;

use super::super::super::lanes::{LANES, Lanes};
use super::super::qualities::{PerQuality, QUALITIES};
use super::super::root::Root;
use crate::kernel::array;

/// What a board asks of the pieces that are placed next.
#[repr(C, align(64))]
pub(in super::super) struct Asked<'a> {
    /// For each lane, how many trios wait there for each quality.
    pub(in super::super) waiting: [PerQuality; LANES],
    pub(in super::super) root: &'a Root,
    /// For each two lanes, the qualities of the filled cells that form a trio with them.
    between: &'a [[PerQuality; LANES]; LANES],
    /// The trios of empty cells.
    pub(in super::super) trios: u64,
}

impl<'a> Asked<'a> {
    /// Returns what is asked, where `waiting` tells for each quality how many trios wait in each lane.
    #[inline(always)]
    pub(in super::super) fn new(
        root: &'a Root,
        waiting: &[Lanes; QUALITIES],
        between: &'a [[PerQuality; LANES]; LANES],
        trios: u64,
    ) -> Self {
        Self { root, waiting: by_lane(waiting), between, trios }
    }

    /// Returns how many points wait in a lane, if one piece of each quality came.
    #[inline(always)]
    pub(in super::super) fn points(&self, lane: usize) -> u8 {
        sum(self.waiting[lane % LANES])
    }

    /// Returns the qualities of the filled cells that form a trio with two lanes.
    #[inline(always)]
    pub(in super::super) fn between(&self, a: usize, b: usize) -> PerQuality {
        self.between[a % LANES][b % LANES]
    }
}

/// Returns the sum of the numbers of the qualities, which is below 256.
#[inline(always)]
pub(in super::super) const fn sum(row: PerQuality) -> u8 {
    (row.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u8
}

/// Turns rows of qualities into rows of lanes.
#[inline(always)]
fn by_lane(rows: &[Lanes; QUALITIES]) -> [PerQuality; LANES] {
    let row = array::map(*rows, |from| u8x16::new(transmute!(from.to_array())));
    let (low, high) = (u8x16::unpack_low, u8x16::unpack_high);
    let a = [low(row[0], row[4]), high(row[0], row[4])];
    let b = [low(row[1], row[5]), high(row[1], row[5])];
    let c = [low(row[2], row[6]), high(row[2], row[6])];
    let d = [low(row[3], row[7]), high(row[3], row[7])];
    let mut lanes = [0; LANES];
    for half in 0..2 {
        let even = [low(a[half], c[half]), high(a[half], c[half])];
        let odd = [low(b[half], d[half]), high(b[half], d[half])];
        for quarter in 0..2 {
            let at = 8 * half + 4 * quarter;
            let l = u128::from_le_bytes(low(even[quarter], odd[quarter]).to_array());
            let h = u128::from_le_bytes(high(even[quarter], odd[quarter]).to_array());
            lanes[at] = l as u64;
            lanes[at + 1] = (l >> 64) as u64;
            lanes[at + 2] = h as u64;
            lanes[at + 3] = (h >> 64) as u64;
        }
    }
    lanes
}
