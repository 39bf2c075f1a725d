//! The last six pieces, wherever they go.

use zerocopy::transmute;

use super::super::super::lanes::{LANES, members};
use super::super::qualities::{NO_POINTS, PerQuality};
use super::asked::Asked;
use super::pairs::{FIRST_SIX, OUTSIDE, SECOND, SIX};
use super::ways::{THREES, Ways, of_six};
use crate::kernel::{Bits, array};

/// The last six pieces, numbered from 0 to 5, and what they have in common.
#[derive(Clone)]
pub(in super::super) struct Pieces {
    /// Their numbers at the root.
    pub(super) numbers: [usize; SIX],
    /// The same side by side.
    names: Ways,
    /// The numbers of their colours, symbols and inks.
    kinds: [Ways; 3],
    /// The numbers of the two qualities at most that each pair shares.
    shared: [Ways; 2],
    /// For each piece what it shares with each pair of others.
    pub(super) threes: [Ways; SIX],
    /// For each piece what three of the others share, by the number of the pair that is left out.
    pub(super) threes_without: [Ways; SIX],
}

impl Pieces {
    /// To be filled in.
    pub(super) const NONE: Self = Self {
        numbers: [0; SIX],
        names: NO_POINTS,
        kinds: [NO_POINTS; 3],
        shared: [NO_POINTS; 2],
        threes: [NO_POINTS; SIX],
        threes_without: [NO_POINTS; SIX],
    };

    /// Numbers six pieces, those first that score least on the cells of some lanes.
    #[inline(always)]
    pub(in super::super) fn new(asked: &Asked, pieces: u16, lanes: &[usize]) -> Self {
        let mut numbers = members::<SIX>(pieces);
        let root = asked.root;
        let waiting = lanes.iter().map(|lane| asked.waiting[lane % LANES]);
        let wanted = waiting.sum::<PerQuality>().to_le_bytes();
        sort(&mut numbers, |piece| {
            let [colour, symbol, ink] = root.qualities[piece];
            wanted[colour] + wanted[symbol] + wanted[ink]
        });
        // The lanes behind them are cut off below.
        let names =
            bytes(numbers.iter().rev().fold(0, |names, piece| names << 8 | *piece as PerQuality));
        let kinds = array::map(root.kinds, |kind| kind.swizzle_half_relaxed(names) | FIRST_SIX);
        let mut shared = [Ways::default(); 2];
        for i in 0..SIX - 1 {
            let at = names.swizzle_half_relaxed(SECOND[i]) | OUTSIDE[i];
            let rows = &root.two_shared[numbers[i]];
            shared[0] |= rows[0].swizzle_half_relaxed(at);
            shared[1] |= rows[1].swizzle_half_relaxed(at);
        }
        let mut pieces = Self {
            numbers,
            names,
            kinds,
            shared,
            threes: [Ways::default(); SIX],
            threes_without: [Ways::default(); SIX],
        };
        if asked.trios != 0 {
            pieces.threes = array::map(numbers, |piece| pieces.on_pair(root.per_quality[piece]));
            pieces.threes_without = array::of(|gone| pieces.without(gone));
        }
        pieces
    }

    /// Returns what each piece scores on a cell where so many trios wait for each quality.
    #[inline(always)]
    pub(in super::super) fn on_cell(&self, waiting: PerQuality) -> Ways {
        let row = bytes(waiting);
        let [colour, symbol, ink] = self.kinds;
        row.swizzle_half_relaxed(colour)
            + row.swizzle_half_relaxed(symbol)
            + row.swizzle_half_relaxed(ink)
    }

    /// Returns what each pair of pieces scores on two cells with filled cells of those qualities.
    #[inline(always)]
    pub(in super::super) fn on_pair(&self, between: PerQuality) -> Ways {
        looked_up(between, self.shared)
    }

    /// Returns the numbers of the two qualities at most that another piece shares with each.
    #[inline(always)]
    pub(in super::super) fn shared_with(&self, asked: &Asked, piece: usize) -> [Ways; 2] {
        array::map(asked.root.two_shared[piece % LANES], |row| {
            row.swizzle_half_relaxed(self.names) | FIRST_SIX
        })
    }

    /// Returns what three of the five pieces besides one share, by the number of the pair that is left out.
    #[inline(always)]
    fn without(&self, gone: usize) -> Ways {
        let mut threes = Ways::default();
        // The first of three of five is one of the first three.
        for (first, others) in THREES[gone].iter().enumerate() {
            threes |= self.threes[of_six(first, gone)].swizzle_half_relaxed(*others);
        }
        threes
    }
}

/// Returns the sums of what two rows of qualities look up.
#[inline(always)]
pub(in super::super) fn looked_up(between: PerQuality, qualities: [Ways; 2]) -> Ways {
    let row = bytes(between);
    row.swizzle_half_relaxed(qualities[0]) + row.swizzle_half_relaxed(qualities[1])
}

/// The trios of empty cells, as sets of the numbers of the cells, eight bits each: seven cells hold 8 trios
/// at most, six hold 6.
#[derive(Clone, Copy)]
pub(in super::super) struct Trios(u64);

impl Trios {
    /// None.
    pub(in super::super) const NONE: Self = Self(0);

    /// Returns the trios of cells in some lanes.
    #[inline(always)]
    pub(in super::super) fn new(asked: &Asked, lanes: &[usize]) -> Self {
        let mut trios = Self::NONE;
        if asked.trios == 0 {
            return trios;
        }
        let mut sets = [0; LANES];
        for (number, lane) in lanes.iter().enumerate() {
            sets[lane % LANES] = 1 << number;
        }
        for trio in Bits::of(asked.trios) {
            let [a, b, c] = members(asked.root.trio(trio));
            trios.push(sets[a] | sets[b] | sets[c]);
        }
        trios
    }

    /// Returns whether there are none.
    #[inline(always)]
    pub(in super::super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Adds a trio.
    #[inline(always)]
    pub(in super::super) fn push(&mut self, set: u8) {
        self.0 = self.0 << 8 | u64::from(set);
    }
}

impl Iterator for Trios {
    type Item = u8;

    #[inline(always)]
    fn next(&mut self) -> Option<u8> {
        let set = self.0 as u8;
        self.0 >>= 8;
        (set != 0).then_some(set)
    }
}

/// Returns the numbers of the qualities as a row.
#[inline(always)]
pub(in super::super) fn bytes(bytes: PerQuality) -> Ways {
    Ways::new(transmute!([bytes.to_le(); 4]))
}

/// Sorts six numbers below 256 by a key.
#[inline(always)]
pub(in super::super) fn sort(numbers: &mut [usize; SIX], key: impl Fn(usize) -> u8) {
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
