//! What a position holds: the board, the hands, the turn and the passes.

use super::board::Board;
use super::rules::Rules;
use crate::kernel::{PerPlayer, Player};

/// The letters of White and Black.
pub(super) const LETTERS: PerPlayer<&str> = PerPlayer::new("W", "B");

/// How many consecutive passes end the game.
pub(super) const PASSES: u8 = 2;

/// A position of Dominions and the rules that it is played under.
#[derive(Clone, PartialEq)]
pub struct Dominions {
    pub(super) board: Board,
    /// The tiles that each player has not placed yet, a bit for each number.
    pub(super) hands: PerPlayer<u64>,
    pub(super) to_move: Player,
    /// The consecutive passes up to this position.
    pub(super) passes: u8,
    pub(super) rules: Rules,
}

impl Dominions {
    /// Returns how many tiles the player has in hand.
    #[inline]
    pub(super) fn in_hand(&self, player: Player) -> i32 {
        self.hands[player].count_ones() as i32
    }

    /// Returns the score of a player: tiles controlled minus tiles in hand (RULES.md section 5).
    #[inline]
    pub(super) fn score(&self, player: Player) -> i32 {
        self.board.controlled(player) - self.in_hand(player)
    }

    /// Returns the margin by which the player leads.
    #[inline]
    pub(super) fn lead(&self, player: Player) -> i32 {
        self.score(player) - self.score(!player)
    }

    /// Returns whether the passes have ended the game.
    #[inline]
    pub(super) fn is_over(&self) -> bool {
        self.passes >= PASSES
    }
}
