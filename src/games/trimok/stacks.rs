//! Stacks: a size and a side. Size 3 beats 2, 2 beats 1, 1 beats 3.

use crate::kernel::Player;

/// The size of a stack. Scissors, paper, rock are 3, 2, 1 (RULES.md Decision 1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Size {
    /// Size 1, which beats 3.
    One = 1,
    /// Size 2, which beats 1.
    Two = 2,
    /// Size 3, which beats 2.
    Three = 3,
}

/// How many stacks of each size a side starts with.
pub const STACKS_OF_A_SIZE: usize = 4;
/// How many stacks a side starts with; it never has more.
pub const STACKS_OF_A_SIDE: usize = 3 * STACKS_OF_A_SIZE;

impl Size {
    /// Every size.
    pub const ALL: [Self; 3] = [Self::One, Self::Two, Self::Three];

    /// Returns the size of that number, 1 to 3.
    #[must_use]
    #[inline]
    pub const fn from_number(number: u8) -> Option<Self> {
        match number {
            1 => Some(Self::One),
            2 => Some(Self::Two),
            3 => Some(Self::Three),
            _ => None,
        }
    }

    /// Returns the number, 1 to 3.
    #[must_use]
    #[inline]
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// Returns the index in [`ALL`](Self::ALL).
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self as usize - 1
    }

    /// Returns the size that this size beats.
    #[must_use]
    #[inline]
    pub const fn prey(self) -> Self {
        match self {
            Self::One => Self::Three,
            Self::Two => Self::One,
            Self::Three => Self::Two,
        }
    }

    /// Returns the size that beats this size.
    #[must_use]
    #[inline]
    pub const fn hunter(self) -> Self {
        self.prey().prey()
    }
}

/// A stack: its side and its size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stack {
    /// Its side.
    pub player: Player,
    /// Its size.
    pub size: Size,
}

impl Stack {
    /// Returns whether this stack may capture `other`: an enemy of the size that it beats.
    #[must_use]
    pub fn beats(self, other: Self) -> bool {
        self.player != other.player && self.size.prey() == other.size
    }
}
