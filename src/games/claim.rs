//! What is known of the margin behind a position, and how it is written.

use std::ops::Neg;

use super::AnyPosition;
use crate::kernel::{Player, Score, Worth};

/// Beyond every margin.
const INFINITY: i32 = i32::MAX / 4;

const EXPECTED: &str = "expected POSITION >= MARGIN CHECKSUM, or <=";

/// Bounds of a margin, from the view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// It is at least this.
    pub lower: i32,
    /// It is at most this.
    pub upper: i32,
}

impl Bounds {
    /// Nothing is known.
    pub const UNKNOWN: Self = Self { lower: -INFINITY, upper: INFINITY };
    /// Nothing is to come.
    pub const OVER: Self = Self { lower: 0, upper: 0 };

    /// Returns whether "at least `beta`" is known to be true or false; `None` if it is not.
    #[must_use]
    pub const fn decide(self, beta: i32) -> Option<bool> {
        if self.lower >= beta {
            Some(true)
        } else if self.upper < beta {
            Some(false)
        } else {
            None
        }
    }

    /// Returns what both say.
    #[must_use]
    pub fn meet(self, other: Self) -> Self {
        Self { lower: self.lower.max(other.lower), upper: self.upper.min(other.upper) }
    }

    /// Returns those of the bounds that say more than others do.
    #[must_use]
    pub fn beyond(self, other: Self) -> Self {
        Self {
            lower: if self.lower > other.lower { self.lower } else { Self::UNKNOWN.lower },
            upper: if self.upper < other.upper { self.upper } else { Self::UNKNOWN.upper },
        }
    }

    /// Returns the bounds of the greater of two margins.
    #[must_use]
    pub fn best(self, other: Self) -> Self {
        Self { lower: self.lower.max(other.lower), upper: self.upper.max(other.upper) }
    }

    /// Returns the bounds of a margin that is greater by so much. What is not known stays so.
    #[must_use]
    pub const fn plus(self, gain: i32) -> Self {
        let lower = if self.has_lower() { self.lower + gain } else { self.lower };
        let upper = if self.has_upper() { self.upper + gain } else { self.upper };
        Self { lower, upper }
    }

    /// Returns a worth within the bounds, as what is certain is already.
    #[must_use]
    pub fn clamp(self, worth: Worth) -> Worth {
        let lower = if self.has_lower() { Score::points(self.lower) } else { -Score::INFINITY };
        let upper = if self.has_upper() { Score::points(self.upper) } else { Score::INFINITY };
        match worth {
            Worth::Estimate(_) => Worth::Estimate(worth.score().clamp(lower, upper).value()),
            certain => certain,
        }
    }

    /// Returns whether the side to move is known to win.
    #[must_use]
    pub const fn is_won(self) -> bool {
        self.lower > 0
    }

    /// Returns whether the result is known.
    #[must_use]
    pub const fn is_decided(self) -> bool {
        self.is_won() || self.upper < 0 || self.exact().is_some()
    }

    /// Returns whether there is a lower bound.
    #[must_use]
    pub const fn has_lower(self) -> bool {
        self.lower > Self::UNKNOWN.lower
    }

    /// Returns whether there is an upper bound.
    #[must_use]
    pub const fn has_upper(self) -> bool {
        self.upper < Self::UNKNOWN.upper
    }

    /// Returns the lower and the upper bound, as far as there are any.
    #[must_use]
    pub fn sides(self) -> [Option<i32>; 2] {
        [self.has_lower().then_some(self.lower), self.has_upper().then_some(self.upper)]
    }

    /// Returns the margin, if the bounds leave one.
    #[must_use]
    pub const fn exact(self) -> Option<i32> {
        if self.lower == self.upper { Some(self.lower) } else { None }
    }
}

impl Neg for Bounds {
    type Output = Self;

    /// Returns the same from the view of the other side.
    fn neg(self) -> Self {
        Self { lower: -self.upper, upper: -self.lower }
    }
}

/// A bound of the final margin of a position, the points of the first player minus those of the second.
///
/// It is written as `POSITION >= MARGIN CHECKSUM` or with `<=`; the checksum is the CRC-32 of what stands
/// before it, in hexadecimal.
pub struct Claim {
    /// The position.
    pub position: Box<dyn AnyPosition>,
    /// Whether the margin is at least or at most this.
    pub is_lower: bool,
    /// The bound.
    pub margin: i32,
}

/// Compares a checksum, as it is written, with that of what was read.
pub(super) fn check_sum(written: &str, sum: u32) -> Result<(), String> {
    let real = format!("{sum:08x}");
    if written == real { Ok(()) } else { Err(format!("the checksum should be {real}")) }
}

impl Claim {
    /// Returns what the answer to "is the margin at least so much?" says.
    #[must_use]
    pub fn of_answer(position: &dyn AnyPosition, margin: i32, is_reached: bool) -> Self {
        let bound = if is_reached { margin } else { margin - 1 };
        Self { position: position.copied(), is_lower: is_reached, margin: bound }
    }

    /// Returns what it says of the margin to come.
    #[must_use]
    pub fn bounds(&self) -> Bounds {
        let sign = self.position.mover().sign();
        let to_come = sign * (self.margin - self.position.settled_margin().unwrap_or(0));
        if self.is_lower == (self.position.mover() == Player::First) {
            Bounds { lower: to_come, ..Bounds::UNKNOWN }
        } else {
            Bounds { upper: to_come, ..Bounds::UNKNOWN }
        }
    }

    /// Returns it without the checksum.
    #[must_use]
    pub fn text(&self) -> String {
        let sign = if self.is_lower { ">=" } else { "<=" };
        format!("{} {sign} {}", self.position.text(), self.margin)
    }

    /// Returns it as a line of a file, without the line ending.
    #[must_use]
    pub fn line(&self) -> String {
        let text = self.text();
        format!("{text} {:08x}", crc32fast::hash(text.as_bytes()))
    }

    /// Reads a line, with a position under the rules of another one.
    ///
    /// # Errors
    ///
    /// Says what is wrong.
    pub fn read(line: &str, like: &dyn AnyPosition) -> Result<Self, String> {
        let (text, checksum) = line.rsplit_once(' ').ok_or(EXPECTED)?;
        check_sum(checksum, crc32fast::hash(text.as_bytes()))?;
        Self::parse(text, like)
    }

    /// Reads a claim without a checksum.
    ///
    /// # Errors
    ///
    /// Says what is wrong.
    pub fn parse(text: &str, like: &dyn AnyPosition) -> Result<Self, String> {
        let (text, margin) = text.rsplit_once(' ').ok_or(EXPECTED)?;
        let (position, sign) = text.rsplit_once(' ').ok_or(EXPECTED)?;
        let is_lower = match sign {
            ">=" => true,
            "<=" => false,
            _ => return Err(EXPECTED.to_owned()),
        };
        let margin = margin.parse().ok().filter(|margin: &i32| margin.abs() < INFINITY / 4);
        let margin = margin.ok_or(EXPECTED)?;
        let position = like.parsed(position).map_err(|error| error.to_string())?;
        Ok(Self { position, is_lower, margin })
    }
}
