//! Measuring a learner, in games that teach nothing.

use super::game::{MAX_PLIES, search};
use super::plan::{HASH_MIB, LearnError};
use crate::engine::{AnySearcher, NetworkChoice, Session};
use crate::experience::{BookUse, Decision, Learner, decide};
use crate::games::{AnyPosition, AnyRecord};
use crate::kernel::{Action, MoveBits, Player, SplitMix64};

/// The opponent of a learner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opponent {
    /// Random moves.
    Dice,
    /// The search at this many nodes a move, without experience.
    Engine(u64),
}

/// Plays games of a learner against an opponent, moving first in every other one, and returns its
/// share of the points. With `nodes`, it searches that many nodes where experience alone does not
/// decide.
///
/// # Errors
///
/// The store cannot be read, or there is no memory for a table.
pub fn trial(
    learner: &Learner,
    nodes: u64,
    opponent: Opponent,
    (session, start): (&dyn Session, &dyn AnyPosition),
    games: u64,
    seed: u64,
) -> Result<f64, LearnError> {
    let mut searcher = match (nodes, opponent) {
        (0, Opponent::Dice) => None,
        _ => Some(session.searcher(HASH_MIB, &NetworkChoice::Own)?),
    };
    let mut points = 0.0;
    for number in 0..games {
        let mut rng = SplitMix64::nth(seed, number);
        let learns = Player::from_index(number as usize % 2);
        let mut record = start.record();
        while record.result().is_none() && record.plies() < MAX_PLIES {
            let is_learner = record.now().mover() == learns;
            let m = match (is_learner, opponent, &mut searcher) {
                (true, _, Some(searcher)) if nodes > 0 => {
                    with_search(learner, &mut **searcher, nodes, &*record, &mut rng)?
                }
                (true, ..) => learner.choose(&*record, &mut rng)?,
                (false, Opponent::Engine(nodes), Some(searcher)) => {
                    engine(&mut **searcher, nodes, &*record)
                }
                (false, ..) => record.random(&mut rng),
            };
            let Some(m) = m else { break };
            if record.act(Action::Move(m)).is_err() {
                break;
            }
        }
        points += match record.result().and_then(|outcome| outcome.winner) {
            None => 0.5,
            Some(winner) => f64::from(u8::from(winner == learns)),
        };
    }
    Ok(points / games.max(1) as f64)
}

fn engine(searcher: &mut dyn AnySearcher, nodes: u64, record: &dyn AnyRecord) -> Option<MoveBits> {
    searcher.clear();
    searcher.set_multi_pv(1);
    search(searcher, record, nodes).first()?.best()
}

fn with_search(
    learner: &Learner,
    searcher: &mut dyn AnySearcher,
    nodes: u64,
    record: &dyn AnyRecord,
    rng: &mut SplitMix64,
) -> Result<Option<MoveBits>, LearnError> {
    if let Learner::Positions(experience) = learner {
        let known = experience.behind(record.now())?;
        let odds = record.now().game().about().odds;
        if let Decision::Play(m, _) = decide(&known, odds, BookUse::default(), rng) {
            return Ok(Some(m));
        }
    }
    Ok(engine(searcher, nodes, record))
}
