//! The games: rules, notation and evaluation, one module each.
//!
//! # Adding a game
//!
//! 1. Write `RULES.md` in the game's folder: every choice a numbered Decision, with examples.
//! 2. Implement [`Position`] in `position.rs` and `moves.rs`.
//! 3. Implement [`Notation`] in `notation.rs`, with a picture for people.
//! 4. Implement [`Evaluate`](crate::kernel::Evaluate) and [`Weighed`] in `evaluate.rs`, each term named, its
//!    weights in `weights.rs`.
//! 5. Add the game to [`GameKind`] and to [`with_game!`](crate::with_game).
//! 6. Add it to `per_game!` in `tests/common/mod.rs` and write its files in `tests/`.
//! 7. If endings of it are to be solved, implement [`Solved`] (see [`tablebase`]) and give its
//!    tables in [`Game`].
//! 8. Add bench positions in `engine/bench.rs`, and the game to README.md and protocol.md.

pub mod coerceo;
pub mod dominions;
pub mod hexceed;
pub mod morris;
pub mod trimok;

use std::fmt;
use std::path::Path;

use crate::kernel::{Position, Weighed};
use crate::notation::Notation;
use crate::tablebase::{self, Opened, Solved, TableError};

/// Everything that the engine needs of a game.
pub trait Game: Notation + Weighed {
    /// Opens the game's tables of solved positions in a folder; `None` if the game has none.
    ///
    /// # Errors
    ///
    /// Says so when there is no such folder.
    fn open_tables(_folder: &Path) -> Result<Option<Opened<Self>>, TableError> {
        Ok(None)
    }

    /// Does something that takes a game with tables; `None` if this one has none.
    fn visit_solved<V: SolvedVisitor>(_visitor: V) -> Option<V::Output> {
        None
    }
}

/// Something to do with any game that has tables.
pub trait SolvedVisitor {
    /// What it gives.
    type Output;

    /// Does it.
    fn visit<G: Game + Solved>(self) -> Self::Output;
}

impl Game for coerceo::Coerceo {}

impl Game for dominions::Dominions {}

impl Game for hexceed::Hexceed {}

impl Game for morris::Morris {
    fn open_tables(folder: &Path) -> Result<Option<Opened<Self>>, TableError> {
        tablebase::open(folder).map(Some)
    }

    fn visit_solved<V: SolvedVisitor>(visitor: V) -> Option<V::Output> {
        Some(visitor.visit::<Self>())
    }
}

impl Game for trimok::Trimok {}

/// The games, by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameKind {
    /// Coerceo.
    Coerceo,
    /// Dominions, by Christian Freeling.
    Dominions,
    /// Hexceed.
    Hexceed,
    /// Nine Men's Morris.
    Morris,
    /// Trimok, by A. Ollikainen, J. Ollikainen and T. Saarinen.
    Trimok,
}

/// Runs an expression with the position type of a [`GameKind`] under a name of your choice.
#[macro_export]
macro_rules! with_game {
    ($kind:expr, $position:ident => $body:expr) => {
        match $kind {
            $crate::games::GameKind::Coerceo => {
                type $position = $crate::games::coerceo::Coerceo;
                $body
            }
            $crate::games::GameKind::Dominions => {
                type $position = $crate::games::dominions::Dominions;
                $body
            }
            $crate::games::GameKind::Hexceed => {
                type $position = $crate::games::hexceed::Hexceed;
                $body
            }
            $crate::games::GameKind::Morris => {
                type $position = $crate::games::morris::Morris;
                $body
            }
            $crate::games::GameKind::Trimok => {
                type $position = $crate::games::trimok::Trimok;
                $body
            }
        }
    };
}

impl GameKind {
    /// Every game, by name.
    pub const ALL: [Self; 5] =
        [Self::Coerceo, Self::Dominions, Self::Hexceed, Self::Morris, Self::Trimok];

    /// The names of [`ALL`](Self::ALL), in the same order.
    pub const NAMES: [&'static str; Self::ALL.len()] = {
        let mut names = [""; Self::ALL.len()];
        let mut i = 0;
        while i < names.len() {
            names[i] = Self::ALL[i].name();
            i += 1;
        }
        names
    };

    /// Returns the name, one lower-case word.
    #[must_use]
    pub const fn name(self) -> &'static str {
        with_game!(self, P => P::NAME)
    }

    /// Returns what scores count, in the plural: one of these is a score of 100 hundredths.
    #[must_use]
    pub const fn units(self) -> &'static str {
        match self {
            Self::Coerceo => "pieces",
            Self::Dominions | Self::Hexceed => "points",
            Self::Morris => "men",
            Self::Trimok => "stacks",
        }
    }

    /// Returns the game of that name; case does not matter.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name().eq_ignore_ascii_case(name))
    }
}

impl fmt::Display for GameKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
