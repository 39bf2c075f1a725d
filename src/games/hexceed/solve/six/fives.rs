//! Boards with five cells left.

use super::super::super::lanes::LANES;
use super::super::qualities::{INFINITY, NO_POINTS};
use super::ways::{FIVE, Names, TWO_OF_FIVE, Ways};

/// Below and above every margin to come.
pub(super) const LEAST: Ways = Ways::new([-INFINITY as i8; 32]);
pub(super) const MOST: Ways = Ways::new([INFINITY as i8; 32]);

/// Two boards with five cells and pieces left once the first of six was placed, each in a half of every row.
#[derive(Clone)]
pub(in super::super) struct Fives {
    /// What the first placement scored.
    pub(super) gain: [i32; 2],
    /// For each cell what each of the six pieces scores.
    pub(super) gains: [Ways; FIVE],
    /// For each pair of cells what each pair of the six pieces scores there together.
    pub(super) joint: [Ways; TWO_OF_FIVE],
    /// Whether there are trios of empty cells.
    pub(super) has_trios: bool,
    /// For each pair of cells, -1 where the three others are such a trio; to be filled in if there are any.
    pub(super) trios: [Ways; TWO_OF_FIVE],
    /// What three of the pieces share, by the number of the pair that is left out, likewise.
    pub(super) threes: Ways,
}

impl Fives {
    /// To be filled in.
    pub(in super::super) const NONE: Self = Self {
        gain: [0; 2],
        gains: [NO_POINTS; FIVE],
        joint: [NO_POINTS; TWO_OF_FIVE],
        has_trios: false,
        trios: [NO_POINTS; TWO_OF_FIVE],
        threes: NO_POINTS,
    };

    /// Returns what the first of the named pieces scores on a cell.
    #[inline(always)]
    pub(super) fn first(&self, names: &Names, cell: usize) -> Ways {
        self.gains[cell].swizzle_half_relaxed(names.first)
    }

    /// Returns what the second of the named pieces scores on a cell.
    #[inline(always)]
    pub(super) fn second(&self, names: &Names, cell: usize) -> Ways {
        self.gains[cell].swizzle_half_relaxed(names.second)
    }
}

/// What keeps both halves.
pub(super) const WHOLE: Ways = Ways::new([-1; 32]);
/// What keeps either half.
pub(super) const HALF: [Ways; 2] = {
    let mut halves = [[0; 32]; 2];
    let mut lane = 0;
    while lane < 32 {
        halves[lane / LANES][lane] = -1;
        lane += 1;
    }
    [Ways::new(halves[0]), Ways::new(halves[1])]
};

/// Returns the first half of one row and the second of another.
#[inline(always)]
pub(super) fn halves(a: Ways, b: Ways) -> Ways {
    a & HALF[0] | b & HALF[1]
}
