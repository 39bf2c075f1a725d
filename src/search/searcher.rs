//! A search and what it keeps from one position to the next.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use parking_lot::Mutex;
use rayon::ThreadPool;

use super::blur::Blur;
use super::clock::{Allotment, max_depth};
use super::control::Control;
use super::cycle::Path;
use super::heuristics::Heuristics;
use super::lateness::{Lateness, TimedMove};
use super::oracle::{Answer, RootProbe};
use super::ordering::History;
use super::params::{Tuned, Tuning};
use super::report::{Event, Line};
use super::solver::{Permit, SOLVED_AFTER, Solver};
use super::table::{Entry, OutOfMemory, TranspositionTable};
use super::thread;
use super::worker::{Shared, Worker};
use super::workers::{EarlyEnd, Report, Workers};
use crate::kernel::{
    Limits, MoveBits, Oracle, Record, Score, Searchable, Verdict, Worth, parallel,
};

/// A search of one game and everything that it remembers from one position to the next.
#[derive(Debug)]
pub struct Searcher<P: Searchable> {
    table: TranspositionTable<P::Packed>,
    /// What each worker has learned.
    histories: Vec<Mutex<History<P>>>,
    /// The threads of all workers, if there are several.
    pool: Option<ThreadPool>,
    heuristics: Heuristics,
    tuned: Tuned<P>,
    /// How many best lines are wanted, at least one.
    multi_pv: usize,
    /// The delay between the end of a search and the stop of the clock.
    overhead: Duration,
    /// How late moves came beyond that.
    lateness: Lateness,
    /// Exact values, if something knows them.
    oracle: Option<Arc<dyn Oracle<P>>>,
    /// What all root moves of a search are known to be worth.
    known: Option<Worth>,
    /// What evaluations go by.
    evaluator: Arc<P::Evaluator>,
    /// How badly evaluations are seen.
    blur: Blur,
    /// The root moves that the next search looks at first.
    first: Vec<MoveBits>,
    /// Entries that the next search begins with.
    learned: Vec<(P::Packed, Entry)>,
    /// The game's own solver. Only searches that are limited by time depend on its speed.
    solver: Solver,
}

impl<P: Searchable> Searcher<P> {
    /// Returns a searcher of one thread and one line with an empty table of at most `mib` MiB.
    ///
    /// # Errors
    ///
    /// If there is not enough memory.
    pub fn new(mib: usize) -> Result<Self, OutOfMemory> {
        Self::with_evaluator(mib, Arc::default())
    }

    /// Returns such a searcher that goes by an evaluator.
    ///
    /// # Errors
    ///
    /// If there is not enough memory.
    pub fn with_evaluator(mib: usize, evaluator: Arc<P::Evaluator>) -> Result<Self, OutOfMemory> {
        const { assert!(P::MAX_MARGIN <= Score::MAX_POINTS, "every margin has a score") };
        let histories = vec![Mutex::new(History::new())];
        Ok(Self {
            table: TranspositionTable::new(mib)?,
            histories,
            pool: None,
            heuristics: Heuristics::default(),
            tuned: Tuned::new(Tuning::default()),
            multi_pv: 1,
            overhead: Duration::ZERO,
            lateness: Lateness::default(),
            oracle: None,
            known: None,
            evaluator,
            blur: Blur::default(),
            first: Vec::new(),
            learned: Vec::new(),
            solver: Solver::new(),
        })
    }

    /// Replaces the table by an empty one of at most `mib` MiB.
    ///
    /// # Errors
    ///
    /// If there is not enough memory; the old table stays.
    pub fn resize(&mut self, mib: usize) -> Result<(), OutOfMemory> {
        self.table = TranspositionTable::new(mib)?;
        Ok(())
    }

    /// Sets the number of threads that search. If the system does not give so many, one searches.
    pub fn set_threads(&mut self, threads: usize) {
        if threads.max(1) == self.histories.len() {
            return;
        }
        let pool = || thread::pool(threads).ok();
        self.pool = if threads > 1 { pool() } else { None };
        let workers = if self.pool.is_some() { threads } else { 1 };
        self.histories.truncate(workers);
        while self.histories.len() < workers {
            self.histories.push(Mutex::new(History::new()));
        }
    }

    /// Sets how many best lines are wanted, at least one.
    pub fn set_multi_pv(&mut self, lines: usize) {
        self.multi_pv = lines.max(1);
    }

    /// Sets the delay between the end of a search and the stop of the clock.
    pub fn set_overhead(&mut self, overhead: Duration) {
        self.overhead = overhead;
    }

    /// Sets what the search may use, for measurements.
    pub fn set_heuristics(&mut self, heuristics: Heuristics) {
        self.heuristics = heuristics;
    }

    /// Sets numbers of the search, in a tuning build.
    pub fn set_tuning(&mut self, tuning: Tuning) {
        self.tuned = Tuned::new(tuning);
    }

    /// Sets what knows exact values. The table keeps what it holds.
    pub fn set_oracle(&mut self, oracle: Option<Arc<dyn Oracle<P>>>) {
        self.oracle = oracle;
    }

    /// Sets what all root moves of the next searches are known to be worth, if that is known of them. They still find
    /// out which to play.
    pub const fn set_known(&mut self, known: Option<Worth>) {
        self.known = known;
    }

    /// Sets what evaluations go by, and forgets what was found by others.
    pub fn set_evaluator(&mut self, evaluator: Arc<P::Evaluator>) {
        if !Arc::ptr_eq(&self.evaluator, &evaluator) {
            self.evaluator = evaluator;
            self.clear();
        }
    }

    /// Sets how badly evaluations are seen, and forgets what was found by another view. Under a blur no
    /// solver of the game is asked.
    pub fn set_blur(&mut self, blur: Blur) {
        if self.blur != blur {
            self.blur = blur;
            self.clear();
        }
    }

    /// Sets the root moves that searches from here on look at first, in this order.
    pub fn look_first_at(&mut self, moves: Vec<MoveBits>) {
        self.first = moves;
    }

    /// Forgets everything about the game. How fast the machine is stays known.
    pub fn clear(&mut self) {
        self.table.clear();
        for history in &mut self.histories {
            history.get_mut().clear();
        }
    }

    /// Takes entries that were found elsewhere, for the next search. They are trusted like entries of
    /// its own, and must have been found where the record made no position a draw that it does not
    /// make one there. Where the table knows more, it keeps that.
    pub fn learn(&mut self, entries: Vec<(P::Packed, Entry)>) {
        self.learned.extend(entries);
    }

    /// Begins a search under a record, and enters what was learned for it.
    fn begin(&mut self, record: &Record<P>) {
        self.table.begin_search(record.drawn_next());
        for history in &mut self.histories {
            history.get_mut().begin_search(&self.tuned);
        }
        for (board, entry) in self.learned.drain(..) {
            let known = self.table.probe(&board).filter(|known| known.bound.is_some());
            if known.is_none_or(|known| known.depth < entry.depth) {
                self.table.store(&board, entry);
            }
        }
    }

    /// Returns what the table holds of a board, under the record of the last search.
    #[must_use]
    pub fn entry(&self, board: &P::Packed) -> Option<Entry> {
        self.table.probe(board)
    }

    /// Searches the current position of a game and returns the best move with its value.
    ///
    /// `report` gets each line of each iteration, and once more at the end if an iteration was cut
    /// short; the last line is returned, too. The first root move is searched to depth 1 whatever the limits say,
    /// so that there always is a best move. With one thread, equal limits and an equal state of the
    /// searcher the nodes are equal, unless a clock ends the search.
    pub fn search(
        &mut self,
        record: &Record<P>,
        limits: &Limits,
        control: &Control,
        report: &mut (dyn FnMut(Event<P::Move>) + Send),
    ) -> Line<P::Move> {
        let mut tell = |event: Event<MoveBits>| {
            if let Some(event) = event.decoded() {
                report(event);
            }
        };
        self.search_moves(record, &[], limits, control, &mut tell).decoded()
    }

    /// Searches as [`search`](Self::search) does, in moves without their game, but looks only at the root moves that are listed,
    /// or at all if none of these is legal. What is proven then is proven of these moves: a win is
    /// one of the position, too, but a loss says nothing of the moves that were left out.
    pub fn search_moves(
        &mut self,
        record: &Record<P>,
        root_moves: &[MoveBits],
        limits: &Limits,
        control: &Control,
        report: &mut Report,
    ) -> Line<MoveBits> {
        let position = record.current().clone();
        if let Some(outcome) = record.outcome() {
            let worth = Worth::finished(outcome, position.to_move());
            let line = Line { time: control.elapsed(), ..Line::nothing(worth) };
            report(Event::Line(line.clone()));
            return line;
        }

        self.begin(record);
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let is_listed = |m: &P::Move| MoveBits::of(*m).is_some_and(|m| root_moves.contains(&m));
        if moves.iter().any(is_listed) {
            moves.retain(is_listed);
        }
        let player = position.to_move();
        let plies = position.plies_left();
        let clock = limits.clock(player).filter(|_| !limits.infinite);
        let timed = clock.filter(|_| !limits.ponder);
        let timed = timed.map(|clock| TimedMove { player, plies: record.steps().len(), clock });
        let late = self.lateness.begin(timed);
        let mut allotment = Allotment::new(limits, player, self.overhead, late, plies, &self.tuned);
        let budget = |allotment: Option<Allotment>| {
            allotment.map_or_else(Default::default, |allotment| allotment.budget())
        };
        let (mut known, mut asked) = (self.known, 0);
        if let Some(oracle) = self.oracle.as_deref() {
            let time = budget(allotment).hard;
            let half = time.map(|time| time / 2);
            let goes_on = || !control.is_stopped() && !control.is_out_of_time(half);
            // Where nothing ends the search by itself, or more is asked than a move, what is known is the answer.
            let is_limited = time.is_some() || limits.nodes.is_some();
            let plays = is_limited && self.multi_pv == 1 && limits.mate_plies().is_none();
            let probe = RootProbe::new(oracle, &self.evaluator, record, &moves);
            match probe.answer(&mut moves, self.multi_pv, plays, &goes_on, control, report) {
                Answer::Whole(line) => return line,
                Answer::Drawn(questions) => {
                    (known, asked) = (Some(Worth::Table(Verdict::Draw)), questions);
                }
                Answer::Open => {}
            }
        }
        let deepest = plies.map_or(u32::MAX, |plies| plies.max(1)).min(max_depth(limits));
        let ending =
            EarlyEnd { is_forced: moves.len() == 1 && clock.is_some(), mate: limits.mate_plies() };
        // The solver finds the best of all moves, and no other lines.
        let solves = root_moves.is_empty() && self.multi_pv == 1 && self.blur == Blur::default();
        let permit =
            if solves { self.solver.claim(&position, limits, allotment.as_mut()) } else { None };
        // A search that knows its end wants to know no more; one on a clock has no time for it.
        let proves_at_the_end = solves
            && limits.depth.is_none()
            && limits.mate_plies().is_none()
            && timed.is_none()
            && !limits.ponder;
        let count = self.histories.len();
        let workers =
            Workers::new(count, limits, budget(allotment), ending, *self.tuned, control, report)
                .knowing(known, asked);
        // Returns whether a worker may search deeper than it has.
        let work = |index: usize, depth: u32| {
            let mut history = self.histories[index].lock();
            let shared = Shared {
                table: &self.table,
                oracle: self.oracle.as_deref(),
                evaluator: &self.evaluator,
                blur: self.blur,
                heuristics: self.heuristics,
                tuned: self.tuned,
            };
            let path = Path::new(record);
            let mut worker =
                Worker::new(position.clone(), path, shared, &mut history, &workers, index);
            worker.deepen(moves.clone(), &self.first, depth, self.multi_pv)
        };
        if let Some(permit) = permit {
            let goes_on = work(0, SOLVED_AFTER.min(deepest));
            let ask = || self.solver.ask(&position, permit, &workers, self.pool.as_ref());
            let line = goes_on.then(ask).flatten();
            if !goes_on || line.is_some() {
                workers.end();
            }
            workers.finish(line.into_iter().collect());
        }
        let work = |index| {
            let has_ended = work(index, deepest);
            // Whoever reaches the last depth first has what was asked for.
            workers.end();
            has_ended
        };
        let has_ended = AtomicBool::new(false);
        let work = |index| {
            if work(index) {
                has_ended.store(true, Ordering::Relaxed);
            }
        };
        match &self.pool {
            _ if workers.is_over() => {}
            Some(pool) => parallel::on_all(pool, &work),
            None => work(0),
        }
        if has_ended.into_inner() && proves_at_the_end && workers.resume() {
            let nodes = workers.nodes_left();
            let permit = Permit::rest(budget(allotment).hard, nodes, self.table.mib());
            let line = self.solver.ask(&position, permit, &workers, self.pool.as_ref());
            workers.finish(line.into_iter().collect());
        }
        let best = workers.conclude().into_iter().next();
        if let Some(timed) = timed {
            self.lateness.end(timed, budget(allotment).extended, control.elapsed());
        }
        best.unwrap_or_else(|| Line::nothing(Worth::Estimate(0)))
    }
}
