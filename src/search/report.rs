//! What a search tells.

use std::time::Duration;

use crate::kernel::{Score, Verdict};

/// What a score says about the true value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// It is the value.
    Exact,
    /// The value is at least this.
    Lower,
    /// The value is at most this.
    Upper,
}

/// The state of a search after an iteration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Info<M> {
    /// The iteration, in plies.
    pub depth: u32,
    /// Which of the lines asked for this is, 1 for the best.
    pub multi_pv: u32,
    /// The deepest ply that was looked at, quiescence included.
    pub selective_depth: u32,
    /// The value of the root from the view of the side to move.
    pub score: Score,
    /// The final margin in points, from the view of the side to move, if it is proven.
    pub exact: Option<i32>,
    /// The nodes of this search up to now.
    pub nodes: u64,
    /// The time of this search up to now.
    pub time: Duration,
    /// How full the table is, in thousandths.
    pub hash_full: u32,
    /// How many positions the oracle has judged.
    pub oracle_hits: u64,
    /// What the oracle says of the line, if that alone has answered the search.
    pub verdict: Option<Verdict>,
    /// The principal variation; its first move is the best one.
    pub pv: Vec<M>,
    /// `None` for the line of a finished iteration. Else the report only says that the root move
    /// of this number, from 1 in the order of the iteration, is being searched: `pv` is that move,
    /// and of the other fields only `depth` means anything. Such reports come when
    /// [`Limits::tells_root_moves`](super::Limits::tells_root_moves) asks for them.
    pub root_move: Option<u32>,
}

impl<M> Info<M> {
    /// Returns the report of a search that has not looked at any move.
    pub(super) const fn nothing(score: Score) -> Self {
        Self {
            depth: 0,
            multi_pv: 1,
            selective_depth: 0,
            score,
            exact: None,
            nodes: 0,
            time: Duration::ZERO,
            hash_full: 0,
            oracle_hits: 0,
            verdict: None,
            pv: Vec::new(),
            root_move: None,
        }
    }
}

/// The end of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found<M> {
    /// The last report. Its principal variation is empty only if the game is over.
    pub info: Info<M>,
}

impl<M: Copy> Found<M> {
    /// Returns the best move, or `None` when there is no legal move.
    #[must_use]
    pub fn best(&self) -> Option<M> {
        self.info.pv.first().copied()
    }
}
