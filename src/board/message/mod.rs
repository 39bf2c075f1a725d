//! Requests of the page and replies of the server: the types of `MESSAGES.md`.
//!
//! A parsed request contains nothing that an engine must not see: moves and positions are printable
//! ASCII without blanks, names are names, numbers are in range.

mod reply;
mod request;
mod text;

pub(super) use reply::{
    Code, LevelEntry, Line, LineScore, Look, MemoryEntry, Refusal, Reply, State, Waits,
};
pub(super) use request::{Number, Request, Seat, read};
pub(super) use text::{LONGEST_GAME, Name, PositionText, Words};
