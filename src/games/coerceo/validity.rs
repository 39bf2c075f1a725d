//! Which set-ups are positions (RULES.md section 7): the slow, complete check for outside input.

use thiserror::Error;

use super::board::{LETTERS, MAX_PIECES, Setup};
use super::cascade::{is_empty, is_removable};
use super::geometry::{ALL_TILES, RING, Tile, fields_of};
use crate::kernel::{Bits, Player};

/// Why a set-up is not a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Flaw {
    /// A piece stands where there is no tile.
    #[error("a piece of {} stands where no tile is", LETTERS[*_0])]
    OffBoard(Player),
    /// A side has more pieces than it ever had.
    #[error("{} has {_1} pieces, at most {MAX_PIECES} are possible", LETTERS[*_0])]
    TooManyPieces(Player, u32),
    /// More tiles are held than are off the board.
    #[error("more tiles are held, {held}, than are off the board, {gone}")]
    TooManyHeld {
        /// How many tiles are held.
        held: u32,
        /// How many are off the board.
        gone: u32,
    },
    /// No tile is left.
    #[error("no tile is left")]
    NoTile,
    /// There is no piece at all.
    #[error("there is no piece")]
    NoPiece,
    /// The tiles on the board are not connected.
    #[error("the tiles on the board are not connected")]
    Disconnected,
    /// The board has an empty tile that would have been removed.
    #[error("the empty tile {_0} cannot still be on the board")]
    Removable(Tile),
}

/// Returns the first rule that a set-up breaks.
pub(super) fn flaw(setup: &Setup) -> Option<Flaw> {
    let Setup { pieces, tiles, held, .. } = *setup;
    let tiles = tiles & ALL_TILES;
    for player in Player::ALL {
        if pieces[player] & !fields_of(tiles) != 0 {
            return Some(Flaw::OffBoard(player));
        }
        let count = pieces[player].count_ones();
        if count > MAX_PIECES {
            return Some(Flaw::TooManyPieces(player, count));
        }
    }
    let held = u32::from(held[Player::First]) + u32::from(held[Player::Second]);
    let gone = (ALL_TILES ^ tiles).count_ones();
    if held > gone {
        return Some(Flaw::TooManyHeld { held, gone });
    }
    if tiles == 0 {
        return Some(Flaw::NoTile);
    }
    let occupied = pieces[Player::First] | pieces[Player::Second];
    if occupied == 0 {
        return Some(Flaw::NoPiece);
    }
    if !is_connected(tiles) {
        return Some(Flaw::Disconnected);
    }
    Tile::all()
        .filter(|tile| tiles & tile.bit() != 0)
        .find(|tile| is_empty(occupied, tile.index()) && is_removable(tiles, tile.index()))
        .map(Flaw::Removable)
}

/// Returns whether every tile can be reached from every other.
fn is_connected(tiles: u32) -> bool {
    let mut reached = tiles & tiles.wrapping_neg();
    loop {
        let ring = Bits::of(reached).fold(0, |ring, tile| ring | RING[tile]);
        let wider = reached | ring & tiles;
        if wider == reached {
            return reached == tiles;
        }
        reached = wider;
    }
}
