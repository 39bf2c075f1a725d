//! The order in which moves are best tried. Nothing here changes what a position is worth.

use super::position::{Move, Position};

/// What is known of a legal move before it is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Appraisal {
    /// Whether the move is [noisy](Order::is_noisy).
    pub is_noisy: bool,
    /// How promising it looks, on the scale of [`Order::promise`].
    pub promise: i32,
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

    /// Returns how promising a legal move looks before it is searched, on any scale; the search
    /// tries higher values first.
    fn promise(&self, _m: Self::Move) -> i32 {
        0
    }

    /// The traits of moves whose weights add up to their promise, by name: how many there are of
    /// each kind. The numbers of the traits run on from kind to kind.
    const TRAITS: &'static [(&'static str, usize)] = &[];

    /// Tells the numbers of the traits of a legal move, so that their weights can be fitted.
    fn traits(&self, _m: Self::Move, _tell: &mut dyn FnMut(usize)) {}

    /// Returns whether a legal move is noisy and how promising it looks, for games that compute
    /// both together.
    fn appraise(&self, m: Self::Move) -> Appraisal {
        Appraisal { is_noisy: self.is_noisy(m), promise: self.promise(m) }
    }

    /// Appraises legal moves in order, for games where neighbouring moves of the list share much of
    /// the work.
    fn appraise_each(&self, moves: &[Self::Move], mut tell: impl FnMut(Self::Move, Appraisal)) {
        for m in moves {
            tell(*m, self.appraise(*m));
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
