//! The workers of a search: lazy SMP on one table.
//!
//! Every worker deepens by itself from the same root and writes into the same table, so that each
//! finds what the others have found. The first to finish a depth reports it. On two cores, putting
//! off moves that another worker is searching saves some 5 % of the time in most games: left out.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use parking_lot::Mutex;

use super::clock::{Budget, Trend};
use super::control::Control;
use super::params::{Params, ROOT_MOVES_EVERY, ROOT_MOVES_FROM};
use super::report::{Event, Line};
use crate::kernel::{Limits, MoveBits, Verdict, Worth};

/// A counter on a cache line of its own, so that workers do not slow each other down by counting.
#[derive(Debug, Default)]
#[repr(align(128))]
struct Padded(AtomicU64);

/// Where a search reports.
pub(super) type Report<'a> = dyn FnMut(Event<MoveBits>) + Send + 'a;

/// What the workers of one search share.
pub(super) struct Workers<'a> {
    control: &'a Control,
    budget: Budget,
    node_limit: u64,
    /// Set when the search is over for every worker.
    is_over: AtomicBool,
    /// The nodes of each worker at its last check.
    nodes: Vec<Padded>,
    /// How many positions the oracle has judged.
    hits: Padded,
    /// How long the solver of the game was at work, in microseconds.
    solving: AtomicU64,
    /// Set while the best move of the iteration before fails low and no other has taken its place.
    fails_low: AtomicBool,
    /// Set when a search on the opponent's time has been judged at the hit.
    is_hit_seen: AtomicBool,
    /// When the search may end by itself.
    ending: EarlyEnd,
    params: Params,
    /// What the root is known to be worth, if it is searched all the same.
    known: Option<Worth>,
    state: Mutex<State<'a>>,
}

/// What ends a search beside its limits.
#[derive(Clone, Copy, Debug)]
pub(super) struct EarlyEnd {
    /// There is one move, and a clock that runs: nothing to think about.
    pub(super) is_forced: bool,
    /// A win within so many plies is all that is asked for.
    pub(super) mate: Option<u32>,
}

/// What is known, and where it is reported.
struct State<'a> {
    /// The lines of the deepest iteration that is finished, the best first.
    lines: Vec<Line<MoveBits>>,
    /// Whether `lines` was reported as it stands.
    is_reported: bool,
    choice: Trend,
    /// When a root move was reported last.
    root_reported: Duration,
    report: &'a mut Report<'a>,
}

impl State<'_> {
    /// Returns whether a best line says more than what is known: it is deeper, or as deep and a proof.
    fn is_new(&self, line: &Line<MoveBits>) -> bool {
        self.lines.first().is_none_or(|known| {
            let is_proof = line.worth.is_certain() && !known.worth.is_certain();
            known.depth < line.depth || known.depth == line.depth && is_proof
        })
    }
}

impl<'a> Workers<'a> {
    pub(super) fn new(
        workers: usize,
        limits: &Limits,
        budget: Budget,
        ending: EarlyEnd,
        params: Params,
        control: &'a Control,
        report: &'a mut Report<'a>,
    ) -> Self {
        Self {
            control,
            budget,
            node_limit: limits.nodes.unwrap_or(u64::MAX),
            is_over: AtomicBool::new(false),
            nodes: (0..workers).map(|_| Padded::default()).collect(),
            hits: Padded::default(),
            solving: AtomicU64::new(0),
            fails_low: AtomicBool::new(false),
            is_hit_seen: AtomicBool::new(false),
            ending,
            params,
            known: None,
            state: Mutex::new(State {
                lines: Vec::new(),
                is_reported: true,
                choice: Trend::default(),
                root_reported: Duration::ZERO,
                report,
            }),
        }
    }

    /// Has all lines reported as worth so much, if all moves are known to be, by so many questions to the oracle. The
    /// workers still go by the scores of the search.
    pub(super) fn knowing(self, known: Option<Worth>, asked: u64) -> Self {
        self.hits.0.store(asked, Ordering::Relaxed);
        Self { known, ..self }
    }

    /// Returns whether the root is known to be a draw, and searched for the move that is the hardest to meet.
    pub(super) const fn is_drawn(&self) -> bool {
        matches!(self.known, Some(Worth::Table(Verdict::Draw)))
    }

    /// Returns what a line of the search is worth.
    fn worth(&self, line: &Line<MoveBits>) -> Worth {
        self.known.unwrap_or(line.worth)
    }

    /// Returns the nodes that one worker alone may visit without asking.
    pub(super) fn nodes_alone(&self) -> u64 {
        if self.nodes.len() == 1 { self.node_limit } else { u64::MAX }
    }

    /// Takes the node count of a worker and returns whether the search is over.
    pub(super) fn check_in(&self, worker: usize, nodes: u64) -> bool {
        self.nodes[worker].0.store(nodes, Ordering::Relaxed);
        let over = self.is_called_off() || self.has_pondered_enough();
        if over {
            self.end();
        }
        over
    }

    /// Returns whether the search is over, or a limit is reached that ends it now.
    pub(super) fn is_called_off(&self) -> bool {
        let fails_low = self.fails_low.load(Ordering::Relaxed);
        let hard = if fails_low { self.budget.extended } else { self.budget.hard };
        let over = self.is_over.load(Ordering::Relaxed)
            || self.control.is_stopped()
            || self.nodes.len() > 1 && self.total_nodes() >= self.node_limit
            || self.control.is_out_of_time(hard);
        if over {
            self.is_over.store(true, Ordering::Relaxed);
        }
        over
    }

    /// Returns, once after a ponder hit, whether the time on the opponent's clock was all that the
    /// move deserves.
    fn has_pondered_enough(&self) -> bool {
        self.control.is_hit()
            && !self.is_hit_seen.load(Ordering::Relaxed)
            && !self.is_hit_seen.swap(true, Ordering::Relaxed)
            && (self.ending.is_forced || self.is_late(Trend::soft))
    }

    /// Returns whether a limit that the choice sets has passed; never while the best move fails low.
    fn is_late(&self, limit: fn(&Trend, Budget) -> Option<Duration>) -> bool {
        self.budget.soft.is_some()
            && !self.fails_low.load(Ordering::Relaxed)
            && self.has_searched_for(limit(&self.state.lock().choice, self.budget))
    }

    /// Returns whether so much time was spent searching, that of the solver left out.
    fn has_searched_for(&self, limit: Option<Duration>) -> bool {
        let solving = Duration::from_micros(self.solving.load(Ordering::Relaxed));
        self.control.has_searched_for(limit.map(|limit| limit + solving))
    }

    /// Returns whether there is time for another root move, and ends the search if not.
    pub(super) fn has_time_for_move(&self) -> bool {
        let is_late = self.is_late(Trend::last_move);
        if is_late {
            self.end();
        }
        !is_late
    }

    /// Takes from the first worker whether the best move of the iteration before fails low and no
    /// other has taken its place.
    pub(super) fn set_fails_low(&self, fails_low: bool) {
        self.fails_low.store(fails_low, Ordering::Relaxed);
    }

    /// Returns the time of this search up to now.
    pub(super) fn elapsed(&self) -> Duration {
        self.control.elapsed()
    }

    /// Returns how many workers there are.
    pub(super) fn count(&self) -> usize {
        self.nodes.len()
    }

    /// Returns whether the clock has run for so long in this search.
    pub(super) fn is_out_of_time(&self, limit: Option<Duration>) -> bool {
        self.control.is_out_of_time(limit)
    }

    /// Returns the nodes of a worker at its last check.
    pub(super) fn nodes_of(&self, worker: usize) -> u64 {
        self.nodes[worker].0.load(Ordering::Relaxed)
    }

    /// Counts what the solver of the game has spent: its nodes as those of the first worker.
    pub(super) fn count_solver(&self, nodes: u64, time: Duration) {
        self.nodes[0].0.fetch_add(nodes, Ordering::Relaxed);
        let micros = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        self.solving.fetch_add(micros, Ordering::Relaxed);
    }

    /// Returns whether there is a move to fall back on.
    pub(super) fn has_move(&self) -> bool {
        !self.state.lock().lines.is_empty()
    }

    /// Returns whether the search is over.
    pub(super) fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }

    /// Counts a position that the oracle has judged.
    pub(super) fn count_hit(&self) {
        self.hits.0.fetch_add(1, Ordering::Relaxed);
    }

    /// Takes back that the search is over, and returns whether no limit says so.
    pub(super) fn resume(&self) -> bool {
        self.is_over.store(false, Ordering::Relaxed);
        !self.is_called_off()
    }

    /// Returns how many nodes the limit leaves.
    pub(super) fn nodes_left(&self) -> u64 {
        self.node_limit.saturating_sub(self.total_nodes())
    }

    /// Returns the nodes of all workers.
    fn total_nodes(&self) -> u64 {
        self.nodes.iter().map(|nodes| nodes.0.load(Ordering::Relaxed)).sum()
    }

    /// Takes the lines of an iteration that a worker has finished. The first to bring a depth is
    /// reported. Returns whether the worker may go on to the next depth.
    pub(super) fn finish(&self, lines: Vec<Line<MoveBits>>) -> bool {
        let mut state = self.state.lock();
        let Some(first) = lines.first() else { return false };
        let depth = first.depth;
        // What was abandoned of this depth is less than what is finished of it.
        if state.is_new(first) || !state.is_reported && state.lines[0].depth == depth {
            state.lines = lines;
            self.report(&mut state);
            let is_solved =
                state.lines.iter().all(|l| l.score().plies().is_some_and(|p| p <= depth));
            let is_mate = self.ending.mate.is_some_and(|within| {
                let score = state.lines[0].score();
                score.is_win() && score.plies() <= Some(within)
            });
            if let Some(best) = state.lines[0].pv.first() {
                let best = MoveBits::to_u16(Some(*best));
                let score = state.lines[0].score();
                state.choice.update(best, score, &self.params);
            }
            let is_late = self.has_searched_for(state.choice.soft(self.budget));
            let is_forced = self.ending.is_forced && !self.control.is_pondering();
            if is_solved || is_mate || is_late || is_forced {
                self.is_over.store(true, Ordering::Relaxed);
            }
        }
        !self.is_over.load(Ordering::Relaxed) && !self.control.is_stopped()
    }

    /// Takes what a worker had found of an iteration when the search ended.
    pub(super) fn abandon(&self, lines: Vec<Line<MoveBits>>) {
        let mut state = self.state.lock();
        let Some(first) = lines.first() else { return };
        if state.is_new(first) {
            // The lines that it did not come to stay, behind those that it found.
            let count = state.lines.len().max(lines.len());
            let known = std::mem::replace(&mut state.lines, lines);
            for line in known {
                match state.lines.iter_mut().find(|found| found.pv.first() == line.pv.first()) {
                    // A move above the window has no line yet: it goes on as in the iteration before.
                    Some(found)
                        if !found.score().is_decisive() && line.pv.starts_with(&found.pv) =>
                    {
                        found.pv = line.pv;
                    }
                    Some(_) => {}
                    None => state.lines.push(line),
                }
            }
            state.lines.truncate(count);
            for (line, number) in state.lines.iter_mut().zip(1..) {
                line.multi_pv = number;
            }
        }
        state.is_reported = false;
    }

    /// Tells which root move is being searched, now and then if the search is a long one.
    pub(super) fn report_root_move(&self, m: MoveBits, number: usize, depth: u32) {
        let time = self.control.elapsed();
        if time < ROOT_MOVES_FROM {
            return;
        }
        let mut state = self.state.lock();
        if time.saturating_sub(state.root_reported) >= ROOT_MOVES_EVERY {
            state.root_reported = time;
            (state.report)(Event::RootMove { depth, m, number: number as u32 });
        }
    }

    /// Ends the search for all workers.
    pub(super) fn end(&self) {
        self.is_over.store(true, Ordering::Relaxed);
    }

    /// Reports the lines with the count and the time of this moment.
    fn report(&self, state: &mut State) {
        let (nodes, time) = (self.total_nodes(), self.control.elapsed());
        let hits = self.hits.0.load(Ordering::Relaxed);
        for line in &mut state.lines {
            (line.nodes, line.time, line.oracle_hits) = (nodes, time, hits);
            let worth = self.worth(line);
            (state.report)(Event::Line(Line { worth, ..line.clone() }));
        }
        state.is_reported = true;
    }

    /// Returns the best lines, having reported them if that was not done yet, or once more if the
    /// search went on since: the last report has the final count and time.
    pub(super) fn conclude(self) -> Vec<Line<MoveBits>> {
        let mut lines = {
            let mut state = self.state.lock();
            let went_on = state.lines.first().is_some_and(|l| l.nodes != self.total_nodes());
            if !state.is_reported || went_on {
                self.report(&mut state);
            }
            std::mem::take(&mut state.lines)
        };
        let nodes = self.total_nodes();
        if let Some(best) = lines.first_mut() {
            best.nodes = nodes;
            best.worth = self.worth(best);
        }
        lines
    }
}
