//! What a position is worth, and what its distance counts.

use std::fmt;

/// What a table says of a position, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// Won in so many plies, in the [`Metric`] of the table.
    Win(u8),
    /// Drawn.
    Draw,
    /// Lost in so many plies.
    Loss(u8),
}

impl Value {
    /// Returns the value of that result and distance; draws have none.
    #[must_use]
    pub const fn new(class: Class, plies: u8) -> Self {
        match class {
            Class::Win => Self::Win(plies),
            Class::Draw => Self::Draw,
            Class::Loss => Self::Loss(plies),
        }
    }

    /// Returns the result alone.
    #[must_use]
    pub const fn class(self) -> Class {
        match self {
            Self::Win(_) => Class::Win,
            Self::Draw => Class::Draw,
            Self::Loss(_) => Class::Loss,
        }
    }

    /// Returns the plies, 0 for a draw.
    #[must_use]
    pub const fn plies(self) -> u8 {
        match self {
            Self::Win(plies) | Self::Loss(plies) => plies,
            Self::Draw => 0,
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Win(plies) => write!(f, "win {plies}"),
            Self::Draw => f.write_str("draw"),
            Self::Loss(plies) => write!(f, "loss {plies}"),
        }
    }
}

/// A result without a distance, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// Drawn.
    Draw,
    /// Won.
    Win,
    /// Lost.
    Loss,
}

impl Class {
    /// Every result, in the order of the digits that files keep.
    pub const ALL: [Self; 3] = [Self::Draw, Self::Win, Self::Loss];

    /// Returns the result for the other side.
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
            Self::Loss => Self::Win,
        }
    }

    /// Returns one word: `win`, `draw` or `loss`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Draw => "draw",
            Self::Win => "win",
            Self::Loss => "loss",
        }
    }
}

/// What the distances of a table count, and under which rules it is exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Metric {
    /// Plies to the next removal or block.
    ///
    /// With a quiet limit the table knows that limit: what cannot be won within it, now or after a
    /// removal, is a draw. A win in d plies holds as long as d quiet plies are left.
    Conversion {
        /// The limit of quiet plies, 1 to 199, or 0 for none.
        quiet: u8,
    },
    /// Plies to the end of the game, without a quiet limit.
    End,
}

impl Metric {
    /// The greatest quiet limit that a table can know.
    pub const MAX_QUIET: u8 = 199;

    /// Returns the quiet limit, 0 for none.
    #[must_use]
    pub const fn quiet(self) -> u8 {
        match self {
            Self::Conversion { quiet } => quiet,
            Self::End => 0,
        }
    }

    /// Returns one word: `conversion` or `end`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Conversion { .. } => "conversion",
            Self::End => "end",
        }
    }
}

impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Conversion { quiet: 0 } => f.write_str("conversion without a quiet limit"),
            Self::Conversion { quiet } => write!(f, "conversion under a quiet limit of {quiet}"),
            Self::End => f.write_str("end of the game"),
        }
    }
}
