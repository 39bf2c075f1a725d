//! Boards with five cells left: what the side gets that has just placed a piece, or bounds of it.

use zerocopy::transmute;

use super::super::super::lanes::LANES;
use super::super::qualities::INFINITY;
use super::pieces::Trios;
use super::ways::{
    ALL, ALL_STARTS, ANY_FIRST_STARTS, BOTH, EXCHANGED, FIVE, Names, PAIR_OF_FIVE, POOR_STARTS,
    REST, TWO_OF_FIVE, Ways, down, other,
};
use crate::kernel::array;

/// Below and above every margin to come.
const LEAST: Ways = Ways::new([-INFINITY as i8; 32]);
const MOST: Ways = Ways::new([INFINITY as i8; 32]);
const NO_WAYS: Ways = Ways::new([0; 32]);

/// Two boards with five cells and pieces left once the first of six was placed, each in a half of every row.
pub(super) struct Fives {
    /// What the first placement scored.
    pub(super) gain: [i32; 2],
    /// For each cell what each of the six pieces scores.
    pub(super) gains: [Ways; FIVE],
    /// For each pair of cells what each pair of the six pieces scores there together.
    pub(super) joint: [Ways; TWO_OF_FIVE],
    /// The trios of empty cells, as sets.
    pub(super) trios: [Trios; 2],
    /// What three of the pieces share, by the number of the pair that is left out, if there are trios.
    pub(super) threes: Ways,
}

impl Fives {
    /// To be filled in.
    pub(super) const NONE: Self = Self {
        gain: [0; 2],
        gains: [NO_WAYS; FIVE],
        joint: [NO_WAYS; TWO_OF_FIVE],
        trios: [Trios::NONE; 2],
        threes: NO_WAYS,
    };

    /// Returns the margin of the side that made the first placement on one of the boards.
    #[cold]
    #[inline(never)]
    pub(super) fn value<const HALF: usize>(&self, piece: usize) -> i32 {
        // That board in both halves.
        let both = |row: Ways| {
            let halves: [[i8; LANES]; 2] = transmute!(row.to_array());
            Ways::new(transmute!([halves[HALF]; 2]))
        };
        let twice = Self {
            gain: [self.gain[HALF]; 2],
            gains: array::of(|i| both(self.gains[i])),
            joint: array::of(|i| both(self.joint[i])),
            trios: [self.trios[HALF]; 2],
            threes: both(self.threes),
        };
        let names = &ALL[piece];
        if twice.has_trios() {
            twice.value_with::<true>(names)
        } else {
            twice.value_with::<false>(names)
        }
    }

    /// Returns the margin of the side that made the first placement on two equal boards.
    #[inline(always)]
    fn value_with<const TRIOS: bool>(&self, names: &Names) -> i32 {
        let mut most = [LEAST; FIVE];
        for [x, y] in BOTH {
            let rest = self.rest::<3, 3, TRIOS>(names, x, y);
            most[x] = most[x].max(self.second(names, y) + rest);
            most[y] = most[y].max(exchanged(self.first(names, x) + rest));
        }
        let mut margin = MOST;
        for (cell, most) in most.into_iter().enumerate() {
            margin = margin.min(least_of_four(most) - self.first(names, cell));
        }
        let margin = margin.to_array();
        self.gain[0] + greatest(ALL_STARTS, |lane| margin[lane])
    }

    /// Returns upper bounds of the margins of the side that made the first placement: the other side places
    /// its first piece on cell FIRST, its second on the first of those that are left then, and never hands
    /// over the last of four pieces.
    #[inline(always)]
    pub(super) fn upper<const FIRST: usize>(&self, names: &Names) -> [i32; 2] {
        if self.has_trios() {
            self.upper_with::<FIRST, true>(names)
        } else {
            self.upper_with::<FIRST, false>(names)
        }
    }

    #[inline(never)]
    fn upper_with<const FIRST: usize, const TRIOS: bool>(&self, names: &Names) -> [i32; 2] {
        align_frame();
        let most = self.most::<FIRST, 3, TRIOS>(names);
        let least = most.min(most.swizzle_half_relaxed(const { down(1) }));
        let least = least.min(most.swizzle_half_relaxed(const { down(2) }));
        let margin = (least - self.first(names, FIRST)).to_array();
        self.gains(|half| greatest(ANY_FIRST_STARTS, |start| margin[LANES * half + start]))
    }

    /// Returns upper bounds as [`upper`](Self::upper) does, where the other side always hands over the first
    /// of four pieces: greater ones in half the time.
    #[inline(always)]
    pub(super) fn rough_upper(&self, names: &Names) -> [i32; 2] {
        if self.has_trios() {
            self.rough_upper_with::<true>(names)
        } else {
            self.rough_upper_with::<false>(names)
        }
    }

    #[inline(never)]
    fn rough_upper_with<const TRIOS: bool>(&self, names: &Names) -> [i32; 2] {
        align_frame();
        let margin = self.most::<0, 1, TRIOS>(names) - self.first(names, 0);
        // The greatest of the first fifteen numbers of each half.
        let margin = margin.max(margin.swizzle_half_relaxed(const { down(7) }));
        let margin = margin.max(margin.swizzle_half_relaxed(const { down(4) }));
        let margin = margin.max(margin.swizzle_half_relaxed(const { down(2) }));
        let margin = margin.max(margin.swizzle_half_relaxed(const { down(1) })).to_array();
        self.gains(|half| margin[LANES * half].into())
    }

    /// Returns the most that any cell for the second of the named pieces leads to, if the first is on cell FIRST.
    #[inline(always)]
    fn most<const FIRST: usize, const PIECES: usize, const TRIOS: bool>(
        &self,
        names: &Names,
    ) -> Ways {
        let [a, b, c, d] = const { others(FIRST) };
        let most = self.second_on::<FIRST, PIECES, TRIOS>(names, a);
        let most = most.max(self.second_on::<FIRST, PIECES, TRIOS>(names, b));
        let most = most.max(self.second_on::<FIRST, PIECES, TRIOS>(names, c));
        most.max(self.second_on::<FIRST, PIECES, TRIOS>(names, d))
    }

    #[inline(always)]
    fn second_on<const FIRST: usize, const PIECES: usize, const TRIOS: bool>(
        &self,
        names: &Names,
        y: usize,
    ) -> Ways {
        self.second(names, y) + self.rest::<1, PIECES, TRIOS>(names, FIRST, y)
    }

    /// Returns lower bounds of the margins of the side that made the first placement: it hands over one of the
    /// first two pieces, places its second piece on the first cell, if that is still empty, and hands over the
    /// first of the pieces that are left then.
    #[inline(always)]
    pub(super) fn lower(&self, names: &Names) -> [i32; 2] {
        if self.has_trios() {
            self.lower_with::<true>(names)
        } else {
            self.lower_with::<false>(names)
        }
    }

    #[inline(never)]
    fn lower_with<const TRIOS: bool>(&self, names: &Names) -> [i32; 2] {
        align_frame();
        let first = self.first(names, 0);
        // What each cell for the second piece leads to, and each for the first.
        let [a, b, c, d] = [
            self.lower_at::<TRIOS>(names, 1, first),
            self.lower_at::<TRIOS>(names, 2, first),
            self.lower_at::<TRIOS>(names, 3, first),
            self.lower_at::<TRIOS>(names, 4, first),
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
    fn lower_at<const TRIOS: bool>(&self, names: &Names, y: usize, first: Ways) -> (Ways, Ways) {
        let rest = self.rest::<3, 1, TRIOS>(names, 0, y);
        let second = self.second(names, y);
        // Where the poor piece is the second, it is the one that was handed over first.
        (second + rest, least_of_four(first + rest) - second)
    }

    /// Adds what the first placements scored.
    #[inline(always)]
    fn gains(&self, margin: impl Fn(usize) -> i32) -> [i32; 2] {
        [self.gain[0] + margin(0), self.gain[1] + margin(1)]
    }

    #[inline(always)]
    fn has_trios(&self) -> bool {
        !(self.trios[0].is_empty() && self.trios[1].is_empty())
    }

    /// Returns what the first of the named pieces scores on a cell.
    #[inline(always)]
    fn first(&self, names: &Names, cell: usize) -> Ways {
        self.gains[cell].swizzle_half_relaxed(names.first)
    }

    /// Returns what the second of the named pieces scores on a cell.
    #[inline(always)]
    fn second(&self, names: &Names, cell: usize) -> Ways {
        self.gains[cell].swizzle_half_relaxed(names.second)
    }

    #[inline(always)]
    fn joint_of(&self, x: usize, y: usize, names: Ways) -> Ways {
        self.joint[PAIR_OF_FIVE[x][y]].swizzle_half_relaxed(names)
    }

    /// Returns the margin to come once the named pieces lie on two cells, and what they score together.
    #[inline(always)]
    fn rest<const CELLS: usize, const PIECES: usize, const TRIOS: bool>(
        &self,
        names: &Names,
        x: usize,
        y: usize,
    ) -> Ways {
        let cells = REST[PAIR_OF_FIVE[x][y]];
        let mut scores = [[Ways::default(); 3]; 3];
        let mut pairs = scores;
        for j in 0..3 {
            let cell = cells[j];
            let (k, l) = (cells[(j + 1) % 3], cells[(j + 2) % 3]);
            for i in 0..3 {
                scores[i][j] = self.gains[cell].swizzle_half_relaxed(names.rest[i])
                    + self.joint_of(x, cell, names.with_first[i])
                    + self.joint_of(y, cell, names.with_second[i]);
                pairs[i][j] = self.joint_of(k, l, names.rest_but[i]);
            }
        }
        let mut last = Ways::default();
        if TRIOS {
            for half in [0, 1] {
                let threes = self.threes & HALF[half];
                for trio in self.trios[half] {
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

/// Returns the other numbers below five.
const fn others(number: usize) -> [usize; FIVE - 1] {
    [other(number, 0), other(number, 1), other(number, 2), other(number, 3)]
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

/// What keeps either half.
pub(super) const HALF: [Ways; 2] = {
    let mut halves = [[0; 32]; 2];
    let mut lane = 0;
    while lane < 32 {
        halves[lane / LANES][lane] = -1;
        lane += 1;
    }
    [Ways::new(halves[0]), Ways::new(halves[1])]
};

/// Returns the first half of one row and the second of another.
#[inline(always)]
pub(super) fn halves(a: Ways, b: Ways) -> Ways {
    a & HALF[0] | b & HALF[1]
}

/// Makes the compiler align the caller's frame, so that no row that it spills crosses a line of the cache or,
/// what takes many times as long, a page.
#[inline(always)]
fn align_frame() {
    let aligned = std::mem::MaybeUninit::<Ways>::uninit();
    std::hint::black_box(&aligned);
}
