//! The rules as a [`Position`]: start and ends, making and unmaking moves, the packed board.

use super::about;
use super::board::Board;
use super::geometry::{Cell, LAST_ROW_SHIFT, first_row, last_row, spread, widen};
use super::legality::Illegality;
use super::moves::Move;
use super::rules::Rules;
use super::stacks::{Size, Stack};
use super::state::Trimok;
use crate::kernel::{Ending, IllegalMove, Outcome, Player, Position};

impl Trimok {
    /// Returns whether the side to move can move, whether or not the game is over.
    #[inline]
    fn can_move(&self) -> bool {
        let empty = self.board.empty();
        // Hardly any position gets past this first test.
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
}

impl Position for Trimok {
    type Move = Move;
    type Packed = [u64; 2];
    type Undo = Self;
    type Rules = Rules;

    const NAME: &'static str = about::ABOUT.name;
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
        // The third ending, no legal move, needs no test: then there is nothing to add.
        if self.is_playable() {
            self.generate(moves);
        }
    }

    #[inline]
    fn count_moves(&self, list: &mut Vec<Move>) -> usize {
        if self.is_playable() { self.count(list) } else { 0 }
    }

    fn check(&self, m: Move) -> Result<(), IllegalMove> {
        let refusal = match self.outcome() {
            Some(_) => Some(Illegality::GameOver),
            None => self.refusal(m),
        };
        refusal.map_or(Ok(()), |refusal| Err(refusal.into()))
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

    /// Three planes of 36 bits and the turn: 109 bits. The count of quiet plies is left out.
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
