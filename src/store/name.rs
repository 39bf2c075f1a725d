//! The names of databases.

use std::fmt;

use crate::kernel::{Gather, OptionSpec, OptionValue, Position, Rules};

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
        let values = (0..P::Rules::OPTIONS.len()).map(|at| rules.get(at)).gather();
        Self::new(kind, P::NAME, P::Rules::OPTIONS, &values)
    }

    /// Returns the name for one kind of data about a game whose options have those values.
    #[must_use]
    pub fn new(kind: &str, game: &str, options: &[OptionSpec], values: &[OptionValue]) -> Self {
        let choices = options.iter().zip(values).map(|(option, value)| {
            let value = option.kind.shown(value);
            format!("{}={value}", option.name)
        });
        let rules = choices.gather().join(";");
        Self { kind: kind.to_owned(), game: game.to_owned(), rules }
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
