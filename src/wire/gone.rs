//! Why an engine is of no use any more.

use thiserror::Error;

use super::bounds::{LONGEST_LINE, MOST_BYTES, MOST_LINES};

/// Why an engine is of no use any more. The text goes on after the engine's name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Gone {
    /// The system does not start it.
    #[error("cannot be started: {0}")]
    Unstartable(String),
    /// It ended.
    #[error("ended ({how}){}{said}", if said.is_empty() { "" } else { ": " })]
    Ended {
        /// Its status, or the signal.
        how: String,
        /// What it wrote to standard error first.
        said: String,
    },
    /// It runs, but nothing more will come.
    #[error("closed its output")]
    Closed,
    /// It sends a line without an end.
    #[error("sends a line of more than {LONGEST_LINE} bytes")]
    EndlessLine,
    /// It sends more than anybody can read.
    #[error("floods its {0}: more than {MOST_LINES} lines or {MOST_BYTES} bytes within a second")]
    Floods(&'static str),
    /// It does not read what it is sent.
    #[error("does not read")]
    Deaf,
    /// It does not answer in time.
    #[error("does not answer")]
    Silent,
}
