//! Which games are played, and what is told of them.

use thiserror::Error;

use crate::engine::NoSearcher;
use crate::store::StoreError;

/// The table of a learner that searches, in MiB.
pub(super) const HASH_MIB: usize = 1;

/// Which games are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// How many games, including those of this plan that the store already has.
    pub games: u64,
    /// How many games of the series come before these and are played elsewhere; each number gives
    /// different random choices.
    pub first: u64,
    /// The seed of random choices.
    pub seed: u64,
    /// The nodes of a search for each move; 0 for no search.
    pub nodes: u64,
    /// Only the first plies of a game are learned.
    pub plies: Option<usize>,
    /// Whether the scheme of the original description is used, to the byte.
    pub is_literal: bool,
    /// The number of games after which they are synced to the disk.
    pub sync_every: u64,
}

/// Why learning ended early.
#[derive(Debug, Error)]
pub enum LearnError {
    /// The store.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// There is no memory for a table.
    #[error(transparent)]
    Searcher(#[from] NoSearcher),
}

/// The state that is reported after each game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The games of the plan that the store has.
    pub games: u64,
    /// The positions or states that are new since the beginning of this series.
    pub new: u64,
}

impl Plan {
    /// Returns everything that the games depend on but the version of the program, as the store records it.
    /// A series that another version began goes on with games that this one chooses.
    pub(super) fn text(&self) -> String {
        let Self { seed, nodes, first, .. } = self;
        let scheme = if self.is_literal { "literal" } else { "positions" };
        let plies = self.plies.unwrap_or(0);
        let text = format!("scheme={scheme} seed={seed} nodes={nodes} plies={plies}");
        if *first == 0 { text } else { format!("{text} first={first}") }
    }
}
