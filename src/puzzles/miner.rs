//! Finds puzzles in games.

use std::sync::Arc;
use std::time::Instant;

use super::difficulty::Difficulty;
use super::endgame::Endgame;
use super::puzzle::{Goal, Posed, Puzzle};
use crate::engine::AnySearcher;
use crate::games::{AnyOracle, AnyPosition, AnyRecord};
use crate::kernel::{Action, Effort, Gather, Limits, MoveBits, Score, SplitMix64, Worth};
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
/// The nodes for the exact end of a game of points by the solver of the game.
const SOLVER_NODES: u64 = 60_000;
/// The memory of such a solver, in MiB.
const SOLVER_MIB: usize = 4;

/// Plays games against itself and finds puzzles in them.
pub struct Miner {
    plan: Plan,
    start: Box<dyn AnyPosition>,
    searcher: Box<dyn AnySearcher>,
    tables: Option<Arc<dyn AnyOracle>>,
    endgame: Endgame,
    /// Whether the game of points is one that has a solver.
    has_solver: bool,
}

/// What the only right move of a position reaches, and a line that begins with it.
struct Valued {
    goal: Goal,
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
        Self { plan, start, searcher, tables, endgame: Endgame::new(), has_solver: false }
    }

    /// Plays the game of that number and returns the puzzles in it; the same for the same plan.
    pub fn mine(&mut self, number: u64) -> Vec<Puzzle> {
        self.searcher.clear();
        let record = self.play(number);
        self.search_record(&*record)
    }

    /// Returns the puzzles in a record.
    pub fn search_record(&mut self, record: &dyn AnyRecord) -> Vec<Puzzle> {
        // Whatever was looked at before.
        self.searcher.clear();
        self.endgame = Endgame::new();
        self.has_solver = false;
        let is_of_points = self.start.settled_margin().is_some();
        let mut found = Vec::new();
        let mut last = usize::MAX;
        // The end first: a game of points is known there, and from some ply on no more.
        for at in (0..record.plies()).rev() {
            let position = record.position(at);
            // Neighbours have much in common.
            if last - at <= 2 || position.mobility() < LEAST_MOVES {
                continue;
            }
            let valued = if is_of_points {
                // What came before takes longer still.
                let Some(valued) = self.by_points(position) else { break };
                valued
            } else if position.quiet_plies_left().is_some_and(|left| left < QUIET_PLIES) {
                None
            } else {
                self.by_tables(position).unwrap_or_else(|| self.by_search(position))
            };
            if let Some(valued) = valued {
                found.push(self.puzzle(position, valued));
                last = at;
            }
        }
        found.reverse();
        found
    }

    /// Returns the puzzle that a position is, if tables know that.
    pub fn search_position(&mut self, position: &dyn AnyPosition) -> Option<Puzzle> {
        if position.ending().is_some() || position.mobility() < LEAST_MOVES {
            return None;
        }
        let valued = self.by_tables(position)??;
        Some(self.puzzle(position, valued))
    }

    fn puzzle(&mut self, position: &dyn AnyPosition, valued: Valued) -> Puzzle {
        let Valued { goal, line } = valued;
        let difficulty = Difficulty::measure(&mut *self.searcher, &*position.record(), line[0]);
        Posed { goal, position: position.copied(), line }.written(difficulty)
    }

    fn play(&mut self, number: u64) -> Box<dyn AnyRecord> {
        let mut rng = SplitMix64::nth(self.plan.seed, number);
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

    /// Judges a position of a game of points; `None` if its rest takes too long to solve, `Some(None)` if
    /// it is no puzzle.
    fn by_points(&mut self, position: &dyn AnyPosition) -> Option<Option<Valued>> {
        let effort =
            Effort { mib: SOLVER_MIB, nodes: 20 * SOLVER_NODES, gives_up: &|| false, threads: 1 };
        if position.proof(SOLVER_NODES, effort).is_some() {
            self.has_solver = true;
            return self.by_solver(position, effort);
        }
        // Where a solver gives up, trying everything takes longer.
        if self.has_solver {
            return None;
        }
        self.endgame.go_on();
        let (solution, margin) = self.endgame.best(position)?;
        for m in position.moves().into_iter().filter(|m| *m != solution) {
            if self.endgame.reaches(position, m, rival(margin))? {
                return Some(None);
            }
        }
        let rest = self.endgame.line(&*position.behind(solution));
        let line = [solution].into_iter().chain(rest).gather();
        Some(Some(Valued { goal: Goal::Margin(margin), line }))
    }

    fn by_solver(&self, position: &dyn AnyPosition, effort: Effort<'_>) -> Option<Option<Valued>> {
        let mut best: Option<(i32, Vec<MoveBits>)> = None;
        let mut second = i32::MIN;
        for m in position.moves() {
            let after = position.behind(m);
            let (margin, rest) = match after.ending() {
                Some(outcome) => (outcome.margin? * after.mover().sign(), Vec::new()),
                None => {
                    let proof = after.proof(SOLVER_NODES, effort)?;
                    (proof.margin, proof.line)
                }
            };
            let margin = if after.mover() == position.mover() { margin } else { -margin };
            match &best {
                Some((most, _)) if *most >= margin => second = second.max(margin),
                _ => {
                    second = best.map_or(second, |(most, _)| most);
                    best = Some((margin, [m].into_iter().chain(rest).gather()));
                }
            }
        }
        let (margin, line) = best?;
        let is_lone = second < rival(margin);
        Some(is_lone.then_some(Valued { goal: Goal::Margin(margin), line }))
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
        Some(Some(Valued { goal, line }))
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
        Some(Valued { goal, line })
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

/// Returns the least margin of another move with which a move of that margin is no solution.
fn rival(margin: i32) -> i32 {
    let near = margin - LEAST_GAP + 1..=margin;
    near.into_iter().find(|other| other.signum() == margin.signum()).unwrap_or(margin)
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
