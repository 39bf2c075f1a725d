//! Splitting bytes into lines.

use std::io::{BufRead, BufReader, Read};

/// The longest line that is read, in bytes; a longer one is discarded.
pub(super) const LONGEST_LINE: usize = 1 << 20;

/// A line of input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum RawLine {
    /// Its bytes, without the line ending.
    Bytes(Vec<u8>),
    /// It was longer than [`LONGEST_LINE`] and was discarded.
    TooLong,
}

/// Calls `each` for every line until the input ends, cannot be read, or `each` returns false. LF,
/// CR LF and CR end a line, so a spurious empty line may appear; the end of the input ends the last
/// one.
pub(super) fn lines(input: impl Read, mut each: impl FnMut(RawLine) -> bool) {
    let mut input = BufReader::with_capacity(1 << 16, input);
    let mut line = Vec::new();
    let mut too_long = false;
    loop {
        let chunk = match input.fill_buf() {
            Ok([]) => break,
            Ok(chunk) => chunk,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
            Err(_) => break,
        };
        let end = chunk.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
        let part = &chunk[..end.unwrap_or(chunk.len())];
        if line.len() + part.len() > LONGEST_LINE {
            too_long = true;
            line = Vec::new();
        } else if !too_long {
            line.extend_from_slice(part);
        }
        let used = part.len() + usize::from(end.is_some());
        input.consume(used);
        if end.is_some() {
            let whole = std::mem::take(&mut line);
            let found = if too_long { RawLine::TooLong } else { RawLine::Bytes(whole) };
            too_long = false;
            if !each(found) {
                return;
            }
        }
    }
    if too_long {
        each(RawLine::TooLong);
    } else if !line.is_empty() {
        each(RawLine::Bytes(line));
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn all(input: &[u8]) -> Vec<RawLine> {
        let mut found = Vec::new();
        lines(input, |line| {
            found.push(line);
            true
        });
        found
    }

    fn bytes(text: &str) -> RawLine {
        RawLine::Bytes(text.as_bytes().to_vec())
    }

    #[test]
    fn every_end_of_line_counts() {
        assert_eq!(
            all(b"uci\nisready\r\nquit\rend"),
            [bytes("uci"), bytes("isready"), bytes(""), bytes("quit"), bytes("end")]
        );
        assert_eq!(all(b""), []);
    }

    #[test]
    fn a_line_that_is_too_long_is_one_line() {
        let mut input = vec![b'x'; LONGEST_LINE];
        input.extend_from_slice(b"\nuci\n");
        assert_eq!(all(&input)[0], RawLine::Bytes(vec![b'x'; LONGEST_LINE]));
        input.insert(0, b'x');
        assert_eq!(all(&input), [RawLine::TooLong, bytes("uci")]);
        input.truncate(LONGEST_LINE + 1);
        assert_eq!(all(&input), [RawLine::TooLong]);
    }

    /// Returns a few bytes at a time.
    struct Pieces<'a>(&'a [u8], usize);

    impl Read for Pieces<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            let n = self.1.min(buffer.len()).min(self.0.len());
            buffer[..n].copy_from_slice(&self.0[..n]);
            self.0 = &self.0[n..];
            Ok(n)
        }
    }

    proptest! {
        #[test]
        fn lines_are_those_of_a_plain_split(
            bytes in prop::collection::vec(
                prop_oneof![any::<u8>(), Just(b'\n'), Just(b'\r')], 0..200),
            piece in 1_usize..20,
        ) {
            let mut found = Vec::new();
            lines(Pieces(&bytes, piece), |line| {
                found.push(line);
                true
            });
            let mut wanted: Vec<RawLine> = bytes
                .split(|byte| matches!(byte, b'\n' | b'\r'))
                .map(|line| RawLine::Bytes(line.to_vec()))
                .collect();
            // Text after the last line ending is a line only if it is not empty.
            if wanted.last() == Some(&RawLine::Bytes(Vec::new())) {
                wanted.pop();
            }
            prop_assert_eq!(found, wanted);
        }
    }
}
