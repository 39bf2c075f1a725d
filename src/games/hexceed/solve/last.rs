//! The last four cells, whose value is computed without a search.
//!
//! Whoever places first has four pieces by four cells to choose from: sixteen positions with three
//! cells left, each in a lane of its own. What they depend on is the same few tables with rows and
//! columns turned, so nothing is looked up lane by lane.

use wide::i8x16;
use zerocopy::transmute;

use super::super::lanes::Lanes;
use super::qualities::{NONE, PerQuality, Shared};
use crate::kernel::array;

/// How many cells are left.
pub(super) const LAST: usize = 4;

/// A number for each piece and each cell: that of piece i and cell j is in lane 4i + j.
type Grid = i8x16;

/// The index that looks up 0.
pub(super) const NIL: i8 = NONE as i8;

/// What decides the last four placements. Pieces and cells are numbered from 0 to 3, and 0 is next
/// after 3.
pub(super) struct LastFour {
    /// What each piece scores in each of the root's lanes.
    pub(super) gains: [Lanes; LAST],
    /// The lane of each cell.
    pub(super) lanes: [i8; LAST],
    /// The qualities of each piece as a set.
    pub(super) qualities: [u8; LAST],
    /// What each piece shares with the next, and with the one after that.
    pub(super) shared: [[Shared; LAST]; 2],
    /// The qualities of the filled cells that form a trio with each cell and the next.
    pub(super) next: [PerQuality; LAST],
    /// The qualities of the filled cells that form a trio with cells 0 and 2, and with 1 and 3.
    pub(super) across: [PerQuality; 2],
    /// The cells of which the other three form a trio, one bit each.
    pub(super) trios: u8,
}

impl LastFour {
    /// Returns the margin to come from the view of the side that hands one of the pieces over.
    #[inline(always)]
    pub(super) fn hand(&self) -> i32 {
        let four = Four {
            gains: self.gains(),
            joint: array::map(self.shared, |shared| self.joint(shared)),
            triples: (self.trios != 0).then(|| self.triples()),
        };
        -i32::from(four.least().to_array()[0])
    }

    /// Returns what each piece scores on each cell.
    #[inline(always)]
    fn gains(&self) -> Grid {
        let lanes = columns(self.lanes);
        let [a, b, c, d] = array::of(|i| self.gains[i].swizzle_relaxed(lanes | ROWS[i]));
        (a | b) | (c | d)
    }

    /// Returns what each piece and the one that `shared` compares it with score together with the
    /// filled cells between each cell and the next, and between each and the one after that.
    #[inline(always)]
    fn joint(&self, shared: [Shared; LAST]) -> [Grid; 2] {
        let bytes = |bytes: u128| Grid::new(transmute!(bytes.to_le()));
        let per_quality = |a: PerQuality, b: PerQuality| bytes(u128::from(a) | u128::from(b) << 64);
        let [a, b, c, d] = self.next;
        let (low, high) = (per_quality(a, b), per_quality(c, d));
        let across = per_quality(self.across[0], self.across[1]);
        let [a, b, c, d] = array::map(shared, |shared| u128::from(u32::from_le_bytes(shared)));
        let shared = bytes(a | b << 32 | c << 64 | d << 96);
        let [colour, symbol, ink] = array::map(KINDS, |kind| {
            let at = shared.swizzle_relaxed(kind);
            let next = low.swizzle_relaxed(at | LOW) + high.swizzle_relaxed(at | HIGH);
            [next, across.swizzle_relaxed(at | ACROSS)]
        });
        [colour[0] + symbol[0] + ink[0], colour[1] + symbol[1] + ink[1]]
    }

    /// Returns what the three pieces other than each score on the three cells other than each.
    #[cold]
    fn triples(&self) -> Grid {
        let [a, b, c, d] = self.qualities;
        let sets = [b & c & d, a & c & d, a & b & d, a & b & c];
        let shared = array::map(sets, |set| set.count_ones() as i8);
        Grid::new(array::of(|lane| shared[lane / LAST] * (self.trios >> (lane % LAST) & 1) as i8))
    }
}

/// Returns the grid with row `rows` and column `columns` first.
#[inline(always)]
fn turned(grid: Grid, rows: usize, columns: usize) -> Grid {
    grid.swizzle_relaxed(TURNS[rows][columns])
}

/// What four pieces score on four cells.
struct Four {
    /// What each piece scores on each cell.
    gains: Grid,
    /// What each piece and the next, and the one after that, score together on each cell and the next, and
    /// the one after that.
    joint: [[Grid; 2]; 2],
    /// What the three pieces other than each score together on the three cells other than each.
    triples: Option<Grid>,
}

impl Four {
    /// Returns the least margin of the side that places a piece, in lane 0.
    #[inline(always)]
    fn least(&self) -> Grid {
        // In lane 4i + j the first placement is piece i on cell j. The pieces and cells that are
        // left then are named 0 to 2: i + 1 to i + 3 and j + 1 to j + 3.
        let first = self.gains;
        let joint = |piece: Two, cell: Two| {
            turned(self.joint[piece.apart - 1][cell.apart - 1], piece.from, cell.from)
        };
        // What each piece scores on each cell, that with the first placement included, and what the two
        // other pieces score together on the two other cells.
        let mut gains = [[Grid::default(); 3]; 3];
        let mut pairs = gains;
        for s in 0..3 {
            for t in 0..3 {
                gains[s][t] = turned(first, s + 1, t + 1) + joint(WITH_FIRST[s], WITH_FIRST[t]);
                pairs[s][t] = joint(OTHERS[s], OTHERS[t]);
            }
        }
        if let Some(triples) = self.triples {
            for (s, pairs) in pairs.iter_mut().enumerate() {
                for (t, pair) in pairs.iter_mut().enumerate() {
                    *pair += turned(triples, s + 1, t + 1);
                }
            }
        }

        // What the side that is handed `one` gets by placing it on cell i. The other two pieces and
        // cells are left then.
        let place = |[one, two, last]: [usize; 3], [i, j, k]: [usize; 3]| {
            let two_j = gains[two][j] + pairs[last][k];
            let two_k = gains[two][k] + pairs[last][j];
            let last_j = gains[last][j] + pairs[two][k];
            let last_k = gains[last][k] + pairs[two][j];
            // The margin of the other side with piece `two` on either cell; with piece `last` it is
            // the opposite on the other cell. The trios that take both cells are left out: they go
            // to whoever places last, the side that placed `one`.
            let (x, y) = (two_j - last_k, two_k - last_j);
            let reply = x.max(y).min(Grid::default() - x.min(y));
            gains[one][i] - reply + pairs[one][i]
        };
        let hold = |pieces| {
            let on = |cells| place(pieces, cells);
            on([0, 1, 2]).max(on([1, 0, 2])).max(on([2, 0, 1]))
        };
        let handed = hold([0, 1, 2]).min(hold([1, 0, 2])).min(hold([2, 0, 1]));
        // The last placement completes the trio of the three last cells as well.
        let held = first - handed - self.triples.unwrap_or_default();
        let best = held.max(turned(held, 0, 1));
        let best = best.max(turned(best, 0, 2));
        let least = best.min(turned(best, 1, 0));
        least.min(turned(least, 2, 0))
    }
}

/// Two of four numbers in a ring: `from`, and the one that is `apart` after it.
#[derive(Clone, Copy)]
struct Two {
    apart: usize,
    from: usize,
}

impl Two {
    const fn new(apart: usize, from: usize) -> Self {
        Self { apart, from }
    }
}

/// Number 0 with 1, 2 and 3.
const WITH_FIRST: [Two; 3] = [Two::new(1, 0), Two::new(2, 0), Two::new(1, 3)];
/// The two of 1, 2 and 3 without each.
const OTHERS: [Two; 3] = [Two::new(1, 2), Two::new(2, 1), Two::new(1, 1)];

/// By how many rows and columns a grid is turned: where each lane comes from.
const TURNS: [[Grid; LAST]; LAST] = {
    let mut turns = [[Grid::new([0; 16]); LAST]; LAST];
    let mut turn = 0;
    while turn < 16 {
        let mut from = [0; 16];
        let mut lane = 0;
        while lane < 16 {
            let (row, column) = ((lane / LAST + turn / LAST) % LAST, (lane + turn) % LAST);
            from[lane] = (LAST * row + column) as i8;
            lane += 1;
        }
        turns[turn / LAST][turn % LAST] = Grid::new(from);
        turn += 1;
    }
    turns
};

/// What keeps one row of indices and makes the others [`NIL`].
const ROWS: [Grid; LAST] = {
    let mut rows = [Grid::new([NIL; 16]); LAST];
    let mut row = 0;
    while row < LAST {
        let mut keep = [NIL; 16];
        let mut column = 0;
        while column < LAST {
            keep[LAST * row + column] = 0;
            column += 1;
        }
        rows[row] = Grid::new(keep);
        row += 1;
    }
    rows
};

/// Where the colour, the symbol and the ink stand that piece i shares.
const KINDS: [Grid; 3] = {
    let mut kinds = [Grid::new([0; 16]); 3];
    let mut kind = 0;
    while kind < 3 {
        let mut at = [0; 16];
        let mut lane = 0;
        while lane < 16 {
            at[lane] = (size_of::<Shared>() * (lane / LAST) + kind) as i8;
            lane += 1;
        }
        kinds[kind] = Grid::new(at);
        kind += 1;
    }
    kinds
};

/// Turns the number of a quality into its place in two such numbers side by side: those of columns 0 and
/// 1, of columns 2 and 3, or of columns 0 and 1 that serve 2 and 3 as well.
const LOW: Grid = columns([0, 8, NIL, NIL]);
const HIGH: Grid = columns([NIL, NIL, 0, 8]);
const ACROSS: Grid = columns([0, 8, 0, 8]);

const fn columns([a, b, c, d]: [i8; LAST]) -> Grid {
    Grid::new([a, b, c, d, a, b, c, d, a, b, c, d, a, b, c, d])
}
