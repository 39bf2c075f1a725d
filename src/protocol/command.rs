//! Parsing lines into commands.

use nom::Parser;
use nom::combinator::{opt, verify};
use nom::multi::many_till;

use super::reply::{Code, Refusal};
use crate::kernel::Quoted;
use crate::wire::words::{trimmed, word, words};
use crate::wire::{Go, Malformed, SetOption, SetPosition};

/// A command line, with its arguments still as bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command<'a> {
    /// `uci`: who are you; speak UCI.
    Uci,
    /// `ugi`: who are you; speak UGI.
    Ugi,
    /// `isready`
    IsReady,
    /// `setoption name N [value V]`
    SetOption(SetOption<'a>),
    /// `ucinewgame` or `uginewgame`
    NewGame,
    /// `position startpos|fen P [moves M...]`
    Position(SetPosition<'a>),
    /// `moves`: list them.
    ListMoves,
    /// `moves M...`: play them.
    Play(Vec<&'a [u8]>),
    /// `go ...`
    Go(Go<'a>),
    /// `perft N` or `go perft N`
    Perft(&'a [u8]),
    /// `stop`
    Stop,
    /// `query X`
    Query { what: &'a [u8], argument: &'a [u8] },
    /// `d`
    Display,
    /// `eval`
    Eval,
    /// `save`: write the remembered positions to their store.
    Save,
    /// `quit`
    Quit,
    /// `ponderhit`
    PonderHit,
    /// `debug on|off`
    Debug(bool),
    /// `undo [N]`: take moves back.
    Undo(&'a [u8]),
    /// `bench [DEPTH]`
    Bench(&'a [u8]),
    /// `help`
    Help,
    /// `register ...`: nothing to do.
    Ignored,
}

/// Every command word. Anything before the first of them on a line is skipped, as UCI asks.
const COMMANDS: [&str; 22] = [
    "uci",
    "ugi",
    "isready",
    "setoption",
    "ucinewgame",
    "uginewgame",
    "position",
    "moves",
    "go",
    "perft",
    "stop",
    "ponderhit",
    "query",
    "d",
    "eval",
    "save",
    "quit",
    "register",
    "debug",
    "undo",
    "bench",
    "help",
];

/// Parses a line. `None` for an empty line or a comment.
///
/// # Errors
///
/// Refuses a line without a command, and missing or malformed arguments.
pub(super) fn parse(line: &[u8]) -> Result<Option<Command<'_>>, Refusal> {
    let line = trimmed(line);
    if line.is_empty() || line.starts_with(b"#") {
        return Ok(None);
    }
    let is_command = |found: &&[u8]| COMMANDS.iter().any(|name| name.as_bytes() == *found);
    let mut leading = many_till(word, verify(word, move |found: &[u8]| is_command(&found)));
    let Ok((arguments, (_, name))) = leading.parse(line) else {
        let first = word(line).map_or(line, |(_, first)| first);
        return Err(Refusal::new(Code::UnknownCommand, Quoted(first)));
    };
    arguments_of(name, arguments).map(Some)
}

fn arguments_of<'a>(name: &[u8], input: &'a [u8]) -> Result<Command<'a>, Refusal> {
    Ok(match name {
        b"uci" => Command::Uci,
        b"ugi" => Command::Ugi,
        b"isready" => Command::IsReady,
        b"setoption" => Command::SetOption(SetOption::parse(input)?),
        b"ucinewgame" | b"uginewgame" => Command::NewGame,
        b"position" => Command::Position(SetPosition::parse(input)?),
        b"moves" => match words(input) {
            Ok((_, moves)) if !moves.is_empty() => Command::Play(moves),
            _ => Command::ListMoves,
        },
        b"go" => {
            let line = Go::parse(input);
            match line.perft {
                Some(depth) => Command::Perft(depth),
                None => Command::Go(line),
            }
        }
        b"perft" => Command::Perft(first_word(input)),
        b"undo" => Command::Undo(first_word(input)),
        b"bench" => Command::Bench(first_word(input)),
        b"help" => Command::Help,
        b"debug" => match first_word(input) {
            b"on" => Command::Debug(true),
            b"off" => Command::Debug(false),
            _ => return Err(Malformed::new("debug", "on or off", input).into()),
        },
        b"stop" => Command::Stop,
        b"ponderhit" => Command::PonderHit,
        b"query" => match (word, opt(word)).parse(input) {
            Ok((_, (what, argument))) => Command::Query { what, argument: argument.unwrap_or(b"") },
            Err(_) => Command::Query { what: b"", argument: b"" },
        },
        b"d" => Command::Display,
        b"eval" => Command::Eval,
        b"save" => Command::Save,
        b"quit" => Command::Quit,
        _ => Command::Ignored,
    })
}

/// The first word; empty if there is none.
fn first_word(input: &[u8]) -> &[u8] {
    word(input).map_or(b"", |(_, first)| first)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn ok(line: &str) -> Command<'_> {
        parse(line.as_bytes()).unwrap().unwrap()
    }

    fn refused(line: &str) -> String {
        parse(line.as_bytes()).unwrap_err().to_string()
    }

    #[test]
    fn nothing_is_asked_for() {
        for line in ["", "  \t ", "# uci", "#", "\x0b# quit", " \x0b"] {
            assert_eq!(parse(line.as_bytes()), Ok(None), "{line:?}");
        }
    }

    #[test]
    fn unknown_leading_words_are_skipped() {
        assert_eq!(ok("joho isready"), Command::IsReady);
        assert_eq!(ok("  uci  "), Command::Uci);
        assert_eq!(refused("joho hey"), "unknown-command: \"joho\"");
        assert_eq!(refused("ucix"), "unknown-command: \"ucix\"");
    }

    #[test]
    fn arguments_are_those_of_the_wire() {
        assert_eq!(
            ok("setoption name Clear Hash"),
            Command::SetOption(SetOption::new("Clear Hash", None))
        );
        assert_eq!(
            ok("position fen B[]W[]turn[B] moves a7"),
            Command::Position(SetPosition::new(Some("B[]W[]turn[B]"), ["a7"]))
        );
        assert_eq!(ok("go depth 3"), Command::Go(Go::parse(b"depth 3")));
        for (line, error) in [
            ("setoption Hash", "setoption wants name NAME [value VALUE], got \"Hash\""),
            ("position fen", "position wants startpos or fen POSITION, got nothing"),
            ("debug", "debug wants on or off, got nothing"),
        ] {
            assert_eq!(refused(line), format!("bad-argument: {error}"));
        }
    }

    #[test]
    fn moves_are_listed_or_played() {
        assert_eq!(ok("moves"), Command::ListMoves);
        assert_eq!(ok("moves a7"), Command::Play(vec![b"a7"]));
    }

    #[test]
    fn perft_may_stand_among_the_arguments_of_go() {
        assert_eq!(ok("go perft 3"), Command::Perft(b"3"));
        assert_eq!(ok("go depth 2 perft 3"), Command::Perft(b"3"));
        assert_eq!(ok("perft"), Command::Perft(b""));
    }

    #[test]
    fn every_command_is_known_and_in_the_help() {
        let help = include_str!("help.txt");
        for name in COMMANDS {
            let line = match name {
                "setoption" => "setoption name x".to_owned(),
                "position" => "position startpos".to_owned(),
                "debug" => "debug on".to_owned(),
                name => name.to_owned(),
            };
            let found = parse(line.as_bytes());
            assert!(matches!(found, Ok(Some(_))), "{line}: {found:?}");
            let ignored = matches!(found, Ok(Some(Command::Ignored)));
            assert_eq!(ignored, name == "register");
            let helps = help.split(|c: char| !c.is_alphanumeric()).any(|word| word == name);
            assert!(ignored || helps, "{name} is not in the help");
        }
    }

    proptest! {
        #[test]
        fn any_bytes_are_a_command_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            if let Err(refusal) = parse(&bytes) {
                let text = refusal.to_string();
                prop_assert!(text.bytes().all(|b| (b' '..=b'~').contains(&b)), "{}", text);
                prop_assert!(text.len() < 300, "{}", text);
            }
        }

        #[test]
        fn blanks_around_words_mean_nothing(
            at in 0..COMMANDS.len(),
            rest in "( (name|value|startpos|fen|moves|on|depth|3|x\\[y\\]|#)){0,6}",
            blank in "[ \t]{1,3}",
        ) {
            let line = format!("{}{rest}", COMMANDS[at]);
            let spread = format!("{blank}{}{blank}", line.replace(' ', &blank));
            match (parse(line.as_bytes()), parse(spread.as_bytes())) {
                // Names and values keep the blanks between their words.
                (Ok(Some(Command::SetOption(_))), Ok(Some(Command::SetOption(_)))) => {}
                // And an error quotes what it found.
                (Err(_), Err(_)) => {}
                (one, other) => prop_assert_eq!(one, other),
            }
        }
    }
}
