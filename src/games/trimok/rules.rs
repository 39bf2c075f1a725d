//! The choices that the rules leave open.

use crate::kernel::{self, OptionKind, OptionSpec, OptionValue, OptionWords};

/// Which sizes a returning stack may be exchanged for (RULES.md Decision 4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Change {
    /// A size of which its side has fewer than four stacks on the board.
    #[default]
    Captured,
    /// None: a stack keeps its size.
    None,
    /// A size of which its side has no stack on the board.
    Absent,
    /// Any other size.
    Any,
}

impl Change {
    /// Every choice, the default first.
    pub const ALL: [Self; 4] = [Self::Captured, Self::None, Self::Absent, Self::Any];

    /// The names of [`ALL`](Self::ALL), in the same order.
    pub const NAMES: [&'static str; 4] = ["captured", "none", "absent", "any"];
}

/// The rules that a game is played under.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Which sizes a returning stack may be exchanged for.
    pub change: Change,
    /// At which occurrence of a position the game is drawn; 0 for never. 1 means 2: at the first
    /// occurrence every game would be over before its first move.
    pub repeat: u8,
    /// After how many plies without a capture the game is drawn; 0 for never.
    pub quiet: u16,
}

impl Rules {
    /// The default rules without any draw limit.
    pub const UNLIMITED: Self = Self { change: Change::Captured, repeat: 0, quiet: 0 };
}

impl Default for Rules {
    fn default() -> Self {
        Self { change: Change::default(), repeat: 3, quiet: 100 }
    }
}

impl kernel::Rules for Rules {
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec::rule(
            "Trimok Change",
            OptionKind::Combo { default: 0, choices: &Change::NAMES },
            &OptionWords {
                label: "Size after a return move",
                meaning: "which sizes a stack may become in a return move: those of which the side has fewer than four, none, those of which it has none, any",
                values: &[
                    ("captured", "a size that was lost"),
                    ("none", "never another"),
                    ("absent", "a size that is all gone"),
                    ("any", "any size"),
                ],
                is_rare: false,
            },
        ),
        OptionSpec::rule(
            "Trimok Quiet",
            OptionKind::Spin { default: 100, min: 0, max: 1000 },
            &OptionWords {
                label: "Draw without captures",
                meaning: "after how many plies without capture the game is drawn; 0 never",
                values: &[
                    ("100", "after 100 plies"),
                    ("50", "after 50 plies"),
                    ("200", "after 200 plies"),
                    ("0", "never"),
                ],
                is_rare: true,
            },
        ),
        OptionSpec::rule(
            "Trimok Repeat",
            OptionKind::Spin { default: 3, min: 0, max: 9 },
            &OptionWords {
                label: "Draw by repetition",
                meaning: "at which occurrence of a position the game is drawn, from the second; 0 never",
                values: &[("3", "at the third time"), ("2", "at the second time"), ("0", "never")],
                is_rare: true,
            },
        ),
    ];

    fn set(&mut self, index: usize, value: &OptionValue) {
        match (index, value) {
            (0, OptionValue::Combo(choice)) => {
                self.change = Change::ALL.get(*choice).copied().unwrap_or(self.change);
            }
            (1, OptionValue::Spin(plies @ 0..=1000)) => self.quiet = *plies as u16,
            (2, OptionValue::Spin(times @ 0..=9)) => self.repeat = *times as u8,
            _ => {}
        }
    }

    fn get(&self, index: usize) -> OptionValue {
        match index {
            0 => OptionValue::Combo(self.change as usize),
            1 => OptionValue::Spin(i64::from(self.quiet)),
            _ => OptionValue::Spin(i64::from(self.repeat)),
        }
    }
}
