//! A game in progress as a record.

use std::io;
use std::path::Path;

use crate::engine::Session;
use crate::kernel::file::{self, Existing};
use crate::kernel::{OptionKind, OptionValue, PerPlayer};
use crate::notation::{GameResult, GameText, tag};

/// Returns the record of the game, `start` being where its rules begin.
pub(super) fn record(session: &dyn Session, start: &str, names: &PerPlayer<String>) -> GameText {
    let outcome = session.outcome();
    let result = outcome.map_or(GameResult::Unknown, |outcome| GameResult::of(outcome.winner));
    let mut tags = vec![(tag::GAME, session.name().to_owned())];
    let rules = chosen_rules(session);
    if !rules.is_empty() {
        tags.push((tag::RULES, rules));
    }
    if session.start() != start {
        tags.push((tag::START, session.start()));
    }
    let [first, second] = &names.0;
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
    }
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

/// Writes a record to a file. One that exists is replaced only if `may_replace`.
pub(super) fn write(record: &GameText, path: &Path, may_replace: bool) -> io::Result<()> {
    let existing = if may_replace { Existing::Replace } else { Existing::Keep };
    file::write(path, record.to_string().as_bytes(), existing)
}
