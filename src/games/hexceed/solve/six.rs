//! The last six cells, without a search: for each first placement, all that can follow it at once.
//!
//! A placement leaves five pieces and cells, two of each go next, and what three pieces and cells are worth is
//! a formula. The ways to hand over two of the five stand side by side (`ways.rs`), and the pairs of cells
//! for them follow one after the other. The value takes all twenty ways and ten pairs. A bound takes four
//! pairs, those with the cell where most is to be scored, a third of the formula, and so few ways that two
//! boards fit side by side; a rough bound, which mostly will do, takes a ninth of the formula.

mod asked;
mod bounds;
mod fives;
mod pairs;
mod pieces;
mod placed;
mod ways;

use super::super::lanes::LANES;
use super::qualities::{INFINITY, NO_POINTS};
use crate::kernel::array;
use fives::{HALF, WHOLE, halves};
use pairs::{BOTH, OF_SET, PAIR, PAIRS, WITH};
use ways::{ANY_FIRST, ANY_THIRD, FIVE, LEFT, PAIR_OF_SET, POOR, POOR_OF_TWO, TWO_OF_FIVE, Ways};

pub(super) use asked::{Asked, sum};
pub(super) use fives::Fives;
pub(super) use pairs::SIX;
pub(super) use pieces::{Pieces, Trios, looked_up, sort};

/// Six numbers, two at a time.
const IN_TWOS: [[usize; 2]; SIX / 2] = [[0, 1], [2, 3], [4, 5]];

/// The last six pieces and cells, numbered from 0 to 5, and what they score. One is filled in again for each board,
/// which is faster than to make a new one.
#[derive(Clone)]
pub(super) struct Six {
    pub(super) pieces: Pieces,
    /// For each cell what each piece scores. Two rows are never read, so that an index cut to 3 bits needs
    /// no check.
    gains: [Ways; 8],
    /// For each pair of cells what each pair of pieces scores there together; one row is never read.
    joint: [Ways; 16],
    /// The trios of empty cells.
    pub(super) trios: Trios,
}

impl Six {
    /// To be filled in.
    pub(super) const NONE: Self = Self {
        pieces: Pieces::NONE,
        gains: [NO_POINTS; 8],
        joint: [NO_POINTS; 16],
        trios: Trios::NONE,
    };

    /// Looks up what the last six pieces score on the cells of six lanes.
    #[inline(always)]
    pub(super) fn look_up(&mut self, asked: &Asked, pieces: u16, mut lanes: [usize; SIX]) {
        let pieces = Pieces::new(asked, pieces, &lanes);
        // Rich cells first; `pieces` has poor ones first. Those are the ones that bounds try.
        sort(&mut lanes, |lane| !asked.points(lane));
        self.fill(
            |i| pieces.on_cell(asked.waiting[lanes[i] % LANES]),
            |a, b| pieces.on_pair(asked.between(lanes[a], lanes[b])),
            Trios::new(asked, &lanes),
        );
        self.pieces = pieces;
    }

    /// Fills in what the pieces score on each cell, and on each two cells together.
    #[inline(always)]
    pub(super) fn fill(
        &mut self,
        gains: impl Fn(usize) -> Ways,
        joint: impl Fn(usize, usize) -> Ways,
        trios: Trios,
    ) {
        array::each::<SIX>(|i| self.gains[i] = gains(i));
        array::each::<PAIRS>(|i| {
            let [a, b] = BOTH[i];
            self.joint[i] = joint(a, b);
        });
        self.trios = trios;
    }

    /// Adds to what each pair of pieces scores on a set of two cells.
    #[inline(always)]
    pub(super) fn join(&mut self, cells: u8, more: Ways) {
        self.joint[OF_SET[usize::from(cells) % OF_SET.len()] % PAIRS] += more;
    }

    /// Returns the margin to come of the side that hands a piece over; from `beta` on a lower bound,
    /// below it an upper bound. Adds the boards with five cells that were looked at to `boards`. `fives` is
    /// overwritten.
    #[inline(always)]
    pub(super) fn hand(&self, beta: i32, boards: &mut u64, fives: &mut [Fives; 2]) -> i32 {
        let [fives, others] = fives;
        let mut best = -INFINITY;
        let joined = if beta > 0 { self.leave::<0, 0>(fives) } else { [Trios::NONE; 2] };
        // Two pieces at a time, each placed on the first cell, if that is likely to refute both.
        for (two, pieces) in IN_TWOS.iter().enumerate() {
            let mut replies = [-INFINITY; 2];
            if beta > 0 {
                *boards += 2;
                self.score::<0, 0>(fives, joined, *pieces);
                replies = fives.lower(&POOR_OF_TWO[two]);
                let greatest = -replies[0].min(replies[1]);
                if greatest < beta {
                    best = best.max(greatest);
                    continue;
                }
            }
            for (i, mut reply) in replies.into_iter().enumerate() {
                // Two more cells take half as long as the value on the first one.
                if beta > 0 && -reply >= beta {
                    reply = reply.max(self.lower(pieces[i], boards, others));
                }
                if -reply >= beta {
                    reply = self.place(pieces[i], 1 - beta, boards, others);
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
    /// it an upper bound. Adds the boards with five cells that were looked at to `boards`. `fives` is
    /// overwritten.
    #[inline(always)]
    pub(super) fn place(
        &self,
        piece: usize,
        beta: i32,
        boards: &mut u64,
        fives: &mut Fives,
    ) -> i32 {
        *boards += 2;
        let mut best = self.place_on::<0, 1>(fives, piece, beta);
        if best < beta {
            *boards += 2;
            best = best.max(self.place_on::<2, 3>(fives, piece, beta));
        }
        if best < beta {
            *boards += 2;
            best = best.max(self.place_on::<4, 5>(fives, piece, beta));
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
    ) -> i32 {
        let joined = self.leave::<A, B>(fives);
        self.score::<A, B>(fives, joined, [piece; 2]);
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
            best = fives.value::<0>(piece, beta);
        }
        if best < beta {
            best = best.max(if other < beta { other } else { fives.value::<1>(piece, beta) });
        }
        best
    }

    /// Returns a lower bound of the margin to come of the side that holds a piece and tries the second cell
    /// and the third.
    #[inline(always)]
    fn lower(&self, piece: usize, boards: &mut u64, fives: &mut Fives) -> i32 {
        *boards += 2;
        let joined = self.leave::<1, 2>(fives);
        self.score::<1, 2>(fives, joined, [piece; 2]);
        let [a, b] = fives.lower(&POOR[piece]);
        a.max(b)
    }

    /// Fills in what is left once cell A is filled on the board in the first half and cell B on the other, except for
    /// what depends on the pieces. Returns the trios with these cells, as sets of their other two cells; all of them
    /// first if A is B.
    #[inline(always)]
    fn leave<const A: usize, const B: usize>(&self, fives: &mut Fives) -> [Trios; 2] {
        let [left, right] = const { [LEFT[A], LEFT[B]] };
        array::each::<TWO_OF_FIVE>(|i| {
            fives.joint[i] = halves(self.joint[left.pairs[i]], self.joint[right.pairs[i]]);
        });
        fives.has_trios = false;
        if self.trios.is_empty() {
            return [Trios::NONE; 2];
        }
        fives.trios = [Ways::default(); TWO_OF_FIVE];
        if A == B {
            [self.leave_trios::<A>(fives, WHOLE), Trios::NONE]
        } else {
            [self.leave_trios::<A>(fives, HALF[0]), self.leave_trios::<B>(fives, HALF[1])]
        }
    }

    /// Fills in the trios that are left, on the boards that `half` keeps, and returns the others.
    #[inline(always)]
    fn leave_trios<const CELL: usize>(&self, fives: &mut Fives, half: Ways) -> Trios {
        let mut joined = Trios::NONE;
        for trio in self.trios {
            let below = const { (1 << CELL) - 1 };
            let left = trio & below | trio >> 1 & !below;
            if trio >> CELL & 1 == 1 {
                joined.push(left);
            } else {
                fives.trios[pair_of(!left)] |= half;
                fives.has_trios = true;
            }
        }
        joined
    }

    /// Fills in what depends on the pieces that were placed on cells A and B. If A is B, other pieces may follow.
    #[inline(always)]
    fn score<const A: usize, const B: usize>(
        &self,
        fives: &mut Fives,
        joined: [Trios; 2],
        pieces: [usize; 2],
    ) {
        let with = halves(WITH[pieces[0]], WITH[pieces[1]]);
        let [left, right] = const { [LEFT[A], LEFT[B]] };
        let row = |first: usize, cell: usize| {
            self.gains[cell] + self.joint[PAIR[first][cell]].swizzle_half_relaxed(with)
        };
        fives.gain = [number(self.gains[A], pieces[0]), number(self.gains[B], pieces[1])];
        array::each::<FIVE>(|i| {
            fives.gains[i] = halves(row(A, left.cells[i]), row(B, right.cells[i]));
        });
        if self.trios.is_empty() {
            return;
        }
        let both = |rows: &[Ways; SIX]| halves(rows[pieces[0]], rows[pieces[1]]);
        fives.threes = both(&self.pieces.threes_without);
        let row = both(&self.pieces.threes);
        for set in joined[0] {
            let pair = pair_of(set);
            if A == B {
                fives.joint[pair] = self.joint[left.pairs[pair]] + row;
            } else {
                fives.joint[pair] += row & HALF[0];
            }
        }
        for set in joined[1] {
            fives.joint[pair_of(set)] += row & HALF[1];
        }
    }
}

/// Returns the number of the pair that is a set of cells, of which five bits count.
#[inline(always)]
fn pair_of(set: u8) -> usize {
    PAIR_OF_SET[usize::from(set) % PAIR_OF_SET.len()]
}

/// Returns the number in a lane.
#[inline(always)]
fn number(row: Ways, lane: usize) -> i32 {
    i32::from(row.to_array()[lane % LANES])
}
