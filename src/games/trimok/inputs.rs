//! What a network reads from a position: 6 kinds of stacks on 36 cells, how soon each could be captured
//! and whether that could be avenged; how many stacks there are of each kind; and, when few are left, how
//! far they stand apart.

use super::geometry::{CELLS, COLUMNS, Cell, ROWS, spread};
use super::stacks::{STACKS_OF_A_SIDE, Size};
use super::state::Trimok;
use super::survey::{Side, Survey};
use super::symmetry::Symmetry;
use super::weights::Weights;
use crate::kernel::{Bits, Player, Position, array};
use crate::network::{Learned, Recipe, Shape, Sink};

/// The classes of stacks: 1 if an enemy stack that beats it is two steps away, 2 if one is beside it, and
/// 3 more if an own stack beside it beats what beats it.
const CLASSES: usize = 6;

/// The first flag of the material: for each kind whether it has no stack, one, or more.
const MATERIAL: usize = 6 * CLASSES * CELLS;
/// The numbers of stacks that are told apart, and the kinds.
const NUMBERS: usize = 3;
const KINDS: u32 = 6;

/// The first flag of the duels of an ending: an own and an enemy stack by which of them beats the other
/// (neither, the own one, the enemy's) and by how far they are apart.
const DUELS: usize = MATERIAL + NUMBERS.pow(KINDS);
/// The steps that two cells can be apart along a column or a row, either way, and both together.
const STEPS: usize = 2 * ROWS - 1;
const DISTANCES: usize = STEPS * STEPS;
/// The most stacks in an ending.
const FEW: i32 = 8;

impl Learned for Trimok {
    /// Stacks by side, the one to move first, by size, by class and by cell, with the rows reversed for
    /// Blue; the material; in endings the duels: at most 16, and as many stacks or more are gone.
    const SHAPE: Shape = Shape {
        flags: DUELS + 3 * DISTANCES,
        active: 2 * STACKS_OF_A_SIDE + 1,
        edition: 3,
        ..Shape::NONE
    };

    /// Columns reflected, sizes relabelled.
    const SYMMETRIES: usize = 6;

    const RECIPE: Recipe = Recipe { scale: 107.0, score_share: 0.7, hidden: 128, fixed: &[] };

    /// Trained under the default rule for exchanges, it beats the terms under the others as well.
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
        let image = |kind: usize| kind / 3 * 3 + symmetry.size(Size::ALL[kind % 3]).index();
        if flag < MATERIAL {
            let (kind, cell) = (flag / CELLS, flag % CELLS);
            let (stack, class) = (kind / CLASSES, kind % CLASSES);
            let cell = Cell::from_index(cell).map_or(cell, |cell| symmetry.cell(cell).index());
            CELLS * (CLASSES * image(stack) + class) + cell
        } else if flag < DUELS {
            let number = |kind: usize| (flag - MATERIAL) / NUMBERS.pow(kind as u32) % NUMBERS;
            let part = |kind| number(kind) * NUMBERS.pow(image(kind) as u32);
            MATERIAL + (0..KINDS as usize).map(part).sum::<usize>()
        } else if symmetry.mirror {
            let columns = (flag - DUELS) % STEPS;
            flag - columns + (STEPS - 1 - columns)
        } else {
            flag
        }
    }
}

/// Gives a sink the inputs.
#[inline]
fn feed<S: Sink>(us: Player, survey: &Survey, sink: &mut S) {
    let [own, enemy] = &survey.sides;
    let counts = enemy.counts.iter().rev().chain(own.counts.iter().rev());
    let material = counts.fold(0, |sum, count| NUMBERS * sum + (*count as usize).min(NUMBERS - 1));
    sink.flag(MATERIAL + material);
    if own.number() + enemy.number() <= FEW {
        feed_duels(us, own, enemy, sink);
    }
    let near = array::of::<_, 2>(|side| array::map(survey.sides[side].reach, spread));
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

/// Gives a sink the duels of an ending.
#[inline]
fn feed_duels<S: Sink>(us: Player, own: &Side, enemy: &Side, sink: &mut S) {
    let stacks = |side: &Side| {
        let of =
            |size: usize| Bits::of(side.stacks[size]).map(move |cell| (size, seen_by(us, cell)));
        of(0).chain(of(1)).chain(of(2))
    };
    // Several duels may be the same.
    let mut told = [0_u128; 3];
    for (size, from) in stacks(own) {
        for (other, to) in stacks(enemy) {
            let relation = (size + 3 - other) % 3;
            let rows = ROWS - 1 + to / COLUMNS - from / COLUMNS;
            let columns = COLUMNS - 1 + to % COLUMNS - from % COLUMNS;
            let apart = STEPS * rows + columns;
            if told[relation] >> apart & 1 == 0 {
                told[relation] |= 1 << apart;
                sink.flag(DUELS + DISTANCES * relation + apart);
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
