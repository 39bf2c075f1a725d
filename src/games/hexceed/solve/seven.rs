//! The last seven cells, when a piece is held that is likely to be no good on any of them: what the boards with six
//! have in common is looked up once.

use super::super::lanes::{LANES, members};
use super::qualities::Twice;
use super::six::{Asked, Pieces, SIX, Six, Trios, looked_up, sort, sum};
use crate::kernel::array;

/// How many cells are left.
pub(super) const SEVEN: usize = 7;
/// Tables for cells are this long, so that an index cut to 3 bits needs no check.
const ROWS: usize = 8;

/// The last seven cells, numbered from 0 to 6, and six pieces besides the one that is held.
pub(super) struct Seven<'a> {
    pieces: &'a Pieces,
    /// How many points wait on each cell, and how many more once the held piece is on another.
    points: [u8; ROWS],
    more_points: [[u8; ROWS]; ROWS],
    /// What each piece scores on each cell, and how much more once the held piece is on another.
    gains: [Twice; ROWS],
    more_gains: [[Twice; ROWS]; ROWS],
    /// For each two cells what each pair of pieces scores there together.
    joint: [[Twice; ROWS]; ROWS],
    /// What the held piece shares with each pair of pieces.
    threes: Twice,
    trios: Trios,
}

impl<'a> Seven<'a> {
    /// Looks up what the pieces score on the cells of seven lanes.
    #[inline(always)]
    pub(super) fn new(
        asked: &Asked,
        lanes: [usize; SEVEN],
        pieces: &'a Pieces,
        held: usize,
    ) -> Self {
        let qualities = asked.root.per_quality[held % LANES];
        let shared = pieces.shared_with(asked, held);
        let mut seven = Self {
            pieces,
            points: [0; ROWS],
            more_points: [[0; ROWS]; ROWS],
            gains: [Twice::default(); ROWS],
            more_gains: [[Twice::default(); ROWS]; ROWS],
            joint: [[Twice::default(); ROWS]; ROWS],
            threes: pieces.on_pair(qualities),
            trios: Trios::new(asked, &lanes),
        };
        for (a, lane) in lanes.into_iter().enumerate() {
            seven.points[a] = asked.points(lane);
            seven.gains[a] = pieces.on_cell(asked.waiting[lane % LANES]);
            for (b, other) in lanes.into_iter().enumerate().skip(a + 1) {
                let between = asked.between(lane, other);
                // A factor of 255 makes the mask of a quality of its one.
                let points = sum(between & (qualities * 255));
                let (gains, joint) = (looked_up(between, shared), pieces.on_pair(between));
                for (a, b) in [(a, b), (b, a)] {
                    seven.more_points[a][b] = points;
                    seven.more_gains[a][b] = gains;
                    seven.joint[a][b] = joint;
                }
            }
        }
        seven
    }

    /// Returns what is left once the held piece is on a cell.
    #[inline(always)]
    pub(super) fn leave(&self, cell: usize) -> Six<'a> {
        let cell = cell % ROWS;
        let mut cells: [usize; SIX] = array::of(|i| i + usize::from(i >= cell));
        sort(&mut cells, |to| !(self.points[to % ROWS] + self.more_points[cell][to % ROWS]));
        let gains = |i: usize| self.gains[cells[i] % ROWS] + self.more_gains[cell][cells[i] % ROWS];
        let joint = |i: usize, j: usize| self.joint[cells[i] % ROWS][cells[j] % ROWS];
        let mut six = Six::of(self.pieces, gains, joint, Trios::NONE);
        if !self.trios.is_empty() {
            let mut numbers = [0; ROWS];
            for (number, cell) in cells.into_iter().enumerate() {
                numbers[cell % ROWS] = number;
            }
            let number = |cell: usize| numbers[cell % ROWS];
            for trio in self.trios {
                let others = u16::from(trio & !(1 << cell));
                if trio >> cell & 1 == 1 {
                    let [a, b] = members(others);
                    six.join(number(a), number(b), self.threes);
                } else {
                    let [a, b, c] = array::map(members(others), |cell| 1 << number(cell));
                    six.trios.push(a | b | c);
                }
            }
        }
        six
    }
}
