//! The evaluation of positions, for the search. No rule may depend on it.

use std::fmt::Debug;

use super::order::Order;
use super::position::Position;
use super::score::Score;
use super::solve::Solve;

/// A named part of an evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term {
    /// What is judged, in a few words.
    pub name: &'static str,
    /// Its share of the score, in hundredths of the unit, from the view of the side to move.
    pub centi: i32,
}

/// What a position is worth before it is searched.
pub trait Evaluate: Position {
    /// What an evaluation is based on, such as weights and a network. The default is the strongest
    /// that the game has.
    type Evaluator: Debug + Default + Send + Sync + 'static;

    /// Returns what the position is worth to the side to move. The game must not be over.
    fn evaluate(&self, evaluator: &Self::Evaluator) -> Score;

    /// Returns the parts that [`evaluate`](Self::evaluate) adds up, for display.
    fn terms(&self, _evaluator: &Self::Evaluator) -> Vec<Term> {
        Vec::new()
    }

    /// Numbers of the search that differ in this game from the usual ones, by name. The
    /// search has the table of those that there are.
    const TUNED: &'static [(&'static str, i64)] = &[];

    /// Returns the margin per ply of pruning by the evaluation, in hundredths of the unit: what quiet
    /// moves may well change in a ply. A node whose evaluation exceeds the window by this much for
    /// each ply left is not searched; quiet moves of a node that falls short by about as much are
    /// skipped. `None` switches both off.
    fn margin(&self) -> Option<i32> {
        None
    }
}

/// A game that can be searched: it evaluates its positions, says in which order its moves are best
/// tried, and may have a solver of its own. The last two may be left blank.
pub trait Searchable: Evaluate + Order + Solve {}

impl<P: Evaluate + Order + Solve> Searchable for P {}
