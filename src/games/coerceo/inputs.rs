//! What a network reads of a position: pieces and how near they are to being enclosed, which of them share a
//! tile, tiles that are gone, tiles that are held.

use super::board::{Coerceo, MAX_PIECES};
use super::geometry::{ALL_TILES, FIELDS, Field, TILES, Tile};
use super::survey::{Openness, Survey};
use super::symmetry::Symmetry;
use super::weights::Weights;
use crate::kernel::{Bits, Player};
use crate::network::{Learned, Recipe, Shape, Sink};

/// The classes of pieces, see [`classes`].
const CLASSES: usize = 4;
/// The classes of held tiles: 0 to 6, and more.
const HELD: usize = 8;
/// The first flag of the removed tiles, followed by those of the held tiles.
const GONE: usize = 2 * CLASSES * FIELDS;
const HOLDS: usize = GONE + TILES;
/// The first flag of the patterns, and how many a tile has: which of its fields are occupied, the own ones first.
const PATTERNS: usize = HOLDS + 2 * HELD;
const OF_A_TILE: usize = 1 << 6;

impl Learned for Coerceo {
    /// The pieces of each side, the one to move first, by class and by field, the board turned by half
    /// for Black; the tiles that are gone; how many each side holds; the pieces on each tile together.
    const SHAPE: Shape = Shape {
        flags: PATTERNS + OF_A_TILE * TILES,
        active: 2 * MAX_PIECES as usize + TILES + 2,
        edition: 2,
        ..Shape::NONE
    };

    /// The rotations and reflections that keep the fields of each colour.
    const SYMMETRIES: usize = 6;

    const RECIPE: Recipe = Recipe { scale: 147.0, score_share: 0.7, hidden: 128, fixed: &[] };

    /// Trained on the long game with exchanges for two tiles, it beats the terms by as much in the
    /// others.
    const NETWORK: Option<&'static [u8]> = Some(include_bytes!("coerceo.net"));

    #[inline]
    fn read<S: Sink>(&self, sink: &mut S) {
        self.feed(&Survey::of(self), sink);
    }

    #[inline]
    fn read_and_weigh<S: Sink>(&self, sink: &mut S, weights: &Weights) -> i32 {
        let survey = Survey::of(self);
        self.feed(&survey, sink);
        self.parts_of(&survey, weights).iter().sum()
    }

    fn image(flag: usize, symmetry: usize) -> usize {
        let Some(symmetry) = Symmetry::all().filter(|s| !s.swaps_colours()).nth(symmetry) else {
            return flag;
        };
        if flag < GONE {
            let (kind, bit) = (flag / FIELDS, flag % FIELDS);
            let side = kind / CLASSES;
            let field = Field::from_code((side << 6 | bit) as u8);
            field.map_or(flag, |field| FIELDS * kind + symmetry.field(field).bit())
        } else if flag < HOLDS {
            Tile::new(flag - GONE).map_or(flag, |tile| GONE + symmetry.tile(tile).index())
        } else if flag < PATTERNS {
            flag
        } else {
            image_of_pattern(flag - PATTERNS, symmetry)
        }
    }
}

impl Coerceo {
    /// Gives a sink the inputs, given the survey of the board.
    #[inline]
    fn feed<S: Sink>(&self, survey: &Survey, sink: &mut S) {
        let us = self.to_move;
        for (side, player) in [us, !us].into_iter().enumerate() {
            let [ones, twos] = classes(survey.openness[player]);
            for bit in Bits::of(self.pieces[player]) {
                let class = (ones >> bit & 1) + 2 * (twos >> bit & 1);
                sink.flag(FIELDS * (CLASSES * side + class as usize) + seen_by(us, bit));
            }
            sink.flag(HOLDS + HELD * side + usize::from(self.held[player]).min(HELD - 1));
        }
        for tile in Bits::of(ALL_TILES & !self.tiles) {
            sink.flag(GONE + tile_seen_by(us, tile));
        }
        for tile in Bits::of(self.tiles) {
            let on_tile = |player| self.pieces[player] >> (3 * tile) & 7;
            let (own, enemy) = (on_tile(us), on_tile(!us));
            let pattern = (own | enemy << 3) as usize;
            if pattern != 0 {
                sink.flag(PATTERNS + OF_A_TILE * tile_seen_by(us, tile) + pattern);
            }
        }
    }
}

/// Returns the class of each piece, bit by bit: 0 if it has one open side or none; 1 if it has two and
/// both are in reach of the enemy; 2 for others with two; 3 if it has three. A last open side is always
/// in reach: an enemy stands beside it.
#[inline]
const fn classes(openness: Openness) -> [u64; 2] {
    let Openness { two, three, reached, .. } = openness;
    [two & reached | three, two & !reached | three]
}

/// Returns what the flag of a pattern becomes under a symmetry, given its number among those.
fn image_of_pattern(number: usize, symmetry: Symmetry) -> usize {
    let (tile, pattern) = (number / OF_A_TILE, number % OF_A_TILE);
    let mut image = PATTERNS + OF_A_TILE * tile;
    let mut fields = 0;
    for at in Bits::of(pattern as u64) {
        let (side, bit) = (at / 3, 3 * tile + at % 3);
        if let Some(field) = Field::from_code((side << 6 | bit) as u8) {
            let bit = symmetry.field(field).bit();
            image = PATTERNS + OF_A_TILE * (bit / 3);
            fields |= 1 << (3 * side + bit % 3);
        }
    }
    image + fields
}

/// Returns the bit of a field as seen by a player on White's fields: half a turn takes a field to
/// the opposite tile, and there to the opposite field, which has the same bit.
#[inline]
const fn seen_by(player: Player, bit: usize) -> usize {
    3 * tile_seen_by(player, bit / 3) + bit % 3
}

/// Returns the number of a tile as seen by that player.
#[inline]
const fn tile_seen_by(player: Player, tile: usize) -> usize {
    match player {
        Player::First => tile,
        Player::Second => TILES - 1 - tile,
    }
}
