//! Formatting values as lines.

use std::fmt::{self, Display};

use crate::engine::{Found, OptionError, Session};
use crate::games::Odds;
use crate::kernel::{Distance, Gather, Outcome, Player, Verdict, Worth};
use crate::search::{Event, Line};
use crate::wire::{Dialect, Info, Malformed};

/// The code of a refusal: the kind of error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Code {
    UnknownCommand,
    BadArgument,
    BadPosition,
    IllegalMove,
    UnknownOption,
    BadValue,
    Busy,
    UnknownQuery,
    OutOfMemory,
    LineTooLong,
    BadFile,
}

impl Code {
    #[cfg(test)]
    const ALL: [Self; 11] = [
        Self::UnknownCommand,
        Self::BadArgument,
        Self::BadPosition,
        Self::IllegalMove,
        Self::UnknownOption,
        Self::BadValue,
        Self::Busy,
        Self::UnknownQuery,
        Self::OutOfMemory,
        Self::LineTooLong,
        Self::BadFile,
    ];

    const fn name(self) -> &'static str {
        match self {
            Self::UnknownCommand => "unknown-command",
            Self::BadArgument => "bad-argument",
            Self::BadPosition => "bad-position",
            Self::IllegalMove => "illegal-move",
            Self::UnknownOption => "unknown-option",
            Self::BadValue => "bad-value",
            Self::Busy => "busy",
            Self::UnknownQuery => "unknown-query",
            Self::OutOfMemory => "out-of-memory",
            Self::LineTooLong => "line-too-long",
            Self::BadFile => "bad-file",
        }
    }
}

/// Why a command was not carried out, on one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Refusal {
    code: Code,
    text: String,
}

impl Refusal {
    pub(super) fn new(code: Code, text: impl Display) -> Self {
        Self::of(code, text.to_string())
    }

    fn of(code: Code, text: String) -> Self {
        Self { code, text: printable(text) }
    }

    pub(super) const fn code(&self) -> Code {
        self.code
    }
}

/// Returns a text with everything escaped that is not printable ASCII: whatever is quoted, such as a file name, stays
/// on one line.
fn printable(text: String) -> String {
    let is_plain = |c| (' '..='~').contains(&c);
    let plain = |c: char| if is_plain(c) { c.to_string() } else { c.escape_default().to_string() };
    if text.chars().all(is_plain) { text } else { text.chars().map(plain).gather().concat() }
}

/// Returns the line of information that tells a text.
pub(super) fn told(text: String) -> String {
    Info::text(&printable(text)).to_string()
}

impl Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code.name(), self.text)
    }
}

impl From<OptionError> for Refusal {
    fn from(error: OptionError) -> Self {
        let code = match error {
            OptionError::Unknown { .. } => Code::UnknownOption,
            OptionError::BadValue { .. } => Code::BadValue,
            OptionError::OutOfMemory(_) => Code::OutOfMemory,
            OptionError::File(_) | OptionError::Tables(_) | OptionError::Network(_) => {
                Code::BadFile
            }
        };
        Self::new(code, error)
    }
}

impl From<Malformed> for Refusal {
    fn from(error: Malformed) -> Self {
        Self::new(Code::BadArgument, error)
    }
}

/// Returns the line that names the game and its start position.
pub(super) fn variant(session: &dyn Session) -> String {
    let [first, second] = session.players();
    let (name, start) = (session.name(), session.position());
    let text = format!("variant {name} players {first},{second} startpos {start}");
    Info::text(&text).to_string()
}

/// Returns the lines for an event of a search. Scores are followed by the odds if there are any.
pub(super) fn event(event: &Event<String>, dialect: Dialect, odds: Option<Odds>) -> String {
    match event {
        Event::Line(line) => match line.worth {
            Worth::Table(verdict) => {
                format!("{}\n{}", Info::text(&tables(verdict)), info(line, dialect, odds))
            }
            _ => info(line, dialect, odds).to_string(),
        },
        Event::RootMove { depth, m, number } => Info {
            depth: Some(*depth),
            currmove: Some(m),
            currmovenumber: Some(*number),
            ..Info::default()
        }
        .to_string(),
        Event::Book { m, games, share } => {
            Info::text(&format!("book {m} games {games} share {share}")).to_string()
        }
        Event::Warning(text) => Info::text(text).to_string(),
    }
}

fn info(line: &Line<String>, dialect: Dialect, odds: Option<Odds>) -> Info<'_> {
    Info {
        depth: Some(line.depth),
        seldepth: Some(line.selective_depth),
        multipv: Some(line.multi_pv),
        score: Some(dialect.tell(line.score())),
        wdl: odds.map(|odds| odds.thousandths(line.score(), line.worth.is_certain())),
        margin: match line.worth {
            Worth::Margin(margin) => Some(margin),
            _ => None,
        },
        nodes: Some(line.nodes),
        nps: Some(line.nodes_per_second()),
        hashfull: Some(line.hash_full),
        tbhits: Some(line.oracle_hits),
        time: Some(line.time),
        pv: line.pv.iter().map(String::as_str).gather(),
        ..Info::default()
    }
}

/// Returns the verdict of the tables in words.
fn tables(verdict: Verdict) -> String {
    let (class, distance) = match verdict {
        Verdict::Draw => return "tablebase draw".to_owned(),
        Verdict::Win(distance) => ("win", distance),
        Verdict::Loss(distance) => ("loss", distance),
    };
    let Distance { progress, end } = distance;
    format!("tablebase {class} progress {progress} end {end}")
}

/// Returns what is known of a legal move in the form of `query explorer`.
pub(super) fn found(found: &Found) -> String {
    let mut text = format!("{} {} ", found.text, found.by.name());
    text += &match (found.worth, found.plies()) {
        (Worth::Margin(margin), _) => format!("margin {margin}"),
        (Worth::Estimate(centi), _) => {
            let [win, draw, loss] = found.chances;
            let [lower, upper] = found.bounds.sides();
            let lower = lower.map_or_else(String::new, |least| format!(" at-least {least}"));
            let upper = upper.map_or_else(String::new, |most| format!(" at-most {most}"));
            format!("cp {centi} wdl {win} {draw} {loss}{lower}{upper}")
        }
        (worth, Some(plies)) => {
            let score = worth.score();
            let class = if score.is_win() { "win" } else { "loss" };
            format!("{class} {plies} end {}", score.plies().unwrap_or(plies))
        }
        (_, None) => "draw".to_owned(),
    };
    if let Some(replies) = found.replies {
        text += &format!(" replies {}/{}", replies.losing, replies.all);
    }
    if let Some(games) = found.games {
        text += &format!(" games {} points {}", games.games(), games.points());
    }
    text
}

/// Returns the outcome in the form of `query result`.
pub(super) const fn result(outcome: Option<Outcome>) -> &'static str {
    match outcome {
        None => "none",
        Some(Outcome { winner: None, .. }) => "draw",
        Some(Outcome { winner: Some(Player::First), .. }) => "p1win",
        Some(Outcome { winner: Some(Player::Second), .. }) => "p2win",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reference_lists_every_code() {
        let reference = include_str!("../../protocol.md");
        let (_, table) = reference.split_once("## Refusals").unwrap();
        let (table, _) = table.split_once("```").unwrap();
        for code in Code::ALL {
            assert!(table.contains(&format!("\n| `{}` | ", code.name())), "{code:?}");
        }
        let rows = table.lines().filter(|line| line.starts_with("| `")).count();
        assert_eq!(rows, Code::ALL.len());
    }

    #[test]
    fn a_refusal_stays_on_its_line() {
        let refusal = Refusal::new(Code::BadFile, "a\nb\u{e9} c");
        assert_eq!(refusal.to_string(), r"bad-file: a\nb\u{e9} c");
    }
}
