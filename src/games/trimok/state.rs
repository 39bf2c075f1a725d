//! The state of a position: the board, and turn, quiet plies and rules in one word.

use super::board::Board;
use super::geometry::Cell;
use super::rules::{Change, Rules};
use super::stacks::{STACKS_OF_A_SIZE, Size, Stack};
use crate::kernel::{PerPlayer, Player};

/// The letters of Red and Blue.
pub(super) const LETTERS: PerPlayer<&str> = PerPlayer::new("R", "B");

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
        // The count saturates. Masks, not branches: whether a move captures is hard to predict.
        let one = ((self.quiet() != u16::MAX) as u64) << QUIET_SHIFT;
        let cleared = QUIET_MASK & (captures as u64).wrapping_neg();
        Self((self.0 ^ TURN).wrapping_add(one) & !cleared)
    }
}

/// A position of Trimok. Red is the first player, Blue the second (RULES.md Decision 2).
///
/// Four words, so that copying it is the fastest way to unmake a move.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Trimok {
    pub(super) board: Board,
    pub(super) state: State,
}

const _: () = assert!(size_of::<Trimok>() == 32);

impl Trimok {
    /// The number of quiet plies at which the count saturates. It is only reached if the rules set
    /// no limit.
    pub const MAX_QUIET: u32 = u16::MAX as u32;

    /// Returns the position with that board, turn and count of quiet plies.
    #[must_use]
    pub const fn new(board: Board, to_move: Player, quiet: u16, rules: Rules) -> Self {
        Self { board, state: State::new(to_move, quiet, rules) }
    }

    /// Returns the board.
    #[must_use]
    #[inline]
    pub const fn board(&self) -> Board {
        self.board
    }

    /// Returns the number of plies since the last capture.
    #[must_use]
    pub const fn quiet(&self) -> u16 {
        self.state.quiet()
    }

    /// Returns whether a stack of `player` may be exchanged for one of `size` while it returns, if
    /// it is of another size itself.
    #[must_use]
    pub fn may_become(&self, player: Player, size: Size) -> bool {
        let wanted = Stack { player, size };
        let present = self.board.iter().filter(|(_, stack)| *stack == wanted).count();
        match self.change() {
            Change::Captured => present < STACKS_OF_A_SIZE,
            Change::None => false,
            Change::Absent => present == 0,
            Change::Any => true,
        }
    }

    /// Returns the side to move; usable without the trait.
    #[inline]
    pub(super) const fn turn(&self) -> Player {
        self.state.to_move()
    }

    /// Returns which sizes a returning stack may be exchanged for.
    #[inline]
    pub(super) const fn change(&self) -> Change {
        self.state.change()
    }

    /// Returns the cells of the side to move.
    #[inline]
    pub(super) const fn own(&self) -> u64 {
        self.board.side(self.turn())
    }

    /// Returns the cells of the side to move by size.
    #[inline]
    pub(super) const fn own_stacks(&self) -> [u64; 3] {
        self.board.stacks(self.turn())
    }

    /// Returns the enemy stacks that the side to move can beat, by the size that beats them.
    #[inline]
    pub(super) const fn prey(&self) -> [u64; 3] {
        let [one, two, three] = self.board.stacks(self.turn().other());
        [three, one, two]
    }

    /// Returns whether the count of quiet plies has reached its limit.
    #[inline]
    pub(super) const fn is_quiet_draw(&self) -> bool {
        // A limit of 0, for none, wraps to the greatest count, which nothing exceeds.
        self.state.quiet() > self.state.quiet_limit().wrapping_sub(1)
    }

    /// Returns whether the game goes on as long as there is a legal move: both sides have stacks
    /// and the count of quiet plies is below its limit.
    #[inline]
    pub(super) const fn is_playable(&self) -> bool {
        let both = self.board.side(Player::First) != 0 && self.board.side(Player::Second) != 0;
        both && !self.is_quiet_draw()
    }

    /// Returns whether a stack of the side to move stands on a cell.
    pub(super) fn holds_own_stack(&self, cell: Cell) -> bool {
        self.board.at(cell).is_some_and(|stack| stack.player == self.turn())
    }
}
