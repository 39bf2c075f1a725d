//! The positions of the first plies, one of each up to symmetry, and what decides questions about them.

use std::collections::{HashMap, HashSet};
use std::mem;
use std::ops::Range;
use std::sync::Arc;

use super::error::ProofError;
use super::store::Store;
use crate::games::{AnyPosition, Bounds, Claim};
use crate::kernel::{Part, Player};

/// The number of a position in a tree.
pub(super) type Number = usize;

/// The positions of the first plies. Those after all of them are its *parts*.
#[derive(Clone)]
pub struct Tree {
    /// By plies, the first position first.
    pub(super) nodes: Arc<[Node]>,
    /// What is known of the margin to come of each.
    pub(super) bounds: Vec<Bounds>,
    parts: usize,
    /// The positions after no plies, after one, and so on.
    levels: Arc<[Range<Number>]>,
    /// Which of these questions are about.
    asked: usize,
}

pub(super) struct Node {
    pub(super) position: Box<dyn AnyPosition>,
    pub(super) board: Vec<u64>,
    /// None in a part, and where the game is over.
    pub(super) steps: Vec<Step>,
}

/// A move: what it scores for the side that makes it, and where it leads.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Step {
    pub(super) to: Number,
    gain: i32,
    /// Whether it is the other side's turn then.
    turns: bool,
}

impl Step {
    /// Returns which bound of the position behind the move is at least `beta` before it, and whether it is a
    /// bound that must not be reached.
    pub(super) const fn behind(self, beta: i32) -> (i32, bool) {
        // gain - to come >= beta means that to come >= gain - beta + 1 is false.
        if self.turns { (self.gain - beta + 1, true) } else { (beta - self.gain, false) }
    }

    fn before(self, behind: Bounds) -> Bounds {
        (if self.turns { -behind } else { behind }).plus(self.gain)
    }
}

/// A question about a part: is the final margin, the points of the first player minus those of the second, at least
/// so much?
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Question {
    pub(super) part: Number,
    /// The margin.
    pub margin: i32,
}

impl Tree {
    /// Returns the positions of the first plies of a position.
    #[must_use]
    pub fn new(start: &dyn AnyPosition, plies: u32) -> Self {
        let node = |position: &dyn AnyPosition, board| Node {
            position: position.copied(),
            board,
            steps: Vec::new(),
        };
        let mut nodes = vec![node(start, start.canonical_board())];
        let (mut levels, mut level) = (Vec::new(), 0..1);
        for _ in 0..plies {
            let mut numbers: HashMap<Vec<u64>, Number> = HashMap::new();
            let end = nodes.len();
            for from in level.clone() {
                let before = nodes[from].position.copied();
                if before.ending().is_some() {
                    continue;
                }
                let mut steps: Vec<Step> = Vec::new();
                before.each_behind(&mut |_, behind| {
                    let board = behind.canonical_board();
                    let to = *numbers.entry(board).or_insert_with_key(|board| {
                        nodes.push(node(behind, board.clone()));
                        nodes.len() - 1
                    });
                    let settled =
                        |position: &dyn AnyPosition| position.settled_margin().unwrap_or(0);
                    let gain = before.mover().sign() * (settled(behind) - settled(&*before));
                    let step = Step { to, gain, turns: behind.mover() != before.mover() };
                    if !steps.contains(&step) {
                        steps.push(step);
                    }
                });
                nodes[from].steps = steps;
            }
            levels.push(mem::replace(&mut level, end..nodes.len()));
        }
        levels.push(level);
        let parts = nodes.iter().filter(|node| node.is_part()).count();
        let known = |node: &Node| match node.position.ending() {
            Some(_) => Bounds::OVER,
            None => Bounds::UNKNOWN,
        };
        let bounds = nodes.iter().map(known).collect();
        Self { nodes: nodes.into(), bounds, parts, levels: levels.into(), asked: 0 }
    }

    /// Makes questions be about each of the positions after so many plies, at most those of the parts, and not about
    /// the first one.
    #[must_use]
    pub fn asking_each(self, plies: u32) -> Self {
        Self { asked: plies as usize, ..self }
    }

    /// Returns how many parts there are.
    #[must_use]
    pub const fn parts(&self) -> usize {
        self.parts
    }

    /// Returns of how many parts the margin is bounded from either side.
    #[must_use]
    pub fn answered(&self) -> usize {
        let nodes = self.nodes.iter().zip(&self.bounds);
        nodes.filter(|(node, known)| node.is_part() && **known != Bounds::UNKNOWN).count()
    }

    /// Returns the positions that questions are about, with the bounds of their final margins, the points of the first
    /// player minus those of the second.
    pub fn margins(&self) -> impl Iterator<Item = (&dyn AnyPosition, Bounds)> {
        self.asked().map(|at| {
            let (position, to_come) = (&*self.nodes[at].position, self.bounds[at]);
            let first = match position.mover() {
                Player::First => to_come,
                Player::Second => -to_come,
            };
            (position, first.plus(self.nodes[at].settled()))
        })
    }

    /// Returns the numbers of the positions that questions are about.
    pub(super) fn asked(&self) -> Range<Number> {
        self.levels[self.asked].clone()
    }

    /// Returns what is known of positions in which the game goes on: the answers, and what follows from them unless it
    /// follows in one move from what is returned.
    #[must_use]
    pub fn claims(&self) -> Vec<Claim> {
        let mut claims = Vec::new();
        let mut told = vec![Bounds::OVER; self.nodes.len()];
        for (at, node) in self.nodes.iter().enumerate().rev() {
            if node.position.ending().is_some() {
                continue;
            }
            let of_moves = node.steps.iter().map(|step| step.before(told[step.to]));
            let follows = of_moves.reduce(Bounds::best).unwrap_or(Bounds::UNKNOWN);
            told[at] = self.bounds[at].beyond(follows);
            let [lower, upper] = told[at].sides();
            let lower = lower.map(|lower| (lower, true));
            let upper = upper.map(|upper| (upper + 1, false));
            for (beta, reaches) in lower.into_iter().chain(upper) {
                let is_reached = reaches == (node.position.mover() == Player::First);
                let margin = self.question(at, beta).margin;
                claims.push(Claim::of_answer(&*node.position, margin, is_reached));
            }
        }
        claims
    }

    /// Returns the position of a part.
    #[must_use]
    pub fn position(&self, question: Question) -> &dyn AnyPosition {
        &*self.nodes[question.part].position
    }

    /// Learns answers as if they were known.
    pub(super) fn assume(&mut self, answers: &[(Question, bool)]) -> Result<(), ProofError> {
        for (question, is_reached) in answers {
            let claim = Claim::of_answer(self.position(*question), question.margin, *is_reached);
            let known = &mut self.bounds[question.part];
            *known = known.meet(claim.bounds());
        }
        self.conclude()
    }

    /// Learns what a store knows.
    ///
    /// # Errors
    ///
    /// The answers contradict each other.
    pub fn learn(&mut self, store: &Store) -> Result<(), ProofError> {
        for (node, known) in self.nodes.iter().zip(&mut self.bounds) {
            *known = known.meet(store.bounds(&node.board));
        }
        self.conclude()
    }

    /// Learns the answer to a question.
    ///
    /// # Errors
    ///
    /// It contradicts what is known.
    pub fn answer(&mut self, question: Question, is_reached: bool) -> Result<Claim, ProofError> {
        self.assume(&[(question, is_reached)])?;
        Ok(Claim::of_answer(self.position(question), question.margin, is_reached))
    }

    /// Concludes from later positions to earlier ones.
    fn conclude(&mut self) -> Result<(), ProofError> {
        for (at, node) in self.nodes.iter().enumerate().rev() {
            let behind = |step: &Step| step.before(self.bounds[step.to]);
            let best = node.steps.iter().map(behind).reduce(Bounds::best);
            let concluded = best.unwrap_or(Bounds::UNKNOWN);
            self.bounds[at] = self.bounds[at].meet(concluded);
            if self.bounds[at].lower > self.bounds[at].upper {
                return Err(ProofError::Inconsistent(node.position.text()));
            }
        }
        Ok(())
    }

    /// Returns what "the final margin is at least so much" means for the margin to come of a position, from the
    /// view of the side to move: the bound, and whether it must be reached.
    pub(super) fn to_come(&self, at: Number, margin: i32) -> (i32, bool) {
        let settled = self.nodes[at].settled();
        match self.nodes[at].position.mover() {
            Player::First => (margin - settled, true),
            Player::Second => (settled - margin + 1, false),
        }
    }

    /// Returns the question about a part that a bound of its margin to come is.
    pub(super) fn question(&self, part: Number, beta: i32) -> Question {
        let settled = self.nodes[part].settled();
        let margin = match self.nodes[part].position.mover() {
            Player::First => settled + beta,
            Player::Second => settled - beta + 1,
        };
        Question { part, margin }
    }

    /// Returns the question about a part that a bound of its margin to come is, and its answer if that one is reached
    /// or not.
    pub(super) fn expected(&self, part: Number, beta: i32, is_reached: bool) -> (Question, bool) {
        let question = self.question(part, beta);
        let (_, is_wanted) = self.to_come(part, question.margin);
        (question, is_reached == is_wanted)
    }

    /// Returns whether it is known if the final margin is at least so much.
    #[must_use]
    pub fn is_decided(&self, margin: i32) -> bool {
        self.margins().all(|(_, known)| known.decide(margin).is_some())
    }

    /// Returns the questions about parts whose answers can still matter to that, in order. Each makes them fewer.
    #[must_use]
    pub fn open(&self, margin: i32, shard: Part) -> Vec<Question> {
        let (mut seen, mut found) = (HashSet::new(), Vec::new());
        let mut ahead: Vec<_> = self.asked().map(|at| (at, self.to_come(at, margin).0)).collect();
        while let Some((at, beta)) = ahead.pop() {
            if self.bounds[at].decide(beta).is_some() || !seen.insert((at, beta)) {
                continue;
            }
            let node = &self.nodes[at];
            if node.is_part() && node.is_of(shard) {
                found.push(self.question(at, beta));
            }
            ahead.extend(node.steps.iter().map(|step| (step.to, step.behind(beta).0)));
        }
        found.sort_unstable();
        found
    }
}

impl Node {
    pub(super) fn is_part(&self) -> bool {
        self.steps.is_empty() && self.position.ending().is_none()
    }

    /// Returns whether it belongs to a shard. Which one does not depend on what is known.
    pub(super) fn is_of(&self, shard: Part) -> bool {
        // Keys are spread evenly over all numbers.
        let all = shard.range(u64::MAX);
        all.contains(&self.position.key().min(u64::MAX - 1))
    }

    pub(super) fn settled(&self) -> i32 {
        self.position.settled_margin().unwrap_or(0)
    }
}
