//! The value of a position as it follows from its moves, by the ordinary rules of the game.

use super::error::TableError;
use super::lookup::Tablebase;
use super::solved::Solved;
use super::value::{ExactValue, Metric};
use crate::kernel::{Position, sort};

/// Returns the value of a position that a move leads to, if the game is not over there; it is told whether
/// the move was irreversible. The error is `None` if there is no table.
pub(super) type After<'a, P> = dyn FnMut(&P, bool) -> Result<ExactValue, Option<TableError>> + 'a;

/// Returns the value of a position from the values of its moves.
///
/// # Errors
///
/// Those of `after`.
pub(super) fn value_by_moves<P: Position>(
    position: &P,
    metric: Metric,
    moves: &mut Vec<P::Move>,
    after: &mut After<P>,
) -> Result<ExactValue, Option<TableError>> {
    moves.clear();
    position.legal_moves(moves);
    let mut best = None;
    for &m in moves.iter() {
        let value = value_of_move(position, m, metric, after)?;
        best = Some(best.map_or(value, |best| value.better(best)));
    }
    Ok(best.unwrap_or_else(|| {
        // A game without moves is over.
        let outcome = position.outcome();
        let value = outcome.map(|outcome| ExactValue::of_outcome(outcome, position.to_move()));
        value.unwrap_or(ExactValue::Draw)
    }))
}

/// Returns what a move is worth to the side that makes it; see [`value_by_moves`].
fn value_of_move<P: Position>(
    position: &P,
    m: P::Move,
    metric: Metric,
    after: &mut After<P>,
) -> Result<ExactValue, Option<TableError>> {
    let mut child = position.clone();
    child.make(m);
    let is_irreversible = position.is_irreversible(m);
    let value = match child.outcome() {
        Some(outcome) => ExactValue::of_outcome(outcome, child.to_move()),
        None => after(&child, is_irreversible)?,
    };
    let turned = child.to_move() != position.to_move();
    Ok(metric.a_ply_earlier(is_irreversible, if turned { value.reversed() } else { value }))
}

/// A move with its value for the side that makes it; `None` if no table covers the position after
/// it.
pub type ValuedMove<G> = (<G as Position>::Move, Option<ExactValue>);

impl<G: Solved> Tablebase<G> {
    /// Returns what the tables say about a position, ignoring draw limits; `None` if there is no
    /// table or the table has no distances. A finished game is won or lost in 0.
    ///
    /// # Errors
    ///
    /// A table is damaged.
    pub fn probe(&self, position: &G) -> Result<Option<ExactValue>, TableError> {
        match position.outcome().filter(|outcome| outcome.winner.is_some()) {
            Some(outcome) => Ok(Some(ExactValue::of_outcome(outcome, position.to_move()))),
            None => self.value(position),
        }
    }

    /// Returns every legal move of a position, the best first.
    ///
    /// # Errors
    ///
    /// A table is damaged.
    pub fn probe_moves(&self, position: &G) -> Result<Vec<ValuedMove<G>>, TableError> {
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let metric = self.metric().unwrap_or(Metric::End);
        let mut valued = Vec::with_capacity(moves.len());
        for m in moves {
            let mut after = |child: &G, _| self.probe(child).map_err(Some)?.ok_or(None);
            let value = match value_of_move(position, m, metric, &mut after) {
                Ok(value) => Some(value),
                // There is no table.
                Err(None) => None,
                Err(Some(damage)) => return Err(damage),
            };
            valued.push((m, value));
        }
        sort::by_key(&mut valued, |(_, value)| match value {
            Some(ExactValue::Win(plies)) => i32::from(*plies),
            Some(ExactValue::Draw) => 1000,
            None => 2000,
            Some(ExactValue::Loss(plies)) => 4000 - i32::from(*plies),
        });
        Ok(valued)
    }
}
