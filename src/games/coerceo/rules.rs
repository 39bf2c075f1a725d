//! The choices that the rules leave open.

use crate::kernel::{OptionKind, OptionSpec, OptionValue, OptionWords, Rules as KernelRules};

/// Which position a game starts from (RULES.md section 2, Decision 15).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Start {
    /// The official start: 19 tiles, 18 pieces a side.
    #[default]
    Laurentius,
    /// The official short game: the 7 middle tiles, 7 pieces a side.
    Ocius,
}

impl Start {
    /// Every start.
    pub const ALL: [Self; 2] = [Self::Laurentius, Self::Ocius];
    /// The names of [`ALL`](Self::ALL), in the same order.
    pub const NAMES: [&'static str; 2] = ["laurentius", "ocius"];
}

/// The choices in one byte, so that a position stays small: bit 0 the start, bit 1 whether an
/// exchange costs one tile instead of two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rules(u8);

impl Rules {
    /// Returns the rules with that start and that price of an exchange: 1 tile, or else 2.
    #[must_use]
    pub const fn new(start: Start, exchange: u8) -> Self {
        Self(start as u8 | ((exchange == 1) as u8) << 1)
    }

    /// Returns the start.
    #[must_use]
    pub const fn start(self) -> Start {
        if self.0 & 1 == 0 { Start::Laurentius } else { Start::Ocius }
    }

    /// Returns how many tiles an exchange costs (RULES.md Decision 14).
    #[must_use]
    #[inline]
    pub const fn exchange(self) -> u8 {
        2 - (self.0 >> 1)
    }
}

impl KernelRules for Rules {
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec::rule(
            "Coerceo Start",
            OptionKind::Combo { default: 0, choices: &Start::NAMES },
            &OptionWords {
                label: "Start",
                meaning: "the start position",
                values: &[("laurentius", "Laurentius, 19 tiles"), ("ocius", "Ocius, 7 tiles")],
                is_rare: false,
            },
        ),
        OptionSpec::rule(
            "Coerceo Exchange",
            OptionKind::Spin { default: 2, min: 1, max: 2 },
            &OptionWords {
                label: "Price of an exchange",
                meaning: "how many held tiles an exchange costs",
                values: &[("2", "two tiles"), ("1", "one tile")],
                is_rare: false,
            },
        ),
    ];

    fn set(&mut self, index: usize, value: &OptionValue) {
        match (index, value) {
            (0, OptionValue::Combo(choice)) => {
                if let Some(start) = Start::ALL.get(*choice) {
                    *self = Self::new(*start, self.exchange());
                }
            }
            (1, OptionValue::Spin(tiles @ 1..=2)) => {
                *self = Self::new(self.start(), *tiles as u8);
            }
            _ => {}
        }
    }

    fn get(&self, index: usize) -> OptionValue {
        match index {
            0 => OptionValue::Combo(self.start() as usize),
            _ => OptionValue::Spin(i64::from(self.exchange())),
        }
    }
}
