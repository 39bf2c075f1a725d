//! What a network reads from a position: 6 kinds of stacks on 36 cells, how soon each could be captured,
//! and whether that could be avenged.

use super::geometry::{CELLS, COLUMNS, Cell, spread};
use super::stacks::{STACKS_OF_A_SIDE, Size};
use super::state::Trimok;
use super::symmetry::Symmetry;
use crate::kernel::{Bits, Player, Position};
use crate::network::{Learned, Recipe, Shape, Sink};

/// The classes of stacks: 1 if an enemy stack that beats it is two steps away, 2 if one is beside it, and
/// 3 more if an own stack beside it beats what beats it.
const CLASSES: usize = 6;

impl Learned for Trimok {
    /// By side, the one to move first, by size, by class and by cell, with the rows reversed for
    /// Blue.
    const SHAPE: Shape = Shape {
        flags: 6 * CLASSES * CELLS,
        active: 2 * STACKS_OF_A_SIDE,
        edition: 2,
        ..Shape::NONE
    };

    /// Columns reflected, sizes relabelled.
    const SYMMETRIES: usize = 6;

    const RECIPE: Recipe = Recipe { scale: 107.0, score_share: 0.7, hidden: 128, fixed: &[] };

    /// Trained under the default rule for exchanges, it beats the terms by as much under the others.
    const NETWORK: Option<&'static [u8]> = Some(include_bytes!("trimok.net"));

    #[inline]
    fn read<S: Sink>(&self, sink: &mut S) {
        let us = self.to_move();
        let stacks = [us, !us].map(|player| self.board().stacks(player));
        let beside = stacks.map(|stacks| stacks.map(spread));
        let near = beside.map(|cells| cells.map(spread));
        for side in 0..2 {
            for size in Size::ALL {
                let first = CELLS * CLASSES * (3 * side + size.index());
                let hunter = size.hunter().index();
                let (beside_hunter, near_hunter) =
                    (beside[1 - side][hunter], near[1 - side][hunter]);
                // What the size beats is what beats its hunter.
                let defended = beside[side][size.prey().index()];
                for cell in Bits::of(stacks[side][size.index()]) {
                    let danger = (near_hunter >> cell & 1) + (beside_hunter >> cell & 1);
                    let class = danger + 3 * (defended >> cell & 1);
                    sink.flag(first + CELLS * class as usize + seen_by(us, cell));
                }
            }
        }
    }

    fn image(flag: usize, symmetry: usize) -> usize {
        let symmetry = Symmetry {
            mirror: symmetry % 2 == 1,
            swap_sides: false,
            relabel: (symmetry / 2) as u8,
        };
        let (kind, cell) = (flag / CELLS, flag % CELLS);
        let (stack, class) = (kind / CLASSES, kind % CLASSES);
        let size = symmetry.size(Size::ALL[stack % 3]).index();
        let cell = Cell::from_index(cell).map_or(cell, |cell| symmetry.cell(cell).index());
        CELLS * (CLASSES * (stack / 3 * 3 + size) + class) + cell
    }
}

/// Returns a cell as seen by a player who plays up the board.
#[inline]
const fn seen_by(player: Player, cell: usize) -> usize {
    match player {
        Player::First => cell,
        Player::Second => CELLS - COLUMNS - cell / COLUMNS * COLUMNS + cell % COLUMNS,
    }
}
