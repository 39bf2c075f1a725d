//! Records: sequences of moves, with what stands between them.
//!
//! ```text
//! moves     = { move [ mark ] | variation | comment | ";" | white space }
//! mark      = "!" | "?" | "!?" | "?!" | "!!" | "??"
//! variation = "(" moves ")"      in place of the move before it; may be nested
//! comment   = "#" text           to the end of the line, about the move before it
//! ```

use nom::branch::alt;
use nom::bytes::complete::{tag, take_till1, take_while};
use nom::combinator::recognize;
use nom::multi::many0;
use nom::sequence::{pair, preceded};
use nom::{IResult, Parser};

use super::text::Text;

/// A part of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// A move, and the mark behind it, empty if there is none.
    Move(Text<'a>, &'a str),
    /// A variation begins.
    Open(Text<'a>),
    /// A variation ends.
    Close(Text<'a>),
    /// A comment, with its `#`.
    Comment(Text<'a>),
}

fn is_separator(c: char) -> bool {
    c == ';' || c.is_ascii_whitespace()
}

/// Splits a record into its parts.
pub(super) fn tokens(record: &str) -> Vec<Token<'_>> {
    let comment = recognize(pair(tag("#"), take_while(|c| c != '\n')));
    let word = take_till1(|c| is_separator(c) || matches!(c, '(' | ')' | '#'));
    let one = preceded(take_while(is_separator), alt((tag("("), tag(")"), comment, word)));
    let split: IResult<&str, Vec<&str>> = many0(one).parse(record);
    let parts = split.map(|(_, parts)| parts).unwrap_or_default();
    let mut tokens = Vec::with_capacity(parts.len());
    for part in parts {
        let text = Text::part_of(record, part);
        tokens.push(match part.as_bytes() {
            [b'(', ..] => Token::Open(text),
            [b')', ..] => Token::Close(text),
            [b'#', ..] => Token::Comment(text),
            _ => {
                let (m, mark) = text.split_at(part.trim_end_matches(['!', '?']).len());
                // A mark alone is no mark, and so no move.
                if m.is_empty() { Token::Move(mark, "") } else { Token::Move(m, mark.text) }
            }
        });
    }
    tokens
}

/// Keeps the moves of the main line among tokens, and knows how deep in variations the next one is.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct MainLine<'a> {
    depth: usize,
    /// Where the last variation of the main line begins.
    opened: Option<Text<'a>>,
}

impl<'a> MainLine<'a> {
    /// Returns the move of a token of the main line. What is out of place is returned as if it were a
    /// move, which it is in no game.
    pub(super) fn take(&mut self, token: Token<'a>) -> Option<Text<'a>> {
        match token {
            Token::Open(text) => {
                if self.depth == 0 {
                    self.opened = Some(text);
                }
                self.depth += 1;
            }
            Token::Close(text) if self.depth == 0 => return Some(text),
            Token::Close(_) => self.depth -= 1,
            Token::Move(text, _) if self.depth == 0 => return Some(text),
            Token::Move(..) | Token::Comment(_) => {}
        }
        None
    }

    /// Returns where a variation of the main line begins that has not ended.
    pub(super) fn unclosed(self) -> Option<Text<'a>> {
        self.opened.filter(|_| self.depth > 0)
    }
}

/// Splits a record at `;` and white space into the texts of its moves. Separators may be repeated
/// and may stand at either end, so that a record can be pasted as published. Marks and variations are
/// left out; a variation that does not end is returned as if it were a move, and so is a comment.
#[must_use]
pub fn moves(record: &str) -> Vec<Text<'_>> {
    let (mut line, mut moves) = (MainLine::default(), Vec::new());
    for token in tokens(record) {
        moves.extend(match token {
            Token::Comment(text) => Some(text),
            _ => line.take(token),
        });
    }
    moves.extend(line.unclosed());
    moves
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_published_record_splits_into_its_moves() {
        let record = "W[P63i9];B[P55h8];\n W[P30h9]\t;;B[pass]; ";
        let texts: Vec<_> = moves(record).into_iter().map(|t| (t.text, t.column)).collect();
        assert_eq!(texts, [("W[P63i9]", 1), ("B[P55h8]", 10), ("W[P30h9]", 21), ("B[pass]", 32)]);
        assert_eq!(moves(" ;; "), []);
        assert_eq!(moves(""), []);
    }

    #[test]
    fn variations_and_marks_are_left_out() {
        for (record, expected) in [
            ("a?? (b (c d) e!) f", &["a", "f"][..]),
            ("a(b)c", &["a", "c"]),
            ("a ) b", &["a", ")", "b"]),
            ("a ( b", &["a", "("]),
            ("a ?", &["a", "?"]),
            ("a # b", &["a", "# b"]),
        ] {
            let texts: Vec<_> = moves(record).into_iter().map(|text| text.text).collect();
            assert_eq!(texts, expected, "{record}");
        }
    }
}
