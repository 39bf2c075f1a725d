//! Lineups up to symmetry.

use std::sync::LazyLock;

use super::lineup::{Lineup, Lineups, Man};
use crate::games::trimok::Symmetry;
use crate::games::trimok::geometry::{CELLS, Cell};
use crate::games::trimok::stacks::Size;

/// The most stacks of an anchor, see [`Pair`](super::Pair).
const MOST: usize = 3;

/// The symmetries that are divided out: the mirror and the relabelling of sizes.
pub(super) const MAPS: usize = 6;

/// What a symmetry that keeps the sides does to cells and sizes.
#[derive(Clone, Copy, Debug)]
pub(super) struct LineupMap {
    /// The images of the cells.
    pub(super) cells: [u8; CELLS],
    /// The images of the sizes, by their indices.
    pub(super) sizes: [u8; 3],
}

impl LineupMap {
    fn new(symmetry: Symmetry) -> Self {
        let mut cells = [0; CELLS];
        for cell in Cell::all() {
            cells[cell.index()] = symmetry.cell(cell).index() as u8;
        }
        Self { cells, sizes: Size::ALL.map(|size| symmetry.size(size).index() as u8) }
    }

    /// Returns the map of that index: even ones keep the columns.
    #[inline]
    pub(super) fn of_index(index: usize) -> &'static Self {
        static ALL: LazyLock<[LineupMap; MAPS]> = LazyLock::new(|| {
            std::array::from_fn(|index| {
                let relabel = (index / 2) as u8;
                LineupMap::new(Symmetry { mirror: index % 2 != 0, swap_sides: false, relabel })
            })
        });
        &ALL[index % MAPS]
    }

    /// Returns the map that reverses the rows, so that the sides can be exchanged.
    #[inline]
    pub(super) fn turning_over() -> &'static Self {
        static MAP: LazyLock<LineupMap> =
            LazyLock::new(|| LineupMap::new(Symmetry { swap_sides: true, ..Symmetry::default() }));
        &MAP
    }

    /// Returns the image of a stack on a cell.
    #[inline]
    pub(super) fn man(&self, man: Man) -> Man {
        Man::new(self.cells[man.place()].into(), self.sizes[man.size()].into())
    }

    /// Returns the image of a lineup on cells.
    #[inline]
    pub(super) fn lineup(&self, lineup: &Lineup) -> Lineup {
        Lineup::of(lineup.men().iter().map(|man| self.man(*man)))
    }
}

/// The lineups of one number of stacks up to symmetry.
///
/// Relabelling changes every lineup, and so does the mirror if the number is odd, since no cell is
/// its own image. So no lineup of an odd number is like itself, and each class has six lineups. For
/// even numbers the mirror is not divided out, and each class has three.
#[derive(Debug)]
pub(super) struct Forms {
    /// The least lineup of each class, ascending.
    canonical: Vec<Lineup>,
    /// For each lineup, by number: its class, times 8, and the index of the map that takes it to
    /// the least one.
    of: Vec<u32>,
}

impl Forms {
    fn new(count: usize) -> Self {
        const NONE: u32 = u32::MAX;
        let all = Lineups::new(CELLS, count);
        let mut of = vec![NONE; all.len()];
        let mut canonical = Vec::with_capacity(all.len() / Self::images(count));
        for number in 0..all.len() {
            if of[number] != NONE {
                continue;
            }
            // Lineups come in ascending order, so the first one of a class is the least.
            let lineup = all.at(number);
            let class = canonical.len() as u32;
            for index in maps(count) {
                let image = LineupMap::of_index(index).lineup(&lineup);
                let back = maps(count)
                    .find(|back| LineupMap::of_index(*back).lineup(&image) == lineup)
                    .unwrap_or_default();
                of[image.number()] = class << 3 | back as u32;
            }
            canonical.push(lineup);
        }
        Self { canonical, of }
    }

    /// Returns the lineups of `count` stacks, at most [`MOST`].
    pub(super) fn of_size(count: usize) -> &'static Self {
        static FORMS: [LazyLock<Forms>; MOST] = [
            LazyLock::new(|| Forms::new(1)),
            LazyLock::new(|| Forms::new(2)),
            LazyLock::new(|| Forms::new(3)),
        ];
        &FORMS[(count - 1) % MOST]
    }

    /// Returns how many lineups a class of `count` stacks has.
    pub(super) const fn images(count: usize) -> usize {
        if count % 2 == 1 { MAPS } else { MAPS / 2 }
    }

    /// Returns the least lineup of a class.
    #[inline]
    pub(super) fn canonical(&self, class: usize) -> Lineup {
        self.canonical[class]
    }

    /// Returns the class of a lineup and the map that takes it to the least one.
    #[inline]
    pub(super) fn find(&self, lineup: &Lineup) -> (usize, &'static LineupMap) {
        let form = self.of[lineup.number()];
        ((form >> 3) as usize, LineupMap::of_index(form as usize & 7))
    }
}

/// Returns the indices of the maps that are divided out of lineups of `count` stacks.
fn maps(count: usize) -> impl Iterator<Item = usize> {
    (0..MAPS).step_by(MAPS / Forms::images(count))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_lineup_is_an_image_of_the_least_of_its_class() {
        for (count, classes) in [(1, 18), (2, 1_890), (3, 32_130)] {
            let (forms, all) = (Forms::of_size(count), Lineups::new(CELLS, count));
            assert_eq!(forms.canonical.len(), classes);
            assert_eq!(forms.canonical.len() * Forms::images(count), all.len());
            for number in 0..all.len() {
                let (class, map) = forms.find(&all.at(number));
                assert_eq!(map.lineup(&all.at(number)), forms.canonical(class));
                assert!(forms.canonical(class).number() <= number);
            }
        }
    }
}
