//! Sets of cells.

use super::geometry::{CELLS, Cell, PerCell, SIDES};

/// A set of cells, one bit each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CellSet([u64; 4]);

impl CellSet {
    /// No cell.
    pub(super) const EMPTY: Self = Self([0; 4]);
    /// Every cell of the board.
    pub(super) const ALL: Self = Self([!0, !0, !0, (1 << (CELLS - 192)) - 1]);

    /// Returns the neighbours of a cell.
    #[inline]
    pub(super) const fn around(cell: Cell) -> &'static Self {
        &NEIGHBOURS[cell.index()]
    }

    /// Returns this set and one more cell.
    pub(super) const fn with(mut self, cell: Cell) -> Self {
        self.0[(cell.index() >> 6) & 3] |= 1 << (cell.index() & 63);
        self
    }

    /// Returns whether no cell is in the set.
    pub(super) fn is_empty(&self) -> bool {
        self.0 == [0; 4]
    }

    /// Returns how many cells are in the set.
    #[inline]
    pub(super) const fn len(&self) -> i32 {
        let [a, b, c, d] = self.0;
        (a.count_ones() + b.count_ones() + c.count_ones() + d.count_ones()) as i32
    }

    /// Returns whether the cell belongs to the set.
    #[inline]
    pub(super) const fn contains(&self, cell: Cell) -> bool {
        self.0[(cell.index() >> 6) & 3] >> (cell.index() & 63) & 1 != 0
    }

    /// Adds a cell.
    #[inline]
    pub(super) const fn insert(&mut self, cell: Cell) {
        self.0[(cell.index() >> 6) & 3] |= 1 << (cell.index() & 63);
    }

    /// Removes a cell.
    #[inline]
    pub(super) const fn remove(&mut self, cell: Cell) {
        self.0[(cell.index() >> 6) & 3] &= !(1 << (cell.index() & 63));
    }

    /// Returns the cells of either set.
    #[inline]
    pub(super) const fn or(&self, other: &Self) -> Self {
        let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
        Self([a | e, b | f, c | g, d | h])
    }

    /// Returns the cells of both sets.
    #[inline]
    pub(super) const fn and(&self, other: &Self) -> Self {
        let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
        Self([a & e, b & f, c & g, d & h])
    }

    /// Returns the cells of this set that are not in the other.
    #[inline]
    pub(super) const fn without(&self, other: &Self) -> Self {
        let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
        Self([a & !e, b & !f, c & !g, d & !h])
    }

    /// Calls `visit` for each cell, in order.
    #[inline]
    pub(super) fn for_each(&self, mut visit: impl FnMut(Cell)) {
        for (word, first) in self.0.into_iter().zip([0, 64, 128, 192]) {
            let mut left = word;
            while left != 0 {
                visit(Cell::of_byte(first + left.trailing_zeros() as u8));
                left &= left - 1;
            }
        }
    }
}

static NEIGHBOURS: PerCell<CellSet> = {
    let mut sets = [CellSet::EMPTY; 256];
    let mut i = 0;
    while let Some(cell) = Cell::from_index(i) {
        let mut side = 0;
        while side < SIDES {
            if let Some(beyond) = cell.neighbour(side) {
                sets[i] = sets[i].with(beyond);
            }
            side += 1;
        }
        i += 1;
    }
    sets
};
