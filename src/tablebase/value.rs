//! Exact values and the meaning of their distances.

use std::fmt;

use crate::kernel::{Outcome, Player};

/// What a table says about a position, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ExactValue {
    /// Won in this many plies, in the [`Metric`] of the table.
    Win(u8),
    /// Drawn.
    Draw,
    /// Lost in this many plies.
    Loss(u8),
}

impl ExactValue {
    /// Returns the value with that result and distance; draws have no distance.
    #[must_use]
    pub const fn new(wdl: Wdl, plies: u8) -> Self {
        match wdl {
            Wdl::Win => Self::Win(plies),
            Wdl::Draw => Self::Draw,
            Wdl::Loss => Self::Loss(plies),
        }
    }

    /// Returns what the end of a game is worth to a player.
    #[must_use]
    pub fn of_outcome(outcome: Outcome, player: Player) -> Self {
        match outcome.winner {
            None => Self::Draw,
            Some(winner) if winner == player => Self::Win(0),
            Some(_) => Self::Loss(0),
        }
    }

    /// Returns the result alone.
    #[must_use]
    pub const fn wdl(self) -> Wdl {
        match self {
            Self::Win(_) => Wdl::Win,
            Self::Draw => Wdl::Draw,
            Self::Loss(_) => Wdl::Loss,
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

    /// Returns the value for the other side.
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::Win(plies) => Self::Loss(plies),
            Self::Draw => Self::Draw,
            Self::Loss(plies) => Self::Win(plies),
        }
    }

    /// Returns the better of two values for the side that chooses: the fastest win, else a draw,
    /// else the longest loss.
    #[must_use]
    pub const fn better(self, other: Self) -> Self {
        let is_better = match (self, other) {
            (Self::Win(a), Self::Win(b)) => a <= b,
            (Self::Loss(a), Self::Loss(b)) => a >= b,
            (Self::Win(_), _) | (_, Self::Loss(_)) => true,
            (_, Self::Win(_)) | (Self::Loss(_), _) => false,
            (Self::Draw, Self::Draw) => true,
        };
        if is_better { self } else { other }
    }
}

impl fmt::Display for ExactValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Win(plies) => write!(f, "win {plies}"),
            Self::Draw => f.write_str("draw"),
            Self::Loss(plies) => write!(f, "loss {plies}"),
        }
    }
}

/// Win, draw or loss, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wdl {
    /// Drawn.
    Draw,
    /// Won.
    Win,
    /// Lost.
    Loss,
}

impl Wdl {
    /// Every result, in the order of the digits in files.
    pub const ALL: [Self; 3] = [Self::Draw, Self::Win, Self::Loss];

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
    /// Distance to conversion: plies to the next irreversible move, or to an end before it.
    ///
    /// With a quiet limit the table is exact under that limit: what cannot be won within it, now or
    /// after an irreversible move, is a draw. A win in d plies holds as long as d quiet plies are
    /// left.
    Conversion {
        /// The limit of quiet plies, 1 to 199, or 0 for none.
        quiet: u8,
    },
    /// Plies to the end of the game, without a quiet limit.
    End,
}

impl Metric {
    /// The greatest quiet limit that a table can be built for.
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

    /// Returns the value of a move to the side that makes it, given what the position that it leads
    /// to is worth to that side.
    #[must_use]
    pub fn a_ply_earlier(self, is_irreversible: bool, after: ExactValue) -> ExactValue {
        // Distances to conversion end at an irreversible move.
        let ends = is_irreversible && self != Self::End;
        let plies = if ends { Some(1) } else { after.plies().checked_add(1) };
        let limit = self.quiet();
        // Too late under the quiet limit, or for the bytes of a table: were 255 its own successor, draws
        // could be called wins and losses of each other.
        let plies = plies.filter(|plies| limit == 0 || *plies <= limit);
        plies.map_or(ExactValue::Draw, |plies| ExactValue::new(after.wdl(), plies))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_win_is_longer_than_a_table_can_say() {
        for metric in [Metric::End, Metric::Conversion { quiet: 0 }] {
            let before = |plies| metric.a_ply_earlier(false, ExactValue::new(Wdl::Win, plies));
            assert_eq!(before(254), ExactValue::new(Wdl::Win, 255));
            assert_eq!(before(255), ExactValue::Draw);
        }
    }
}
