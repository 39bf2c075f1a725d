//! The rules of a game, as the rest of the crate sees them.

use std::fmt::Debug;
use std::hash::Hash;

use super::error::IllegalMove;
use super::options::Rules;
use super::outcome::Outcome;
use super::packed::Packed;
use super::player::Player;

/// A move of one game: a small value without text.
pub trait Move: Copy + Debug + Eq + Hash + Send + Sync + 'static {
    /// Returns the move as 16 bits, different for different moves of a position and never
    /// `u16::MAX`, which [`MoveBits`](super::MoveBits) reserves for "no move".
    fn bits(self) -> u16;

    /// Returns the move with those bits, legal or not. `None` for bits that no move has.
    fn from_bits(bits: u16) -> Option<Self>;
}

/// What a player may do in a turn: move, or resign.
///
/// Resignation is never generated and never searched; it ends a [`Record`](super::Record) and
/// leaves the position as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action<M> {
    /// A move by the rules.
    Move(M),
    /// The side to move resigns.
    Resign,
}

/// A position and the rules that apply to it.
///
/// A position knows the board, what is in hand, whose turn it is, the counters that its rules need
/// and the [`Rules`] that it is played under. It does not know its history: repetition is handled
/// by the [`Record`](super::Record).
pub trait Position: Clone + Debug + PartialEq + Send + Sync + 'static {
    /// A move.
    type Move: Move;
    /// The packed board.
    type Packed: Packed;
    /// What [`unmake`](Self::unmake) needs to take a move back.
    type Undo;
    /// The choices that the rules leave open.
    type Rules: Rules;

    /// The name of the game, one lower-case word.
    const NAME: &'static str;

    /// Whether a position can occur twice in a game.
    const CYCLES: bool;

    /// Whether [`packed`](Self::packed) is the board itself, so that equal packed boards mean equal
    /// positions, or a signature of at least 128 bits, so that they mean it with near certainty.
    const EXACT: bool = true;

    /// An upper bound on the number of legal moves in any position.
    const MAX_MOVES: usize;

    /// In the games that are decided by points, a bound on the final margin and on what is
    /// [settled](Self::settled) of it, in points; 0 in the others. At most
    /// [`Score::MAX_POINTS`](super::Score::MAX_POINTS), which the search asserts.
    const MAX_MARGIN: i32 = 0;

    /// Returns the position that a game starts from under those rules.
    fn start(rules: &Self::Rules) -> Self;

    /// Returns the rules that this position is played under.
    fn rules(&self) -> Self::Rules;

    /// Returns the player to act. A player may act several times in a row.
    fn to_move(&self) -> Player;

    /// Returns how the game ended if this position ends it, whatever came before.
    fn outcome(&self) -> Option<Outcome>;

    /// Adds the legal moves to `moves`, each once and always in the same order; none when the game
    /// is over. Does not clear `moves` first.
    fn legal_moves(&self, moves: &mut Vec<Self::Move>);

    /// Counts the legal moves, in `list` where they have to be listed for it. A game whose moves can be
    /// counted without that does so: leaves of [`perft`](super::perft) are only counted.
    #[inline]
    fn count_moves(&self, list: &mut Vec<Self::Move>) -> usize {
        list.clear();
        self.legal_moves(list);
        list.len()
    }

    /// Counts the moves behind all legal moves, in games where most moves leave the other side as many as
    /// before and need not be made for it; `None` in the others. Moves are listed in `list`.
    #[inline]
    fn count_replies(&mut self, _list: &mut Vec<Self::Move>) -> Option<u64> {
        None
    }

    /// Checks whether a move is legal, and if not, why. Implemented independently of
    /// [`legal_moves`](Self::legal_moves); the two must agree.
    ///
    /// # Errors
    ///
    /// The first reason that applies, in the order and the words of the game's rules.
    fn check(&self, m: Self::Move) -> Result<(), IllegalMove>;

    /// Returns whether a move is legal, as [`check`](Self::check) does without a reason.
    #[inline]
    fn is_legal(&self, m: Self::Move) -> bool {
        self.check(m).is_ok()
    }

    /// Makes a legal move. An illegal one gives a meaningless position, or a panic.
    fn make(&mut self, m: Self::Move) -> Self::Undo;

    /// Takes back the move that returned `undo`, which must be the last one made.
    fn unmake(&mut self, m: Self::Move, undo: Self::Undo);

    /// Returns the packed board: everything that distinguishes positions for the rules of
    /// repetition, including the side to move. Counters of quiet moves and settled points are left
    /// out.
    fn packed(&self) -> Self::Packed;

    /// Returns whether no position from before `m`, a legal move, can occur again after it.
    fn is_irreversible(&self, m: Self::Move) -> bool;

    /// Returns at which occurrence of a position the game is drawn, 0 for never.
    fn repetition_limit(&self) -> u32 {
        0
    }

    /// Returns after how many more quiet plies the game is drawn, if there is such a limit.
    fn quiet_left(&self) -> Option<u32> {
        None
    }

    /// Returns the most plies that the game can still take, if the rules bound it tightly enough to
    /// be searched to the end.
    fn plies_left(&self) -> Option<u32> {
        None
    }

    /// Returns the part of the final margin, in points from the first player's view, that is
    /// settled and that [`packed`](Self::packed) leaves out.
    fn settled(&self) -> i32 {
        0
    }

    /// Returns the score in points of a player, in the games that are decided by points.
    fn points(&self, _player: Player) -> Option<i32> {
        None
    }
}
