//! The names of databases.

use std::fmt;

use crate::kernel::{OptionKind, OptionValue, Position, Rules};

/// The name of a database: what it holds, of which game, under which rules. Data for different
/// rules is never mixed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Name {
    /// What it holds, one word.
    pub kind: String,
    /// The name of the game.
    pub game: String,
    /// Each choice of the rules as `name=value`, joined by `;`.
    pub rules: String,
}

impl Name {
    /// Returns the name for one kind of data about a game under those rules.
    #[must_use]
    pub fn of<P: Position>(kind: &str, rules: &P::Rules) -> Self {
        let choices = P::Rules::OPTIONS.iter().enumerate().map(|(at, option)| {
            let value = match (rules.get(at), option.kind) {
                (OptionValue::Combo(choice), OptionKind::Combo { choices, .. }) => {
                    choices.get(choice).map_or_else(|| choice.to_string(), |c| (*c).to_owned())
                }
                (OptionValue::Check(on), _) => on.to_string(),
                (OptionValue::Spin(number), _) => number.to_string(),
                (OptionValue::Combo(choice), _) => choice.to_string(),
                (OptionValue::Text(text), _) => text,
                (OptionValue::Button, _) => String::new(),
            };
            format!("{}={value}", option.name)
        });
        let rules = choices.collect::<Vec<_>>().join(";");
        Self { kind: kind.to_owned(), game: P::NAME.to_owned(), rules }
    }

    /// Reads a name as it is written.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let mut parts = text.splitn(3, ' ').map(str::to_owned);
        let name = Self { kind: parts.next()?, game: parts.next()?, rules: parts.next()? };
        (!name.kind.is_empty() && !name.game.is_empty()).then_some(name)
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, game, rules } = self;
        write!(f, "{kind} {game} {rules}")
    }
}
