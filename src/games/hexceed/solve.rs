//! The exact end of a game: the final margin under best play, every best action and a best line.
//!
//! The generic search can play this game; this solver is for endings and exploits what a generic
//! search cannot. The margin to come depends on the board alone, so that is what the table stores,
//! for boards whose pieces are about to be handed over. How many trios wait for each quality on every
//! empty cell is updated incrementally (`tree.rs`), sixteen cells at a time. From six
//! cells on nothing is searched: what the first placement leads to is computed for all that can follow it, two
//! placements at a time (`six.rs`), and seven boards with six cells share what they look up (`seven.rs`). That takes
//! less time than to look a board up, so those with five or six empty cells are not stored, and of those with seven
//! only the last few thousand, which stay in the cache. `last.rs` computes the last four cells of a position that
//! begins with four or five.
//!
//! Of the positions that one move refutes, the first move that is tried refutes 99 %; next to the root, where
//! a wrong guess is dear, the network guesses. To answer alike, so that lines meet on the same boards, gains
//! more than better guesses elsewhere would (`order.rs`). With six cells left most positions are decided by
//! five points more than it takes, as all but the few good moves give much away; so two bounds, for which the
//! side that is likely to keep its promise may only do what is likely to be good, mostly decide: behind a
//! "no" with eleven cells 98 % of the boards with five. Bounds on the points that the open trios can still
//! give are no use: the third and the second last placement of the same side could score too much if all
//! others were made to help it. Canonical keys (`symmetry.rs`) merge nothing: among the 243,000 boards kept
//! by nine searches with eight to ten empty cells no two were images of each other.
//!
//! Everything is exact: the answer depends only on the position, except which of equally good lines
//! is found by [`Solver::play`]. With one thread the number of nodes depends only on the position and
//! the contents of the table.

mod last;
mod order;
mod qualities;
mod root;
mod seven;
mod six;
mod table;
mod tree;

use std::sync::atomic::{AtomicU64, Ordering};

use super::lanes::LANES;
use super::moves::HexceedMove;
use super::position::Hexceed;
use crate::kernel::{Answer, Attempt, Effort, Player, Position, Proof, Solve};
use root::Root;
use table::Table;
use tree::Tree;

/// The most empty cells that the solver accepts. Twelve take about a second; each further one about ten
/// times as long.
pub const MAX_EMPTY: usize = LANES;

/// How many boards the solver remembers per mebibyte.
const BOARDS_PER_MIB: u64 = 1 << 16;

/// How long the solver may go on.
#[derive(Clone, Copy)]
pub struct Budget<'a> {
    /// It gives up when this returns true; called every few thousand nodes.
    pub gives_up: &'a (dyn Fn() -> bool + Sync),
    /// It gives up after about this many nodes.
    pub nodes: u64,
    /// With more than one, it works on all threads of the current rayon pool.
    pub threads: usize,
}

impl Budget<'_> {
    /// No limit, one thread.
    pub const UNLIMITED: Self = Self { gives_up: &|| false, nodes: u64::MAX, threads: 1 };
}

/// What the solver found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The final margin under best play: the first player's points minus the second's.
    pub margin: i32,
    /// Every action that leads to that margin, in the order of generation. None when the game is
    /// over.
    pub best: Vec<HexceedMove>,
    /// Best play to the end: at each ply the first of the best actions.
    pub line: Vec<HexceedMove>,
    /// The nodes that it took: positions with a piece to hand over or to place. From six cells on, the
    /// boards with five cells are counted for which a value or a bound was computed.
    pub nodes: u64,
}

/// The solver and its memory. What it remembers remains valid from one position to the next.
#[derive(Debug)]
pub struct Solver {
    table: Table,
    nodes: AtomicU64,
}

impl Solver {
    /// Returns a solver that remembers as many boards as fit into `mib` mebibytes, 16 bytes each.
    #[must_use]
    pub fn new(table_mib: usize) -> Self {
        Self { table: Table::new(table_mib), nodes: AtomicU64::new(0) }
    }

    /// Forgets everything, so that the next answer takes the same nodes as with a new solver.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// Returns the final margin under best play: the first player's points minus the second's.
    /// `None` if the budget ran out or more than [`MAX_EMPTY`] cells are empty.
    pub fn margin(&mut self, position: &Hexceed, budget: Budget) -> Option<i32> {
        self.table.grow_older();
        let to_come = self.margin_to_come(position, budget)?;
        Some(position.settled() + position.to_move().sign() * to_come)
    }

    /// Returns whether the final margin is at least so much, sooner than [`margin`](Self::margin) returns
    /// the margin. `None` as there.
    pub fn reaches(&mut self, position: &Hexceed, margin: i32, budget: Budget) -> Option<bool> {
        if position.empty_count() > MAX_EMPTY {
            return None;
        }
        // What the first player reaches, the second keeps below.
        let margin = margin.clamp(-Hexceed::MAX_MARGIN, Hexceed::MAX_MARGIN + 1);
        let is_first = position.to_move() == Player::First;
        let beta = to_come(position, if is_first { margin } else { margin - 1 });
        let at_least = if beta.abs() > Hexceed::MAX_MARGIN {
            beta < 0
        } else {
            self.table.grow_older();
            let root = Root::new(position);
            let mut tree = Tree::new(position, &root, &self.table, budget, &self.nodes);
            let bound = tree.bound(position, beta);
            tree.report_nodes();
            bound? >= beta
        };
        Some(at_least == is_first)
    }

    /// Returns the final margin, all best actions and a best line. `None` as for
    /// [`margin`](Self::margin).
    pub fn solve(&mut self, position: &Hexceed, budget: Budget) -> Option<Solution> {
        let start = self.nodes();
        let margin = self.margin(position, budget)?;
        let best = self.best(position, margin, usize::MAX, self.left(start, budget))?;
        let mut line = Vec::new();
        let mut here = *position;
        let mut next = best.first().copied();
        while let Some(m) = next {
            line.push(m);
            here.make(m);
            next = self.best(&here, margin, 1, self.left(start, budget))?.first().copied();
        }
        Some(Solution { margin, best, line, nodes: self.nodes() - start })
    }

    /// Returns the final margin and a best line, sooner than [`solve`](Self::solve), which looks at
    /// every action. `None` as for [`margin`](Self::margin).
    pub fn play(&mut self, position: &Hexceed, budget: Budget) -> Option<(i32, Vec<HexceedMove>)> {
        let start = self.nodes();
        let margin = self.margin(position, budget)?;
        let mut line = Vec::new();
        let mut here = *position;
        while here.outcome().is_none() {
            let root = Root::new(&here);
            let left = self.left(start, budget);
            let mut tree = Tree::new(&here, &root, &self.table, left, &self.nodes);
            let found = tree.move_to(&here, to_come(&here, margin));
            tree.report_nodes();
            let m = found?;
            line.push(m);
            here.make(m);
        }
        Some((margin, line))
    }

    /// Returns how many nodes were visited in all.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    fn left<'a>(&self, start: u64, budget: Budget<'a>) -> Budget<'a> {
        Budget { nodes: budget.nodes.saturating_sub(self.nodes() - start), ..budget }
    }

    /// Returns the margin to come from the view of the side to move.
    fn margin_to_come(&mut self, position: &Hexceed, budget: Budget) -> Option<i32> {
        if position.empty_count() > MAX_EMPTY {
            return None;
        }
        let root = Root::new(position);
        let mut tree = Tree::new(position, &root, &self.table, budget, &self.nodes);
        let value = tree.value(position, 0);
        tree.report_nodes();
        value
    }

    /// Returns the first `most` actions that lead to a final margin, which must be the best
    /// possible.
    fn best(
        &mut self,
        position: &Hexceed,
        margin: i32,
        limit: usize,
        budget: Budget,
    ) -> Option<Vec<HexceedMove>> {
        let value = to_come(position, margin);
        let root = Root::new(position);
        let mut tree = Tree::new(position, &root, &self.table, budget, &self.nodes);
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let mut best = Some(Vec::new());
        // Placements come in the order of the empty cells, so the i-th goes to lane i.
        for (i, m) in moves.into_iter().enumerate() {
            let reaches = match position.held() {
                None => tree.hand_reaches(m.piece(), value),
                Some(held) => tree.place_reaches(held, i, value),
            };
            let (Some(reaches), Some(found)) = (reaches, &mut best) else {
                best = None;
                break;
            };
            if reaches {
                found.push(m);
                if found.len() == limit {
                    break;
                }
            }
        }
        tree.report_nodes();
        best
    }
}

impl Hexceed {
    /// Returns a solver for this position, and the budget that an effort is.
    fn solver(self, effort: Effort<'_>) -> (Solver, Budget<'_>) {
        let Effort { nodes, gives_up, threads, mib } = effort;
        // Zeroing a table of 32 MiB takes as long as some 100,000 nodes.
        let boards = self.proof_nodes(0).unwrap_or(u64::MAX);
        let mib = (boards / BOARDS_PER_MIB + 1).min(mib as u64);
        (Solver::new(mib as usize), Budget { gives_up, nodes, threads })
    }
}

/// Returns what a final margin leaves to come, from the view of the side to move.
fn to_come(position: &Hexceed, margin: i32) -> i32 {
    position.to_move().sign() * (margin - position.settled())
}

/// Solves a position with a table of `mib` mebibytes; see [`Solver::solve`].
///
/// ```
/// use quincunx::games::hexceed::{Hexceed, solve};
/// use quincunx::notation::Notation;
///
/// let text = "on[G-K@A,ROW@C,RXW@D,B-W@E,BXK@F,GXK@G,G-W@H,B-K@I,GOK@J,R-W@K,GOW@M,\
///             BOK@O,BXW@Q,R-K@R]score[2,0]hold[BOW]turn[2]";
/// let position = Hexceed::read_position(text, &())?;
/// let solution = solve::solve(&position, 1, solve::Budget::UNLIMITED).expect("no limit");
/// assert_eq!(solution.margin, 0);
/// assert_eq!(position.write_move(solution.best[0]), "2[BOW@N]");
/// # Ok::<(), quincunx::kernel::PositionError>(())
/// ```
#[must_use]
pub fn solve(position: &Hexceed, table_mib: usize, budget: Budget) -> Option<Solution> {
    Solver::new(table_mib).solve(position, budget)
}

impl Solve for Hexceed {
    const REACH: u32 = 2 * MAX_EMPTY as u32;

    fn proof_nodes(&self, plies: u32) -> Option<u64> {
        // Medians of 20 positions of random play (those of `benches/endings.rs`) with a best line, from 25 plies
        // on of 12; most values lie between two thirds and one and a half times the median. One more
        // cell takes about eleven times as much.
        let nodes = match self.plies_left()?.saturating_sub(plies) {
            0..=12 => 300,
            13 => 440,
            14 => 720,
            15 => 1_400,
            16 => 3_100,
            17 => 8_900,
            18 => 16_000,
            19 => 55_000,
            20 => 147_000,
            21 => 650_000,
            22 => 1_190_000,
            23 => 6_100_000,
            24 => 16_300_000,
            25 => 82_000_000,
            26 => 175_000_000,
            _ => return None,
        };
        Some(nodes)
    }

    fn prove(&self, effort: Effort) -> Attempt<HexceedMove> {
        let (mut solver, budget) = self.solver(effort);
        let proof = solver
            .play(self, budget)
            .map(|(margin, line)| Proof { margin: self.to_move().sign() * margin, line });
        Attempt { proof, nodes: solver.nodes() }
    }

    fn reaches(&self, margin: i32, effort: Effort) -> Answer {
        let (mut solver, budget) = self.solver(effort);
        Answer { reached: solver.reaches(self, margin, budget), nodes: solver.nodes() }
    }
}
