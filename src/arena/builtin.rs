//! Players that need no program of their own: this engine's search, and random moves.

use std::sync::atomic::Ordering;
use std::time::Instant;

use super::contestant::{Choice, Contestant, Fault, Turn};
use super::error::ArenaError;
use super::spec::BuiltinSpec;
use crate::games::Game;
use crate::kernel::{Action, PerPlayer, SplitMix64};
use crate::search::{Control, Limits, Searcher};

/// The search of this program, without the detour through a protocol.
pub(super) struct Builtin<P: Game> {
    searcher: Searcher<P>,
}

impl<P: Game> Builtin<P> {
    pub(super) fn new(spec: &BuiltinSpec) -> Result<Self, ArenaError> {
        let searcher = Searcher::with_evaluator(spec.hash_mib, spec.network.evaluator()?);
        let mut searcher = searcher.map_err(ArenaError::Memory)?;
        searcher.set_heuristics(spec.heuristics);
        Ok(Self { searcher })
    }
}

impl<P: Game> Contestant<P> for Builtin<P> {
    fn begin(&mut self, _seed: u64) -> Result<(), Fault> {
        self.searcher.clear();
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<P>) -> Result<Choice<P::Move>, Fault> {
        let player = turn.record.current().to_move();
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
pub(super) struct RandomPlayer<P: Game> {
    rng: SplitMix64,
    moves: Vec<P::Move>,
}

impl<P: Game> RandomPlayer<P> {
    pub(super) const fn new() -> Self {
        Self { rng: SplitMix64::new(0), moves: Vec::new() }
    }
}

impl<P: Game> Contestant<P> for RandomPlayer<P> {
    fn begin(&mut self, seed: u64) -> Result<(), Fault> {
        self.rng = SplitMix64::new(seed);
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<P>) -> Result<Choice<P::Move>, Fault> {
        self.moves.clear();
        turn.record.legal_moves(&mut self.moves);
        if self.moves.is_empty() {
            return Err(Fault::Illegal("there is no legal move".to_owned()));
        }
        let m = self.moves[self.rng.below(self.moves.len())];
        Ok(Choice { action: Action::Move(m), score: None })
    }
}
