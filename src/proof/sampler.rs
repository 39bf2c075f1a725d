//! Samples of what parts take, from later positions where they take too long themselves.

use std::time::Instant;

use crate::engine::AnySearcher;
use crate::games::AnyPosition;
use crate::kernel::{Action, Answer, Effort, Limits};
use crate::search::Control;

/// The nodes for a move of the play down to later positions.
const NODES: u64 = 400;
/// Later positions are so many plies apart: an even number, so that they are of one kind where plies are of two.
const STEP: u32 = 2;

/// A later position of a part, and what the question about the part took there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rung {
    /// After how many plies the game ends there.
    pub plies: u32,
    /// The logarithm of the number of ways to play on to there from the part, as far as play met them: the sum over
    /// the plies of the logarithm of the number of moves.
    pub ways: f64,
    /// The nodes of the answer.
    pub nodes: u64,
    /// The answer.
    pub is_reached: bool,
}

/// Plays parts on to later positions by a short search, and asks the question there.
pub struct Sampler {
    searcher: Box<dyn AnySearcher>,
}

impl Sampler {
    /// Returns a sampler that plays by this search.
    #[must_use]
    pub const fn new(searcher: Box<dyn AnySearcher>) -> Self {
        Self { searcher }
    }

    /// Plays a part on to three positions, the earliest of which has at most `deepest` plies to the end, and asks
    /// there whether the final margin is at least so much. The latest position comes first. `None` if an effort was
    /// given up.
    pub fn rungs(
        &mut self,
        part: &dyn AnyPosition,
        margin: i32,
        deepest: u32,
        effort: Effort,
    ) -> Option<Vec<Rung>> {
        self.searcher.clear();
        let limits = Limits { nodes: Some(NODES), ..Limits::default() };
        let mut record = part.record();
        let (mut ways, mut rungs) = (0.0, Vec::new());
        let mut wanted = None;
        while rungs.len() < 3 {
            let here = record.now();
            let Some(plies) = here.plies_to_end().filter(|plies| *plies > 0) else { break };
            let is_wanted = wanted.map_or(plies <= deepest, |wanted| plies == wanted);
            if is_wanted {
                let Answer { reached, nodes } = here.reaches(margin, effort);
                rungs.push(Rung { plies, ways, nodes, is_reached: reached? });
                wanted = plies.checked_sub(STEP);
            }
            ways += libm::log(here.mobility().max(1) as f64);
            let control = Control::new(Instant::now());
            let best = self.searcher.search(&*record, &limits, &control, &mut |_| {}).best();
            if best.is_none_or(|m| record.act(Action::Move(m)).is_err()) {
                break;
            }
        }
        rungs.reverse();
        Some(rungs)
    }
}
