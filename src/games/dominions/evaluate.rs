//! What a position is worth: an estimate of the final margin.

use super::geometry::{CELLS, Cell};
use super::moves::Move;
use super::position::Dominions;
use crate::kernel::{Bits, Evaluate, Position, Score, Term};

impl Evaluate for Dominions {
    const HISTORY_SLOTS: usize = CELLS * 8;

    fn evaluate(&self) -> Score {
        Score::points(self.lead(self.to_move()))
    }

    fn terms(&self) -> Vec<Term> {
        vec![Term { name: "score", centi: 100 * self.lead(self.to_move()) }]
    }

    /// Whether the move takes the last liberty of a group of the opponent.
    fn is_noisy(&self, m: Move) -> bool {
        m.placement().is_some_and(|(cell, _)| self.is_capture(cell))
    }

    fn noisy_moves(&self, moves: &mut Vec<Move>) {
        if self.outcome().is_none() {
            self.board.contacts(!self.to_move).for_each(|cell| {
                if self.is_capture(cell) {
                    self.push_fitting(cell, moves);
                }
            });
        }
    }

    fn history_slot(m: Move) -> usize {
        m.placement().map_or(0, |(cell, number)| cell.index() << 3 | number.count_ones() as usize)
    }
}

impl Dominions {
    /// Returns whether every tile that fits on a cell takes the last liberty of an enemy group.
    #[inline]
    fn is_capture(&self, cell: Cell) -> bool {
        let met = self.board.facing(cell) & self.board.beside(cell, !self.to_move);
        Bits::of(met).any(|side| self.is_last_liberty(cell, side))
    }
}
