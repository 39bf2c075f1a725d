//! The arguments of `go`.

use nom::Parser;
use nom::branch::alt;
use nom::combinator::{opt, verify};
use nom::multi::many0;
use nom::sequence::preceded;

use super::command::{Input, keyword, word};

/// A `go` line: its limits in any order, unknown words skipped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct GoLine<'a> {
    pub(super) depth: Option<i64>,
    pub(super) nodes: Option<i64>,
    pub(super) move_time: Option<i64>,
    pub(super) times: [Option<i64>; 2],
    pub(super) increments: [Option<i64>; 2],
    pub(super) moves_to_go: Option<i64>,
    pub(super) mate: Option<i64>,
    pub(super) infinite: bool,
    pub(super) ponder: bool,
    pub(super) root_moves: Vec<&'a [u8]>,
    /// The depth of `perft`, which makes this no search at all.
    pub(super) perft: Option<&'a [u8]>,
    /// Words that should have been numbers, each behind the argument that wants it.
    pub(super) not_numbers: Vec<(&'static str, &'a [u8])>,
    /// Words that mean nothing here.
    pub(super) skipped: Vec<&'a [u8]>,
}

impl GoLine<'_> {
    /// Returns whether any limit was given.
    pub(super) const fn has_limit(&self) -> bool {
        self.infinite
            || self.depth.is_some()
            || self.nodes.is_some()
            || self.move_time.is_some()
            || self.mate.is_some()
            || self.times[0].is_some()
            || self.times[1].is_some()
    }
}

#[derive(Clone, Debug)]
enum Argument<'a> {
    Number(&'static str, &'a [u8]),
    RootMoves(Vec<&'a [u8]>),
    Perft(&'a [u8]),
    Infinite,
    Ponder,
    Unknown(&'a [u8]),
}

/// The arguments that a number follows. UCI calls the player who moves first in the start position
/// white.
const NUMBERS: [&str; 13] = [
    "depth",
    "mate",
    "nodes",
    "movetime",
    "movestogo",
    "wtime",
    "btime",
    "winc",
    "binc",
    "p1time",
    "p2time",
    "p1inc",
    "p2inc",
];

const OTHERS: [&str; 4] = ["infinite", "ponder", "searchmoves", "perft"];

fn is_argument(found: &[u8]) -> bool {
    NUMBERS.iter().chain(&OTHERS).any(|name| name.as_bytes() == found)
}

fn number(input: &[u8]) -> Input<'_, Argument<'_>> {
    let (after, name) = word(input)?;
    let Some(name) = NUMBERS.into_iter().find(|known| known.as_bytes() == name) else {
        return Err(nom::Err::Error(nom::error::Error::new(input, nom::error::ErrorKind::Tag)));
    };
    opt(word).map(|value| Argument::Number(name, value.unwrap_or(b""))).parse(after)
}

fn argument(input: &[u8]) -> Input<'_, Argument<'_>> {
    let moves = many0(verify(word, |found: &[u8]| !is_argument(found)));
    alt((
        number,
        preceded(keyword("searchmoves"), moves).map(Argument::RootMoves),
        preceded(keyword("perft"), opt(word)).map(|depth| Argument::Perft(depth.unwrap_or(b""))),
        keyword("infinite").map(|_| Argument::Infinite),
        keyword("ponder").map(|_| Argument::Ponder),
        word.map(Argument::Unknown),
    ))
    .parse(input)
}

/// Reads a whole number; one that is too great for 64 bits counts as the greatest there is.
pub(super) fn integer(text: &[u8]) -> Option<i64> {
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

/// Parses the arguments of `go`. Nothing is refused as a whole: a search must follow.
pub(super) fn go(input: &[u8]) -> GoLine<'_> {
    let arguments = many0(argument).parse(input).map_or(Vec::new(), |(_, arguments)| arguments);
    let mut line = GoLine::default();
    for argument in arguments {
        match argument {
            Argument::Number(name, text) => {
                let Some(value) = integer(text) else {
                    line.not_numbers.push((name, text));
                    continue;
                };
                let field = match name {
                    "depth" => &mut line.depth,
                    "nodes" => &mut line.nodes,
                    "mate" => &mut line.mate,
                    "movetime" => &mut line.move_time,
                    "movestogo" => &mut line.moves_to_go,
                    "wtime" | "p1time" => &mut line.times[0],
                    "btime" | "p2time" => &mut line.times[1],
                    "winc" | "p1inc" => &mut line.increments[0],
                    _ => &mut line.increments[1],
                };
                *field = Some(value);
            }
            Argument::RootMoves(moves) => line.root_moves.extend(moves),
            Argument::Perft(depth) => line.perft = Some(depth),
            Argument::Infinite => line.infinite = true,
            Argument::Ponder => line.ponder = true,
            Argument::Unknown(found) => line.skipped.push(found),
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn limits_come_in_any_order() {
        let line = go(b"wtime 100 depth 3 bogus searchmoves a7 d7 btime -5 infinite winc 7");
        assert_eq!(line.depth, Some(3));
        assert_eq!(line.times, [Some(100), Some(-5)]);
        assert_eq!(line.increments, [Some(7), None]);
        assert_eq!(line.root_moves, [b"a7", b"d7"]);
        assert!(line.infinite);
        assert_eq!(go(b"p1time 1 p2time 2").times, [Some(1), Some(2)]);
        assert!(!go(b"").has_limit());
    }

    #[test]
    fn what_is_no_number_is_told() {
        let line = go(b"depth abc nodes 5 movetime");
        assert_eq!(line.not_numbers, [("depth", b"abc".as_slice()), ("movetime", b"")]);
        assert_eq!((line.depth, line.nodes), (None, Some(5)));
    }

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

        #[test]
        fn arguments_of_any_bytes_are_read(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let line = go(&bytes);
            let within = |part: &[u8]| part.is_empty() || bytes.windows(part.len()).any(|w| w == part);
            prop_assert!(line.root_moves.iter().chain(&line.skipped).all(|part| within(part)));
        }

        #[test]
        fn the_order_of_limits_does_not_matter(
            mut limits in Just(vec!["depth 3", "nodes 9", "wtime 5", "binc 2", "ponder", "x"])
                .prop_shuffle(),
        ) {
            let line = limits.join(" ");
            let one = go(line.as_bytes());
            limits.sort_unstable();
            let line = limits.join("\t ");
            prop_assert_eq!(one, go(line.as_bytes()));
        }
    }
}
