//! Moves, and how they are generated.
//!
//! Steps and captures are generated direction by direction: one shift of the target cells gives
//! every stack that can step that way, whatever its size. Return moves are rare and are generated
//! stack by stack.

use super::geometry::{COLUMN_A, COLUMN_F, COLUMNS, Cell, RETURNS, last_row};
use super::rules::Change;
use super::stacks::Size;
use super::state::Trimok;
use crate::kernel::{self, Bits, array};

/// A move: from a cell to a cell, and for an exchange the size that arrives.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(
    /// Bits 0-5 the source, 6-11 the destination, 12-13 the number of the size or 0.
    u16,
);

impl Move {
    /// Returns the move between two cells that keeps the size.
    #[must_use]
    pub const fn new(from: Cell, to: Cell) -> Self {
        Self((from.index() | to.index() << 6) as u16)
    }

    /// Returns the same move with the stack exchanged for one of another size.
    #[must_use]
    #[inline]
    pub const fn exchanged(self, size: Size) -> Self {
        Self(self.0 & 0xFFF | (size.number() as u16) << 12)
    }

    /// Returns the source.
    #[must_use]
    pub const fn from(self) -> Cell {
        // Every way to make a move starts from two cells.
        Cell::of_valid_index(self.source_index())
    }

    /// Returns the destination.
    #[must_use]
    pub const fn to(self) -> Cell {
        Cell::of_valid_index(self.dest_index())
    }

    /// Returns the size that the stack is exchanged for.
    #[must_use]
    pub const fn exchange(self) -> Option<Size> {
        Size::from_number((self.0 >> 12) as u8)
    }

    /// Returns the index of the source, which the type bounds by 64.
    #[inline]
    pub(super) const fn source_index(self) -> u32 {
        (self.0 & 63) as u32
    }

    /// Returns the index of the destination, which the type bounds by 64.
    #[inline]
    pub(super) const fn dest_index(self) -> u32 {
        (self.0 >> 6 & 63) as u32
    }

    /// Returns the number of the size that the stack is exchanged for, or 0.
    #[inline]
    pub(super) const fn exchange_number(self) -> u64 {
        (self.0 >> 12) as u64
    }
}

impl kernel::Move for Move {
    fn bits(self) -> u16 {
        self.0
    }

    fn from_bits(bits: u16) -> Option<Self> {
        let from = Cell::from_index(usize::from(bits & 63))?;
        let to = Cell::from_index(usize::from(bits >> 6 & 63))?;
        let m = Self::new(from, to);
        match bits >> 12 {
            0 => Some(m),
            number => Some(m.exchanged(Size::from_number(number as u8)?)),
        }
    }
}

impl std::fmt::Debug for Move {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}-{}", self.from(), self.to())?;
        self.exchange().map_or(Ok(()), |size| write!(f, "={}", size.number()))
    }
}

/// The stacks of the side to move and where each may step, by size.
#[derive(Clone, Copy)]
struct Steps {
    stacks: [u64; 3],
    targets: [u64; 3],
}

/// How far a row is in the numbering of cells.
const ROW: i32 = COLUMNS as i32;

impl Steps {
    /// Returns the stacks that may step by `STEP` cells of the numbering.
    #[inline]
    fn sources<const STEP: i32>(self) -> u64 {
        let [one, two, three] = self.stacks;
        let [to_one, to_two, to_three] = self.targets;
        let back = |set: u64| if STEP > 0 { set >> STEP } else { set << -STEP };
        let sources = (one & back(to_one)) | (two & back(to_two)) | (three & back(to_three));
        // A step to the right cannot start in column F, nor one to the left in column A.
        match STEP {
            1 | 7 | -5 => sources & !COLUMN_F,
            -1 | -7 | 5 => sources & !COLUMN_A,
            _ => sources,
        }
    }

    #[inline]
    fn push<const STEP: i32>(self, moves: &mut Vec<Move>) {
        let mut sources = self.sources::<STEP>();
        while sources != 0 {
            let from = sources.trailing_zeros() as i32;
            sources &= sources - 1;
            moves.push(Move((from | (from + STEP) << 6) as u16));
        }
    }

    #[inline]
    fn count(self) -> usize {
        let sources = [
            self.sources::<{ ROW - 1 }>(),
            self.sources::<{ ROW }>(),
            self.sources::<{ ROW + 1 }>(),
            self.sources::<{ -1 }>(),
            self.sources::<1>(),
            self.sources::<{ -ROW - 1 }>(),
            self.sources::<{ -ROW }>(),
            self.sources::<{ -ROW + 1 }>(),
        ];
        sources.iter().map(|from| from.count_ones() as usize).sum()
    }

    #[inline]
    fn push_all(self, moves: &mut Vec<Move>) {
        self.push::<{ ROW - 1 }>(moves);
        self.push::<{ ROW }>(moves);
        self.push::<{ ROW + 1 }>(moves);
        self.push::<{ -1 }>(moves);
        self.push::<1>(moves);
        self.push::<{ -ROW - 1 }>(moves);
        self.push::<{ -ROW }>(moves);
        self.push::<{ -ROW + 1 }>(moves);
    }
}

impl Trimok {
    /// Adds every legal move: steps and captures direction by direction, then return moves.
    #[inline]
    pub(super) fn generate(&self, moves: &mut Vec<Move>) {
        let stacks = self.own_stacks();
        let empty = self.board().empty();
        Steps { stacks, targets: array::map(self.prey(), |prey| prey | empty) }.push_all(moves);
        let returning = self.own() & last_row(self.turn());
        if returning != 0 {
            self.push_returns(returning, empty, moves);
        }
    }

    /// Counts the moves of [`generate`](Self::generate). Returns, which are few, are listed for it.
    #[inline]
    pub(super) fn count(&self, list: &mut Vec<Move>) -> usize {
        list.clear();
        let empty = self.board().empty();
        let stacks = self.own_stacks();
        let steps = Steps { stacks, targets: array::map(self.prey(), |prey| prey | empty) }.count();
        let returning = self.own() & last_row(self.turn());
        if returning != 0 {
            self.push_returns(returning, empty, list);
        }
        steps + list.len()
    }

    /// Adds every capture, in the order in which [`generate`](Self::generate) has them.
    pub(super) fn generate_captures(&self, moves: &mut Vec<Move>) {
        Steps { stacks: self.own_stacks(), targets: self.prey() }.push_all(moves);
    }

    fn push_returns(&self, returning: u64, empty: u64, moves: &mut Vec<Move>) {
        let stacks = self.own_stacks();
        let targets = &RETURNS[self.turn().index()];
        let obtainable = array::of::<_, 3>(|size| self.is_obtainable(stacks[size]));
        for from in Bits::of(returning) {
            for to in Bits::of(targets[from & 63] & empty) {
                let m = Move((from | to << 6) as u16);
                moves.push(m);
                for size in Size::ALL {
                    if obtainable[size.index()] && stacks[size.index()] >> from & 1 == 0 {
                        moves.push(m.exchanged(size));
                    }
                }
            }
        }
    }

    /// Returns whether a returning stack may become one of a size, given the stacks of that size
    /// that its side has.
    #[inline]
    fn is_obtainable(&self, stacks: u64) -> bool {
        match self.change() {
            Change::None => false,
            Change::Any => true,
            Change::Absent => stacks == 0,
            Change::Captured => {
                // Fewer than four: nothing remains after clearing the lowest three bits.
                let rest = stacks & stacks.wrapping_sub(1);
                let rest = rest & rest.wrapping_sub(1);
                rest & rest.wrapping_sub(1) == 0
            }
        }
    }
}
