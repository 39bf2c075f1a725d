//! Finds puzzles in games.

use std::sync::Arc;
use std::time::Instant;

use super::difficulty::Difficulty;
use super::endgame::Endgame;
use super::puzzle::{Goal, Posed, Puzzle};
use crate::engine::AnySearcher;
use crate::games::{AnyOracle, AnyPosition, AnyRecord};
use crate::kernel::{Action, Effort, Limits, MoveBits, Score, SplitMix64, Worth};
use crate::search::{Control, Line};

/// How games are played and looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The nodes for a move of a game; a position is looked at with several times as many.
    pub nodes: u64,
    /// The seed of the games, combined with their numbers.
    pub seed: u64,
    /// The most random moves that a game begins with.
    pub random: usize,
}

/// How many times the nodes of a move a look at a position takes.
const LOOK: u64 = 8;
/// One later move in this many is random: mistakes make positions with one good move.
const BLUNDER: usize = 12;
/// Longer games are given up.
const MOST_PLIES: usize = 300;
/// With fewer moves to choose from there is little to find.
const LEAST_MOVES: usize = 4;
/// Wins in fewer plies are no puzzle, nor losses in fewer.
const SHORTEST: u32 = 3;
/// Longer ones are hard to check.
const LONGEST: u32 = 13;
/// How many points a move must be better than any other, if the result is the same.
const LEAST_GAP: i32 = 2;
/// A position this near to a draw for want of progress is left out: it is a different game.
const QUIET_PLIES: u32 = 40;
/// With less of a chance, in thousandths, it does not matter how long a loss takes.
const LEAST_CHANCE: u32 = 200;
/// The nodes for the exact end of a game of points, by the solver of the game and by exhaustive search.
const SOLVER_NODES: u64 = 60_000;
const ENDGAME_NODES: u64 = 100_000;
/// The memory of such a solver, in MiB.
const SOLVER_MIB: usize = 4;

/// Plays games against itself and finds puzzles in them.
pub struct Miner {
    plan: Plan,
    start: Box<dyn AnyPosition>,
    searcher: Box<dyn AnySearcher>,
    tables: Option<Arc<dyn AnyOracle>>,
    endgame: Endgame,
}

/// What every move of a position is worth, and a line that begins with the best.
struct Valued {
    goal: Goal,
    solution: MoveBits,
    line: Vec<MoveBits>,
}

impl Miner {
    /// Returns a miner that starts games from a position.
    #[must_use]
    pub fn new(
        plan: Plan,
        start: Box<dyn AnyPosition>,
        searcher: Box<dyn AnySearcher>,
        tables: Option<Arc<dyn AnyOracle>>,
    ) -> Self {
        Self { plan, start, searcher, tables, endgame: Endgame::new() }
    }

    /// Plays the game of that number and returns the puzzles in it; the same for the same plan.
    pub fn mine(&mut self, number: u64) -> Vec<Puzzle> {
        self.searcher.clear();
        self.endgame = Endgame::new();
        let record = self.play(number);
        self.search_record(&*record)
    }

    /// Returns the puzzles in a record.
    pub fn search_record(&mut self, record: &dyn AnyRecord) -> Vec<Puzzle> {
        let is_of_points = self.start.settled_margin().is_some();
        let mut found = Vec::new();
        let mut failures = 0;
        let mut last = usize::MAX;
        // The end first: a game of points is known there, and from some ply on no more.
        for at in (0..record.plies()).rev() {
            let position = record.position(at);
            // Neighbours have much in common.
            if last - at <= 2 || position.mobility() < LEAST_MOVES {
                continue;
            }
            let posed = if is_of_points {
                let margins = self.margins(position);
                failures = if margins.is_some() { 0 } else { failures + 1 };
                if failures > 2 {
                    break;
                }
                margins.and_then(|margins| self.by_margins(position, &margins))
            } else if position.quiet_plies_left().is_some_and(|left| left < QUIET_PLIES) {
                None
            } else {
                self.by_tables(position).unwrap_or_else(|| self.by_search(position))
            };
            if let Some(Valued { goal, solution, line }) = posed {
                let difficulty =
                    Difficulty::measure(&mut *self.searcher, &*position.record(), solution);
                let posed = Posed { goal, position: position.copied(), line };
                found.push(posed.written(difficulty));
                last = at;
            }
        }
        found.reverse();
        found
    }

    fn play(&mut self, number: u64) -> Box<dyn AnyRecord> {
        let mut rng = SplitMix64::new(SplitMix64::new(self.plan.seed ^ number << 1).next_u64());
        let mut record = self.start.record();
        let random_plies = rng.below(self.plan.random + 1);
        let limits = Limits { nodes: Some(self.plan.nodes), ..Limits::default() };
        self.searcher.set_multi_pv(1);
        while record.result().is_none() && record.plies() < MOST_PLIES {
            let is_random = record.plies() < random_plies || rng.below(BLUNDER) == 0;
            let m = match is_random {
                true => record.random(&mut rng),
                false => {
                    let control = Control::new(Instant::now());
                    self.searcher.search(&*record, &limits, &control, &mut |_| {}).best()
                }
            };
            if m.is_none_or(|m| record.act(Action::Move(m)).is_err()) {
                break;
            }
        }
        record
    }

    /// Returns the margin that each move leads to, if the rest of the game can be solved.
    fn margins(&mut self, position: &dyn AnyPosition) -> Option<Vec<(MoveBits, i32)>> {
        let effort =
            Effort { mib: SOLVER_MIB, nodes: 20 * SOLVER_NODES, gives_up: &|| false, threads: 1 };
        if position.proof(SOLVER_NODES, effort).is_none() {
            return self.endgame.margins(position, ENDGAME_NODES);
        }
        let mut margins = Vec::new();
        for m in position.moves() {
            let after = position.behind(m);
            let margin = match after.ending() {
                Some(outcome) => outcome.margin? * after.mover().sign(),
                None => after.proof(SOLVER_NODES, effort)?.margin,
            };
            margins.push((m, if after.mover() == position.mover() { margin } else { -margin }));
        }
        Some(margins)
    }

    fn by_margins(
        &mut self,
        position: &dyn AnyPosition,
        margins: &[(MoveBits, i32)],
    ) -> Option<Valued> {
        let (solution, margin) = *margins.iter().max_by_key(|(_, margin)| *margin)?;
        let others = margins.iter().filter(|(m, _)| *m != solution);
        let second = others.map(|(_, margin)| *margin).max()?;
        let is_result = margin.signum() != second.signum();
        if second == margin || !(is_result || margin - second >= LEAST_GAP) {
            return None;
        }
        let behind = position.behind(solution);
        let effort = Effort { mib: SOLVER_MIB, nodes: u64::MAX, gives_up: &|| false, threads: 1 };
        let rest = match behind.proof(SOLVER_NODES, effort) {
            Some(proof) => proof.line,
            None => self.endgame.line(&*behind, ENDGAME_NODES),
        };
        let line = [solution].into_iter().chain(rest).collect();
        Some(Valued { goal: Goal::Margin(margin), solution, line })
    }

    /// Judges a position by tables; `None` if they do not know all moves, `Some(None)` if it is no
    /// puzzle.
    fn by_tables(&self, position: &dyn AnyPosition) -> Option<Option<Valued>> {
        let tables = self.tables.clone()?;
        let valued = worths(&*tables, position)?;
        let (solution, worth) = *valued.iter().max_by_key(|(_, worth)| worth.score())?;
        let class = |worth: &Worth| worth.score().value().signum();
        let same = valued.iter().filter(|(_, other)| class(other) == class(&worth)).count();
        let lost = valued.iter().filter_map(|(_, worth)| match worth {
            Worth::Loss(plies) => Some(*plies),
            _ => None,
        });
        let goal = match worth {
            Worth::Win(plies) => Goal::Win(plies),
            Worth::Draw => Goal::Draw,
            _ => return Some(None),
        };
        let length = match goal {
            Goal::Win(plies) => plies,
            _ => lost.max().unwrap_or(0),
        };
        if same > 1 || !(SHORTEST..=LONGEST).contains(&length) {
            return Some(None);
        }
        let mut line = vec![solution];
        let mut here = position.behind(solution);
        while here.ending().is_none() && !matches!(goal, Goal::Draw) {
            let Some(moves) = worths(&*tables, &*here) else { break };
            let Some((m, _)) = moves.iter().max_by_key(|(_, worth)| worth.score()) else { break };
            line.push(*m);
            here = here.behind(*m);
        }
        Some(Some(Valued { goal, solution, line }))
    }

    /// Judges a position by a search: a win that it has proven, where every other move is a proven loss,
    /// or a move that is not lost, where every other is.
    fn by_search(&mut self, position: &dyn AnyPosition) -> Option<Valued> {
        let record = position.record();
        let nodes = LOOK * self.plan.nodes;
        let [_, second] = self.two_lines(&*record, nodes)?;
        if !second.score().is_loss() {
            return None;
        }
        // Once more, for the shortest ways.
        self.searcher.clear();
        let [best, second] = self.two_lines(&*record, LOOK * nodes)?;
        let lost = second.score().is_loss().then(|| second.score().plies()).flatten()?;
        let solution = best.best()?;
        let goal = match best.score().plies() {
            Some(plies) if best.score().is_win() => Goal::Win(plies),
            Some(_) => return None,
            // Who has little hope whatever happens has no puzzle; that may be an opinion.
            None if self.chance(best.score()) < LEAST_CHANCE => return None,
            None => Goal::Hold(lost),
        };
        let length = match goal {
            Goal::Win(plies) => plies,
            _ => lost,
        };
        if !(SHORTEST..=LONGEST).contains(&length) {
            return None;
        }
        let line = match goal {
            Goal::Win(_) => best.pv,
            // What follows is an opinion.
            _ => vec![solution],
        };
        Some(Valued { goal, solution, line })
    }

    /// Returns the share of the points that a score promises, in thousandths.
    fn chance(&self, score: Score) -> u32 {
        let odds = self.start.game().about().odds;
        let [win, draw, _] = odds.thousandths(score, false);
        win + draw / 2
    }

    /// Returns the two best lines of the deepest depth that has both.
    fn two_lines(&mut self, record: &dyn AnyRecord, nodes: u64) -> Option<[Line<MoveBits>; 2]> {
        self.searcher.set_multi_pv(2);
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let control = Control::new(Instant::now());
        let (mut first, mut pair) = (None, None);
        self.searcher.search(record, &limits, &control, &mut |line| match line {
            Some(line) if line.multi_pv == 1 => first = Some(line),
            Some(line) if line.multi_pv == 2 => {
                if let Some(best) = first.take().filter(|best| best.depth == line.depth) {
                    pair = Some([best, line]);
                }
            }
            _ => {}
        });
        self.searcher.set_multi_pv(1);
        pair
    }
}

/// Returns what each move is worth to the side that makes it, by tables; `None` if they do not know all.
fn worths(tables: &dyn AnyOracle, position: &dyn AnyPosition) -> Option<Vec<(MoveBits, Worth)>> {
    let player = position.mover();
    let mut worths = Vec::new();
    for m in position.moves() {
        let after = position.behind(m);
        let worth = match after.ending() {
            Some(outcome) => Worth::finished(outcome, player),
            None => {
                let verdict = tables.judge(&*after)?;
                Worth::Table(if after.mover() == player { verdict } else { -verdict })
            }
        };
        worths.push((m, worth.delayed(1)));
    }
    Some(worths)
}
