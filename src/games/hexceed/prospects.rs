//! What the remaining pieces score on the empty cells, the basis of the evaluation.

use super::geometry::CELLS;
use super::lanes::{ROW, Row, greatest_of_row, sum_of_row};
use super::piece::Piece;
use super::position::Hexceed;
use super::scoring::pairs;
use crate::kernel::{Bits, array};

/// How many qualities there are: colours, symbols, inks.
pub(super) const QUALITIES: usize = 8;

const _: () = assert!(CELLS <= ROW, "a row holds every cell");

/// How many points each quality is worth on each empty cell.
pub(super) struct Prospects {
    /// By quality the pairs of filled cells that have it and wait for the cell: empty cells in their order,
    /// then zeros.
    waiting: [Row; QUALITIES],
}

/// What the best placements of the pieces that can be handed over score.
pub(super) struct Offers {
    /// The pieces.
    pub(super) count: i32,
    /// The best placement of the piece that scores least.
    pub(super) least: i32,
    /// The best placement of the next piece.
    pub(super) second: i32,
    /// All of them together.
    pub(super) sum: i32,
}

impl Prospects {
    /// Returns the prospects on the board of a position.
    #[inline]
    pub(super) fn of(position: &Hexceed) -> Self {
        let mut waiting = [[0; ROW]; QUALITIES];
        let planes = position.board().by_quality();
        for (number, cell) in Bits::of(position.board().empty()).enumerate() {
            for (row, plane) in waiting.iter_mut().zip(planes) {
                row[number % ROW] = pairs(cell, plane) as i8;
            }
        }
        Self { waiting: array::map(waiting, Row::new) }
    }

    /// Returns how many pairs wait for each quality, in the order of
    /// [`Piece::qualities`](super::piece::Piece::qualities).
    #[inline]
    pub(super) fn pairs(&self) -> [u8; QUALITIES] {
        // Each of 36 trios waits at most once.
        array::map(self.waiting, |row| sum_of_row(row) as u8)
    }

    /// Returns the points that a piece scores.
    #[inline(always)]
    pub(super) fn points(&self, piece: Piece) -> Row {
        let colour = self.waiting[piece.colour() % 3];
        let symbol = self.waiting[3 + piece.symbol() % 3];
        let ink = self.waiting[6 + piece.ink() % 2];
        // At most 16: two points in each of eight trios.
        colour + symbol + ink
    }

    /// Sums up the pieces that can be handed over; `visit` gets the points of each and the most of
    /// them.
    #[inline(always)]
    pub(super) fn offers(&self, position: &Hexceed, mut visit: impl FnMut(Row, i32)) -> Offers {
        let mut offers = Offers { count: 0, least: i32::MAX, second: i32::MAX, sum: 0 };
        for piece in position.unused_pieces() {
            let points = self.points(piece);
            let best = most(points);
            offers.second = offers.second.min(best.max(offers.least));
            offers.least = offers.least.min(best);
            offers.sum += best;
            offers.count += 1;
            visit(points, best);
        }
        offers
    }
}

/// Returns the most points of a row.
#[inline]
pub(super) fn most(points: Row) -> i32 {
    i32::from(greatest_of_row(points))
}
