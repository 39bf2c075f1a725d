//! The position: the board, the held piece, the scores.

use super::about;
use super::board::Board;
use super::geometry::{CELLS, Cell, MAX_POINTS, Trio};
use super::moves::HexceedMove;
use super::piece::{ALL_PIECES, Piece};
use crate::kernel::{Bits, IllegalMove, Outcome, PerPlayer, Player, Position};

/// The names of the players.
pub(super) const LETTERS: PerPlayer<&str> = PerPlayer::new("1", "2");

/// A position of Hexceed.
///
/// Equal positions have equal scores as well; [`packed`](Position::packed) boards leave the scores
/// out, because what they have in common is the margin still to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hexceed {
    board: Board,
    /// The pieces that are neither on the board nor held, one bit each.
    unused: u32,
    scores: PerPlayer<u8>,
    /// The number of pieces on the board.
    placed: u8,
    /// The held piece, counted from 1; 0 for none.
    held: u8,
}

const _: () = assert!(size_of::<Hexceed>() == 24);

impl Hexceed {
    /// The empty board, before the first piece is handed over.
    const START: Self = Self {
        board: Board::EMPTY,
        unused: ALL_PIECES,
        scores: PerPlayer([0; 2]),
        placed: 0,
        held: 0,
    };

    /// Returns the position of those pieces, if no piece and no cell occurs twice.
    pub(super) fn setup(
        pieces: impl IntoIterator<Item = (Piece, Cell)>,
        held: Option<Piece>,
        scores: PerPlayer<u8>,
    ) -> Option<Self> {
        let mut position = Self { scores, ..Self::START };
        for (piece, cell) in pieces {
            if position.piece_at(cell).is_some() || !position.is_unused(piece) {
                return None;
            }
            position.unused &= !(1 << piece.index());
            position.board.place(piece, cell);
            position.placed += 1;
        }
        if let Some(piece) = held {
            if !position.is_unused(piece) {
                return None;
            }
            position.hand(piece);
        }
        Some(position)
    }

    /// Returns the position with those pieces unused, one bit each, and no points so far.
    pub(super) const fn without_points(board: Board, unused: u32, held: Option<Piece>) -> Self {
        let placed = board.filled().count_ones() as u8;
        let mut position = Self { board, unused, placed, ..Self::START };
        if let Some(piece) = held {
            position.hand(piece);
        }
        position
    }

    pub(super) const fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the piece on a cell.
    #[must_use]
    pub fn piece_at(&self, cell: Cell) -> Option<Piece> {
        self.board.piece_at(cell)
    }

    /// Returns the pieces on the board with their cells, in the order of the cells.
    pub fn pieces(&self) -> impl Iterator<Item = (Piece, Cell)> + '_ {
        Cell::all().filter_map(|cell| Some((self.piece_at(cell)?, cell)))
    }

    /// Returns the piece that the side to move must place; `None` when it must hand one over.
    #[must_use]
    #[inline]
    pub const fn held(&self) -> Option<Piece> {
        if self.held == 0 { None } else { Piece::from_index(self.held as usize - 1) }
    }

    /// Returns the number of pieces on the board.
    #[must_use]
    pub const fn placed(&self) -> usize {
        self.placed as usize
    }

    /// Returns the number of empty cells.
    #[must_use]
    pub const fn empty_count(&self) -> usize {
        CELLS - self.placed()
    }

    /// Returns the empty cells, in order.
    pub fn empty_cells(&self) -> impl Iterator<Item = Cell> + use<> {
        Bits::of(self.board.empty()).filter_map(Cell::from_index)
    }

    /// Returns the pieces that are neither on the board nor held, in order.
    pub fn unused_pieces(&self) -> impl Iterator<Item = Piece> + use<> {
        Bits::of(self.unused).filter_map(Piece::from_index)
    }

    /// Returns whether a piece is neither on the board nor held.
    #[must_use]
    pub const fn is_unused(&self, piece: Piece) -> bool {
        self.unused >> piece.index() & 1 == 1
    }

    /// Returns the pieces that are not on the board, one bit each.
    #[inline]
    pub(super) const fn unplaced(&self) -> u32 {
        self.unused | if self.held == 0 { 0 } else { 1 << (self.held - 1) }
    }

    /// Returns the points that a piece would score on an empty cell.
    #[must_use]
    #[inline]
    pub fn gain(&self, piece: Piece, cell: Cell) -> u32 {
        self.board.points(piece, cell)
    }

    /// Returns the points of all complete trios, which is what the scores add up to.
    #[must_use]
    pub fn points_on_board(&self) -> u32 {
        let qualities = |cell| self.piece_at(cell).map_or(0, Piece::qualities);
        Trio::ALL
            .into_iter()
            .map(|trio| trio.cells.into_iter().map(qualities).fold(u8::MAX, |a, b| a & b))
            .map(u8::count_ones)
            .sum()
    }

    #[inline]
    const fn hand(&mut self, piece: Piece) {
        self.unused &= !(1 << piece.index());
        self.held = piece.index() as u8 + 1;
    }
}

impl Position for Hexceed {
    type Move = HexceedMove;
    type Packed = [u64; 2];
    type Undo = Self;
    type Rules = ();

    const NAME: &'static str = about::ABOUT.name;
    const CYCLES: bool = false;
    const MAX_MOVES: usize = 18;
    const MAX_MARGIN: i32 = MAX_POINTS as i32;

    fn start((): &()) -> Self {
        Self::START
    }

    fn rules(&self) {}

    /// With an even number of pieces on the board the first player hands one to the second, with an
    /// odd number the other way around.
    #[inline]
    fn to_move(&self) -> Player {
        let holds = self.held != 0;
        if (self.placed % 2 == 1) == holds { Player::First } else { Player::Second }
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        (self.placed() == CELLS).then(|| Outcome::points(self.settled()))
    }

    #[inline]
    fn legal_moves(&self, moves: &mut Vec<HexceedMove>) {
        // A full board leaves no piece and no cell.
        match self.held() {
            None => HexceedMove::hand_each(self.unused, moves),
            Some(piece) => HexceedMove::place_each(piece, self.board.empty(), moves),
        }
    }

    #[inline]
    fn count_moves(&self, _: &mut Vec<HexceedMove>) -> usize {
        self.held().map_or(self.unused, |_| self.board.empty()).count_ones() as usize
    }

    fn check(&self, m: HexceedMove) -> Result<(), IllegalMove> {
        if self.outcome().is_some() {
            return Err(IllegalMove::game_over());
        }
        let reason = match (self.held(), m.cell()) {
            (Some(_), None) => "a piece is held and must be placed",
            (Some(held), Some(_)) if held != m.piece() => "not the piece that is held",
            (Some(_), Some(cell)) if self.piece_at(cell).is_some() => "the cell is not empty",
            (None, Some(_)) => "no piece is held: hand one over",
            (None, None) if !self.is_unused(m.piece()) => "the piece is already on the board",
            _ => return Ok(()),
        };
        Err(IllegalMove::new(reason))
    }

    #[inline]
    fn make(&mut self, m: HexceedMove) -> Self {
        let before = *self;
        let piece = m.piece();
        match m.cell() {
            None => self.hand(piece),
            Some(cell) => {
                let points = self.gain(piece, cell) as u8;
                let player = self.to_move();
                self.scores[player] += points;
                self.board.place(piece, cell);
                self.placed += 1;
                self.held = 0;
            }
        }
        before
    }

    #[inline]
    fn unmake(&mut self, _m: HexceedMove, undo: Self) {
        *self = undo;
    }

    /// The planes of the board, 18 cells of 5 bits, and the held piece in 5 more. Whose turn it is
    /// follows from the number of pieces and from whether one is held.
    #[inline]
    fn packed(&self) -> [u64; 2] {
        self.board.words(u64::from(self.held))
    }

    fn is_irreversible(&self, _m: HexceedMove) -> bool {
        true
    }

    fn plies_left(&self) -> Option<u32> {
        // A hand-over and a placement for each empty cell, minus the hand-over already made.
        Some(2 * self.empty_count() as u32 - u32::from(self.held().is_some()))
    }

    fn settled(&self) -> i32 {
        i32::from(self.scores[Player::First]) - i32::from(self.scores[Player::Second])
    }

    fn points(&self, player: Player) -> Option<i32> {
        Some(i32::from(self.scores[player]))
    }
}
