//! Games that the search plays against itself.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use rayon::prelude::*;

use super::shard::{GameLog, Label, Ply};
use crate::games::Game;
use crate::kernel::{Action, Effort, Move, Record, SplitMix64};
use crate::search::{Control, Limits, OutOfMemory, Searcher};

/// How games are played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan<R> {
    /// The numbers of the games.
    pub games: Range<u64>,
    /// The nodes per move.
    pub nodes: u64,
    /// The seed of the games, combined with their numbers.
    pub seed: u64,
    /// The least number of random plies in openings; the greatest is three times as many.
    pub random_plies: usize,
    /// The rules of the games.
    pub rules: R,
}

/// One move in this many is random, ...
const BLUNDER: usize = 40;
/// ... and one in this many where the true value is known, so that many such positions occur.
const KNOWN_BLUNDER: usize = 6;
/// Longer games are abandoned.
const MAX_PLIES: usize = 500;
/// The table of a player, in MiB.
const HASH_MIB: usize = 1;
/// The game's own solver is used if it takes at most about this many nodes.
const PROOF_NODES: u64 = 4_000;
/// The memory of such a solver, in MiB.
const PROOF_MIB: usize = 1;

/// Plays the games of a plan on all threads of the current pool, each side with that evaluator.
/// Each game depends on the plan and the evaluator alone. `ended` is called with the number of
/// finished games.
///
/// # Errors
///
/// There is no memory for a table.
pub fn play<P: Game>(
    plan: &Plan<P::Rules>,
    evaluator: &Arc<P::Evaluator>,
    ended: &(dyn Fn(usize) + Sync),
) -> Result<Vec<GameLog>, OutOfMemory> {
    each(plan, evaluator, ended, |searcher, number, seed| game::<P>(searcher, plan, number, seed))
}

/// Runs `game` once for each game of a plan, with an empty table, its number and a seed, on all
/// threads of the current pool.
pub(super) fn each<P: Game, T: Send>(
    plan: &Plan<P::Rules>,
    evaluator: &Arc<P::Evaluator>,
    ended: &(dyn Fn(usize) + Sync),
    game: impl Fn(&mut Searcher<P>, u64, u64) -> T + Sync,
) -> Result<Vec<T>, OutOfMemory> {
    let over = AtomicUsize::new(0);
    plan.games
        .clone()
        .into_par_iter()
        .map_init(
            || Searcher::<P>::with_evaluator(HASH_MIB, Arc::clone(evaluator)),
            |searcher, number| {
                let searcher = searcher.as_mut().map_err(|error| *error)?;
                searcher.clear();
                let seed = SplitMix64::new(plan.seed ^ number << 1).next_u64();
                let played = game(searcher, number, seed);
                ended(over.fetch_add(1, Ordering::Relaxed) + 1);
                Ok(played)
            },
        )
        .collect()
}

/// Plays a game. Games of points are played to the end, others until a search sees who wins.
fn game<P: Game>(
    searcher: &mut Searcher<P>,
    plan: &Plan<P::Rules>,
    number: u64,
    seed: u64,
) -> GameLog {
    let mut rng = SplitMix64::new(seed);
    let mut record = opening::<P>(plan, &mut rng);
    let random = |bits| Ply { bits, label: Label::Nothing };
    let mut plies: Vec<Ply> =
        record.steps().iter().map(|step| random(step.played.bits())).collect();
    let mut result = None;
    let mut moves = Vec::new();
    let limits = Limits { nodes: Some(plan.nodes), ..Limits::default() };
    while record.outcome().is_none() && plies.len() < MAX_PLIES {
        let position = record.current();
        let sign = position.to_move().sign() as i16;
        let (label, best) = match prove(position) {
            Some((margin, best)) => {
                result = result.or(Some(sign * margin));
                (Label::Exact(100 * margin), best)
            }
            None => {
                let control = Control::new(Instant::now());
                let found = searcher.search(&record, &limits, &control, &mut |_| {});
                let Some(best) = found.best() else { break };
                let score = found.score();
                if P::MAX_MARGIN == 0 && score.is_decisive() {
                    result = Some(if score.is_win() { sign } else { -sign });
                    break;
                }
                let centi = score.value().clamp(-i32::from(i16::MAX), i32::from(i16::MAX));
                (Label::Score(centi as i16), best)
            }
        };
        let blunder = if matches!(label, Label::Exact(_)) { KNOWN_BLUNDER } else { BLUNDER };
        let ply = if rng.below(blunder) == 0 {
            moves.clear();
            record.legal_moves(&mut moves);
            random(moves[rng.below(moves.len())].bits())
        } else {
            Ply { bits: best.bits(), label }
        };
        let Some(m) = P::Move::from_bits(ply.bits) else { break };
        if record.play(Action::Move(m)).is_err() {
            break;
        }
        plies.push(ply);
    }
    let result = result.or_else(|| {
        let outcome = record.outcome()?;
        let sign = outcome.winner.map_or(0, |winner| winner.sign());
        Some(outcome.margin.unwrap_or(sign) as i16)
    });
    GameLog { number, result, plies }
}

/// Returns the true margin of a position and a best move, if the game's own solver finds them
/// quickly.
fn prove<P: Game>(position: &P) -> Option<(i16, P::Move)> {
    if position.proof_nodes(0)? > PROOF_NODES {
        return None;
    }
    let nodes = 100 * PROOF_NODES;
    let effort = Effort { mib: PROOF_MIB, nodes, gives_up: &|| false, threads: 1 };
    let proof = position.prove(effort).proof?;
    Some((proof.margin as i16, *proof.line.first()?))
}

/// Plays random plies that do not end the game.
pub(super) fn opening<P: Game>(plan: &Plan<P::Rules>, rng: &mut SplitMix64) -> Record<P> {
    let least = plan.random_plies;
    let mut moves = Vec::new();
    loop {
        let mut record = Record::new(P::start(&plan.rules));
        for _ in 0..least + rng.below(2 * least + 1) {
            moves.clear();
            record.legal_moves(&mut moves);
            if moves.is_empty() || record.play(Action::Move(moves[rng.below(moves.len())])).is_err()
            {
                break;
            }
        }
        if record.outcome().is_none() {
            return record;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_the_same_for_a_plan_on_any_threads() {
        type Trimok = crate::games::trimok::Trimok;
        let on = |threads, games| {
            let plan =
                Plan { games, nodes: 50, seed: 3, random_plies: 4, rules: Default::default() };
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| play::<Trimok>(&plan, &Arc::default(), &|_| ())).unwrap()
        };
        let games = on(1, 0..6);
        assert_eq!(games, on(2, 0..6));
        assert_eq!(games[4..], on(1, 4..6), "a part is the same part of the whole");
        for game in &games {
            assert!(game.plies.len() > 4);
            assert!(game.plies[..4].iter().all(|ply| ply.label == Label::Nothing));
            assert!(game.plies.iter().any(|ply| matches!(ply.label, Label::Score(_))));
        }
    }

    #[test]
    fn openings_have_random_plies_from_the_least_number_to_three_times_as_many() {
        type Trimok = crate::games::trimok::Trimok;
        for least in [0, 1, 4] {
            let rules = Default::default();
            let plan = Plan { games: 0..0, nodes: 1, seed: 1, random_plies: least, rules };
            let mut rng = SplitMix64::new(7);
            let plies = (0..200).map(|_| opening::<Trimok>(&plan, &mut rng).steps().len());
            let found: std::collections::BTreeSet<usize> = plies.collect();
            assert_eq!(found, (least..=3 * least).collect());
        }
    }
}
