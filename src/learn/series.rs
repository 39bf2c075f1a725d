//! Playing a series of games.

use std::time::{Duration, Instant};

use super::game;
use super::plan::{HASH_MIB, LearnError, Plan, Progress};
use crate::engine::{AnySearcher, NetworkChoice, Session};
use crate::experience::{Experience, Run, States};
use crate::games::AnyPosition;
use crate::kernel::SplitMix64;
use crate::store::Store;

/// How often a small store is checked, which takes some hundredths of a second.
const CHECKED_EVERY: Duration = Duration::from_secs(1);

/// Plays the games of a plan from a start position that a store lacks, and adds each to it when it is
/// over. `goes_on` gets the state at the start and after each game, and returns whether to continue.
///
/// # Errors
///
/// Says why a game could not be played or added. Earlier games are in the store.
pub fn learn(
    store: &Store,
    session: &dyn Session,
    start: &dyn AnyPosition,
    plan: &Plan,
    goes_on: &mut dyn FnMut(Progress) -> bool,
) -> Result<Progress, LearnError> {
    let run = Run::open(store, start, &plan.text())?;
    let mut progress = Progress { games: run.games(store)?, new: 0 };
    let mut series = Series::new(store, session, start, plan)?;
    let mut checked = Instant::now();
    while goes_on(progress) && progress.games < plan.games {
        let number = progress.games + 1;
        let mut rng = SplitMix64::nth(plan.seed, plan.first + number);
        progress.new += series.game(&run, number, plan, start, &mut rng)?;
        progress.games = number;
        if number.is_multiple_of(plan.sync_every.max(1)) {
            store.sync()?;
            if checked.elapsed() >= CHECKED_EVERY {
                store.check_small()?;
                checked = Instant::now();
            }
        }
    }
    store.sync()?;
    store.check_small()?;
    Ok(progress)
}

/// Who plays.
enum Series {
    Positions(Experience, Option<Box<dyn AnySearcher>>),
    States(States),
}

impl Series {
    fn new(
        store: &Store,
        session: &dyn Session,
        start: &dyn AnyPosition,
        plan: &Plan,
    ) -> Result<Self, LearnError> {
        if plan.is_literal {
            return Ok(Self::States(States::open(store, start)?));
        }
        let searcher = match plan.nodes {
            0 => None,
            _ => Some(session.searcher(HASH_MIB, &NetworkChoice::Own)?),
        };
        Ok(Self::Positions(Experience::open(store, start)?, searcher))
    }

    /// Plays a game, adds it and returns how much is new.
    fn game(
        &mut self,
        run: &Run,
        number: u64,
        plan: &Plan,
        start: &dyn AnyPosition,
        rng: &mut SplitMix64,
    ) -> Result<u64, LearnError> {
        match self {
            Self::Positions(experience, searcher) => {
                let searcher = searcher.as_mut().map(|it| &mut **it as &mut dyn AnySearcher);
                let lesson = game::by_positions(experience, searcher, plan, start, rng)?;
                Ok(experience.add(&lesson, run, number)?)
            }
            Self::States(states) => {
                let learned = plan.plies.unwrap_or(usize::MAX);
                let moves = states.winning_moves(start, game::MAX_PLIES, learned, rng)?;
                Ok(states.reinforce(&moves, run, number)?)
            }
        }
    }
}
