//! What tables say of a position and of each of its moves, by the ordinary rules of the game.

use super::file::TableError;
use super::tables::Tables;
use super::value::{Class, Metric, Value};
use crate::games::morris::{Morris, MorrisMove};
use crate::kernel::Position;

/// Returns what a move is worth to the side that makes it, given what it leaves the other side
/// with: [`Value::Loss`] of 0 if the game is over.
#[must_use]
pub fn value_of_move(metric: Metric, is_removal: bool, after: Value) -> Value {
    // A removal is where distances end, but to the end of the game.
    let ends = is_removal && metric != Metric::End;
    let plies = if ends { 1 } else { after.plies().saturating_add(1) };
    let limit = metric.quiet();
    match after.class() {
        // Too late under the quiet limit.
        _ if limit != 0 && plies > limit => Value::Draw,
        Class::Draw => Value::Draw,
        Class::Loss => Value::Win(plies),
        Class::Win => Value::Loss(plies),
    }
}

/// Returns the better of two values for the side that may choose: the fastest win, else a draw,
/// else the longest loss.
#[must_use]
pub const fn better(a: Value, b: Value) -> Value {
    let a_is_better = match (a, b) {
        (Value::Win(a), Value::Win(b)) => a <= b,
        (Value::Loss(a), Value::Loss(b)) => a >= b,
        (Value::Win(_), _) | (_, Value::Loss(_)) => true,
        (_, Value::Win(_)) | (Value::Loss(_), _) => false,
        (Value::Draw, Value::Draw) => true,
    };
    if a_is_better { a } else { b }
}

/// Returns what a position with empty hands is worth by the values of its moves; `after` tells the
/// value of the position that a move leads to, if the game goes on there, and is told whether a man
/// was removed.
///
/// # Errors
///
/// Those of `after`.
pub fn value_by_moves<E>(
    position: &Morris,
    metric: Metric,
    moves: &mut Vec<MorrisMove>,
    mut after: impl FnMut(&Morris, bool) -> Result<Value, E>,
) -> Result<Value, E> {
    moves.clear();
    position.legal_moves(moves);
    // Who cannot move has lost.
    let mut best = Value::Loss(0);
    for (at, &m) in moves.iter().enumerate() {
        let mut child = *position;
        child.make(m);
        let value = match child.outcome() {
            Some(_) => Value::Loss(0),
            None => after(&child, m.is_removal())?,
        };
        let value = value_of_move(metric, m.is_removal(), value);
        best = if at == 0 { value } else { better(best, value) };
    }
    Ok(best)
}

impl Tables {
    /// Returns what the tables say of a position, draw limits left out; `None` where men are in
    /// hand, where there is no table and, if `with_distances`, where it has no distances. A finished
    /// game is lost in 0.
    ///
    /// # Errors
    ///
    /// Says so when a table is damaged.
    pub fn probe(&self, position: &Morris) -> Result<Option<Value>, TableError> {
        if position.has_hands() {
            return Ok(None);
        }
        if position.outcome().is_some_and(|outcome| outcome.winner.is_some()) {
            return Ok(Some(Value::Loss(0)));
        }
        self.value(position.own().board(), position.enemy().board())
    }

    /// Returns every legal move of a position with what it is worth to the side to move, the best
    /// first; `None` for moves to where there is no table.
    ///
    /// # Errors
    ///
    /// Says so when a table is damaged.
    pub fn probe_moves(
        &self,
        position: &Morris,
    ) -> Result<Vec<(MorrisMove, Option<Value>)>, TableError> {
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let metric = self.metric().unwrap_or(Metric::End);
        let mut valued = Vec::with_capacity(moves.len());
        for m in moves {
            let mut child = *position;
            child.make(m);
            let after = self.probe(&child)?;
            valued.push((m, after.map(|after| value_of_move(metric, m.is_removal(), after))));
        }
        valued.sort_by_key(|(_, value)| match value {
            Some(Value::Win(plies)) => i32::from(*plies),
            Some(Value::Draw) => 1000,
            None => 2000,
            Some(Value::Loss(plies)) => 4000 - i32::from(*plies),
        });
        Ok(valued)
    }
}
