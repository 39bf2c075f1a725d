//! What can be wrong with a store of answers.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

/// So much of a line is quoted, in bytes.
const QUOTED: usize = 400;

/// What can be wrong with a store of answers.
#[derive(Debug, Error)]
pub enum ProofError {
    /// A file or the folder cannot be read or written.
    #[error("{}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
    /// A line is damaged, or contradicts another one.
    #[error("{}: line {line}, \"{}\": {what}", path.display(), quoted(text))]
    BadLine {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1.
        line: usize,
        /// The line itself.
        text: Vec<u8>,
        /// What is wrong.
        what: String,
    },
    /// Another process writes the same part of the answers.
    #[error("{}: another process writes it", .0.display())]
    Busy(PathBuf),
    /// No single line is wrong, but together they are.
    #[error(
        "the answers contradict each other: behind {0} some make the margin more than others allow"
    )]
    Inconsistent(String),
}

fn quoted(text: &[u8]) -> String {
    let shown = &text[..text.len().min(QUOTED)];
    let dots = if shown.len() < text.len() { "..." } else { "" };
    format!("{}{dots}", shown.escape_ascii())
}
