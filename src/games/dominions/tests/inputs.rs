//! What a network reads, compared with a plain count and under every symmetry.

use std::collections::{BTreeMap, BTreeSet};

use super::super::geometry::Cell;
use super::super::tile::fitting;
use super::super::{Dominions, Rules, Weights};
use super::{SAME, image, legal, reference, symmetries};
use crate::kernel::{Player, Position, SplitMix64, Weighed, Weights as _};
use crate::network::{Learned, MOST, Sink};

/// The inputs of a position that are not 0.
#[derive(Debug, Default, PartialEq)]
struct Inputs {
    counts: BTreeMap<usize, i32>,
    tallies: BTreeMap<usize, i32>,
}

impl Inputs {
    fn of(position: &Dominions) -> Self {
        let mut inputs = Self::default();
        position.read(&mut inputs);
        inputs.counts.retain(|_, number| *number != 0);
        inputs
    }
}

impl Sink for Inputs {
    fn flag(&mut self, at: usize) {
        panic!("there are no flags, but {at} is told");
    }

    fn count(&mut self, at: usize, number: i32) {
        *self.counts.entry(at).or_default() += number;
    }

    fn tally(&mut self, at: usize, number: i32) {
        *self.tallies.entry(at).or_default() += number;
    }
}

/// Positions of random games that do not pass before they must.
fn positions() -> Vec<Dominions> {
    let mut rng = SplitMix64::new(11);
    let mut positions = Vec::new();
    for _ in 0..5 {
        let mut at = Dominions::start(&Rules::default());
        while at.outcome().is_none() {
            positions.push(at.clone());
            let moves = legal(&at);
            let last = moves.len() - 1;
            at.make(moves[rng.below(last.max(1))]);
        }
    }
    assert!(positions.len() > 400, "{}", positions.len());
    positions
}

#[test]
fn inputs_stay_within_the_shape() {
    let shape = Dominions::SHAPE;
    for at in positions() {
        let Inputs { counts, tallies } = Inputs::of(&at);
        assert!(counts.keys().all(|at| *at < shape.counts), "{counts:?}");
        assert!(tallies.keys().all(|at| *at < shape.tallies), "{tallies:?}");
        let tallied = tallies.values().map(|number| number.unsigned_abs() as usize).sum::<usize>();
        assert!(tallied <= shape.tallied, "{tallied} are tallied in {at:?}");
        for number in counts.into_values().chain(tallies.into_values()) {
            assert!((-MOST..=MOST).contains(&number), "{number} in {at:?}");
        }
    }
}

#[test]
fn inputs_are_the_same_for_images_and_for_the_other_side() {
    let mut seen = BTreeSet::new();
    for (i, at) in positions().iter().enumerate() {
        let inputs = Inputs::of(at);
        assert_eq!(Inputs::of(&image(at, &SAME, true)), inputs, "{at:?}");
        for (j, turn) in symmetries().iter().enumerate().filter(|(j, _)| i % 6 == j % 6) {
            assert_eq!(Inputs::of(&image(at, turn, j % 4 == 1)), inputs, "{turn:?} of {at:?}");
        }
        seen.extend(inputs.counts.into_keys());
    }
    assert!(seen.len() * 10 > Dominions::SHAPE.counts * 9, "hardly anything is told: {seen:?}");
}

#[test]
fn the_terms_are_the_same_beside_a_network() {
    let weights = Weights::from_values(&[97, 89, 31, -53, -61, -37, -11, -83, -43, -19, -7]);
    for at in positions() {
        let mut inputs = Inputs::default();
        assert_eq!(at.read_and_weigh(&mut inputs, &weights), at.weigh(&weights), "{at:?}");
        inputs.counts.retain(|_, number| *number != 0);
        assert_eq!(inputs, Inputs::of(&at));
    }
}

/// The number of vacant neighbours of a cell, and the tiles of a player that fit there.
fn sides_and_tiles(at: &Dominions, cell: Cell, player: Player) -> (usize, u64) {
    let (mut demanded, mut free, mut sides) = (0, 0, 0);
    for side in 0..6 {
        let Some(beyond) = cell.neighbour(side) else { continue };
        let tile = at.board.tile(beyond);
        if tile.is_none() {
            (free, sides) = (free | 1 << side, sides + 1);
        } else if tile.has_beam((side + 3) % 6) {
            demanded |= 1 << side;
        }
    }
    (sides, fitting(demanded, free) & at.hands[player])
}

/// The tallies, and the tiles of both sides by the class of the terms, by walking through every
/// vacant cell and every group.
fn recounted(at: &Dominions) -> (BTreeMap<usize, i32>, [[i32; 5]; 2]) {
    let tiles = reference::Reference::of(at).tiles;
    let mut left: BTreeSet<_> = tiles.keys().copied().collect();
    let mut groups = Vec::new();
    while let Some(first) = left.first().copied() {
        let group = reference::group(&tiles, first);
        left.retain(|place| !group.contains(place));
        groups.push((Player::ALL[tiles[&first].controller], group));
    }
    // The cells that a group points at.
    let ahead = |group: &BTreeSet<(i8, i8)>| -> BTreeSet<(i8, i8)> {
        let beams = |place: &(i8, i8)| {
            let (place, beams) = (*place, tiles[place].beams);
            (0..6).filter(move |k| beams >> k & 1 != 0).map(move |k| reference::beyond(place, k))
        };
        group.iter().flat_map(beams).collect()
    };
    let liberties = |group| -> Vec<Cell> {
        let vacant = ahead(group).into_iter().filter(|place| !tiles.contains_key(place));
        vacant.filter_map(|(row, column)| Cell::at(row, column)).collect()
    };
    let is_safe = |player: Player, group| {
        let takers = |cell: &Cell| sides_and_tiles(at, *cell, !player).1;
        let own = liberties(group);
        let any = own.iter().map(takers).fold(0, |any, tiles| any | tiles);
        own.iter().any(|cell| takers(cell) == 0) || any.count_ones() < own.len() as u32
    };
    let phase = (tiles.len() / 24).min(3) * (2 * 2100 + 400);
    let mut tallies = BTreeMap::new();
    for cell in Cell::all().filter(|cell| at.board.tile(*cell).is_none()) {
        let of_both = [at.to_move(), !at.to_move()];
        let beams = of_both.map(|player| {
            let points_here = |side: &usize| {
                let tile = cell.neighbour(*side).map(|beyond| at.board.tile(beyond));
                let tile = tile.filter(|tile| !tile.is_none() && tile.controller() == player);
                tile.is_some_and(|tile| tile.has_beam((side + 3) % 6))
            };
            (0..6).filter(points_here).count()
        });
        let mut beyond = (0..6).filter_map(|side| cell.neighbour(side));
        if beyond.all(|beyond| at.board.tile(beyond).is_none()) {
            continue;
        }
        let fitting =
            of_both.map(|player| match sides_and_tiles(at, cell, player).1.count_ones() {
                few @ 0..=2 => few as usize,
                3 | 4 => 3,
                _ => 4,
            });
        let class = 100 * beams[0].min(3) + 25 * beams[1].min(3) + 5 * fitting[0] + fitting[1];
        *tallies.entry(phase + 2 * 2100 + class).or_default() += 1;
    }
    let mut tiles_of = [[0; 5]; 2];
    for (player, group) in &groups {
        let own = liberties(group);
        let side = usize::from(*player != at.to_move());
        let size = group.len() as i32;
        if is_safe(*player, group) {
            tiles_of[side][0] += size;
            continue;
        }
        tiles_of[side][own.len().min(4)] += size;
        let liberty = [1, 2, 3, 4, 5, 7].iter().filter(|most| own.len() > **most).count();
        let hard =
            own.iter().map(|cell| match sides_and_tiles(at, *cell, !*player).1.count_ones() {
                1 => 4,
                2 | 3 => 2,
                4 => 1,
                _ => 0,
            });
        let hardness =
            [0, 2, 4, 8].iter().filter(|most| hard.clone().sum::<i32>() > **most).count();
        let met = ahead(group);
        let meets = |other: &BTreeSet<(i8, i8)>| other.iter().any(|place| met.contains(place));
        let enemies = groups
            .iter()
            .filter(|(other, enemy)| other != player && meets(enemy) && !is_safe(*other, enemy));
        let foe = enemies.map(|(_, enemy)| liberties(enemy).len().min(4) - 1).min().unwrap_or(4);
        let filled = own.iter().map(|cell| sides_and_tiles(at, *cell, *player));
        let room = filled.filter(|(_, fit)| *fit != 0).map(|(sides, _)| sides.min(2)).max();
        // Of each cell on which the player could join others to it, whether one of them is safe.
        let joined = |cell: &Cell| {
            let others = groups.iter().filter(|(other, joined)| {
                other == player && joined != group && liberties(joined).contains(cell)
            });
            others.map(|(_, other)| is_safe(*player, other)).max()
        };
        let fills = |cell: &&Cell| sides_and_tiles(at, **cell, *player).1 != 0;
        let joins: Vec<bool> = own.iter().filter(fills).filter_map(joined).collect();
        let link = match joins.iter().filter(|is_safe| **is_safe).count() {
            0 => usize::from(!joins.is_empty()),
            cells => 1 + cells.min(2),
        };
        let class = ((liberty * 5 + hardness) * 5 + foe) * 3 + room.unwrap_or(0);
        *tallies.entry(phase + 2100 * side + 4 * class + link).or_default() += size;
    }
    (tallies, tiles_of)
}

#[test]
fn groups_and_cells_are_tallied_by_what_walking_finds() {
    let mut classes = BTreeSet::new();
    for at in positions().into_iter().step_by(3) {
        let found = Inputs::of(&at);
        let (tallies, tiles) = recounted(&at);
        assert_eq!(found.tallies, tallies, "{at:?}");
        for (first, tiles) in [9, 32].into_iter().zip(tiles) {
            let count = |at| found.counts.get(&at).copied().unwrap_or(0);
            assert_eq!(tiles, std::array::from_fn(|class| count(first + class)), "{at:?}");
        }
        classes.extend(found.tallies.into_keys());
    }
    assert!(classes.len() > 100, "{} classes", classes.len());
    for link in 0..4 {
        let is_of_link = |at: &&usize| **at % 4600 < 4200 && **at % 4 == link;
        let number = classes.iter().filter(is_of_link).count();
        assert!(number > 5, "{number} classes of groups that are joined by {link}");
    }
}
