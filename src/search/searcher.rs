//! A search from its root: the team, the limits, iterative deepening.

use std::cmp::Reverse;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use rayon::ThreadPool;

use super::clock::{Budget, Outlook, max_depth};
use super::control::Control;
use super::cycle::Path;
use super::negamax::{Means, Value, Worker};
use super::ordering::History;
use super::params::{ASPIRATION, ASPIRATION_DEPTH, PROOF_DEPTH, PROOF_MIB, PROOF_NODES, WORSE};
use super::report::{Bound, Event, Line};
use super::speed::Speed;
use super::table::{Entry, OutOfMemory, TranspositionTable};
use super::team::{EarlyEnd, Team};
use super::techniques::Techniques;
use super::thread;
use crate::kernel::{Effort, Evaluate, Limits, MoveBits, Oracle, Record, Score, Worth};

/// A search of one game and everything that it remembers from one position to the next.
#[derive(Debug)]
pub struct Searcher<P: Evaluate> {
    table: TranspositionTable<P::Packed>,
    /// What each worker has learned.
    histories: Vec<Mutex<History<P>>>,
    /// The threads of all workers, if there are several.
    pool: Option<ThreadPool>,
    techniques: Techniques,
    /// How many best lines are wanted, at least one.
    pub(super) multi_pv: usize,
    /// The delay between the end of a search and the stop of the clock.
    overhead: Duration,
    /// Exact values, if something knows them.
    pub(super) oracle: Option<Arc<dyn Oracle<P>>>,
    /// What evaluations go by.
    pub(super) evaluator: Arc<P::Evaluator>,
    /// The root moves that the next search looks at first.
    first: Vec<P::Move>,
    /// Entries that the next search begins with.
    learned: Vec<(P::Packed, Entry)>,
    /// The speed of the game's own solver. Only searches that are limited by time depend on it.
    speed: Speed,
}

impl<P: Evaluate> Searcher<P> {
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
            techniques: Techniques::default(),
            multi_pv: 1,
            overhead: Duration::ZERO,
            oracle: None,
            evaluator,
            first: Vec::new(),
            learned: Vec::new(),
            speed: Speed::guess(),
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
        self.histories.resize_with(workers, || Mutex::new(History::new()));
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
    pub fn set_techniques(&mut self, techniques: Techniques) {
        self.techniques = techniques;
    }

    /// Sets what knows exact values. The table keeps what it holds.
    pub fn set_oracle(&mut self, oracle: Option<Arc<dyn Oracle<P>>>) {
        self.oracle = oracle;
    }

    /// Sets what evaluations go by, and forgets what was found by others.
    pub fn set_evaluator(&mut self, evaluator: Arc<P::Evaluator>) {
        if !Arc::ptr_eq(&self.evaluator, &evaluator) {
            self.evaluator = evaluator;
            self.clear();
        }
    }

    /// Sets the root moves that searches from here on look at first, in this order.
    pub fn look_first_at(&mut self, moves: Vec<P::Move>) {
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
    pub fn learn(&mut self, entries: impl IntoIterator<Item = (P::Packed, Entry)>) {
        self.learned.extend(entries);
    }

    /// Begins a search under a record, and enters what was learned for it.
    fn begin(&mut self, record: &Record<P>) {
        self.table.begin_search(record.drawn_next());
        for history in &mut self.histories {
            history.get_mut().begin_search();
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
    /// `report` is told each line of each iteration, and once more at the end if an iteration was cut
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
        self.search_moves(record, &[], limits, control, report)
    }

    /// Searches as [`search`](Self::search) does, but looks only at the root moves that are listed,
    /// or at all if none of these is legal. What is proven then is proven of these moves: a win is
    /// one of the position, too, but a loss says nothing of the moves that were left out.
    pub fn search_moves(
        &mut self,
        record: &Record<P>,
        root_moves: &[P::Move],
        limits: &Limits,
        control: &Control,
        report: &mut (dyn FnMut(Event<P::Move>) + Send),
    ) -> Line<P::Move> {
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
        if root_moves.iter().any(|m| moves.contains(m)) {
            moves.retain(|m| root_moves.contains(m));
        }
        let player = position.to_move();
        let budget = Budget::new(limits, player, self.overhead, &Outlook::UNKNOWN);
        if let Some(found) = self.consult(record, &mut moves, budget, control, report) {
            return found;
        }
        let deepest =
            position.plies_left().map_or(u32::MAX, |plies| plies.max(1)).min(max_depth(limits));
        let ending = EarlyEnd {
            is_forced: moves.len() == 1 && limits.clock(player).is_some(),
            mate: limits.mate_plies(),
        };
        // The solver finds the best of all moves, and no other lines.
        let solves = root_moves.is_empty() && self.multi_pv == 1;
        let budget = self.budget(&position, limits, solves);
        let solver = self.asks_solver(&position, limits, budget, solves).then_some(&self.speed);
        let team = Team::new(self.histories.len(), limits, budget, ending, control, report);
        let work = |index: usize| {
            let mut history = self.histories[index].lock();
            let means = Means {
                table: &self.table,
                oracle: self.oracle.as_deref(),
                evaluator: &self.evaluator,
                techniques: self.techniques,
            };
            let path = Path::new(record);
            let mut worker = Worker::new(position.clone(), path, means, &mut history, &team, index);
            worker.deepen(moves.clone(), &self.first, deepest, self.multi_pv, solver);
        };
        match &self.pool {
            Some(pool) => drop(pool.broadcast(|context| work(context.index()))),
            None => work(0),
        }
        let best = team.conclude().into_iter().next();
        best.unwrap_or_else(|| Line::nothing(Worth::Estimate(0)))
    }

    /// Returns the time for a search of the position; `solves` says whether the game's own solver may
    /// be asked.
    fn budget(&self, position: &P, limits: &Limits, solves: bool) -> Budget {
        let nodes = |plies| if solves { proof_nodes(position, limits, plies) } else { None };
        let proof = |plies| Some(self.speed.time(nodes(plies)?));
        let outlook = Outlook { plies: position.plies_left(), proof: &proof };
        Budget::new(limits, position.to_move(), self.overhead, &outlook)
    }

    /// Returns whether a search of the position turns to the game's own solver, if it may.
    fn asks_solver(&self, position: &P, limits: &Limits, budget: Budget, solves: bool) -> bool {
        solves
            && proof_nodes(position, limits, 0).is_some_and(|nodes| match budget.proof {
                Some(time) => !time.is_zero(),
                None => nodes <= PROOF_NODES,
            })
    }
}

/// Returns about how many nodes the game's own solver takes so many plies from here, if it can and
/// the limits allow it.
fn proof_nodes<P: Evaluate>(position: &P, limits: &Limits, plies: u32) -> Option<u64> {
    let nodes = position.proof_nodes(plies)?;
    let is_allowed = Some(max_depth(limits)) >= position.plies_left()
        && limits.nodes.is_none_or(|limit| nodes <= limit / 4);
    is_allowed.then_some(nodes)
}

impl<P: Evaluate> Worker<'_, '_, P> {
    /// Searches the root deeper and deeper until the team is done. The first worker turns once to
    /// the game's own solver, if it is given the speed of that.
    fn deepen(
        &mut self,
        mut moves: Vec<P::Move>,
        first: &[P::Move],
        deepest: u32,
        multi_pv: usize,
        solver: Option<&Speed>,
    ) {
        let mut solver = solver.filter(|_| self.is_lead());
        self.order_root(&mut moves);
        moves.sort_by_key(|m| first.iter().position(|known| known == m).unwrap_or(usize::MAX));
        // The best of some moves is no value of the root.
        let is_whole = self.has_all(&moves);
        let mut scores = vec![Score::ZERO; multi_pv.min(moves.len())];
        for depth in 1..=deepest {
            let mut lines = Vec::new();
            for at in 0..scores.len() {
                self.selective_depth = 0;
                // Where the first line falls below, the choice is in doubt.
                let floor = (at == 0 && depth > 1).then(|| scores[0] - WORSE);
                let value = self.aspire(&mut moves[at..], depth, scores[at], floor);
                if floor.is_some() && self.is_lead() {
                    self.team.set_fails_low(false);
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
            lines.sort_by_key(|line| Reverse(line.score()));
            for (at, line) in lines.iter_mut().enumerate() {
                line.multi_pv = at as u32 + 1;
                scores[at] = line.score();
                if let Some(first) = line.pv.first() {
                    moves[at] = *first;
                }
            }
            self.check_in();
            if self.is_over {
                self.team.abandon(lines);
                return;
            }
            if !self.team.finish(lines) {
                break;
            }
            if depth >= PROOF_DEPTH.min(deepest) {
                if let Some(line) = solver.take().and_then(|speed| self.prove(speed)) {
                    self.team.finish(vec![line]);
                    break;
                }
            }
        }
        // Whoever reaches the last depth first has what was asked for.
        self.team.end();
    }

    /// Asks the game's own solver and measures its speed.
    fn prove(&mut self, speed: &Speed) -> Option<Line<P::Move>> {
        let begun = self.team.elapsed();
        let team = self.team;
        let attempt = team.prove(|| {
            let is_called_off = self.is_called_off();
            self.position.prove(Effort {
                mib: PROOF_MIB,
                nodes: u64::MAX,
                gives_up: &|| is_called_off() || team.is_proof_late(),
                threads: team.workers(),
            })
        });
        speed.measure(attempt.nodes, self.team.elapsed().saturating_sub(begun));
        self.count_nodes(attempt.nodes);
        let proof = attempt.proof?;
        Some(Line {
            depth: self.position.plies_left().unwrap_or(proof.line.len() as u32).max(1),
            selective_depth: self.selective_depth.max(proof.line.len() as u32),
            pv: proof.line,
            ..Line::nothing(Worth::Margin(proof.margin))
        })
    }

    /// Returns whether the moves are all that are legal at the root.
    fn has_all(&mut self, moves: &[P::Move]) -> bool {
        let mut list = self.take_list();
        self.position.legal_moves(&mut list.moves);
        let count = list.moves.len();
        self.give_list(list);
        count == moves.len()
    }

    /// Orders the root moves for the first iteration.
    fn order_root(&mut self, moves: &mut Vec<P::Move>) {
        let mut list = self.take_list();
        list.moves.append(moves);
        let packed = self.position.packed();
        let table_move = self.table.probe(&packed).and_then(|entry| entry.best);
        self.history.rate(&mut list, &self.position, 0, table_move, self.techniques);
        moves.extend((0..list.moves.len()).map(|at| list.pick(at)));
        self.give_list(list);
    }

    /// Searches root moves to `depth` with a window around the score of the iteration before,
    /// widened until the value lies inside.
    fn aspire(
        &mut self,
        moves: &mut [P::Move],
        depth: u32,
        guess: Score,
        floor: Option<Score>,
    ) -> Option<Value> {
        let mut width = ASPIRATION;
        let (mut alpha, mut beta) = (-Score::INFINITY, Score::INFINITY);
        if self.techniques.aspiration && depth >= ASPIRATION_DEPTH && !guess.is_decisive() {
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
                // the first iteration, which has none before it to fall back on, gives its move.
                return (depth == 1).then(|| Value::fact(self.position.evaluate(self.evaluator)));
            }
            let value = value?;
            width *= 4;
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
            if at > 0 && !self.team.has_time_for_move() {
                self.is_over = true;
                break;
            }
            let bound = best.map_or(alpha, |best| best.score.max(alpha));
            let mut value = Value::fact(beta);
            if self.is_lead() {
                self.team.look_at(m, at + 1, depth);
            }
            if at > 0 {
                value = self.child(m, packed, bound, bound + 1, depth - 1, 0);
            }
            if at == 0 || value.score > bound && !self.is_over {
                value = self.child(m, packed, bound, beta, depth - 1, 0);
            }
            if self.is_over {
                break;
            }
            self.has_move = true;
            upper_rests_on = upper_rests_on.min(value.upper_rests_on);
            if best.is_none_or(|best| value.score > best.score) {
                best = Some(value);
                if let Some(floor) = floor.filter(|_| self.is_lead()) {
                    self.team.set_fails_low(value.score <= floor);
                }
                if at == 0 || value.score > bound {
                    self.lines.raise(0, m);
                    let place = moves.iter().position(|known| *known == m).unwrap_or(at);
                    moves[..=place].rotate_right(1);
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
