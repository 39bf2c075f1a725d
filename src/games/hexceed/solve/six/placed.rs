//! The last five cells with a piece on one of them, and what it leads to when a second one is placed.

use super::super::qualities::NO_POINTS;
use super::fives::{Fives, LEAST, MOST};
use super::ways::{FIVE, Names, PAIR_OF_FIVE, REST, TWO_OF_FIVE, Ways, down, other};
use crate::kernel::array;

/// The pairs of four, each as far from the end as the other two from the beginning.
const TWO_OF_FOUR: [[usize; 2]; 6] = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]];

/// Two boards with the first of the named pieces on cell X.
///
/// What depends on one more cell, or on two, is summed up once: what two cells lead to has much of it in common.
pub(super) struct Placed<'a, const X: usize, const TRIOS: bool> {
    fives: &'a Fives,
    names: &'a Names,
    shared: &'a Shared,
    /// What each of the rest scores on each cell.
    scores: [[Ways; 3]; FIVE],
    /// How much more it scores on one of two cells with the second of the named pieces on the other.
    more: [[Ways; 3]; TWO_OF_FIVE],
    /// What the rest but each score together on two cells.
    pairs: [[Ways; 3]; TWO_OF_FIVE],
}

/// What three pieces share if they fill a trio: the first and the second of the named ones with each other piece,
/// each of the two with the rest but each, and the rest.
pub(super) struct Shared {
    both: [Ways; 3],
    first: [Ways; 3],
    second: [Ways; 3],
    rest: Ways,
}

impl Shared {
    /// Looks up what three pieces share, if there are trios of empty cells.
    #[inline(always)]
    pub(super) fn new<const TRIOS: bool>(fives: &Fives, names: &Names) -> Self {
        let of = |row: Ways| if TRIOS { fives.threes.swizzle_half_relaxed(row) } else { NO_POINTS };
        Self {
            both: array::map(names.both_with, of),
            first: array::map(names.first_with, of),
            second: array::map(names.second_with, of),
            rest: of(names.all_rest),
        }
    }
}

impl<'a, const X: usize, const TRIOS: bool> Placed<'a, X, TRIOS> {
    /// Places the first of the named pieces.
    #[inline(always)]
    pub(super) fn new(fives: &'a Fives, names: &'a Names, shared: &'a Shared) -> Self {
        let mut scores = [[NO_POINTS; 3]; FIVE];
        let mut more = [[NO_POINTS; 3]; TWO_OF_FIVE];
        let mut pairs = more;
        let cells = const { others(X) };
        for cell in cells {
            let joint = fives.joint[PAIR_OF_FIVE[X][cell]];
            for (i, score) in scores[cell].iter_mut().enumerate() {
                *score = fives.gains[cell].swizzle_half_relaxed(names.rest[i])
                    + joint.swizzle_half_relaxed(names.with_first[i]);
            }
        }
        for at in 0..6 {
            let ([a, b], [c, d]) = (TWO_OF_FOUR[at], TWO_OF_FOUR[5 - at]);
            let pair = PAIR_OF_FIVE[cells[a]][cells[b]];
            let joint = fives.joint[pair];
            // Where X and the pair are a trio.
            let trio = fives.trios[PAIR_OF_FIVE[cells[c]][cells[d]]];
            for i in 0..3 {
                more[pair][i] = joint.swizzle_half_relaxed(names.with_second[i]);
                pairs[pair][i] = joint.swizzle_half_relaxed(names.rest_but[i]);
                if TRIOS {
                    more[pair][i] += shared.both[i] & trio;
                    pairs[pair][i] += shared.first[i] & trio;
                }
            }
        }
        Self { fives, names, shared, scores, more, pairs }
    }

    /// Returns the margin of the side that places the second of the named pieces, on a cell.
    #[inline(always)]
    pub(super) fn second_on<const PIECES: usize>(&self, y: usize) -> Ways {
        self.fives.second(self.names, y) + self.rest::<1, PIECES>(y)
    }

    /// Returns what a cell for the second piece leads to, and what one for the first where the second is on X: there
    /// it was handed over first.
    #[inline(always)]
    pub(super) fn either_on(&self, y: usize) -> (Ways, Ways) {
        let (rest, second) = (self.rest::<3, 1>(y), self.fives.second(self.names, y));
        (second + rest, least_of_four(self.fives.first(self.names, X) + rest) - second)
    }

    /// Returns the margin to come once the named pieces lie on X and on another cell, and what they score together.
    #[inline(always)]
    pub(super) fn rest<const CELLS: usize, const PIECES: usize>(&self, y: usize) -> Ways {
        let cells = REST[PAIR_OF_FIVE[X][y]];
        // Where the three cells besides these two are a trio.
        let trio = |a: usize, b: usize| self.fives.trios[PAIR_OF_FIVE[a][b]];
        let mut scores = [[NO_POINTS; 3]; 3];
        let mut pairs = scores;
        for j in 0..3 {
            let cell = cells[j];
            let (k, l) = (cells[(j + 1) % 3], cells[(j + 2) % 3]);
            for i in 0..3 {
                scores[i][j] = self.scores[cell][i] + self.more[PAIR_OF_FIVE[y][cell]][i];
                pairs[i][j] = self.pairs[PAIR_OF_FIVE[k][l]][i];
                if TRIOS {
                    pairs[i][j] += self.shared.second[i] & trio(X, cell);
                }
            }
        }
        let joint = self.fives.joint[PAIR_OF_FIVE[X][y]].swizzle_half_relaxed(self.names.both);
        let margin = joint - three::<CELLS, PIECES>(&scores, &pairs);
        if TRIOS { margin - (self.shared.rest & trio(X, y)) } else { margin }
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
pub(super) const fn others(number: usize) -> [usize; FIVE - 1] {
    [other(number, 0), other(number, 1), other(number, 2), other(number, 3)]
}

/// Returns the least number of each four, where the four begins.
#[inline(always)]
pub(super) fn least_of_four(ways: Ways) -> Ways {
    let ways = ways.min(ways.swizzle_half_relaxed(const { down(2) }));
    ways.min(ways.swizzle_half_relaxed(const { down(1) }))
}
