//! Parsing lines into commands.

use nom::bytes::complete::{take_till1, take_while};
use nom::combinator::{opt, rest, verify};
use nom::multi::{many_till, many0};
use nom::sequence::preceded;
use nom::{IResult, Parser};

use super::go::{GoLine, go};
use super::reply::{Code, Refusal};
use crate::kernel::Quoted;

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
    SetOption { name: &'a [u8], value: Option<&'a [u8]> },
    /// `ucinewgame` or `uginewgame`
    NewGame,
    /// `position startpos|fen P [moves M...]`
    Position { start: Start<'a>, moves: Vec<&'a [u8]> },
    /// `moves`: list them.
    ListMoves,
    /// `moves M...`: play them.
    Play(Vec<&'a [u8]>),
    /// `go ...`
    Go(GoLine<'a>),
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

/// What a `position` command starts from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Start<'a> {
    /// The start position of the game.
    Startpos,
    /// A position as text.
    Text(&'a [u8]),
}

pub(super) type Input<'a, T> = IResult<&'a [u8], T>;

fn is_blank(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == b'\x0b'
}

fn blank(input: &[u8]) -> Input<'_, &[u8]> {
    take_while(is_blank).parse(input)
}

/// A run of bytes without white space.
pub(super) fn word(input: &[u8]) -> Input<'_, &[u8]> {
    preceded(blank, take_till1(is_blank)).parse(input)
}

/// One given word. Not a prefix: `depth` does not match `depthx`.
pub(super) fn keyword<'a>(
    wanted: &'static str,
) -> impl Parser<&'a [u8], Output = &'a [u8], Error = nom::error::Error<&'a [u8]>> {
    verify(word, move |found: &[u8]| found == wanted.as_bytes())
}

fn words(input: &[u8]) -> Input<'_, Vec<&[u8]>> {
    many0(word).parse(input)
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
    let line = line.trim_ascii();
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
        b"setoption" => set_option(input)?,
        b"ucinewgame" | b"uginewgame" => Command::NewGame,
        b"position" => position(input)?,
        b"moves" => match words(input) {
            Ok((_, moves)) if !moves.is_empty() => Command::Play(moves),
            _ => Command::ListMoves,
        },
        b"go" => {
            let line = go(input);
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
            _ => return Err(bad_argument("debug wants", "on or off", input)),
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

/// `name WORDS [value REST]`
fn set_option(input: &[u8]) -> Result<Command<'_>, Refusal> {
    let mut start = keyword("name");
    let Ok((named, _)) = start.parse(input) else {
        return Err(bad_argument("setoption wants", "name NAME [value VALUE]", input));
    };
    let until_value = many_till(word, keyword("value")).parse(named);
    let (name, value) = match until_value {
        Ok((after, _)) => {
            let value_word = named.len() - after.len() - b"value".len();
            let (_, value) = preceded(blank, rest::<&[u8], nom::error::Error<&[u8]>>)
                .parse(after)
                .unwrap_or((after, after));
            (&named[..value_word], Some(value.trim_ascii()))
        }
        Err(_) => (named, None),
    };
    let name = name.trim_ascii();
    if name.is_empty() {
        return Err(bad_argument("setoption wants", "a name", input));
    }
    Ok(Command::SetOption { name, value })
}

/// `startpos|fen P [moves M...]`. `pos` is `fen`; `fen startpos` is `startpos`; `moves` may come
/// again between the moves.
fn position(input: &[u8]) -> Result<Command<'_>, Refusal> {
    let wrong = |at: &[u8]| bad_argument("position wants", "startpos or fen POSITION", at);
    let (after, first) = word(input).map_err(|_| wrong(input))?;
    let (after, start) = match first {
        b"startpos" => (after, Start::Startpos),
        b"fen" | b"pos" => match word(after) {
            Ok((after, b"startpos")) => (after, Start::Startpos),
            Ok((after, text)) => (after, Start::Text(text)),
            Err(_) => return Err(wrong(after)),
        },
        _ => return Err(wrong(first)),
    };
    let (_, mut moves) = words(after).unwrap_or((after, Vec::new()));
    match moves.first() {
        None | Some(&b"moves") => {}
        Some(other) => return Err(bad_argument("position wants", "moves M... after it", other)),
    }
    moves.retain(|text| *text != b"moves");
    Ok(Command::Position { start, moves })
}

fn bad_argument(who: &str, wanted: &str, found: &[u8]) -> Refusal {
    let found = found.trim_ascii();
    if found.is_empty() {
        Refusal::new(Code::BadArgument, format_args!("{who} {wanted}, got nothing"))
    } else {
        Refusal::new(Code::BadArgument, format_args!("{who} {wanted}, got {}", Quoted(found)))
    }
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
        for line in ["", "  \t ", "# uci", "#"] {
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
    fn option_names_and_values_may_hold_blanks() {
        assert_eq!(
            ok("setoption name Clear Hash"),
            Command::SetOption { name: b"Clear Hash", value: None }
        );
        assert_eq!(
            ok("setoption name  Memory  File value  a b c "),
            Command::SetOption { name: b"Memory  File", value: Some(b"a b c") }
        );
        assert_eq!(
            ok("setoption name Hash value"),
            Command::SetOption { name: b"Hash", value: Some(b"") }
        );
        assert_eq!(
            refused("setoption Hash"),
            "bad-argument: setoption wants name NAME [value VALUE], got \"Hash\""
        );
        assert_eq!(
            refused("setoption name value 3"),
            "bad-argument: setoption wants a name, got \"name value 3\""
        );
    }

    #[test]
    fn positions_take_all_the_forms_that_clients_send() {
        let expected = Command::Position { start: Start::Startpos, moves: vec![b"a7", b"d7"] };
        for line in [
            "position startpos moves a7 d7",
            "position fen startpos moves a7 d7",
            "position startpos moves a7 moves d7",
            "position\tstartpos  moves  a7\td7 ",
        ] {
            assert_eq!(ok(line), expected, "{line}");
        }
        assert_eq!(
            ok("position pos B[]W[]turn[B]"),
            Command::Position { start: Start::Text(b"B[]W[]turn[B]"), moves: vec![] }
        );
        assert_eq!(
            refused("position fen"),
            "bad-argument: position wants startpos or fen POSITION, got nothing"
        );
        assert_eq!(
            refused("position startpos a7"),
            "bad-argument: position wants moves M... after it, got \"a7\""
        );
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
                (Ok(Some(Command::SetOption { .. })), Ok(Some(Command::SetOption { .. }))) => {}
                // And an error quotes what it found.
                (Err(_), Err(_)) => {}
                (one, other) => prop_assert_eq!(one, other),
            }
        }
    }
}
