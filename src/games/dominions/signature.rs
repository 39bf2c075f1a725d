//! The signature by which positions are compared.
//!
//! 217 cells with 253 states each do not fit the 24 bytes of the largest packed board: matching
//! sides apart, 126 tiles can be dealt to the cells in more than 2^900 ways. So a position is
//! packed into 128 bits in the manner of Zobrist: a fixed random number for each tile on each cell,
//! by owner and controller, all joined by exclusive or. The probability that two of `n` positions
//! share a signature is about `n^2 / 2^129`: below 10^-14 for the 10^12 positions that a machine
//! visits in days.

use super::geometry::Cell;
use super::tile::Tile;
use crate::kernel::{Player, SplitMix64};

/// A part of a signature.
pub(super) type Signature = [u64; 2];

/// Returns the random number of a seed. Computed on demand, which takes a few nanoseconds: a table
/// for all tiles on all cells would take 900 kB of cache.
#[inline]
const fn random(seed: u64) -> Signature {
    let mut rng = SplitMix64::new(seed);
    [rng.next_u64(), rng.next_u64()]
}

/// Returns the random number of a tile on a cell.
#[inline]
pub(super) const fn of_tile(cell: Cell, tile: Tile) -> Signature {
    random((cell.byte() as u64) << 8 | tile.byte() as u64)
}

/// Returns the random number of a turn and a number of passes.
#[inline]
pub(super) const fn of_turn(to_move: Player, passes: u8) -> Signature {
    const TURNS: [[Signature; 4]; 2] = {
        let mut turns = [[[0; 2]; 4]; 2];
        let mut i = 0;
        while i < 8 {
            turns[i / 4][i % 4] = random(1 << 32 | i as u64);
            i += 1;
        }
        turns
    };
    TURNS[to_move.index()][(passes & 3) as usize]
}

/// Combines two parts of a signature.
#[inline]
pub(super) const fn join(a: Signature, b: Signature) -> Signature {
    [a[0] ^ b[0], a[1] ^ b[1]]
}
