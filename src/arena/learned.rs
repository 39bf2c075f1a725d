//! A player by experience.

use super::builtin::Builtin;
use super::contestant::{Choice, Contestant, Fault, Turn};
use super::error::ArenaError;
use super::spec::{BuiltinSpec, LearnerSpec};
use crate::engine::Session;
use crate::experience::{BookUse, Decision, Learner, decide};
use crate::games::AnyPosition;
use crate::kernel::{Action, SplitMix64};
use crate::store::{Access, Store, Sync};

/// Plays by what a store has learned.
pub(super) struct Learned {
    learner: Learner,
    /// Searches where experience alone does not decide.
    search: Option<Builtin>,
    rng: SplitMix64,
}

impl Learned {
    pub(super) fn new(
        session: &dyn Session,
        spec: &LearnerSpec,
        start: &dyn AnyPosition,
        searches: bool,
    ) -> Result<Self, ArenaError> {
        let store = Store::open(&spec.folder, Access::Read, Sync::Each)?;
        let learner = Learner::find(&store, start, spec.is_literal)?.ok_or_else(|| {
            let (folder, game) = (store.folder().display(), session.name());
            let kind = if spec.is_literal { " with scheme=literal" } else { "" };
            ArenaError::Setting(format!(
                "{folder} has no experience of {game} under these rules{kind}"
            ))
        })?;
        let search =
            searches.then(|| Builtin::new(session, &BuiltinSpec::default())).transpose()?;
        Ok(Self { learner, search, rng: SplitMix64::new(0) })
    }
}

impl Contestant for Learned {
    fn begin(&mut self, seed: u64) -> Result<(), Fault> {
        self.rng = SplitMix64::new(seed);
        self.search.as_mut().map_or(Ok(()), |search| search.begin(seed))
    }

    fn choose(&mut self, turn: &Turn) -> Result<Choice, Fault> {
        let fail = |error| Fault::Crashed(format!("{error}"));
        let position = turn.record.now();
        let chosen = match (&self.learner, &mut self.search) {
            (Learner::Positions(experience), Some(search)) => {
                let known = experience.behind(position).map_err(fail)?;
                match decide(
                    &known,
                    position.game().about().odds,
                    BookUse::default(),
                    &mut self.rng,
                ) {
                    Decision::Play(m, _) => Some(m),
                    Decision::Order(_) => return search.choose(turn),
                }
            }
            (_, Some(search)) => return search.choose(turn),
            (learner, None) => learner.choose(turn.record, &mut self.rng).map_err(fail)?,
        };
        match chosen {
            Some(m) => Ok(Choice { action: Action::Move(m), score: None }),
            None => Err(Fault::Illegal("there is no legal move".to_owned())),
        }
    }
}
