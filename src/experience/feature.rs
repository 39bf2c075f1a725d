//! Features of moves, each with the results of games with moves that had it.
//!
//! Positions seldom recur, but what a move does recurs in every game. So features estimate moves
//! that no game has tried. They follow from the rules alone.
//!
//! ```text
//! key     u8   0: what the move does; 1: which move it is
//!         u8   1 nothing from before can occur again, 2 the game is over, 4 the same player acts again
//!         then of what it does
//!         i8   the points that it gains, at most 15 either way, the sign bit turned over
//!         u8   how many moves are legal after it: exact up to 7, then two steps per doubling
//!         or of which move it is
//!         u16  its bits, the high byte first
//! value   a tally without a search
//! ```

use super::tally::Tally;
use crate::games::AnyPosition;
use crate::kernel::MoveBits;

/// The name of databases of features.
pub const FEATURES: &str = "features";

/// Their version. Must also be raised whenever the bits of a move change in any game.
pub(super) const LAYOUT: u32 = 1;

/// The features of a move, as keys.
pub(super) type Features = [[u8; 4]; 2];

/// Each feature starts with this many virtual games at half a point each. Of 3, 10 and 40 this did
/// best in Morris, Trimok and Hexceed against random play, though hardly beyond chance.
const EVEN_GAMES: f64 = 40.0;

/// The most points gained that are distinguished.
const MOST_POINTS: i32 = 15;

/// Returns the features of a legal move that leads from one position to the other.
pub(super) fn features(
    before: &dyn AnyPosition,
    m: MoveBits,
    behind: &dyn AnyPosition,
) -> Features {
    let mover = before.mover();
    let is_over = behind.ending().is_some();
    let flags = u8::from(before.is_final(m))
        | u8::from(is_over) << 1
        | u8::from(behind.mover() == mover) << 2;
    let lead = |position: &dyn AnyPosition| {
        let points = |player| position.points_of(player).unwrap_or(0);
        points(mover) - points(!mover)
    };
    let gain = (lead(behind) - lead(before)).clamp(-MOST_POINTS, MOST_POINTS) as i8;
    let [high, low] = MoveBits::to_u16(Some(m)).to_be_bytes();
    [[0, flags, gain as u8 ^ 0x80, steps(behind.mobility())], [1, flags, high, low]]
}

/// Quantizes a number: exact up to 7, then two steps per doubling.
fn steps(number: usize) -> u8 {
    match number.checked_ilog2() {
        None | Some(0..=2) => number as u8,
        Some(log) => (2 * log + 2 + (number >> (log - 1) & 1) as u32) as u8,
    }
}

/// Returns the expected share of points of a move with those tallies of its features: their mean.
pub(super) fn expected([one, other]: [Tally; 2]) -> f64 {
    let share =
        |tally: Tally| (tally.points() + EVEN_GAMES / 2.0) / (tally.games() as f64 + EVEN_GAMES);
    (share(one) + share(other)) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::hexceed::Hexceed;
    use crate::games::morris::Morris;
    use crate::kernel::Position;

    #[test]
    fn steps_grow_with_the_number() {
        let found: Vec<u8> = [0, 1, 7, 8, 11, 12, 15, 16, 24, 32].map(steps).to_vec();
        assert_eq!(found, [0, 1, 7, 8, 8, 9, 9, 10, 11, 12]);
        assert!((0..2000).all(|number| steps(number) <= steps(number + 1)));
    }

    #[test]
    fn moves_that_do_the_same_share_a_feature() {
        let start = Morris::start(&Default::default());
        let mut moves = Vec::new();
        start.legal_moves(&mut moves);
        let of = |m| {
            let mut behind = start;
            behind.make(m);
            features(&start, MoveBits::of(m).unwrap(), &behind)
        };
        let first = of(moves[0]);
        // A man is placed, nothing is captured, and 23 points are left.
        assert_eq!(first[0], [0, 1, 0x80, 10]);
        for m in &moves[1..] {
            assert_eq!(of(*m)[0], first[0]);
            assert_ne!(of(*m)[1], first[1]);
        }
    }

    #[test]
    fn points_are_told() {
        let mut position = Hexceed::start(&Default::default());
        let mut gains = std::collections::BTreeSet::new();
        let mut moves = Vec::new();
        while position.outcome().is_none() {
            moves.clear();
            position.legal_moves(&mut moves);
            let before = position;
            position.make(moves[0]);
            let [does, _] = features(&before, MoveBits::of(moves[0]).unwrap(), &position);
            let mover = before.to_move();
            let points = |at: &Hexceed, player| at.points(player).unwrap();
            let lead = |at: &Hexceed| points(at, mover) - points(at, !mover);
            assert_eq!(i32::from((does[2] ^ 0x80) as i8), lead(&position) - lead(&before));
            assert_eq!(does[1] & 2 != 0, position.outcome().is_some());
            gains.insert(does[2]);
        }
        assert!(gains.len() > 3, "{gains:?}");
    }

    #[test]
    fn what_is_expected_follows_the_games() {
        let tally = |wins, losses| Tally { wins, losses, ..Tally::default() };
        assert_eq!(expected([Tally::default(); 2]), 0.5);
        assert!(expected([tally(4000, 0), tally(4000, 0)]) > 0.98);
        assert_eq!(expected([tally(90, 10), tally(10, 90)]), 0.5);
        assert!(expected([tally(3, 0), Tally::default()]) < 0.55);
    }
}
