//! A game of a session as a record, written to a file.

use std::fs;
use std::io;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use crate::engine::Session;
use crate::kernel::file::{self, Existing};
use crate::kernel::{OptionKind, OptionValue, PerPlayer, Player};
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
    let tags = tags.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
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
    chosen.collect::<Vec<_>>().join(";")
}

/// Returns the day in UTC: `2026.11.22`.
pub(super) fn today() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    date(since.map_or(0, |since| since.as_secs() / 86_400))
}

/// Returns the date of a day counted from the first of January 1970.
fn date(day: u64) -> String {
    // Years begin in March here, so that the leap day is the last; eras of 400 years are equal.
    let day = day + 719_468;
    let (era, day) = (day / 146_097, day % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    format!("{:04}.{month:02}.{day:02}", 400 * era + year + next)
}

/// Writes a text to a file. One that exists is replaced only if it is `before`, which this program
/// has written.
pub(super) fn write(text: &str, path: &Path, before: Option<&str>) -> io::Result<()> {
    let is_ours = before.is_some_and(|before| fs::read(path).is_ok_and(|b| b == before.as_bytes()));
    let existing = if is_ours { Existing::Replace } else { Existing::Keep };
    file::write(path, text.as_bytes(), existing)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_dates() {
        for (day, text) in [
            (0, "1970.01.01"),
            (58, "1970.02.28"),
            (59, "1970.03.01"),
            (789, "1972.02.29"),
            (11_016, "2000.02.29"),
            (20_779, "2026.11.22"),
            (47_540, "2100.02.28"),
            (47_541, "2100.03.01"),
        ] {
            assert_eq!(date(day), text, "{day}");
        }
    }
}
