//! What the page asks and what the server says: the types of `MESSAGES.md`.
//!
//! A request that was read holds nothing that an engine should not see: moves and positions are
//! printable ASCII without blanks, names are names, numbers are in range.

mod reply;
mod request;
mod text;

pub(super) use reply::{
    Code, LevelEntry, Line, LineScore, Look, MemoryEntry, Refusal, Reply, State, Waits,
};
pub(super) use request::{Number, Request, Seat, read};
pub(super) use text::{LONGEST_GAME, Name, PositionText, Words};
