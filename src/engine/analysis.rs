//! What a session is asked to analyse, and what it answers.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::skill::Skill;
use crate::kernel::{PerPlayer, Player, Score, Verdict};
use crate::search::{Control, PlayerClock};

/// A search to be made: the limits, before the game gives meaning to clocks and moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// The deepest iteration, in plies.
    pub depth: Option<u32>,
    /// The number of nodes.
    pub nodes: Option<u64>,
    /// The time for this move.
    pub move_time: Option<Duration>,
    /// What the clocks of both players show.
    pub clocks: PerPlayer<Option<Duration>>,
    /// What is added to them after each move.
    pub increments: PerPlayer<Duration>,
    /// The moves to the next time control.
    pub moves_to_go: Option<u32>,
    /// Ends the search when a win in so many own moves is proven, or none was found.
    pub mate: Option<u32>,
    /// Whether the answer waits to be asked for.
    pub infinite: bool,
    /// Whether the answer waits for the move that is pondered on.
    pub ponder: bool,
    /// The root moves to look at, as text; all when empty.
    pub root_moves: Vec<String>,
    /// Whether a long search also reports which root move it looks at, see
    /// [`Analysis::root_move`].
    pub tells_root_moves: bool,
    /// How the search is made.
    pub settings: Settings,
}

/// How searches are made: the options that concern every one of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The threads that search.
    pub threads: usize,
    /// How many best lines are wanted.
    pub multi_pv: usize,
    /// What passes between the end of a search and the moment that the clock is stopped.
    pub overhead: Duration,
    /// How strong the engine plays.
    pub skill: Skill,
}

impl Default for Settings {
    /// One thread, one line, no overhead, full strength.
    fn default() -> Self {
        Self { threads: 1, multi_pv: 1, overhead: Duration::ZERO, skill: Skill::default() }
    }
}

impl Go {
    /// Returns the clock of a player. If only the other one's was told, both are taken to show the
    /// same.
    pub(super) fn clock(&self, player: Player) -> Option<PlayerClock> {
        let [told, other] =
            [player, !player].map(|p| self.clocks[p].map(|left| (left, self.increments[p])));
        let (left, increment) = told.or(other)?;
        Some(PlayerClock { left, increment, moves_to_go: self.moves_to_go })
    }
}

/// The state of a search after an iteration, with moves as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// The iteration, in plies.
    pub depth: u32,
    /// The deepest ply that was looked at.
    pub selective_depth: u32,
    /// The value from the view of the side to move.
    pub score: Score,
    /// The final margin in points, from the view of the side to move, if it is proven.
    pub exact: Option<i32>,
    /// Which of the lines asked for this is, 1 for the best.
    pub multi_pv: u32,
    /// The nodes up to now.
    pub nodes: u64,
    /// The time up to now.
    pub time: Duration,
    /// How full the table is, in thousandths.
    pub hash_full: u32,
    /// How many positions the tables have judged.
    pub table_hits: u64,
    /// What the tables say of the line, if they alone have answered.
    pub verdict: Option<Verdict>,
    /// The principal variation.
    pub pv: Vec<String>,
    /// `None` for a line. Else this only says that the root move of this number, from 1, is being
    /// searched: `pv` is that move, and of the other fields only `depth` means anything. Such
    /// reports come when [`Go::tells_root_moves`] asks for them.
    pub root_move: Option<u32>,
}

impl Analysis {
    /// Returns the nodes for each second.
    #[must_use]
    pub fn nodes_per_second(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-6)) as u64
    }
}

/// The end of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conclusion {
    /// The best move, or `None` when there is no legal move.
    pub best: Option<String>,
    /// The answer that is expected to it.
    pub ponder: Option<String>,
    /// The nodes of the search.
    pub nodes: u64,
}

/// A search ready to run on any thread: it gets a callback for each [`Analysis`].
pub type Job = Box<dyn FnOnce(&Control, &mut (dyn FnMut(&Analysis) + Send)) -> Conclusion + Send>;

/// A perft ready to run on any thread: leaf counts below each move, or `None` when stopped.
pub type PerftJob = Box<dyn FnOnce(&AtomicBool) -> Option<Vec<(String, u64)>> + Send>;
