//! The exact end of a game: the final margin under best play, every best action and a best line.
//!
//! The generic search can play this game; this solver is for endings and exploits three things that
//! a generic search cannot. The margin to come depends on the board alone, so that is what the
//! table stores, for boards whose pieces are about to be handed over. What every free piece scores
//! on every empty cell is updated incrementally (`tree.rs`), sixteen cells at a time. And with
//! three cells left, the value is computed directly.
//!
//! Two things were tried and dropped. Bounds on the points that the open trios can still give cut 1
//! to 3 % of the nodes with ten empty cells and about 14 % with nine, but a straightforward
//! implementation took several times as long. Canonical keys (`symmetry.rs`) merge nothing: among
//! the 243,000 boards kept by nine searches with eight to ten empty cells no two were images of
//! each other.
//!
//! Everything is exact and deterministic: the answer depends only on the position, and the number
//! of nodes only on the position and the contents of the table.

mod lanes;
mod root;
mod table;
mod tree;

use super::moves::HexceedMove;
use super::position::Hexceed;
use crate::kernel::Position;
use table::Table;
use tree::Tree;

/// The most empty cells that the solver accepts. Twelve take seconds; each further one about ten
/// times as long.
pub const MAX_EMPTY: usize = lanes::LANES;

/// How long the solver may go on.
#[derive(Clone, Copy)]
pub struct Budget<'a> {
    /// It gives up when this returns true; called every few thousand nodes.
    pub gives_up: &'a dyn Fn() -> bool,
    /// It gives up after about this many nodes.
    pub nodes: u64,
}

impl Budget<'_> {
    /// No limit.
    pub const UNLIMITED: Self = Self { gives_up: &|| false, nodes: u64::MAX };
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
    /// The nodes that it took: positions with a piece to hand over or to place. Positions with two
    /// cells left are not visited below others, and so not counted.
    pub nodes: u64,
}

/// The solver and its memory. What it remembers remains valid from one position to the next.
#[derive(Debug)]
pub struct Solver {
    table: Table,
    nodes: u64,
}

impl Solver {
    /// Returns a solver that remembers as many boards as fit into `mib` mebibytes, 16 bytes each.
    #[must_use]
    pub fn new(table_mib: usize) -> Self {
        Self { table: Table::new(table_mib), nodes: 0 }
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

    /// Returns the final margin, all best actions and a best line. `None` as for
    /// [`margin`](Self::margin).
    pub fn solve(&mut self, position: &Hexceed, budget: Budget) -> Option<Solution> {
        let start = self.nodes;
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
        Some(Solution { margin, best, line, nodes: self.nodes - start })
    }

    /// Returns how many nodes were visited in all.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    fn left<'a>(&self, start: u64, budget: Budget<'a>) -> Budget<'a> {
        Budget { nodes: budget.nodes.saturating_sub(self.nodes - start), ..budget }
    }

    /// Returns the margin to come from the view of the side to move.
    fn margin_to_come(&mut self, position: &Hexceed, budget: Budget) -> Option<i32> {
        if position.empty_count() > MAX_EMPTY {
            return None;
        }
        let mut tree = Tree::new(position, &mut self.table, budget);
        let value = tree.value(position, 0);
        self.nodes += tree.nodes();
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
        let value = position.to_move().sign() * (margin - position.settled());
        let mut tree = Tree::new(position, &mut self.table, budget);
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
        self.nodes += tree.nodes();
        best
    }
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
