//! Lineups up to symmetry.

use std::sync::LazyLock;

use super::lineup::{Lineup, Lineups, Man};
use crate::games::trimok::Symmetry;
use crate::games::trimok::geometry::{CELLS, Cell};
use crate::games::trimok::stacks::Size;
use crate::kernel::{PerPlayer, Player};

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

    /// Returns the images of one lineup for each side.
    #[inline]
    pub(super) fn sides<'a>(&self, of: impl Fn(Player) -> &'a Lineup) -> PerPlayer<Lineup> {
        PerPlayer(Player::both(|player| self.lineup(of(player))))
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
/// its own image. So no lineup of an odd number is like itself, and each class has six lineups. With an
/// even number some are their own mirror images, and their classes have three.
#[derive(Debug)]
pub(super) struct Forms {
    /// The least lineup of each class, ascending.
    canonical: Vec<Lineup>,
    /// For each lineup, by number: its class, times 16, plus 8 if it is its own mirror image and the mirror is divided
    /// out, and the index of the map that takes it to the least one.
    of: Vec<u32>,
    /// How many maps are divided out.
    maps: usize,
}

/// Where a lineup belongs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Form {
    /// The class.
    pub(super) class: usize,
    /// The index of the map that takes it to the least lineup of the class.
    pub(super) map: usize,
    /// Whether it is its own mirror image, so that another map does that too, the mirror of this one.
    pub(super) is_own_mirror: bool,
}

impl Forms {
    /// Finds the classes of `count` stacks. `step` is 1, or 2 to leave the mirror out.
    fn new(count: usize, step: usize) -> Self {
        const NONE: u32 = u32::MAX;
        let all = Lineups::new(CELLS, count);
        let mut of = vec![NONE; all.len()];
        let maps = || (0..MAPS).step_by(step);
        let mut canonical = Vec::with_capacity(all.len() / maps().len());
        for number in 0..all.len() {
            if of[number] != NONE {
                continue;
            }
            // Lineups come in ascending order, so the first one of a class is the least.
            let lineup = all.at(number);
            let class = canonical.len() as u32;
            let is_own_mirror = step == 1 && LineupMap::of_index(1).lineup(&lineup) == lineup;
            for index in maps() {
                let image = LineupMap::of_index(index).lineup(&lineup);
                let back = maps()
                    .find(|back| LineupMap::of_index(*back).lineup(&image) == lineup)
                    .unwrap_or_default();
                of[image.number()] = class << 4 | u32::from(is_own_mirror) << 3 | back as u32;
            }
            canonical.push(lineup);
        }
        Self { canonical, of, maps: maps().len() }
    }

    /// Returns the lineups of `count` stacks, at most [`MOST`].
    pub(super) fn of_size(count: usize) -> &'static Self {
        static FORMS: [LazyLock<Forms>; MOST] = [
            LazyLock::new(|| Forms::new(1, 1)),
            LazyLock::new(|| Forms::new(2, 1)),
            LazyLock::new(|| Forms::new(3, 1)),
        ];
        &FORMS[(count - 1) % MOST]
    }

    /// Returns the lineups of two stacks without dividing the mirror out.
    pub(super) fn unmirrored() -> &'static Self {
        static FORMS: LazyLock<Forms> = LazyLock::new(|| Forms::new(2, 2));
        &FORMS
    }

    /// Returns how many classes there are.
    pub(super) fn len(&self) -> usize {
        self.canonical.len()
    }

    /// Returns how many lineups a class has.
    pub(super) fn images(&self, class: usize) -> usize {
        let is_own_mirror = self.form(&self.canonical[class]).is_own_mirror;
        if is_own_mirror { self.maps / 2 } else { self.maps }
    }

    /// Returns the least lineup of a class.
    #[inline]
    pub(super) fn canonical(&self, class: usize) -> Lineup {
        self.canonical[class]
    }

    /// Returns the class of a lineup and the map that takes it to the least one.
    #[inline]
    pub(super) fn find(&self, lineup: &Lineup) -> (usize, &'static LineupMap) {
        let Form { class, map, .. } = self.form(lineup);
        (class, LineupMap::of_index(map))
    }

    /// Returns where a lineup belongs.
    #[inline]
    pub(super) fn form(&self, lineup: &Lineup) -> Form {
        let form = self.of[lineup.number()] as usize;
        Form { class: form >> 4, map: form & 7, is_own_mirror: form >> 3 & 1 != 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_lineup_is_an_image_of_the_least_of_its_class() {
        for (forms, count, classes, own_mirrors) in [
            (Forms::of_size(1), 1, 18, 0),
            (Forms::of_size(2), 2, 954, 18),
            (Forms::unmirrored(), 2, 1_890, 0),
            (Forms::of_size(3), 3, 32_130, 0),
        ] {
            let all = Lineups::new(CELLS, count);
            assert_eq!(forms.len(), classes);
            assert_eq!((0..classes).map(|class| forms.images(class)).sum::<usize>(), all.len());
            let small = (0..classes).filter(|class| forms.images(*class) < forms.maps);
            assert_eq!(small.count(), own_mirrors);
            for number in 0..all.len() {
                let form = forms.form(&all.at(number));
                let least = forms.canonical(form.class);
                let mirrored = form.map ^ 1;
                for map in [form.map, if form.is_own_mirror { mirrored } else { form.map }] {
                    assert_eq!(LineupMap::of_index(map).lineup(&all.at(number)), least);
                }
                assert!(least.number() <= number);
            }
        }
    }
}
