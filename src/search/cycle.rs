//! Repeated positions: the record of the game and the current path.

use crate::kernel::{Packed, Position, Record};

/// The boards that the current position may repeat, the oldest first: those of the record since
/// its last irreversible move, then the path from the root.
#[derive(Clone, Debug)]
pub(super) struct Path<K> {
    boards: Vec<K>,
    /// For each ply, the first of the boards that can still come back.
    reversible_from: Vec<usize>,
    /// How many of the boards belong to the record.
    root: usize,
    /// The occurrence that the rules make a draw, 0 for none.
    limit: usize,
}

impl<K: Packed> Path<K> {
    /// Returns the path that consists of the root alone.
    pub(super) fn new<P: Position<Packed = K>>(record: &Record<P>) -> Self {
        let boards = if P::CYCLES { record.repeatable() } else { Vec::new() };
        let root = boards.len();
        let limit = record.current().repetition_limit() as usize;
        Self { boards, reversible_from: vec![0], root, limit }
    }

    /// Goes a move down from the position whose packed board is `packed`.
    pub(super) fn push(&mut self, packed: K, is_irreversible: bool) {
        self.boards.push(packed);
        let from = self.reversible_from.last().copied().unwrap_or(0);
        self.reversible_from.push(if is_irreversible { self.boards.len() } else { from });
    }

    /// Goes back up.
    pub(super) fn pop(&mut self) {
        self.boards.pop();
        self.reversible_from.pop();
    }

    /// Returns whether the current position is drawn because it came back, and if so, the ply that
    /// this draw rests on: that of the earlier occurrence in the tree, or `u32::MAX` if the record
    /// alone makes it a draw.
    ///
    /// Below the root one earlier occurrence in the tree is enough: whoever gained by the cycle
    /// would gain the same without it.
    pub(super) fn repetition(&self, packed: K) -> Option<u32> {
        let from = self.reversible_from.last().copied().unwrap_or(0);
        let mut in_record = 0;
        for at in (from..self.boards.len()).rev() {
            if self.boards[at] == packed {
                if at >= self.root {
                    return Some((at - self.root) as u32);
                }
                in_record += 1;
            }
        }
        (self.limit > 0 && in_record + 1 >= self.limit).then_some(u32::MAX)
    }

    /// Returns the ply after the last irreversible move of the path, 0 if that lies in the record:
    /// where the counter of quiet plies stood the same on every path.
    pub(super) fn last_irreversible(&self) -> u32 {
        let from = self.reversible_from.last().copied().unwrap_or(0);
        from.saturating_sub(self.root) as u32
    }
}
