//! Formatting values as lines.

use std::fmt::{self, Display, Write};

use crate::engine::{OptionError, Session};
use crate::games::Odds;
use crate::kernel::{
    Distance, Ending, OptionKind, OptionSpec, Outcome, Player, Score, Verdict, Worth,
};
use crate::search::{Event, Line};

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
        let text = text.to_string();
        // Whatever is quoted, such as a file name, stays on one line.
        let is_plain = text.bytes().all(|byte| (b' '..=b'~').contains(&byte));
        let escaped = |text: &str| text.chars().map(plain).collect();
        Self { code, text: if is_plain { text } else { escaped(&text) } }
    }
}

/// Returns a printable ASCII character unchanged and any other escaped.
fn plain(c: char) -> String {
    if (' '..='~').contains(&c) { c.to_string() } else { c.escape_default().to_string() }
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

/// How scores and best moves are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Dialect {
    /// A distance to the end counts the moves of the side to move.
    Uci,
    /// A distance to the end counts plies.
    #[default]
    Ugi,
}

impl Dialect {
    /// Returns the answer that ends the handshake.
    pub(super) const fn ok(self) -> &'static str {
        match self {
            Self::Uci => "uciok",
            Self::Ugi => "ugiok",
        }
    }

    /// Returns `cp N` or `mate N`.
    pub(super) fn score(self, score: Score) -> String {
        let Some(plies) = score.plies() else { return format!("cp {}", score.value()) };
        let distance = match self {
            Self::Ugi => plies,
            Self::Uci => plies.div_ceil(2),
        };
        if score.is_loss() && distance > 0 {
            format!("mate -{distance}")
        } else {
            format!("mate {distance}")
        }
    }
}

/// Returns the line that announces an option.
pub(super) fn option(spec: &OptionSpec) -> String {
    let name = spec.name;
    match spec.kind {
        OptionKind::Check { default } => format!("option name {name} type check default {default}"),
        OptionKind::Spin { default, min, max } => {
            format!("option name {name} type spin default {default} min {min} max {max}")
        }
        OptionKind::Combo { default, choices } => {
            let mut line = format!("option name {name} type combo default {}", choices[default]);
            for choice in choices {
                // Writing to a String cannot fail.
                let _ = write!(line, " var {choice}");
            }
            line
        }
        OptionKind::Button => format!("option name {name} type button"),
        OptionKind::Text { default } => {
            let default = if default.is_empty() { "<empty>" } else { default };
            format!("option name {name} type string default {default}")
        }
    }
}

/// Returns the line that names the game and its start position.
pub(super) fn variant(session: &dyn Session) -> String {
    let [first, second] = session.players();
    let (name, start) = (session.name(), session.position());
    format!("info string variant {name} players {first},{second} startpos {start}")
}

/// Returns the lines for an event of a search. Scores are followed by the odds if there are any.
pub(super) fn event(event: &Event<String>, dialect: Dialect, odds: Option<Odds>) -> String {
    match event {
        Event::Line(line) => info(line, dialect, odds),
        Event::RootMove { depth, m, number } => {
            format!("info depth {depth} currmove {m} currmovenumber {number}")
        }
        Event::Book { m, games, share } => {
            format!("info string book {m} games {games} share {share}")
        }
        Event::Warning(text) => format!("info string {text}"),
    }
}

/// Returns an `info` line, preceded by another if more is known than the score says.
fn info(line: &Line<String>, dialect: Dialect, odds: Option<Odds>) -> String {
    let mut text = match line.worth {
        Worth::Table(verdict) => tables(verdict),
        // In a finished game the margin needs no proof.
        Worth::Margin(margin) if line.depth > 0 => format!("info string margin {margin} exact\n"),
        _ => String::new(),
    };
    let wdl = odds.map_or_else(String::new, |odds| {
        let [win, draw, loss] = odds.thousandths(line.score(), line.worth.is_certain());
        format!(" wdl {win} {draw} {loss}")
    });
    // Writing to a String cannot fail.
    let _ = write!(
        text,
        "info depth {} seldepth {} multipv {} score {}{wdl} nodes {} nps {} hashfull {} \
         tbhits {} time {}",
        line.depth,
        line.selective_depth,
        line.multi_pv,
        dialect.score(line.score()),
        line.nodes,
        line.nodes_per_second(),
        line.hash_full,
        line.oracle_hits,
        line.time.as_millis(),
    );
    if !line.pv.is_empty() {
        text.push_str(" pv ");
        text.push_str(&line.pv.join(" "));
    }
    text
}

/// Returns the line with the verdict of the tables.
fn tables(verdict: Verdict) -> String {
    let (class, distance) = match verdict {
        Verdict::Draw => return "info string tablebase draw\n".to_owned(),
        Verdict::Win(distance) => ("win", distance),
        Verdict::Loss(distance) => ("loss", distance),
    };
    let Distance { progress, end } = distance;
    format!("info string tablebase {class} progress {progress} end {end}\n")
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

/// Returns the outcome in words: `B wins (pieces)`, `draw (repetition)`.
pub(super) fn outcome(outcome: Outcome, session: &dyn Session) -> String {
    let mut text = match outcome.winner {
        Some(player) => format!("{} wins", session.players()[player.index()]),
        None => "draw".to_owned(),
    };
    match (outcome.ending, session.points()) {
        (Ending::Points, Some([first, second])) => {
            let _ = write!(text, " ({first} to {second} points)");
        }
        (ending, _) => {
            let _ = write!(text, " ({ending})");
        }
    }
    text
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

    #[test]
    fn distances_count_moves_or_plies() {
        for (score, uci, ugi) in [
            (Score::win_in(1), "mate 1", "mate 1"),
            (Score::win_in(5), "mate 3", "mate 5"),
            (Score::loss_in(4), "mate -2", "mate -4"),
            (Score::loss_in(0), "mate 0", "mate 0"),
            (Score::centi(-35), "cp -35", "cp -35"),
        ] {
            assert_eq!(Dialect::Uci.score(score), uci);
            assert_eq!(Dialect::Ugi.score(score), ugi);
        }
    }
}
