//! Iterative deepening at the root.

use super::clock::Budget;
use super::control::Control;
use super::cycle::Path;
use super::limits::Limits;
use super::negamax::{Value, Worker, final_score};
use super::ordering::Memory;
use super::report::{Found, Info};
use super::table::{OutOfMemory, Table};
use crate::kernel::{Evaluate, Move, Record, Score};

/// A search of one game and everything that it remembers from one position to the next.
#[derive(Debug)]
pub struct Searcher<P: Evaluate> {
    table: Table<P::Packed>,
    memory: Memory<P>,
}

impl<P: Evaluate> Searcher<P> {
    /// Returns a searcher with an empty table of at most `mib` MiB.
    ///
    /// # Errors
    ///
    /// Says so when the memory is not to be had.
    pub fn new(mib: usize) -> Result<Self, OutOfMemory> {
        Ok(Self { table: Table::new(mib)?, memory: Memory::new() })
    }

    /// Replaces the table by an empty one of at most `mib` MiB.
    ///
    /// # Errors
    ///
    /// Says so when the memory is not to be had; the old table stays as it was.
    pub fn resize(&mut self, mib: usize) -> Result<(), OutOfMemory> {
        self.table = Table::new(mib)?;
        Ok(())
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.table.clear();
        self.memory.clear();
    }

    /// Searches the current position of a game and returns the best move with its value.
    ///
    /// `report` is called after each iteration, and once more at the end if the last iteration was
    /// cut short. The first root move is searched to depth 1 whatever the limits say, so that there
    /// always is a best move. With equal limits and an equal state of the searcher the nodes are
    /// equal, unless a clock ends the search.
    pub fn search(
        &mut self,
        record: &Record<P>,
        limits: &Limits<P::Move>,
        control: &Control,
        report: &mut dyn FnMut(&Info<P::Move>),
    ) -> Found<P::Move> {
        let mut info = Info {
            depth: 0,
            selective_depth: 0,
            score: Score::ZERO,
            nodes: 0,
            time: control.elapsed(),
            hash_full: 0,
            pv: Vec::new(),
        };
        let position = record.current().clone();
        if let Some(outcome) = record.outcome() {
            info.score = final_score(outcome, position.to_move());
            report(&info);
            return Found { info };
        }

        self.table.begin_search(record.drawn_next());
        self.memory.begin_search();
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        if !limits.root_moves.is_empty() {
            moves.retain(|m| limits.root_moves.contains(m));
        }
        let budget = Budget::new(limits);
        let deepest =
            position.plies_left().map_or(u32::MAX, |plies| plies.max(1)).min(limits.max_depth());
        let path = Path::new(record);
        let mut worker = Worker::new(position, path, &self.table, &mut self.memory, control);
        worker.node_limit = limits.nodes.unwrap_or(u64::MAX);
        worker.hard_limit = budget.hard;
        worker.order_root(&mut moves);

        for depth in 1..=deepest {
            let value = worker.iterate(&mut moves, depth);
            if let Some(value) = value {
                info.score = value.score;
                info.depth = depth;
                info.pv = worker.lines.line(0).to_vec();
            }
            info.selective_depth = worker.selective_depth;
            info.nodes = worker.nodes;
            info.time = control.elapsed();
            info.hash_full = self.table.hash_full();
            report(&info);
            let is_solved = info.score.plies().is_some_and(|plies| plies <= depth);
            let is_forced = moves.len() == 1 && limits.clock.is_some();
            let is_late = budget.soft.is_some_and(|soft| info.time >= soft);
            if worker.is_over || is_solved || is_forced || is_late || control.is_stopped() {
                break;
            }
        }
        Found { info }
    }
}

impl<P: Evaluate> Worker<'_, P> {
    /// Orders the root moves for the first iteration.
    fn order_root(&mut self, moves: &mut Vec<P::Move>) {
        let mut list = self.take_list();
        list.moves.append(moves);
        let packed = self.position.packed();
        let table_move = self.table.probe(&packed).map_or(u16::MAX, |entry| entry.best);
        self.memory.rate(&mut list, &self.position, 0, table_move);
        moves.extend((0..list.moves.len()).map(|at| list.pick(at)));
        self.give_list(list);
    }

    /// Searches the root to `depth` and brings its best move to the front of `moves`. Returns
    /// `None` if the search ended before it found anything; the line at ply 0 is then void.
    ///
    /// If the search ends later, what was found stands: a first move's value, or a move that was
    /// shown to be better.
    fn iterate(&mut self, moves: &mut [P::Move], depth: u32) -> Option<Value> {
        let packed = self.position.packed();
        let mut best: Option<Value> = None;
        self.lines.clear(0);
        for at in 0..moves.len() {
            let m = moves[at];
            let alpha = best.map_or(-Score::INFINITY, |best| best.score);
            let mut value = Value::fact(Score::INFINITY);
            if at > 0 {
                value = self.child(m, packed, alpha, alpha + 1, depth - 1, 0);
            }
            if value.score > alpha {
                value = self.child(m, packed, alpha, Score::INFINITY, depth - 1, 0);
            }
            if self.is_over {
                break;
            }
            self.has_move = true;
            if value.score > alpha {
                best = Some(value);
                self.lines.raise(0, m);
                moves[..=at].rotate_right(1);
            }
        }
        let best = best?;
        if !self.is_over {
            let settled = self.position.settled() * self.position.to_move().sign() * 100;
            let entry = super::table::Entry {
                best: moves[0].bits(),
                score: best.score - settled,
                depth,
                bound: (best.rests_on == u32::MAX).then_some(super::report::Bound::Exact),
            };
            self.table.store(&packed, entry);
        }
        Some(best)
    }
}
