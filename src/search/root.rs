//! The search of the root: iterative deepening, aspiration windows, several lines.

use std::cmp::Reverse;

use super::ordering::{Picked, bring_first, to_front};
use super::report::{Bound, Line};
use super::table::Entry;
use super::value::Value;
use super::worker::Worker;
use crate::kernel::{MoveBits, Score, Searchable, sort};

impl<P: Searchable> Worker<'_, '_, P> {
    /// Searches the root deeper and deeper, and returns whether the workers are not done even then.
    pub(super) fn deepen(
        &mut self,
        mut moves: Vec<P::Move>,
        first: &[MoveBits],
        deepest: u32,
        multi_pv: usize,
    ) -> bool {
        // The best of some moves is no value of the root.
        let is_whole = self.has_all(&moves);
        self.order_root(&mut moves, is_whole);
        for known in first.iter().rev() {
            bring_first(&mut moves, *known);
        }
        let mut scores = vec![Score::ZERO; multi_pv.min(moves.len())];
        for depth in 1..=deepest {
            let mut lines = Vec::new();
            for at in 0..scores.len() {
                self.selective_depth = 0;
                // Where the first line falls below, the choice is in doubt.
                let floor = (at == 0 && depth > 1).then(|| scores[0] - self.tuned.clock_fall);
                let must_move = at == 0 && depth == 1;
                let value = self.aspire(&mut moves[at..], depth, scores[at], floor, must_move);
                if floor.is_some() && self.is_lead() {
                    self.workers.set_fails_low(false);
                }
                let Some(value) = value else { break };
                lines.push(Line {
                    depth,
                    multi_pv: at as u32 + 1,
                    selective_depth: self.selective_depth,
                    hash_full: self.table.hash_full(),
                    pv: self.whole_line(value.score, depth),
                    ..Line::nothing(value.score.into())
                });
                if at == 0 && is_whole && !self.is_over {
                    self.remember_root(moves[0], value, depth);
                }
            }
            // What a line left out as worse may be found better in a search of its own.
            sort::by_key(&mut lines, |line| Reverse(line.score()));
            for (at, line) in lines.iter_mut().enumerate() {
                line.multi_pv = at as u32 + 1;
                scores[at] = line.score();
                if let Some(first) = line.pv.first().and_then(|m| m.decode()) {
                    moves[at] = first;
                }
            }
            self.check_in();
            if self.is_over {
                self.workers.abandon(lines);
                return false;
            }
            if !self.workers.finish(lines) {
                return false;
            }
        }
        true
    }

    /// Returns whether the moves are all that are legal at the root.
    fn has_all(&mut self, moves: &[P::Move]) -> bool {
        let list = &mut self.stack[0].moves;
        list.clear();
        self.position.legal_moves(&mut list.moves);
        list.moves.len() == moves.len()
    }

    /// Orders the root moves for the first iteration; `are_all` says whether they are all that are legal.
    fn order_root(&mut self, moves: &mut Vec<P::Move>, are_all: bool) {
        let packed = self.position.packed();
        let table_move = self.table.probe(&packed).and_then(|entry| self.table_move(entry.best?));
        let list = &mut self.stack[0].moves;
        list.clear();
        if let Some(m) = table_move {
            list.begin_with(m, self.position.is_noisy(m));
        }
        let (on, mut ordered) = (self.heuristics, Vec::with_capacity(moves.len()));
        loop {
            self.history.supply(list, &self.position, [None; 2], true, on, &self.tuned);
            let Some(Picked { m, .. }) = list.next() else { break };
            if are_all || moves.contains(&m) {
                ordered.push(m);
            }
        }
        *moves = ordered;
    }

    /// Searches root moves to `depth` with a window around the score of the iteration before,
    /// widened until the value lies inside. `must_move` says whether nothing is known yet.
    fn aspire(
        &mut self,
        moves: &mut [P::Move],
        depth: u32,
        guess: Score,
        floor: Option<Score>,
        must_move: bool,
    ) -> Option<Value> {
        let mut width = self.tuned.aspiration;
        let (mut alpha, mut beta) = (-Score::INFINITY, Score::INFINITY);
        let is_deep = depth >= self.tuned.aspiration_depth;
        if self.heuristics.aspiration && is_deep && !guess.is_decisive() {
            (alpha, beta) = (guess - width, guess + width);
        }
        let mut best = None;
        loop {
            let value = self.iterate(moves, depth, alpha, beta, floor);
            if self.is_over {
                // A value from within the window stands, and a better move that was found too.
                let value = value.filter(|value| value.score > alpha).or(best)?;
                if !value.score.is_loss() {
                    return Some(value);
                }
                // That the moves searched so far lose says nothing of the others: no claim. Only
                // the first line of all, without another to fall back on, gives its move.
                return must_move.then(|| Value::fact(self.evaluate()));
            }
            let value = value?;
            width *= self.tuned.aspiration_growth;
            if value.score <= alpha && alpha > -Score::INFINITY {
                alpha = if value.score.is_decisive() { -Score::INFINITY } else { alpha - width };
            } else if value.score >= beta && beta < Score::INFINITY {
                best = Some(value);
                beta = if value.score.is_decisive() { Score::INFINITY } else { beta + width };
            } else {
                return Some(value);
            }
        }
    }

    /// Searches root moves to `depth` within a window and brings the best one to the front of
    /// `moves`. Returns `None` if the search ended before the first move had a value.
    ///
    /// Every second worker takes the moves after the first from the back, so that two workers meet
    /// in the middle, each with the other's results in the table.
    ///
    /// If the search ends later, what was found stands: a first move's value, or a move that was
    /// shown to be better.
    fn iterate(
        &mut self,
        moves: &mut [P::Move],
        depth: u32,
        alpha: Score,
        beta: Score,
        floor: Option<Score>,
    ) -> Option<Value> {
        let packed = self.position.packed();
        let mut best: Option<Value> = None;
        let mut upper_rests_on = u32::MAX;
        let mut order = moves.to_vec();
        if self.is_from_the_back() {
            order[1..].reverse();
        }
        for (at, m) in order.into_iter().enumerate() {
            if at > 0 && !self.workers.has_time_for_move() {
                self.is_over = true;
                break;
            }
            let bound = best.map_or(alpha, |best| best.score.max(alpha));
            let mut value = Value::fact(beta);
            if let Some(bits) = MoveBits::of(m).filter(|_| self.is_lead()) {
                self.workers.report_root_move(bits, at + 1, depth);
            }
            self.stack.set_move(0, m);
            if at > 0 {
                let is_quiet = !self.position.is_noisy(m);
                let reduction = self.reduction(depth, at, 0, is_quiet, 0);
                value = self.scout(m, packed, bound, depth, reduction, 0);
            }
            if at == 0 || value.score > bound && !self.is_over {
                value = self.child(m, packed, bound, beta, depth, 0);
            }
            if self.is_over {
                break;
            }
            self.has_move = true;
            upper_rests_on = upper_rests_on.min(value.upper_rests_on);
            if best.is_none_or(|best| value.score > best.score) {
                best = Some(value);
                if let Some(floor) = floor.filter(|_| self.is_lead()) {
                    self.workers.set_fails_low(value.score <= floor);
                }
                if at == 0 || value.score > bound {
                    self.stack.update_pv(0);
                    let place = moves.iter().position(|known| *known == m).unwrap_or(at);
                    to_front(moves, place);
                }
                if value.score >= beta {
                    break;
                }
            }
        }
        best.map(|best| Value { upper_rests_on, ..best })
    }

    /// Puts the value of the root into the table.
    fn remember_root(&self, best: P::Move, value: Value, depth: u32) {
        let settled = self.position.settled() * self.position.to_move().sign() * 100;
        let entry = Entry {
            best: MoveBits::of(best),
            score: value.score - settled,
            depth,
            bound: value.fact_of(Bound::Exact),
        };
        self.table.store(&self.position.packed(), entry);
    }
}
