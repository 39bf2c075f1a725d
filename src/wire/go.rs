//! The command that starts a search.

use std::time::Duration;

use nom::Parser;
use nom::branch::alt;
use nom::combinator::{opt, verify};
use nom::multi::many0;
use nom::sequence::preceded;

use super::dialect::Dialect;
use super::words::{Input, integer, keyword, word};
use crate::kernel::{Limits, Player};

/// `go LIMIT...`: limits in any order, unknown words skipped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go<'a> {
    /// What ends the search.
    pub limits: Limits,
    /// The moves to search; none for all of them.
    pub root_moves: Vec<&'a [u8]>,
    /// The depth of `perft`, if this is not a search at all.
    pub perft: Option<&'a [u8]>,
    /// Words that should have been numbers, each with its argument.
    pub not_numbers: Vec<(&'static str, &'a [u8])>,
    /// Unknown words.
    pub skipped: Vec<&'a [u8]>,
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

/// The arguments that take a number.
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

impl<'a> Go<'a> {
    /// Reads what follows `go`. The line is never refused as a whole, because a search must follow:
    /// an infinite one if the line has no limit, one to depth 1 if none of its limits can be read.
    #[must_use]
    pub fn parse(input: &'a [u8]) -> Self {
        let arguments = many0(argument).parse(input).map_or(Vec::new(), |(_, arguments)| arguments);
        let mut line = Self::default();
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
        if !line.limits.is_limited() {
            if line.not_numbers.is_empty() {
                line.limits.infinite = true;
            } else {
                line.limits.depth = Some(1);
            }
        }
        line
    }

    /// Returns the line that asks for this search, with the dialect's words for clocks.
    #[must_use]
    pub fn line(&self, dialect: Dialect) -> String {
        let Limits { clocks, increments, .. } = self.limits;
        let ms = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        let mut numbers = vec![
            ("depth", self.limits.depth.map(u64::from)),
            ("nodes", self.limits.nodes),
            ("mate", self.limits.mate.map(u64::from)),
            ("movetime", self.limits.move_time.map(ms)),
        ];
        for player in Player::ALL {
            let [time, increment] = dialect.clock(player);
            let added = increments[player];
            numbers.push((time, clocks[player].map(ms)));
            numbers.push((increment, (!added.is_zero()).then(|| ms(added))));
        }
        numbers.push(("movestogo", self.limits.moves_to_go.map(u64::from)));
        let mut line = "go".to_owned();
        for (name, value) in numbers {
            if let Some(value) = value {
                line += &format!(" {name} {value}");
            }
        }
        for (name, is_set) in [("ponder", self.limits.ponder), ("infinite", self.limits.infinite)] {
            if is_set {
                line += &format!(" {name}");
            }
        }
        if !self.root_moves.is_empty() {
            line += " searchmoves";
        }
        for text in &self.root_moves {
            line += &format!(" {}", String::from_utf8_lossy(text));
        }
        line
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::kernel::PerPlayer;

    fn go(input: &[u8]) -> Go<'_> {
        Go::parse(input)
    }

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

    /// Any limits that a line can hold.
    fn limits() -> impl Strategy<Value = Limits> {
        let time = || any::<u32>().prop_map(|time| ms(time.into()));
        let some_time = || prop::option::of(time());
        let count = || prop::option::of(1..=u32::MAX);
        let nodes = prop::option::of(1..=i64::MAX as u64);
        let counts = (count(), nodes, count(), count());
        let times = (some_time(), some_time(), some_time(), time(), time());
        (counts, times, any::<[bool; 2]>()).prop_map(|(counts, times, [infinite, ponder])| {
            let (depth, nodes, mate, moves_to_go) = counts;
            let (move_time, first, second, added, added_second) = times;
            let clocks = PerPlayer::new(first, second);
            let increments = PerPlayer::new(added, added_second);
            let mut limits = Limits {
                depth,
                nodes,
                move_time,
                clocks,
                increments,
                moves_to_go,
                mate,
                infinite,
                ponder,
            };
            limits.infinite |= !limits.is_limited();
            limits
        })
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(
            limits in limits(),
            moves in prop::collection::vec("[A-Z]\\[[!-~]{0,9}\\]", 0..5),
        ) {
            let root_moves = moves.iter().map(String::as_bytes).collect();
            let written = Go { limits, root_moves, ..Go::default() };
            for dialect in [Dialect::Uci, Dialect::Ugi] {
                let line = written.line(dialect);
                prop_assert_eq!(&go(line.strip_prefix("go").unwrap().as_bytes()), &written);
            }
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
