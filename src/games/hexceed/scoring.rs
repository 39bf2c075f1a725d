//! What a placement scores: for each trio that it completes, the qualities that all three share.
//!
//! The board is held as *planes*, sets of cells; a piece that joins a trio scores a quality there
//! exactly when both other cells lie in the plane of that quality. So the points of a placement
//! are, over the piece's three qualities, the trios through the cell whose other two cells are in
//! the plane. Each is one look-up: the plane, cut to the cells that share a trio with the cell,
//! is folded to 8 bits by a multiplication without losing anything.

use super::geometry::{CELLS, TRIOS, Trio};
use crate::kernel::SplitMix64;

/// Tables for cells are this long, so that an index cut to 5 bits needs no check.
const ROWS: usize = 32;
/// The bits of a folded set: at most 7 cells share a trio with a cell, and a hash of 7 bits to 7
/// bits without collisions is rare.
const FOLDED_BITS: u32 = 8;
pub(super) const FOLDED: usize = 1 << FOLDED_BITS;

/// The cells that share a trio with each cell.
const PARTNERS: [u32; ROWS] = {
    let mut partners = [0; ROWS];
    let mut i = 0;
    while i < TRIOS {
        let trio = Trio::ALL[i];
        let mut j = 0;
        while j < 3 {
            let cell = trio.cells[j].index();
            partners[cell] |= trio.mask() & !(1 << cell);
            j += 1;
        }
        i += 1;
    }
    partners
};

/// For each cell a factor that folds every subset of its partners to a number of its own.
const FACTORS: [u64; ROWS] = {
    let mut factors = [0; ROWS];
    let mut rng = SplitMix64::new(18);
    let mut cell = 0;
    while cell < CELLS {
        factors[cell] = rng.next_u64() & rng.next_u64() & rng.next_u64();
        if is_collision_free(PARTNERS[cell], factors[cell]) {
            cell += 1;
        }
    }
    factors
};

/// For each cell and folded set of partners: how many trios through the cell have both other cells
/// in the set.
static PAIRS: [[u8; FOLDED]; ROWS] = {
    let mut pairs = [[0; FOLDED]; ROWS];
    let mut cell = 0;
    while cell < CELLS {
        let mut set = 0;
        loop {
            let mut i = 0;
            while i < TRIOS {
                let trio = Trio::ALL[i].mask();
                if trio & 1 << cell != 0 && (trio & !(1 << cell)) & !set == 0 {
                    pairs[cell][fold(set, FACTORS[cell])] += 1;
                }
                i += 1;
            }
            set = next_subset(set, PARTNERS[cell]);
            if set == 0 {
                break;
            }
        }
        cell += 1;
    }
    pairs
};

/// Returns the subset after `set` of `of`, the empty set after the last.
const fn next_subset(set: u32, of: u32) -> u32 {
    set.wrapping_sub(of) & of
}

#[inline]
const fn fold(set: u32, factor: u64) -> usize {
    ((set as u64).wrapping_mul(factor) >> (64 - FOLDED_BITS)) as usize
}

const fn is_collision_free(partners: u32, factor: u64) -> bool {
    let mut seen = [false; FOLDED];
    let mut set = 0;
    loop {
        let folded = fold(set, factor);
        if seen[folded] {
            return false;
        }
        seen[folded] = true;
        set = next_subset(set, partners);
        if set == 0 {
            return true;
        }
    }
}

/// Returns how many trios through a cell have both other cells in a set. Bits of the set above the
/// cells do not matter.
#[must_use]
#[inline]
pub(super) fn pairs(cell: usize, set: u32) -> u32 {
    let cell = cell % ROWS;
    u32::from(PAIRS[cell][fold(set & PARTNERS[cell], FACTORS[cell]) % FOLDED])
}

/// Returns the cells that share a trio with a cell.
pub(super) const fn partners_of(cell: usize) -> u32 {
    PARTNERS[cell % ROWS]
}

/// Folds a set of cells, cut to the partners of a cell, to a number below [`FOLDED`].
#[inline]
pub(super) fn fold_at(cell: usize, set: u32) -> usize {
    let cell = cell % ROWS;
    fold(set & PARTNERS[cell], FACTORS[cell]) % FOLDED
}
