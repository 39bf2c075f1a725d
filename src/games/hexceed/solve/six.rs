//! The last six cells, without a search: for each first placement, all that can follow it at once.
//!
//! A placement leaves five pieces and cells, two of each go next, and what three pieces and cells are worth is
//! a formula. The ways to hand over two of the five stand side by side (`ways.rs`), and the pairs of cells
//! for them follow one after the other. The value takes all twenty ways and ten pairs. A bound takes four
//! pairs, those with the cell where most is to be scored, a third of the formula, and so few ways that two
//! boards fit side by side.

mod asked;
mod fives;
mod pairs;
mod pieces;
mod ways;

use super::super::lanes::LANES;
use super::qualities::INFINITY;
use crate::kernel::array;
use fives::{Fives, HALF, halves};
use pairs::{BOTH, PAIR, WITH};
use ways::{ANY_FIRST, FIVE, LEFT, PAIR_OF_FIVE, POOR, POOR_OF_TWO, TWO_OF_FIVE, Ways};

pub(super) use asked::{Asked, sum};
pub(super) use pairs::SIX;
pub(super) use pieces::{Pieces, Trios, looked_up, members, sort};

/// Six numbers, two at a time.
const IN_TWOS: [[usize; 2]; SIX / 2] = [[0, 1], [2, 3], [4, 5]];

/// The last six pieces and cells, numbered from 0 to 5, and what they score.
pub(super) struct Six<'a> {
    pieces: &'a Pieces,
    /// For each cell what each piece scores. Two rows are never read, so that an index cut to 3 bits needs
    /// no check.
    gains: [Ways; 8],
    /// For each pair of cells what each pair of pieces scores there together; one row is never read.
    joint: [Ways; 16],
    /// The trios of empty cells.
    pub(super) trios: Trios,
}

/// A piece on a cell.
#[derive(Clone, Copy, Default)]
struct Put {
    piece: usize,
    cell: usize,
}

impl<'a> Six<'a> {
    /// Looks up what the pieces score on the cells of six lanes.
    #[inline(always)]
    pub(super) fn new(asked: &Asked, mut lanes: [usize; SIX], pieces: &'a Pieces) -> Self {
        // Rich cells first; `pieces` has poor ones first. Those are the ones that bounds try.
        sort(&mut lanes, |lane| !asked.points(lane));
        let gains = |i: usize| pieces.on_cell(asked.waiting[lanes[i] % LANES]);
        let joint = |i: usize, j: usize| pieces.on_pair(asked.between(lanes[i], lanes[j]));
        Self::of(pieces, gains, joint, Trios::new(asked, &lanes))
    }

    /// Returns what is left of pieces, where each cell has a row, and each two cells have one.
    #[inline(always)]
    pub(super) fn of(
        pieces: &'a Pieces,
        gains: impl Fn(usize) -> Ways,
        joint: impl Fn(usize, usize) -> Ways,
        trios: Trios,
    ) -> Self {
        let mut six =
            Self { pieces, gains: [Ways::default(); 8], joint: [Ways::default(); 16], trios };
        for i in 0..SIX {
            six.gains[i] = gains(i);
        }
        for (i, [a, b]) in BOTH.into_iter().enumerate() {
            six.joint[i] = joint(a, b);
        }
        six
    }

    /// Adds to what each pair of pieces scores on two cells.
    #[inline(always)]
    pub(super) fn join(&mut self, a: usize, b: usize, more: Ways) {
        self.joint[PAIR[a % SIX][b % SIX]] += more;
    }

    /// Returns the margin to come of the side that hands a piece over; from `beta` on a lower bound,
    /// below it an upper bound. Adds the boards with five cells that were looked at to `boards`.
    #[inline(always)]
    pub(super) fn hand(&self, beta: i32, boards: &mut u64) -> i32 {
        let mut best = -INFINITY;
        let mut fives = Fives::NONE;
        // Two pieces at a time, each placed on the first cell, if that is likely to refute both.
        for (two, pieces) in IN_TWOS.iter().enumerate() {
            let mut replies = [-INFINITY; 2];
            if beta > 0 {
                *boards += 2;
                let puts = array::map(*pieces, |piece| Put { piece, cell: 0 });
                self.leave(&mut fives, puts, [self.threes(pieces[0]), self.threes(pieces[1])]);
                replies = fives.lower(&POOR_OF_TWO[two]);
            }
            for (i, mut reply) in replies.into_iter().enumerate() {
                // Two more cells take half as long as the value on the first one.
                if beta > 0 && -reply >= beta {
                    reply = reply.max(self.lower(pieces[i], [1, 2], boards));
                }
                if -reply >= beta {
                    reply = self.place(pieces[i], 1 - beta, boards);
                }
                best = best.max(-reply);
                if best >= beta {
                    return best;
                }
            }
        }
        best
    }

    /// Returns the name of one of the pieces.
    #[inline]
    pub(super) fn name(&self, piece: usize) -> usize {
        self.pieces.numbers.iter().position(|other| *other == piece).unwrap_or(0)
    }

    /// Returns the margin to come of the side that holds a piece; from `beta` on a lower bound, below
    /// it an upper bound. Adds the boards with five cells that were looked at to `boards`.
    #[inline(always)]
    pub(super) fn place(&self, piece: usize, beta: i32, boards: &mut u64) -> i32 {
        let mut best = -INFINITY;
        let mut fives = Fives::NONE;
        let threes = self.threes(piece);
        for cells in IN_TWOS {
            *boards += 2;
            self.leave(&mut fives, array::map(cells, |cell| Put { piece, cell }), [threes; 2]);
            // A piece that is to score is likely to be no good anywhere.
            let bounds = if beta > 0 { fives.upper(&ANY_FIRST[piece]) } else { [INFINITY; 2] };
            for (i, bound) in bounds.into_iter().enumerate() {
                best = best.max(if bound < beta { bound } else { self.value(piece, cells[i]) });
                if best >= beta {
                    return best;
                }
            }
        }
        best
    }

    /// Returns the margin to come of the side that places a piece on a cell.
    #[inline(always)]
    fn value(&self, piece: usize, cell: usize) -> i32 {
        let mut fives = Fives::NONE;
        self.leave(&mut fives, [Put { piece, cell }; 2], [self.threes(piece); 2]);
        fives.value(piece)
    }

    /// Returns a lower bound of the margin to come of the side that holds a piece and tries two cells.
    #[inline(always)]
    fn lower(&self, piece: usize, cells: [usize; 2], boards: &mut u64) -> i32 {
        *boards += 2;
        let mut fives = Fives::NONE;
        let puts = array::map(cells, |cell| Put { piece, cell });
        self.leave(&mut fives, puts, [self.threes(piece); 2]);
        let [a, b] = fives.lower(&POOR[piece]);
        a.max(b)
    }

    /// Returns what three of the five pieces besides one share, by the number of the pair that is left out.
    #[inline(always)]
    fn threes(&self, gone: usize) -> Ways {
        if self.trios.count() == 0 { Ways::default() } else { self.pieces.threes_without(gone) }
    }

    /// Fills in what is left once a piece was placed, on either of two boards; `threes` is what three of the
    /// others share.
    #[inline(always)]
    fn leave(&self, fives: &mut Fives, first: [Put; 2], threes: [Ways; 2]) {
        let [one, other] = first;
        let (left, right) = (&LEFT[one.cell], &LEFT[other.cell]);
        let with = halves(WITH[one.piece], WITH[other.piece]);
        let same = one.cell == other.cell;
        let row = |put: Put, cell: usize| {
            let joint = self.joint[PAIR[put.cell][cell % SIX] % 16];
            self.gains[cell % 8] + joint.swizzle_half_relaxed(with)
        };
        for i in 0..FIVE {
            let a = row(one, left.cells[i]);
            fives.gains[i] = if same { a } else { halves(a, row(other, right.cells[i])) };
        }
        for i in 0..TWO_OF_FIVE {
            let a = self.joint[left.pairs[i] % 16];
            fives.joint[i] = if same { a } else { halves(a, self.joint[right.pairs[i] % 16]) };
        }
        fives.gain = array::map(first, |put| number(self.gains[put.cell], put.piece));
        fives.trios_count = [0; 2];
        if self.trios.count() == 0 {
            return;
        }
        fives.threes = halves(threes[0], threes[1]);
        for (half, put) in first.into_iter().enumerate() {
            for trio in self.trios.all() {
                let others = array::map(*trio, |cell| cell - usize::from(cell > put.cell));
                match trio.iter().position(|cell| *cell == put.cell) {
                    Some(at) => {
                        let [a, b] = [others[(at + 1) % 3], others[(at + 2) % 3]];
                        fives.joint[PAIR_OF_FIVE[a][b]] +=
                            self.pieces.threes[put.piece] & HALF[half];
                    }
                    None => {
                        let [a, b, c] = others;
                        fives.trios[half][fives.trios_count[half]] = 1 << a | 1 << b | 1 << c;
                        fives.trios_count[half] += 1;
                    }
                }
            }
        }
    }
}

/// Returns the number in a lane.
#[inline(always)]
fn number(row: Ways, lane: usize) -> i32 {
    i32::from(row.to_array()[lane % LANES])
}
