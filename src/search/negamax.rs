//! The search below the root: fail-soft principal variation search.
//!
//! The name is the field's; the search negates only where the turn changes, so that a player may
//! act several times running.
//!
//! # What a value rests on
//!
//! A draw by repetition or by the quiet limit belongs to the path. On another path the position
//! where it stood may be worth more, or less, to either side; so a score that such a draw supports
//! must not reach the table, where any path may meet it.
//!
//! A score makes up to two claims: that the position is worth *at least* so much, and *at most* so
//! much. A score within the window makes both, one above it the first alone, one below it the
//! second alone. A [`Value`] says of each claim which is the earliest ply of the path that it rests
//! on; its entry for a claim that is not made is meaningless.
//!
//! - A draw by the path makes both claims, and both rest on the ply where its cycle, or its count
//!   of quiet plies, began. An end of the game, an evaluation, an oracle's word and an entry of the
//!   table rest on nothing.
//! - *At least* takes one move, so it rests on what that claim rests on for the best move. The other
//!   moves, searched or not, cannot take it away.
//! - *At most* takes every move, so it rests on the earliest of what that claim rests on for any
//!   move that was searched: also for one that came out worse, since it may come out better
//!   elsewhere. A move above the window ends the node before that claim is made.
//! - Where the turn changes the two claims change places.
//! - A node drops what rests on its own ply or a later one. Such a draw lies below the node whole,
//!   and every path to it meets it again. The earliest ply is all that has to be known: when that is
//!   dropped, so are the others.
//!
//! A node reads a child's claim only if the child made it: for *at least* the best move's score,
//! which was above alpha, within the child's window or over its upper end; for *at most* the scores
//! of a node without a cut, all within the child's window or below its lower end. Of several
//! searches of one move, by a scout, reduced or not, and with the open window, the last makes the
//! claims; the others only decided that there should be another. How deep a search was and which
//! moves were pruned say how good an estimate is, not which path it belongs to, and so it is with
//! the window, wherever its bounds came from.
//!
//! What rests on nothing above a node goes into the table: an exact score as exact if both claims
//! are such facts, as a bound if one is, else the move alone.
//!
//! Wins and losses go there as they are. That a side wins, in so many plies or sooner, never rests
//! on a draw: the winner needs none, and the loser has none. That it cannot win faster may rest on
//! one, but a faster win on another path takes nothing from this one, and reduced and pruned moves
//! have it missed as well. Kept as bounds such scores settle nothing at an open window, and wins were
//! lost from sight: one of twelve when ends of Coerceo games were searched backwards.

use std::ops::Neg;

use super::cycle::Path;
use super::ordering::{History, MoveList, Picked};
use super::params::{
    FUTILE_DEPTH, FUTILE_PERCENT, INTERNAL_DEPTH, LATE_DEPTH, LATE_MOVES, NODES_PER_CLOCK,
    REDUCED_DEPTH, REDUCED_MOVE, REDUCTION, REVERSE_FUTILE_DEPTH,
};
use super::pv::Lines;
use super::report::Bound;
use super::table::{Entry, TranspositionTable};
use super::team::Team;
use super::techniques::Techniques;
use crate::kernel::{Ending, Evaluate, MAX_PLY, Move, MoveBits, Oracle, Outcome, Player, Score};

/// A score and what it rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Value {
    pub(super) score: Score,
    /// The earliest ply of the path on which it rests that the position is worth at least the
    /// score; `u32::MAX` if that is a fact of the position alone.
    pub(super) lower_rests_on: u32,
    /// The same for its being worth at most the score.
    pub(super) upper_rests_on: u32,
}

impl Value {
    pub(super) const fn fact(score: Score) -> Self {
        Self::resting_on(u32::MAX, score)
    }

    const fn resting_on(ply: u32, score: Score) -> Self {
        Self { score, lower_rests_on: ply, upper_rests_on: ply }
    }

    /// Returns what the score is on every path, if it is `bound` on this one.
    pub(super) fn fact_of(self, bound: Bound) -> Option<Bound> {
        if self.score.is_decisive() {
            return Some(bound);
        }
        let is_lower = bound != Bound::Upper && self.lower_rests_on == u32::MAX;
        let is_upper = bound != Bound::Lower && self.upper_rests_on == u32::MAX;
        match (is_lower, is_upper) {
            (true, true) => Some(Bound::Exact),
            (true, false) => Some(Bound::Lower),
            (false, true) => Some(Bound::Upper),
            (false, false) => None,
        }
    }
}

impl Neg for Value {
    type Output = Self;

    /// Returns the value to the other side: at least so much to one is at most so much to the other.
    fn neg(self) -> Self {
        Self {
            score: -self.score,
            lower_rests_on: self.upper_rests_on,
            upper_rests_on: self.lower_rests_on,
        }
    }
}

/// What all workers of a search use alike.
pub(super) struct Means<'a, P: Evaluate> {
    pub(super) table: &'a TranspositionTable<P::Packed>,
    /// Exact values, if something knows them.
    pub(super) oracle: Option<&'a dyn Oracle<P>>,
    pub(super) evaluator: &'a P::Evaluator,
    pub(super) techniques: Techniques,
}

/// One worker of a search: the current position, the path to it and what it has learned.
pub(super) struct Worker<'a, 't, P: Evaluate> {
    pub(super) position: P,
    pub(super) path: Path<P::Packed>,
    pub(super) table: &'a TranspositionTable<P::Packed>,
    pub(super) history: &'a mut History<P>,
    pub(super) team: &'a Team<'t, P::Move>,
    pub(super) techniques: Techniques,
    /// Exact values, if something knows them.
    pub(super) oracle: Option<&'a dyn Oracle<P>>,
    pub(super) evaluator: &'a P::Evaluator,
    index: usize,
    pub(super) lines: Lines<P::Move>,
    lists: Vec<MoveList<P::Move>>,
    nodes: u64,
    node_limit: u64,
    pub(super) selective_depth: u32,
    /// Whether a limit has ended the search; every value returned since is void.
    pub(super) is_over: bool,
    /// Whether there is a best move to fall back on, so that limits may end the search. Only the
    /// first worker has to find one.
    pub(super) has_move: bool,
}

impl<'a, 't, P: Evaluate> Worker<'a, 't, P> {
    pub(super) fn new(
        position: P,
        path: Path<P::Packed>,
        means: Means<'a, P>,
        history: &'a mut History<P>,
        team: &'a Team<'t, P::Move>,
        index: usize,
    ) -> Self {
        let Means { table, oracle, evaluator, techniques } = means;
        Self {
            position,
            path,
            table,
            history,
            team,
            techniques,
            oracle,
            evaluator,
            index,
            lines: Lines::new(),
            lists: Vec::new(),
            nodes: 0,
            node_limit: team.nodes_alone(),
            selective_depth: 0,
            is_over: false,
            has_move: index > 0,
        }
    }

    /// Takes an empty move list from the pool.
    pub(super) fn take_list(&mut self) -> MoveList<P::Move> {
        let mut list = self.lists.pop().unwrap_or_else(MoveList::new);
        list.clear();
        list
    }

    /// Gives a move list back to the pool.
    pub(super) fn give_list(&mut self, list: MoveList<P::Move>) {
        self.lists.push(list);
    }

    /// Counts a node and looks at the limits.
    pub(super) fn enter(&mut self, ply: u32) {
        self.nodes += 1;
        self.selective_depth = self.selective_depth.max(ply);
        if self.nodes % NODES_PER_CLOCK == 0 || self.nodes >= self.node_limit {
            self.check_in();
        }
    }

    /// Tells the team the node count and learns whether the search is over.
    pub(super) fn check_in(&mut self) {
        if !self.is_lead() {
            self.team.lend();
        }
        let over = self.team.check_in(self.index, self.nodes) || self.nodes >= self.node_limit;
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

    /// Counts nodes that were visited elsewhere.
    pub(super) fn count_nodes(&mut self, nodes: u64) {
        self.nodes += nodes;
        self.check_in();
    }

    /// Returns the question whether the search is over, for work that counts no nodes here.
    pub(super) fn is_called_off(&self) -> impl Fn() -> bool + Sync {
        let (team, index, nodes) = (self.team, self.index, self.nodes);
        move || team.check_in(index, nodes)
    }

    /// Returns the value of a finished game to `player`.
    fn final_value(&self, outcome: Outcome, player: Player, ply: u32) -> Value {
        let score = final_score(outcome, player).delayed(ply);
        // How many quiet plies there were is a matter of the path since the last irreversible move.
        let is_quiet = outcome.ending == Ending::Quiet;
        let rests_on = if is_quiet { self.path.last_irreversible() } else { u32::MAX };
        Value::resting_on(rests_on, score)
    }

    /// Searches the position after `m` to `depth` more plies within the window, all scores from
    /// the view of the side that plays `m`. `packed` is the packed board before `m`.
    pub(super) fn child(
        &mut self,
        m: P::Move,
        packed: P::Packed,
        alpha: Score,
        beta: Score,
        depth: u32,
        ply: u32,
    ) -> Value {
        let player = self.position.to_move();
        if P::CYCLES {
            self.path.push(packed, self.position.is_irreversible(m));
        }
        let undo = self.position.make(m);
        let value = if self.position.to_move() == player {
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

    /// Searches the current position, `ply` plies from the root, to `depth` more plies.
    ///
    /// Returns a value within the window exactly, one outside as a bound (fail-soft).
    fn negamax(&mut self, mut alpha: Score, beta: Score, mut depth: u32, ply: u32) -> Value {
        // Step 1. Limits.
        self.enter(ply);
        self.lines.clear(ply);
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
        if P::CYCLES {
            if let Some(rests_on) = self.path.repetition(packed) {
                return Value::resting_on(rests_on, Score::ZERO);
            }
        }

        // Step 4. What is known for certain, and the horizon.
        if let Some(score) = self.ask(depth, ply) {
            return Value::fact(score);
        }
        if ply >= MAX_PLY - 1 {
            return Value::fact(self.position.evaluate(self.evaluator));
        }
        if depth == 0 {
            return Value::fact(self.quiescence(alpha, beta, ply, 0));
        }

        // Step 5. What the table knows.
        let settled = self.position.settled() * player.sign() * 100;
        let on = self.techniques;
        let entry = if on.table { self.table.probe(&packed) } else { None };
        if let Some(entry) = entry {
            let entry = Entry { score: entry.score + settled, ..entry };
            if self.settles(entry, alpha.hastened(ply), beta.hastened(ply), depth) {
                return Value::fact(entry.score.delayed(ply));
            }
        }
        let table_move = entry.and_then(|entry| entry.best);

        // Step 6. Where the evaluation is far from the window. Only where the window is no matter of
        // wins and losses, which no evaluation knows of. Reverse futility: what lies so far above
        // it will not fall below it. Futility: what lies so far below it no quiet move will raise
        // above it, so only noisy moves are tried after the first.
        let is_scout = alpha + 1 >= beta && !alpha.is_decisive() && !beta.is_decisive();
        let mut hopeless = None;
        let is_near = is_scout && depth <= REVERSE_FUTILE_DEPTH;
        if let Some(margin) = is_near.then(|| self.position.margin()).flatten() {
            let standing = self.position.evaluate(self.evaluator);
            if on.reverse_futility && standing - margin * depth as i32 >= beta {
                return Value::fact(standing);
            }
            let hoped = standing + margin * FUTILE_PERCENT / 100 * depth as i32;
            let is_hopeless = on.futility && depth <= FUTILE_DEPTH && hoped <= alpha;
            hopeless = is_hopeless.then_some(hoped);
        }

        // Step 7. Without a move to begin with a ply less is enough to find one.
        if on.internal_reductions && on.table && depth >= INTERNAL_DEPTH && table_move.is_none() {
            depth -= 1;
        }

        // Step 8. The moves, the most promising first. The table's move mostly cuts, so it is tried
        // before the others are generated.
        let mut list = self.take_list();
        match table_move.and_then(|bits| self.table_move(bits)) {
            Some(m) => list.begin_with(m, self.position.is_noisy(m)),
            None => self.history.fill(&mut list, &self.position, ply, table_move, on),
        }
        let is_pruned = on.late_moves && is_scout && depth <= LATE_DEPTH;
        let enough = if is_pruned { late_move(depth) } else { usize::MAX };

        // Step 9. The first move with the full window, the others with a zero window to show that
        // they are no better, and again with the full one if they are.
        let mut best = Value::fact(-Score::INFINITY);
        let mut upper_rests_on = u32::MAX;
        let mut best_move = None;
        let mut bound = Bound::Upper;
        let mut quiets = self.take_list();
        loop {
            if list.wants_others() {
                self.history.fill(&mut list, &self.position, ply, table_move, on);
            }
            let Some(Picked { m, at, is_noisy }) = list.next() else { break };
            let is_quiet = !is_noisy;
            // Futility and late-move pruning; but where all that was tried loses, every move is
            // tried. Noisy moves come before quiet ones, so all that follows is quiet.
            if is_quiet && !best.score.is_loss() {
                if let Some(hoped) = hopeless.filter(|_| at > 0) {
                    best.score = best.score.max(hoped);
                    break;
                }
                if at >= enough {
                    break;
                }
            }
            let is_reduced = is_quiet && on.reductions;
            let reduction = if is_reduced { reduction(depth, at) } else { 0 };
            let mut value = Value::fact(beta);
            let scouts = at > 0 && on.scout;
            if scouts {
                value = self.child(m, packed, alpha, alpha + 1, depth - 1 - reduction, ply);
                if reduction > 0 && value.score > alpha {
                    value = self.child(m, packed, alpha, alpha + 1, depth - 1, ply);
                }
            }
            if !scouts || value.score > alpha && value.score < beta {
                value = self.child(m, packed, alpha, beta, depth - 1, ply);
            }
            if self.is_over {
                break;
            }
            if is_quiet {
                quiets.moves.push(m);
            }
            upper_rests_on = upper_rests_on.min(value.upper_rests_on);
            if value.score > best.score {
                best = value;
                if value.score > alpha {
                    best_move = MoveBits::of(m);
                    alpha = value.score;
                    bound = Bound::Exact;
                    self.lines.raise(ply, m);
                }
                // Step 10. A cut: the opponent has something better before this.
                if alpha >= beta {
                    bound = Bound::Lower;
                    if is_quiet {
                        self.history.learn(player, &quiets.moves, ply, depth);
                    }
                    break;
                }
            }
        }
        self.give_list(quiets);
        self.give_list(list);
        if self.is_over {
            return Value::fact(Score::ZERO);
        }

        // Step 11. What rests on this very node, or below, rests on nothing above it.
        let above = |rests_on| if rests_on >= ply { u32::MAX } else { rests_on };
        best.lower_rests_on = above(best.lower_rests_on);
        best.upper_rests_on = above(upper_rests_on);

        // Step 12. Remember what is a fact of the position, on whatever path.
        let bound = best.fact_of(bound);
        if on.table && (bound.is_some() || entry.is_none()) {
            let score = best.score.hastened(ply) - settled;
            self.table
                .store(&packed, Entry { best: best_move.or(table_move), score, depth, bound });
        }
        best
    }

    /// Returns the move that the table has for the current position. Where keys are not exact it is
    /// checked, lest it be another position's.
    fn table_move(&self, bits: MoveBits) -> Option<P::Move> {
        let m = P::Move::from_bits(MoveBits::to_u16(Some(bits)))?;
        debug_assert!(!P::EXACT || self.position.check(m).is_ok(), "{m:?} is of another position");
        (P::EXACT || self.position.check(m).is_ok()).then_some(m)
    }

    /// Returns whether a table entry settles this node: the search was deep enough, or found a win
    /// or loss, which no greater depth can change, and its score is exact or bounds the value away
    /// from the window. All scores are as seen from this node.
    fn settles(&self, entry: Entry, alpha: Score, beta: Score, depth: u32) -> bool {
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

/// Returns the score of a finished game to `player`, at the end itself.
pub(super) fn final_score(outcome: Outcome, player: Player) -> Score {
    match outcome {
        Outcome { margin: Some(margin), .. } => Score::points(margin * player.sign()),
        Outcome { winner: None, .. } => Score::ZERO,
        Outcome { winner: Some(winner), .. } if winner == player => Score::win_in(0),
        Outcome { .. } => Score::loss_in(0),
    }
}

/// Returns by how many plies the quiet move at place `at` is searched less deeply at first:
/// the later it comes and the deeper the search, the more, about `ln(depth) * ln(at) / 2`. Whole
/// numbers, so that every machine searches the same nodes.
fn reduction(depth: u32, at: usize) -> u32 {
    if depth < REDUCED_DEPTH || at < REDUCED_MOVE {
        return 0;
    }
    let plies = (log2(depth) * log2(at as u32) / 256 * REDUCTION) >> 16;
    plies.min(depth - 2)
}

/// Returns the place from which on quiet moves are not tried so near to the horizon.
const fn late_move(depth: u32) -> usize {
    LATE_MOVES + LATE_MOVES * (depth * depth) as usize / 2
}

/// The binary logarithm of a number above 0 in 256ths, linear between powers of two.
const fn log2(n: u32) -> u32 {
    let whole = n.ilog2();
    (whole << 8) + ((n << 8) >> whole) - 256
}
