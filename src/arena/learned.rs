//! A player by experience.

use super::builtin::Builtin;
use super::contestant::{Choice, Contestant, Fault, Turn};
use super::error::ArenaError;
use super::spec::{BuiltinSpec, LearnerSpec};
use crate::experience::{BookUse, Decision, Learner, decide};
use crate::games::Game;
use crate::kernel::{Action, SplitMix64};
use crate::store::{Access, Store, Sync};

/// Plays by what a store has learned.
pub(super) struct Learned<P: Game> {
    /// `None` where the store knows nothing of the game.
    learner: Option<Learner<P>>,
    /// Searches where experience alone does not decide.
    search: Option<Builtin<P>>,
    rng: SplitMix64,
}

impl<P: Game> Learned<P> {
    pub(super) fn new(
        spec: &LearnerSpec,
        rules: &P::Rules,
        searches: bool,
    ) -> Result<Self, ArenaError> {
        let store = Store::open(&spec.folder, Access::Read, Sync::Each)?;
        let learner = Learner::find(&store, rules, spec.is_literal)?;
        let search = searches.then(|| Builtin::new(&BuiltinSpec::default())).transpose()?;
        Ok(Self { learner, search, rng: SplitMix64::new(0) })
    }
}

impl<P: Game> Contestant<P> for Learned<P> {
    fn begin(&mut self, seed: u64) -> Result<(), Fault> {
        self.rng = SplitMix64::new(seed);
        self.search.as_mut().map_or(Ok(()), |search| search.begin(seed))
    }

    fn choose(&mut self, turn: &Turn<P>) -> Result<Choice<P::Move>, Fault> {
        let fail = |error| Fault::Crashed(format!("{error}"));
        let position = turn.record.current();
        let chosen = match (&self.learner, &mut self.search) {
            (Some(Learner::Positions(experience)), Some(search)) => {
                let known = experience.behind(position).map_err(fail)?;
                match decide(&known, P::ABOUT.odds, BookUse::default(), &mut self.rng) {
                    Decision::Play(m, _) => Some(m),
                    Decision::Order(_) => return search.choose(turn),
                }
            }
            (_, Some(search)) => return search.choose(turn),
            (Some(learner), None) => learner.choose(turn.record, &mut self.rng).map_err(fail)?,
            (None, None) => {
                let mut moves = Vec::new();
                turn.record.legal_moves(&mut moves);
                (!moves.is_empty()).then(|| moves[self.rng.below(moves.len())])
            }
        };
        match chosen {
            Some(m) => Ok(Choice { action: Action::Move(m), score: None }),
            None => Err(Fault::Illegal("there is no legal move".to_owned())),
        }
    }
}
