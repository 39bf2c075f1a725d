//! The board: pieces, tiles, tiles held, side to move.

use super::geometry::{Field, SLOT_0, Tile};
use super::rules::Rules;
use crate::kernel::{PerPlayer, Player};

/// The letters of White and Black.
pub(super) const LETTERS: PerPlayer<&str> = PerPlayer::new("W", "B");

/// The most pieces that a side can have.
pub const MAX_PIECES: u32 = 18;

/// A position of Coerceo, in 32 bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Coerceo {
    /// Each colour's pieces; `geometry` maps bits to fields.
    pub(super) pieces: PerPlayer<u64>,
    /// The fields of the tiles on the board, the same bits for both colours: `tiles` again, in the
    /// form that the generator and the captures need.
    pub(super) board: u64,
    /// The tiles on the board.
    pub(super) tiles: u32,
    /// How many tiles each player holds; which ones does not matter.
    pub(super) held: PerPlayer<u8>,
    pub(super) to_move: Player,
    pub(super) rules: Rules,
}

const _: () = assert!(size_of::<Coerceo>() == 32);

/// A set-up that has not been validated yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    /// Each colour's pieces, as bit boards.
    pub pieces: PerPlayer<u64>,
    /// The mask of the tiles on the board.
    pub tiles: u32,
    /// How many tiles each player holds.
    pub held: PerPlayer<u8>,
    /// Whose turn it is.
    pub to_move: Player,
}

impl Coerceo {
    /// Returns the position's parts.
    #[must_use]
    pub const fn setup(&self) -> Setup {
        Setup { pieces: self.pieces, tiles: self.tiles, held: self.held, to_move: self.to_move }
    }

    /// Returns whether a piece stands on a field; its colour is the field's.
    #[must_use]
    pub fn has_piece(&self, field: Field) -> bool {
        self.pieces[field.colour()] & field.mask() != 0
    }

    /// Returns whether a tile is on the board.
    #[must_use]
    pub const fn has_tile(&self, tile: Tile) -> bool {
        self.tiles & tile.bit() != 0
    }

    /// Returns the mask of the tiles on the board.
    #[must_use]
    pub const fn tiles(&self) -> u32 {
        self.tiles
    }

    /// Returns how many tiles a player holds.
    #[must_use]
    pub fn held(&self, player: Player) -> u8 {
        self.held[player]
    }

    /// Returns whether the side to move can pay for an exchange.
    #[inline]
    pub(super) fn can_exchange(&self) -> bool {
        self.held[self.to_move] >= self.rules.exchange()
    }

    /// Returns the tiles on which exactly one piece stands, a piece of that player, as their first
    /// bits.
    #[inline]
    pub(super) fn alone(&self, player: Player) -> u64 {
        let (own, enemy) = (self.pieces[player], self.pieces[!player]);
        // A second piece: two on different bits of the tile, or one of each colour on one bit.
        let slots = |set: u64| (set & SLOT_0, set >> 1 & SLOT_0, set >> 2 & SLOT_0);
        let ((a, b, c), (x, y, z)) = (slots(own | enemy), slots(own & enemy));
        let several = a & b | a & c | b & c | x | y | z;
        let (p, q, r) = slots(own);
        (p | q | r) & !several
    }
}
