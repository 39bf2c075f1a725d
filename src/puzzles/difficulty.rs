//! How much effort a puzzle takes: measured, and not how hard people find it.

use std::fmt;
use std::time::Instant;

use crate::engine::{AnySearcher, Level};
use crate::games::AnyRecord;
use crate::kernel::{Limits, MoveBits};
use crate::search::Control;

/// The least level of play whose depth finds the solution, and the nodes that a search takes until it has
/// it and stays with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Difficulty {
    /// The level; [`Level::GREATEST`] where that search did not find it.
    pub level: u8,
    /// The nodes.
    pub nodes: u64,
}

impl Difficulty {
    /// The nodes after which the search gives up.
    const MOST_NODES: u64 = 100_000;

    /// Searches the position of a record, whose solution is known, from an empty table.
    pub(super) fn measure(
        searcher: &mut dyn AnySearcher,
        record: &dyn AnyRecord,
        solution: MoveBits,
    ) -> Self {
        searcher.clear();
        searcher.set_multi_pv(1);
        let limits = Limits { nodes: Some(Self::MOST_NODES), ..Limits::default() };
        // The depth and the nodes from which on the solution was the best move.
        let mut since: Option<(u32, u64)> = None;
        let mut note = |best: Option<MoveBits>, depth, nodes| {
            since = match best == Some(solution) {
                true => since.or(Some((depth, nodes))),
                false => None,
            };
        };
        let control = Control::new(Instant::now());
        let found = searcher.search(record, &limits, &control, &mut |line| {
            if let Some(line) = line.filter(|line| line.multi_pv == 1) {
                note(line.best(), line.depth, line.nodes);
            }
        });
        note(found.best(), found.depth, found.nodes);
        match since {
            None => Self { level: Level::GREATEST, nodes: Self::MOST_NODES },
            Some((depth, nodes)) => {
                let finds = |level: &Level| {
                    !level.is_random() && level.depth().is_none_or(|most| most >= depth)
                };
                let level = Level::all().find(finds).map_or(Level::GREATEST, Level::number);
                Self { level, nodes }
            }
        }
    }

    /// Reads `LEVEL NODES`.
    pub(super) fn read(text: &str) -> Option<Self> {
        let (level, nodes) = text.split_once(' ')?;
        let level = Level::new(level.parse().ok()?)?.number();
        Some(Self { level, nodes: nodes.parse().ok()? })
    }
}

impl fmt::Display for Difficulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.level, self.nodes)
    }
}
