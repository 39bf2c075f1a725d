//! The two sides.

use std::ops::{Index, IndexMut, Not};

/// One of the two players, named by the order of their first turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Player {
    /// The player who moves first in the game's start position.
    First,
    /// The player who moves second.
    Second,
}

impl Player {
    /// Both players, in moving order.
    pub const ALL: [Self; 2] = [Self::First, Self::Second];

    /// Returns what `of` returns for each, in moving order. The map of an array has ten times the code.
    #[inline]
    pub fn both<T>(mut of: impl FnMut(Self) -> T) -> [T; 2] {
        [of(Self::First), of(Self::Second)]
    }

    /// Returns 0 for the first player and 1 for the second.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the player of an [`index`](Self::index): 0 is the first player, anything else the
    /// second.
    #[must_use]
    pub const fn from_index(index: usize) -> Self {
        if index == 0 { Self::First } else { Self::Second }
    }

    /// Returns the other player. The same as `!self`, for constant expressions.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// Returns `1` for the first player and `-1` for the second: what turns a value from the first
    /// player's view into one from this player's view.
    #[must_use]
    pub const fn sign(self) -> i32 {
        match self {
            Self::First => 1,
            Self::Second => -1,
        }
    }
}

impl Not for Player {
    type Output = Self;

    fn not(self) -> Self {
        self.other()
    }
}

/// One value for each player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PerPlayer<T>(pub [T; 2]);

impl<T> PerPlayer<T> {
    /// Returns the pair of `first` and `second`.
    #[must_use]
    pub const fn new(first: T, second: T) -> Self {
        Self([first, second])
    }
}

impl<T> Index<Player> for PerPlayer<T> {
    type Output = T;

    #[inline]
    fn index(&self, player: Player) -> &T {
        &self.0[player.index()]
    }
}

impl<T> IndexMut<Player> for PerPlayer<T> {
    #[inline]
    fn index_mut(&mut self, player: Player) -> &mut T {
        &mut self.0[player.index()]
    }
}
