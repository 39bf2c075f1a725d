//! Pasted text: a position, moves, or both, in the forms found in the wild.

use super::games::GameResult;
use super::record::{MainLine, tokens};
use super::text::Text;
use crate::kernel::Gather;

/// The parts of a pasted text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pasted<'a> {
    /// The position that the moves start from; `None` for the start position.
    pub start: Option<Text<'a>>,
    /// The moves.
    pub moves: Vec<Text<'a>>,
}

/// Splits a text into its parts. The words of the protocol's `position` command, move numbers
/// (`12.`), a result after the moves and comments (`#` to the end of the line), marks (`?`) and variations in parentheses are skipped. A
/// variation that does not end is returned as if it were a move, which it is in no game.
#[must_use]
pub fn pasted(text: &str) -> Pasted<'_> {
    let mut line = MainLine::default();
    let mut words: Vec<Text> =
        tokens(text).into_iter().filter_map(|token| line.take(token)).gather();
    words.extend(line.unclosed());
    let mut parts = Pasted { start: None, moves: Vec::new() };
    for word in words {
        let word = without_number(word);
        let is_position = word.text.contains("turn[") || word.text.matches('[').count() > 1;
        match word.text {
            "" => {}
            "position" | "fen" | "sfen" | "startpos" | "moves" if parts.moves.is_empty() => {}
            _ if is_position && parts.start.is_none() && parts.moves.is_empty() => {
                parts.start = Some(word);
            }
            _ => parts.moves.push(word),
        }
    }
    if parts.moves.last().is_some_and(|last| GameResult::from_name(last.text).is_some()) {
        parts.moves.pop();
    }
    parts
}

/// Drops a move number and its dots from the front of a word.
fn without_number(word: Text<'_>) -> Text<'_> {
    let (digits, rest) = word.take_while(|c| c.is_ascii_digit());
    let (dots, rest) = rest.take_while(|c| c == '.');
    if digits.is_empty() || dots.is_empty() { word } else { rest }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(text: &str) -> (Option<String>, Vec<String>) {
        let parts = pasted(text);
        let texts = parts.moves.iter().map(|part| {
            assert_eq!(&text[part.column - 1..][..part.text.len()], part.text);
            part.text.to_owned()
        });
        (parts.start.map(|text| text.text.to_owned()), texts.collect())
    }

    #[test]
    fn pasted_games_come_apart() {
        let list = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
        for (text, start, moves) in [
            ("W[P63i9];B[P55h8];\r\nW[P30h9]\n", None, &["W[P63i9]", "B[P55h8]", "W[P30h9]"][..]),
            ("# a game\n1. B[d6] W[d2]\n2.B[f4] # good\n", None, &["B[d6]", "W[d2]", "B[f4]"]),
            ("B[d6]W[]hand[8,9]turn[W] d2", Some("B[d6]W[]hand[8,9]turn[W]"), &["d2"]),
            ("position startpos moves d6 d2", None, &["d6", "d2"]),
            ("position fen on[]turn[1] moves RXK", Some("on[]turn[1]"), &["RXK"]),
            ("B[a7]W[c5]", Some("B[a7]W[c5]"), &[]),
            ("1[RXK] 2[RXK@E]", None, &["1[RXK]", "2[RXK@E]"]),
            ("d6 d2 1-0\n", None, &["d6", "d2"]),
            ("d6 (d2 f4 (b4) f2", None, &["d6", "("]),
            ("1. d6?! (1. f4 d2 # why (not\n) d2 1-0\n", None, &["d6", "d2"]),
            ("", None, &[]),
        ] {
            assert_eq!(parts(text), (start.map(str::to_owned), list(moves)), "{text:?}");
        }
    }
}
