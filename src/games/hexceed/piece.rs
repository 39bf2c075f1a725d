//! The pieces: one of every colour, symbol and ink.

use std::fmt;

/// How many pieces there are.
pub(super) const PIECES: usize = 18;
/// The set of all pieces, one bit each.
pub(super) const ALL_PIECES: u32 = (1 << PIECES) - 1;

const COLOURS: [u8; 3] = *b"RGB";
const SYMBOLS: [u8; 3] = *b"XO-";
const INKS: [u8; 2] = *b"KW";

/// A piece, `RXK` to `B-W`: red, green and blue, each with the symbols `X`, `O` and `-`, each in
/// black and white ink.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece(u8);

impl Piece {
    /// Returns every piece, in order.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..PIECES as u8).map(Self)
    }

    /// Returns the piece of an index below 18.
    #[must_use]
    #[inline]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < PIECES { Some(Self(index as u8)) } else { None }
    }

    /// Returns the piece of an index that is known to be below 18.
    #[inline]
    pub(super) const fn truncated(index: u16) -> Self {
        debug_assert!((index as usize) < PIECES);
        Self(index as u8)
    }

    /// Returns the piece of three qualities.
    #[must_use]
    pub(super) const fn of(colour: usize, symbol: usize, ink: usize) -> Self {
        Self((colour % 3 * 6 + symbol % 3 * 2 + ink % 2) as u8)
    }

    /// Returns the index of the piece, from 0.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the colour: 0 red, 1 green, 2 blue.
    #[must_use]
    pub const fn colour(self) -> usize {
        self.index() / 6
    }

    /// Returns the symbol: 0 for `X`, 1 for `O`, 2 for `-`.
    #[must_use]
    pub const fn symbol(self) -> usize {
        self.index() / 2 % 3
    }

    /// Returns the ink: 0 black, 1 white.
    #[must_use]
    pub const fn ink(self) -> usize {
        self.index() % 2
    }

    /// Returns the qualities as a set: bits 0 to 2 the colour, 3 to 5 the symbol, 6 and 7 the ink.
    ///
    /// Three pieces score as many points as the intersection of their qualities has members.
    #[must_use]
    pub const fn qualities(self) -> u8 {
        1 << self.colour() | 8 << self.symbol() | 64 << self.ink()
    }

    /// Returns the piece of a text such as `RXK`.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        let &[colour, symbol, ink] = name.as_bytes() else { return None };
        Some(Self::of(
            COLOURS.iter().position(|c| *c == colour)?,
            SYMBOLS.iter().position(|s| *s == symbol)?,
            INKS.iter().position(|i| *i == ink)?,
        ))
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters = [COLOURS[self.colour()], SYMBOLS[self.symbol()], INKS[self.ink()]];
        letters.iter().try_for_each(|letter| write!(f, "{}", *letter as char))
    }
}

impl fmt::Debug for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
