//! Fitting [move scores](crate::kernel::Order::move_score) to what searches choose.
//!
//! A move has some features, and its score is the sum of their weights. The weights are those that
//! make the chosen moves likeliest if each move of a position is chosen with a likelihood that is
//! proportional to e to the power of its score.

use std::time::Instant;

use super::selfplay::{Ended, Plan, each, opening};
use crate::engine::AnySearcher;
use crate::games::{AnyPosition, AnyRecord};
use crate::kernel::{Action, MoveBits, SplitMix64, parallel};
use crate::search::{Control, Limits, OutOfMemory};

/// The games between the choices are played with this share of the nodes, one part in so many.
const SHARE: u64 = 64;
/// One position in this many is searched with all nodes.
const ONE_IN: usize = 16;
/// Longer games are abandoned.
const MAX_PLIES: usize = 500;
/// How often all choices are gone through.
const EPOCHS: u32 = 12;
/// The choices between two steps.
const BATCH: usize = 64;
/// The length of the first steps; it falls to 0.
const RATE: f32 = 0.03;
/// How much each step shrinks the weights, so that those of rare features stay small.
const DECAY: f32 = 1e-5;

/// The move that a search chose in a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The features of all legal moves, move after move, and where those of each move end.
    features: Vec<u16>,
    ends: Vec<u32>,
    /// The scores of the moves by the game's own weights.
    scores: Vec<i32>,
    /// The place of the chosen move.
    chosen: usize,
}

impl Choice {
    /// Returns the features of each move.
    fn moves(&self) -> impl Iterator<Item = &[u16]> {
        let mut first = 0;
        self.ends.iter().map(move |end| {
            let features = &self.features[first as usize..*end as usize];
            first = *end;
            features
        })
    }

    /// Returns the score of each move.
    fn scores(&self, weights: &[f32]) -> Vec<f32> {
        self.moves()
            .map(|features| features.iter().map(|at| weights[usize::from(*at)]).sum())
            .collect()
    }

    /// Adds what raising each weight adds to the loss.
    fn add_slope(&self, weights: &[f32], slope: &mut [f32]) {
        let scores = self.scores(weights);
        let top = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let shares: Vec<f32> = scores.iter().map(|score| libm::expf(score - top)).collect();
        let sum: f32 = shares.iter().sum();
        for (at, (share, features)) in shares.iter().zip(self.moves()).enumerate() {
            let error = share / sum - f32::from(u8::from(at == self.chosen));
            features.iter().for_each(|at| slope[usize::from(*at)] += error);
        }
    }
}

/// Plays the games of a plan and returns what searches chose in some of their positions, and in some
/// after another move than the game's. Each game depends on the plan alone. `ended` is called with
/// the number of finished games.
///
/// # Errors
///
/// There is no memory for a table.
pub fn play_choices(
    plan: &Plan,
    start: &dyn AnyPosition,
    searcher: &dyn AnySearcher,
    ended: &Ended,
) -> Result<Vec<Choice>, OutOfMemory> {
    let games = each(plan, searcher, ended, |searcher, _, seed| game(searcher, plan, start, seed))?;
    let mut choices = Vec::new();
    games.into_iter().for_each(|game| choices.extend(game));
    Ok(choices)
}

fn game(
    searcher: &mut dyn AnySearcher,
    plan: &Plan,
    start: &dyn AnyPosition,
    seed: u64,
) -> Vec<Choice> {
    let mut rng = SplitMix64::new(seed);
    let mut record = opening(start, plan.random_plies, &mut rng);
    let mut choices = Vec::new();
    while record.result().is_none() && record.plies() < MAX_PLIES {
        if rng.below(ONE_IN) == 0 {
            let aside = if rng.below(2) == 0 { Some(&mut rng) } else { None };
            choices.extend(choice(searcher, record.copied(), plan.nodes, aside));
        }
        let Some(m) = search(searcher, &*record, (plan.nodes / SHARE).max(1)) else { break };
        if record.act(Action::Move(m)).is_err() {
            break;
        }
    }
    choices
}

fn search(searcher: &mut dyn AnySearcher, record: &dyn AnyRecord, nodes: u64) -> Option<MoveBits> {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    searcher.search(record, &limits, &Control::new(Instant::now()), &mut |_| {}).best()
}

/// Returns the choice in a position, or `aside` from it after a random move: most positions that a
/// search visits lie behind worse moves than a game's.
fn choice(
    searcher: &mut dyn AnySearcher,
    mut record: Box<dyn AnyRecord>,
    nodes: u64,
    aside: Option<&mut SplitMix64>,
) -> Option<Choice> {
    if let Some(rng) = aside {
        let m = record.random(rng)?;
        record.act(Action::Move(m)).ok()?;
    }
    if record.result().is_some() {
        return None;
    }
    let moves = record.legal();
    let best = search(searcher, &*record, nodes)?;
    let position = record.now();
    let chosen = moves.iter().position(|m| *m == best)?;
    let mut choice = Choice { features: vec![], ends: vec![], scores: vec![], chosen };
    for m in moves {
        let score = position.rated(m, &mut |at| choice.features.push(at as u16));
        choice.ends.push(choice.features.len() as u32);
        choice.scores.push(score);
    }
    Some(choice)
}

/// Returns the share of the choices that are among the first moves, so many, by their scores;
/// `None` stands for the game's own weights. Of moves with the score of the choice, half come
/// before it.
#[must_use]
pub fn among_first(choices: &[Choice], weights: Option<&[f32]>, moves: usize) -> f64 {
    let is_among = |choice: &&Choice| {
        let own = || choice.scores.iter().map(|score| *score as f32).collect();
        let scores: Vec<f32> = weights.map_or_else(own, |weights| choice.scores(weights));
        let chosen = scores[choice.chosen];
        let before = scores.iter().filter(|score| **score > chosen).count();
        let equal = scores.iter().filter(|score| **score == chosen).count() - 1;
        before + equal / 2 < moves
    };
    choices.iter().filter(is_among).count() as f64 / choices.len().max(1) as f64
}

/// Returns the weights of maximum likelihood for so many features, in nats.
#[must_use]
pub fn fit_move_scores(choices: &[Choice], features: usize) -> Vec<f32> {
    let mut weights = vec![0.0; features];
    let (mut mean, mut square) = (vec![0.0; features], vec![0.0; features]);
    let mut step = 0;
    for epoch in 0..EPOCHS {
        let rate = RATE * (1.0 - epoch as f32 / EPOCHS as f32);
        for batch in choices.chunks(BATCH) {
            let slopes: Vec<Vec<f32>> = parallel::map(batch.len(), |at| {
                let mut slope = vec![0.0; features];
                batch[at].add_slope(&weights, &mut slope);
                slope
            });
            // Adam (Kingma and Ba 2014).
            step += 1;
            let [young_mean, young_square] =
                [0.9, 0.999].map(|decay| 1.0 - libm::powf(decay, step as f32));
            for at in 0..features {
                let slope: f32 = slopes.iter().map(|s| s[at]).sum::<f32>() / batch.len() as f32;
                mean[at] = 0.9 * mean[at] + 0.1 * slope;
                square[at] = 0.999 * square[at] + 0.001 * slope * slope;
                let size: f32 = square[at] / young_square;
                weights[at] -= rate * mean[at] / young_mean / (size.sqrt() + 1e-8);
                weights[at] *= 1.0 - DECAY;
            }
        }
    }
    weights
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_weights_that_made_the_choices() {
        let truth = [1.0_f32, -1.0, 0.5, 0.0];
        let mut rng = SplitMix64::new(3);
        let choices: Vec<Choice> = (0..20_000)
            .map(|_| {
                let features: Vec<u16> = (0..10).map(|_| rng.below(4) as u16).collect();
                let ends = vec![2, 4, 6, 8, 10];
                let mut choice = Choice { features, ends, scores: vec![0; 5], chosen: 0 };
                let shares: Vec<f64> =
                    choice.scores(&truth).iter().map(|x| f64::from(libm::expf(*x))).collect();
                let mut left = rng.fraction() * shares.iter().sum::<f64>();
                choice.chosen = shares
                    .iter()
                    .position(|share| {
                        left -= share;
                        left < 0.0
                    })
                    .unwrap_or(4);
                choice
            })
            .collect();
        let found = fit_move_scores(&choices, 4);
        // Each move has two features, so a number added to all weights changes nothing.
        for (at, weight) in found.iter().enumerate() {
            let difference = (weight - found[3]) - (truth[at] - truth[3]);
            assert!(difference.abs() < 0.1, "{found:?}");
        }
        let [fitted, own] = [Some(found.as_slice()), None].map(|w| among_first(&choices, w, 1));
        assert!(fitted > 0.3 && own < 0.3, "{fitted} {own}");
        assert_eq!(among_first(&choices, Some(&found), 5), 1.0);
    }
}
