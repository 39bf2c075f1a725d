//! Fitting a game's [`Odds`] to games that the search plays against itself.
//!
//! One move in twelve is drawn at random, so that there are lost games as well as won ones and
//! scores of every size. Each searched score, paired with the result of its game, is a sample; the
//! fit maximizes the likelihood.

use std::time::Instant;

use super::selfplay::{Ended, Plan, each, opening};
use crate::engine::AnySearcher;
use crate::games::{AnyPosition, Odds};
use crate::kernel::{Action, Gather, Player, SplitMix64};
use crate::search::{Control, Limits, OutOfMemory};

/// One move in this many is random.
const BLUNDER: usize = 12;
/// Longer games have no result and are dropped.
const MAX_PLIES: usize = 400;

/// A game with its scores.
#[derive(Clone, Debug, PartialEq)]
pub struct ScoredGame {
    /// The scores of its searched positions that were not proven wins or losses, in hundredths of
    /// the unit from the first player's view.
    pub scores: Vec<i32>,
    /// The winner.
    pub winner: Option<Player>,
}

/// Plays the games of a plan and returns those that ended. Each game depends on the plan alone.
/// `ended` is called with the number of finished games.
///
/// # Errors
///
/// There is no memory for a table.
pub fn play_scored(
    plan: &Plan,
    start: &dyn AnyPosition,
    searcher: &dyn AnySearcher,
    ended: &Ended,
) -> Result<Vec<ScoredGame>, OutOfMemory> {
    let games = each(plan, searcher, ended, |searcher, _, seed| game(searcher, plan, start, seed))?;
    Ok(games.into_iter().flatten().gather())
}

fn game(
    searcher: &mut dyn AnySearcher,
    plan: &Plan,
    start: &dyn AnyPosition,
    seed: u64,
) -> Option<ScoredGame> {
    let mut rng = SplitMix64::new(seed);
    let mut record = opening(start, plan.random_plies, &mut rng);
    let mut scores = Vec::new();
    let limits = Limits { nodes: Some(plan.nodes), ..Limits::default() };
    while record.result().is_none() {
        if record.plies() >= MAX_PLIES {
            return None;
        }
        let control = Control::new(Instant::now());
        let found = searcher.search(&*record, &limits, &control, &mut |_| {});
        let score = found.worth.score();
        if !score.is_decisive() {
            scores.push(score.value() * record.now().mover().sign());
        }
        let blunders = rng.below(BLUNDER) == 0;
        let m = if blunders { record.random(&mut rng) } else { found.best() };
        record.act(Action::Move(m?)).ok()?;
    }
    Some(ScoredGame { scores, winner: record.result().and_then(|outcome| outcome.winner) })
}

/// Returns the mean loss of odds over games, in nats per score.
#[must_use]
pub fn odds_loss(games: &[ScoredGame], odds: Odds) -> f64 {
    let mut count = 0_usize;
    let mut loss = 0.0;
    for game in games {
        for score in &game.scores {
            let chance = |sign: i32| odds.chance(f64::from(sign * score));
            let likelihood = match game.winner {
                Some(winner) => chance(winner.sign()),
                None => 1.0 - chance(1) - chance(-1),
            };
            loss -= libm::log(likelihood.max(1e-4));
            count += 1;
        }
    }
    loss / count.max(1) as f64
}

/// Returns the odds of maximum likelihood as integers, found from the current ones by steps that
/// shrink when none helps.
#[must_use]
pub fn fit_odds(games: &[ScoredGame], used: Odds) -> Odds {
    let whole = |x: f64| x.round().max(1.0);
    let mut best = Odds { even: whole(used.even), spread: whole(used.spread) };
    let mut loss = odds_loss(games, best);
    let mut step = 64.0;
    while step >= 1.0 {
        let steps = [(step, 0.0), (-step, 0.0), (0.0, step), (0.0, -step)];
        let found = steps.iter().map(|(even, spread)| {
            let (even, spread) = ((best.even + even).max(0.0), (best.spread + spread).max(1.0));
            let odds = Odds { even, spread };
            (odds_loss(games, odds), odds)
        });
        match found.min_by(|a, b| a.0.total_cmp(&b.0)) {
            Some((less, odds)) if less < loss => (loss, best) = (less, odds),
            _ => step /= 2.0,
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_odds_that_made_the_results() {
        let truth = Odds { even: 70.0, spread: 130.0 };
        let mut rng = SplitMix64::new(5);
        let mut uniform = || rng.below(1 << 30) as f64 / f64::from(1 << 30);
        let games: Vec<ScoredGame> = (0..40_000)
            .map(|_| {
                let score = (uniform() * 1200.0 - 600.0) as i32;
                let chance =
                    |score: f64| 1.0 / (1.0 + libm::exp((truth.even - score) / truth.spread));
                let at = uniform();
                let winner = match at {
                    _ if at < chance(f64::from(score)) => Some(Player::First),
                    _ if at > 1.0 - chance(-f64::from(score)) => Some(Player::Second),
                    _ => None,
                };
                ScoredGame { scores: vec![score], winner }
            })
            .collect();
        for used in [Odds { even: 5.0, spread: 20.0 }, Odds { even: 300.0, spread: 900.0 }] {
            let found = fit_odds(&games, used);
            assert!((found.even - truth.even).abs() < 8.0, "{found:?}");
            assert!((found.spread - truth.spread).abs() < 8.0, "{found:?}");
            assert!(odds_loss(&games, found) < odds_loss(&games, used) - 0.01);
        }
        assert_eq!(fit_odds(&[], truth), truth, "nothing to learn from changes nothing");
    }
}
