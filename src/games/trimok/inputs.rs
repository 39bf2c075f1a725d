//! What a network reads from a position: 6 kinds of stacks on 36 cells, how soon each could be captured,
//! and whether that could be avenged.

use super::geometry::{CELLS, COLUMNS, Cell, spread};
use super::stacks::{STACKS_OF_A_SIDE, Size};
use super::state::Trimok;
use super::survey::Survey;
use super::symmetry::Symmetry;
use super::weights::Weights;
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
        feed(self.to_move(), &Survey::of(self), sink);
    }

    #[inline]
    fn read_and_weigh<S: Sink>(&self, sink: &mut S, weights: &Weights) -> i32 {
        let survey = Survey::of(self);
        feed(self.to_move(), &survey, sink);
        self.parts_of(&survey, weights).iter().sum()
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

/// Gives a sink the inputs.
#[inline]
fn feed<S: Sink>(us: Player, survey: &Survey, sink: &mut S) {
    let near = survey.sides.each_ref().map(|side| side.reach.map(spread));
    for (number, side) in survey.sides.iter().enumerate() {
        let (beside, near) = (&survey.sides[1 - number].reach, &near[1 - number]);
        let defended = side.defended();
        for size in Size::ALL {
            let first = CELLS * CLASSES * (3 * number + size.index());
            let hunter = size.hunter().index();
            for cell in Bits::of(side.stacks[size.index()]) {
                let danger = (near[hunter] >> cell & 1) + (beside[hunter] >> cell & 1);
                let class = danger + 3 * (defended >> cell & 1);
                sink.flag(first + CELLS * class as usize + seen_by(us, cell));
            }
        }
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
