//! The rules as a [`Position`]: start and end, making and unmaking placements and passes.

use super::about;
use super::board::{Board, Mark};
use super::moves::Move;
use super::rules::Rules;
use super::signature::{self, Signature};
use super::state::Dominions;
use super::tile::{FULL_HAND, Tile};
use crate::kernel::{IllegalMove, Outcome, PerPlayer, Player, Position};

/// What a move changes beside the turn, as it was before. Which groups a flip had joined would take longer
/// to find out than to remember.
pub struct Undo {
    board: Mark,
    hands: PerPlayer<u64>,
    passes: u8,
}

impl Position for Dominions {
    type Move = Move;
    type Packed = Signature;
    type Undo = Undo;
    type Rules = Rules;

    const NAME: &'static str = about::ABOUT.name;

    // Every placement adds a tile for good, and two passes end the game.
    const CYCLES: bool = false;

    // `signature.rs` says why, and why 128 bits are enough.
    const EXACT: bool = false;

    // Every tile on every cell, and the pass. The empty board has 11,320 legal moves.
    const MAX_MOVES: usize = 217 * 63 + 1;

    // One player controls all tiles, which are on the board or in the other's hand.
    const MAX_MARGIN: i32 = 2 * FULL_HAND.count_ones() as i32;

    fn start(rules: &Rules) -> Self {
        Self {
            board: Board::EMPTY,
            hands: PerPlayer([FULL_HAND; 2]),
            to_move: Player::First,
            passes: 0,
            rules: *rules,
        }
    }

    fn rules(&self) -> Rules {
        self.rules
    }

    #[inline]
    fn to_move(&self) -> Player {
        self.to_move
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.is_over().then(|| Outcome::points(self.lead(Player::First)))
    }

    fn legal_moves(&self, moves: &mut Vec<Move>) {
        self.generate(moves);
    }

    fn check(&self, m: Move) -> Result<(), IllegalMove> {
        if self.is_over() {
            return Err(IllegalMove::game_over());
        }
        self.check_move(m)
    }

    fn is_legal(&self, m: Move) -> bool {
        !self.is_over() && m.placement().is_none_or(|(cell, number)| self.allows(cell, number))
    }

    #[inline]
    fn make(&mut self, m: Move) -> Undo {
        let undo = Undo { board: self.board.mark(), hands: self.hands, passes: self.passes };
        match m.placement() {
            Some((cell, number)) => {
                self.hands[self.to_move] &= !(1 << number);
                self.board.place(cell, Tile::new(number, self.to_move, self.to_move));
                self.passes = 0;
            }
            None => self.passes += 1,
        }
        self.to_move = !self.to_move;
        undo
    }

    #[inline]
    fn unmake(&mut self, _m: Move, undo: Undo) {
        self.to_move = !self.to_move;
        self.board.restore(undo.board);
        self.hands = undo.hands;
        self.passes = undo.passes;
    }

    #[inline]
    fn packed(&self) -> Signature {
        signature::join(self.board.signature(), signature::of_turn(self.to_move, self.passes))
    }

    fn is_irreversible(&self, _m: Move) -> bool {
        true
    }

    fn points(&self, player: Player) -> Option<i32> {
        Some(self.score(player))
    }
}
