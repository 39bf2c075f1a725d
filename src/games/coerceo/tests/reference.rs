//! RULES.md sections 3 to 5 once more, word by word and slowly: sets of fields and tiles, no bit
//! boards, nothing shared with the code under test but where fields and tiles lie.

use std::collections::{BTreeSet, VecDeque};

use super::super::geometry::{Field, Tile};
use super::super::{Coerceo, CoerceoMove, Kind, about};
use crate::kernel::{Outcome, Player, Position};

/// A field as tile and number.
type Place = (Tile, usize);

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Reference {
    pieces: BTreeSet<Place>,
    tiles: BTreeSet<Tile>,
    held: [u8; 2],
    to_move: Player,
    price: u8,
}

fn colour((_, number): Place) -> Player {
    if number % 2 == 1 { Player::First } else { Player::Second }
}

fn place(field: Field) -> Place {
    (field.tile(), field.number())
}

/// The fields that share a side: two on the tile, one across the border, if there is one.
fn sides((tile, k): Place) -> [Option<Place>; 3] {
    let across = tile.neighbour(k).map(|there| (there, (k + 3) % 6));
    [Some((tile, (k + 1) % 6)), Some((tile, (k + 5) % 6)), across]
}

/// The fields of the same colour that share a corner.
fn steps(from: Place) -> BTreeSet<Place> {
    let field = Field::new(from.0, from.1);
    Field::all()
        .filter(|other| *other != field && other.colour() == field.colour())
        .filter(|other| other.corners().iter().any(|corner| field.corners().contains(corner)))
        .map(place)
        .collect()
}

impl Reference {
    pub(super) fn of(position: &Coerceo) -> Self {
        Self {
            pieces: Field::all().filter(|f| position.has_piece(*f)).map(place).collect(),
            tiles: Tile::all().filter(|tile| position.has_tile(*tile)).collect(),
            held: Player::both(|player| position.held(player)),
            to_move: position.to_move(),
            price: position.rules().exchange(),
        }
    }

    /// What never comes back once it is gone.
    pub(super) fn material(&self) -> (usize, usize) {
        (self.pieces.len(), self.tiles.len())
    }

    pub(super) fn moves(&self) -> Vec<CoerceoMove> {
        let mut moves = Vec::new();
        if self.outcome().is_some() {
            return moves;
        }
        let field = |(tile, number): Place| Field::new(tile, number);
        for &from in self.pieces.iter().filter(|piece| colour(**piece) == self.to_move) {
            for to in steps(from) {
                if self.tiles.contains(&to.0) && !self.pieces.contains(&to) {
                    moves.push(CoerceoMove::step(field(from), field(to)));
                }
            }
        }
        if self.held[self.to_move.index()] >= self.price {
            let enemies = self.pieces.iter().filter(|piece| colour(**piece) != self.to_move);
            moves.extend(enemies.map(|piece| CoerceoMove::exchange(field(*piece))));
        }
        moves
    }

    /// Makes a move; the tiles to look at are a queue or a stack.
    pub(super) fn after(&self, m: CoerceoMove, queue: bool) -> Self {
        let mut after = self.clone();
        let us = self.to_move;
        let mut beside: BTreeSet<Place> = BTreeSet::new();
        let left = match m.kind() {
            Kind::Step { from, to } => {
                assert!(after.pieces.remove(&place(from)) && after.pieces.insert(place(to)));
                beside.extend(sides(place(to)).into_iter().flatten());
                from.tile()
            }
            Kind::Exchange(taken) => {
                assert!(after.pieces.remove(&place(taken)));
                after.held[us.index()] -= self.price;
                taken.tile()
            }
        };
        let mut look = VecDeque::from([left]);
        while let Some(tile) = if queue { look.pop_front() } else { look.pop_back() } {
            if !after.is_removable(tile) {
                continue;
            }
            after.tiles.remove(&tile);
            if !m.is_exchange() {
                after.held[us.index()] += 1;
            }
            for (direction, neighbour) in (0..6).map(|d| (d, tile.neighbour(d))) {
                if let Some(neighbour) = neighbour {
                    beside.insert((neighbour, (direction + 3) % 6));
                    look.push_back(neighbour);
                }
            }
        }
        let captured: Vec<Place> = beside
            .into_iter()
            .filter(|field| colour(*field) != us && after.pieces.contains(field))
            .filter(|field| sides(*field).into_iter().all(|side| after.is_shut(side)))
            .collect();
        for field in captured {
            after.pieces.remove(&field);
        }
        after.to_move = !us;
        after
    }

    fn is_shut(&self, field: Option<Place>) -> bool {
        field.is_none_or(|field| !self.tiles.contains(&field.0) || self.pieces.contains(&field))
    }

    fn is_removable(&self, tile: Tile) -> bool {
        if !self.tiles.contains(&tile) || (0..6).any(|k| self.pieces.contains(&(tile, k))) {
            return false;
        }
        let there = |direction: usize| {
            tile.neighbour(direction % 6).is_some_and(|tile| self.tiles.contains(&tile))
        };
        let count = (0..6).filter(|direction| there(*direction)).count();
        // A run begins where a tile follows a gap.
        let runs = (0..6).filter(|direction| there(*direction) && !there(direction + 5)).count();
        runs == 1 && count <= 3
    }

    pub(super) fn outcome(&self) -> Option<Outcome> {
        let count = |player| self.pieces.iter().filter(|piece| colour(**piece) == player).count();
        for player in Player::ALL {
            if count(player) == 0 {
                return Some(Outcome::won(!player, about::ELIMINATED));
            }
        }
        let us = self.to_move;
        let mover = self.pieces.iter().filter(|piece| colour(**piece) == us);
        let can_step = mover.into_iter().any(|from| {
            steps(*from).iter().any(|to| self.tiles.contains(&to.0) && !self.pieces.contains(to))
        });
        if !can_step && self.held[us.index()] < self.price {
            return Some(Outcome::drawn(about::STALEMATE));
        }
        let most = usize::from(self.held[0].max(self.held[1]));
        let dead = count(Player::First) == 1
            && count(Player::Second) == 1
            && self.tiles.len() - 1 + most < usize::from(self.price);
        dead.then(|| Outcome::drawn(about::DEAD))
    }
}
