//! The rule options.

use crate::kernel::{self, OptionKind, OptionSpec, OptionValue, OptionWords};

/// The two limits that make a game a draw (RULES.md Decision 9).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The quiet plies after which the game is drawn; 0 for no limit.
    pub(super) quiet: u16,
    /// The occurrence of a position at which the game is drawn, 2 to 9; 0 for never.
    pub(super) repetition: u8,
}

const REPETITION: usize = 0;
const QUIET: usize = 1;

impl Rules {
    /// The rules without any draw limit.
    pub const UNLIMITED: Self = Self { quiet: 0, repetition: 0 };

    /// Returns the quiet plies after which the game is drawn, 0 for no limit.
    #[must_use]
    pub const fn quiet_limit(&self) -> u16 {
        self.quiet
    }
}

impl Default for Rules {
    fn default() -> Self {
        Self { quiet: 100, repetition: 3 }
    }
}

impl kernel::Rules for Rules {
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec::rule(
            "Morris Repetition",
            OptionKind::Spin { default: 3, min: 0, max: 9 },
            &OptionWords {
                label: "Draw by repetition",
                meaning: "at which occurrence of a position the game is drawn, from the second; 0 never",
                values: &[("3", "at the third time"), ("2", "at the second time"), ("0", "never")],
                is_rare: true,
            },
        ),
        OptionSpec::rule(
            "Morris Quiet",
            OptionKind::Spin { default: 100, min: 0, max: 1000 },
            &OptionWords {
                label: "Draw without a capture",
                meaning: "after how many plies without placement or removal the game is drawn; 0 never",
                values: &[
                    ("100", "after 100 plies"),
                    ("50", "after 50 plies"),
                    ("200", "after 200 plies"),
                    ("0", "never"),
                ],
                is_rare: true,
            },
        ),
    ];

    /// Sets a limit. A repetition limit of 1 would draw every game before its first move; it is
    /// taken as 2, the least meaningful value.
    fn set(&mut self, index: usize, value: &OptionValue) {
        let OptionValue::Spin(number) = *value else { return };
        match index {
            REPETITION => {
                if let Ok(limit @ 0..=9) = u8::try_from(number) {
                    self.repetition = if limit == 1 { 2 } else { limit };
                }
            }
            QUIET => {
                if let Ok(limit @ 0..=1000) = u16::try_from(number) {
                    self.quiet = limit;
                }
            }
            _ => {}
        }
    }

    fn get(&self, index: usize) -> OptionValue {
        OptionValue::Spin(match index {
            REPETITION => self.repetition.into(),
            _ => self.quiet.into(),
        })
    }
}
