//! Counting the leaves of the game tree, to verify a move generator.
//!
//! A leaf is a position exactly `depth` moves away. A finished game has no moves and so no leaves
//! below it. Draws by repetition need a record and play no part.

use std::hint::black_box;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::gather::Gather;
use super::move_bits::MoveBits;
use super::parallel;
use super::part::Part;
use super::position::Position;

/// The greatest depth that a caller should ask for: each ply takes some stack, and a count this
/// deep would never finish unless the game itself ends first.
pub const MAX_DEPTH: u32 = 255;

/// What is done with the moves of the last ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LastPly {
    /// They are counted in bulk, without making them, and where a game can, without making quiet moves of the ply
    /// before ([`Position::count_replies`]).
    Counted,
    /// Each is made and unmade, for benchmarks of making moves.
    Made,
}

/// Counts the leaves at `depth`.
#[must_use]
pub fn perft<P: Position>(position: &P, depth: u32) -> u64 {
    let never = AtomicBool::new(false);
    Counter::new(LastPly::Counted, &never).count(&mut position.clone(), depth)
}

/// Counts the leaves at `depth` without counting the last ply in bulk.
#[must_use]
pub fn perft_made<P: Position>(position: &P, depth: u32) -> u64 {
    let never = AtomicBool::new(false);
    Counter::new(LastPly::Made, &never).count(&mut position.clone(), depth)
}

/// Counts the leaves at `depth` below each legal move in `part`, in the order of generation, on
/// `threads` threads. Returns `None` if `stop` was set before the count was complete. At depth 0
/// there are no moves to list. `report` gets each count as soon as it is complete, with its place in
/// the list, from any thread.
#[must_use]
pub fn divide<P: Position>(
    position: &P,
    depth: u32,
    part: Part,
    threads: usize,
    stop: &AtomicBool,
    report: &(dyn Fn(usize, MoveBits, u64) + Sync),
) -> Option<Vec<(MoveBits, u64)>> {
    let mut moves = Vec::new();
    if depth > 0 {
        position.legal_moves(&mut moves);
    }
    let Range { start, end } = part.range(moves.len() as u64);
    let moves = &moves[start as usize..end as usize];
    divided(&MoveBits::of_all(moves), threads, stop, report, &|at| {
        let mut child = position.clone();
        child.make(moves[at]);
        Counter::new(LastPly::Counted, stop).count(&mut child, depth - 1)
    })
}

fn divided(
    moves: &[MoveBits],
    threads: usize,
    stop: &AtomicBool,
    report: &(dyn Fn(usize, MoveBits, u64) + Sync),
    count: &(dyn Fn(usize) -> u64 + Sync),
) -> Option<Vec<(MoveBits, u64)>> {
    let mut counts = Vec::new();
    counts.resize_with(moves.len(), AtomicU64::default);
    parallel::each_on(threads, moves.len(), &|at| {
        let nodes = count(at);
        counts[at].store(nodes, Ordering::Relaxed);
        if !stop.load(Ordering::Relaxed) {
            report(at, moves[at], nodes);
        }
    });
    let counts = counts.into_iter().map(AtomicU64::into_inner);
    (!stop.load(Ordering::Relaxed)).then(|| moves.iter().copied().zip(counts).gather())
}

/// One worker: a move list for each ply, so that nothing is allocated on the way down.
struct Counter<'a, P: Position> {
    lists: Vec<Vec<P::Move>>,
    last: LastPly,
    stop: &'a AtomicBool,
}

impl<'a, P: Position> Counter<'a, P> {
    fn new(last: LastPly, stop: &'a AtomicBool) -> Self {
        Self { lists: Vec::new(), last, stop }
    }

    fn count(&mut self, position: &mut P, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut moves = self.lists.pop().unwrap_or_default();
        let counted = match (self.last, depth) {
            (LastPly::Counted, 1) => Some(position.count_moves(&mut moves) as u64),
            (LastPly::Counted, 2) => position.count_replies(&mut moves),
            _ => None,
        };
        if let Some(nodes) = counted {
            self.lists.push(moves);
            return nodes;
        }
        moves.clear();
        position.legal_moves(&mut moves);
        let nodes = if depth > 1 {
            if self.stop.load(Ordering::Relaxed) {
                0
            } else {
                let mut sum = 0;
                for &m in &moves {
                    let undo = position.make(m);
                    sum += self.count(position, depth - 1);
                    position.unmake(m, undo);
                }
                sum
            }
        } else {
            let mut sum = 0;
            for &m in &moves {
                let undo = position.make(m);
                // Without this the compiler may see that the child is unused and drop it.
                black_box(&*position);
                position.unmake(m, undo);
                sum += 1;
            }
            sum
        };
        self.lists.push(moves);
        nodes
    }
}
