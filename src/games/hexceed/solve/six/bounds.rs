//! What the side gets that has just placed a piece and left five cells, or bounds of it.

use zerocopy::transmute;

use super::super::super::lanes::LANES;
use super::fives::{Fives, LEAST, MOST};
use super::placed::{Placed, Shared, least_of_four, others};
use super::ways::{
    ALL, ALL_STARTS, ANY_FIRST_STARTS, EXCHANGED, FIVE, Names, POOR_STARTS, Ways, down,
};
use crate::kernel::array;

impl Fives {
    /// Returns the margin of the side that made the first placement on one of the boards; from `beta` on a lower bound.
    #[cold]
    #[inline(never)]
    pub(super) fn value<const HALF: usize>(&self, piece: usize, beta: i32) -> i32 {
        align_frame();
        // That board in both halves.
        let both = |row: Ways| {
            let halves: [[i8; LANES]; 2] = transmute!(row.to_array());
            Ways::new(transmute!([halves[HALF]; 2]))
        };
        let twice = Self {
            gain: [self.gain[HALF]; 2],
            gains: array::of(|i| both(self.gains[i])),
            joint: array::of(|i| both(self.joint[i])),
            has_trios: self.has_trios,
            trios: array::of(|i| both(self.trios[i])),
            threes: both(self.threes),
        };
        let names = &ALL[piece];
        if twice.has_trios {
            twice.value_with::<true>(names, beta)
        } else {
            twice.value_with::<false>(names, beta)
        }
    }

    /// Returns the margin of the side that made the first placement on two equal boards; from `beta` on a lower bound.
    #[inline(always)]
    fn value_with<const TRIOS: bool>(&self, names: &Names, beta: i32) -> i32 {
        let shared = Shared::new::<TRIOS>(self, names);
        let mut most = [LEAST; FIVE];
        macro_rules! each {
            ($($x:literal with $($y:literal)*;)*) => { $(
                let placed = Placed::<$x, TRIOS>::new(self, names, &shared);
                $(
                    let rest = placed.rest::<3, 3>($y);
                    most[$x] = most[$x].max(self.second(names, $y) + rest);
                    most[$y] = most[$y].max(exchanged(self.first(names, $x) + rest));
                )*
            )* };
        }
        // One of the two on the first cell is mostly good enough.
        each!(0 with 1 2 3 4;);
        let bound = self.margin(&most, names);
        if bound >= beta {
            return bound;
        }
        each!(1 with 2 3 4; 2 with 3 4; 3 with 4;);
        self.margin(&most, names)
    }

    /// Returns the margin of the side that made the first placement on two equal boards, if for each cell of the first
    /// piece that is the most that a cell for the second one leads to.
    #[inline(always)]
    fn margin(&self, most: &[Ways; FIVE], names: &Names) -> i32 {
        let mut margin = MOST;
        for (cell, most) in most.iter().enumerate() {
            margin = margin.min(least_of_four(*most) - self.first(names, cell));
        }
        let margin = margin.to_array();
        self.gain[0] + greatest(ALL_STARTS, |lane| margin[lane])
    }

    /// Returns upper bounds of the margins of the side that made the first placement: the other side places
    /// its first piece on cell FIRST, its second on the first of those that are left then, and never hands
    /// over the last of four pieces.
    #[inline(always)]
    pub(super) fn upper<const FIRST: usize>(&self, names: &Names) -> [i32; 2] {
        if self.has_trios {
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
        if self.has_trios {
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
        let shared = Shared::new::<TRIOS>(self, names);
        let placed = Placed::<FIRST, TRIOS>::new(self, names, &shared);
        let most = placed.second_on::<PIECES>(a).max(placed.second_on::<PIECES>(b));
        most.max(placed.second_on::<PIECES>(c)).max(placed.second_on::<PIECES>(d))
    }

    /// Returns lower bounds of the margins of the side that made the first placement: it hands over one of the
    /// first two pieces, places its second piece on the first cell, if that is still empty, and hands over the
    /// first of the pieces that are left then.
    #[inline(always)]
    pub(super) fn lower(&self, names: &Names) -> [i32; 2] {
        if self.has_trios {
            self.lower_with::<true>(names)
        } else {
            self.lower_with::<false>(names)
        }
    }

    #[inline(never)]
    fn lower_with<const TRIOS: bool>(&self, names: &Names) -> [i32; 2] {
        align_frame();
        let first = self.first(names, 0);
        let shared = Shared::new::<TRIOS>(self, names);
        let placed = Placed::<0, TRIOS>::new(self, names, &shared);
        let [a, b, c, d] =
            [placed.either_on(1), placed.either_on(2), placed.either_on(3), placed.either_on(4)];
        let most = a.0.max(b.0).max(c.0.max(d.0));
        let margin = a.1.min(b.1).min(c.1.min(d.1));
        let (on_first, elsewhere) = ((least_of_four(most) - first).to_array(), margin.to_array());
        self.gains(|half| {
            greatest(POOR_STARTS, |[start, exchanged]| {
                on_first[LANES * half + start].min(elsewhere[LANES * half + exchanged])
            })
        })
    }

    /// Adds what the first placements scored.
    #[inline(always)]
    fn gains(&self, margin: impl Fn(usize) -> i32) -> [i32; 2] {
        [self.gain[0] + margin(0), self.gain[1] + margin(1)]
    }
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

/// Returns the ways with the first and the second piece exchanged.
#[inline(always)]
fn exchanged(ways: Ways) -> Ways {
    let [low, high]: [[i8; LANES]; 2] = transmute!(ways.to_array());
    let crossed = transmute!([high, low]);
    ways.swizzle_half_relaxed(EXCHANGED[0]) | Ways::new(crossed).swizzle_half_relaxed(EXCHANGED[1])
}

/// Makes the compiler align the caller's frame, so that no row that it spills crosses a line of the cache or,
/// what takes many times as long, a page.
#[inline(always)]
fn align_frame() {
    let aligned = std::mem::MaybeUninit::<Ways>::uninit();
    std::hint::black_box(&aligned);
}
