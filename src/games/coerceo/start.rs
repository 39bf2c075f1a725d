//! The positions that a game can start from.

use super::board::Setup;
use super::geometry::{ALL_TILES, Field, Tile};
use super::rules::Start;
use crate::kernel::{PerPlayer, Player};

/// Returns the position that a game starts from.
pub(super) const fn setup(start: Start) -> Setup {
    match start {
        Start::Laurentius => LAURENTIUS,
        Start::Ocius => OCIUS,
    }
}

/// Two pieces on every tile but the middle one. In the hexadecimal digits a piece reads as its
/// field is written: `0x0A3` is `0A3`.
const LAURENTIUS: Setup = white_to_move(
    ALL_TILES,
    &[
        0x001, 0x005, 0x015, 0x021, 0x041, 0x045, 0x083, 0x0A3, 0x0B1, 0x0B3, 0x0C3, 0x0C5, 0x0D1,
        0x0D3, 0x0F3, 0x0F5, 0x101, 0x115,
    ],
    &[
        0x012, 0x024, 0x030, 0x032, 0x050, 0x054, 0x060, 0x062, 0x070, 0x074, 0x080, 0x0A0, 0x0E2,
        0x0E4, 0x104, 0x112, 0x122, 0x124,
    ],
);

/// The tile in the middle and the six around it.
const OCIUS: Setup = white_to_move(
    1 << 0x04 | 1 << 0x06 | 1 << 0x07 | 1 << 0x09 | 1 << 0x0B | 1 << 0x0C | 1 << 0x0E,
    &[0x063, 0x065, 0x071, 0x073, 0x093, 0x0E1, 0x0E5],
    &[0x042, 0x044, 0x090, 0x0B0, 0x0B4, 0x0C0, 0x0C2],
);

const fn white_to_move(tiles: u32, white: &[u16], black: &[u16]) -> Setup {
    Setup {
        pieces: PerPlayer::new(board(white, Player::First), board(black, Player::Second)),
        tiles,
        held: PerPlayer::new(0, 0),
        to_move: Player::First,
    }
}

/// Returns the board of one colour's pieces. Evaluated at compile time, so that a field that does
/// not exist or has the wrong colour breaks the build.
const fn board(fields: &[u16], colour: Player) -> u64 {
    let mut board = 0;
    let mut i = 0;
    while i < fields.len() {
        let Some(tile) = Tile::new((fields[i] >> 4) as usize) else { panic!("no such tile") };
        let field = Field::new(tile, (fields[i] & 15) as usize);
        assert!(field.colour() as u8 == colour as u8 && fields[i] & 15 < 6);
        board |= field.mask();
        i += 1;
    }
    board
}
