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

    /// Returns the outcome of a game of points that the first player wins by `margin`; 0 is a draw.
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

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// The game was played out and is decided by points.
    Points,
    /// The position has occurred as often as the rules allow; a draw.
    Repetition,
    /// Too many moves in a row were reversible; a draw.
    Quiet,
    /// A player resigned.
    Resigned,
    /// An ending that only this game has.
    Own(&'static GameEnding),
}

/// An ending that only one game has, as its rules describe it.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct GameEnding {
    /// The name that the protocol, records and the rules use: one lower-case word that differs from
    /// the endings that all games share.
    pub name: &'static str,
    /// The reason as a clause. `{loser}` and `{mover}` stand for the letters of the player who lost
    /// and of the side to move: `{loser} has no piece left`.
    pub words: &'static str,
}

impl Ending {
    /// The endings that games share.
    pub const SHARED: [Self; 4] = [Self::Points, Self::Repetition, Self::Quiet, Self::Resigned];

    /// Returns the name that the protocol and the rules use, one lower-case word.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Points => "points",
            Self::Repetition => "repetition",
            Self::Quiet => "quiet",
            Self::Resigned => "resigned",
            Self::Own(ending) => ending.name,
        }
    }

    /// Returns the ending of that name in a game with endings of its `own`.
    #[must_use]
    pub fn from_name(name: &str, own: &[Self]) -> Option<Self> {
        Self::SHARED.iter().chain(own).copied().find(|ending| ending.name() == name)
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
