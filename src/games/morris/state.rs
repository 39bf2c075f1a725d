//! The state of a position: both sides, the quiet plies, the rules and the turn.

use super::geometry::BOARD;
use super::rules::Rules;
use super::side::Side;
use crate::kernel::{PerPlayer, Player};

/// The letters of Black and White.
pub(super) const LETTERS: PerPlayer<&str> = PerPlayer::new("B", "W");

/// A position of Nine Men's Morris.
///
/// The sides are stored as seen by the side to move: a move changes `own`, then the two are
/// swapped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Morris {
    pub(super) own: Side,
    pub(super) enemy: Side,
    /// Plies since the last placement or removal.
    pub(super) quiet: u16,
    pub(super) rules: Rules,
    pub(super) to_move: Player,
}

const _: () = assert!(size_of::<Morris>() == 16, "a position is copied for every move");

/// Where the count of quiet plies stops if the rules set no limit.
pub(super) const MAX_QUIET: u16 = 9999;

impl Morris {
    /// Returns the position with those parts, which must meet the conditions of `RULES.md` section
    /// 6.
    pub(super) fn from_parts(
        sides: PerPlayer<Side>,
        quiet: u16,
        rules: Rules,
        to_move: Player,
    ) -> Self {
        Self { own: sides[to_move], enemy: sides[!to_move], quiet, rules, to_move }
    }

    /// Returns the position with men on those points and empty hands, the first player to move. The
    /// sets must be disjoint and have 2 to 9 and 3 to 9 men.
    #[must_use]
    pub fn with_empty_hands(own: u32, enemy: u32, rules: Rules) -> Self {
        debug_assert!(
            own & enemy == 0 && (own | enemy) & !BOARD == 0,
            "men on points of their own"
        );
        let sides = PerPlayer::new(Side::new(own, 0), Side::new(enemy, 0));
        Self::from_parts(sides, 0, rules, Player::First)
    }

    /// Returns what a player owns.
    #[must_use]
    #[inline]
    pub fn side(&self, player: Player) -> Side {
        if player == self.to_move { self.own } else { self.enemy }
    }

    /// Returns what the side to move owns.
    #[must_use]
    #[inline]
    pub const fn own(&self) -> Side {
        self.own
    }

    /// Returns what the side that is not to move owns.
    #[must_use]
    #[inline]
    pub const fn enemy(&self) -> Side {
        self.enemy
    }

    /// Returns whether either side has men in hand.
    #[must_use]
    #[inline]
    pub const fn has_hands(&self) -> bool {
        self.own.hand() + self.enemy.hand() > 0
    }

    /// Returns the empty points.
    #[must_use]
    #[inline]
    pub const fn empty(&self) -> u32 {
        BOARD & !(self.own.bits() | self.enemy.bits())
    }

    /// Returns the plies since the last placement or removal.
    #[must_use]
    pub const fn quiet(&self) -> u16 {
        self.quiet
    }

    /// Returns whether the limit of quiet plies is reached.
    #[inline]
    pub(super) const fn is_quiet_draw(&self) -> bool {
        self.rules.quiet != 0 && self.quiet >= self.rules.quiet
    }
}
