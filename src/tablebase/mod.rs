//! Solved positions of any game: built on the user's machine, verified, and looked up.
//!
//! A *tablebase* is a folder of table files, one for each [`Unit`] of a game. A file holds win,
//! draw or loss of every position of its unit, and distances ([`Metric`]), in compressed chunks
//! with checksums. This floor knows no game; a game describes its units through [`Solved`].
//!
//! Here, *table* means a file, not the transposition table of the search.
//!
//! | file | owns |
//! |---|---|
//! | `value` | exact values and what their distances count |
//! | `unit` | units, sectors, indices of positions |
//! | `solved` | what a game provides to look positions up |
//! | `header`, `file`, `chunks`, `reads` | the form of a file, reading one, its chunks, reads that survive its change |
//! | `memory` | large arrays |
//! | `outline` | units without their positions, the same type for all games |
//! | `digest`, `certificate` | the hash of a sector's values, and the text that keeps all of them |
//! | `folder`, `cache`, `error` | a folder of files, unpacked chunks, what can be wrong |
//! | `lookup` | a folder of files of a game, and the places of its positions |
//! | `consult` | the value of a position from its moves |
//! | `oracle` | tables as an oracle for the search |
//! | `build`, `pool` | building files, on threads of their own |
//! | `verify` | entries against those that their moves lead to |
//!
//! # Solving a game
//!
//! Positions are divided into units such that a move either stays in its unit or leads to an
//! earlier one, and never back; captures and placements are such moves. The parts:
//!
//! 1. [`Unit`]: the units, their order, and what each needs. A unit has one or two *sectors*, by
//!    who is to move and what both sides have; a sector's positions are numbered, in blocks of
//!    equal length.
//! 2. [`Solved`]: the number of a position, and the position of a number. An index may have no
//!    position, and several may have the same one, so that symmetries need not be divided out
//!    exactly. Positions under rules that the tables were not built for have no place: either
//!    `locate` says so or the rules are part of the unit.
//! 3. [`Buildable`] and its [`UnitSolver`]: for one unit, how many moves within it each position
//!    has, what the moves out of it gain, and how a move within it is unmade. The waves, the bytes
//!    and the file belong to this floor. Moves that change more than a place, such as a stack that
//!    returns with another size, need no special treatment: `take_back` reports each origin of each
//!    such move once.
//! 4. [`Game::open_tables`] and [`Game::SOLVED`], through which the engine and the shell find
//!    the tables.
//!
//! A unit without moves within it (a phase of placements, layer by layer) has nothing to unmake:
//! the seeds decide everything, there are no waves, and since every move is a conversion, its file
//! holds results alone ([`Unit::has_inner_moves`]).
//!
//! Assumptions of this floor: the players alternate, so that a win takes an odd number of plies; a
//! game is won, drawn or lost, not scored in points; distances stay below about 200 minus the most
//! moves that a position has within its unit ([`Codes::new`]).
//!
//! [`Game::open_tables`]: crate::games::Game::open_tables
//! [`Game::SOLVED`]: crate::games::Game::SOLVED

mod build;
mod cache;
mod certificate;
mod chunks;
mod consult;
mod digest;
mod error;
mod file;
mod folder;
mod header;
mod lookup;
mod memory;
mod oracle;
mod outline;
mod pool;
mod reads;
mod solved;
mod unit;
mod value;
mod verify;

pub use build::{
    BuildOptions, Buildable, Builder, CellBlock, Cells, Codes, Decided, FolderLock, Gain, Gains,
    Origins, Prove, Seeded, Sheet, Stage, UnitSolver, Wave, Weight, Workshop,
};
pub use certificate::{Certificate, Certified};
pub use consult::ValuedMove;
pub use error::TableError;
pub use file::TableFile;
pub use folder::{Folder, check_folder};
pub use header::{Counts, Header};
pub use lookup::Tablebase;
pub use oracle::{FolderReport, Opened, open};
pub use outline::{Outline, Units};
pub use pool::Pool;
pub use solved::Solved;
pub use unit::{Place, Unit, choose_pairs};
pub use value::{ExactValue, Metric, Wdl};
pub use verify::{Mismatch, Verified};
