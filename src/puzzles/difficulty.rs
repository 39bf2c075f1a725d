//! How much effort a puzzle takes: measured, and not how hard people find it.

use std::fmt;
use std::time::Instant;

use crate::engine::AnySearcher;
use crate::games::AnyRecord;
use crate::kernel::{Limits, MoveBits};
use crate::search::Control;

/// How deep a search looks until it has the solution and stays with it, as a grade, and the nodes that it
/// takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Difficulty {
    /// The grade: from 2, a look at every move, to 10, where that search did not find it.
    pub level: u8,
    /// The nodes.
    pub nodes: u64,
}

impl Difficulty {
    /// The greatest depth of each grade from 2 on; what lies deeper is one more.
    const DEPTHS: [u32; 6] = [1, 2, 3, 4, 6, 8];
    /// The grade of what was not found.
    const GREATEST: u8 = 10;
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
            None => Self { level: Self::GREATEST, nodes: Self::MOST_NODES },
            Some((depth, nodes)) => {
                let below = Self::DEPTHS.iter().filter(|most| **most < depth).count();
                Self { level: 2 + below as u8, nodes }
            }
        }
    }

    /// Reads `LEVEL NODES`.
    pub(super) fn read(text: &str) -> Option<Self> {
        let (level, nodes) = text.split_once(' ')?;
        let level = level.parse().ok().filter(|level| (1..=Self::GREATEST).contains(level))?;
        Some(Self { level, nodes: nodes.parse().ok()? })
    }
}

impl fmt::Display for Difficulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.level, self.nodes)
    }
}
