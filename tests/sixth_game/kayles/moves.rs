//! A throw in five bits.

use quincunx::kernel::Move;

use super::position::PINS;

/// A pin that is knocked down, and whether the next one falls with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Throw {
    /// The first pin, from 0.
    pub pin: u16,
    /// Whether the next one falls as well.
    pub both: bool,
}

impl Throw {
    /// Returns the pins that fall as bits.
    pub const fn falls(self) -> u16 {
        (if self.both { 0b11 } else { 0b1 }) << self.pin
    }
}

impl Move for Throw {
    fn bits(self) -> u16 {
        self.pin << 1 | u16::from(self.both)
    }

    fn from_bits(bits: u16) -> Option<Self> {
        let throw = Self { pin: bits >> 1, both: bits & 1 != 0 };
        (throw.pin + u16::from(throw.both) < PINS).then_some(throw)
    }
}
