//! What ends a search.

use std::time::Duration;

use super::params::MAX_DEPTH;

/// What ends a search; the limit that is reached first does. None at all means until stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits<M> {
    /// The deepest iteration, in plies.
    pub depth: Option<u32>,
    /// The number of nodes.
    pub nodes: Option<u64>,
    /// The time for this move.
    pub move_time: Option<Duration>,
    /// The game clock of the side to move.
    pub clock: Option<PlayerClock>,
    /// Ends the search when a win in so many own moves is proven, or none was found.
    pub mate: Option<u32>,
    /// How many best lines are wanted, at least one.
    pub multi_pv: usize,
    /// What passes between the end of a search and the moment that the clock is stopped.
    pub overhead: Duration,
    /// Whether the search waits to be stopped even when it has nothing left to do.
    pub infinite: bool,
    /// The root moves to look at; all when empty.
    pub root_moves: Vec<M>,
    /// Whether a long search also reports which root move it looks at, see [`Info::root_move`].
    ///
    /// [`Info::root_move`]: super::Info::root_move
    pub tells_root_moves: bool,
}

/// What a player's clock shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlayerClock {
    /// The time left.
    pub left: Duration,
    /// What is added after each move.
    pub increment: Duration,
    /// The moves to the next time control, if there is one.
    pub moves_to_go: Option<u32>,
}

impl<M> Default for Limits<M> {
    fn default() -> Self {
        Self {
            depth: None,
            nodes: None,
            move_time: None,
            clock: None,
            mate: None,
            multi_pv: 1,
            overhead: Duration::ZERO,
            infinite: false,
            root_moves: Vec::new(),
            tells_root_moves: false,
        }
    }
}

impl<M> Limits<M> {
    /// Returns the plies of a win in the own moves that [`mate`](Self::mate) asks for.
    pub(super) fn mate_plies(&self) -> Option<u32> {
        self.mate.map(|moves| moves.saturating_mul(2).saturating_sub(1).max(1))
    }

    /// Returns the deepest iteration.
    pub(super) fn max_depth(&self) -> u32 {
        let depth = self.depth.unwrap_or(MAX_DEPTH).min(self.mate_plies().unwrap_or(MAX_DEPTH));
        depth.clamp(1, MAX_DEPTH)
    }
}
