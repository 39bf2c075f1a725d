//! The stacks of both sides and the cells that they touch: what the terms and the inputs of a network
//! are made of.

use super::geometry::spread;
use super::stacks::Size;
use super::state::Trimok;
use crate::kernel::Position;

/// The index of each size's prey in an array by size: 1 beats 3, 2 beats 1, 3 beats 2.
pub(super) const PREY: [usize; 3] =
    [Size::One.prey().index(), Size::Two.prey().index(), Size::Three.prey().index()];

/// The stacks of one side.
pub(super) struct Side {
    /// Where they stand, by size.
    pub(super) stacks: [u64; 3],
    /// How many there are of each size.
    pub(super) counts: [i32; 3],
    /// The cells that they touch or stand on, by size.
    pub(super) reach: [u64; 3],
}

/// The side to move, then the other.
pub(super) struct Survey {
    pub(super) sides: [Side; 2],
}

/// Returns the number of cells of a set.
pub(super) const fn count(cells: u64) -> i32 {
    cells.count_ones() as i32
}

impl Survey {
    #[inline]
    pub(super) fn of(position: &Trimok) -> Self {
        let us = position.to_move();
        let side = |player| Side::of(position.board().stacks(player));
        Self { sides: [side(us), side(!us)] }
    }
}

impl Side {
    #[inline]
    fn of(stacks: [u64; 3]) -> Self {
        let [a, b, c] = stacks;
        let counts = [count(a), count(b), count(c)];
        Self { stacks, counts, reach: [spread(a), spread(b), spread(c)] }
    }

    /// Returns the cells of all stacks.
    pub(super) fn all(&self) -> u64 {
        self.stacks[0] | self.stacks[1] | self.stacks[2]
    }

    /// Returns the number of stacks.
    pub(super) fn number(&self) -> i32 {
        self.counts.iter().sum()
    }

    /// Returns the number of pairs of an own stack and an enemy stack that it beats.
    pub(super) fn pairs(&self, enemy: &Self) -> i32 {
        (0..3).map(|size| self.counts[size] * enemy.counts[PREY[size]]).sum()
    }

    /// Returns the number of enemy stacks that can be captured at once.
    pub(super) fn threatened(&self, enemy: &Self) -> i32 {
        count((0..3).fold(0, |cells, size| cells | self.reach[size] & enemy.stacks[PREY[size]]))
    }

    /// Returns the number of stacks that no enemy stack beats.
    pub(super) fn unbeatable(&self, enemy: &Self) -> i32 {
        Size::ALL
            .into_iter()
            .filter(|size| enemy.counts[size.hunter().index()] == 0)
            .map(|size| self.counts[size.index()])
            .sum()
    }

    /// Returns the stacks whose capture could be avenged: beside each stands one that beats its hunter,
    /// that is, one of the size that it beats itself.
    pub(super) fn defended(&self) -> u64 {
        (0..3).fold(0, |cells, size| cells | self.stacks[size] & self.reach[PREY[size]])
    }
}
