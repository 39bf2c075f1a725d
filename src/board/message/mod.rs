//! Requests of the page and replies of the server: the types of `MESSAGES.md`.
//!
//! A parsed request contains nothing that an engine must not see: moves and positions are printable
//! ASCII without blanks, names are names, numbers are in range.

mod refusal;
mod reply;
mod request;
mod seat;
mod text;

pub(super) use refusal::{Code, Refusal};
pub(super) use reply::{LevelEntry, Line, LineScore, Look, MemoryEntry, Reply, State, Waits};
pub(super) use request::{Number, Request, read};
pub(super) use seat::Seat;
pub(super) use text::{LONGEST_GAME, Name, PositionText, Word, Words};
