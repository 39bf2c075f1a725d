//! The search below the root: fail-soft principal variation search.
//!
//! The name is the field's; the search negates only where the turn changes, so that a player may
//! act several times running.

use super::ordering::Picked;
use super::params::{EXTENDED_BELOW, Params};
use super::report::Bound;
use super::stack::Ply;
use super::table::Entry;
use super::value::{Value, final_score};
use super::worker::Worker;
use crate::kernel::pages::CAN_PREFETCH;
use crate::kernel::{Ending, MAX_PLY, Move, MoveBits, Outcome, Player, Score, Searchable};

/// By how many plies the search behind an entry of the table may be too shallow for the entry to tell
/// which move may be singular.
const SINGULAR_LACK: u32 = 3;

impl<P: Searchable> Worker<'_, '_, P> {
    /// Returns the value of a finished game to `player`.
    fn final_value(&self, outcome: Outcome, player: Player, ply: u32) -> Value {
        let score = final_score(outcome, player).delayed(ply);
        // How many quiet plies there were is a matter of the path since the last irreversible move.
        let is_quiet = outcome.ending == Ending::Quiet;
        let rests_on = if is_quiet { self.path.last_irreversible() } else { u32::MAX };
        Value::resting_on(rests_on, score)
    }

    /// Searches the position after `m`, the move that the stack is at, within the window, as part of
    /// a search of the position before to `depth` plies; less deeply by what the stack has as its
    /// reduction. All scores are from the view of the side that plays `m`. `packed` is the packed
    /// board before `m`.
    pub(super) fn child(
        &mut self,
        m: P::Move,
        packed: P::Packed,
        alpha: Score,
        beta: Score,
        depth: u32,
        ply: u32,
    ) -> Value {
        let depth = depth - 1 - self.stack[ply].reduction;
        let player = self.position.to_move();
        if P::CYCLES {
            self.path.push(packed, self.position.is_irreversible(m));
        }
        let undo = self.position.make(m);
        // Where a node is expected to fall short, each of its moves is expected to be refuted.
        let is_same = self.position.to_move() == player;
        self.stack[ply + 1].expects_cut = self.stack[ply].expects_cut == is_same;
        let value = if is_same {
            self.negamax(alpha, beta, depth, ply + 1)
        } else {
            -self.negamax(-beta, -alpha, depth, ply + 1)
        };
        self.position.unmake(m, undo);
        if P::CYCLES {
            self.path.pop();
        }
        value
    }

    /// Returns by how many plies a move of the node at `ply` is searched less deeply at first.
    #[inline]
    pub(super) fn reduction(
        &self,
        depth: u32,
        at: usize,
        lag: i32,
        is_quiet: bool,
        ply: u32,
    ) -> u32 {
        if !is_quiet || !self.heuristics.reductions {
            return 0;
        }
        self.tuned.reduction(depth, at, lag, self.stack[ply].expects_cut)
    }

    /// Searches the position after `m` with a zero window, to find out whether it is better than `alpha`: at
    /// first less deeply by `reduction` plies. The rest is as for [`child`](Self::child).
    pub(super) fn scout(
        &mut self,
        m: P::Move,
        packed: P::Packed,
        alpha: Score,
        depth: u32,
        reduction: u32,
        ply: u32,
    ) -> Value {
        self.stack[ply].reduction = reduction;
        let mut value = self.child(m, packed, alpha, alpha + 1, depth, ply);
        self.stack[ply].reduction = 0;
        if reduction > 0 && value.score > alpha && !self.is_over {
            value = self.child(m, packed, alpha, alpha + 1, depth, ply);
        }
        value
    }

    /// Searches the current position, `ply` plies from the root, to `depth` more plies.
    ///
    /// Returns a value within the window exactly, one outside as a bound (fail-soft).
    fn negamax(&mut self, mut alpha: Score, beta: Score, mut depth: u32, ply: u32) -> Value {
        // Step 1. Limits.
        self.enter(ply);
        self.stack[ply].pv.clear();
        if self.is_over {
            return Value::fact(Score::ZERO);
        }

        // Step 2. The end of the game.
        let player = self.position.to_move();
        if let Some(outcome) = self.position.outcome() {
            return self.final_value(outcome, player, ply);
        }

        // Step 3. A position that came back.
        let packed = self.position.packed();
        if P::CYCLES
            && let Some(rests_on) = self.path.repetition(packed)
        {
            return Value::resting_on(rests_on, Score::ZERO);
        }

        // Step 4. What is known for certain, and the horizon.
        if let Some(score) = self.probe_oracle(depth, ply) {
            return Value::fact(score);
        }
        if ply >= MAX_PLY - 1 {
            return Value::fact(self.static_eval(ply));
        }
        if depth == 0 {
            return Value::fact(self.quiescence(alpha, beta, ply, 0));
        }

        // Step 5. What the table knows.
        let settled = self.position.settled() * player.sign() * 100;
        let (on, tuned) = (self.heuristics, self.tuned);
        let excluded = self.stack[ply].excluded;
        let uses_table = on.table && excluded.is_none();
        let entry = if uses_table { self.table.probe(&packed) } else { None };
        if let Some(entry) = entry {
            let entry = Entry { score: entry.score + settled, ..entry };
            if self.cuts_off(entry, alpha.hastened(ply), beta.hastened(ply), depth) {
                return Value::fact(entry.score.delayed(ply));
            }
        }
        let table_move = entry.and_then(|entry| entry.best);

        // Step 6. Where the evaluation is far from the window. Only where the window is no matter of
        // wins and losses, which no evaluation knows of. Reverse futility: what lies so far above
        // it will not fall below it. Futility: what lies so far below it no quiet move will raise
        // above it, so only noisy moves are tried after the first.
        let is_scout = alpha + 1 >= beta && !alpha.is_decisive() && !beta.is_decisive();
        let mut futility_value = None;
        let is_weighed = on.reverse_futility || on.futility;
        let is_near = is_weighed && is_scout && depth <= tuned.reverse_futile_depth;
        if let Some(margin) = is_near.then(|| self.position.margin()).flatten() {
            let static_eval = self.static_eval(ply);
            let falls = margin * tuned.reverse_futile_percent / 100 * depth as i32;
            if on.reverse_futility && excluded.is_none() && static_eval - falls >= beta {
                return Value::fact(static_eval);
            }
            let value = static_eval + margin * tuned.futile_percent / 100 * depth as i32;
            let is_futile = on.futility && depth <= tuned.futile_depth && value <= alpha;
            futility_value = is_futile.then_some(value);
        }

        // Step 7. Without a move to begin with a ply less is enough to find one.
        let is_deep = depth >= tuned.internal_depth;
        if on.internal_reductions && uses_table && is_deep && table_move.is_none() {
            depth -= 1;
        }

        // Step 8. A move of the table that no other comes near is searched a ply more deeply (singular
        // extension). Where another seems to cut, too, the node is cut at once (multi-cut).
        self.stack[ply].expects_cut &= alpha + 1 >= beta;
        let mut extension = 0;
        if on.singular
            && depth >= tuned.singular_depth
            && ply < EXTENDED_BELOW
            && !alpha.is_decisive()
            && !beta.is_decisive()
            && let Some(Entry { best: Some(best), score, depth: searched, bound: Some(known) }) =
                entry
            && !score.is_decisive()
            && known != Bound::Upper
            && searched + SINGULAR_LACK >= depth
        {
            let below = score + settled - tuned.singular_margin * depth as i32 / 16;
            self.stack[ply].excluded = Some(best);
            let others = self.negamax(below - 1, below, (depth - 1) / 2, ply);
            self.stack[ply].excluded = None;
            self.stack[ply].pv.clear();
            if self.is_over {
                return Value::fact(Score::ZERO);
            }
            if others.score < below {
                extension = 1;
            } else if below >= beta {
                return Value { score: below, ..others };
            }
        }

        // Step 9. The moves, the best first.
        let first = table_move.and_then(|bits| self.table_move(bits));
        let Ply { moves: list, quiets, .. } = &mut self.stack[ply];
        list.clear();
        quiets.clear();
        if let Some(m) = first {
            list.begin_with(m, self.position.is_noisy(m));
        }
        let is_pruned = on.late_moves && is_scout && depth <= tuned.late_depth;
        let late_move_limit = if is_pruned { tuned.late_move_limit(depth) } else { usize::MAX };

        // Step 10. The first move with the full window, the others with a zero window to show that
        // they are no better, and again with the full one if they are.
        let mut best = Value::fact(-Score::INFINITY);
        let mut upper_rests_on = u32::MAX;
        let mut best_move = None;
        let mut bound = Bound::Upper;
        loop {
            let Ply { moves: list, killers, .. } = &mut self.stack[ply];
            // Futility: quiet moves are not even generated, unless all that was tried loses. Noisy moves come
            // before them.
            let futile = futility_value.filter(|_| list.is_begun() && !best.score.is_loss());
            self.history.supply(list, &self.position, *killers, futile.is_none(), on, &tuned);
            let next = list.next().filter(|next| next.is_noisy || futile.is_none());
            let Some(Picked { m, at, is_noisy, lag }) = next else {
                best.score = futile.map_or(best.score, |value| best.score.max(value));
                break;
            };
            if excluded.is_some() && MoveBits::of(m) == excluded {
                continue;
            }
            let is_quiet = !is_noisy;
            // Late-move pruning, with the same exception: all that follows is quiet.
            if is_quiet && at >= late_move_limit && !best.score.is_loss() {
                break;
            }
            let expects_cut = self.stack[ply].expects_cut;
            let reduction = self.reduction(depth, at, lag, is_quiet, ply);
            let whole = depth + if first == Some(m) { extension } else { 0 };
            let mut value = Value::fact(beta);
            let scouts = at > 0 && on.scout;
            self.stack.set_move(ply, m);
            // Behind the last ply before the horizon nothing is looked up.
            if depth > 1 && (at > 0 || !expects_cut) {
                self.prefetch_next(ply);
            }
            if scouts {
                value = self.scout(m, packed, alpha, whole, reduction, ply);
            }
            if !scouts || value.score > alpha && value.score < beta {
                value = self.child(m, packed, alpha, beta, whole, ply);
            }
            if self.is_over {
                break;
            }
            if is_quiet {
                self.stack[ply].quiets.push(m);
            }
            upper_rests_on = upper_rests_on.min(value.upper_rests_on);
            if value.score > best.score {
                best = value;
                if value.score > alpha {
                    best_move = MoveBits::of(m);
                    alpha = value.score;
                    bound = Bound::Exact;
                    self.stack.update_pv(ply);
                }
                // Step 11. A cut: the opponent has something better before this.
                if alpha >= beta {
                    bound = Bound::Lower;
                    if is_quiet {
                        self.stack.add_killer(ply, m);
                        self.history.update(player, &self.stack[ply].quiets, depth, &tuned);
                    }
                    break;
                }
            }
        }
        if self.is_over {
            return Value::fact(Score::ZERO);
        }

        // Step 12. What rests on this very node, or below, rests on nothing above it.
        let above = |rests_on| if rests_on >= ply { u32::MAX } else { rests_on };
        best.lower_rests_on = above(best.lower_rests_on);
        best.upper_rests_on = above(upper_rests_on);

        if excluded.is_some() {
            return best;
        }

        // Step 13. Remember what is a fact of the position, on whatever path.
        let bound = best.fact_of(bound);
        if on.table && (bound.is_some() || entry.is_none()) {
            let score = best.score.hastened(ply) - settled;
            self.table
                .store(&packed, Entry { best: best_move.or(table_move), score, depth, bound });
        }
        best
    }

    /// Has the table fetch what it knows of the position behind the next move. While this move is searched it
    /// arrives; asked for when the move is made, it would come too late.
    fn prefetch_next(&mut self, ply: u32) {
        if CAN_PREFETCH && let Some(next) = self.stack[ply].moves.peek() {
            let undo = self.position.make(next);
            self.table.prefetch(&self.position.packed());
            self.position.unmake(next, undo);
        }
    }

    /// Returns the move that the table has for the current position. Where keys are not exact it is
    /// checked, lest it be another position's.
    pub(super) fn table_move(&self, bits: MoveBits) -> Option<P::Move> {
        let m = P::Move::from_bits(MoveBits::to_u16(Some(bits)))?;
        debug_assert!(!P::EXACT || self.position.check(m).is_ok(), "{m:?} is of another position");
        (P::EXACT || self.position.is_legal(m)).then_some(m)
    }

    /// Returns whether a table entry settles this node: the search was deep enough, or found a win
    /// or loss, which no greater depth can change, and its score is exact or bounds the value away
    /// from the window. All scores are as seen from this node.
    fn cuts_off(&self, entry: Entry, alpha: Score, beta: Score, depth: u32) -> bool {
        let Some(bound) = entry.bound else { return false };
        if let (Some(plies), Some(left)) = (entry.score.plies(), self.position.quiet_left()) {
            // The quiet limit may come before the end that the entry promises.
            if plies > left {
                return false;
            }
        }
        let bound = if entry.depth >= depth {
            bound
        } else if entry.score.is_win() && bound != Bound::Upper {
            // Won at any depth, perhaps sooner than a shallow search saw.
            Bound::Lower
        } else if entry.score.is_loss() && bound != Bound::Lower {
            Bound::Upper
        } else {
            return false;
        };
        match bound {
            Bound::Exact => true,
            Bound::Lower => entry.score >= beta,
            Bound::Upper => entry.score <= alpha,
        }
    }
}

impl Params {
    /// Returns by how many plies the quiet move at place `at` is searched less deeply at first:
    /// the later it comes and the deeper the search, the more, about `ln(depth) * ln(at) / 2`; more where a
    /// cut is expected, and for a `lag` behind the best quiet move. Whole numbers, so that every machine
    /// searches the same nodes.
    fn reduction(&self, depth: u32, at: usize, lag: i32, expects_cut: bool) -> u32 {
        if depth < self.reduced_depth || at < self.reduced_move {
            return 0;
        }
        let product = (log2(depth) * log2(at as u32) / 256) as i32;
        let behind = (lag.min(MOST_LAG) * self.reduction_lag) >> 10;
        let behind = behind.min(self.reduction_lag_most);
        let base = self.reduction_base + behind + if expects_cut { self.reduction_cut } else { 0 };
        let plies = (product * self.reduction + (base << 8)) >> 16;
        (plies.max(0) as u32).min(depth - 2)
    }

    /// Returns the place from which on quiet moves are not tried so near to the horizon.
    const fn late_move_limit(&self, depth: u32) -> usize {
        self.late_moves + self.late_moves * (depth * depth) as usize / 2
    }
}

/// A greater lag of a move counts as this.
const MOST_LAG: i32 = 1 << 20;

/// The binary logarithm of a number above 0 in 256ths, linear between powers of two.
const fn log2(n: u32) -> u32 {
    let whole = n.ilog2();
    (whole << 8) + ((n << 8) >> whole) - 256
}
