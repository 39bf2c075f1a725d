//! How a game ended.

use std::fmt;

use super::player::Player;

/// The end of a game: who won, why it ended and, in the games of points, by how much.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// The winner, or `None` for a draw.
    pub winner: Option<Player>,
    /// Why the game is over.
    pub ending: Ending,
    /// The first player's points minus the second's, in the games that are decided by points.
    pub margin: Option<i32>,
}

impl Outcome {
    /// Returns a win for `winner` in a game without points.
    #[must_use]
    pub const fn won(winner: Player, ending: Ending) -> Self {
        Self { winner: Some(winner), ending, margin: None }
    }

    /// Returns a draw in a game without points.
    #[must_use]
    pub const fn drawn(ending: Ending) -> Self {
        Self { winner: None, ending, margin: None }
    }

    /// Returns the outcome of a game of points that the first player leads by `margin`; no lead is
    /// a draw.
    #[must_use]
    pub const fn points(margin: i32) -> Self {
        let winner = match margin {
            0 => None,
            1.. => Some(Player::First),
            _ => Some(Player::Second),
        };
        Self { winner, ending: Ending::Points, margin: Some(margin) }
    }
}

/// Why a game is over. The names are those that each game's rules use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// Morris: fewer than three pieces are left.
    Pieces,
    /// Morris: the side to move cannot move and loses.
    Blocked,
    /// Coerceo: a side has no piece left.
    Eliminated,
    /// Coerceo: the side to move can do nothing; a draw.
    Stalemate,
    /// Coerceo: nobody can win any more; a draw.
    Dead,
    /// Trimok: a side has no stack left.
    Stacks,
    /// Trimok: the side to move has no move and loses.
    Moves,
    /// Dominions and Hexceed: the game was played out and is decided by points.
    Points,
    /// The position has occurred as often as the rules allow; a draw.
    Repetition,
    /// Too many moves in succession changed nothing for good; a draw.
    Quiet,
    /// A player gave up.
    Resigned,
}

impl Ending {
    /// Every ending.
    pub const ALL: [Self; 11] = [
        Self::Pieces,
        Self::Blocked,
        Self::Eliminated,
        Self::Stalemate,
        Self::Dead,
        Self::Stacks,
        Self::Moves,
        Self::Points,
        Self::Repetition,
        Self::Quiet,
        Self::Resigned,
    ];

    /// Returns the name that the protocol and the rules use, one lower-case word.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pieces => "pieces",
            Self::Blocked => "blocked",
            Self::Eliminated => "eliminated",
            Self::Stalemate => "stalemate",
            Self::Dead => "dead",
            Self::Stacks => "stacks",
            Self::Moves => "moves",
            Self::Points => "points",
            Self::Repetition => "repetition",
            Self::Quiet => "quiet",
            Self::Resigned => "resigned",
        }
    }

    /// Returns the ending of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|ending| ending.name() == name)
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
