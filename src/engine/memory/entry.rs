//! The stored form of a remembered position.
//!
//! ```text
//! key     the words of the packed board, the high byte first
//! value   u16  bits of the best move, 65535 for none
//!         i16  score in hundredths, decisive scores as in the table
//!         u8   depth in plies
//!         u8   bound: 1 exact, 2 lower, 3 upper
//! ```
//!
//! Numbers in values are little-endian.

use super::map::{Board, WORDS};
use crate::kernel::bytes::Fields;
use crate::kernel::{MoveBits, Score};
use crate::search::{Bound, Entry};

/// The name of databases of remembered positions.
pub(super) const KIND: &str = "memory";

/// Their version. Must also be raised whenever a packed board, the bits of a move or the meaning of
/// a score changes in any game.
pub(super) const LAYOUT: u32 = 1;

/// Returns the key of a board of `words` words.
pub(super) fn key(board: &Board, words: usize) -> Vec<u8> {
    board[..words.min(WORDS)].iter().flat_map(|word| word.to_be_bytes()).collect()
}

/// Returns the value of an entry, which must have a bound.
pub(super) fn encode(entry: Entry) -> [u8; 6] {
    let [best_low, best_high] = MoveBits::to_u16(entry.best).to_le_bytes();
    let [score_low, score_high] = entry.score.to_bits().to_le_bytes();
    let bound = match entry.bound {
        None => 0,
        Some(Bound::Exact) => 1,
        Some(Bound::Lower) => 2,
        Some(Bound::Upper) => 3,
    };
    let depth = entry.depth.min(u8::MAX.into()) as u8;
    [best_low, best_high, score_low, score_high, depth, bound]
}

/// Reads an entry from a value, if it is one.
pub(super) fn decode(value: &[u8]) -> Option<Entry> {
    let mut fields = Fields::new(value);
    let best = MoveBits::from_u16(fields.u16()?);
    let score = Score::from_bits(fields.u16()?);
    let [depth, bound] = fields.array()?;
    let bound = match bound {
        1 => Bound::Exact,
        2 => Bound::Lower,
        3 => Bound::Upper,
        _ => return None,
    };
    let is_score = score < Score::INFINITY && -score < Score::INFINITY;
    let entry = Entry { best, score, depth: depth.into(), bound: Some(bound) };
    (is_score && fields.is_empty()).then_some(entry)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_come_back() {
        let scores = [Score::ZERO, Score::centi(-120), Score::win_in(3), Score::loss_in(2)];
        for (at, score) in scores.into_iter().enumerate() {
            for bound in [Bound::Exact, Bound::Lower, Bound::Upper] {
                let best = MoveBits::from_u16([0, 5, 65_534, 65_535][at]);
                let entry = Entry { best, score, depth: 255, bound: Some(bound) };
                assert_eq!(decode(&encode(entry)), Some(entry));
            }
        }
        let known =
            Entry { best: None, score: Score::win_in(3), depth: 9, bound: Some(Bound::Exact) };
        assert_eq!(encode(known)[..2], [0xFF, 0xFF]);
        assert_eq!(encode(known)[4..], [9, 1]);
        assert_eq!(key(&[1, 2, 3], 2), [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 2]);
    }

    #[test]
    fn other_values_are_none() {
        let whole =
            encode(Entry { best: None, score: Score::ZERO, depth: 9, bound: Some(Bound::Exact) });
        for length in 0..whole.len() {
            assert_eq!(decode(&whole[..length]), None);
        }
        assert_eq!(decode(&[&whole[..], &[0]].concat()), None);
        for bound in [0, 4, 255] {
            let mut other = whole;
            other[5] = bound;
            assert_eq!(decode(&other), None);
        }
        let mut other = whole;
        other[2..4].copy_from_slice(&i16::MIN.to_le_bytes());
        assert_eq!(decode(&other), None, "a score beyond any");
    }
}
