//! What a placement does: groups join, and those without a liberty flip (RULES.md section 4).

use super::board::Board;
use super::geometry::Cell;
use super::tile::Tile;
use crate::kernel::Bits;

impl Board {
    /// Places a tile that fits, for the tile's controller, and flips the groups left without
    /// liberties (RULES.md section 4).
    pub(super) fn place(&mut self, cell: Cell, tile: Tile) {
        let player = tile.controller();
        // Step 1: put the tile down.
        self.put(cell, tile);
        self.found_group(cell);
        // Step 2: the opponent's groups without a liberty flip. Each has lost its last one on this
        // cell, so it meets the tile.
        for side in Bits::of(tile.beams() & self.beside(cell, !player)) {
            let beyond = cell.beyond(side);
            let group = self.group_of(beyond);
            // Two beams may meet the same group; then it has flipped before the second is looked at.
            if self.liberties(group) == 0 && self.tile(beyond).controller() != player {
                self.flip_group(group);
            }
        }
        // Step 3: so does the group of the tile. Nothing else can be without a liberty.
        let group = self.group_of(cell);
        if self.liberties(group) == 0 {
            self.flip_group(group);
        }
    }

    /// Puts down a tile of either colour that fits, without flipping anything, to build up a given
    /// position. Groups are updated.
    pub(super) fn add(&mut self, cell: Cell, tile: Tile) {
        self.put(cell, tile);
        self.found_group(cell);
    }
}
