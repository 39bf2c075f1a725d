//! What can be wrong with an input, in three layers: syntax, meaning, legality.
//!
//! Every error carries the offending text and its position, so that a message can quote it. Columns
//! count bytes from 1 within the text given to the parser.

use std::borrow::Cow;
use std::fmt;

use thiserror::Error;

/// The longest piece of user input that a message quotes, in bytes.
const QUOTED: usize = 40;

/// A text as messages quote it: in double quotes, with control characters, quotes and non-ASCII
/// escaped, cut at 40 bytes.
#[derive(Clone, Copy, Debug)]
pub struct Quoted<'a>(pub &'a [u8]);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = &self.0[..self.0.len().min(QUOTED)];
        let dots = if shown.len() < self.0.len() { "..." } else { "" };
        write!(f, "\"{}{dots}\"", shown.escape_ascii())
    }
}

/// What was found instead of what was expected: a quoted text, or `nothing` at the end of the
/// input.
struct Found<'a>(&'a [u8]);

impl fmt::Display for Found<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() { f.write_str("nothing") } else { Quoted(self.0).fmt(f) }
    }
}

/// The offending text, appended to what is wrong with it, if there is one.
struct Offending<'a>(&'a [u8]);

impl fmt::Display for Offending<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() { Ok(()) } else { write!(f, ": {}", Quoted(self.0)) }
    }
}

/// A text that does not match the grammar.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("expected {expected}, found {} at column {column}", Found(found))]
pub struct ParseError {
    /// Where the offending text begins: bytes from 1.
    pub column: usize,
    /// What would have been right, as a noun: `a point`, `"]"`.
    pub expected: Cow<'static, str>,
    /// The offending text; empty at the end of the input.
    pub found: Vec<u8>,
}

/// A well-formed text that does not describe a position of the game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{reason}{} at column {column}", Offending(found))]
pub struct BadPosition {
    /// Where the offending text begins: bytes from 1.
    pub column: usize,
    /// What is wrong: `point a7 is given twice`.
    pub reason: Cow<'static, str>,
    /// The offending text; empty when the position as a whole is wrong.
    pub found: Vec<u8>,
}

/// Why a position text was refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PositionError {
    /// It does not match the grammar of positions.
    #[error(transparent)]
    Syntax(#[from] ParseError),
    /// It is well formed, but no such position exists.
    #[error(transparent)]
    Meaning(#[from] BadPosition),
}

impl PositionError {
    /// Returns where the offending text begins: bytes from 1.
    #[must_use]
    pub const fn column(&self) -> usize {
        match self {
            Self::Syntax(error) => error.column,
            Self::Meaning(error) => error.column,
        }
    }
}

/// Why a move is illegal: one clause in the words of the game's rules, without a full stop.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{reason}")]
pub struct IllegalMove {
    /// The reason: `d7 is not empty`.
    pub reason: Cow<'static, str>,
}

impl IllegalMove {
    /// Returns the error with that reason.
    #[must_use]
    pub fn new(reason: impl Into<Cow<'static, str>>) -> Self {
        Self { reason: reason.into() }
    }

    /// The error for any move once the game has ended.
    #[must_use]
    pub const fn game_over() -> Self {
        Self { reason: Cow::Borrowed("the game is over") }
    }
}

/// Why a move text was refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MoveError {
    /// It does not match the grammar of moves.
    #[error(transparent)]
    Syntax(#[from] ParseError),
    /// It is well formed, but not legal here.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn foreign_text_is_escaped_and_cut() {
        assert_eq!(Quoted(b"a\tb\xff\"").to_string(), r#""a\tb\xff\"""#);
        let long = [b'x'; 41];
        assert_eq!(Quoted(&long).to_string(), format!("\"{}...\"", "x".repeat(40)));
    }
}
