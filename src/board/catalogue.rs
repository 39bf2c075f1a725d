//! The games of the engine, their players, and their options.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use serde::Serialize;
use serde_json::{Value, json};

use super::trainer;
use crate::engine::guide::{self, Block};
use crate::engine::{Description, Engine, Level, Session};
use crate::kernel::{Gather, OptionKind, OptionSpec};
use crate::notation::moves as moves_of;
use crate::puzzles::Puzzle;

/// The games that can be played.
pub(super) struct Catalogue {
    pub(super) games: Vec<GameEntry>,
    /// The puzzles of each, in the same order.
    pub(super) puzzles: Vec<OnceLock<Vec<Puzzle>>>,
    /// Knows their rules; nothing is played on it.
    pub(super) engine: Engine,
}

/// A game.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(super) struct GameEntry {
    pub(super) name: &'static str,
    /// The letters of the players, in moving order.
    pub(super) players: [&'static str; 2],
    /// The start position under the usual rules.
    pub(super) start: String,
    /// The options of its rules.
    pub(super) options: Vec<RuleOption>,
    /// What its tables of solved positions are, if it has some.
    pub(super) tables: Option<TableSets>,
    /// What it looks like.
    #[serde(flatten)]
    pub(super) description: Description,
}

/// The tables of a game that can be built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(super) struct TableSets {
    /// Those that take a moment.
    pub(super) few: &'static str,
    /// A position that these know.
    pub(super) position: &'static str,
}

/// An option of a game's rules.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct RuleOption {
    pub(super) name: &'static str,
    #[serde(flatten)]
    pub(super) kind: RuleKind,
    /// What a form calls it.
    pub(super) label: &'static str,
    /// The usual values with their meanings, the default first.
    pub(super) values: &'static [(&'static str, &'static str)],
    /// Whether few games change it.
    pub(super) rare: bool,
}

/// The values of an option. Options of other types are not shown on the page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub(super) enum RuleKind {
    Check { default: bool },
    Spin { default: i64, min: i64, max: i64 },
    Combo { default: &'static str, choices: &'static [&'static str] },
}

impl RuleKind {
    /// Returns its default.
    pub(super) fn default(&self) -> Value {
        match self {
            Self::Check { default } => Value::from(*default),
            Self::Spin { default, .. } => Value::from(*default),
            Self::Combo { default, .. } => Value::from(*default),
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
                value.as_str().is_some_and(|text| choices.contains(&text))
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
        let mut values = BTreeMap::new();
        for choice in &self.options {
            let value = wanted.get(choice.name).cloned().unwrap_or_else(|| choice.kind.default());
            if !choice.kind.has(&value) {
                return Err(format!("{} cannot be {value}", choice.name));
            }
            values.insert(choice.name.to_owned(), value);
        }
        Ok(values)
    }
}

impl GameEntry {
    fn of(session: &dyn Session) -> Self {
        Self {
            name: session.name(),
            players: session.players(),
            start: session.first_position(),
            options: session.rule_options().iter().filter_map(RuleOption::of).gather(),
            tables: session
                .kind()
                .about()
                .samples
                .tables
                .map(|sample| TableSets { few: sample.chosen, position: sample.position }),
            description: session.describe(),
        }
    }
}

impl RuleOption {
    fn of(&OptionSpec { name, kind, words }: &OptionSpec) -> Option<Self> {
        let kind = match kind {
            OptionKind::Check { default } => RuleKind::Check { default },
            OptionKind::Spin { default, min, max } => RuleKind::Spin { default, min, max },
            OptionKind::Combo { default, choices } => {
                RuleKind::Combo { default: choices[default], choices }
            }
            OptionKind::Button | OptionKind::Text { .. } => return None,
        };
        let plain = Self::plain(name, kind);
        Some(words.map_or(plain.clone(), |words| Self {
            label: words.label,
            values: words.values,
            rare: words.is_rare,
            ..plain
        }))
    }

    /// Returns an option without words.
    pub(super) const fn plain(name: &'static str, kind: RuleKind) -> Self {
        Self { name, kind, label: name, values: &[], rare: false }
    }
}

impl Catalogue {
    pub(super) fn new(engine: Engine) -> Self {
        let games = engine.sessions().map(GameEntry::of).gather();
        Self { puzzles: games.iter().map(|_| OnceLock::new()).gather(), games, engine }
    }

    /// Returns the game with that name.
    pub(super) fn game(&self, name: &str) -> Option<&GameEntry> {
        self.games.iter().find(|game| game.name == name)
    }

    /// Returns the puzzles that come with a game, the easy ones first.
    pub(super) fn puzzles(&self, name: &str) -> &[Puzzle] {
        let mut games = self.engine.sessions().zip(&self.puzzles);
        let game = games.find(|(session, _)| session.name() == name);
        let read = |session: &dyn Session| trainer::puzzles(session.kind().game().puzzles());
        game.map_or(&[], |(session, puzzles)| puzzles.get_or_init(|| read(session)))
    }

    /// Returns what the page must know of the games, and the levels of the engine.
    pub(super) fn text(&self) -> String {
        let level = |level: Level| json!({"level": level.number(), "text": level.words()});
        let levels = Level::all().map(level).gather();
        json!({"levels": levels, "games": self.games}).to_string()
    }

    /// Returns the rules of a game for people.
    pub(super) fn guide(&self, name: &str) -> Option<Value> {
        let session = self.session(name)?;
        let blocks = guide::blocks(session.kind().about().guide).into_iter();
        let block = |block| match block {
            Block::Heading(text) => json!({"heading": text}),
            Block::Paragraph(text) => json!({"paragraph": text}),
            Block::List(items) => json!({"list": items}),
            Block::Picture { position, moves, caption } => {
                json!({"picture": session.sketch(position, &moves_of(moves)).ok(), "caption": caption})
            }
        };
        Some(blocks.map(block).collect())
    }

    /// Returns a session of a game, at its start under the usual rules.
    pub(super) fn open(&self, name: &str) -> Option<Box<dyn Session>> {
        self.session(name).map(Session::fresh)
    }

    fn session(&self, name: &str) -> Option<&dyn Session> {
        self.engine.sessions().find(|session| session.name() == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game() -> GameEntry {
        let choices: &[&str] = &["round", "flat"];
        let options = [
            ("Chess Castling", RuleKind::Check { default: true }),
            ("Chess Quiet", RuleKind::Spin { default: 100, min: 0, max: 1000 }),
            ("Chess Board", RuleKind::Combo { default: "round", choices }),
        ];
        let options = options.map(|(name, kind)| RuleOption::plain(name, kind)).into();
        GameEntry {
            name: "chess",
            players: ["W", "B"],
            start: "x".to_owned(),
            options,
            ..GameEntry::default()
        }
    }

    #[test]
    fn options_are_described_to_the_page() {
        let game = game();
        assert_eq!(
            serde_json::to_value(&game.options[1]).unwrap(),
            json!({"name": "Chess Quiet", "type": "spin", "default": 100, "min": 0, "max": 1000,
                   "label": "Chess Quiet", "values": [], "rare": false})
        );
        assert_eq!(
            serde_json::to_value(&game.options[2]).unwrap(),
            json!({"name": "Chess Board", "type": "combo", "default": "round",
                   "choices": ["round", "flat"], "label": "Chess Board", "values": [], "rare": false})
        );
    }

    #[test]
    fn guides_have_their_pictures() {
        let catalogue = Catalogue::new(Engine::new());
        for game in &catalogue.games {
            let guide = catalogue.guide(game.name).unwrap();
            let pictures = guide.as_array().unwrap().iter().filter_map(|it| it.get("picture"));
            let pictures: Vec<_> = pictures.collect();
            assert!(!pictures.is_empty(), "{}", game.name);
            for picture in &pictures {
                assert!(picture["pieces"].as_str().is_some_and(|it| !it.is_empty()), "{picture}");
            }
            assert!(pictures.iter().any(|picture| picture["paths"] != ""), "{}", game.name);
        }
        assert_eq!(catalogue.guide("chess"), None);
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
