//! A piece of the input that remembers its position.

use std::borrow::Cow;

use crate::kernel::{BadPosition, ParseError};

/// A part of an input text and the column where it begins, counted in bytes from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Text<'a> {
    /// The text itself.
    pub text: &'a str,
    /// Where it begins.
    pub column: usize,
}

impl<'a> Text<'a> {
    /// Returns the whole of an input.
    #[must_use]
    pub const fn whole(text: &'a str) -> Self {
        Self { text, column: 1 }
    }

    /// Returns `part`, a slice of `whole`, with its column.
    pub(super) fn part_of(whole: &str, part: &'a str) -> Self {
        Self { text: part, column: part.as_ptr() as usize - whole.as_ptr() as usize + 1 }
    }

    /// Returns whether there is no text.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.text.is_empty()
    }

    /// Splits after the first `bytes` bytes, but no later than the end and never inside a
    /// character.
    #[must_use]
    pub fn split_at(self, bytes: usize) -> (Self, Self) {
        let mut at = bytes.min(self.text.len());
        while !self.text.is_char_boundary(at) {
            at -= 1;
        }
        let (before, after) = self.text.split_at(at);
        (Self { text: before, column: self.column }, Self { text: after, column: self.column + at })
    }

    /// Splits before the first character that is not `wanted`.
    #[must_use]
    pub fn take_while(self, wanted: impl Fn(char) -> bool) -> (Self, Self) {
        self.split_at(self.text.find(|c| !wanted(c)).unwrap_or(self.text.len()))
    }

    /// Splits around the first occurrence of `separator`, which belongs to neither part.
    #[must_use]
    pub fn split_once(self, separator: char) -> Option<(Self, Self)> {
        let at = self.text.find(separator)?;
        let (before, after) = self.split_at(at);
        Some((before, after.split_at(separator.len_utf8()).1))
    }

    /// Returns what follows `prefix`, if the text begins with it.
    #[must_use]
    pub fn strip_prefix(self, prefix: &str) -> Option<Self> {
        self.text.starts_with(prefix).then(|| self.split_at(prefix.len()).1)
    }

    /// Reads the text as a decimal number of at most `max`: no sign, no leading zero.
    #[must_use]
    pub fn number(self, max: u32) -> Option<u32> {
        let canonical = self.text == "0" || !self.text.starts_with('0');
        let digits = self.text.bytes().all(|b| b.is_ascii_digit());
        (canonical && digits).then(|| self.text.parse().ok()).flatten().filter(|n| *n <= max)
    }

    /// Returns as much of the text as an error keeps.
    fn quoted(self) -> Vec<u8> {
        self.split_at(64).0.text.into()
    }

    /// Returns the error that something else was expected instead of this text.
    #[must_use]
    pub fn expected(self, expected: impl Into<Cow<'static, str>>) -> ParseError {
        ParseError { column: self.column, expected: expected.into(), found: self.quoted() }
    }

    /// Returns the error that this text is well formed but meaningless here.
    #[must_use]
    pub fn bad(self, reason: impl Into<Cow<'static, str>>) -> BadPosition {
        BadPosition { column: self.column, reason: reason.into(), found: self.quoted() }
    }
}

/// Returns bytes as text, if all of them are ASCII.
///
/// # Errors
///
/// Names the first character that is not, or the bytes that are no character.
pub fn ascii(bytes: &[u8]) -> Result<&str, ParseError> {
    match bytes.iter().position(|b| !b.is_ascii()) {
        None => Ok(std::str::from_utf8(bytes).unwrap_or("")),
        Some(at) => Err(ParseError {
            column: at + 1,
            expected: "ASCII text".into(),
            found: character(&bytes[at..]).into(),
        }),
    }
}

/// Returns the bytes of the first character, or of what stands there instead of one in UTF-8.
fn character(bytes: &[u8]) -> &[u8] {
    let chunk = bytes.utf8_chunks().next();
    chunk.map_or(bytes, |chunk| match chunk.valid().chars().next() {
        Some(first) => &bytes[..first.len_utf8()],
        None => chunk.invalid(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_one_spelling() {
        for (text, value) in [("0", Some(0)), ("10", Some(10)), ("100", Some(100))] {
            assert_eq!(Text::whole(text).number(100), value);
        }
        for wrong in ["", "00", "01", "+1", "-1", " 1", "1 ", "x", "101", "99999999999"] {
            assert_eq!(Text::whole(wrong).number(100), None, "{wrong:?}");
        }
    }

    #[test]
    fn parts_keep_their_column() {
        let text = Text::whole("a7-d7");
        let (from, to) = text.split_once('-').unwrap();
        assert_eq!((from.column, to.column, to.text), (1, 4, "d7"));
        assert_eq!(Text::whole("é").split_at(1).0.text, "");
        for (text, column, found) in [
            (&b"a7\xff\xfe"[..], 3, "\\xff"),
            ("é7".as_bytes(), 1, "\\xc3\\xa9"),
            (b"a\xe2\x82", 2, "\\xe2\\x82"),
        ] {
            let error = ascii(text).unwrap_err();
            assert_eq!(
                (error.column, error.to_string()),
                (column, format!("expected ASCII text, found \"{found}\" at column {column}"))
            );
        }
    }
}
