//! Solved positions of any game: built on the user's machine, verified, and looked up.
//!
//! A *tablebase* is a folder of table files, one for each [`Unit`] of a game. A file holds win, draw
//! or loss of every position of its unit, and distances ([`Metric`]), in packed chunks with
//! checksums. This floor knows no game; what a game has to tell, it tells through [`Solved`].
//!
//! The word *table* means a file here. The search's transposition table is another thing.
//!
//! | file | owns |
//! |---|---|
//! | `solved` | what a game tells: units, sectors, numbers of positions |
//! | `value` | exact values and what their distances count |
//! | `header`, `file`, `memory` | the form of a file, reading one, memory from the system |
//! | `folder`, `cache`, `error` | a folder of files, unpacked chunks, what can be wrong |
//! | `consult` | what moves make of a position |
//! | `oracle` | tables as what the search knows for certain |
//! | `build`, `pool` | building files, on threads of their own |
//! | `verify` | entries against those that their moves lead to |
//!
//! # Solving a game
//!
//! Positions have to be divided into units such that a move either stays in the unit or leads to one
//! that comes before, and never back: captures and placements do that. The parts:
//!
//! 1. [`Unit`]: which units there are, in which order, and what each needs. A unit has one or two
//!    *sectors*, by who is to move and what both sides have; a sector's positions are numbered,
//!    in blocks of equal length.
//! 2. [`Solved`]: the number of a position, and the position of a number. A number may name no
//!    position, and several may name one, so that symmetries need not be divided out exactly.
//!    Positions under rules that the tables were not built for are nowhere: either `locate` says so
//!    or the rules are part of the unit.
//! 3. [`UnitSolver`]: for one unit, how many moves within it each position has, what the moves out of it
//!    gain, and how a move within it is taken back. The waves, the bytes and the file are this
//!    floor's. Moves that change more than a place, such as a stack that returns with another size,
//!    are no special case: `take_back` tells each origin of each such move once.
//! 4. [`Game::open_tables`] and [`Game::visit_solved`], by which the engine and the shell find the
//!    tables.
//!
//! A unit without moves within it (a phase of placements, layer after layer) has nothing to take
//! back: seeds decide everything, and the waves end at once.
//!
//! What this floor takes for granted: the players take turns, so that a win takes an odd number of
//! plies to the end; a game is won, drawn or lost and not counted in points; distances stay below
//! 200 or so, less by the most moves that a position has within its unit ([`Codes::new`]).
//!
//! [`Game::open_tables`]: crate::games::Game::open_tables
//! [`Game::visit_solved`]: crate::games::Game::visit_solved

mod build;
mod cache;
mod consult;
mod error;
mod file;
mod folder;
mod header;
mod memory;
mod oracle;
mod pool;
mod solved;
mod value;
mod verify;

pub use build::{
    BuildOptions, Builder, CellBlock, Cells, Codes, Decided, Gain, Gains, Origins, Sheet, Stage,
    UnitSolver, Wave, Weight,
};
pub use consult::ValuedMove;
pub use error::TableError;
pub use file::TableFile;
pub use folder::{Tablebase, check_folder};
pub use header::{Counts, Header};
pub use oracle::{FolderReport, Opened, open};
pub use pool::Pool;
pub use solved::{Place, Prove, Solved, Unit};
pub use value::{ExactValue, Metric, Wdl};
pub use verify::{Mismatch, Verified};
