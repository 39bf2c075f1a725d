//! Measuring a learner, in games that teach nothing.

use super::game::{MAX_PLIES, search};
use super::plan::{HASH_MIB, LearnError};
use crate::experience::{BookUse, Decision, Learner, decide};
use crate::games::Game;
use crate::kernel::{Action, Player, Record, SplitMix64};
use crate::search::Searcher;

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
pub fn trial<P: Game>(
    learner: &Learner<P>,
    nodes: u64,
    opponent: Opponent,
    rules: &P::Rules,
    games: u64,
    seed: u64,
) -> Result<f64, LearnError> {
    let mut searcher = match (nodes, opponent) {
        (0, Opponent::Dice) => None,
        _ => Some(Searcher::new(HASH_MIB)?),
    };
    let mut points = 0.0;
    for number in 0..games {
        let mut rng = SplitMix64::new(SplitMix64::new(seed ^ number << 20).next_u64());
        let learns = Player::from_index(number as usize % 2);
        let mut record = Record::new(P::start(rules));
        while record.outcome().is_none() && record.steps().len() < MAX_PLIES {
            let is_learner = record.current().to_move() == learns;
            let m = match (is_learner, opponent, &mut searcher) {
                (true, _, Some(searcher)) if nodes > 0 => {
                    with_search(learner, searcher, nodes, &record, &mut rng)?
                }
                (true, ..) => learner.choose(&record, &mut rng)?,
                (false, Opponent::Engine(nodes), Some(searcher)) => {
                    engine(searcher, nodes, &record)
                }
                (false, ..) => {
                    let mut moves = Vec::new();
                    record.legal_moves(&mut moves);
                    (!moves.is_empty()).then(|| moves[rng.below(moves.len())])
                }
            };
            let Some(m) = m else { break };
            if record.play(Action::Move(m)).is_err() {
                break;
            }
        }
        points += match record.outcome().and_then(|outcome| outcome.winner) {
            None => 0.5,
            Some(winner) => f64::from(u8::from(winner == learns)),
        };
    }
    Ok(points / games.max(1) as f64)
}

fn engine<P: Game>(searcher: &mut Searcher<P>, nodes: u64, record: &Record<P>) -> Option<P::Move> {
    searcher.clear();
    searcher.set_multi_pv(1);
    search(searcher, record, nodes).first()?.best()
}

fn with_search<P: Game>(
    learner: &Learner<P>,
    searcher: &mut Searcher<P>,
    nodes: u64,
    record: &Record<P>,
    rng: &mut SplitMix64,
) -> Result<Option<P::Move>, LearnError> {
    if let Learner::Positions(experience) = learner {
        let known = experience.behind(record.current())?;
        if let Decision::Play(m, _) = decide(&known, P::ABOUT.odds, BookUse::default(), rng) {
            return Ok(Some(m));
        }
    }
    Ok(engine(searcher, nodes, record))
}
