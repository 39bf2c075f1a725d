//! Words of a command line, which is bytes: anybody may send anything.

use std::fmt;

use nom::bytes::complete::{take_till1, take_while};
use nom::combinator::verify;
use nom::multi::many0;
use nom::sequence::preceded;
use nom::{IResult, Parser};

/// What a parser returns: the rest of the line, and what it found.
pub type Input<'a, T> = IResult<&'a [u8], T>;

fn is_blank(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == b'\x0b'
}

/// Returns what is between the blanks at both ends.
#[must_use]
pub fn trimmed(text: &[u8]) -> &[u8] {
    let start = text.iter().position(|byte| !is_blank(*byte)).unwrap_or(text.len());
    let end = text.iter().rposition(|byte| !is_blank(*byte)).map_or(start, |last| last + 1);
    &text[start..end]
}

/// Blanks, or nothing.
///
/// # Errors
///
/// None.
pub fn blank(input: &[u8]) -> Input<'_, &[u8]> {
    take_while(is_blank).parse(input)
}

/// A run of bytes without white space.
///
/// # Errors
///
/// There is no word left.
pub fn word(input: &[u8]) -> Input<'_, &[u8]> {
    preceded(blank, take_till1(is_blank)).parse(input)
}

/// All words that are left.
///
/// # Errors
///
/// None.
pub fn words(input: &[u8]) -> Input<'_, Vec<&[u8]>> {
    many0(word).parse(input)
}

/// One given word. Not a prefix: `depth` does not match `depthx`.
pub fn keyword<'a>(
    wanted: &'static str,
) -> impl Parser<&'a [u8], Output = &'a [u8], Error = nom::error::Error<&'a [u8]>> {
    verify(word, move |found: &[u8]| found == wanted.as_bytes())
}

/// Reads an integer; numbers beyond 64 bits are clamped.
#[must_use]
pub fn integer(text: &[u8]) -> Option<i64> {
    let (negative, digits) = match text {
        [b'-', digits @ ..] => (true, digits),
        [b'+', digits @ ..] => (false, digits),
        digits => (false, digits),
    };
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let value = digits.iter().fold(0_i64, |value, digit| {
        value.saturating_mul(10).saturating_add(i64::from(digit - b'0'))
    });
    Some(if negative { -value } else { value })
}

/// Writes words of bytes, a blank before each; what is not UTF-8 is replaced.
pub(super) fn write_words(f: &mut fmt::Formatter<'_>, words: &[&[u8]]) -> fmt::Result {
    words.iter().try_for_each(|word| write!(f, " {}", String::from_utf8_lossy(word)))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn great_numbers_saturate() {
        assert_eq!(integer(b"99999999999999999999999"), Some(i64::MAX));
        assert_eq!(integer(b"-99999999999999999999999"), Some(-i64::MAX));
        assert_eq!(integer(b"+12"), Some(12));
        for wrong in ["", "-", "1.5", "0x10", "1e3"] {
            assert_eq!(integer(wrong.as_bytes()), None, "{wrong:?}");
        }
    }

    proptest! {
        #[test]
        fn integers_are_read_as_the_library_reads_them(text in "[+-]?[0-9]{0,25}") {
            let wanted = text.parse::<i128>().ok();
            let greatest = i128::from(i64::MAX);
            let cut = wanted.map(|n| n.clamp(-greatest, greatest) as i64);
            prop_assert_eq!(integer(text.as_bytes()), cut);
        }
    }
}
