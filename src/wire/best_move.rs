//! The answer to `go`.

use std::fmt;

/// `bestmove MOVE [ponder MOVE]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BestMove<'a> {
    /// The move; `0000` if there is none.
    pub best: &'a str,
    /// The reply that the engine expects, if it says so.
    pub ponder: Option<&'a str>,
}

impl<'a> BestMove<'a> {
    /// Reads a line; `None` if it is another one. The move is empty if it is missing.
    #[must_use]
    pub fn parse(line: &'a str) -> Option<Self> {
        let mut words = line.split_ascii_whitespace();
        let ("bestmove", best) = (words.next()?, words.next().unwrap_or("")) else { return None };
        let ponder = words.next().filter(|word| *word == "ponder").and_then(|_| words.next());
        Some(Self { best, ponder })
    }
}

impl fmt::Display for BestMove<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "bestmove {}", self.best)?;
        self.ponder.map_or(Ok(()), |ponder| write!(f, " ponder {ponder}"))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_is_missing_is_empty() {
        let of = |best| Some(BestMove { best, ponder: None });
        assert_eq!(BestMove::parse("bestmove"), of(""));
        assert_eq!(BestMove::parse(" bestmove\ta1 ponder"), of("a1"));
        assert_eq!(BestMove::parse("bestmove a1 b2 ponder c3"), of("a1"));
        assert_eq!(BestMove::parse("bestmovea1"), None);
        assert_eq!(BestMove::parse(""), None);
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(best in "[!-~]{1,9}", ponder in prop::option::of("[!-~]{1,9}")) {
            let written = BestMove { best: &best, ponder: ponder.as_deref() };
            let line = written.to_string();
            prop_assert_eq!(BestMove::parse(&line), Some(written));
        }

        #[test]
        fn any_text_is_read_or_is_another_line(text in "(bestmove)?[ \t]{0,2}\\PC{0,40}") {
            let _ = BestMove::parse(&text);
        }
    }
}
