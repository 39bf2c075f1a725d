//! Why a move is illegal. Independent of the generator, straight from RULES.md section 3.

use thiserror::Error;

use super::board::{Coerceo, LETTERS};
use super::geometry::{Field, Tile};
use super::moves::{CoerceoMove, Kind};
use crate::kernel::Player;

/// Why a move is illegal. The search asks of many moves whether they are legal, and never reads why
/// not, so the words are put together only where they are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub(super) enum Illegality {
    #[error("tile {0} is off the board")]
    OffBoard(Tile),
    #[error("no piece stands on {0}")]
    NoPiece(Field),
    #[error("the piece on {0} is {letter}'s", letter = LETTERS[.0.colour()])]
    OfEnemy(Field),
    #[error("{to} is not a step from {from}")]
    NoStep { from: Field, to: Field },
    #[error("{0} is not empty")]
    NotEmpty(Field),
    #[error("the piece on {0} is {letter}'s own", letter = LETTERS[.0.colour()])]
    Own(Field),
    #[error(
        "an exchange costs {price} {tiles}, {letter} holds {held}",
        tiles = if *.price == 1 { "tile" } else { "tiles" },
        letter = LETTERS[*.player]
    )]
    TooFewTiles { price: u8, player: Player, held: u8 },
}

/// Checks whether a move is legal, and if not, gives the first of the reasons below that applies.
/// The game must not be over.
pub(super) fn check(position: &Coerceo, m: CoerceoMove) -> Result<(), Illegality> {
    match m.kind() {
        Kind::Step { from, to } => check_step(position, from, to),
        Kind::Exchange(field) => check_exchange(position, field),
    }
}

fn check_step(position: &Coerceo, from: Field, to: Field) -> Result<(), Illegality> {
    on_board(position, from.tile())?;
    occupied(position, from)?;
    if from.colour() != position.to_move {
        return Err(Illegality::OfEnemy(from));
    }
    on_board(position, to.tile())?;
    if from.direction_to(to).is_none() {
        return Err(Illegality::NoStep { from, to });
    }
    if position.has_piece(to) {
        return Err(Illegality::NotEmpty(to));
    }
    Ok(())
}

fn check_exchange(position: &Coerceo, field: Field) -> Result<(), Illegality> {
    on_board(position, field.tile())?;
    occupied(position, field)?;
    let us = position.to_move;
    if field.colour() == us {
        return Err(Illegality::Own(field));
    }
    let (price, held) = (position.rules.exchange(), position.held(us));
    if held < price {
        return Err(Illegality::TooFewTiles { price, player: us, held });
    }
    Ok(())
}

fn on_board(position: &Coerceo, tile: Tile) -> Result<(), Illegality> {
    if position.has_tile(tile) { Ok(()) } else { Err(Illegality::OffBoard(tile)) }
}

fn occupied(position: &Coerceo, field: Field) -> Result<(), Illegality> {
    if position.has_piece(field) { Ok(()) } else { Err(Illegality::NoPiece(field)) }
}
