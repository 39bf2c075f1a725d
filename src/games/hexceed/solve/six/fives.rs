//! Boards with five cells left: what the side gets that has just placed a piece, or bounds of it.

use wide::{i8x16, i8x32};
use zerocopy::transmute;

use super::super::super::lanes::LANES;
use super::super::qualities::INFINITY;
use super::MOST_TRIOS;
use super::ways::{
    ALL, ALL_STARTS, ANY_FIRST_STARTS, BOTH, EXCHANGED, FIVE, Names, PAIR_OF_FIVE, POOR_STARTS,
    REST, TWO_OF_FIVE, Ways, down,
};

/// Below and above every margin to come.
const LEAST: Ways = Ways::new([-INFINITY as i8; 32]);
const MOST: Ways = Ways::new([INFINITY as i8; 32]);
const NO_ROW: i8x16 = i8x16::new([0; LANES]);

/// The five cells and pieces that are left once the first of the six was placed.
pub(super) struct Five {
    /// What the first placement scored.
    pub(super) gain: i32,
    /// For each cell what each of the six pieces scores.
    pub(super) gains: [i8x16; FIVE],
    /// For each pair of cells what each pair of the six pieces scores there together.
    pub(super) joint: [i8x16; TWO_OF_FIVE],
    /// The trios of empty cells, as sets.
    pub(super) trios: [u8; MOST_TRIOS],
    pub(super) trios_count: usize,
    /// What three of the pieces share, by the number of the pair that is left out.
    pub(super) threes: i8x16,
}

/// Two boards with five cells left, each in a half of every row.
pub(super) struct Fives<'a> {
    pub(super) boards: [&'a Five; 2],
    pub(super) names: &'static Names,
}

impl Five {
    /// To be filled in.
    pub(super) const NONE: Self = Self {
        gain: 0,
        gains: [NO_ROW; FIVE],
        joint: [NO_ROW; TWO_OF_FIVE],
        trios: [0; MOST_TRIOS],
        trios_count: 0,
        threes: NO_ROW,
    };

    /// Returns the margin of the side that made the first placement.
    #[cold]
    #[inline(never)]
    pub(super) fn value(&self, piece: usize) -> i32 {
        let fives = Fives { boards: [self, self], names: &ALL[piece] };
        let mut most = [LEAST; FIVE];
        for [x, y] in BOTH {
            let rest = fives.rest::<3, 3, true>(x, y);
            most[x] = most[x].max(fives.second(y) + rest);
            most[y] = most[y].max(exchanged(fives.first(x) + rest));
        }
        let mut margin = MOST;
        for (cell, most) in most.into_iter().enumerate() {
            margin = margin.min(least_of_four(most) - fives.first(cell));
        }
        let margin = margin.to_array();
        self.gain + greatest(ALL_STARTS, |lane| margin[lane])
    }
}

impl Fives<'_> {
    /// Returns upper bounds of the margins of the side that made the first placement: the other side places
    /// its first piece on the first cell, its second on the first of those that are left then, and never
    /// hands over the last of four pieces.
    #[inline(always)]
    pub(super) fn upper(&self) -> [i32; 2] {
        if self.has_trios() { self.upper_with::<true>() } else { self.upper_with::<false>() }
    }

    #[inline(never)]
    fn upper_with<const TRIOS: bool>(&self) -> [i32; 2] {
        let most = self.upper_at::<TRIOS>(1).max(self.upper_at::<TRIOS>(2));
        let most = most.max(self.upper_at::<TRIOS>(3)).max(self.upper_at::<TRIOS>(4));
        let least = most.min(most.swizzle_half_relaxed(const { down(1) }));
        let least = least.min(most.swizzle_half_relaxed(const { down(2) }));
        let margin = (least - self.first(0)).to_array();
        self.gains(|half| greatest(ANY_FIRST_STARTS, |start| margin[LANES * half + start]))
    }

    #[inline(always)]
    fn upper_at<const TRIOS: bool>(&self, y: usize) -> Ways {
        self.second(y) + self.rest::<1, 3, TRIOS>(0, y)
    }

    /// Returns lower bounds of the margins of the side that made the first placement: it hands over one of the
    /// first two pieces, places its second piece on the first cell, if that is still empty, and hands over the
    /// first of the pieces that are left then.
    #[inline(always)]
    pub(super) fn lower(&self) -> [i32; 2] {
        if self.has_trios() { self.lower_with::<true>() } else { self.lower_with::<false>() }
    }

    #[inline(never)]
    fn lower_with<const TRIOS: bool>(&self) -> [i32; 2] {
        let first = self.first(0);
        // What each cell for the second piece leads to, and each for the first.
        let [a, b, c, d] = [
            self.lower_at::<TRIOS>(1, first),
            self.lower_at::<TRIOS>(2, first),
            self.lower_at::<TRIOS>(3, first),
            self.lower_at::<TRIOS>(4, first),
        ];
        let most = a.0.max(b.0).max(c.0.max(d.0));
        let margin = a.1.min(b.1).min(c.1.min(d.1));
        let (on_first, elsewhere) = ((least_of_four(most) - first).to_array(), margin.to_array());
        self.gains(|half| {
            greatest(POOR_STARTS, |[start, exchanged]| {
                on_first[LANES * half + start].min(elsewhere[LANES * half + exchanged])
            })
        })
    }

    #[inline(always)]
    fn lower_at<const TRIOS: bool>(&self, y: usize, first: Ways) -> (Ways, Ways) {
        let rest = self.rest::<3, 1, TRIOS>(0, y);
        let second = self.second(y);
        // Where the poor piece is the second, it is the one that was handed over first.
        (second + rest, least_of_four(first + rest) - second)
    }

    /// Adds what the first placements scored.
    #[inline(always)]
    fn gains(&self, margin: impl Fn(usize) -> i32) -> [i32; 2] {
        [self.boards[0].gain + margin(0), self.boards[1].gain + margin(1)]
    }

    #[inline(always)]
    fn has_trios(&self) -> bool {
        self.boards[0].trios_count + self.boards[1].trios_count > 0
    }

    /// Returns what the first of the named pieces scores on a cell.
    #[inline(always)]
    fn first(&self, cell: usize) -> Ways {
        self.gain_of(cell, self.names.first)
    }

    /// Returns what the second of the named pieces scores on a cell.
    #[inline(always)]
    fn second(&self, cell: usize) -> Ways {
        self.gain_of(cell, self.names.second)
    }

    #[inline(always)]
    fn gain_of(&self, cell: usize, names: Ways) -> Ways {
        let [one, other] = self.boards;
        two(one.gains[cell], other.gains[cell]).swizzle_half_relaxed(names)
    }

    #[inline(always)]
    fn joint_of(&self, x: usize, y: usize, names: Ways) -> Ways {
        let [one, other] = self.boards;
        let pair = PAIR_OF_FIVE[x][y];
        two(one.joint[pair], other.joint[pair]).swizzle_half_relaxed(names)
    }

    /// Returns the margin to come once the named pieces lie on two cells, and what they score together.
    #[inline(always)]
    fn rest<const CELLS: usize, const PIECES: usize, const TRIOS: bool>(
        &self,
        x: usize,
        y: usize,
    ) -> Ways {
        let names = self.names;
        let cells = REST[PAIR_OF_FIVE[x][y]];
        let mut scores = [[Ways::default(); 3]; 3];
        let mut pairs = scores;
        for j in 0..3 {
            let cell = cells[j];
            let (k, l) = (cells[(j + 1) % 3], cells[(j + 2) % 3]);
            for i in 0..3 {
                scores[i][j] = self.gain_of(cell, names.rest[i])
                    + self.joint_of(x, cell, names.with_first[i])
                    + self.joint_of(y, cell, names.with_second[i]);
                pairs[i][j] = self.joint_of(k, l, names.rest_but[i]);
            }
        }
        let mut last = Ways::default();
        if TRIOS {
            let none = i8x16::default();
            let [one, other] = self.boards;
            for (board, threes) in [(one, two(one.threes, none)), (other, two(none, other.threes))]
            {
                for trio in &board.trios[..board.trios_count.min(MOST_TRIOS)] {
                    let has = |cell: usize| trio >> cell & 1 == 1;
                    let (rows, is_whole) = match (has(x), has(y)) {
                        (true, true) => (&names.both_with, true),
                        (true, false) => (&names.first_with, false),
                        (false, true) => (&names.second_with, false),
                        (false, false) => {
                            last += threes.swizzle_half_relaxed(names.all_rest);
                            continue;
                        }
                    };
                    // With both, the third cell is that of the trio; with one, the pair is the rest of it.
                    for j in 0..3 {
                        if has(cells[j]) == is_whole {
                            for i in 0..3 {
                                let more = threes.swizzle_half_relaxed(rows[i]);
                                if is_whole { scores[i][j] += more } else { pairs[i][j] += more }
                            }
                        }
                    }
                }
            }
        }
        self.joint_of(x, y, names.both) - three::<CELLS, PIECES>(&scores, &pairs) - last
    }
}

/// Returns the margin to come, with three cells left, of the side that is handed a piece: the least over
/// the pieces, where it may choose a cell.
#[inline(always)]
fn three<const CELLS: usize, const PIECES: usize>(
    score: &[[Ways; 3]; 3],
    pairs: &[[Ways; 3]; 3],
) -> Ways {
    let mut handed = MOST;
    for one in 0..PIECES {
        let (two, last) = ((one + 1) % 3, (one + 2) % 3);
        let mut best = LEAST;
        for i in 0..CELLS {
            let (j, k) = ((i + 1) % 3, (i + 2) % 3);
            let two_j = score[two][j] + pairs[last][k];
            let two_k = score[two][k] + pairs[last][j];
            let last_j = score[last][j] + pairs[two][k];
            let last_k = score[last][k] + pairs[two][j];
            // The margin of the other side with piece `two` on either cell; with piece `last` it is
            // the opposite on the other cell. The trios that take both cells are left out: they go
            // to whoever places last, the side that placed `one`.
            let (x, y) = (two_j - last_k, two_k - last_j);
            let reply = x.max(y).min(Ways::default() - x.min(y));
            best = best.max(score[one][i] - reply + pairs[one][i]);
        }
        handed = handed.min(best);
    }
    handed
}

/// Returns the greatest of the numbers at some places.
#[inline(always)]
fn greatest<P, const N: usize>(places: [P; N], number: impl Fn(P) -> i8) -> i32 {
    let mut greatest = i8::MIN;
    for place in places {
        greatest = greatest.max(number(place));
    }
    greatest.into()
}

/// Returns the least number of each four, where the four begins.
#[inline(always)]
fn least_of_four(ways: Ways) -> Ways {
    let ways = ways.min(ways.swizzle_half_relaxed(const { down(2) }));
    ways.min(ways.swizzle_half_relaxed(const { down(1) }))
}

/// Returns the ways with the first and the second piece exchanged.
#[inline(always)]
fn exchanged(ways: Ways) -> Ways {
    let [low, high]: [[i8; LANES]; 2] = transmute!(ways.to_array());
    let crossed = transmute!([high, low]);
    ways.swizzle_half_relaxed(EXCHANGED[0]) | Ways::new(crossed).swizzle_half_relaxed(EXCHANGED[1])
}

/// Returns two rows as one.
#[inline(always)]
fn two(a: i8x16, b: i8x16) -> i8x32 {
    i8x32::new(transmute!([a.to_array(), b.to_array()]))
}
