//! The games: rules, notation and evaluation, one module each.
//!
//! # Adding a game
//!
//! 1. Write `RULES.md` in the game's folder: every choice a numbered Decision, with examples.
//! 2. Write the files in floors: a plain board at the bottom, then moves and what they do, and on top
//!    `position.rs`, which implements [`Position`]. A table in the game's `mod.rs` lists them in that
//!    order, and `tests/architecture.rs` compares it with the source.
//! 3. Implement [`Notation`] in `notation.rs`, with a picture for people.
//! 4. Implement [`Evaluate`](crate::kernel::Evaluate) and [`Weighed`] in `evaluate.rs`, each term named, its
//!    weights in `weights.rs`.
//! 5. Add the game to [`GameKind`] and to [`with_game!`](crate::with_game).
//! 6. Add it to `per_game!` in `tests/common/mod.rs` and write its files in `tests/`.
//! 7. Add bench positions in `engine/bench.rs`, and the game to README.md and protocol.md.

pub mod coerceo;
pub mod dominions;
pub mod hexceed;
pub mod morris;
pub mod trimok;

use std::fmt;

use crate::kernel::{Position, Weighed};
use crate::notation::Notation;

/// Everything that the engine needs of a game.
pub trait Game: Notation + Weighed {}

impl<T: Notation + Weighed> Game for T {}

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
