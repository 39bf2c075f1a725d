//! The command that sets the position.

use std::fmt;

use super::malformed::Malformed;
use super::words::{word, words, write_words};
use crate::kernel::Gather;

/// `position startpos|fen POSITION [moves MOVE...]`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SetPosition<'a> {
    /// The position to start from; `None` for the start position of the game.
    pub start: Option<&'a [u8]>,
    /// The words of the moves from there on.
    pub moves: Vec<&'a [u8]>,
}

impl<'a> SetPosition<'a> {
    /// Returns the command that sets a position by its start and the moves since.
    pub fn new(start: Option<&'a str>, moves: impl IntoIterator<Item = &'a str>) -> Self {
        let moves = moves.into_iter().map(str::as_bytes).gather();
        Self { start: start.map(str::as_bytes), moves }
    }

    /// Reads what follows `position`. `pos` is `fen`; `fen startpos` is `startpos`; `moves` may come
    /// again between the moves.
    ///
    /// # Errors
    ///
    /// There is no position, or something other than moves follows it.
    pub fn parse(input: &'a [u8]) -> Result<Self, Malformed> {
        let wrong = |at: &[u8]| Malformed::new("position", "startpos or fen POSITION", at);
        let (after, first) = word(input).map_err(|_| wrong(input))?;
        let (after, start) = match first {
            b"startpos" => (after, None),
            b"fen" | b"pos" => match word(after) {
                Ok((after, b"startpos")) => (after, None),
                Ok((after, text)) => (after, Some(text)),
                Err(_) => return Err(wrong(after)),
            },
            _ => return Err(wrong(first)),
        };
        let (_, mut moves) = words(after).unwrap_or((after, Vec::new()));
        match moves.first() {
            None | Some(&b"moves") => {}
            Some(other) => return Err(Malformed::new("position", "moves M... after it", other)),
        }
        moves.retain(|text| *text != b"moves");
        Ok(Self { start, moves })
    }
}

impl fmt::Display for SetPosition<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.start {
            None => f.write_str("position startpos")?,
            Some(text) => write!(f, "position fen {}", String::from_utf8_lossy(text))?,
        }
        if !self.moves.is_empty() {
            f.write_str(" moves")?;
        }
        write_words(f, &self.moves)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(line: &str) -> Result<SetPosition<'_>, Malformed> {
        SetPosition::parse(line.strip_prefix("position").unwrap().as_bytes())
    }

    #[test]
    fn positions_take_all_the_forms_that_clients_send() {
        for line in [
            "position startpos moves a7 d7",
            "position fen startpos moves a7 d7",
            "position startpos moves a7 moves d7",
            "position\tstartpos  moves  a7\td7 ",
        ] {
            assert_eq!(read(line), Ok(SetPosition::new(None, ["a7", "d7"])), "{line}");
        }
        let empty = "B[]W[]turn[B]";
        assert_eq!(read(&format!("position pos {empty}")), Ok(SetPosition::new(Some(empty), [])));
        let refused = |line: &str| read(line).unwrap_err().to_string();
        assert_eq!(refused("position fen"), "position wants startpos or fen POSITION, got nothing");
        assert_eq!(
            refused("position startpos a7"),
            "position wants moves M... after it, got \"a7\""
        );
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(
            start in prop::option::of("[A-Z]\\[[!-~]{0,9}\\]"),
            moves in prop::collection::vec("[A-Z]\\[[!-~]{0,9}\\]", 0..9),
        ) {
            let written = SetPosition::new(start.as_deref(), moves.iter().map(String::as_str));
            let line = written.to_string();
            prop_assert_eq!(read(&line), Ok(written));
        }

        #[test]
        fn any_bytes_are_read_or_refused(
            mut bytes in prop::collection::vec(any::<u8>(), 0..200),
            head in prop::sample::select(vec![" ", " startpos ", " fen ", " startpos moves "]),
        ) {
            bytes.splice(0..0, head.bytes());
            if let Err(error) = SetPosition::parse(&bytes) {
                prop_assert!(error.to_string().len() < 250, "{}", error);
            }
        }
    }
}
