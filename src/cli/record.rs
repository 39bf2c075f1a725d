//! A game of a session as a record, written to a file.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use tz::{DateTime, TimeZone};

use crate::engine::Session;
use crate::kernel::file::{self, Existing};
use crate::kernel::{Gather, OptionKind, OptionValue, PerPlayer, Player};
use crate::notation::{GameResult, GameText, tag};

/// What a record says beside the moves.
#[derive(Clone, Debug, Default)]
pub(super) struct Facts {
    /// Who played, in moving order.
    pub(super) names: PerPlayer<String>,
    /// What the players had for the game, as `TimeControl` has it.
    pub(super) clock: Option<String>,
    /// The day on which the game began.
    pub(super) date: Option<String>,
    /// Who won because the time of the other was up.
    pub(super) forfeit: Option<Player>,
}

/// Returns the record of the game, `start` being where its rules begin.
pub(super) fn record(session: &dyn Session, start: &str, facts: &Facts) -> GameText {
    let outcome = session.outcome();
    let winner = outcome.map(|outcome| outcome.winner).or(facts.forfeit.map(Some));
    let result = winner.map_or(GameResult::Unknown, GameResult::of);
    let mut tags = vec![(tag::GAME, session.name().to_owned())];
    let rules = chosen_rules(session);
    if !rules.is_empty() {
        tags.push((tag::RULES, rules));
    }
    if session.start() != start {
        tags.push((tag::START, session.start()));
    }
    let [first, second] = &facts.names.0;
    tags.extend(facts.date.clone().map(|date| (tag::DATE, date)));
    tags.extend([
        (tag::FIRST, first.clone()),
        (tag::SECOND, second.clone()),
        (tag::RESULT, result.to_string()),
    ]);
    if let Some(outcome) = outcome {
        if let Some(margin) = outcome.margin {
            tags.push((tag::MARGIN, margin.to_string()));
        }
        tags.push((tag::TERMINATION, outcome.ending.to_string()));
    } else if facts.forfeit.is_some() {
        tags.push((tag::TERMINATION, "time forfeit".to_owned()));
    }
    tags.extend(facts.clock.clone().map(|clock| (tag::TIME_CONTROL, clock)));
    let tags = tags.into_iter().map(|(name, value)| (name.to_owned(), value)).gather();
    GameText { tags, moves: session.played(), result }
}

/// Returns the rules that are not the default: `Game Rule=VALUE;Game Other=VALUE`.
fn chosen_rules(session: &dyn Session) -> String {
    let specs = session.rule_options().iter().enumerate();
    let chosen = specs.filter_map(|(at, spec)| {
        let value = match (spec.kind, session.rule(at)) {
            (OptionKind::Check { default }, OptionValue::Check(value)) => {
                (value != default).then(|| value.to_string())
            }
            (OptionKind::Spin { default, .. }, OptionValue::Spin(value)) => {
                (value != default).then(|| value.to_string())
            }
            (OptionKind::Combo { default, choices }, OptionValue::Combo(value)) => {
                (value != default).then(|| choices[value].to_owned())
            }
            _ => None,
        };
        value.map(|value| format!("{}={value}", spec.name))
    });
    chosen.gather().join(";")
}

/// Returns the day and the time where the user is; in Greenwich if the system does not tell.
fn now() -> Option<DateTime> {
    let zone = TimeZone::local().unwrap_or_else(|_| TimeZone::utc());
    DateTime::now(zone.as_ref()).ok()
}

/// Returns a name for a new file with a game in it: `quincunx-GAME-20261122-180501.games`.
pub(super) fn new_name(session: &dyn Session) -> PathBuf {
    let now = now().map_or_else(String::new, |now| {
        let (hour, minute, second) = (now.hour(), now.minute(), now.second());
        format!("-{}-{hour:02}{minute:02}{second:02}", day(&now, ""))
    });
    format!("quincunx-{}{now}.games", session.name()).into()
}

/// Returns the day where the user is: `2026.11.22`.
pub(super) fn today() -> String {
    now().map_or_else(|| "????.??.??".to_owned(), |now| day(&now, "."))
}

fn day(time: &DateTime, separator: &str) -> String {
    let (year, month, day) = (time.year(), time.month(), time.month_day());
    format!("{year}{separator}{month:02}{separator}{day:02}")
}

/// Writes a text to a file. One that exists is replaced only if it is `before`, which this program
/// has written.
pub(super) fn write(text: &str, path: &Path, before: Option<&str>) -> io::Result<()> {
    let is_ours = before.is_some_and(|before| fs::read(path).is_ok_and(|b| b == before.as_bytes()));
    let existing = if is_ours { Existing::Replace } else { Existing::Keep };
    file::write(path, text.as_bytes(), existing)
}
