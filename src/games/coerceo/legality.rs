//! Why a move is illegal. Independent of the generator, straight from RULES.md section 3.

use super::board::{Coerceo, LETTERS};
use super::geometry::{Field, Tile};
use super::moves::{CoerceoMove, Kind};
use crate::kernel::IllegalMove;

/// Checks whether a move is legal, and if not, gives the first of the reasons below that applies.
/// The game must not be over.
pub(super) fn check(position: &Coerceo, m: CoerceoMove) -> Result<(), IllegalMove> {
    match m.kind() {
        Kind::Step { from, to } => check_step(position, from, to),
        Kind::Exchange(field) => check_exchange(position, field),
    }
}

fn check_step(position: &Coerceo, from: Field, to: Field) -> Result<(), IllegalMove> {
    on_board(position, from.tile())?;
    occupied(position, from)?;
    if from.colour() != position.to_move {
        return refuse(format!("the piece on {from} is {}'s", LETTERS[from.colour()]));
    }
    on_board(position, to.tile())?;
    if from.direction_to(to).is_none() {
        return refuse(format!("{to} is not a step from {from}"));
    }
    if position.has_piece(to) {
        return refuse(format!("{to} is not empty"));
    }
    Ok(())
}

fn check_exchange(position: &Coerceo, field: Field) -> Result<(), IllegalMove> {
    on_board(position, field.tile())?;
    occupied(position, field)?;
    let us = position.to_move;
    if field.colour() == us {
        return refuse(format!("the piece on {field} is {}'s own", LETTERS[us]));
    }
    let (price, held) = (position.rules.exchange(), position.held(us));
    if held < price {
        let tiles = if price == 1 { "tile" } else { "tiles" };
        return refuse(format!("an exchange costs {price} {tiles}, {} holds {held}", LETTERS[us]));
    }
    Ok(())
}

fn on_board(position: &Coerceo, tile: Tile) -> Result<(), IllegalMove> {
    if position.has_tile(tile) { Ok(()) } else { refuse(format!("tile {tile} is off the board")) }
}

fn occupied(position: &Coerceo, field: Field) -> Result<(), IllegalMove> {
    if position.has_piece(field) { Ok(()) } else { refuse(format!("no piece stands on {field}")) }
}

fn refuse(reason: String) -> Result<(), IllegalMove> {
    Err(IllegalMove::new(reason))
}
