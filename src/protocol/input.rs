//! Bytes into lines.

use std::io::{BufRead, BufReader, Read};

/// The longest line that is read, in bytes; a longer one is swallowed to its end.
pub(super) const LONGEST_LINE: usize = 1 << 20;

/// A line of input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Line {
    /// Its bytes, without the end of line.
    Bytes(Vec<u8>),
    /// It was longer than [`LONGEST_LINE`] and is lost.
    TooLong,
}

/// Calls `each` for every line until the input ends, cannot be read, or `each` returns false. LF,
/// CR LF and CR end a line, so that an empty line may be seen where none was meant; the end of the
/// input ends the last one.
pub(super) fn lines(input: impl Read, mut each: impl FnMut(Line) -> bool) {
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
            let found = if too_long { Line::TooLong } else { Line::Bytes(whole) };
            too_long = false;
            if !each(found) {
                return;
            }
        }
    }
    if too_long {
        each(Line::TooLong);
    } else if !line.is_empty() {
        each(Line::Bytes(line));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(input: &[u8]) -> Vec<Line> {
        let mut found = Vec::new();
        lines(input, |line| {
            found.push(line);
            true
        });
        found
    }

    fn bytes(text: &str) -> Line {
        Line::Bytes(text.as_bytes().to_vec())
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
        assert_eq!(all(&input)[0], Line::Bytes(vec![b'x'; LONGEST_LINE]));
        input.insert(0, b'x');
        assert_eq!(all(&input), [Line::TooLong, bytes("uci")]);
        input.truncate(LONGEST_LINE + 1);
        assert_eq!(all(&input), [Line::TooLong]);
    }
}
