//! The qualities of pieces by number: the colours, the symbols, the inks.

use wide::i8x32;

use super::super::lanes::LANES;
use super::super::piece::Piece;

/// How many qualities there are: colours, symbols, inks.
pub(super) const QUALITIES: usize = 8;

/// Above every margin to come: 36 trios of two points are 72.
pub(super) const INFINITY: i32 = 100;

/// A number below 256 for each quality, the first in the lowest byte.
pub(super) type PerQuality = u64;

/// The numbers of the colour, the symbol and the ink that two pieces share, each [`NONE`] if they do
/// not share it, and another `NONE`.
pub(super) type Shared = [u8; 4];

/// Sixteen numbers, twice: for lookups about two boards side by side.
pub(super) type Twice = i8x32;

/// Returns sixteen numbers twice.
pub(super) const fn twice(numbers: [i8; LANES]) -> Twice {
    let mut both = [0; 2 * LANES];
    let mut lane = 0;
    while lane < 2 * LANES {
        both[lane] = numbers[lane % LANES];
        lane += 1;
    }
    Twice::new(both)
}

/// No points.
pub(super) const NO_POINTS: Twice = twice([0; LANES]);

/// The index that looks up 0.
pub(super) const NONE: u8 = i8::MIN as u8;

/// Returns the numbers of the three qualities of a piece, in the order of [`Piece::qualities`].
pub(super) fn numbers(piece: Piece) -> [usize; 3] {
    [piece.colour(), 3 + piece.symbol(), 6 + piece.ink()]
}

/// Returns 1 for each quality of a piece.
pub(super) fn one_each(piece: Piece) -> PerQuality {
    numbers(piece).map(|quality| 1 << (8 * quality)).into_iter().sum()
}
