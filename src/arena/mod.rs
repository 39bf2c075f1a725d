//! Matches between engines: who is stronger, and by how much.
//!
//! ```text
//! schedule -> opening -> referee asks contestants in turn -> ledger -> record, standings -> Elo, test
//! ```
//!
//! Start with [`Tournament`]. A *round* is a pair of games from one opening for each pairing, each
//! player once on either side. The referee keeps the game with the rules of this crate: a player that
//! crashes, hangs, makes an illegal move or exceeds its time loses, and the record says so. A match that
//! is recorded in an [`Archive`] can be interrupted at any time and resumes with the
//! missing games. A match may be played in parts ([`Part`](crate::kernel::Part)), each on a machine of its
//! own, and be put together again ([`Tournament::count`]): the *ledger* counts games in their order and
//! asks the test behind each round, so that results depend neither on the machines nor on timing. This
//! floor prints nothing.

mod archive;
mod builtin;
mod contestant;
mod elo;
mod error;
mod learned;
mod ledger;
mod move_limits;
mod novice;
mod openings;
mod process;
mod referee;
mod run;
mod runner;
mod schedule;
mod scoresheet;
mod spec;
mod sprt;
mod standings;
mod tournament;

pub use archive::{Archive, ArchiveError, Recorded, RecordedGame, Resumed, resuming};
pub use contestant::{Choice, Contestant, Fault, Turn};
pub use elo::{Estimate, Pentanomial, elo, score};
pub use error::ArenaError;
pub use move_limits::MoveLimits;
pub use openings::{OpeningSource, opening_lines};
pub use referee::{Conditions, DrawRule, Termination};
pub use runner::Progress;
pub use schedule::{Fixture, Format, Schedule};
pub use spec::{BuiltinSpec, LearnerSpec, PlayerKind, PlayerSpec, ProgramSpec};
pub use sprt::{Decision, Model, Sprt};
pub use standings::{PairResults, Standings};
pub use tournament::Tournament;
