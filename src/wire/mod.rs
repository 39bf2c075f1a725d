//! The lines of UCI and UGI: what a client and an engine say to each other.
//!
//! Each line is written in one place and read in the same place. What a client sends
//! ([`SetOption`], [`SetPosition`], [`Go`]) is read from bytes and behind the command word, since
//! an engine must answer whatever comes; what an engine sends ([`OptionLine`], [`Info`],
//! [`BestMove`]) is read as a whole line, and what does not fit is skipped. Moves and positions are
//! words here: no game is known.
//!
//! Beyond UCI, `margin N` in an `info` line is the proven margin at the end of a game of points.

mod best_move;
mod dialect;
mod go;
mod info;
mod malformed;
mod option_line;
mod raw_line;
mod set_option;
mod set_position;
mod uci_score;
pub mod words;

pub use best_move::BestMove;
pub use dialect::Dialect;
pub use go::Go;
pub use info::{Info, refusal, refused};
pub use malformed::Malformed;
pub use option_line::{OptionLine, OptionType};
pub use raw_line::{RawLine, raw_lines};
pub use set_option::SetOption;
pub use set_position::SetPosition;
pub use uci_score::UciScore;
