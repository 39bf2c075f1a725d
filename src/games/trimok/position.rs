//! The position: board, turn, quiet plies and the rules it is played under.

use std::fmt;

use super::about;
use super::board::Board;
use super::geometry::{Cell, LAST_ROW_SHIFT, first_row, last_row, spread, widen};
use super::moves::Move;
use super::rules::{Change, Rules};
use super::stacks::{STACKS_OF_A_SIZE, Size, Stack};
use super::state::State;
use crate::games::Game;
use crate::kernel::{Ending, IllegalMove, Outcome, Player, Position};
use crate::notation::Notation;

/// A position of Trimok. Red is the first player, Blue the second (RULES.md Decision 2).
///
/// Four words, so that copying it is the quickest way to take a move back.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Trimok {
    board: Board,
    state: State,
}

const _: () = assert!(size_of::<Trimok>() == 32);

impl Trimok {
    /// The greatest number of quiet plies that a position counts; beyond it the count stands
    /// still. It is only reached where the rules draw no line.
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

    /// Returns whose turn it is; usable without the trait.
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

    /// Returns whether the side to move can move, whether or not the game is over.
    #[inline]
    fn can_move(&self) -> bool {
        let empty = self.board.empty();
        // Hardly any position needs more than this first look.
        spread(self.own()) & empty != 0 || self.can_return(empty) || self.can_capture()
    }

    fn can_return(&self, empty: u64) -> bool {
        let returning = self.own() & last_row(self.turn());
        let across = returning >> LAST_ROW_SHIFT | returning << LAST_ROW_SHIFT;
        widen(across) & first_row(self.turn()) & empty != 0
    }

    fn can_capture(&self) -> bool {
        self.own_stacks().into_iter().zip(self.prey()).any(|(own, prey)| spread(own) & prey != 0)
    }

    /// Returns whether the count of quiet plies has reached its limit.
    #[inline]
    const fn is_quiet_draw(&self) -> bool {
        // No limit, 0, wraps to the greatest count, which nothing exceeds.
        self.state.quiet() > self.state.quiet_limit().wrapping_sub(1)
    }

    /// Returns whether the game goes on as long as there is a legal move: both sides have stacks
    /// and the count of quiet plies is below its limit.
    #[inline]
    pub(super) const fn is_playable(&self) -> bool {
        let both = self.board.side(Player::First) != 0 && self.board.side(Player::Second) != 0;
        both && !self.is_quiet_draw()
    }
}

impl fmt::Debug for Trimok {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:?}", self.write_position(), self.rules())
    }
}

impl Position for Trimok {
    type Move = Move;
    type Packed = [u64; 2];
    type Undo = Self;
    type Rules = Rules;

    const NAME: &'static str = Self::ABOUT.name;
    const CYCLES: bool = true;
    /// Twelve stacks with eight steps, and six of them with three returns as three sizes.
    const MAX_MOVES: usize = 12 * 8 + 6 * 9;

    fn start(rules: &Rules) -> Self {
        let mut board = Board::default();
        for cell in Cell::all() {
            let player = match cell.row() {
                0 | 1 => Player::First,
                4 | 5 => Player::Second,
                _ => continue,
            };
            // Columns A to F hold sizes 3, 2, 1, 3, 2, 1.
            let size = [Size::Three, Size::Two, Size::One][usize::from(cell.column() % 3)];
            board = board.with(cell, Stack { player, size });
        }
        Self::new(board, Player::First, 0, *rules)
    }

    fn rules(&self) -> Rules {
        self.state.rules()
    }

    #[inline]
    fn to_move(&self) -> Player {
        self.turn()
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        let other = !self.turn();
        if self.own() == 0 {
            Some(Outcome::won(other, about::STACKS))
        } else if self.board.side(other) == 0 {
            Some(Outcome::won(self.turn(), about::STACKS))
        } else if !self.can_move() {
            Some(Outcome::won(other, about::MOVES))
        } else if self.is_quiet_draw() {
            Some(Outcome::drawn(Ending::Quiet))
        } else {
            None
        }
    }

    #[inline]
    fn legal_moves(&self, moves: &mut Vec<Move>) {
        // The third end, no legal move, needs no test: then there is nothing to add.
        if self.is_playable() {
            self.generate(moves);
        }
    }

    fn check(&self, m: Move) -> Result<(), IllegalMove> {
        self.refusal(m).map_or(Ok(()), |refusal| Err(refusal.into()))
    }

    #[inline]
    fn make(&mut self, m: Move) -> Self {
        let before = Self { board: self.board.saved(), state: self.state };
        let captures = self.board.occupied() >> m.dest_index() & 1 != 0;
        self.board.shift(self.turn(), m.source_index(), m.dest_index(), m.exchange_number());
        self.state = self.state.next(captures);
        before
    }

    #[inline]
    fn unmake(&mut self, _: Move, before: Self) {
        self.board.restore(before.board);
        self.state = before.state;
    }

    /// Three planes of 36 bits and the turn: 109 bits. The count of quiet plies is no part of it.
    #[inline]
    fn packed(&self) -> [u64; 2] {
        let [low, high] = self.board.packed();
        [low, high | (self.turn().index() as u64) << 44]
    }

    /// A capture takes a stack from the board for good; an exchange can be undone by another.
    #[inline]
    fn is_irreversible(&self, m: Move) -> bool {
        self.board.occupied() >> m.dest_index() & 1 != 0
    }

    fn repetition_limit(&self) -> u32 {
        match self.rules().repeat {
            0 => 0,
            times => u32::from(times).max(2),
        }
    }

    #[inline]
    fn quiet_left(&self) -> Option<u32> {
        match self.state.quiet_limit() {
            0 => None,
            limit => Some(u32::from(limit.saturating_sub(self.quiet()))),
        }
    }
}
