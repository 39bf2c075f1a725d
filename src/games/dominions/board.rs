//! The tiles on the board and what follows from them, updated incrementally with every placement.
//!
//! All of it can be recomputed from the tiles alone, and equal tiles give equal boards, field by
//! field; the tests compare both. `groups` maintains the groups.

use super::cellset::CellSet;
use super::geometry::{Cell, PerCell, opposite_bit};
use super::signature::{self, Signature};
use super::tile::Tile;
use crate::kernel::{Bits, PerPlayer, Player};

/// The board.
#[derive(Clone, PartialEq)]
pub(super) struct Board {
    /// The tile on each cell.
    tiles: PerCell<Tile>,
    /// The sides of each cell where the neighbour holds a tile that the player controls.
    beside: PerPlayer<PerCell<u8>>,
    /// The sides of each cell where a neighbour's beam points at it.
    facing: PerCell<u8>,
    /// The group of each tile: the number of its first cell.
    pub(super) group: PerCell<u8>,
    /// By the first cell of each group: its liberties, counted in beams. At most 146.
    pub(super) liberties: PerCell<u8>,
    /// By the first cell of each group: how many of its beams meet the other player's. At most 192.
    pub(super) engaged: PerCell<u8>,
    /// By the first cell of each group: how many tiles it has.
    pub(super) size: PerCell<u8>,
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

impl Board {
    /// The board without tiles.
    pub(super) const EMPTY: Self = Self {
        tiles: [Tile::NONE; 256],
        beside: PerPlayer([[0; 256]; 2]),
        facing: [0; 256],
        group: [0; 256],
        liberties: [0; 256],
        engaged: [0; 256],
        size: [0; 256],
        groups: CellSet::EMPTY,
        vacant: CellSet::ALL,
        touched: PerPlayer([CellSet::EMPTY; 2]),
        domain: PerPlayer([CellSet::EMPTY; 2]),
        controlled: PerPlayer([0; 2]),
        signature: [0; 2],
    };

    /// Returns the tile on a cell.
    #[inline]
    pub(super) fn tile(&self, cell: Cell) -> Tile {
        self.tiles[cell.index()]
    }

    /// Returns the bare tiles.
    pub(super) fn tiles(&self) -> &PerCell<Tile> {
        &self.tiles
    }

    /// Returns the sides of a cell where the neighbour holds a tile that the player controls.
    #[inline]
    pub(super) fn beside(&self, cell: Cell, player: Player) -> u8 {
        self.beside[player][cell.index()]
    }

    /// Returns the sides of a cell where the neighbour holds a tile.
    #[inline]
    pub(super) fn occupied_sides(&self, cell: Cell) -> u8 {
        self.beside.0[0][cell.index()] | self.beside.0[1][cell.index()]
    }

    /// Returns the sides of a cell where a neighbour's beam points at it.
    #[inline]
    pub(super) fn facing(&self, cell: Cell) -> u8 {
        self.facing[cell.index()]
    }

    /// Returns the cells without a tile.
    #[inline]
    pub(super) fn vacant(&self) -> CellSet {
        self.vacant
    }

    /// Returns the tiles that a player controls and that lie beside one of the other's.
    #[inline]
    pub(super) fn front(&self, player: Player) -> CellSet {
        self.domain[player].and(&self.touched[!player])
    }

    /// Returns the vacant cells beside a tile that the player controls.
    #[inline]
    pub(super) fn contacts(&self, player: Player) -> CellSet {
        self.touched[player].and(&self.vacant)
    }

    /// Returns how many tiles the player controls.
    #[inline]
    pub(super) fn controlled(&self, player: Player) -> i32 {
        i32::from(self.controlled[player])
    }

    /// Returns whether there is no tile.
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.controlled == PerPlayer([0; 2])
    }

    /// Returns the signature of the tiles.
    #[inline]
    pub(super) fn signature(&self) -> Signature {
        self.signature
    }

    /// Puts a tile on a vacant cell and updates its neighbours, but not the groups.
    pub(super) fn put(&mut self, cell: Cell, tile: Tile) {
        let player = tile.controller();
        self.tiles[cell.index()] = tile;
        self.vacant.remove(cell);
        self.touched[player] = self.touched[player].or(CellSet::around(cell));
        self.domain[player].insert(cell);
        self.controlled[player] += 1;
        self.signature = signature::join(self.signature, signature::of_tile(cell, tile));
        for side in Bits::of(cell.open_sides()) {
            let (beyond, bit) = (cell.beyond(side), opposite_bit(side));
            self.beside[player][beyond.index()] |= bit;
            if tile.has_beam(side) {
                self.facing[beyond.index()] |= bit;
            }
        }
    }

    /// Flips a tile and updates its neighbours, but not the groups.
    pub(super) fn flip(&mut self, cell: Cell) {
        let before = self.tile(cell);
        let after = before.flipped();
        let (old, new) = (before.controller(), after.controller());
        self.tiles[cell.index()] = after;
        self.touched[new] = self.touched[new].or(CellSet::around(cell));
        self.domain[old].remove(cell);
        self.domain[new].insert(cell);
        self.controlled[old] -= 1;
        self.controlled[new] += 1;
        let change =
            signature::join(signature::of_tile(cell, before), signature::of_tile(cell, after));
        self.signature = signature::join(self.signature, change);
        for side in Bits::of(cell.open_sides()) {
            let (beyond, bit) = (cell.beyond(side), opposite_bit(side));
            self.beside[new][beyond.index()] |= bit;
            self.beside[old][beyond.index()] &= !bit;
            if self.beside[old][beyond.index()] == 0 {
                self.touched[old].remove(beyond);
            }
        }
    }
}
