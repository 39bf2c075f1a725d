//! Games that the search plays against itself, and what they tell.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use rayon::prelude::*;

use crate::games::Game;
use crate::kernel::{Action, Player, Record, SplitMix64, Weights};
use crate::search::{Control, Limits, OutOfMemory, Searcher};

/// How games are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// How many games.
    pub games: usize,
    /// The nodes for each move.
    pub nodes: u64,
    /// What the openings depend on.
    pub seed: u64,
}

/// A quiet position of a finished game, as its side to move saw it.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// What each weight counts here, in the order of the weights.
    pub features: Vec<f32>,
    /// What the side to move scored in the end: 0, 1/2 or 1.
    pub result: f32,
}

/// What a game gave.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Played {
    /// Its quiet positions.
    pub samples: Vec<Sample>,
    /// Who won.
    pub winner: Option<Player>,
    /// How many plies it took.
    pub plies: usize,
}

/// Openings have at least so many random plies, and less than twice as many.
const OPENING: usize = 4;
/// A game of more plies is drawn.
const MAX_PLIES: usize = 500;
/// The table of a player, in MiB.
const HASH_MIB: usize = 1;
/// Features are taken at this multiple of the unit, so that rounding hardly matters.
const SCALE: i32 = 1 << 12;

/// Plays the games of a plan on all threads of the current pool. Game by game the result depends on
/// the plan alone. `ended` is called with the number of games that are over.
///
/// # Errors
///
/// Says so when there is no memory for a table.
pub fn play<P: Game>(
    plan: &Plan,
    ended: &(dyn Fn(usize) + Sync),
) -> Result<Vec<Played>, OutOfMemory> {
    each(plan, ended, |searcher, seed| game::<P>(searcher, plan.nodes, seed))
}

/// Runs `game` once for each game of a plan, with an empty table and a seed, on all threads of the
/// current pool.
pub(super) fn each<P: Game, T: Send>(
    plan: &Plan,
    ended: &(dyn Fn(usize) + Sync),
    game: impl Fn(&mut Searcher<P>, u64) -> T + Sync,
) -> Result<Vec<T>, OutOfMemory> {
    let over = AtomicUsize::new(0);
    (0..plan.games)
        .into_par_iter()
        .map_init(
            || Searcher::<P>::new(HASH_MIB),
            |searcher, number| {
                let searcher = searcher.as_mut().map_err(|error| *error)?;
                searcher.clear();
                let played =
                    game(searcher, SplitMix64::new(plan.seed ^ (number as u64) << 1).next_u64());
                ended(over.fetch_add(1, Ordering::Relaxed) + 1);
                Ok(played)
            },
        )
        .collect()
}

fn game<P: Game>(searcher: &mut Searcher<P>, nodes: u64, seed: u64) -> Played {
    let mut rng = SplitMix64::new(seed);
    let mut record = opening::<P>(&mut rng);
    let mut quiet: Vec<(Player, Vec<f32>)> = Vec::new();
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    while record.outcome().is_none() && record.steps().len() < MAX_PLIES {
        let control = Control::new(Instant::now());
        let found = searcher.search(&record, &limits, &control, &mut |_| {});
        let Some(best) = found.best() else { break };
        let position = record.current();
        // What is decided, or about to change, is for the search to see and not for the evaluation.
        if !position.is_noisy(best) && !found.score().is_decisive() {
            quiet.push((position.to_move(), features(position)));
        }
        if record.play(Action::Move(best)).is_err() {
            break;
        }
    }
    let winner = record.outcome().and_then(|outcome| outcome.winner);
    let scored = |player| match winner {
        None => 0.5,
        Some(winner) => f32::from(u8::from(winner == player)),
    };
    let samples =
        quiet.into_iter().map(|(player, features)| Sample { features, result: scored(player) });
    Played { samples: samples.collect(), winner, plies: record.steps().len() }
}

/// Plays random plies that do not end the game.
pub(super) fn opening<P: Game>(rng: &mut SplitMix64) -> Record<P> {
    let mut moves = Vec::new();
    loop {
        let mut record = Record::new(P::start(&P::Rules::default()));
        for _ in 0..OPENING + rng.below(OPENING) {
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

/// Returns what each weight counts in a position.
pub(super) fn features<P: Game>(position: &P) -> Vec<f32> {
    let count = P::Weights::NAMES.len();
    let mut values = vec![0; count];
    (0..count)
        .map(|i| {
            values[i] = SCALE;
            let weighed = position.weigh(&P::Weights::from_values(&values));
            values[i] = 0;
            weighed as f32 / SCALE as f32
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{GameList, Standard, Visitor};

    /// Compares the evaluation of a game with the sum of its features.
    struct Compared;

    impl Visitor for Compared {
        type Output = ();

        fn visit<P: Game>(self) {
            let values = P::Weights::USED.values();
            let mut rng = SplitMix64::new(1);
            let mut seen = vec![false; values.len()];
            for _ in 0..200 {
                let record = opening::<P>(&mut rng);
                let features = features(record.current());
                let sum: f32 = features.iter().zip(&values).map(|(x, w)| x * *w as f32).sum();
                let weighed = record.current().weigh(&Weights::from_values(&values));
                // An evaluation may divide and lose a fraction.
                assert!((sum - weighed as f32).abs() < 1.1, "{}: {sum} {weighed}", P::NAME);
                seen.iter_mut().zip(&features).for_each(|(seen, x)| *seen |= *x != 0.0);
            }
            assert!(seen[0] || values[0] == 100, "{}: {seen:?}", P::NAME);
        }
    }

    #[test]
    fn evaluations_are_the_weighted_sums_of_their_features() {
        for kind in Standard::ALL {
            Standard::with(*kind, Compared).unwrap();
        }
    }

    #[test]
    fn games_are_the_same_for_a_plan_on_any_threads() {
        let plan = Plan { games: 6, nodes: 50, seed: 3 };
        type Trimok = crate::games::trimok::Trimok;
        let on = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| play::<Trimok>(&plan, &|_| ())).unwrap()
        };
        let games = on(1);
        assert_eq!(games, on(2));
        assert!(games.iter().all(|game| !game.samples.is_empty() && game.plies > OPENING));
        for game in &games {
            let scores = game.samples.iter().map(|sample| sample.result);
            match game.winner {
                None => assert!(scores.clone().all(|score| score == 0.5)),
                Some(_) => assert!(scores.clone().all(|score| score == 0.0 || score == 1.0)),
            }
        }
    }
}
