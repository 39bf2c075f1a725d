//! The order in which moves are best tried. Nothing here changes what a position is worth.

use super::position::{Move, Position};

/// How a legal move looks before it is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveRating {
    /// Whether the move is [noisy](Order::is_noisy).
    pub is_noisy: bool,
    /// How good it looks, on the scale of [`Order::move_score`].
    pub score: i32,
}

/// What can be said of moves before they are searched. Left blank, all of them are quiet and look
/// alike, and what the search learns decides.
pub trait Order: Position {
    /// Returns whether a legal move changes the material so much that an evaluation before the
    /// reply would mislead. Such a move must be [irreversible](Position::is_irreversible):
    /// quiescence makes noisy moves only, and looks neither for repetitions nor at the count of
    /// quiet plies.
    fn is_noisy(&self, _m: Self::Move) -> bool {
        false
    }

    /// Adds the noisy legal moves to `moves`, in the order of [`Position::legal_moves`].
    fn noisy_moves(&self, moves: &mut Vec<Self::Move>) {
        let first = moves.len();
        self.legal_moves(moves);
        let mut kept = first;
        for i in first..moves.len() {
            if self.is_noisy(moves[i]) {
                moves.swap(kept, i);
                kept += 1;
            }
        }
        moves.truncate(kept);
    }

    /// Returns how good a legal move looks before it is searched, on any scale: the search tries
    /// higher scores first.
    fn move_score(&self, _m: Self::Move) -> i32 {
        0
    }

    /// The features of moves whose weights add up to their score, by name: how many there are of
    /// each kind. The numbers of the features run on from kind to kind.
    const FEATURES: &'static [(&'static str, usize)] = &[];

    /// Tells the numbers of the features of a legal move, so that their weights can be fitted.
    fn features(&self, _m: Self::Move, _tell: &mut dyn FnMut(usize)) {}

    /// Returns whether a legal move is noisy and how good it looks, for games that compute
    /// both together.
    fn rate_move(&self, m: Self::Move) -> MoveRating {
        MoveRating { is_noisy: self.is_noisy(m), score: self.move_score(m) }
    }

    /// Rates legal moves in order, for games where neighbouring moves of the list share much of
    /// the work.
    #[inline]
    fn rate_moves(&self, moves: &[Self::Move], mut tell: impl FnMut(Self::Move, MoveRating)) {
        for m in moves {
            tell(*m, self.rate_move(*m));
        }
    }

    /// The number of different [`history_slot`](Self::history_slot)s.
    const HISTORY_SLOTS: usize = 1 << 16;

    /// Returns the slot of a move in the history table, below
    /// [`HISTORY_SLOTS`](Self::HISTORY_SLOTS). Moves that share a slot share their history.
    fn history_slot(m: Self::Move) -> usize {
        m.bits() as usize
    }
}
