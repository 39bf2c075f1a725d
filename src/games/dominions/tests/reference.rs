//! The rules once more, for the tests: as slow and as plain as RULES.md section 4 can be read.
//!
//! It shares nothing with the game but the types of its answers: cells are rows and columns, the
//! board is a map, and every question is answered by walking over the whole board.

use std::collections::{BTreeMap, BTreeSet};

use super::super::geometry::Cell;
use super::super::{Dominions, Move, Rules};

/// A row and a column, both from 1.
type Place = (i8, i8);
type Board = BTreeMap<Place, Piece>;

/// Row and column change in the directions 0 to 5, as RULES.md section 1 lists them.
pub(super) const DIRECTIONS: [Place; 6] = [(1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0), (0, 1)];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    pub(super) beams: u8,
    pub(super) owner: usize,
    pub(super) controller: usize,
}

/// What a placement does beside putting a tile down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    Nothing,
    Capture,
    Suicide,
    Boomerang,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Reference {
    pub(super) tiles: Board,
    pub(super) to_move: usize,
    pub(super) passes: u8,
}

pub(super) fn exists((row, column): Place) -> bool {
    (1..=17).contains(&row) && (1..=17).contains(&column) && (row - column).abs() <= 8
}

pub(super) fn beyond((row, column): Place, side: usize) -> Place {
    let (rows, columns) = DIRECTIONS[side];
    (row + rows, column + columns)
}

fn has_beam(beams: u8, side: usize) -> bool {
    beams & 1 << side != 0
}

/// The cells that the beams of the tile on a cell point at.
fn ahead(tiles: &Board, place: Place) -> Vec<Place> {
    let beams = tiles[&place].beams;
    (0..6).filter(|side| has_beam(beams, *side)).map(|side| beyond(place, side)).collect()
}

/// The tiles connected with the one on a cell, through tiles of the wanted controllers.
fn connected(tiles: &Board, place: Place, wanted: &[usize]) -> BTreeSet<Place> {
    let mut found = BTreeSet::from([place]);
    loop {
        let more: BTreeSet<Place> = found
            .iter()
            .flat_map(|place| ahead(tiles, *place))
            .filter(|next| tiles.get(next).is_some_and(|t| wanted.contains(&t.controller)))
            .filter(|next| !found.contains(next))
            .collect();
        if more.is_empty() {
            return found;
        }
        found.extend(more);
    }
}

pub(super) fn group(tiles: &Board, place: Place) -> BTreeSet<Place> {
    connected(tiles, place, &[tiles[&place].controller])
}

fn section(tiles: &Board, place: Place) -> BTreeSet<Place> {
    connected(tiles, place, &[0, 1])
}

/// The liberties of some tiles, counted in beams.
pub(super) fn liberties(tiles: &Board, group: &BTreeSet<Place>) -> usize {
    let points_at = |place: &Place| ahead(tiles, *place);
    group.iter().flat_map(points_at).filter(|p| exists(*p) && !tiles.contains_key(p)).count()
}

/// The beams of a group that meet the other player's.
pub(super) fn engaged(tiles: &Board, group: &BTreeSet<Place>) -> usize {
    let points_at = |place: &Place| ahead(tiles, *place);
    group.iter().flat_map(points_at).filter(|p| tiles.contains_key(p) && !group.contains(p)).count()
}

fn flip(tiles: &mut Board, group: &BTreeSet<Place>) {
    for place in group {
        let piece = tiles.get_mut(place).expect("a tile");
        piece.controller = 1 - piece.controller;
    }
}

impl Reference {
    pub(super) fn of(position: &Dominions) -> Self {
        let tiles = Cell::all()
            .map(|cell| (cell, position.board.tile(cell)))
            .filter(|(_, tile)| !tile.is_none())
            .map(|(cell, tile)| {
                let (owner, controller) = (tile.owner().index(), tile.controller().index());
                ((cell.row(), cell.column()), Piece { beams: tile.beams(), owner, controller })
            })
            .collect();
        Self { tiles, to_move: position.to_move.index(), passes: position.passes }
    }

    pub(super) fn in_hand(&self, player: usize) -> BTreeSet<u8> {
        let placed: BTreeSet<u8> =
            self.tiles.values().filter(|t| t.owner == player).map(|t| t.beams).collect();
        (1..=63).filter(|number| !placed.contains(number)).collect()
    }

    pub(super) fn controlled(&self, player: usize) -> usize {
        self.tiles.values().filter(|tile| tile.controller == player).count()
    }

    fn is_matching(&self, place: Place, number: u8) -> bool {
        (0..6).all(|side| {
            let next = beyond(place, side);
            match self.tiles.get(&next) {
                _ if !exists(next) => !has_beam(number, side),
                Some(tile) => has_beam(number, side) == has_beam(tile.beams, (side + 3) % 6),
                None => true,
            }
        })
    }

    fn has_contact(&self, place: Place, rules: &Rules) -> bool {
        if self.tiles.is_empty() {
            return true;
        }
        let mut joined = Vec::new();
        for side in 0..6 {
            let next = beyond(place, side);
            let Some(tile) = self.tiles.get(&next) else { continue };
            if tile.controller != self.to_move {
                return true;
            }
            if has_beam(tile.beams, (side + 3) % 6) {
                joined.push(group(&self.tiles, next) == section(&self.tiles, next));
            }
        }
        if rules.strict_extension {
            !joined.is_empty() && joined.iter().all(|whole| *whole)
        } else {
            joined.contains(&true)
        }
    }

    /// Puts a tile down and flips what has no liberty. `None` if the section has none at all.
    pub(super) fn place(&self, place: Place, number: u8) -> Option<(Self, Effect)> {
        let mover = self.to_move;
        let mut tiles = self.tiles.clone();
        tiles.insert(place, Piece { beams: number, owner: mover, controller: mover });
        if liberties(&tiles, &section(&tiles, place)) == 0 {
            return None;
        }
        let dead: BTreeSet<BTreeSet<Place>> = tiles
            .keys()
            .filter(|place| tiles[*place].controller != mover)
            .map(|place| group(&tiles, *place))
            .filter(|group| liberties(&tiles, group) == 0)
            .collect();
        for group in &dead {
            flip(&mut tiles, group);
        }
        let own = group(&tiles, place);
        let lost = liberties(&tiles, &own) == 0;
        if lost {
            flip(&mut tiles, &own);
        }
        let effect = match (dead.is_empty(), lost) {
            (true, false) => Effect::Nothing,
            (false, false) => Effect::Capture,
            (true, true) => Effect::Suicide,
            (false, true) => Effect::Boomerang,
        };
        // RULES.md Decision 9: nothing else is left to resolve.
        for place in tiles.keys() {
            assert!(liberties(&tiles, &group(&tiles, *place)) > 0, "a chain effect at {place:?}");
        }
        Some((Self { tiles, to_move: 1 - mover, passes: 0 }, effect))
    }

    /// The legal placements and what each does.
    pub(super) fn placements(&self, rules: &Rules) -> Vec<(Move, Self, Effect)> {
        let mut found = Vec::new();
        if self.passes == 2 {
            return found;
        }
        let hand = self.in_hand(self.to_move);
        for cell in Cell::all() {
            let place = (cell.row(), cell.column());
            if self.tiles.contains_key(&place) || !self.has_contact(place, rules) {
                continue;
            }
            for &number in hand.iter().filter(|number| self.is_matching(place, **number)) {
                let Some((after, effect)) = self.place(place, number) else { continue };
                if !(rules.no_boomerang && effect == Effect::Boomerang) {
                    found.push((Move::place(cell, number), after, effect));
                }
            }
        }
        found
    }
}
