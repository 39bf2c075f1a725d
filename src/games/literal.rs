//! What the original description of a game asks for to the byte: states, moves with weights, and lists
//! of all states. That is the text that the project started from; the game's `RULES.md` tells of it.

use crate::kernel::{Move, Packed, Position};

/// A set of positions that can be listed.
pub struct Sector<P> {
    /// What they have in common.
    pub name: String,
    /// The number of positions.
    pub count: u64,
    /// A sample from the whole sector.
    pub sample: Vec<P>,
    /// All of them, in order.
    pub positions: Box<dyn Iterator<Item = P>>,
}

/// A game in the words of its original description. Every part has a default, for games whose
/// description asks for no bytes.
pub trait Literal: Position {
    /// The greatest weight that fits into [`literal_move`](Self::literal_move).
    const MOST_WEIGHT: u16 = u16::MAX;

    /// Returns the position in the byte format of the game's original description, or if that has
    /// none, the words of the packed board, little-endian.
    fn literal_state(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for word in self.packed().words() {
            bytes.extend_from_slice(&word.to_le_bytes());
        }
        bytes
    }

    /// Returns a move and its weight in the byte format of the game's original description, or if
    /// that has none, [its bits](Move::bits) and the weight, both little-endian.
    fn literal_move(m: Self::Move, weight: u16) -> [u8; 4] {
        let ([a, b], [c, d]) = (m.bits().to_le_bytes(), weight.to_le_bytes());
        [a, b, c, d]
    }

    /// Returns the move and the weight in those bytes; `None` if they are malformed.
    fn read_literal_move([a, b, c, d]: [u8; 4]) -> Option<(Self::Move, u16)> {
        let m = Self::Move::from_bits(u16::from_le_bytes([a, b]))?;
        Some((m, u16::from_le_bytes([c, d])))
    }

    /// Returns the sectors that a text names, whose positions can all be listed; `None` if the game
    /// has no sectors.
    ///
    /// # Errors
    ///
    /// Says what was expected of the text.
    fn sectors(_text: &str, _rules: &Self::Rules) -> Option<Result<Vec<Sector<Self>>, String>> {
        None
    }
}
