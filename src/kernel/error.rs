//! What can be wrong with an input, in three layers: syntax, meaning, legality.
//!
//! Every error knows the text that offends and where it stands, so that a message can quote it.
//! Columns count bytes from 1 within the text that was given to the parser.

use std::borrow::Cow;
use std::fmt;

/// The longest piece of foreign text that a message repeats, in bytes.
const QUOTED: usize = 40;

/// A text as a message shows it: in double quotes, control characters, quotes and anything that is
/// not ASCII escaped, cut at 40 bytes.
#[derive(Clone, Copy, Debug)]
pub struct Quoted<'a>(pub &'a [u8]);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = &self.0[..self.0.len().min(QUOTED)];
        let dots = if shown.len() < self.0.len() { "..." } else { "" };
        write!(f, "\"{}{dots}\"", shown.escape_ascii())
    }
}

/// A text that has not the form that the notation asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// Where the offending text begins: bytes from 1.
    pub column: usize,
    /// What would have been right, as a noun: `a point`, `"]"`.
    pub expected: Cow<'static, str>,
    /// The offending text; empty at the end of the input.
    pub found: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { column, expected, found } = self;
        if found.is_empty() {
            write!(f, "expected {expected}, found nothing at column {column}")
        } else {
            write!(f, "expected {expected}, found {} at column {column}", Quoted(found.as_bytes()))
        }
    }
}

impl std::error::Error for ParseError {}

/// A well-formed text that describes no position of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadPosition {
    /// Where the offending text begins: bytes from 1.
    pub column: usize,
    /// What is wrong: `point a7 is given twice`.
    pub reason: Cow<'static, str>,
    /// The offending text; empty when the position as a whole is wrong.
    pub found: String,
}

impl fmt::Display for BadPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { column, reason, found } = self;
        if found.is_empty() {
            write!(f, "{reason} at column {column}")
        } else {
            write!(f, "{reason}: {} at column {column}", Quoted(found.as_bytes()))
        }
    }
}

impl std::error::Error for BadPosition {}

/// Why a position text was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PositionError {
    /// It has not the form of a position.
    Syntax(ParseError),
    /// It has the form, but there is no such position.
    Meaning(BadPosition),
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

impl From<ParseError> for PositionError {
    fn from(error: ParseError) -> Self {
        Self::Syntax(error)
    }
}

impl From<BadPosition> for PositionError {
    fn from(error: BadPosition) -> Self {
        Self::Meaning(error)
    }
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax(error) => error.fmt(f),
            Self::Meaning(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for PositionError {}

/// Why a move is not legal: one clause in the words of the game's rules, without a full stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IllegalMove {
    /// The reason: `d7 is not empty`.
    pub reason: Cow<'static, str>,
}

impl IllegalMove {
    /// Returns the refusal with that reason.
    #[must_use]
    pub fn new(reason: impl Into<Cow<'static, str>>) -> Self {
        Self { reason: reason.into() }
    }

    /// The refusal of every move once the game has ended.
    #[must_use]
    pub const fn game_over() -> Self {
        Self { reason: Cow::Borrowed("the game is over") }
    }
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

impl std::error::Error for IllegalMove {}

/// Why a move text was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveError {
    /// It has not the form of a move.
    Syntax(ParseError),
    /// It has the form, but the rules do not allow it here.
    Illegal(IllegalMove),
}

impl From<ParseError> for MoveError {
    fn from(error: ParseError) -> Self {
        Self::Syntax(error)
    }
}

impl From<IllegalMove> for MoveError {
    fn from(error: IllegalMove) -> Self {
        Self::Illegal(error)
    }
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax(error) => error.fmt(f),
            Self::Illegal(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for MoveError {}

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
