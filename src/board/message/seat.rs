//! Who plays a side, in requests and in states.

use serde::{Deserialize, Serialize};

use super::fields::Fields;
use super::text::{MemoryName, PlayerName};
use crate::engine::Level;

/// Who plays a side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Fields", tag = "who", rename_all = "kebab-case")]
pub(in crate::board) enum Seat {
    /// A human at the page.
    Human {
        /// The name, if it was given.
        #[serde(skip_serializing_if = "Option::is_none")]
        name: Option<PlayerName>,
    },
    /// An engine.
    Ai {
        /// Its playing strength.
        #[serde(serialize_with = "number")]
        level: Level,
        /// Whether the level is that about as strong as the human, by his results.
        #[serde(skip_serializing_if = "is_off")]
        auto: bool,
        /// The name of its memory.
        remember: Option<MemoryName>,
        /// Whether it uses the tables of the library.
        #[serde(skip_serializing_if = "is_off")]
        tables: bool,
        /// Whether it plays by the games of the library.
        #[serde(skip_serializing_if = "is_off")]
        book: bool,
    },
}

impl Seat {
    /// A human without a name.
    pub(in crate::board) const HUMAN: Self = Self::Human { name: None };

    /// Whether it is an engine about as strong as the human.
    pub(in crate::board) const fn is_matched(&self) -> bool {
        matches!(self, Self::Ai { auto: true, .. })
    }

    /// The same player with nothing remembered.
    pub(in crate::board) fn without_memory(self) -> Self {
        match self {
            Self::Ai { level, auto, tables, book, .. } => {
                Self::Ai { level, auto, remember: None, tables, book }
            }
            human => human,
        }
    }
}

impl TryFrom<Fields> for Seat {
    type Error = String;

    fn try_from(mut fields: Fields) -> Result<Self, String> {
        let seat = match fields.take::<String>("who")?.as_str() {
            "human" => Self::Human { name: fields.take("name")? },
            "ai" => {
                let (least, greatest) = (Level::LEAST, Level::GREATEST);
                let level = Level::new(fields.take("level")?)
                    .ok_or_else(|| format!("levels go from {least} to {greatest}"))?;
                let mut is_on =
                    |name| Ok::<_, String>(fields.take::<Option<bool>>(name)? == Some(true));
                let [auto, tables, book] = [is_on("auto"), is_on("tables"), is_on("book")];
                let (auto, tables, book) = (auto?, tables?, book?);
                Self::Ai { level, auto, remember: fields.take("remember")?, tables, book }
            }
            who => return Err(format!("nobody is {who:?}, only \"human\" or \"ai\"")),
        };
        fields.end().map(|()| seat)
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
const fn is_off(on: &bool) -> bool {
    !*on
}

fn number<S: serde::Serializer>(level: &Level, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u8(level.number())
}
