//! The arguments of `go`.

use std::time::Duration;

use nom::Parser;
use nom::branch::alt;
use nom::combinator::{opt, verify};
use nom::multi::many0;
use nom::sequence::preceded;

use super::command::{Input, keyword, word};
use crate::kernel::Player;
use crate::search::Limits;

/// A `go` line: its limits in any order, unknown words skipped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct GoLine<'a> {
    /// What ends the search.
    pub(super) limits: Limits,
    pub(super) root_moves: Vec<&'a [u8]>,
    /// The depth of `perft`, if this is not a search at all.
    pub(super) perft: Option<&'a [u8]>,
    /// Words that should have been numbers, each with its argument.
    pub(super) not_numbers: Vec<(&'static str, &'a [u8])>,
    /// Unknown words.
    pub(super) skipped: Vec<&'a [u8]>,
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

/// The arguments that take a number. UCI calls the player who moves first in the start position
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

/// Reads an integer; numbers beyond 64 bits are clamped.
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

/// Sets a limit to a number; numbers that are too small become the smallest meaningful value.
fn limit(limits: &mut Limits, name: &str, value: i64) {
    let many = value.max(1).unsigned_abs();
    let few = u32::try_from(many).unwrap_or(u32::MAX);
    let time = Duration::from_millis(value.max(0).unsigned_abs());
    match name {
        "depth" => limits.depth = Some(few),
        "nodes" => limits.nodes = Some(many),
        "mate" => limits.mate = Some(few),
        "movetime" => limits.move_time = Some(time),
        "movestogo" => limits.moves_to_go = (value > 0).then_some(few),
        "wtime" | "p1time" => limits.clocks[Player::First] = Some(time),
        "btime" | "p2time" => limits.clocks[Player::Second] = Some(time),
        "winc" | "p1inc" => limits.increments[Player::First] = time,
        _ => limits.increments[Player::Second] = time,
    }
}

/// Returns whether the limits say when to answer.
const fn is_limited(limits: &Limits) -> bool {
    let [first, second] = limits.clocks.0;
    limits.infinite
        || limits.depth.is_some()
        || limits.nodes.is_some()
        || limits.move_time.is_some()
        || limits.mate.is_some()
        || first.is_some()
        || second.is_some()
}

/// Parses the arguments of `go`. The line is never refused as a whole, because a search must
/// follow: an infinite one if the line has no limit, one to depth 1 if none of its limits can be
/// read.
pub(super) fn go(input: &[u8]) -> GoLine<'_> {
    let arguments = many0(argument).parse(input).map_or(Vec::new(), |(_, arguments)| arguments);
    let mut line = GoLine::default();
    for argument in arguments {
        match argument {
            Argument::Number(name, text) => match integer(text) {
                Some(value) => limit(&mut line.limits, name, value),
                None => line.not_numbers.push((name, text)),
            },
            Argument::RootMoves(moves) => line.root_moves.extend(moves),
            Argument::Perft(depth) => line.perft = Some(depth),
            Argument::Infinite => line.limits.infinite = true,
            Argument::Ponder => line.limits.ponder = true,
            Argument::Unknown(found) => line.skipped.push(found),
        }
    }
    if !is_limited(&line.limits) {
        if line.not_numbers.is_empty() {
            line.limits.infinite = true;
        } else {
            line.limits.depth = Some(1);
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::kernel::PerPlayer;

    const fn ms(time: u64) -> Duration {
        Duration::from_millis(time)
    }

    #[test]
    fn limits_come_in_any_order() {
        let line = go(b"wtime 100 depth 3 bogus searchmoves a7 d7 btime -5 infinite winc 7");
        let limits = Limits {
            depth: Some(3),
            clocks: PerPlayer::new(Some(ms(100)), Some(ms(0))),
            increments: PerPlayer::new(ms(7), ms(0)),
            infinite: true,
            ..Limits::default()
        };
        assert_eq!(line.limits, limits);
        assert_eq!(line.root_moves, [b"a7", b"d7"]);
        let clocks = PerPlayer::new(Some(ms(1)), Some(ms(2)));
        assert_eq!(go(b"p1time 1 p2time 2").limits, Limits { clocks, ..Limits::default() });
    }

    #[test]
    fn silly_numbers_become_the_nearest_that_make_sense() {
        let limits = |line: &str| go(line.as_bytes()).limits;
        for least in ["0", "-7", "-99999999999999999999"] {
            let line = format!("depth {least} nodes {least} mate {least} movestogo {least}");
            let (one, nodes) = (Some(1), Some(1));
            let expected = Limits { depth: one, nodes, mate: one, ..Limits::default() };
            assert_eq!(limits(&line), expected, "{line}");
            let line = format!("movetime {least} btime {least} winc {least}");
            let clocks = PerPlayer::new(None, Some(ms(0)));
            let expected = Limits { move_time: Some(ms(0)), clocks, ..Limits::default() };
            assert_eq!(limits(&line), expected, "{line}");
        }
        let greatest = limits("depth 99999999999999999999 nodes 99999999999999999999");
        assert_eq!(greatest.depth, Some(u32::MAX));
        assert_eq!(greatest.nodes, Some(i64::MAX as u64));
        assert_eq!(limits("movestogo 5 depth 9 movestogo 0 depth 2"), limits("depth 2"));
    }

    #[test]
    fn without_a_limit_the_search_is_infinite_unless_one_was_lost() {
        for line in ["", "ponder", "winc 5 movestogo 3", "searchmoves a7"] {
            let limits = go(line.as_bytes()).limits;
            assert!(limits.infinite && limits.depth.is_none(), "{line:?}");
        }
        for line in ["depth x", "nodes", "movestogo y", "winc z ponder"] {
            let limits = go(line.as_bytes()).limits;
            assert!(!limits.infinite && limits.depth == Some(1), "{line:?}");
        }
        assert_eq!(go(b"depth x nodes 5").limits, go(b"nodes 5").limits);
    }

    #[test]
    fn what_is_no_number_is_told() {
        let line = go(b"depth abc nodes 5 movetime");
        assert_eq!(line.not_numbers, [("depth", b"abc".as_slice()), ("movetime", b"")]);
        assert_eq!((line.limits.depth, line.limits.nodes), (None, Some(5)));
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
