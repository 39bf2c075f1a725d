//! The board: tiles, fields and their neighbours, all derived from the coordinates of the
//! triangles.
//!
//! Corners of triangles are points of a triangular lattice, written as [`Hex`]. A tile is the
//! hexagon of six triangles around its middle. [`Hex::STEPS`] runs counter-clockwise from east, so
//! field `k` of a tile lies between its corners `k + 1` and `k + 2`, and its neighbour in direction
//! `k` lies across field `k`. Tests compare the tables with those that RULES.md prints.
//!
//! # Bit boards
//!
//! Each colour has three fields on a tile. Bit `3 * tile + k % 3` stands for field `k`, in one
//! `u64` for each colour. Opposite fields of a tile (`k` and `k + 3`, one of each colour) thus
//! share a bit number, which keeps side neighbours simple: a field adjoins the other two bits of
//! its own tile and, across the border, the same bit of another tile.

use std::fmt;

use crate::kernel::Player;
use crate::kernel::hex::Hex;

/// The number of tiles at the start.
pub const TILES: usize = 19;
/// The number of fields of each colour.
pub const FIELDS: usize = 3 * TILES;
/// Stands for a missing tile: a bit that is never set in a mask of tiles.
pub const NO_TILE: u8 = 31;

/// The mask of all tiles.
pub const ALL_TILES: u32 = (1 << TILES) - 1;
/// The mask of all fields of one colour.
pub const ALL_FIELDS: u64 = (1 << FIELDS) - 1;
/// The first bit of each tile.
pub(super) const SLOT_0: u64 = {
    let mut mask = 0;
    let mut tile = 0;
    while tile < TILES {
        mask |= 1 << (3 * tile);
        tile += 1;
    }
    mask
};

/// A tile, by its number in reading order: 0 to 18, written `00` to `12`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tile(u8);

impl Tile {
    /// Returns the tile of that number, if there is one.
    #[must_use]
    pub const fn new(number: usize) -> Option<Self> {
        if number < TILES { Some(Self(number as u8)) } else { None }
    }

    /// Returns every tile, in reading order.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (0..TILES as u8).map(Self)
    }

    /// Returns the number.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the tile as a mask of tiles.
    #[must_use]
    pub const fn bit(self) -> u32 {
        1 << self.0
    }

    /// Returns the tile's fields, which are the same bits for both colours.
    #[must_use]
    pub const fn fields(self) -> u64 {
        7 << (3 * self.0)
    }

    /// Returns the middle of the tile.
    #[must_use]
    pub const fn middle(self) -> Hex {
        MIDDLES[self.index()]
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02X}", self.0)
    }
}

/// A field, by its colour (bit 6: 0 White, 1 Black) and its bit in that colour's board (bits 0 to
/// 5). Written as the tile and the number on it: `0D1`.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Field(u8);

impl Field {
    /// Returns the field of a number, 0 to 5, on a tile.
    #[must_use]
    pub const fn new(tile: Tile, number: usize) -> Self {
        let colour = if number % 2 == 1 { Player::First } else { Player::Second };
        Self((colour.index() << 6 | (3 * tile.index() + number % 3)) as u8)
    }

    /// Returns the field with that code, as [`code`](Self::code) gives it.
    #[must_use]
    pub const fn from_code(code: u8) -> Option<Self> {
        if code >> 7 == 0 && ((code & 63) as usize) < FIELDS { Some(Self(code)) } else { None }
    }

    /// Returns the field as 7 bits: the colour, then the bit.
    #[must_use]
    pub const fn code(self) -> u8 {
        self.0
    }

    /// Returns every field, tile by tile in the order of the numbers.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..6 * TILES).map(|at| Self::new(Tile((at / 6) as u8), at % 6))
    }

    /// Returns whose pieces stand here.
    #[must_use]
    pub const fn colour(self) -> Player {
        Player::from_index((self.0 >> 6) as usize)
    }

    /// Returns the bit in the board of the field's colour.
    #[must_use]
    pub const fn bit(self) -> usize {
        (self.0 & 63) as usize
    }

    /// Returns the board that has this field alone.
    #[must_use]
    pub const fn mask(self) -> u64 {
        1 << self.bit()
    }

    /// Returns the tile that the field is part of.
    #[must_use]
    pub const fn tile(self) -> Tile {
        Tile((self.bit() / 3) as u8)
    }

    /// Returns the number on the tile, 0 to 5: north, then counter-clockwise.
    #[must_use]
    pub const fn number(self) -> usize {
        let slot = self.bit() % 3;
        // Of `slot` and `slot + 3`, the one of the right parity: odd for White.
        if slot % 2 == self.colour().index() { slot + 3 } else { slot }
    }

    /// Returns the three corners.
    #[must_use]
    pub const fn corners(self) -> [Hex; 3] {
        let middle = self.tile().middle();
        let k = self.number();
        [middle, middle.plus(Hex::STEPS[(k + 1) % 6]), middle.plus(Hex::STEPS[(k + 2) % 6])]
    }

    /// Returns the field that a step in a direction leads to; 0 is up to the left, the rest follow
    /// counter-clockwise.
    #[must_use]
    pub const fn step(self, direction: usize) -> Option<Self> {
        Self::from_code(STEP_TO[self.colour().index()][self.bit()][direction])
    }

    /// Returns the direction of the step to another field, if one leads there.
    #[must_use]
    pub fn direction_to(self, other: Self) -> Option<usize> {
        (0..6).find(|direction| self.step(*direction) == Some(other))
    }

    /// Returns the step neighbours: fields of the same colour that share a corner.
    #[must_use]
    pub const fn steps(self) -> u64 {
        STEPS[self.colour().index()][self.bit()]
    }

    /// Returns the side neighbours, in the board of the other colour.
    #[must_use]
    pub const fn sides(self) -> u64 {
        SIDES[self.colour().index()][self.bit()]
    }
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.tile(), self.number())
    }
}

impl fmt::Debug for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

const fn same(a: Hex, b: Hex) -> bool {
    a.q == b.q && a.r == b.r
}

/// The offset from a tile's middle to its neighbour's, across the side between two corners.
const fn tile_step(direction: usize) -> Hex {
    Hex::STEPS[(direction + 1) % 6].plus(Hex::STEPS[(direction + 2) % 6])
}

/// The middles of the tiles, at most two tiles from the middle of the board, in reading order.
const MIDDLES: [Hex; TILES] = {
    let (north, east) = (tile_step(0), tile_step(5));
    let mut middles = [Hex::new(0, 0); TILES];
    let mut count = 0;
    // `r` is the height, and `2q + r` grows to the right.
    let mut r = 4;
    while r >= -4 {
        let mut right = -6;
        while right <= 6 {
            let mut i = -2;
            while i <= 2 {
                let mut j = -2;
                while j <= 2 {
                    let q = i * north.q + j * east.q;
                    let here = i * north.r + j * east.r;
                    if Hex::new(i, j).distance() <= 2 && here == r && 2 * q + r == right {
                        middles[count] = Hex::new(q, r);
                        count += 1;
                    }
                    j += 1;
                }
                i += 1;
            }
            right += 1;
        }
        r -= 1;
    }
    assert!(count == TILES);
    middles
};

/// The number of the neighbour of each tile in each direction, or [`NO_TILE`].
pub(super) const TILE_NEIGHBOURS: [[u8; 6]; 32] = {
    let mut table = [[NO_TILE; 6]; 32];
    let mut tile = 0;
    while tile < TILES {
        let mut direction = 0;
        while direction < 6 {
            let there = MIDDLES[tile].plus(tile_step(direction));
            let mut other = 0;
            while other < TILES {
                if same(MIDDLES[other], there) {
                    table[tile][direction] = other as u8;
                }
                other += 1;
            }
            direction += 1;
        }
        tile += 1;
    }
    table
};

/// The mask of the tiles around each tile.
pub(super) const RING: [u32; 32] = {
    let mut table = [0; 32];
    let mut tile = 0;
    while tile < TILES {
        let mut direction = 0;
        while direction < 6 {
            table[tile] |= (1 << TILE_NEIGHBOURS[tile][direction]) & ALL_TILES;
            direction += 1;
        }
        tile += 1;
    }
    table
};

/// Counts the corners that two fields share: 2 along a side, 1 at a corner.
const fn shared_corners(a: &[Hex; 3], b: &[Hex; 3]) -> u32 {
    let mut shared = 0;
    let mut i = 0;
    while i < 9 {
        shared += same(a[i / 3], b[i % 3]) as u32;
        i += 1;
    }
    shared
}

/// The corners of each colour's fields.
const CORNERS: [[[Hex; 3]; FIELDS]; 2] = {
    let mut table = [[[Hex::new(0, 0); 3]; FIELDS]; 2];
    let mut i = 0;
    while i < 2 * FIELDS {
        table[i / FIELDS][i % FIELDS] = Field(((i / FIELDS) << 6 | (i % FIELDS)) as u8).corners();
        i += 1;
    }
    table
};

/// For each colour and bit the fields of the colour `(colour + other) % 2` that share at least
/// `corners` corners with it, itself left out. Tables have 64 rows so that 6 bits index them.
const fn adjacent(other: usize, corners: u32) -> [[u64; 64]; 2] {
    let mut table = [[0; 64]; 2];
    let mut a = 0;
    while a < 2 * FIELDS {
        let colour = a / FIELDS;
        let beside = (colour + other) % 2;
        let mut b = 0;
        while b < FIELDS {
            let shared = shared_corners(&CORNERS[colour][a % FIELDS], &CORNERS[beside][b]);
            if shared >= corners && shared < 3 {
                table[colour][a % FIELDS] |= 1 << b;
            }
            b += 1;
        }
        a += 1;
    }
    table
}

/// Step neighbours by colour and bit: fields of the same colour that share a corner.
pub(super) static STEPS: [[u64; 64]; 2] = adjacent(0, 1);

/// Side neighbours by colour and bit, in the board of the other colour.
pub(super) static SIDES: [[u64; 64]; 2] = adjacent(1, 2);

/// All fields of the tile that a bit is on.
pub(super) static TILE_FIELDS: [u64; 64] = {
    let mut table = [0; 64];
    let mut bit = 0;
    while bit < FIELDS {
        table[bit] = 7 << (bit / 3 * 3);
        bit += 1;
    }
    table
};

/// The code for "no field".
const NO_FIELD: u8 = 0xFF;

/// The code of the field to which each step leads, by colour, bit and direction, or [`NO_FIELD`].
/// A step moves all corners by one lattice unit.
pub(super) static STEP_TO: [[[u8; 6]; 64]; 2] = {
    let mut table = [[[NO_FIELD; 6]; 64]; 2];
    let mut a = 0;
    while a < 2 * FIELDS {
        let (colour, from) = (a / FIELDS, a % FIELDS);
        let mut direction = 0;
        while direction < 6 {
            let way = Hex::STEPS[(direction + 2) % 6];
            let [x, y, z] = CORNERS[colour][from];
            let moved = [x.plus(way), y.plus(way), z.plus(way)];
            let mut to = 0;
            while to < FIELDS {
                if shared_corners(&moved, &CORNERS[colour][to]) == 3 {
                    table[colour][from][direction] = (colour << 6 | to) as u8;
                }
                to += 1;
            }
            direction += 1;
        }
        a += 1;
    }
    table
};

/// The fields of each colour that border each tile from outside.
pub(super) static BORDER: [[u64; 32]; 2] = {
    let mut table = [[0; 32]; 2];
    let sides = adjacent(1, 2);
    let mut a = 0;
    while a < 2 * FIELDS {
        let (colour, bit) = (a / FIELDS, a % FIELDS);
        let own_tile = Tile((bit / 3) as u8);
        let mut rest = sides[colour][bit] & !own_tile.fields();
        while rest != 0 {
            table[colour][rest.trailing_zeros() as usize / 3] |= 1 << bit;
            rest &= rest - 1;
        }
        a += 1;
    }
    table
};

/// The second and third bit of each tile.
const SLOTS_1_2: u64 = SLOT_0 << 1 | SLOT_0 << 2;

/// Returns, for the fields of one colour, whether their two side neighbours on the same tile (the
/// other two bits of the tile) are set in a board of the other colour: one board for each
/// neighbour.
#[inline(always)]
pub(super) const fn flanks(other: u64) -> [u64; 2] {
    let next = other << 1 & SLOTS_1_2 | other >> 2 & SLOT_0;
    let last = other >> 1 & (SLOT_0 | SLOT_0 << 1) | other << 2 & SLOT_0 << 2;
    [next, last]
}

/// Returns the fields of a mask of tiles.
#[must_use]
pub const fn fields_of(tiles: u32) -> u64 {
    let mut fields = 0;
    let mut rest = tiles & ALL_TILES;
    while rest != 0 {
        fields |= Tile(rest.trailing_zeros() as u8).fields();
        rest &= rest - 1;
    }
    fields
}
