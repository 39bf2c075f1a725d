//! The games: rules, notation and evaluation, one folder each, and the list of them.
//!
//! # Adding a game
//!
//! A game is a folder and its name in a list; nothing outside the folder knows about it.
//!
//! 1. Write `RULES.md` in the game's folder: every choice a numbered Decision, with examples.
//! 2. Write the files in floors: a plain board at the bottom, then moves and their effects, and on
//!    top `position.rs`, which implements [`Position`](crate::kernel::Position). A table in the
//!    game's `mod.rs` lists them in that order, and `tests/architecture` compares it with the
//!    source.
//! 3. Implement [`Notation`](crate::notation::Notation) in `notation.rs`, with a drawing for people, and [`Describe`] in
//!    `scene.rs`: what can be clicked and which clicks make which move. With that the game has a plain
//!    board in the browser; a drawing of its own is a file in `src/board/web/games/`.
//! 4. Implement [`Evaluate`](crate::kernel::Evaluate) and [`Weighed`](crate::kernel::Weighed) in
//!    `evaluate.rs`, each term named, its weights in `weights.rs`; beside them
//!    [`Order`](crate::kernel::Order), which may be left blank, and [`Solve`](crate::kernel::Solve),
//!    blank unless the game has a solver.
//! 5. Implement [`Game`] in `about.rs`, with the facts about the game, and [`Literal`], which may be
//!    left blank.
//! 6. If its endings are to be solved, implement [`Solved`](crate::tablebase::Solved) and
//!    [`Buildable`](crate::tablebase::Buildable) (see [`tablebase`](crate::tablebase))
//!    and return its tables in [`Game`].
//! 7. Add the module below, and the type to [`standard_games!`](crate::standard_games!).
//!
//! That is all that the program needs. The tests take the games from the same list and require the
//! game's files in `tests/`, its rows in the tables of README.md and protocol.md and, because of
//! its bench positions, a new number in `.ci/bench`; each test says what is missing.
//!
//! A game in another crate skips step 7: it makes its own list with [`games!`](crate::games!) and
//! runs the program with it, see [`run_with`](crate::cli::run_with). `tests/sixth_game` does that.

mod about;
mod any;
mod claim;
mod claim_reader;
mod claims;
mod coach;
pub mod guide;
mod list;
mod literal;
mod mark;
mod odds;
pub mod scene;
#[cfg(test)]
mod scene_tests;
mod solved;
mod themes;

pub mod coerceo;
pub mod dominions;
pub mod hexceed;
pub mod morris;
pub mod trimok;

pub use about::{
    About, BenchPosition, BenchmarkPosition, Benchmarks, PerftCount, Rung, SampleTables, Samples,
};
pub use any::{AnyGame, AnyOracle, AnyPosition, AnyRecord, AnySector, AnyTables, any_oracle};
pub use claim::{Bounds, Claim};
pub use claim_reader::{ClaimLine, ClaimReader, write_claims};
pub use claims::{Claims, Proven};
pub use coach::Mistake;
pub(crate) use coach::explain;
pub use list::{GameKind, GameList, Visitor, titles};
pub use literal::{Literal, Sector};
pub use mark::Mark;
pub use odds::Odds;
pub use scene::Describe;
pub use solved::{AnyBuilder, AnyProve, AnySolved, AnyTablebase, SolvedGame};

use std::path::Path;

use crate::games;
use crate::kernel::Searchable;
use crate::network::{Hybrid, Learned};
use crate::tablebase::{Opened, TableError};

/// Passes the games of this crate to a macro, after its other arguments, each as a path
/// `module::Type` relative to this module. This is the one place that lists them.
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

/// Everything that the engine needs from a game.
pub trait Game: Describe + Literal + Searchable + Learned<Evaluator = Hybrid<Self>> {
    /// The facts about it.
    const ABOUT: &'static About;

    /// Its tables for code that is not compiled for each game, a [`SolvedGame`]; `None` if it has none.
    const SOLVED: Option<&'static dyn AnySolved> = None;

    /// The puzzles that come with it, one a line; `puzzles` describes the format.
    const PUZZLES: &'static str = "";

    /// What is proven of its first positions under the usual rules, as a [`ClaimReader`] reads it.
    const CLAIMS: &'static str = "";

    /// Returns what the side to move does in a line of legal moves, in words of the game, each once:
    /// the themes of a puzzle. Whatever is said is so.
    fn themes(&self, _line: &[Self::Move]) -> Vec<&'static str> {
        Vec::new()
    }

    /// Returns sentences about a mistake of the side to move, the most telling first. Each claim is so,
    /// whether the move is a mistake or not.
    fn remarks(&self, _mistake: Mistake<Self::Move>) -> Vec<String> {
        Vec::new()
    }

    /// Returns the packed board of the canonical image of the position under the symmetries of the
    /// rules, the same for all images. Where the rules treat both players alike, exchanging them is
    /// a symmetry as well. Without symmetries it is the packed board itself.
    fn canonical(&self) -> Self::Packed {
        self.packed()
    }

    /// Opens the game's tables of solved positions in a folder; `None` if the game has none.
    ///
    /// # Errors
    ///
    /// There is no such folder.
    fn open_tables(_folder: &Path) -> Result<Option<Opened<Self>>, TableError> {
        Ok(None)
    }
}
