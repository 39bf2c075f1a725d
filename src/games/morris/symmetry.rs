//! The 16 symmetries of the board: the square rotated and reflected, its outer and inner ring
//! exchanged or not.

use super::geometry::Point;
use super::side::Side;
use super::state::Morris;
use crate::kernel::{Player, Position};

/// A map of the board onto itself that keeps all lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symmetry(u8);

impl Symmetry {
    /// How many there are.
    pub const COUNT: usize = 16;

    /// The identity.
    pub const IDENTITY: Self = Self(0);

    /// Returns every symmetry, [`IDENTITY`](Self::IDENTITY) first.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT as u8).map(Self)
    }

    /// Returns the symmetry with an [`index`](Self::index); higher bits are ignored.
    #[must_use]
    #[inline]
    pub const fn from_index(index: usize) -> Self {
        Self((index % Self::COUNT) as u8)
    }

    /// Returns the number of the symmetry: bits 0 and 1 count quarter turns, bit 2 mirrors after
    /// them, bit 3 exchanges the rings.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the inverse.
    #[must_use]
    #[inline]
    pub const fn inverse(self) -> Self {
        // A reflection is its own inverse.
        if self.0 & 4 != 0 { self } else { Self(self.0 & 8 | (4 - (self.0 & 3)) & 3) }
    }

    /// Returns the image of a set of points.
    #[must_use]
    #[inline]
    pub const fn image(self, set: u32) -> u32 {
        let table = &IMAGES[self.0 as usize];
        let [outer, middle, inner, _] = set.to_le_bytes();
        table[0][outer as usize] | table[1][middle as usize] | table[2][inner as usize]
    }

    /// Returns the number of the image of a point.
    #[must_use]
    #[inline]
    pub const fn point(self, index: usize) -> usize {
        POINTS[self.0 as usize][index] as usize
    }
}

/// Returns the least packed board of the position's images, the first player to move: the rules
/// treat both colours alike.
pub(super) fn canonical(position: &Morris) -> [u64; 1] {
    let image = |symmetry: Symmetry| {
        let image = |side: Side| Side::new(symmetry.image(side.board()), side.hand());
        let [own, enemy] = [position.own, position.enemy].map(image);
        Morris { own, enemy, to_move: Player::First, ..*position }.packed()
    };
    Symmetry::all().map(image).min().unwrap_or_default()
}

/// The image of each point under each symmetry.
const POINTS: [[u8; Point::COUNT]; Symmetry::COUNT] = {
    let mut points = [[0; Point::COUNT]; Symmetry::COUNT];
    let mut map = 0;
    while map < Symmetry::COUNT {
        let mut point = 0;
        while point < Point::COUNT {
            // A ring has eight points and a corner at place 0, so a quarter turn is two places.
            let turned = point % 8 + 2 * (map & 3);
            let place = if map & 4 != 0 { 16 - turned } else { turned } % 8;
            let ring = if map & 8 != 0 { 2 - point / 8 } else { point / 8 };
            points[map][point] = (8 * ring + place) as u8;
            point += 1;
        }
        map += 1;
    }
    points
};

/// The images of each byte of a set, ring by ring, under each symmetry.
static IMAGES: [[[u32; 256]; 3]; Symmetry::COUNT] = {
    let mut images = [[[0; 256]; 3]; Symmetry::COUNT];
    let mut map = 0;
    while map < Symmetry::COUNT {
        let mut ring = 0;
        while ring < 3 {
            let mut byte: usize = 1;
            while byte < 256 {
                let lowest = 8 * ring + byte.trailing_zeros() as usize;
                let others = images[map][ring][byte & (byte - 1)];
                images[map][ring][byte] = others | 1 << POINTS[map][lowest];
                byte += 1;
            }
            ring += 1;
        }
        map += 1;
    }
    images
};
