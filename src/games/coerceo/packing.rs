//! The packed forms of the original description: a board in 20 bytes, a move in 4.
//!
//! # The board
//!
//! | byte | bits, the highest first | meaning |
//! |---|---|---|
//! | 0 | `t.......` | who is to move: 0 White, 1 Black |
//! | 0 | `.0000000` | reserved |
//! | 1 + tile | `ss......` | status: 0 on the board, 1 held by White, 2 held by Black, 3 out of play |
//! | 1 + tile | `..543210` | a piece stands on field 5, ..., field 0; 0 when off the board |
//!
//! One bit a field is enough, since a field belongs to one colour.
//!
//! A [`Coerceo`] knows how many tiles each player holds but not which ones, because nothing in the
//! rules depends on it (RULES.md Decision 14). [`pack_board`] therefore chooses: of the tiles that
//! are gone, in ascending order, the first ones are White's, the next ones Black's, the rest out of
//! play. [`unpack_board`] counts them whatever their order. So packing and unpacking gives the same
//! position, while unpacking and packing may give each player different tiles of the same number.
//! Nor do the 20 bytes hold the price of an exchange: it comes from the rules.
//!
//! # The move
//!
//! | byte | bits, the highest first | meaning |
//! |---|---|---|
//! | 0 | `ttttt...` | tile of the piece that steps or is exchanged |
//! | 0 | `.....fff` | field on that tile |
//! | 1 | `ddd.....` | direction of the step: 0 up to the left, then counter-clockwise |
//! | 1 | `...tt...` | type: 0 step, 1 exchange, 2 resign |
//! | 1 | `.....000` | reserved |
//! | 2, 3 | | score, two's complement, the high byte first |
//!
//! What a type does not need is 0: the direction of an exchange, the field of a resignation.

use thiserror::Error;

use super::board::{Coerceo, Setup};
use super::geometry::{Field, Tile};
use super::moves::{CoerceoMove, Kind};
use super::rules::Rules;
use super::validity::Flaw;
use crate::kernel::{Action, PerPlayer, Player, Position};

/// A board in 20 bytes.
pub type PackedBoard = [u8; 20];

/// A move and its score in 4 bytes.
pub type PackedMove = [u8; 4];

/// Why bytes are not a packed board or move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum UnpackError {
    /// A bit that is reserved, or that this type of move does not use, is set in that byte.
    #[error("byte {_0} has bits set that mean nothing")]
    Reserved(usize),
    /// That tile is off the board and has pieces on it.
    #[error("tile {_0} is gone and has pieces")]
    PieceOffBoard(Tile),
    /// The board is not a valid position.
    #[error(transparent)]
    Flaw(Flaw),
    /// The first byte of a move names no field.
    #[error("there is no field {_0:#04x}")]
    NoField(u8),
    /// No step leads from the field in that direction.
    #[error("no step leads from {_0} in direction {_1}")]
    NoStep(Field, u8),
    /// The move has a type that does not exist.
    #[error("there is no move of type {_0}")]
    NoType(u8),
}

const ON_BOARD: u8 = 0;
const HELD_BY_WHITE: u8 = 1;
const HELD_BY_BLACK: u8 = 2;
const OUT_OF_PLAY: u8 = 3;

const STEP: u8 = 0;
const EXCHANGE: u8 = 1;
const RESIGN: u8 = 2;

/// Returns a position as 20 bytes.
#[must_use]
pub fn pack_board(position: &Coerceo) -> PackedBoard {
    let mut bytes = [0; 20];
    bytes[0] = (position.to_move().index() as u8) << 7;
    let [mut white, mut black] = Player::both(|player| position.held(player));
    for (tile, byte) in Tile::all().zip(&mut bytes[1..]) {
        if position.has_tile(tile) {
            *byte = ON_BOARD << 6;
            for number in (0..6).filter(|number| position.has_piece(Field::new(tile, *number))) {
                *byte |= 1 << number;
            }
        } else if white > 0 {
            white -= 1;
            *byte = HELD_BY_WHITE << 6;
        } else if black > 0 {
            black -= 1;
            *byte = HELD_BY_BLACK << 6;
        } else {
            *byte = OUT_OF_PLAY << 6;
        }
    }
    bytes
}

/// Returns the position of 20 bytes.
///
/// # Errors
///
/// Says why the bytes are not a position.
pub fn unpack_board(bytes: &PackedBoard, rules: Rules) -> Result<Coerceo, UnpackError> {
    let header = bytes[0];
    if header & 0x7F != 0 {
        return Err(UnpackError::Reserved(0));
    }
    let mut setup = Setup {
        pieces: PerPlayer::default(),
        tiles: 0,
        held: PerPlayer::default(),
        to_move: Player::from_index((header >> 7) as usize),
    };
    for (tile, byte) in Tile::all().zip(&bytes[1..]) {
        match byte >> 6 {
            ON_BOARD => setup.tiles |= tile.bit(),
            HELD_BY_WHITE => setup.held[Player::First] += 1,
            HELD_BY_BLACK => setup.held[Player::Second] += 1,
            _ => {}
        }
        if byte >> 6 != ON_BOARD && byte & 0x3F != 0 {
            return Err(UnpackError::PieceOffBoard(tile));
        }
        for number in (0..6).filter(|number| byte >> number & 1 == 1) {
            let field = Field::new(tile, number);
            setup.pieces[field.colour()] |= field.mask();
        }
    }
    Coerceo::from_setup(setup, rules).map_err(UnpackError::Flaw)
}

/// Returns an action and its score as 4 bytes, or `None` for a step between fields that are not
/// neighbours.
#[must_use]
pub fn pack_move(action: Action<CoerceoMove>, score: i16) -> Option<PackedMove> {
    let (place, way, kind) = match action {
        Action::Move(m) => match m.kind() {
            Kind::Step { from, to } => (coordinate(from), from.direction_to(to)?, STEP),
            Kind::Exchange(field) => (coordinate(field), 0, EXCHANGE),
        },
        Action::Resign => (0, 0, RESIGN),
    };
    let [high, low] = score.to_be_bytes();
    Some([place, (way as u8) << 5 | kind << 3, high, low])
}

/// Returns the action and the score of 4 bytes. Does not check whether the action is legal.
///
/// # Errors
///
/// Says why the bytes are not a move.
pub fn unpack_move(bytes: PackedMove) -> Result<(Action<CoerceoMove>, i16), UnpackError> {
    let [place, what, high, low] = bytes;
    let (way, kind) = (what >> 5, what >> 3 & 3);
    if what & 7 != 0 || (kind != STEP && way != 0) {
        return Err(UnpackError::Reserved(1));
    }
    let field = || field_at(place).ok_or(UnpackError::NoField(place));
    let action = match kind {
        STEP => {
            let from = field()?;
            let to = if way < 6 { from.step(way as usize) } else { None };
            Action::Move(CoerceoMove::step(from, to.ok_or(UnpackError::NoStep(from, way))?))
        }
        EXCHANGE => Action::Move(CoerceoMove::exchange(field()?)),
        RESIGN if place != 0 => return Err(UnpackError::Reserved(0)),
        RESIGN => Action::Resign,
        _ => return Err(UnpackError::NoType(kind)),
    };
    Ok((action, i16::from_be_bytes([high, low])))
}

/// A field as 5 bits of tile and 3 bits of number.
const fn coordinate(field: Field) -> u8 {
    (field.tile().index() << 3 | field.number()) as u8
}

fn field_at(coordinate: u8) -> Option<Field> {
    let number = usize::from(coordinate & 7);
    let tile = Tile::new(usize::from(coordinate >> 3))?;
    (number < 6).then(|| Field::new(tile, number))
}
