//! The games: rules, notation and evaluation, one folder each, and the list of them.
//!
//! # Adding a game
//!
//! A game is a folder and its name in a list; nothing outside the folder knows it.
//!
//! 1. Write `RULES.md` in the game's folder: every choice a numbered Decision, with examples.
//! 2. Write the files in floors: a plain board at the bottom, then moves and what they do, and on top
//!    `position.rs`, which implements [`Position`](crate::kernel::Position). A table in the game's `mod.rs` lists them in that
//!    order, and `tests/architecture.rs` compares it with the source.
//! 3. Implement [`Notation`] in `notation.rs`, with a picture for people.
//! 4. Implement [`Evaluate`](crate::kernel::Evaluate) and [`Weighed`](crate::kernel::Weighed) in `evaluate.rs`, each term named, its
//!    weights in `weights.rs`.
//! 5. Implement [`Game`] in `about.rs`: what is to be told about it.
//! 6. If endings of it are to be solved, implement [`Solved`] (see [`tablebase`](crate::tablebase)) and give its
//!    tables in [`Game`].
//! 7. Add the module below, and the type to [`standard_games!`](crate::standard_games!).
//!
//! That is all that the program needs. The tests take the games from the same list, and want the
//! game's files in `tests/`, its rows in the tables of README.md and protocol.md and, since its bench
//! positions count, a new number in `.ci/bench`; each says what it misses.
//!
//! A game of another crate does without step 7: it makes a list of its own with [`games!`](crate::games!)
//! and runs the program with it, see [`run_with`](crate::cli::run_with). `tests/sixth_game` does that.

mod about;
mod list;
mod odds;

pub mod coerceo;
pub mod dominions;
pub mod hexceed;
pub mod morris;
pub mod trimok;

pub use about::{About, BenchPosition, BenchmarkPosition, Benchmarks, Example, PerftCount};
pub use list::{GameKind, GameList, Visitor, titles};
pub use odds::Odds;

use std::path::Path;

use crate::games;
use crate::network::{Hybrid, Learned};
use crate::notation::Notation;
use crate::tablebase::{Opened, Solved, TableError};

/// Hands the games of this crate to a macro, behind what else it is to get: each as `module::Type`,
/// seen from here. The one place that lists them.
#[macro_export]
macro_rules! standard_games {
    ($then:ident $($before:tt)*) => {
        $then! {
            $($before)*
            coerceo::Coerceo,
            dominions::Dominions,
            hexceed::Hexceed,
            morris::Morris,
            trimok::Trimok,
        }
    };
}

standard_games!(games
    /// The games of this crate.
    pub struct Standard:
);

/// Everything that the engine needs of a game.
pub trait Game: Notation + Learned<Evaluator = Hybrid<Self>> {
    /// What is to be told about it.
    const ABOUT: &'static About;

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
