//! The twelve rotations and reflections that keep the rules.

use std::sync::LazyLock;

use super::board::{Coerceo, Setup};
use super::geometry::{FIELDS, Field, TILES, Tile, fields_of};
use super::moves::{CoerceoMove, Kind};
use crate::kernel::hex::Hex;
use crate::kernel::{Bits, PerPlayer, Player, Position};

/// A rotation of the board by steps of 60 degrees, counter-clockwise, after an optional reflection.
///
/// An odd number of steps takes White's fields to Black's, so the colours change hands with it, and
/// with them the held tiles and the turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry {
    turns: u8,
    mirrored: bool,
}

impl Symmetry {
    /// Half a turn, under which the colours change hands.
    pub const HALF_TURN: Self = Self { turns: 3, mirrored: false };

    /// Returns every symmetry, the identity first.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..12).map(|at| Self { turns: at % 6, mirrored: at >= 6 })
    }

    /// Returns whether the colours change hands.
    #[must_use]
    pub const fn swaps_colours(self) -> bool {
        // The mirror runs from corner to corner of the tiles' hexagons and so swaps them as well:
        // it takes north, which is Black's, to south, which is White's.
        (self.turns % 2 == 1) != self.mirrored
    }

    fn point(self, point: Hex) -> Hex {
        // A mirror in the line through the east corner: 60 degrees up become 60 degrees down.
        let start = if self.mirrored { Hex::new(point.q + point.r, -point.r) } else { point };
        (0..self.turns).fold(start, |point, _| point.turned())
    }

    /// Returns what a player becomes.
    #[must_use]
    pub fn player(self, player: Player) -> Player {
        if self.swaps_colours() { !player } else { player }
    }

    /// Returns the image of a tile.
    #[must_use]
    pub fn tile(self, tile: Tile) -> Tile {
        let middle = self.point(tile.middle());
        Tile::all().find(|other| other.middle() == middle).unwrap_or(tile)
    }

    /// Returns the image of a field.
    #[must_use]
    pub fn field(self, field: Field) -> Field {
        // Directions follow the tiles' sides: 0 is across field 0.
        let number = if self.mirrored { (9 - field.number()) % 6 } else { field.number() };
        Field::new(self.tile(field.tile()), (number + self.turns as usize) % 6)
    }

    /// Returns the image of a move.
    #[must_use]
    pub fn image_of_move(self, m: CoerceoMove) -> CoerceoMove {
        match m.kind() {
            Kind::Step { from, to } => CoerceoMove::step(self.field(from), self.field(to)),
            Kind::Exchange(field) => CoerceoMove::exchange(self.field(field)),
        }
    }

    /// Returns the image of a position.
    #[must_use]
    pub fn image(self, position: &Coerceo) -> Coerceo {
        let before = position.setup();
        let mut after = Setup {
            pieces: PerPlayer::default(),
            tiles: 0,
            held: before.held,
            to_move: self.player(before.to_move),
        };
        for player in Player::ALL {
            after.held[self.player(player)] = before.held[player];
        }
        for tile in Tile::all().filter(|tile| position.has_tile(*tile)) {
            after.tiles |= self.tile(tile).bit();
        }
        for field in Field::all().filter(|field| position.has_piece(*field)) {
            let image = self.field(field);
            after.pieces[image.colour()] |= image.mask();
        }
        // A symmetry keeps every rule that a position must obey.
        Coerceo::from_setup(after, position.rules()).unwrap_or(*position)
    }
}

/// The image of each bit of the boards.
struct Places {
    swaps: bool,
    /// By colour and bit of a field, the bit in the board of the colour that it has then.
    fields: [[u8; FIELDS]; 2],
    tiles: [u8; TILES],
}

static PLACES: LazyLock<Vec<Places>> = LazyLock::new(|| {
    let places = |symmetry: Symmetry| {
        let mut places =
            Places { swaps: symmetry.swaps_colours(), fields: [[0; FIELDS]; 2], tiles: [0; TILES] };
        for field in Field::all() {
            let bit = symmetry.field(field).bit() as u8;
            places.fields[field.colour().index()][field.bit()] = bit;
        }
        for tile in Tile::all() {
            places.tiles[tile.index()] = symmetry.tile(tile).index() as u8;
        }
        places
    };
    Symmetry::all().map(places).collect()
});

/// Returns the least packed board of the position's images.
pub(super) fn canonical(position: &Coerceo) -> [u64; 2] {
    let image = |places: &Places| {
        let player = |player: Player| if places.swaps { !player } else { player };
        let mut image = *position;
        image.to_move = player(position.to_move);
        for colour in Player::ALL {
            let bits = &places.fields[colour.index()];
            let pieces = Bits::of(position.pieces[colour]).map(|bit| 1 << bits[bit]);
            image.pieces[player(colour)] = pieces.sum();
            image.held[player(colour)] = position.held[colour];
        }
        image.tiles = Bits::of(position.tiles).map(|tile| 1 << places.tiles[tile]).sum();
        image.board = fields_of(image.tiles);
        image.packed()
    };
    PLACES.iter().map(image).min().unwrap_or_default()
}
