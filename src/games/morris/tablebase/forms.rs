//! Sets of men up to symmetry.

use std::sync::LazyLock;

use super::subsets::{CHOOSE, rank, subsets};
use crate::games::morris::Symmetry;
use crate::kernel::{Bits, Gather};

/// The most men of a side.
pub(super) const MOST: u32 = 9;

/// The sets of one size up to symmetry.
#[derive(Debug)]
pub(super) struct Forms {
    /// The least image of each class, ascending.
    canonical: Vec<u32>,
    /// For each of them the symmetries that keep it, as bits.
    stabilisers: Vec<u16>,
    /// For each set, by rank: its class, times 16, and the symmetry that takes it to its least
    /// image.
    of: Vec<u32>,
}

impl Forms {
    fn new(size: u32) -> Self {
        const NONE: u32 = u32::MAX;
        let mut of = vec![NONE; CHOOSE[24][size as usize] as usize];
        let (mut canonical, mut stabilisers) = (Vec::new(), Vec::new());
        for (place, set) in subsets(24, size).enumerate() {
            if of[place] != NONE {
                continue;
            }
            // Sets come in ascending order, so the first one of a class is its least image.
            let class = canonical.len() as u32;
            let mut keeps = 0;
            for symmetry in Symmetry::all() {
                let image = symmetry.image(set);
                keeps |= u16::from(image == set) << symmetry.index();
                let there = &mut of[rank(image)];
                if *there == NONE {
                    *there = class << 4 | symmetry.inverse().index() as u32;
                }
            }
            canonical.push(set);
            stabilisers.push(keeps);
        }
        Self { canonical, stabilisers, of }
    }

    /// Returns the sets of `size` men, at most 9.
    #[must_use]
    pub(super) fn of_size(size: u32) -> &'static Self {
        static FORMS: LazyLock<Vec<Forms>> = LazyLock::new(|| (0..=MOST).map(Forms::new).gather());
        &FORMS[size.min(MOST) as usize]
    }

    /// Returns how many classes there are.
    #[must_use]
    pub(super) fn classes(&self) -> usize {
        self.canonical.len()
    }

    /// Returns the least image of the class of that number.
    #[must_use]
    #[inline]
    pub(super) fn canonical(&self, class: usize) -> u32 {
        self.canonical[class]
    }

    /// Returns the symmetries that keep the least image of a class.
    pub(super) fn stabiliser(&self, class: usize) -> impl Iterator<Item = Symmetry> {
        Bits::of(self.stabilisers[class]).map(Symmetry::from_index)
    }

    /// Returns how many different images the sets of a class have.
    #[must_use]
    pub(super) fn images(&self, class: usize) -> u64 {
        16 / u64::from(self.stabilisers[class].count_ones())
    }

    /// Returns the class of a set and a symmetry that takes the set to its least image.
    #[must_use]
    #[inline]
    pub(super) fn find(&self, set: u32) -> (usize, Symmetry) {
        let form = self.of[rank(set)];
        ((form >> 4) as usize, Symmetry::from_index(form as usize))
    }
}
