//! Tiles: six sides with or without a beam, an owner and a controller (RULES.md section 2).

use crate::kernel::Player;

/// How many tiles a player owns; they are numbered from 1.
pub(super) const TILES: u32 = 63;

/// The sides of a cell or of a tile, one bit each.
pub(super) const ALL_SIDES: u8 = 63;

/// A full hand: the tiles 1 to 63, one bit each. Bit 0 would be the blank, which is not played.
pub(super) const FULL_HAND: u64 = !1;

const OWNER: u8 = 64;
const CONTROLLER: u8 = 128;

/// The content of a cell in a byte: six beams, the owner, the controller. No beams means no tile.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tile(u8);

impl Tile {
    /// Nothing: what a vacant cell holds.
    pub(super) const NONE: Self = Self(0);

    /// Returns the tile of a number from 1 to 63.
    #[inline]
    pub(super) const fn new(number: u8, owner: Player, controller: Player) -> Self {
        Self(number & ALL_SIDES | (owner.index() as u8) << 6 | (controller.index() as u8) << 7)
    }

    /// Returns whether there is no tile.
    #[inline]
    pub(super) const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// Returns the number of the tile, which has a bit for each side with a beam.
    #[inline]
    pub(super) const fn beams(self) -> u8 {
        self.0 & ALL_SIDES
    }

    /// Returns whether there is a beam on a side.
    #[inline]
    pub(super) const fn has_beam(self, side: usize) -> bool {
        self.beams() >> (side & 7) & 1 != 0
    }

    /// Returns the player whose set the tile came from.
    #[inline]
    pub(super) const fn owner(self) -> Player {
        Player::from_index((self.0 & OWNER) as usize)
    }

    /// Returns the player whose colour the tile shows.
    #[inline]
    pub(super) const fn controller(self) -> Player {
        Player::from_index((self.0 & CONTROLLER) as usize)
    }

    /// Returns the tile flipped to the other player.
    #[inline]
    pub(super) const fn flipped(self) -> Self {
        Self(self.0 ^ CONTROLLER)
    }

    /// Returns the byte.
    #[inline]
    pub(super) const fn byte(self) -> u8 {
        self.0
    }
}

/// Returns the tiles, one bit each, that have beams on the sides `demanded`, and elsewhere only on
/// the sides `free`. The two have no side in common.
///
/// A tile that fits is `demanded` plus a subset of `free`, so the set of the subsets moves up by
/// `demanded` places.
#[inline]
pub(super) const fn fitting(demanded: u8, free: u8) -> u64 {
    /// The numbers that are parts of a number, one bit each.
    static PARTS: [u64; 64] = {
        let mut parts = [0; 64];
        let mut whole = 0;
        while whole < 64 {
            let mut part = 0;
            while part < 64 {
                if part & whole == part {
                    parts[whole] |= 1 << part;
                }
                part += 1;
            }
            whole += 1;
        }
        parts
    };
    PARTS[(free & ALL_SIDES) as usize] << (demanded & ALL_SIDES)
}
