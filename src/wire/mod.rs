//! The lines of UCI and UGI: what a client and an engine say to each other.
//!
//! Each line is written in one place and read in the same place. What a client sends
//! ([`SetOption`], [`SetPosition`], [`Go`]) is read from bytes and behind the command word, since
//! an engine must answer whatever comes; what an engine sends ([`OptionLine`], [`Info`],
//! [`BestMove`]) is read as a whole line, and what does not fit is skipped. Moves and positions are
//! words here: no game is known.
//!
//! [`Client`] drives an engine: a child process of which nothing unbounded is read, kept or waited
//! for, whatever it does.
//!
//! Beyond UCI, `margin N` in an `info` line is the proven margin at the end of a game of points.

mod best_move;
mod bounds;
mod client;
mod dialect;
mod go;
mod gone;
mod info;
mod leash;
mod malformed;
mod option_line;
mod process;
mod raw_line;
mod set_option;
mod set_position;
mod uci_score;
pub mod words;

pub use best_move::BestMove;
pub use client::{Client, Heard};
pub use dialect::Dialect;
pub use go::Go;
pub use gone::Gone;
pub use info::{Info, refusal, refused};
pub use leash::Leash;
pub use malformed::Malformed;
pub use option_line::{OptionLine, OptionType};
pub use raw_line::{Event, RawLine, RawLines};
pub use set_option::SetOption;
pub use set_position::SetPosition;
pub use uci_score::UciScore;
