//! The evaluation of positions, for the search. No rule may depend on it.

use std::fmt::Debug;

use super::position::{Move, Position};
use super::score::Score;

/// A named part of an evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term {
    /// What is judged, in a few words.
    pub name: &'static str,
    /// Its share of the score, in hundredths of the unit, from the view of the side to move.
    pub centi: i32,
}

/// What is known of a legal move before it is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Appraisal {
    /// Whether the move is [noisy](Evaluate::is_noisy).
    pub is_noisy: bool,
    /// How promising it looks, on the scale of [`Evaluate::promise`].
    pub promise: i32,
}

/// What exact play to the end proves about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof<M> {
    /// The final margin in points, from the view of the side to move.
    pub margin: i32,
    /// Best play to the end; its first move is a best move.
    pub line: Vec<M>,
}

/// The outcome of an attempt at a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt<M> {
    /// The proof; `None` if the effort did not suffice.
    pub proof: Option<Proof<M>>,
    /// The nodes that the attempt took.
    pub nodes: u64,
}

/// How much effort a proof may take.
#[derive(Clone, Copy)]
pub struct Effort<'a> {
    /// The most memory that it may use, in MiB.
    pub mib: usize,
    /// The nodes.
    pub nodes: u64,
    /// Asked every few thousand nodes whether to give up.
    pub gives_up: &'a (dyn Fn() -> bool + Sync),
    /// With more than one, it may work on all threads of the current rayon pool.
    pub threads: usize,
}

/// What the search needs to know about a game besides its rules.
pub trait Evaluate: Position {
    /// What an evaluation is based on, such as weights and a network. The default is the strongest
    /// that the game has.
    type Evaluator: Debug + Default + Send + Sync + 'static;

    /// The number of different [`history_slot`](Self::history_slot)s.
    const HISTORY_SLOTS: usize;

    /// Returns the margin per ply of pruning by the evaluation, in hundredths of the unit: what quiet
    /// moves may well change in a ply. A node whose evaluation exceeds the window by this much for
    /// each ply left is not searched; quiet moves of a node that falls short by about as much are
    /// skipped. `None` switches both off.
    fn margin(&self) -> Option<i32> {
        None
    }

    /// Returns what the position is worth to the side to move. The game must not be over.
    fn evaluate(&self, evaluator: &Self::Evaluator) -> Score;

    /// Returns the parts that [`evaluate`](Self::evaluate) adds up, for display.
    fn terms(&self, evaluator: &Self::Evaluator) -> Vec<Term>;

    /// Returns whether a legal move changes the material so much that an evaluation before the
    /// reply would mislead. Such a move must be [irreversible](Position::is_irreversible):
    /// quiescence makes noisy moves only, and looks neither for repetitions nor at the count of
    /// quiet plies.
    fn is_noisy(&self, m: Self::Move) -> bool;

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

    /// Returns about how many nodes [`prove`](Self::prove) would take `plies` plies from now, 0 for
    /// this position; `None` if the game has no solver of its own or the end is too far away.
    fn proof_nodes(&self, _plies: u32) -> Option<u64> {
        None
    }

    /// Solves the rest of the game exactly, with a solver that knows more about it than the search
    /// does.
    fn prove(&self, _effort: Effort) -> Attempt<Self::Move> {
        Attempt { proof: None, nodes: 0 }
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

    /// Returns the slot of a move in the history table, below
    /// [`HISTORY_SLOTS`](Self::HISTORY_SLOTS). Moves that share a slot share their history.
    fn history_slot(m: Self::Move) -> usize {
        m.bits() as usize
    }
}
