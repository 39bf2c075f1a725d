//! The state of the original description, to the byte, and all states with given numbers of men.
//!
//! # The state
//!
//! ```text
//! bytes 0 to 7    the board and the side to move, as `packing` has them, the low byte first
//! bytes 8 and 9   black's and white's men on the board
//! bytes 10 and 11 black's and white's men in hand
//! bytes 12 and 13 how many moves there are, the low byte first
//! bytes 14 and 15 0
//! then            the moves, 4 bytes each
//! ```
//!
//! A move is its 16 bits and a weight of 16 bits, both with the low byte first.
//!
//! # All states
//!
//! States with empty hands are listed by the numbers of men, black's first, 33 to 99; then by the
//! board, in the order of `packing`, with black to move first.

use super::moves::MorrisMove;
use super::packing::{
    PackedBoard, UnpackError, boards, pack_board, pack_move, unpack_board, unpack_move,
};
use super::rules::Rules;
use super::side::{FEWEST, MEN};
use super::state::Morris;
use crate::games::Sector;
use crate::kernel::{Gather, PerPlayer, Player, Position, SplitMix64};

/// The bytes of a state before its moves.
pub const STATE_BYTES: usize = 16;

/// The bit of a packed board that says that White is to move.
const WHITE_TO_MOVE: PackedBoard = 1 << 48;

/// Returns the bytes of a state before its moves.
#[must_use]
pub fn pack_state(position: &Morris) -> [u8; STATE_BYTES] {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let mut state = [0; STATE_BYTES];
    state[..8].copy_from_slice(&pack_board(position).to_le_bytes());
    for player in Player::ALL {
        let side = position.side(player);
        state[8 + player.index()] = side.board().count_ones() as u8;
        state[10 + player.index()] = side.hand() as u8;
    }
    state[12..14].copy_from_slice(&(moves.len() as u16).to_le_bytes());
    state
}

/// Returns the position of a state, without the count of quiet plies: one that is drawn by that count is none, as it has
/// no moves.
///
/// # Errors
///
/// Says why the bytes are not a state.
pub fn unpack_state(state: &[u8; STATE_BYTES], rules: Rules) -> Result<Morris, UnpackError> {
    let [a, b, c, d, e, f, g, h, _, _, black, white, ..] = *state;
    let board = PackedBoard::from_le_bytes([a, b, c, d, e, f, g, h]);
    let position = unpack_board(board, PerPlayer::new(black.into(), white.into()), rules)?;
    // Everything else follows from what was read.
    if pack_state(&position) == *state { Ok(position) } else { Err(UnpackError::Counts) }
}

/// Returns a move and its weight in 4 bytes.
#[must_use]
pub fn pack_weighed(m: MorrisMove, weight: u16) -> [u8; 4] {
    let ([a, b], [c, d]) = (pack_move(m).to_le_bytes(), weight.to_le_bytes());
    [a, b, c, d]
}

/// Returns the move and the weight of 4 bytes.
///
/// # Errors
///
/// Says which field names no point.
pub fn unpack_weighed([a, b, c, d]: [u8; 4]) -> Result<(MorrisMove, u16), UnpackError> {
    Ok((unpack_move(u16::from_le_bytes([a, b]))?, u16::from_le_bytes([c, d])))
}

/// The number of states that represent a sector.
const SAMPLE: usize = 200;

/// Returns the sectors between two pairs of numbers of men, `3-3..4-4`: every number of black men
/// in that range with every number of white men. A single pair stands for itself.
///
/// # Errors
///
/// Says what was expected.
pub(super) fn sectors(text: &str, rules: Rules) -> Result<Vec<Sector<Morris>>, String> {
    let wrong = || format!("expected numbers of men such as 3-3..9-9 or 4-3, found {text:?}");
    let pair = |text: &str| {
        let (black, white) = text.split_once('-')?;
        let men = |text: &str| text.parse().ok().filter(|men| (FEWEST..=MEN).contains(men));
        Some((men(black)?, men(white)?))
    };
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    let (first, last) = pair(first).zip(pair(last)).ok_or_else(wrong)?;
    let mut sectors = Vec::new();
    for black in first.0..=last.0 {
        for white in first.1..=last.1 {
            sectors.push(sector(black, white, rules));
        }
    }
    if sectors.is_empty() { Err(wrong()) } else { Ok(sectors) }
}

fn sector(black: u32, white: u32, rules: Rules) -> Sector<Morris> {
    let unpack = move |board| unpack_board(board, PerPlayer::new(0, 0), rules).ok();
    let mut rng = SplitMix64::new(u64::from(10 * black + white));
    let mut random = || {
        let mut free: Vec<u32> = (0..24).gather();
        let mut board = WHITE_TO_MOVE * (rng.next_u64() & 1);
        for (men, state) in [(black, 1), (white, 2)] {
            for _ in 0..men {
                board |= state << (2 * free.swap_remove(rng.below(free.len())));
            }
        }
        unpack(board)
    };
    Sector {
        name: format!("{black}-{white}"),
        count: 2 * choose(24, black) * choose(24 - black, white),
        sample: (0..SAMPLE).filter_map(|_| random()).gather(),
        positions: Box::new(
            boards(black, white)
                .flat_map(|board| [board, board | WHITE_TO_MOVE])
                .filter_map(unpack),
        ),
    }
}

/// Returns in how many ways k of n things can be chosen.
fn choose(n: u32, k: u32) -> u64 {
    (0..u64::from(k)).fold(1, |ways, i| ways * (u64::from(n) - i) / (i + 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::Notation;

    #[test]
    fn bytes_are_where_the_table_says() {
        let at = Morris::read_position("B[a7,g1]W[d7]hand[7,8]turn[W]", &Rules::default()).unwrap();
        let state = pack_state(&at);
        // a7 is point 0, d7 point 1, g1 point 23; White has 21 empty points to place a man on.
        assert_eq!(state, [1 | 2 << 2, 0, 0, 0, 0, 1 << 6, 1, 0, 2, 1, 7, 8, 21, 0, 0, 0]);
        assert_eq!(unpack_state(&state, Rules::default()), Ok(at));
        let mut other = state;
        other[8] = 3;
        assert_eq!(unpack_state(&other, Rules::default()), Err(UnpackError::Counts));
        let m = MorrisMove::new(None, super::super::geometry::Point::READING_ORDER[2], None);
        assert_eq!(pack_weighed(m, 0x0102), [24 | 2 << 5, 0x60, 2, 1]);
        assert_eq!(unpack_weighed(pack_weighed(m, 0x0102)), Ok((m, 0x0102)));
    }

    #[test]
    fn sectors_list_each_state_once() {
        let mut sectors = sectors("3-3", Rules::default()).unwrap();
        let sector = sectors.remove(0);
        assert_eq!((sector.name.as_str(), sector.count), ("3-3", 2 * 2024 * 1330));
        assert_eq!(sector.sample.len(), SAMPLE);
        let mut seen = std::collections::HashSet::new();
        for position in sector.positions.take(40_000) {
            assert_eq!((position.own().men(), position.enemy().men()), (3, 3));
            assert!(seen.insert(position.packed()));
        }
        assert_eq!(self::sector(3, 4, Rules::default()).positions.take(10).count(), 10);
        let names = |text| {
            super::sectors(text, Rules::default())
                .map(|sectors| sectors.into_iter().map(|sector| sector.name).collect::<Vec<_>>())
        };
        assert_eq!(names("3-3..4-4").unwrap(), ["3-3", "3-4", "4-3", "4-4"]);
        assert_eq!(names("3-3..9-9").unwrap().len(), 49);
        for wrong in ["", "3", "2-3", "3-10", "4-4..3-3", "3-3..", "a-b"] {
            assert!(names(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn all_the_states_are_counted() {
        let all = sectors("3-3..9-9", Rules::default()).unwrap();
        let count: u64 = all.iter().map(|sector| sector.count).sum();
        // The positions with 3 to 9 men each and empty hands, either side to move.
        assert_eq!(count, 2 * 142_430_121_724);
    }
}
