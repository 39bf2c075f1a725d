//! The last six cells: two placements, each with all that can answer it, and then the last four cells
//! computed, two boards at a time.

mod pairs;

use std::array::from_fn;

use wide::{i8x16, i8x32, u8x16};

use super::lanes::{LANES, Lanes, every, first, rest};
use super::last::{Four, Grids, LAST, NIL, TURNS};
use super::qualities::{INFINITY, PerQuality, QUALITIES};
use super::root::Root;
use crate::kernel::Bits;
use pairs::{
    ACROSS_AT, BOTH, FIRST_SIX, FOURS, GAIN_AT, NEXT_AT, OUTSIDE, PAIR, PAIRS, SECOND, WITH,
};

pub(super) use pairs::SIX;

/// No more than all trios of all cells.
const MOST_TRIOS: usize = 20;

/// The last six pieces and cells, numbered from 0 to 5, and what they score.
pub(super) struct Six {
    /// Their numbers at the root.
    pieces: [usize; SIX],
    /// For each cell what each piece scores.
    gains: [i8x16; SIX],
    /// For each pair of cells what each pair of pieces scores there together.
    joint: Joint,
    /// For each piece what it shares with each pair of others.
    threes: [i8x16; SIX],
    /// The trios of empty cells.
    trios: [[usize; 3]; MOST_TRIOS],
    trios_count: usize,
    /// The cells of these trios, one bit each.
    touched: u8,
}

/// For each pair of cells what each pair of pieces scores there together.
type Joint = [i8x16; PAIRS];

/// A piece on a cell.
#[derive(Clone, Copy)]
struct Put {
    piece: usize,
    cell: usize,
}

/// What the pieces score once the first of the six was placed.
struct After {
    first: Put,
    gains: [i8x16; SIX],
    joint: Joint,
}

/// A board with four cells left.
#[derive(Clone, Copy)]
struct Left<'a> {
    after: &'a After,
    second: Put,
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
        let (pieces, cells) = (six(pieces), six(cells));
        let mut names = [NIL; LANES];
        for (name, piece) in names.iter_mut().zip(pieces) {
            *name = piece as i8;
        }
        let names = i8x16::new(names);
        let [colour, symbol, ink] = root.kinds.map(|kind| kind.swizzle_relaxed(names) | FIRST_SIX);
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
        let waiting = by_lane(waiting);
        let mut gains = [i8x16::default(); SIX];
        for (gains, lane) in gains.iter_mut().zip(cells) {
            let row = bytes(waiting[lane]);
            *gains = row.swizzle_relaxed(colour)
                + row.swizzle_relaxed(symbol)
                + row.swizzle_relaxed(ink);
        }
        let mut joint = [i8x16::default(); PAIRS];
        for (row, [a, b]) in joint.iter_mut().zip(BOTH) {
            *row = on_pairs(between(cells[a], cells[b]));
        }
        let mut trios = [[0; 3]; MOST_TRIOS];
        let mut trios_count = 0;
        let mut touched = 0_u8;
        for [a, b] in BOTH {
            let thirds = root.triples_of(cells[a], cells[b]);
            for (c, cell) in cells.iter().enumerate().skip(b + 1) {
                if thirds >> cell & 1 == 1 {
                    trios[trios_count % MOST_TRIOS] = [a, b, c];
                    trios_count += 1;
                    touched |= 1 << a | 1 << b | 1 << c;
                }
            }
        }
        let mut threes = [i8x16::default(); SIX];
        if trios_count > 0 {
            for (row, piece) in threes.iter_mut().zip(pieces) {
                *row = on_pairs(root.per_quality[piece]);
            }
        }
        Self { pieces, gains, joint, threes, trios, trios_count, touched }
    }

    /// Returns the margin to come of the side that holds a piece; from `beta` on a lower bound, below
    /// it an upper bound. Adds the boards with four cells that were looked at to `boards`.
    #[inline(always)]
    pub(super) fn place(&self, held: usize, beta: i32, boards: &mut u64) -> i32 {
        let held = self.pieces.iter().position(|piece| *piece == held).unwrap_or(0);
        let mut best = -INFINITY;
        for cell in 0..SIX {
            let put = Put { piece: held, cell };
            let gain = number(self.gains[cell], held);
            let after = self.after(put);
            let target = beta - gain;
            // Each other piece on the cell where it scores most, and elsewhere if that is too little.
            let favourites = favourites(&after.gains, cell);
            for two in without(held).chunks_exact(2) {
                let puts = [two[0], two[1]].map(|piece| Put { piece, cell: favourites[piece] });
                for (second, value) in self.values::<false>(&after, puts, boards) {
                    let mut reply = value;
                    if -reply >= target {
                        reply = self.reply(&after, second, reply, 1 - target, boards);
                    }
                    best = best.max(gain - reply);
                    if best >= beta {
                        return best;
                    }
                }
            }
        }
        best
    }

    /// Returns the better of `reply` and what the piece gets on the cells that were not tried; nothing
    /// more is tried once that is `beta`.
    #[cold]
    #[inline(never)]
    fn reply(&self, after: &After, tried: Put, mut reply: i32, beta: i32, boards: &mut u64) -> i32 {
        let others = &FOURS[PAIR[after.first.cell][tried.cell]].members;
        for two in others.chunks_exact(2) {
            let puts = [two[0], two[1]].map(|cell| Put { cell, ..tried });
            for (_, value) in self.values::<false>(after, puts, boards) {
                reply = reply.max(value);
            }
            if reply >= beta {
                break;
            }
        }
        reply
    }

    /// Returns the margin to come of the side that hands a piece over; from `beta` on a lower bound,
    /// below it an upper bound. Adds the boards with four cells that were looked at to `boards`.
    #[inline(always)]
    pub(super) fn hand(&self, beta: i32, boards: &mut u64) -> i32 {
        let favourites = favourites(&self.gains, SIX);
        let mut best = -INFINITY;
        for (piece, cell) in favourites.into_iter().enumerate() {
            let put = Put { piece, cell };
            let mut value = self.handed_on::<true>(put, beta, 1, INFINITY, boards);
            if value >= beta {
                value = self.handed(put, beta, value, boards);
            }
            best = best.max(value);
            if best >= beta {
                break;
            }
        }
        best
    }

    /// Returns the margin of the side that hands a piece over, which the other side may place
    /// anywhere; `value` is an upper bound, and below `beta` any will do.
    #[cold]
    #[inline(never)]
    fn handed(&self, put: Put, beta: i32, value: i32, boards: &mut u64) -> i32 {
        let mut value = self.handed_on::<false>(put, beta, SIX, value, boards);
        for cell in (0..SIX).filter(|cell| *cell != put.cell) {
            if value < beta {
                break;
            }
            value = self.handed_on::<false>(Put { cell, ..put }, beta, SIX, value, boards);
        }
        value
    }

    /// Returns the least of `value` and the margin of the side that hands a piece over, if the other
    /// side places it there and hands on one of those `tries` pieces that score least. With `FEW` the
    /// first side is taken to do better in the last four cells than it can.
    #[inline(always)]
    fn handed_on<const FEW: bool>(
        &self,
        put: Put,
        beta: i32,
        tries: usize,
        mut value: i32,
        boards: &mut u64,
    ) -> i32 {
        let gain = number(self.gains[put.cell], put.piece);
        let after = self.after(put);
        let most = most(&after.gains, put.cell).to_array();
        let mut left = ((1_u32 << SIX) - 1) & !(1 << put.piece);
        let cells = without(put.cell);
        for _ in 0..tries {
            let Some(piece) = Bits::of(left).min_by_key(|piece| most[*piece % LANES]) else {
                break;
            };
            left &= !(1 << piece);
            let mut most = -INFINITY;
            for two in cells.chunks_exact(2) {
                let puts = [two[0], two[1]].map(|cell| Put { piece, cell });
                for (_, value) in self.values::<FEW>(&after, puts, boards) {
                    most = most.max(value);
                }
                if most - gain >= beta {
                    break;
                }
            }
            value = value.min(most - gain);
            if value < beta {
                break;
            }
        }
        value
    }

    /// Returns two second placements and the margins to come of the side that makes them, which hands
    /// over one of the last four pieces then.
    #[inline(always)]
    fn values<const FEW: bool>(
        &self,
        after: &After,
        puts: [Put; 2],
        boards: &mut u64,
    ) -> [(Put, i32); 2] {
        *boards += 2;
        let [one, other] = puts;
        let left = [Left { after, second: one }, Left { after, second: other }];
        let least = self.four(left).least::<FEW>().to_array();
        let value = |put: Put, least: i8| {
            (put, number(after.gains[put.cell], put.piece) - i32::from(least))
        };
        [value(one, least[0]), value(other, least[LANES])]
    }

    /// Returns the trios of empty cells.
    #[inline(always)]
    fn trios(&self) -> &[[usize; 3]] {
        &self.trios[..self.trios_count.min(MOST_TRIOS)]
    }

    /// Returns what the others score once a piece was placed.
    #[inline(always)]
    fn after(&self, first: Put) -> After {
        let mut gains = self.gains;
        for (cell, row) in gains.iter_mut().enumerate() {
            *row += self.joint[PAIR[first.cell][cell]].swizzle_relaxed(WITH[first.piece]);
        }
        After { first, gains, joint: self.joint_after(&self.joint, first) }
    }

    /// Returns what pairs score once a piece was placed.
    #[inline(always)]
    fn joint_after(&self, joint: &Joint, put: Put) -> Joint {
        let mut joint = *joint;
        for [a, b, c] in self.trios() {
            let pair = match put.cell {
                cell if cell == *a => PAIR[*b][*c],
                cell if cell == *b => PAIR[*a][*c],
                cell if cell == *c => PAIR[*a][*b],
                _ => continue,
            };
            joint[pair] += self.threes[put.piece];
        }
        joint
    }

    /// Returns two boards with four cells left side by side.
    #[inline(always)]
    fn four(&self, left: [Left; 2]) -> Four<i8x32> {
        // In place: a copy would take as long as the sums below.
        let mut changed = [None; 2];
        let mut joints = [&left[0].after.joint, &left[1].after.joint];
        for (changed, Left { after, second }) in changed.iter_mut().zip(left) {
            if self.touched >> second.cell & 1 == 1 {
                *changed = Some(self.joint_after(&after.joint, second));
            }
        }
        for (joint, changed) in joints.iter_mut().zip(&changed) {
            *joint = changed.as_ref().unwrap_or(joint);
        }
        let cells = left.map(|left| &FOURS[PAIR[left.after.first.cell][left.second.cell]]);
        let pieces = left.map(|left| PAIR[left.after.first.piece][left.second.piece]);
        let row = |k: usize, cell: usize| {
            let Left { after, second } = left[k];
            let pair = after.joint[PAIR[second.cell][cell]];
            after.gains[cell] + pair.swizzle_relaxed(WITH[second.piece])
        };
        let mut gains = i8x32::default();
        for (j, to) in GAIN_AT.iter().enumerate() {
            let row = two(row(0, cells[0].members[j]), row(1, cells[1].members[j]));
            gains |= row.swizzle_half_relaxed(two(to[pieces[0]], to[pieces[1]]));
        }
        let mut joint = [[i8x32::default(); 2]; 2];
        for (j, to) in NEXT_AT.iter().enumerate() {
            let row = two(joints[0][cells[0].next[j]], joints[1][cells[1].next[j]]);
            for (joint, to) in joint.iter_mut().zip(to) {
                joint[0] |= row.swizzle_half_relaxed(two(to[pieces[0]], to[pieces[1]]));
            }
        }
        for (j, to) in ACROSS_AT.iter().enumerate() {
            let row = two(joints[0][cells[0].across[j]], joints[1][cells[1].across[j]]);
            for (joint, to) in joint.iter_mut().zip(to) {
                joint[1] |= row.swizzle_half_relaxed(two(to[pieces[0]], to[pieces[1]]));
            }
        }
        let is_left = |left: Left| {
            let gone = 1_u8 << left.after.first.cell | 1 << left.second.cell;
            self.trios().iter().any(|[a, b, c]| (1_u8 << a | 1 << b | 1 << c) & gone == 0)
        };
        let triples = (is_left(left[0]) || is_left(left[1]))
            .then(|| two(self.triples(left[0]), self.triples(left[1])));
        Four { gains, joint, triples }
    }

    /// Returns for each of the four pieces and cells what the other three score together.
    #[cold]
    fn triples(&self, left: Left) -> i8x16 {
        let (one, other) = (left.after.first, left.second);
        let mut grid = [0; LANES];
        let cells = FOURS[PAIR[one.cell][other.cell]].members;
        let pieces = FOURS[PAIR[one.piece][other.piece]].members;
        for trio in self.trios() {
            if trio.contains(&one.cell) || trio.contains(&other.cell) {
                continue;
            }
            for (j, cell) in cells.iter().enumerate() {
                if !trio.contains(cell) {
                    for i in 0..LAST {
                        let [a, b, c] = [1, 2, 3].map(|by| pieces[(i + by) % LAST]);
                        grid[LAST * i + j] += number(self.threes[a], PAIR[b][c]) as i8;
                    }
                }
            }
        }
        i8x16::new(grid)
    }
}

/// Returns the most that each piece scores.
#[inline(always)]
fn most(gains: &[i8x16; SIX], but: usize) -> i8x16 {
    let mut most = i8x16::default();
    for (cell, row) in gains.iter().enumerate() {
        if cell != but {
            most = most.max(*row);
        }
    }
    most
}

/// Returns for each piece a cell where it scores most.
#[inline(always)]
fn favourites(gains: &[i8x16; SIX], but: usize) -> [usize; SIX] {
    let mut best = i8x16::default();
    for (cell, row) in gains.iter().enumerate() {
        if cell != but {
            // At most 16 points each, if a board could be like that.
            let twice = row.saturating_add(*row);
            let four = twice.saturating_add(twice);
            best = best.max(four.saturating_add(four) & every(!7) | every(cell as i8));
        }
    }
    let best = best.to_array();
    from_fn(|piece| {
        let cell = best[piece] as usize % 8;
        debug_assert!(cell < SIX && cell != but);
        cell
    })
}

/// Returns the number in a lane.
#[inline(always)]
fn number(row: i8x16, lane: usize) -> i32 {
    i32::from(row.to_array()[lane % LANES])
}

/// Returns two rows as one.
#[inline(always)]
fn two(a: i8x16, b: i8x16) -> i8x32 {
    let mut both = [0; 32];
    both[..LANES].copy_from_slice(&a.to_array());
    both[LANES..].copy_from_slice(&b.to_array());
    i8x32::new(both)
}

/// Returns the numbers of the qualities as a row.
#[inline(always)]
fn bytes(bytes: PerQuality) -> i8x16 {
    i8x16::new(u128::from(bytes).to_le_bytes().map(|byte| byte as i8))
}

/// Returns the six members of a set.
#[inline(always)]
fn six(set: u16) -> [usize; SIX] {
    let mut set = set;
    from_fn(|_| {
        let member = first(set);
        set = rest(set);
        member
    })
}

/// Turns rows of qualities into rows of lanes.
#[inline(always)]
fn by_lane(rows: &[Lanes; QUALITIES]) -> [PerQuality; LANES] {
    let mut row = [u8x16::default(); QUALITIES];
    for (row, from) in row.iter_mut().zip(rows) {
        *row = u8x16::new(from.to_array().map(|number| number as u8));
    }
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

/// Returns the other five numbers below six; the last one, which has no partner, twice.
#[inline(always)]
fn without(number: usize) -> [usize; SIX] {
    from_fn(|i| {
        let i = i.min(SIX - 2);
        i + usize::from(i >= number)
    })
}

impl Grids for i8x32 {
    #[inline(always)]
    fn turned(self, rows: usize, columns: usize) -> Self {
        let turn = TURNS[rows][columns];
        self.swizzle_half_relaxed(two(turn, turn))
    }

    #[inline(always)]
    fn greater(self, other: Self) -> Self {
        self.max(other)
    }

    #[inline(always)]
    fn lesser(self, other: Self) -> Self {
        self.min(other)
    }
}
