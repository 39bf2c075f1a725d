//! The last six cells, without a search: for each first placement, all that can follow it at once.
//!
//! A placement leaves five pieces and cells, two of each go next, and what three pieces and cells are worth is
//! a formula. The ways to hand over two of the five stand side by side (`ways.rs`), and the pairs of cells
//! for them follow one after the other. The value takes all twenty ways and ten pairs. A bound takes four
//! pairs, those with the cell where most is to be scored, a third of the formula, and so few ways that two
//! boards fit side by side.

mod fives;
mod pairs;
mod ways;

use wide::{i8x16, u8x16};
use zerocopy::transmute;

use super::super::lanes::{LANES, Lanes, first, rest};
use super::qualities::{INFINITY, PerQuality, QUALITIES};
use super::root::Root;
use crate::kernel::array;
use fives::{Five, Fives};
use pairs::{BOTH, FIRST_SIX, OUTSIDE, PAIR, SECOND, WITH};
use ways::{ANY_FIRST, LEFT, Left, PAIR_OF_FIVE, POOR, POOR_OF_TWO, REST, of_six};

pub(super) use pairs::SIX;

/// Six numbers, two at a time.
const IN_TWOS: [[usize; 2]; SIX / 2] = [[0, 1], [2, 3], [4, 5]];
/// No more than all trios of all cells.
const MOST_TRIOS: usize = 20;

/// The last six pieces and cells, numbered from 0 to 5, and what they score.
pub(super) struct Six {
    /// Their numbers at the root.
    pieces: [usize; SIX],
    /// Their qualities as sets.
    qualities: [u8; SIX],
    /// For each cell what each piece scores. Two rows are never read, so that an index cut to 3 bits needs
    /// no check.
    gains: [i8x16; 8],
    /// For each pair of cells what each pair of pieces scores there together; one row is never read.
    joint: [i8x16; 16],
    /// For each piece what it shares with each pair of others.
    threes: [i8x16; SIX],
    /// The trios of empty cells.
    trios: [[usize; 3]; MOST_TRIOS],
    trios_count: usize,
}

/// A piece on a cell.
#[derive(Clone, Copy)]
struct Put {
    piece: usize,
    cell: usize,
}

impl Six {
    /// Looks up what the last six pieces score on the last six cells: `waiting` tells how many trios
    /// wait for each quality in each lane, `between` the qualities of the filled cells that form a trio
    /// with two lanes.
    #[inline(always)]
    pub(super) fn new(
        root: &Root,
        cells: u16,
        pieces: u16,
        waiting: &[Lanes; QUALITIES],
        between: impl Fn(usize, usize) -> PerQuality,
    ) -> Self {
        let (mut pieces, mut cells) = (six(pieces), six(cells));
        let waiting = by_lane(waiting);
        // Rich cells and poor pieces first: those are the ones that bounds try.
        let wanted =
            cells.iter().fold(0, |sum: PerQuality, lane| sum + waiting[*lane]).to_le_bytes();
        sort(&mut cells, |lane| !sum(waiting[lane]));
        sort(&mut pieces, |piece| {
            let [colour, symbol, ink] = root.qualities[piece];
            wanted[colour] + wanted[symbol] + wanted[ink]
        });
        // The numbers side by side; the lanes behind them are cut off below.
        let names =
            bytes(pieces.iter().rev().fold(0, |names, piece| names << 8 | *piece as PerQuality));
        let [colour, symbol, ink] =
            array::map(root.kinds, |kind| kind.swizzle_relaxed(names) | FIRST_SIX);
        let mut shared = [i8x16::default(); 2];
        for i in 0..SIX - 1 {
            let at = names.swizzle_relaxed(SECOND[i]) | OUTSIDE[i];
            let rows = &root.two_shared[pieces[i]];
            shared[0] |= rows[0].swizzle_relaxed(at);
            shared[1] |= rows[1].swizzle_relaxed(at);
        }
        let on_pairs = |row: PerQuality| {
            let row = bytes(row);
            row.swizzle_relaxed(shared[0]) + row.swizzle_relaxed(shared[1])
        };
        let mut gains = [i8x16::default(); 8];
        for (i, lane) in cells.iter().enumerate() {
            let row = bytes(waiting[*lane]);
            gains[i] = row.swizzle_relaxed(colour)
                + row.swizzle_relaxed(symbol)
                + row.swizzle_relaxed(ink);
        }
        let mut joint = [i8x16::default(); 16];
        for (i, [a, b]) in BOTH.iter().enumerate() {
            joint[i] = on_pairs(between(cells[*a], cells[*b]));
        }
        let mut trios = [[0; 3]; MOST_TRIOS];
        let mut trios_count = 0;
        for [a, b] in BOTH {
            let thirds = root.triples_of(cells[a], cells[b]);
            for (c, cell) in cells.iter().enumerate().skip(b + 1) {
                if thirds >> cell & 1 == 1 {
                    trios[trios_count % MOST_TRIOS] = [a, b, c];
                    trios_count += 1;
                }
            }
        }
        let mut threes = [i8x16::default(); SIX];
        let mut qualities = [0; SIX];
        if trios_count > 0 {
            threes = array::map(pieces, |piece| on_pairs(root.per_quality[piece]));
            qualities = array::map(pieces, |piece| root.pieces[piece].qualities());
        }
        Self { pieces, qualities, gains, joint, threes, trios, trios_count }
    }

    /// Returns the margin to come of the side that hands a piece over; from `beta` on a lower bound,
    /// below it an upper bound. Adds the boards with five cells that were looked at to `boards`.
    #[inline(always)]
    pub(super) fn hand(&self, beta: i32, boards: &mut u64) -> i32 {
        let mut best = -INFINITY;
        let mut fives = [Five::NONE; 2];
        // Two pieces at a time, each placed on the first cell, if that is likely to refute both.
        for (two, pieces) in IN_TWOS.iter().enumerate() {
            let mut replies = [-INFINITY; 2];
            if beta > 0 {
                *boards += 2;
                for (i, piece) in pieces.iter().enumerate() {
                    let put = Put { piece: *piece, cell: 0 };
                    self.leave(&mut fives[i], put, self.threes(*piece));
                }
                let names = &POOR_OF_TWO[two];
                replies = Fives { boards: [&fives[0], &fives[1]], names }.lower();
            }
            for (i, mut reply) in replies.into_iter().enumerate() {
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
        self.pieces.iter().position(|other| *other == piece).unwrap_or(0)
    }

    /// Returns the margin to come of the side that holds a piece; from `beta` on a lower bound, below
    /// it an upper bound. Adds the boards with five cells that were looked at to `boards`.
    #[inline(always)]
    pub(super) fn place(&self, piece: usize, beta: i32, boards: &mut u64) -> i32 {
        let mut best = -INFINITY;
        let mut fives = [Five::NONE; 2];
        let threes = self.threes(piece);
        for cells in IN_TWOS {
            *boards += 2;
            for (i, cell) in cells.into_iter().enumerate() {
                self.leave(&mut fives[i], Put { piece, cell }, threes);
            }
            // The bound that is more likely to be enough.
            let bounds = if beta > 0 {
                Fives { boards: [&fives[0], &fives[1]], names: &ANY_FIRST[piece] }.upper()
            } else {
                Fives { boards: [&fives[0], &fives[1]], names: &POOR[piece] }.lower()
            };
            for (i, bound) in bounds.into_iter().enumerate() {
                let is_enough = (bound >= beta) == (beta <= 0);
                best = best.max(if is_enough { bound } else { fives[i].value(piece) });
                if best >= beta {
                    return best;
                }
            }
        }
        best
    }

    /// Returns what three of the five pieces besides one share, by the number of the pair that is left out.
    #[inline(always)]
    fn threes(&self, gone: usize) -> i8x16 {
        let mut threes = [0; LANES];
        if self.trios_count > 0 {
            for (i, rest) in REST.iter().enumerate() {
                let [a, b, c] = array::map(*rest, |i| self.qualities[of_six(i, gone)]);
                threes[i] = (a & b & c).count_ones() as i8;
            }
        }
        i8x16::new(threes)
    }

    /// Returns the trios of empty cells.
    #[inline(always)]
    fn trios(&self) -> &[[usize; 3]] {
        &self.trios[..self.trios_count.min(MOST_TRIOS)]
    }

    /// Fills in what is left once a piece was placed; `threes` is what three of the others share.
    #[inline(always)]
    fn leave(&self, five: &mut Five, first: Put, threes: i8x16) {
        let Left { cells, pairs } = &LEFT[first.cell];
        let with = WITH[first.piece];
        five.gain = number(self.gains[first.cell], first.piece);
        five.trios_count = 0;
        five.gains = array::map(*cells, |cell| {
            let joint = self.joint[PAIR[first.cell][cell % SIX] % 16];
            self.gains[cell % 8] + joint.swizzle_relaxed(with)
        });
        five.joint = array::map(*pairs, |pair| self.joint[pair % 16]);
        for trio in self.trios() {
            let others = array::map(*trio, |cell| cell - usize::from(cell > first.cell));
            match trio.iter().position(|cell| *cell == first.cell) {
                Some(at) => {
                    let [a, b] = [others[(at + 1) % 3], others[(at + 2) % 3]];
                    five.joint[PAIR_OF_FIVE[a][b]] += self.threes[first.piece];
                }
                None => {
                    let [a, b, c] = others;
                    five.trios[five.trios_count] = 1 << a | 1 << b | 1 << c;
                    five.trios_count += 1;
                }
            }
        }
        five.threes = threes;
    }
}

/// Returns the number in a lane.
#[inline(always)]
fn number(row: i8x16, lane: usize) -> i32 {
    i32::from(row.to_array()[lane % LANES])
}

/// Returns the numbers of the qualities as a row.
#[inline(always)]
fn bytes(bytes: PerQuality) -> i8x16 {
    i8x16::new(transmute!([bytes.to_le(), 0]))
}

/// Returns the sum of the numbers of the qualities, which is below 256.
#[inline(always)]
const fn sum(row: PerQuality) -> u8 {
    (row.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u8
}

/// Sorts six numbers below 256 by a key.
#[inline(always)]
fn sort(numbers: &mut [usize; SIX], key: impl Fn(usize) -> u8) {
    // The least network for six (Knuth, The Art of Computer Programming 3, 5.3.4).
    const NETWORK: [(usize, usize); 12] = [
        (0, 5),
        (1, 3),
        (2, 4),
        (1, 2),
        (3, 4),
        (0, 3),
        (2, 5),
        (0, 1),
        (2, 3),
        (4, 5),
        (1, 2),
        (3, 4),
    ];
    let mut keys = array::map(*numbers, |number| u32::from(key(number)) << 8 | number as u32);
    for (i, j) in NETWORK {
        let (a, b) = (keys[i], keys[j]);
        keys[i] = a.min(b);
        keys[j] = a.max(b);
    }
    *numbers = array::map(keys, |key| (key & 0xff) as usize);
}

/// Returns the six members of a set.
#[inline(always)]
fn six(set: u16) -> [usize; SIX] {
    let mut set = set;
    array::of(|_| {
        let member = first(set);
        set = rest(set);
        member
    })
}

/// Turns rows of qualities into rows of lanes.
#[inline(always)]
fn by_lane(rows: &[Lanes; QUALITIES]) -> [PerQuality; LANES] {
    let row = array::map(*rows, |from| u8x16::new(transmute!(from.to_array())));
    let (low, high) = (u8x16::unpack_low, u8x16::unpack_high);
    let a = [low(row[0], row[4]), high(row[0], row[4])];
    let b = [low(row[1], row[5]), high(row[1], row[5])];
    let c = [low(row[2], row[6]), high(row[2], row[6])];
    let d = [low(row[3], row[7]), high(row[3], row[7])];
    let mut lanes = [0; LANES];
    for half in 0..2 {
        let even = [low(a[half], c[half]), high(a[half], c[half])];
        let odd = [low(b[half], d[half]), high(b[half], d[half])];
        for quarter in 0..2 {
            let at = 8 * half + 4 * quarter;
            let l = u128::from_le_bytes(low(even[quarter], odd[quarter]).to_array());
            let h = u128::from_le_bytes(high(even[quarter], odd[quarter]).to_array());
            lanes[at] = l as u64;
            lanes[at + 1] = (l >> 64) as u64;
            lanes[at + 2] = h as u64;
            lanes[at + 3] = (h >> 64) as u64;
        }
    }
    lanes
}
