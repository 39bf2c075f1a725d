//! Splitting bytes into lines.

use std::io::{BufRead, BufReader, Read};

/// A line of input, as bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RawLine {
    /// Its bytes, without the line ending.
    Bytes(Vec<u8>),
    /// It is longer than was asked for; what there is of it is discarded.
    TooLong,
}

/// Calls `each` for every line until the input ends, cannot be read, or `each` returns false. LF,
/// CR LF and CR end a line; the end of the input ends the last one. A line of more than `longest` bytes is told as soon as it is that long.
pub fn raw_lines(input: impl Read, longest: usize, mut each: impl FnMut(RawLine) -> bool) {
    let mut input = BufReader::with_capacity(1 << 16, input);
    let mut line = Vec::new();
    let mut too_long = false;
    let mut is_after_cr = false;
    loop {
        let chunk = match input.fill_buf() {
            Ok([]) => break,
            Ok([b'\n', ..]) if std::mem::take(&mut is_after_cr) => {
                input.consume(1);
                continue;
            }
            Ok(chunk) => chunk,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
            Err(_) => break,
        };
        let end = chunk.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
        let part = &chunk[..end.unwrap_or(chunk.len())];
        if !too_long && line.len() + part.len() > longest {
            too_long = true;
            line = Vec::new();
            if !each(RawLine::TooLong) {
                return;
            }
        } else if !too_long {
            line.extend_from_slice(part);
        }
        let used = part.len() + usize::from(end.is_some());
        is_after_cr = end.is_some_and(|end| chunk[end] == b'\r');
        input.consume(used);
        if end.is_some() {
            let whole = std::mem::take(&mut line);
            if !std::mem::take(&mut too_long) && !each(RawLine::Bytes(whole)) {
                return;
            }
        }
    }
    if !line.is_empty() {
        each(RawLine::Bytes(line));
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const LONGEST: usize = 1 << 20;

    fn all(input: &[u8]) -> Vec<RawLine> {
        let mut found = Vec::new();
        raw_lines(input, LONGEST, |line| {
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
            [bytes("uci"), bytes("isready"), bytes("quit"), bytes("end")]
        );
        assert_eq!(all(b""), []);
    }

    #[test]
    fn a_line_that_is_too_long_is_one_line() {
        let mut input = vec![b'x'; LONGEST];
        input.extend_from_slice(b"\nuci\n");
        assert_eq!(all(&input)[0], RawLine::Bytes(vec![b'x'; LONGEST]));
        input.insert(0, b'x');
        assert_eq!(all(&input), [RawLine::TooLong, bytes("uci")]);
        input.truncate(LONGEST + 1);
        assert_eq!(all(&input), [RawLine::TooLong]);
    }

    #[test]
    fn a_line_without_an_end_is_told() {
        let mut told = Vec::new();
        raw_lines(std::io::repeat(b'x'), 1000, |line| {
            told.push(line);
            false
        });
        assert_eq!(told, [RawLine::TooLong]);
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
            raw_lines(Pieces(&bytes, piece), LONGEST, |line| {
                found.push(line);
                true
            });
            let mut plain = bytes.clone();
            let mut before = b' ';
            plain.retain(|byte| std::mem::replace(&mut before, *byte) != b'\r' || *byte != b'\n');
            let mut wanted: Vec<RawLine> = plain
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
