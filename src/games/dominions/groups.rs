//! Groups: tiles of one controller, connected through beams (RULES.md section 3).
//!
//! Every tile knows its group by the number of the group's first cell, and there the group keeps
//! three counts: its liberties, its beams that meet the other player's, and its tiles. A group is
//! alive as long as the first is not 0 and a whole section as long as the second is 0.

use super::board::Board;
use super::cellset::CellSet;
use super::geometry::Cell;
use super::tile::Tile;
use crate::kernel::Bits;

/// A list of tiles of the board, in no special order. There are 126 tiles in all.
pub(super) struct Tiles {
    cells: [u8; 128],
    len: usize,
}

impl Tiles {
    const fn new() -> Self {
        Self { cells: [0; 128], len: 0 }
    }

    #[inline]
    fn push(&mut self, cell: Cell) {
        self.cells[self.len & 127] = cell.byte();
        self.len += 1;
    }

    /// Returns the cell at a place of the list, if the list is so long.
    #[inline]
    fn get(&self, i: usize) -> Option<Cell> {
        if i < self.len { Some(Cell::of_byte(self.cells[i & 127])) } else { None }
    }

    /// Returns the cells.
    pub(super) fn iter(&self) -> impl Iterator<Item = Cell> + '_ {
        (0..).map_while(|i| self.get(i))
    }
}

impl Board {
    /// Returns the first cell of the group of the tile on a cell.
    #[inline]
    pub(super) fn group_of(&self, cell: Cell) -> Cell {
        Cell::of_byte(self.spot(cell).group)
    }

    /// Returns the liberties of a group, counted in beams.
    #[inline]
    pub(super) fn liberties(&self, group: Cell) -> u8 {
        self.spot(group).liberties
    }

    /// Returns how many tiles a group has.
    #[inline]
    pub(super) fn size(&self, group: Cell) -> i32 {
        i32::from(self.spot(group).size)
    }

    /// Returns whether no beam of a group meets the other player's.
    #[inline]
    pub(super) fn is_whole_section(&self, group: Cell) -> bool {
        self.spot(group).engaged == 0
    }

    /// Returns the sides of the tile on a cell through which it is connected to its own group.
    #[inline]
    fn links(&self, cell: Cell, tile: Tile) -> u8 {
        tile.beams() & self.beside(cell, tile.controller())
    }

    /// Returns the tiles of a group.
    pub(super) fn members(&self, group: Cell) -> Tiles {
        let mut members = Tiles::new();
        let mut seen = CellSet::EMPTY.with(group);
        members.push(group);
        let mut next = 0;
        while let Some(cell) = members.get(next) {
            next += 1;
            for side in Bits::of(self.links(cell, self.tile(cell))) {
                let beyond = cell.beyond(side);
                if !seen.contains(beyond) {
                    seen.insert(beyond);
                    members.push(beyond);
                }
            }
        }
        members
    }

    /// Returns the groups that have a beam onto a vacant cell, each with the number of such beams.
    #[inline]
    pub(super) fn groups_at(&self, cell: Cell) -> impl Iterator<Item = (Cell, u8)> + '_ {
        self.groups_beyond(cell, self.facing(cell))
    }

    /// Returns the groups of the tiles on some sides of a cell, each with the number of these tiles.
    #[inline]
    pub(super) fn groups_beyond(
        &self,
        cell: Cell,
        sides: u8,
    ) -> impl Iterator<Item = (Cell, u8)> + '_ {
        let mut left = sides;
        std::iter::from_fn(move || {
            let first = Bits::of(left).next()?;
            let group = self.group_of(cell.beyond(first));
            let is_same = |side: &usize| self.group_of(cell.beyond(*side)) == group;
            let same: u8 = Bits::of(left).filter(is_same).map(|side| 1 << side).sum();
            left &= !same;
            Some((group, same.count_ones() as u8))
        })
    }

    /// Counts the tile that has just been put on a cell as a group, takes from the groups around
    /// the liberties that they had there, and joins it with those of its own colour.
    pub(super) fn found_group(&mut self, cell: Cell) {
        let tile = self.tile(cell);
        let player = tile.controller();
        let met = tile.beams() & self.beside(cell, !player);
        let joined = tile.beams() & self.beside(cell, player);
        let own = tile.beams().count_ones() - (met | joined).count_ones();
        let spot = self.change(cell);
        spot.group = cell.byte();
        spot.liberties = own as u8;
        spot.engaged = met.count_ones() as u8;
        spot.size = 1;
        self.whole.groups.insert(cell);
        for side in Bits::of(met) {
            let group = self.change(self.group_of(cell.beyond(side)));
            group.liberties -= 1;
            group.engaged += 1;
        }
        for side in Bits::of(joined) {
            let group = self.group_of(cell.beyond(side));
            self.change(group).liberties -= 1;
            self.join(self.group_of(cell), group);
        }
    }

    /// Makes one group of two that have come into touch. Does nothing if they are one already.
    fn join(&mut self, a: Cell, b: Cell) {
        if a == b {
            return;
        }
        let (kept, lost) = if a < b { (a, b) } else { (b, a) };
        let gone = *self.spot(lost);
        let group = self.change(kept);
        group.liberties += gone.liberties;
        group.engaged = group.engaged.wrapping_add(gone.engaged);
        group.size += gone.size;
        let spot = self.change(lost);
        spot.group = kept.byte();
        spot.liberties = 0;
        spot.engaged = 0;
        spot.size = 0;
        self.whole.groups.remove(lost);
        let mut renamed = Tiles::new();
        renamed.push(lost);
        let mut next = 0;
        while let Some(cell) = renamed.get(next) {
            next += 1;
            for side in Bits::of(self.links(cell, self.tile(cell))) {
                let beyond = cell.beyond(side);
                if self.spot(beyond).group == lost.byte() {
                    self.change(beyond).group = kept.byte();
                    renamed.push(beyond);
                }
            }
        }
    }

    /// Flips a group without liberties and joins it with the groups that it met.
    pub(super) fn flip_group(&mut self, group: Cell) {
        // Every beam of it that does not stay inside meets a tile of the other player, and each of
        // these meetings, counted on both sides, becomes a link inside one group. Counting it
        // negatively here makes the sum come out right whatever order the groups join in; it may
        // drop below 0 on the way.
        let first = self.change(group);
        first.engaged = first.engaged.wrapping_neg();
        let old = self.tile(group).controller();
        let mut flipped = Tiles::new();
        self.flip(group);
        flipped.push(group);
        let mut next = 0;
        while let Some(cell) = flipped.get(next) {
            next += 1;
            // A flipped neighbour no longer counts under its old colour.
            for side in Bits::of(self.tile(cell).beams() & self.beside(cell, old)) {
                let beyond = cell.beyond(side);
                self.flip(beyond);
                flipped.push(beyond);
            }
        }
        for cell in flipped.iter() {
            for side in Bits::of(self.links(cell, self.tile(cell))) {
                self.join(self.group_of(cell), self.group_of(cell.beyond(side)));
            }
        }
    }
}
