//! The last seven cells, when a piece is held that is likely to be no good on any of them: what the boards with six
//! have in common is looked up once.

use super::super::lanes::{LANES, members};
use super::qualities::{NO_POINTS, Twice};
use super::six::{Asked, Pieces, SIX, Six, Trios, looked_up, sort, sum};
use crate::kernel::array;

/// How many cells are left.
pub(super) const SEVEN: usize = 7;
/// Tables for cells are this long, so that an index cut to 3 bits needs no check.
const ROWS: usize = 8;

/// The last seven cells, numbered from 0 to 6, and six pieces besides the one that is held. Like [`Six`], it is used
/// again for each board.
#[derive(Clone)]
pub(super) struct Seven {
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

impl Seven {
    /// To be filled in.
    pub(super) const NONE: Self = Self {
        points: [0; ROWS],
        more_points: [[0; ROWS]; ROWS],
        gains: [NO_POINTS; ROWS],
        more_gains: [[NO_POINTS; ROWS]; ROWS],
        joint: [[NO_POINTS; ROWS]; ROWS],
        threes: NO_POINTS,
        trios: Trios::NONE,
    };

    /// Looks up what the pieces score on the cells of seven lanes.
    #[inline(always)]
    pub(super) fn look_up(
        &mut self,
        asked: &Asked,
        lanes: [usize; SEVEN],
        pieces: &Pieces,
        held: usize,
    ) {
        let qualities = asked.root.per_quality[held % LANES];
        let shared = pieces.shared_with(asked, held);
        self.threes = pieces.on_pair(qualities);
        self.trios = Trios::new(asked, &lanes);
        for (a, lane) in lanes.into_iter().enumerate() {
            self.points[a] = asked.points(lane);
            self.gains[a] = pieces.on_cell(asked.waiting[lane % LANES]);
            for (b, other) in lanes.into_iter().enumerate().skip(a + 1) {
                let between = asked.between(lane, other);
                // A factor of 255 makes the mask of a quality of its one.
                let points = sum(between & (qualities * 255));
                let (gains, joint) = (looked_up(between, shared), pieces.on_pair(between));
                for (a, b) in [(a, b), (b, a)] {
                    self.more_points[a][b] = points;
                    self.more_gains[a][b] = gains;
                    self.joint[a][b] = joint;
                }
            }
        }
    }

    /// Fills in what is left once the held piece is on a cell, with the pieces there.
    #[inline(always)]
    pub(super) fn leave(&self, cell: usize, six: &mut Six) {
        let cell = cell % ROWS;
        let mut cells: [usize; SIX] = array::of(|i| i + usize::from(i >= cell));
        sort(&mut cells, |to| !(self.points[to % ROWS] + self.more_points[cell][to % ROWS]));
        let gains = |i: usize| self.gains[cells[i] % ROWS] + self.more_gains[cell][cells[i] % ROWS];
        let joint = |i: usize, j: usize| self.joint[cells[i] % ROWS][cells[j] % ROWS];
        six.fill(gains, joint, Trios::NONE);
        if !self.trios.is_empty() {
            // The numbers there as sets.
            let mut sets = [0; ROWS];
            for (number, cell) in cells.into_iter().enumerate() {
                sets[cell % ROWS] = 1 << number;
            }
            let set = |cells: [usize; 2]| sets[cells[0] % ROWS] | sets[cells[1] % ROWS];
            for trio in self.trios {
                if trio >> cell & 1 == 1 {
                    six.join(set(members(u16::from(trio & !(1 << cell)))), self.threes);
                } else {
                    let [a, b, c] = members(trio.into());
                    six.trios.push(set([a, b]) | sets[c % ROWS]);
                }
            }
        }
    }
}
