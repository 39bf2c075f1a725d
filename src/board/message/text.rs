//! Texts of the page that may reach an engine, checked as they are read.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::kernel::{Gather, all_ok};
use crate::notation::MARKS;

/// The longest move, in bytes.
const LONGEST_MOVE: usize = 64;
/// The longest position, in bytes: several times that of any game.
const LONGEST_POSITION: usize = 8192;
/// The longest comment, in characters.
const LONGEST_COMMENT: usize = 4000;
/// The most moves of a game.
pub(in crate::board) const LONGEST_GAME: usize = 5000;

/// A move as the page wrote it: one word of printable ASCII.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub(in crate::board) struct MoveWord(String);

impl MoveWord {
    /// Returns the text of a move, if it can be one.
    ///
    /// # Errors
    ///
    /// Says what is wrong with it.
    pub(in crate::board) fn new(text: &str) -> Result<Self, String> {
        check(text, LONGEST_MOVE, "a move")?;
        if text.contains(';') {
            return Err("a move has no semicolon".to_owned());
        }
        Ok(Self(text.to_owned()))
    }

    pub(in crate::board) fn as_str(&self) -> &str {
        &self.0
    }
}

/// Checks that a text can be used as one word of a command.
fn check(text: &str, longest: usize, what: &str) -> Result<(), String> {
    if text.is_empty() || text.len() > longest {
        return Err(format!("{what} has 1 to {longest} characters"));
    }
    if !text.bytes().all(|byte| byte.is_ascii_graphic()) {
        return Err(format!("{what} is printable ASCII without blanks"));
    }
    // It would be mistaken for the keyword.
    if text == "moves" {
        return Err(format!("\"moves\" is not {what}"));
    }
    Ok(())
}

impl TryFrom<String> for MoveWord {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        Self::new(&text)
    }
}

impl fmt::Display for MoveWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Moves as the page wrote them, separated by blanks or semicolons.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub(in crate::board) struct MoveWords(pub(in crate::board) Vec<MoveWord>);

impl TryFrom<String> for MoveWords {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let words = text.split([' ', ';', '\t', '\r', '\n']).filter(|word| !word.is_empty());
        let words = all_ok(words.map(MoveWord::new))?;
        if words.len() > LONGEST_GAME {
            return Err(format!("a game has {LONGEST_GAME} moves at most"));
        }
        Ok(Self(words))
    }
}

/// What is said of a move, line by line.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub(in crate::board) struct CommentText(pub(in crate::board) Vec<String>);

impl TryFrom<String> for CommentText {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        if text.chars().count() > LONGEST_COMMENT {
            return Err(format!("a comment has at most {LONGEST_COMMENT} characters"));
        }
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        let lines: Vec<String> = lines.map(str::to_owned).gather();
        if lines.iter().any(|line| line.chars().any(|c| c.is_control() && c != '\t')) {
            return Err("a comment has no control characters".to_owned());
        }
        Ok(Self(lines))
    }
}

/// A mark of a move, or none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub(in crate::board) struct MarkText(pub(in crate::board) String);

impl TryFrom<String> for MarkText {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        if text.is_empty() || MARKS.contains(&text.as_str()) {
            Ok(Self(text))
        } else {
            Err(format!("{text:?} is none of the marks {}", MARKS.join(" ")))
        }
    }
}

/// A position as the page wrote it: one word of printable ASCII.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub(in crate::board) struct PositionText(pub(in crate::board) String);

impl TryFrom<String> for PositionText {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        check(&text, LONGEST_POSITION, "a position")?;
        Ok(Self(text))
    }
}

/// The name of a memory.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String")]
pub(in crate::board) struct MemoryName(String);

impl MemoryName {
    pub(in crate::board) fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for MemoryName {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let is_plain =
            |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        if (1..=32).contains(&text.len()) && text.bytes().all(is_plain) {
            Ok(Self(text))
        } else {
            Err("the name of a memory is 1 to 32 of a-z, 0-9 and -".to_owned())
        }
    }
}

/// The name of a human player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String")]
pub(in crate::board) struct PlayerName(String);

impl PlayerName {
    pub(in crate::board) fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for PlayerName {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let length = text.chars().count();
        if (1..=40).contains(&length) && text.trim() == text && !text.chars().any(char::is_control)
        {
            Ok(Self(text))
        } else {
            Err("the name of a player is a line of 1 to 40 characters".to_owned())
        }
    }
}

/// An integer in a range, for serde.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "u64")]
pub(in crate::board) struct Within<const LEAST: u64, const MOST: u64>(pub(in crate::board) u64);

impl<const LEAST: u64, const MOST: u64> TryFrom<u64> for Within<LEAST, MOST> {
    type Error = String;

    fn try_from(number: u64) -> Result<Self, String> {
        let range = LEAST..=MOST;
        let text = || format!("{number} is not from {LEAST} to {MOST}");
        range.contains(&number).then_some(Self(number)).ok_or_else(text)
    }
}
