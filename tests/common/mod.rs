//! What the suites share: the list of games, readers for the data files, the program as a process.
//!
//! Every reader names file and line in its panics, so that a failing row can be found at once.
#![allow(dead_code, unreachable_pub, unused_macros, reason = "each suite uses its own part")]

pub mod client;
pub mod closure;
pub mod endings;
pub mod program;
pub mod retrograde;
pub mod shelf;
pub mod transcript;

use std::fs;
use std::path::PathBuf;

use quincunx::games::Game;
use quincunx::kernel::{OptionKind, OptionValue, Outcome, Rules};
use serde_json::Value;

/// Defines one test for each game of the program, which calls `$check::<Game>()`.
macro_rules! per_game {
    ($check:ident) => {
        quincunx::standard_games!(game_tests $check:);
    };
}

/// Defines the tests of [`per_game!`].
macro_rules! game_tests {
    ($check:ident: $($game:ident::$position:ident),+ $(,)?) => {
        mod $check {
            $(
                #[test]
                fn $game() {
                    super::$check::<quincunx::games::$game::$position>();
                }
            )+
        }
    };
}

/// A line of a data file and where it stands.
#[derive(Clone, Debug)]
pub struct Row<T> {
    /// `file:line`.
    pub place: String,
    /// What the line holds.
    pub value: T,
}

/// Returns the path of a file in `tests/`.
pub fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests").join(name)
}

/// Reads the lines of a file in `tests/` that are neither empty nor comments (`#`). There is at
/// least one.
pub fn lines(name: &str) -> Vec<Row<String>> {
    let path = path(name);
    let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let rows = rows(name, &text);
    assert!(!rows.is_empty(), "tests/{name} has no rows");
    rows
}

fn rows(name: &str, text: &str) -> Vec<Row<String>> {
    text.lines()
        .enumerate()
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .map(|(i, line)| Row { place: format!("tests/{name}:{}", i + 1), value: line.to_owned() })
        .collect()
}

/// Reads a file of one JSON object a line.
pub fn json_lines(name: &str) -> Vec<Row<Value>> {
    lines(name)
        .into_iter()
        .map(|row| {
            let value = serde_json::from_str(&row.value)
                .unwrap_or_else(|error| panic!("{}: {error}", row.place));
            Row { place: row.place, value }
        })
        .collect()
}

/// Reads a file of lines with `N` columns, separated by tabs.
pub fn columns<const N: usize>(name: &str) -> Vec<Row<[String; N]>> {
    lines(name)
        .into_iter()
        .map(|row| {
            let parts: Vec<String> = row.value.split('\t').map(str::to_owned).collect();
            let value =
                parts.try_into().unwrap_or_else(|_| panic!("{}: want {N} columns", row.place));
            Row { place: row.place, value }
        })
        .collect()
}

/// Returns a game's default rules with the choices of a JSON object (`{"Morris Quiet": 8}`) set.
pub fn rules<P: Game>(choices: &Value, place: &str) -> P::Rules {
    let mut rules = P::Rules::default();
    for (name, value) in choices.as_object().into_iter().flatten() {
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        set_rule::<P>(&mut rules, name, &text, place);
    }
    rules
}

/// Sets one choice of a game's rules by name.
pub fn set_rule<P: Game>(rules: &mut P::Rules, name: &str, value: &str, place: &str) {
    let index = P::Rules::OPTIONS
        .iter()
        .position(|option| option.name == name)
        .unwrap_or_else(|| panic!("{place}: no rule {name:?}"));
    let value = P::Rules::OPTIONS[index]
        .kind
        .parse(Some(value))
        .unwrap_or_else(|want| panic!("{place}: {name} wants {want}"));
    rules.set(index, &value);
}

/// Reads a position of a data file.
pub fn position<P: Game>(text: &str, rules: &P::Rules, place: &str) -> P {
    P::read_position(text, rules).unwrap_or_else(|error| panic!("{place}: {text}: {error}"))
}

/// Returns a text field of a JSON object.
pub fn text<'a>(value: &'a Value, field: &str, place: &str) -> &'a str {
    value[field].as_str().unwrap_or_else(|| panic!("{place}: no text {field:?}"))
}

/// Returns the texts of an array in a JSON object.
pub fn texts<'a>(value: &'a Value, field: &str, place: &str) -> Vec<&'a str> {
    value[field]
        .as_array()
        .unwrap_or_else(|| panic!("{place}: no list {field:?}"))
        .iter()
        .map(|item| item.as_str().unwrap_or_else(|| panic!("{place}: {field:?} holds no texts")))
        .collect()
}

/// Returns the legal moves as canonical texts, in the order of generation.
pub fn move_texts<P: Game>(position: &P) -> Vec<String> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves.into_iter().map(|m| position.write_move(m)).collect()
}

/// Returns an outcome as the data files write it: the winner's letter, `draw` or `unfinished`, and
/// the reason, empty while the game goes on.
pub fn result<P: Game>(outcome: Option<Outcome>) -> (&'static str, &'static str) {
    match outcome {
        None => ("unfinished", ""),
        Some(Outcome { winner: None, ending, .. }) => ("draw", ending.name()),
        Some(Outcome { winner: Some(player), ending, .. }) => (P::letter(player), ending.name()),
    }
}

/// Returns every value of a choice that a test should try.
pub fn values(kind: &OptionKind) -> Vec<OptionValue> {
    match *kind {
        OptionKind::Check { .. } => vec![OptionValue::Check(false), OptionValue::Check(true)],
        OptionKind::Spin { default, min, max } => {
            vec![OptionValue::Spin(default), OptionValue::Spin(min), OptionValue::Spin(max)]
        }
        OptionKind::Combo { choices, .. } => (0..choices.len()).map(OptionValue::Combo).collect(),
        OptionKind::Button | OptionKind::Text { .. } => Vec::new(),
    }
}
