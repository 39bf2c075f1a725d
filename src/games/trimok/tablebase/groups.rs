//! The positions of a block that were just decided, in groups with stacks on the same cells.

use std::ops::Range;

use crate::tablebase::{Decided, Origins};

/// The groups of a block.
#[derive(Debug, Default)]
pub(super) struct Groups {
    /// The numbers of the sizes.
    sizings: Vec<u8>,
    groups: Vec<(u32, bool, Range<usize>)>,
}

/// Positions that differ in the sizes of the other side's stacks alone.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group<'a> {
    /// The number of the other side's places.
    pub(super) places: usize,
    /// Whether they are won.
    pub(super) is_won: bool,
    /// The numbers of the sizes.
    pub(super) sizings: &'a [u8],
}

impl Groups {
    /// Groups what was decided, with that many sizings for the same places.
    pub(super) fn set(&mut self, decided: &Decided, sizings: usize) {
        self.sizings.clear();
        self.groups.clear();
        for (list, is_won) in [(&decided.lost, false), (&decided.won, true)] {
            let mut end = 0;
            for &rank in list {
                if rank >= end {
                    let places = rank / sizings as u32;
                    end = (places + 1) * sizings as u32;
                    let first = self.sizings.len();
                    self.groups.push((places, is_won, first..first));
                }
                self.sizings.push((rank + sizings as u32 - end) as u8);
                if let Some((.., range)) = self.groups.last_mut() {
                    range.end = self.sizings.len();
                }
            }
        }
    }

    /// Returns the groups, first those that are lost.
    pub(super) fn iter(&self) -> impl Iterator<Item = Group<'_>> {
        self.groups.iter().map(|(places, is_won, range)| Group {
            places: *places as usize,
            is_won: *is_won,
            sizings: &self.sizings[range.clone()],
        })
    }
}

impl Group<'_> {
    /// Reports each position to a block, by the rank that `before` returns for its sizing, if any.
    #[inline]
    pub(super) fn report(&self, there: &mut Origins, before: impl Fn(usize) -> Option<usize>) {
        let ranks = self.sizings.iter().filter_map(|sizing| before((*sizing).into()));
        if self.is_won {
            ranks.for_each(|rank| there.loses(rank));
        } else {
            ranks.for_each(|rank| there.wins(rank));
        }
    }
}
