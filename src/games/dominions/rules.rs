//! The choices that the rules leave open.

use crate::kernel::{self, OptionKind, OptionSpec, OptionValue, OptionWords};

/// The rules that a position is played under.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rules {
    /// Whether the own-section exception asks that every friendly group that the tile joins is a
    /// whole section; otherwise one such group is enough (RULES.md Decision 3).
    pub strict_extension: bool,
    /// Whether a placement that captures and then loses the whole lump is illegal; otherwise it is
    /// a suicide like any other (RULES.md Decision 8).
    pub no_boomerang: bool,
}

impl kernel::Rules for Rules {
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec::rule(
            "Dominions Strict Extension",
            OptionKind::Check { default: false },
            &OptionWords {
                label: "Joining own groups without contact",
                meaning: "a tile without contact may join only own groups that are whole sections",
                values: &[
                    ("false", "one whole section is enough"),
                    ("true", "all must be whole sections"),
                ],
                is_rare: true,
            },
        ),
        OptionSpec::rule(
            "Dominions No Boomerang",
            OptionKind::Check { default: false },
            &OptionWords {
                label: "Taking a group that comes back at once",
                meaning: "a placement may not flip a group that it then loses again",
                values: &[("false", "allowed"), ("true", "not allowed")],
                is_rare: true,
            },
        ),
    ];

    fn set(&mut self, index: usize, value: &OptionValue) {
        match (index, value) {
            (0, OptionValue::Check(on)) => self.strict_extension = *on,
            (1, OptionValue::Check(on)) => self.no_boomerang = *on,
            _ => {}
        }
    }

    fn get(&self, index: usize) -> OptionValue {
        OptionValue::Check(if index == 0 { self.strict_extension } else { self.no_boomerang })
    }
}
