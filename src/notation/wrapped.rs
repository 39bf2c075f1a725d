//! Moves: a body, with or without the player around it.

use nom::bytes::complete::take_till;
use nom::character::complete::char;
use nom::combinator::{all_consuming, cut, opt};
use nom::error::ErrorKind;
use nom::sequence::{delimited, terminated};
use nom::{Err, IResult, Parser};

use super::text::Text;
use crate::kernel::{IllegalMove, MoveError, ParseError, Player};

/// A parsed move text: `PLAYER[body]`, or the body alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wrapped<'a> {
    /// The text before the bracket, if there is one.
    pub player: Option<Text<'a>>,
    /// The move itself.
    pub body: Text<'a>,
}

impl<'a> Wrapped<'a> {
    /// Parses a move text.
    ///
    /// # Errors
    ///
    /// Refuses mismatched brackets, text after them, and white space.
    pub fn read(text: &'a str) -> Result<Self, ParseError> {
        match all_consuming(wrapped).parse(text) {
            Ok((_, (player, body))) => Ok(Self {
                player: player.map(|player| Text::part_of(text, player)),
                body: Text::part_of(text, body),
            }),
            Err(Err::Error(error) | Err::Failure(error)) => {
                let expected = match error.code {
                    ErrorKind::Char => "\"]\"",
                    _ => "nothing after the move",
                };
                Err(Text::part_of(text, error.input).expected(expected))
            }
            Err(Err::Incomplete(_)) => Err(Text::whole(text).expected("a move")),
        }
    }

    /// Returns the player that the text names.
    ///
    /// # Errors
    ///
    /// Refuses a player that is not one of the two letters.
    pub fn player(&self, letters: [&str; 2]) -> Result<Option<Player>, ParseError> {
        let Some(named) = self.player else { return Ok(None) };
        match Player::ALL.into_iter().find(|player| letters[player.index()] == named.text) {
            Some(player) => Ok(Some(player)),
            None => Err(named.expected(format!("{} or {}", letters[0], letters[1]))),
        }
    }

    /// Checks that the player named by the text, if any, is to move.
    ///
    /// # Errors
    ///
    /// Refuses a player that is not one of the two letters, and one who is not to move.
    pub fn check_turn(&self, letters: [&str; 2], to_move: Player) -> Result<(), MoveError> {
        match self.player(letters)? {
            Some(player) if player != to_move => {
                let letter = letters[player.index()];
                Err(IllegalMove::new(format!("it is not {letter}'s turn")).into())
            }
            _ => Ok(()),
        }
    }
}

fn is_special(c: char) -> bool {
    matches!(c, '[' | ']') || c.is_whitespace()
}

fn wrapped(input: &str) -> IResult<&str, (Option<&str>, &str)> {
    let (rest, player) = opt(terminated(take_till(is_special), char('['))).parse(input)?;
    match player {
        None => take_till(is_special).map(|body| (None, body)).parse(rest),
        Some(player) => delimited(|i| Ok((i, ())), take_till(is_special), cut(char(']')))
            .map(|body| (Some(player), body))
            .parse(rest),
    }
}

/// Returns a move without its player: `A2-A3` of `R[A2-A3]`. What is no move stays as it is.
#[must_use]
pub fn body(text: &str) -> &str {
    Wrapped::read(text).map_or(text, |wrapped| wrapped.body.text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wrapper_may_be_missing() {
        let full = Wrapped::read("W[P63i9]").unwrap();
        assert_eq!(full.player, Some(Text { text: "W", column: 1 }));
        assert_eq!(full.body, Text { text: "P63i9", column: 3 });
        let bare = Wrapped::read("P63i9").unwrap();
        assert_eq!(bare.player, None);
        assert_eq!(bare.body, Text { text: "P63i9", column: 1 });
    }

    #[test]
    fn refusals_name_the_place() {
        for (text, message) in [
            ("B[a7", "expected \"]\", found nothing at column 5"),
            ("B[a7]]", "expected nothing after the move, found \"]\" at column 6"),
            ("a7]", "expected nothing after the move, found \"]\" at column 3"),
            ("B[[a7]]", "expected \"]\", found \"[a7]]\" at column 3"),
            ("B[a7 ]", "expected \"]\", found \" ]\" at column 5"),
        ] {
            assert_eq!(Wrapped::read(text).unwrap_err().to_string(), message, "{text}");
        }
        let unknown = Wrapped::read("X[a7]").unwrap().check_turn(["B", "W"], Player::First);
        assert_eq!(unknown.unwrap_err().to_string(), "expected B or W, found \"X\" at column 1");
        let other = Wrapped::read("W[a7]").unwrap().check_turn(["B", "W"], Player::First);
        assert_eq!(other.unwrap_err().to_string(), "it is not W's turn");
    }
}
