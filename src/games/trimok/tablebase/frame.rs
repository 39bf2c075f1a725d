//! The cells that the anchor of a block leaves free.

use super::lineup::Lineup;
use crate::games::trimok::geometry::{BOARD, CELLS};
use crate::kernel::Bits;

/// The anchor's stacks in a block, and the cells that they leave free, numbered.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    /// The anchor's stacks.
    pub(super) anchor: Lineup,
    /// Their cells.
    pub(super) taken: u64,
    /// The free cells by number.
    cells: [u8; CELLS],
    /// The numbers of the free cells.
    numbers: [u8; CELLS],
}

impl Frame {
    pub(super) fn new(anchor: Lineup) -> Self {
        let taken = anchor.places();
        let (mut cells, mut numbers) = ([0; CELLS], [0; CELLS]);
        for (number, cell) in Bits::of(BOARD & !taken).enumerate() {
            cells[number] = cell as u8;
            numbers[cell] = number as u8;
        }
        Self { anchor, taken, cells, numbers }
    }

    /// Returns the free cell of a number.
    #[inline]
    pub(super) fn cell(&self, number: usize) -> usize {
        self.cells[number % CELLS].into()
    }

    /// Returns the number of a free cell.
    #[inline]
    pub(super) fn number(&self, cell: usize) -> usize {
        self.numbers[cell % CELLS].into()
    }

    /// Returns a lineup on numbered free cells as one on cells.
    #[inline]
    pub(super) fn on_cells(&self, lineup: &Lineup) -> Lineup {
        lineup.moved(|number| self.cell(number))
    }
}
