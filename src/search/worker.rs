//! A worker of a search: a position, the path to it, and what it shares with the others.

use super::blur::Blur;
use super::cycle::Path;
use super::heuristics::Heuristics;
use super::ordering::History;
use super::params::{NODES_PER_CLOCK, Tuned};
use super::stack::Stack;
use super::table::TranspositionTable;
use super::workers::Workers;
use crate::kernel::{Oracle, Packed, Score, Searchable};

/// What all workers of a search use alike.
pub(super) struct Shared<'a, P: Searchable> {
    pub(super) table: &'a TranspositionTable<P::Packed>,
    /// Exact values, if something knows them.
    pub(super) oracle: Option<&'a dyn Oracle<P>>,
    pub(super) evaluator: &'a P::Evaluator,
    pub(super) blur: Blur,
    pub(super) heuristics: Heuristics,
    pub(super) tuned: Tuned<P>,
}

/// One worker of a search: the current position, the path to it and what it has learned.
pub(super) struct Worker<'a, 't, P: Searchable> {
    pub(super) position: P,
    pub(super) path: Path<P::Packed>,
    pub(super) table: &'a TranspositionTable<P::Packed>,
    pub(super) history: &'a mut History<P>,
    pub(super) workers: &'a Workers<'t>,
    pub(super) heuristics: Heuristics,
    pub(super) tuned: Tuned<P>,
    /// Exact values, if something knows them.
    pub(super) oracle: Option<&'a dyn Oracle<P>>,
    evaluator: &'a P::Evaluator,
    pub(super) blur: Blur,
    index: usize,
    pub(super) stack: Stack<P::Move>,
    nodes: u64,
    node_limit: u64,
    pub(super) selective_depth: u32,
    /// Whether a limit has ended the search; every value returned since is void.
    pub(super) is_over: bool,
    /// Whether there is a best move to fall back on, so that limits may end the search. Only the
    /// first worker has to find one.
    pub(super) has_move: bool,
}

impl<'a, 't, P: Searchable> Worker<'a, 't, P> {
    pub(super) fn new(
        position: P,
        path: Path<P::Packed>,
        shared: Shared<'a, P>,
        history: &'a mut History<P>,
        workers: &'a Workers<'t>,
        index: usize,
    ) -> Self {
        let Shared { table, oracle, evaluator, blur, heuristics, tuned } = shared;
        Self {
            position,
            path,
            table,
            history,
            workers,
            heuristics,
            tuned,
            oracle,
            evaluator,
            blur,
            index,
            stack: Stack::new(),
            nodes: workers.nodes_of(index),
            node_limit: workers.nodes_alone(),
            selective_depth: 0,
            is_over: false,
            has_move: index > 0 || workers.has_move(),
        }
    }

    /// Counts a node, makes room for it on the stack and looks at the limits.
    pub(super) fn enter(&mut self, ply: u32) {
        self.nodes += 1;
        self.stack.reach(ply);
        self.selective_depth = self.selective_depth.max(ply);
        if self.nodes.is_multiple_of(NODES_PER_CLOCK) || self.nodes >= self.node_limit {
            self.check_in();
        }
    }

    /// Tells the other workers the node count and learns whether the search is over.
    pub(super) fn check_in(&mut self) {
        let over = self.workers.check_in(self.index, self.nodes) || self.nodes >= self.node_limit;
        self.is_over = self.has_move && over;
    }

    /// Returns whether this is the worker that must find a move, however short the time.
    pub(super) const fn is_lead(&self) -> bool {
        self.index == 0
    }

    /// Returns whether this worker takes the root moves after the first from the back.
    pub(super) const fn is_from_the_back(&self) -> bool {
        self.index % 2 == 1
    }

    /// Returns the static evaluation of the current position, which is not over. Searched again in
    /// the same place, it is not evaluated again.
    #[inline]
    pub(super) fn static_eval(&mut self, ply: u32) -> Score {
        if let Some(known) = self.stack[ply].static_eval {
            return known;
        }
        let score = self.evaluate();
        self.stack[ply].static_eval = Some(score);
        score
    }

    /// Evaluates the current position as this search sees it.
    #[inline]
    pub(super) fn evaluate(&self) -> Score {
        let score = self.position.evaluate(self.evaluator);
        self.blur.see(score, || self.position.packed().fold())
    }
}
