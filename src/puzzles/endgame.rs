//! The exact margin of a game of points near its end, by alpha-beta over everything that can follow.

use std::collections::HashMap;

use crate::games::AnyPosition;
use crate::kernel::MoveBits;

/// Solves ends of games of points, with a memory of what it has solved.
pub(super) struct Endgame {
    /// Bounds of the margin from the view of the side to move.
    known: HashMap<(Vec<u64>, i32), (i32, i32)>,
    nodes: u64,
}

/// Greater than any margin.
const INFINITY: i32 = 1 << 20;
/// More boards are not remembered.
const MOST_KNOWN: usize = 400_000;

impl Endgame {
    pub(super) fn new() -> Self {
        Self { known: HashMap::new(), nodes: 0 }
    }

    /// Returns the margin of each move, from the view of who makes it, as they are generated; `None` if
    /// that takes more than `nodes` nodes.
    pub(super) fn margins(
        &mut self,
        position: &dyn AnyPosition,
        nodes: u64,
    ) -> Option<Vec<(MoveBits, i32)>> {
        self.nodes = nodes;
        if self.known.len() > MOST_KNOWN {
            self.known.clear();
        }
        let mut margins = Vec::new();
        for m in position.moves() {
            let after = position.behind(m);
            let margin = self.value(&*after, -INFINITY, INFINITY)?;
            let turned = after.mover() != position.mover();
            margins.push((m, if turned { -margin } else { margin }));
        }
        Some(margins)
    }

    /// Returns best play from a position that was solved.
    pub(super) fn line(&mut self, position: &dyn AnyPosition, nodes: u64) -> Vec<MoveBits> {
        let mut line = Vec::new();
        let mut here = position.copied();
        while here.ending().is_none() {
            let Some(margins) = self.margins(&*here, nodes) else { break };
            let best = margins.iter().map(|(_, margin)| *margin).max();
            let Some((m, _)) = margins.iter().find(|(_, margin)| Some(*margin) == best) else {
                break;
            };
            line.push(*m);
            here = here.behind(*m);
        }
        line
    }

    fn value(&mut self, position: &dyn AnyPosition, alpha: i32, beta: i32) -> Option<i32> {
        let player = position.mover();
        if let Some(outcome) = position.ending() {
            return Some(outcome.margin.unwrap_or(0) * player.sign());
        }
        self.nodes = self.nodes.checked_sub(1)?;
        let key = (position.board(), position.settled_margin().unwrap_or(0));
        let (low, high) = self.known.get(&key).copied().unwrap_or((-INFINITY, INFINITY));
        if low >= beta || low == high {
            return Some(low);
        }
        if high <= alpha {
            return Some(high);
        }
        let mut best = -INFINITY;
        for m in position.moves() {
            let after = position.behind(m);
            let bound = best.max(alpha);
            let value = match after.mover() == player {
                true => self.value(&*after, bound, beta)?,
                false => -self.value(&*after, -beta, -bound)?,
            };
            best = best.max(value);
            if best >= beta {
                break;
            }
        }
        let low = if best > alpha { low.max(best) } else { low };
        let high = if best < beta { high.min(best) } else { high };
        self.known.insert(key, (low, high));
        Some(best)
    }
}
