//! The exact margin of a game of points near its end, by alpha-beta over everything that can follow.

use std::collections::HashMap;

use ahash::RandomState;

use crate::games::AnyPosition;
use crate::kernel::MoveBits;

/// Solves ends of games of points, with a memory of what it has solved.
pub(super) struct Endgame {
    known: HashMap<(Vec<u64>, i32), Known, RandomState>,
    /// The nodes that the position may take, and those that are left.
    allowed: u64,
    nodes: u64,
}

/// What is known of a board.
#[derive(Clone, Copy)]
struct Known {
    /// Bounds of the margin from the view of the side to move.
    low: i32,
    high: i32,
    /// The move to look at first.
    first: Option<MoveBits>,
}

/// Greater than any margin.
const INFINITY: i32 = 1 << 20;
/// More boards are not remembered.
const MOST_KNOWN: usize = 400_000;
/// How many times the nodes of the position behind it one may take, and the least and the most.
const GROWTH: u64 = 12;
const LEAST_NODES: u64 = 10_000;
const MOST_NODES: u64 = 100_000;

impl Endgame {
    pub(super) fn new() -> Self {
        let hasher = RandomState::with_seeds(1, 2, 3, 4);
        Self { known: HashMap::with_hasher(hasher), allowed: 0, nodes: 0 }
    }

    /// Turns to the position before the one that was solved last: it may take some times the nodes of that.
    pub(super) fn go_on(&mut self) {
        let taken = self.allowed - self.nodes;
        self.allowed = (GROWTH * taken).clamp(LEAST_NODES, MOST_NODES);
        self.nodes = self.allowed;
        if self.known.len() > MOST_KNOWN {
            self.known.clear();
        }
    }

    /// Returns a best move and its margin, from the view of who makes it; `None` if that takes too many
    /// nodes.
    pub(super) fn best(&mut self, position: &dyn AnyPosition) -> Option<(MoveBits, i32)> {
        let (first, margin) = self.search(position, -INFINITY, INFINITY)?;
        Some((first?, margin))
    }

    /// Returns whether a move leads to that margin or more, from the view of who makes it; `None` if that
    /// takes too many nodes.
    pub(super) fn reaches(
        &mut self,
        position: &dyn AnyPosition,
        m: MoveBits,
        margin: i32,
    ) -> Option<bool> {
        Some(self.behind(position, m, margin - 1, margin)? >= margin)
    }

    /// Returns best play from a position that was solved.
    pub(super) fn line(&mut self, position: &dyn AnyPosition) -> Vec<MoveBits> {
        // Much of it is known, if not all.
        self.allowed += MOST_NODES;
        self.nodes += MOST_NODES;
        let mut line = Vec::new();
        let mut here = position.copied();
        while here.ending().is_none() {
            let Some((m, _)) = self.best(&*here) else { break };
            line.push(m);
            here = here.behind(m);
        }
        line
    }

    /// Returns the margin of a move between two bounds, from the view of who makes it.
    fn behind(
        &mut self,
        position: &dyn AnyPosition,
        m: MoveBits,
        alpha: i32,
        beta: i32,
    ) -> Option<i32> {
        let after = position.behind(m);
        Some(match after.mover() == position.mover() {
            true => self.value(&*after, alpha, beta)?,
            false => -self.value(&*after, -beta, -alpha)?,
        })
    }

    fn value(&mut self, position: &dyn AnyPosition, alpha: i32, beta: i32) -> Option<i32> {
        match position.ending() {
            Some(outcome) => Some(outcome.margin.unwrap_or(0) * position.mover().sign()),
            None => Some(self.search(position, alpha, beta)?.1),
        }
    }

    /// Returns the margin of a position where the game goes on, or a bound of it outside the bounds, and the
    /// move that shows it.
    fn search(
        &mut self,
        position: &dyn AnyPosition,
        alpha: i32,
        beta: i32,
    ) -> Option<(Option<MoveBits>, i32)> {
        self.nodes = self.nodes.checked_sub(1)?;
        let key = (position.board(), position.settled_margin().unwrap_or(0));
        let unknown = Known { low: -INFINITY, high: INFINITY, first: None };
        let Known { low, high, mut first } = self.known.get(&key).copied().unwrap_or(unknown);
        if first.is_some() && (low >= beta || low == high) {
            return Some((first, low));
        }
        if first.is_some() && high <= alpha {
            return Some((first, high));
        }
        let mut moves = position.moves();
        if let Some(at) = moves.iter().position(|m| Some(*m) == first) {
            moves[..=at].rotate_right(1);
        }
        let mut best = -INFINITY;
        for m in moves {
            let value = self.behind(position, m, best.max(alpha), beta)?;
            if value > best {
                (best, first) = (value, Some(m));
            }
            if best >= beta {
                break;
            }
        }
        let low = if best > alpha { low.max(best) } else { low };
        let high = if best < beta { high.min(best) } else { high };
        self.known.insert(key, Known { low, high, first });
        Some((first, best))
    }
}
