//! What a position holds besides its board: turn, quiet plies and rules, in one word.

#[cfg(doc)]
use super::board::Board;
use super::rules::{Change, Rules};
use crate::kernel::Player;

/// Turn, quiet plies and rules in 64 bits.
///
/// One word, because a position is copied before every move: see [`Board::saved`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct State(
    /// Bit 0 the turn, bits 16-31 the quiet plies, 32-47 their limit, 48-55 the repetitions, 56-57
    /// the rule of exchange.
    u64,
);

const TURN: u64 = 1;
const QUIET_SHIFT: u32 = 16;
const QUIET_MASK: u64 = 0xFFFF << QUIET_SHIFT;
const LIMIT_SHIFT: u32 = 32;
const REPEAT_SHIFT: u32 = 48;
const CHANGE_SHIFT: u32 = 56;

impl State {
    pub(super) const fn new(to_move: Player, quiet: u16, rules: Rules) -> Self {
        Self(
            to_move.index() as u64
                | (quiet as u64) << QUIET_SHIFT
                | (rules.quiet as u64) << LIMIT_SHIFT
                | (rules.repeat as u64) << REPEAT_SHIFT
                | (rules.change as u64) << CHANGE_SHIFT,
        )
    }

    #[inline]
    pub(super) const fn to_move(self) -> Player {
        Player::from_index((self.0 & TURN) as usize)
    }

    #[inline]
    pub(super) const fn quiet(self) -> u16 {
        (self.0 >> QUIET_SHIFT) as u16
    }

    /// Returns after how many quiet plies the game is drawn, 0 for never.
    #[inline]
    pub(super) const fn quiet_limit(self) -> u16 {
        (self.0 >> LIMIT_SHIFT) as u16
    }

    /// Returns which sizes a returning stack may be exchanged for.
    #[inline]
    pub(super) const fn change(self) -> Change {
        Change::ALL[(self.0 >> CHANGE_SHIFT & 3) as usize]
    }

    pub(super) const fn rules(self) -> Rules {
        Rules {
            change: self.change(),
            repeat: (self.0 >> REPEAT_SHIFT) as u8,
            quiet: self.quiet_limit(),
        }
    }

    /// Returns the state after a move: the other side's turn, and one quiet ply more or none.
    #[inline]
    pub(super) const fn next(self, captures: bool) -> Self {
        // The count stands still at its greatest value. Masks, not branches: whether a move
        // captures is hard to predict.
        let one = ((self.quiet() != u16::MAX) as u64) << QUIET_SHIFT;
        let cleared = QUIET_MASK & (captures as u64).wrapping_neg();
        Self((self.0 ^ TURN).wrapping_add(one) & !cleared)
    }
}
