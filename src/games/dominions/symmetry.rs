//! The twelve rotations and reflections of the board, and the exchange of the players.

use std::sync::LazyLock;

use super::geometry::{CELLS, Cell, SIDES};
use super::signature::{self, Signature};
use super::state::Dominions;
use super::tile::Tile;
use crate::kernel::hex::Hex;
use crate::kernel::{Bits, Gather, Player};

/// The row and the column of the centre.
const CENTRE: i8 = 9;

/// A map of the board onto itself: the image of each cell, and of the beams of tiles.
struct SymmetryMap {
    cells: [Cell; CELLS],
    beams: [u8; 1 << SIDES],
}

/// The maps: six rotations, each plain or reflected.
static MAPS: LazyLock<Vec<SymmetryMap>> = LazyLock::new(|| {
    let mut maps = Vec::new();
    for is_mirrored in [false, true] {
        maps.extend((0..SIDES).filter_map(|turns| SymmetryMap::new(is_mirrored, turns)));
    }
    maps
});

/// Returns the offset of a cell from the centre.
fn hex(cell: Cell) -> Hex {
    Hex::new(cell.column() - CENTRE, cell.row() - cell.column())
}

/// Returns the cell at an offset from the centre.
fn at(hex: Hex) -> Option<Cell> {
    Cell::at(hex.q + hex.r + CENTRE, hex.q + CENTRE)
}

impl SymmetryMap {
    fn new(is_mirrored: bool, turns: usize) -> Option<Self> {
        let image = |hex: Hex| {
            let start = if is_mirrored { hex.mirrored() } else { hex };
            (0..turns).fold(start, |hex, _| hex.turned())
        };
        let mut cells = [Cell::from_index(0)?; CELLS];
        for cell in Cell::all() {
            cells[cell.index()] = at(image(hex(cell)))?;
        }
        let mut sides = [0; SIDES];
        for (side, place) in sides.iter_mut().enumerate() {
            *place = Hex::STEPS.iter().position(|step| *step == image(Hex::STEPS[side]))?;
        }
        let beams = |beams: usize| Bits::of(beams as u64).map(|side| 1 << sides[side]).sum();
        Some(Self { cells, beams: std::array::from_fn(beams) })
    }

    fn signature(&self, tiles: &[(Cell, Tile)]) -> Signature {
        let images = tiles.iter().map(|(cell, tile)| {
            let beams = self.beams[usize::from(tile.beams())];
            let image = Tile::new(beams, tile.owner(), tile.controller());
            signature::of_tile(self.cells[cell.index()], image)
        });
        images.fold([0; 2], signature::join)
    }
}

/// Returns the least signature of the position's images in which the first player is to move.
pub(super) fn canonical(position: &Dominions) -> Signature {
    let is_swapped = position.to_move == Player::Second;
    let player = |player: Player| if is_swapped { !player } else { player };
    let tiles = Cell::all().map(|cell| (cell, position.board.tile(cell)));
    let tiles = tiles.filter(|(_, tile)| !tile.is_none()).map(|(cell, tile)| {
        (cell, Tile::new(tile.beams(), player(tile.owner()), player(tile.controller())))
    });
    let tiles: Vec<(Cell, Tile)> = tiles.gather();
    let least = MAPS.iter().map(|map| map.signature(&tiles)).min().unwrap_or_default();
    signature::join(least, signature::of_turn(Player::First, position.passes))
}
