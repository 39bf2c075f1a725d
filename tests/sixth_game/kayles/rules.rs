//! What a user may choose.

use quincunx::kernel::{self, OptionKind, OptionSpec, OptionValue, OptionWords};

/// The rules that a game is played under.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rules {
    /// Whether who knocks the last pin down loses (Decision 1).
    pub misere: bool,
}

impl kernel::Rules for Rules {
    const OPTIONS: &'static [OptionSpec] = &[OptionSpec::rule(
        "Kayles Misere",
        OptionKind::Check { default: false },
        &OptionWords {
            label: "The last pin",
            meaning: "whether who knocks the last pin down loses",
            values: &[("false", "wins"), ("true", "loses")],
            is_rare: false,
        },
    )];

    fn set(&mut self, _index: usize, value: &OptionValue) {
        if let OptionValue::Check(on) = value {
            self.misere = *on;
        }
    }

    fn get(&self, _index: usize) -> OptionValue {
        OptionValue::Check(self.misere)
    }
}
