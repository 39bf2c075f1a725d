//! The last six cells, without a search: for each first placement, all that can follow it at once.
//!
//! A placement leaves five pieces and cells, two of each go next, and what three pieces and cells are worth is
//! a formula. The ways to hand over two of the five stand side by side (`ways.rs`), and the pairs of cells
//! for them follow one after the other. The value takes all twenty ways and ten pairs. A bound takes four
//! pairs, those with the cell where most is to be scored, a third of the formula, and so few ways that two
//! boards fit side by side; a rough bound, which mostly will do, takes a ninth of the formula.

mod asked;
mod fives;
mod pairs;
mod pieces;
mod ways;

use super::super::lanes::LANES;
use super::qualities::INFINITY;
use crate::kernel::array;
use fives::{Fives, HALF, halves};
use pairs::{BOTH, PAIR, PAIRS, WITH};
use ways::{ANY_FIRST, ANY_THIRD, FIVE, LEFT, PAIR_OF_SET, POOR, POOR_OF_TWO, TWO_OF_FIVE, Ways};

pub(super) use asked::{Asked, sum};
pub(super) use pairs::SIX;
pub(super) use pieces::{Pieces, Trios, looked_up, sort};

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
        array::each::<SIX>(|i| six.gains[i] = gains(i));
        array::each::<PAIRS>(|i| {
            let [a, b] = BOTH[i];
            six.joint[i] = joint(a, b);
        });
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
                let threes = [self.threes(pieces[0]), self.threes(pieces[1])];
                self.leave::<0, 0>(&mut fives, *pieces, threes);
                replies = fives.lower(&POOR_OF_TWO[two]);
            }
            for (i, mut reply) in replies.into_iter().enumerate() {
                // Two more cells take half as long as the value on the first one.
                if beta > 0 && -reply >= beta {
                    reply = reply.max(self.lower(pieces[i], boards));
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
        let threes = self.threes(piece);
        let mut fives = Fives::NONE;
        *boards += 2;
        let mut best = self.place_on::<0, 1>(&mut fives, piece, beta, threes);
        if best < beta {
            *boards += 2;
            best = best.max(self.place_on::<2, 3>(&mut fives, piece, beta, threes));
        }
        if best < beta {
            *boards += 2;
            best = best.max(self.place_on::<4, 5>(&mut fives, piece, beta, threes));
        }
        best
    }

    /// Returns the margin to come of the side that places a piece on either of two cells, or a bound of it.
    /// `fives` is overwritten.
    #[inline(always)]
    fn place_on<const A: usize, const B: usize>(
        &self,
        fives: &mut Fives,
        piece: usize,
        beta: i32,
        threes: Ways,
    ) -> i32 {
        self.leave::<A, B>(fives, [piece; 2], [threes; 2]);
        let mut bounds = [INFINITY; 2];
        // A piece that is to score is likely to be no good anywhere.
        if beta > 0 {
            let least = |a: [i32; 2], b: [i32; 2]| [a[0].min(b[0]), a[1].min(b[1])];
            bounds = fives.rough_upper(&ANY_THIRD[piece]);
            if bounds[0].max(bounds[1]) >= beta {
                bounds = least(bounds, fives.upper::<0>(&ANY_FIRST[piece]));
            }
            if bounds[0].max(bounds[1]) >= beta {
                bounds = least(bounds, fives.upper::<1>(&ANY_FIRST[piece]));
            }
        }
        let [mut best, other] = bounds;
        if best >= beta {
            best = fives.value::<0>(piece);
        }
        if best < beta {
            best = best.max(if other < beta { other } else { fives.value::<1>(piece) });
        }
        best
    }

    /// Returns a lower bound of the margin to come of the side that holds a piece and tries the second cell
    /// and the third.
    #[inline(always)]
    fn lower(&self, piece: usize, boards: &mut u64) -> i32 {
        *boards += 2;
        let mut fives = Fives::NONE;
        self.leave::<1, 2>(&mut fives, [piece; 2], [self.threes(piece); 2]);
        let [a, b] = fives.lower(&POOR[piece]);
        a.max(b)
    }

    /// Returns what three of the five pieces besides one share, by the number of the pair that is left out.
    #[inline(always)]
    fn threes(&self, gone: usize) -> Ways {
        if self.trios.is_empty() { Ways::default() } else { self.pieces.threes_without(gone) }
    }

    /// Fills in what is left once a piece was placed on cell A of one board, and one on cell B of another;
    /// `threes` is what three of the others share.
    #[inline(always)]
    fn leave<const A: usize, const B: usize>(
        &self,
        fives: &mut Fives,
        pieces: [usize; 2],
        threes: [Ways; 2],
    ) {
        let with = halves(WITH[pieces[0]], WITH[pieces[1]]);
        let [left, right] = const { [LEFT[A], LEFT[B]] };
        let row = |first: usize, cell: usize| {
            self.gains[cell] + self.joint[PAIR[first][cell]].swizzle_half_relaxed(with)
        };
        let cell = |i: usize| halves(row(A, left.cells[i]), row(B, right.cells[i]));
        let pair = |i: usize| halves(self.joint[left.pairs[i]], self.joint[right.pairs[i]]);
        fives.gain = [number(self.gains[A], pieces[0]), number(self.gains[B], pieces[1])];
        array::each::<FIVE>(|i| fives.gains[i] = cell(i));
        array::each::<TWO_OF_FIVE>(|i| fives.joint[i] = pair(i));
        fives.trios = [Trios::NONE; 2];
        if !self.trios.is_empty() {
            fives.threes = halves(threes[0], threes[1]);
            self.leave_trios::<A>(fives, 0, pieces[0]);
            self.leave_trios::<B>(fives, 1, pieces[1]);
        }
    }

    /// Fills in, for one board, the trios of empty cells, and what is left of those with the cell that was filled.
    #[inline(always)]
    fn leave_trios<const CELL: usize>(&self, fives: &mut Fives, half: usize, piece: usize) {
        let row = self.pieces.threes[piece] & HALF[half];
        for trio in self.trios {
            let below = const { (1 << CELL) - 1 };
            let left = trio & below | trio >> 1 & !below;
            if trio >> CELL & 1 == 1 {
                fives.joint[PAIR_OF_SET[usize::from(left) % PAIR_OF_SET.len()]] += row;
            } else {
                fives.trios[half].push(left);
            }
        }
    }
}

/// Returns the number in a lane.
#[inline(always)]
fn number(row: Ways, lane: usize) -> i32 {
    i32::from(row.to_array()[lane % LANES])
}
