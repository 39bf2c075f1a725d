//! A score as `info` lines tell it.

use std::fmt;

/// A score as `info` lines tell it, from the view of the side to move. What a distance counts
/// depends on the [`Dialect`](super::Dialect).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UciScore {
    /// Hundredths of the game's unit.
    Cp(i32),
    /// The distance to a win; to a loss if it is negative or 0.
    Mate(i32),
}

impl fmt::Display for UciScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cp(value) => write!(f, "cp {value}"),
            Self::Mate(distance) => write!(f, "mate {distance}"),
        }
    }
}
