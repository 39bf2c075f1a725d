//! What a network reads from a position: 6 kinds of stacks on 36 cells.

use super::geometry::{CELLS, COLUMNS, Cell};
use super::stacks::{STACKS_OF_A_SIDE, Size};
use super::state::Trimok;
use super::symmetry::Symmetry;
use crate::kernel::{Bits, Player, Position};
use crate::network::{Learned, Recipe, Shape, Sink};

impl Learned for Trimok {
    /// By side, the one to move first, by size and by cell, with the rows reversed for Blue.
    const SHAPE: Shape = Shape { flags: 6 * CELLS, active: 2 * STACKS_OF_A_SIDE, ..Shape::NONE };

    /// Columns reflected, sizes relabelled.
    const SYMMETRIES: usize = 6;

    const RECIPE: Recipe = Recipe { scale: 107.0, score_share: 0.7, hidden: 128, fixed: &[] };

    /// Trained under the default rule for exchanges, it beats the terms by as much under the others.
    const NETWORK: Option<&'static [u8]> = Some(include_bytes!("trimok.net"));

    #[inline]
    fn read<S: Sink>(&self, sink: &mut S) {
        let us = self.to_move();
        for (side, player) in [us, !us].into_iter().enumerate() {
            for (size, cells) in self.board().stacks(player).into_iter().enumerate() {
                let first = CELLS * (3 * side + size);
                for cell in Bits::of(cells) {
                    sink.flag(first + seen_by(us, cell));
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
        let size = symmetry.size(Size::ALL[kind % 3]).index();
        let cell = Cell::from_index(cell).map_or(cell, |cell| symmetry.cell(cell).index());
        CELLS * (kind / 3 * 3 + size) + cell
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
