//! The tiles on the board and what follows from them, updated incrementally with every placement.
//!
//! All of it can be recomputed from the tiles alone, and equal tiles give equal boards, field by
//! field; the tests compare both. `groups` maintains the groups.

use super::cellset::CellSet;
use super::geometry::{Cell, PerCell, opposite_bit};
use super::signature::{self, Signature};
use super::tile::Tile;
use crate::kernel::{Bits, PerPlayer, Player};

/// What is known of a cell: eight bytes that lie side by side.
#[derive(Clone, Copy, PartialEq)]
#[repr(C, align(8))]
pub(super) struct Spot {
    /// The tile on it.
    tile: Tile,
    /// The sides where the neighbour holds a tile that the player controls.
    beside: PerPlayer<u8>,
    /// The sides where a neighbour's beam points at it.
    facing: u8,
    /// The group of its tile: the number of the group's first cell.
    pub(super) group: u8,
    /// If it is the first cell of a group: the group's liberties, counted in beams. At most 146.
    pub(super) liberties: u8,
    /// Likewise: how many of its beams meet the other player's. At most 192.
    pub(super) engaged: u8,
    /// Likewise: how many tiles it has.
    pub(super) size: u8,
}

impl Spot {
    const VACANT: Self = Self {
        tile: Tile::NONE,
        beside: PerPlayer([0; 2]),
        facing: 0,
        group: 0,
        liberties: 0,
        engaged: 0,
        size: 0,
    };
}

/// What is known of the board as a whole.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Whole {
    /// The first cells of the groups.
    pub(super) groups: CellSet,
    /// The cells without a tile.
    vacant: CellSet,
    /// The cells, vacant or not, beside a tile that the player controls.
    touched: PerPlayer<CellSet>,
    /// The cells of the tiles that the player controls, and their number.
    domain: PerPlayer<CellSet>,
    controlled: PerPlayer<u8>,
    /// The signature of the tiles.
    signature: Signature,
}

/// The board.
#[derive(Clone)]
pub(super) struct Board {
    spots: PerCell<Spot>,
    pub(super) whole: Whole,
    /// The spots that placements have changed, the last change last, each as it was before.
    changed: Vec<(Cell, Spot)>,
}

/// How a board was before a placement.
pub(super) struct Mark {
    whole: Whole,
    /// The number of changes up to then.
    changes: usize,
}

impl PartialEq for Board {
    fn eq(&self, other: &Self) -> bool {
        (&self.spots, &self.whole) == (&other.spots, &other.whole)
    }
}

impl Board {
    /// The board without tiles.
    pub(super) const EMPTY: Self = Self {
        spots: [Spot::VACANT; 256],
        whole: Whole {
            groups: CellSet::EMPTY,
            vacant: CellSet::ALL,
            touched: PerPlayer([CellSet::EMPTY; 2]),
            domain: PerPlayer([CellSet::EMPTY; 2]),
            controlled: PerPlayer([0; 2]),
            signature: [0; 2],
        },
        changed: Vec::new(),
    };

    /// Returns what [`restore`](Self::restore) needs to take back what follows.
    #[inline]
    pub(super) fn mark(&self) -> Mark {
        Mark { whole: self.whole, changes: self.changed.len() }
    }

    /// Takes back all that was placed since a mark.
    #[inline]
    pub(super) fn restore(&mut self, mark: Mark) {
        self.whole = mark.whole;
        for (cell, before) in self.changed.drain(mark.changes..).rev() {
            self.spots[cell.index()] = before;
        }
    }

    /// Returns what is known of a cell.
    #[inline]
    pub(super) fn spot(&self, cell: Cell) -> &Spot {
        &self.spots[cell.index()]
    }

    /// Returns what is known of a cell, to be changed.
    #[inline]
    pub(super) fn change(&mut self, cell: Cell) -> &mut Spot {
        let spot = &mut self.spots[cell.index()];
        self.changed.push((cell, *spot));
        spot
    }

    /// Returns the tile on a cell.
    #[inline]
    pub(super) fn tile(&self, cell: Cell) -> Tile {
        self.spot(cell).tile
    }

    /// Returns the bare tiles.
    pub(super) fn tiles(&self) -> PerCell<Tile> {
        self.spots.map(|spot| spot.tile)
    }

    /// Returns the sides of a cell where the neighbour holds a tile that the player controls.
    #[inline]
    pub(super) fn beside(&self, cell: Cell, player: Player) -> u8 {
        self.spot(cell).beside[player]
    }

    /// Returns the sides of a cell where the neighbour holds a tile.
    #[inline]
    pub(super) fn occupied_sides(&self, cell: Cell) -> u8 {
        let PerPlayer([first, second]) = self.spot(cell).beside;
        first | second
    }

    /// Returns the sides of a cell where a neighbour's beam points at it.
    #[inline]
    pub(super) fn facing(&self, cell: Cell) -> u8 {
        self.spot(cell).facing
    }

    /// Returns the cells without a tile.
    #[inline]
    pub(super) fn vacant(&self) -> CellSet {
        self.whole.vacant
    }

    /// Returns the tiles that a player controls and that lie beside one of the other's.
    #[inline]
    pub(super) fn front(&self, player: Player) -> CellSet {
        self.whole.domain[player].and(&self.whole.touched[!player])
    }

    /// Returns the vacant cells beside a tile that the player controls.
    #[inline]
    pub(super) fn contacts(&self, player: Player) -> CellSet {
        self.whole.touched[player].and(&self.whole.vacant)
    }

    /// Returns how many tiles the player controls.
    #[inline]
    pub(super) fn controlled(&self, player: Player) -> i32 {
        i32::from(self.whole.controlled[player])
    }

    /// Returns whether there is no tile.
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.whole.controlled == PerPlayer([0; 2])
    }

    /// Returns the signature of the tiles.
    #[inline]
    pub(super) fn signature(&self) -> Signature {
        self.whole.signature
    }

    /// Puts a tile on a vacant cell and updates its neighbours, but not the groups.
    pub(super) fn put(&mut self, cell: Cell, tile: Tile) {
        let player = tile.controller();
        self.change(cell).tile = tile;
        let whole = &mut self.whole;
        whole.vacant.remove(cell);
        whole.touched[player] = whole.touched[player].or(CellSet::around(cell));
        whole.domain[player].insert(cell);
        whole.controlled[player] += 1;
        whole.signature = signature::join(whole.signature, signature::of_tile(cell, tile));
        for side in Bits::of(cell.open_sides()) {
            let bit = opposite_bit(side);
            let beyond = self.change(cell.beyond(side));
            beyond.beside[player] |= bit;
            if tile.has_beam(side) {
                beyond.facing |= bit;
            }
        }
    }

    /// Flips a tile and updates its neighbours, but not the groups.
    pub(super) fn flip(&mut self, cell: Cell) {
        let before = self.tile(cell);
        let after = before.flipped();
        let (old, new) = (before.controller(), after.controller());
        self.change(cell).tile = after;
        let whole = &mut self.whole;
        whole.touched[new] = whole.touched[new].or(CellSet::around(cell));
        whole.domain[old].remove(cell);
        whole.domain[new].insert(cell);
        whole.controlled[old] -= 1;
        whole.controlled[new] += 1;
        let change =
            signature::join(signature::of_tile(cell, before), signature::of_tile(cell, after));
        whole.signature = signature::join(whole.signature, change);
        for side in Bits::of(cell.open_sides()) {
            let (beyond, bit) = (cell.beyond(side), opposite_bit(side));
            let spot = self.change(beyond);
            spot.beside[new] |= bit;
            spot.beside[old] &= !bit;
            if spot.beside[old] == 0 {
                self.whole.touched[old].remove(beyond);
            }
        }
    }
}
