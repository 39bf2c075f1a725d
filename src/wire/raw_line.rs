//! Splitting bytes into lines.

use std::io::{BufRead, BufReader, ErrorKind, Read};
use std::mem::take;

use super::gone::Gone;

/// A line of input, as bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RawLine {
    /// Its bytes, without the line ending.
    Bytes(Vec<u8>),
    /// It is longer than was asked for; what there is of it is discarded.
    TooLong,
}

/// What is sent from thread to thread, here and where an engine reads its commands: for each kind of message a
/// channel has thousands of lines of IR.
#[derive(Debug)]
pub enum Event {
    /// A line was read, or is to be written.
    Line(RawLine),
    /// Nothing more comes.
    Gone(Gone),
    /// Check whether to go on.
    Look,
}

/// The lines of an input until it ends or cannot be read. LF, CR LF and CR end a line; the end of the input
/// ends the last one. A line that is too long is told as soon as it is.
pub struct RawLines<'a> {
    input: BufReader<Box<dyn Read + Send + 'a>>,
    longest: usize,
    line: Vec<u8>,
    is_too_long: bool,
    is_after_cr: bool,
    has_ended: bool,
}

impl<'a> RawLines<'a> {
    /// Returns the lines of an input; those of more than `longest` bytes are too long.
    pub fn new(input: impl Read + Send + 'a, longest: usize) -> Self {
        let input = BufReader::with_capacity(1 << 16, Box::new(input) as Box<dyn Read + Send>);
        Self {
            input,
            longest,
            line: Vec::new(),
            is_too_long: false,
            is_after_cr: false,
            has_ended: false,
        }
    }
}

impl Iterator for RawLines<'_> {
    type Item = RawLine;

    fn next(&mut self) -> Option<RawLine> {
        while !self.has_ended {
            let chunk = match self.input.fill_buf() {
                Ok(chunk) if !chunk.is_empty() => chunk,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                _ => {
                    self.has_ended = true;
                    break;
                }
            };
            if take(&mut self.is_after_cr) && chunk[0] == b'\n' {
                self.input.consume(1);
                continue;
            }
            let end = chunk.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
            let part = &chunk[..end.unwrap_or(chunk.len())];
            let is_told = self.is_too_long;
            let is_too_long = is_told || self.line.len() + part.len() > self.longest;
            if is_too_long {
                self.line.clear();
            } else {
                self.line.extend_from_slice(part);
            }
            self.is_too_long = is_too_long && end.is_none();
            self.is_after_cr = end.is_some_and(|end| chunk[end] == b'\r');
            let used = part.len() + usize::from(end.is_some());
            self.input.consume(used);
            if is_too_long && !is_told {
                return Some(RawLine::TooLong);
            }
            if end.is_some() && !is_too_long {
                return Some(RawLine::Bytes(take(&mut self.line)));
            }
        }
        (!self.line.is_empty()).then(|| RawLine::Bytes(take(&mut self.line)))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const LONGEST: usize = 1 << 20;

    fn all(input: &[u8]) -> Vec<RawLine> {
        RawLines::new(input, LONGEST).collect()
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
        let told = RawLines::new(std::io::repeat(b'x'), 1000).next();
        assert_eq!(told, Some(RawLine::TooLong));
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
            let found: Vec<RawLine> = RawLines::new(Pieces(&bytes, piece), LONGEST).collect();
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
