//! Requests of the page and replies of the server: the types of `MESSAGES.md`.
//!
//! A parsed request contains nothing that an engine must not see: moves and positions are printable
//! ASCII without blanks, names are names, numbers are in range.

mod fields;
mod refusal;
mod reply;
mod request;
mod seat;
mod text;
mod tree;

pub(super) use refusal::{ErrorCode, RequestError};
pub(super) use reply::{
    Awaited, BuildStatus, ExplorerRow, GameState, Lesson, LineScore, MemoryEntry, PuzzleDeck,
    PuzzleState, Reply, SearchLine, ShelfEntry, ShownPosition, SolvingState,
};
pub(super) use request::{Request, RequestNumber, read};
pub(super) use seat::Seat;
pub(super) use text::{LONGEST_GAME, MemoryName, MoveWord, MoveWords, PlayerName, PositionText};
pub(super) use tree::TreeStep;
