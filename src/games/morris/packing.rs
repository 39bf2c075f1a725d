//! The packed forms of the original description: a board with the side to move in 49 bits, a move
//! in 16, and the order in which boards with given numbers of men are listed.
//!
//! Points have their numbers in [reading order](Point::READING_ORDER), 0 to 23; the original counts
//! them from 1.
//!
//! # The board
//!
//! | bits | meaning |
//! |---|---|
//! | 2n and 2n + 1 | point n: 0 empty, 1 black, 2 white; 3 is no state |
//! | 48 | who is to move: 0 black, 1 white |
//! | 49 to 63 | 0 |
//!
//! That is not the whole position: the men in hand matter as well (RULES.md section 10 has two
//! positions that differ only in them). [`unpack_board`] takes them as arguments.
//!
//! # The move
//!
//! | bits | meaning |
//! |---|---|
//! | 0 to 4 | the point that the man comes from, 24 for the hand |
//! | 5 to 9 | the point that he goes to |
//! | 10 to 15 | the point that is cleared, 24 for none |
//!
//! # The order of boards
//!
//! The sets of k points are listed as masks with k bits, in ascending order (Knuth's Algorithm L;
//! [`next_subset`](kernel::next_subset) is Gosper's step). A board is a set of black men, and for each a set of white
//! men among the points that are left, numbered anew from 0.

use thiserror::Error;

use super::geometry::Point;
use super::moves::{HAND, MorrisMove};
use super::rules::Rules;
use super::side::{FEWEST, MEN, Side};
use super::state::Morris;
use crate::kernel::{self, PerPlayer, Player};

/// A board and the side to move in 49 bits.
pub type PackedBoard = u64;

/// A move in 16 bits.
pub type PackedMove = u16;

/// Why bits are not a packed board or move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum UnpackError {
    /// A bit above the board and the side to move is set.
    #[error("a bit above 48 is set")]
    Reserved,
    /// That point has a state that does not exist.
    #[error("point {_0} has the state 3")]
    NoState(usize),
    /// A player has too many men, or too few, board and hand together.
    #[error("{} has an impossible number of men", if *_0 == Player::First { "black" } else { "white" })]
    Men(Player),
    /// The numbers of men or of moves are not those of the board.
    #[error("the numbers of men or of moves are not those of the board")]
    Counts,
    /// A field of a move names no point.
    #[error("there is no point {_0}")]
    NoPoint(u16),
}

/// The bit that says who is to move.
const TO_MOVE: u32 = 2 * Point::COUNT as u32;

/// Returns the board and the side to move of a position.
#[must_use]
pub fn pack_board(position: &Morris) -> PackedBoard {
    use crate::kernel::Position;
    let mut packed = (position.to_move() as u64) << TO_MOVE;
    for (number, point) in Point::READING_ORDER.into_iter().enumerate() {
        for player in Player::ALL {
            if position.side(player).board() & point.bit() != 0 {
                packed |= (1 + player as u64) << (2 * number);
            }
        }
    }
    packed
}

/// Returns the position of a board, given the men in hand.
///
/// # Errors
///
/// Says why the bits are not a board, or that there are too many or too few men (RULES.md section
/// 6).
pub fn unpack_board(
    packed: PackedBoard,
    hands: PerPlayer<u32>,
    rules: Rules,
) -> Result<Morris, UnpackError> {
    if packed >> (TO_MOVE + 1) != 0 {
        return Err(UnpackError::Reserved);
    }
    let to_move = Player::from_index((packed >> TO_MOVE) as usize);
    let mut boards = PerPlayer::new(0, 0);
    for (number, point) in Point::READING_ORDER.into_iter().enumerate() {
        match packed >> (2 * number) & 3 {
            0 => {}
            1 => boards[Player::First] |= point.bit(),
            2 => boards[Player::Second] |= point.bit(),
            _ => return Err(UnpackError::NoState(number)),
        }
    }
    for player in Player::ALL {
        let fewest = if player == to_move { FEWEST - 1 } else { FEWEST };
        let men = u32::count_ones(boards[player]).saturating_add(hands[player]);
        if !(fewest..=MEN).contains(&men) {
            return Err(UnpackError::Men(player));
        }
    }
    let sides = PerPlayer(Player::both(|player| Side::new(boards[player], hands[player])));
    Ok(Morris::from_parts(sides, 0, rules, to_move))
}

/// Returns the number of a point in reading order.
fn number(point: Point) -> u16 {
    Point::READING_ORDER.iter().position(|p| *p == point).map_or(HAND, |number| number as u16)
}

/// Returns a move in 16 bits.
#[must_use]
pub fn pack_move(m: MorrisMove) -> PackedMove {
    let place = |point: Option<Point>| point.map_or(HAND, number);
    place(m.from()) | number(m.to()) << 5 | place(m.removed()) << 10
}

/// Returns the move of 16 bits, legal or not.
///
/// # Errors
///
/// Says which field names no point.
pub fn unpack_move(packed: PackedMove) -> Result<MorrisMove, UnpackError> {
    let point = |number: u16| {
        let point = Point::READING_ORDER.get(usize::from(number)).copied();
        if number == HAND || point.is_some() {
            Ok(point)
        } else {
            Err(UnpackError::NoPoint(number))
        }
    };
    let to = packed >> 5 & 31;
    let (from, removed) = (point(packed & 31)?, point(packed >> 10)?);
    Ok(MorrisMove::new(from, point(to)?.ok_or(UnpackError::NoPoint(to))?, removed))
}

/// Returns the masks with `k` of the lowest `n` bits, in ascending order. `n` is at most 24.
pub fn subsets(n: u32, k: u32) -> impl Iterator<Item = u32> {
    kernel::subsets(n, k).map(|mask| mask as u32)
}

/// Returns every board with those numbers of men, 1 to 9 each, black to move, in the order of the
/// original. The first bit of a mask is the first point in reading order.
pub fn boards(black: u32, white: u32) -> impl Iterator<Item = PackedBoard> {
    let count = Point::COUNT as u32;
    subsets(count, black).flat_map(move |men| {
        subsets(count - black, white).map(move |others| {
            let (mut packed, mut left) = (0, others);
            for point in 0..Point::COUNT {
                if men >> point & 1 != 0 {
                    packed |= 1 << (2 * point);
                } else {
                    packed |= u64::from(left & 1) << (2 * point + 1);
                    left >>= 1;
                }
            }
            packed
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::{Action, Position, SplitMix64};
    use crate::notation::Notation;

    #[test]
    fn what_is_packed_comes_back() {
        let mut rng = SplitMix64::new(3);
        for _ in 0..50 {
            let mut at = Morris::start(&Rules::UNLIMITED);
            for _ in 0..60 {
                let hands = PerPlayer(Player::both(|player| at.side(player).hand()));
                let back = unpack_board(pack_board(&at), hands, Rules::UNLIMITED).unwrap();
                assert_eq!(back.packed(), at.packed());
                let mut moves = Vec::new();
                at.legal_moves(&mut moves);
                if moves.is_empty() {
                    break;
                }
                for m in &moves {
                    assert_eq!(unpack_move(pack_move(*m)), Ok(*m));
                }
                at.make(moves[rng.below(moves.len())]);
            }
        }
    }

    #[test]
    fn bits_are_where_the_table_says() {
        let at = Morris::read_position("B[a7,g1]W[d7]hand[7,8]turn[W]", &Rules::default()).unwrap();
        assert_eq!(pack_board(&at), 1 | 2 << 2 | 1 << 46 | 1 << 48);
        let Ok(Action::Move(m)) = at.read_move("W[g7]") else { panic!("a legal move") };
        assert_eq!(pack_move(m), 24 | 2 << 5 | 24 << 10);
        let at = Morris::read_position("B[a7,d7,b6]W[c5,d5,e4]turn[B]", &Rules::default()).unwrap();
        let Ok(Action::Move(m)) = at.read_move("B[b6-g7xe4]") else { panic!("a legal move") };
        assert_eq!(pack_move(m), 3 | 2 << 5 | 12 << 10);
    }

    /// The same board and side to move, with six men in hand each or four (RULES.md section 10).
    #[test]
    fn the_board_alone_is_not_the_position() {
        let with_hands = |hands: &str| {
            let text = format!("B[b6,f6]W[c5,d5,e5]hand[{hands}]turn[B]");
            Morris::read_position(&text, &Rules::default()).unwrap()
        };
        let (six, four) = (with_hands("6,6"), with_hands("4,4"));
        assert_eq!(pack_board(&six), pack_board(&four));
        assert_ne!(six.packed(), four.packed());
    }

    #[test]
    fn other_bits_are_refused() {
        let hands = PerPlayer::new(9, 9);
        let board = |packed| unpack_board(packed, hands, Rules::default()).map(|_| ());
        assert_eq!(board(0), Ok(()));
        assert_eq!(board(1 << 49), Err(UnpackError::Reserved));
        assert_eq!(board(3 << 10), Err(UnpackError::NoState(5)));
        assert_eq!(board(1), Err(UnpackError::Men(Player::First)));
        let few = unpack_board(0, PerPlayer::new(2, 2), Rules::default());
        assert_eq!(few.map(|_| ()), Err(UnpackError::Men(Player::Second)));
        assert_eq!(unpack_move(25), Err(UnpackError::NoPoint(25)));
        assert_eq!(unpack_move(24 | 24 << 5 | 24 << 10), Err(UnpackError::NoPoint(24)));
        assert_eq!(unpack_move(63 << 10), Err(UnpackError::NoPoint(63)));
    }

    /// Knuth's Algorithm L (The Art of Computer Programming 7.2.1.3), as it stands there: the
    /// t-combinations of n things in lexicographic order, for machines that cannot count bits.
    fn algorithm_l(n: usize, t: usize) -> Vec<u32> {
        // L1. c[1] to c[t] are the first combination, two more stop the search.
        let mut c: Vec<usize> = (0..=t + 2).map(|j| j.saturating_sub(1)).collect();
        (c[t + 1], c[t + 2]) = (n, 0);
        let mut masks = Vec::new();
        loop {
            // L2. Visit.
            masks.push(c[1..=t].iter().map(|bit| 1 << bit).sum());
            // L3. Find j.
            let mut j = 1;
            while c[j] + 1 == c[j + 1] {
                c[j] = j - 1;
                j += 1;
            }
            // L4. Done?
            if j > t {
                return masks;
            }
            // L5. Increase.
            c[j] += 1;
        }
    }

    #[test]
    fn gospers_step_and_algorithm_l_give_the_same_order() {
        for n in 1..=12 {
            for k in 1..=n {
                let gosper: Vec<u32> = subsets(n, k).collect();
                assert_eq!(gosper, algorithm_l(n as usize, k as usize), "{k} of {n}");
            }
        }
        assert_eq!(subsets(24, 3).count(), 2024);
        assert_eq!(subsets(24, 0).collect::<Vec<_>>(), [0]);
    }

    #[test]
    fn boards_are_listed_in_order_and_all() {
        // 24 over 2 times 22 over 1.
        let listed: Vec<PackedBoard> = boards(2, 1).collect();
        assert_eq!(listed.len(), 276 * 22);
        assert_eq!(listed[0], 1 | 1 << 2 | 2 << 4);
        assert_eq!(listed[1], 1 | 1 << 2 | 2 << 6);
        let mut sorted = listed.clone();
        sorted.sort_unstable();
        sorted.dedup();
        assert_eq!(sorted.len(), listed.len());
        let blacks =
            |packed: PackedBoard| (0..24).map(|n| (packed >> (2 * n) & 1) << n).sum::<u64>();
        assert!(listed.windows(2).all(|two| blacks(two[0]) <= blacks(two[1])));
        for packed in listed {
            let at = unpack_board(packed, PerPlayer::new(1, 2), Rules::default()).unwrap();
            assert_eq!(pack_board(&at), packed);
        }
    }
}
