//! Who plays a side, in requests and in states.

use serde::{Deserialize, Serialize};

use super::text::{MemoryName, PlayerName};
use crate::engine::Level;

/// Who plays a side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "who", rename_all = "kebab-case", deny_unknown_fields)]
pub(in crate::board) enum Seat {
    /// A human at the page.
    Human {
        /// The name, if it was given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<PlayerName>,
    },
    /// An engine.
    Ai {
        /// Its playing strength.
        #[serde(deserialize_with = "level", serialize_with = "number")]
        level: Level,
        /// The name of its memory.
        #[serde(default)]
        remember: Option<MemoryName>,
    },
}

impl Seat {
    /// A human without a name.
    pub(in crate::board) const HUMAN: Self = Self::Human { name: None };

    /// The same player with nothing remembered.
    pub(in crate::board) fn without_memory(self) -> Self {
        match self {
            Self::Ai { level, .. } => Self::Ai { level, remember: None },
            human => human,
        }
    }
}

fn level<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Level, D::Error> {
    let number = u8::deserialize(deserializer)?;
    let (least, greatest) = (Level::LEAST, Level::GREATEST);
    let text = format!("levels go from {least} to {greatest}");
    Level::new(number).ok_or_else(|| serde::de::Error::custom(text))
}

fn number<S: serde::Serializer>(level: &Level, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u8(level.number())
}
