//! What an engine announces: its games, their players, and their options.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;

use super::child::{Child, Gone};

/// The games that the engine can play.
#[derive(Clone, Debug, Default)]
pub(super) struct Catalogue {
    pub(super) games: Vec<GameEntry>,
    /// The most threads that a search may use.
    pub(super) threads: i64,
}

/// A game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct GameEntry {
    pub(super) name: String,
    /// The letters of the players, in moving order.
    pub(super) players: [String; 2],
    /// The start position under the usual rules.
    pub(super) start: String,
    /// The options of its rules.
    pub(super) options: Vec<Choice>,
}

/// An option of the engine.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Choice {
    pub(super) name: String,
    #[serde(flatten)]
    pub(super) kind: Kind,
}

/// The values of an option. Options of other types are not shown on the page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub(super) enum Kind {
    Check { default: bool },
    Spin { default: i64, min: i64, max: i64 },
    Combo { default: String, choices: Vec<String> },
}

impl Kind {
    /// Returns its default.
    pub(super) fn default(&self) -> Value {
        match self {
            Self::Check { default } => Value::from(*default),
            Self::Spin { default, .. } => Value::from(*default),
            Self::Combo { default, .. } => Value::from(default.as_str()),
        }
    }

    /// Reads the text of a value.
    pub(super) fn read(&self, text: &str) -> Option<Value> {
        match self {
            Self::Check { .. } => text.parse::<bool>().ok().map(Value::from),
            Self::Spin { .. } => text.parse::<i64>().ok().map(Value::from),
            Self::Combo { .. } => Some(Value::from(text)),
        }
        .filter(|value| self.has(value))
    }

    /// Returns whether `value` is one of the values.
    pub(super) fn has(&self, value: &Value) -> bool {
        match self {
            Self::Check { .. } => value.is_boolean(),
            Self::Spin { min, max, .. } => {
                value.as_i64().is_some_and(|number| (*min..=*max).contains(&number))
            }
            Self::Combo { choices, .. } => {
                value.as_str().is_some_and(|text| choices.iter().any(|choice| choice == text))
            }
        }
    }
}

/// Returns the text of a value, as the engine reads it.
pub(super) fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

impl GameEntry {
    /// Returns a value for each option: the requested one, or the default.
    ///
    /// # Errors
    ///
    /// Names an option that the game does not have, or a value that it cannot have.
    pub(super) fn values(
        &self,
        wanted: &BTreeMap<String, Value>,
    ) -> Result<BTreeMap<String, Value>, String> {
        let has = |name: &String| self.options.iter().any(|choice| choice.name == *name);
        if let Some(name) = wanted.keys().find(|name| !has(name)) {
            return Err(format!("{} has no option {name:?}", self.name));
        }
        let value = |choice: &Choice| {
            let value = wanted.get(&choice.name).cloned().unwrap_or_else(|| choice.kind.default());
            if choice.kind.has(&value) {
                Ok((choice.name.clone(), value))
            } else {
                Err(format!("{} cannot be {value}", choice.name))
            }
        };
        self.options.iter().map(value).collect()
    }
}

impl Catalogue {
    /// Asks an engine for its catalogue.
    pub(super) async fn ask(child: &mut Child) -> Result<Self, Gone> {
        let announced = child.ask(&["ugi".to_owned()]).await?;
        let choices: Vec<Choice> = announced.iter().filter_map(|line| choice(line)).collect();
        let kind = |name| choices.iter().find(|choice| choice.name == name).map(|c| &c.kind);
        let Some(Kind::Combo { choices: names, .. }) = kind("UCI_Variant") else {
            return Err(Gone("the engine announces no games".to_owned()));
        };
        let threads = match kind("Threads") {
            Some(Kind::Spin { max, .. }) => *max,
            _ => 1,
        };
        let mut games = Vec::new();
        for name in names {
            let told = child.ask(&[format!("setoption name UCI_Variant value {name}")]).await?;
            let Some((players, start)) = told.iter().find_map(|line| variant(line)) else {
                return Err(Gone(format!("the engine does not describe {name}")));
            };
            // The options of a game start with its name.
            let mark = format!("{name} ");
            let is_own = |choice: &&Choice| {
                choice.name.get(..mark.len()).is_some_and(|s| s.eq_ignore_ascii_case(&mark))
            };
            let options = choices.iter().filter(is_own).cloned().collect();
            games.push(GameEntry { name: name.clone(), players, start, options });
        }
        Ok(Self { games, threads })
    }

    /// Returns the game with that name.
    pub(super) fn game(&self, name: &str) -> Option<&GameEntry> {
        self.games.iter().find(|game| game.name == name)
    }
}

/// Reads `option name N type T default D [min A max B] [var C]...`.
fn choice(line: &str) -> Option<Choice> {
    let (name, rest) = line.strip_prefix("option name ")?.split_once(" type ")?;
    let words: Vec<&str> = rest.split(' ').collect();
    let behind = |key| words.iter().position(|word| *word == key).and_then(|at| words.get(at + 1));
    let number = |key| behind(key).and_then(|text| text.parse().ok());
    let kind = match *words.first()? {
        "check" => Kind::Check { default: behind("default")?.parse().ok()? },
        "spin" => {
            Kind::Spin { default: number("default")?, min: number("min")?, max: number("max")? }
        }
        "combo" => {
            let pairs = words.windows(2).filter(|pair| pair[0] == "var");
            let choices = pairs.map(|pair| pair[1].to_owned()).collect();
            Kind::Combo { default: (*behind("default")?).to_owned(), choices }
        }
        _ => return None,
    };
    Some(Choice { name: name.to_owned(), kind })
}

/// Reads `info string variant G players A,B startpos P`.
fn variant(line: &str) -> Option<([String; 2], String)> {
    let (_, rest) = line.strip_prefix("info string variant ")?.split_once(" players ")?;
    let (players, start) = rest.split_once(" startpos ")?;
    let (first, second) = players.split_once(',')?;
    Some(([first.to_owned(), second.to_owned()], start.to_owned()))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn game() -> GameEntry {
        let lines = [
            "option name Chess Castling type check default true",
            "option name Chess Quiet type spin default 100 min 0 max 1000",
            "option name Chess Board type combo default round var round var flat",
        ];
        let options = lines.into_iter().map(|line| choice(line).unwrap()).collect();
        let players = ["W", "B"].map(str::to_owned);
        GameEntry { name: "chess".to_owned(), players, start: "x".to_owned(), options }
    }

    #[test]
    fn announcements_are_read() {
        let game = game();
        assert_eq!(
            serde_json::to_value(&game.options[1]).unwrap(),
            json!({"name": "Chess Quiet", "type": "spin", "default": 100, "min": 0, "max": 1000})
        );
        assert_eq!(
            serde_json::to_value(&game.options[2]).unwrap(),
            json!({"name": "Chess Board", "type": "combo", "default": "round",
                   "choices": ["round", "flat"]})
        );
        assert_eq!(choice("option name MemoryFile type string default <empty>"), None);
        assert_eq!(choice("option name Clear Hash type button"), None);
        assert_eq!(
            variant("info string variant chess players W,B startpos rnbq"),
            Some((["W", "B"].map(str::to_owned), "rnbq".to_owned()))
        );
    }

    #[test]
    fn only_the_values_that_were_announced_pass() {
        let game = game();
        let values = |value: Value| {
            game.values(&serde_json::from_value(value).unwrap()).map(|all| json!(all))
        };
        assert_eq!(
            values(json!({"Chess Quiet": 5})),
            Ok(json!({"Chess Castling": true, "Chess Quiet": 5, "Chess Board": "round"}))
        );
        for wrong in [
            json!({"Hash": 1}),
            json!({"MemoryFile": "/etc/passwd"}),
            json!({"chess quiet": 5}),
            json!({"Chess Quiet": 1001}),
            json!({"Chess Quiet": "5"}),
            json!({"Chess Quiet": 5.5}),
            json!({"Chess Castling": "true"}),
            json!({"Chess Board": "round\nquit"}),
            json!({"Chess Board": null}),
        ] {
            assert!(values(wrong.clone()).is_err(), "{wrong}");
        }
    }
}
