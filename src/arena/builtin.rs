//! Players that need no program of their own: this engine's search, and random moves.

use std::sync::atomic::Ordering;
use std::time::Instant;

use super::contestant::{Choice, Contestant, Fault, Turn};
use super::error::ArenaError;
use super::spec::BuiltinSpec;
use crate::engine::{AnySearcher, Session, Weakness};
use crate::kernel::{Action, PerPlayer, SplitMix64};
use crate::search::{Control, Limits};

/// The search of this program, without the detour through a protocol.
pub(super) struct Builtin {
    searcher: Box<dyn AnySearcher>,
    weakness: Option<Weakness>,
}

impl Builtin {
    pub(super) fn new(session: &dyn Session, spec: &BuiltinSpec) -> Result<Self, ArenaError> {
        let mut searcher = session.searcher(spec.hash_mib, &spec.network)?;
        searcher.set_heuristics(spec.heuristics);
        searcher.set_tuning(spec.tuning);
        Ok(Self { searcher, weakness: spec.strength.weakness(session.kind().about()) })
    }
}

impl Contestant for Builtin {
    fn begin(&mut self, seed: u64) -> Result<(), Fault> {
        self.searcher.set_weakness(self.weakness.map(|weak| weak.seeded(seed)));
        self.searcher.clear();
        Ok(())
    }

    fn choose(&mut self, turn: &Turn) -> Result<Choice, Fault> {
        let player = turn.record.now().mover();
        // A player without a clock is not to take the other's for its own.
        let mut clocks = PerPlayer::default();
        clocks[player] = turn.clocks[player];
        let limits = Limits {
            depth: turn.limits.depth,
            nodes: turn.limits.nodes,
            move_time: turn.limits.move_time,
            clocks,
            increments: turn.increments,
            ..Limits::default()
        };
        let control = Control::new(Instant::now());
        let found = self.searcher.search(turn.record, &limits, &control, &mut |_| {
            if turn.stop.load(Ordering::Relaxed) {
                control.stop();
            }
        });
        match found.best() {
            Some(m) => Ok(Choice { action: Action::Move(m), score: Some(found.score()) }),
            None => Err(Fault::Illegal("no move was found".to_owned())),
        }
    }
}

/// A player that chooses each legal move with the same probability.
pub(super) struct RandomPlayer(pub(super) SplitMix64);

impl Contestant for RandomPlayer {
    fn begin(&mut self, seed: u64) -> Result<(), Fault> {
        self.0 = SplitMix64::new(seed);
        Ok(())
    }

    fn choose(&mut self, turn: &Turn) -> Result<Choice, Fault> {
        match turn.record.random(&mut self.0) {
            Some(m) => Ok(Choice { action: Action::Move(m), score: None }),
            None => Err(Fault::Illegal("there is no legal move".to_owned())),
        }
    }
}
