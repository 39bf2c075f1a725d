//! Games that the search plays against itself.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use parking_lot::Mutex;

use super::shard::{GameLog, Label, Ply};
use crate::engine::AnySearcher;
use crate::games::{AnyPosition, AnyRecord};
use crate::kernel::{Action, Effort, MoveBits, Proof, SplitMix64, all_ok, parallel};
use crate::search::{Control, Limits, Line, OutOfMemory};

/// How games are played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The numbers of the games.
    pub games: Range<u64>,
    /// The nodes per move.
    pub nodes: u64,
    /// The seed of the games, combined with their numbers.
    pub seed: u64,
    /// The least number of random plies in openings; the greatest is three times as many.
    pub random_plies: usize,
    /// The game's own solver is used if it takes at most about this many nodes.
    pub proof_nodes: u64,
}

/// Is told how many games are finished.
pub type Ended<'a> = dyn Fn(usize) + Sync + 'a;

/// In one game of this many the positions of the opening have labels, too, so that the first plies of
/// games are known. Random play from there on keeps the results apart.
const WHOLE: usize = 4;
/// One move in this many is random, ...
const BLUNDER: usize = 40;
/// ... and one in this many where the true value is known, so that many such positions occur.
const KNOWN_BLUNDER: usize = 6;
/// Longer games are abandoned.
const MAX_PLIES: usize = 500;
/// The table of a player, in MiB.
const HASH_MIB: usize = 1;
/// The memory of a game's own solver, in MiB.
const PROOF_MIB: usize = 1;

/// Plays the games of a plan on all threads of the current pool, each side with a search like that
/// one. Each game depends on the plan, the start and the network of the search alone. `ended` is called with the number of
/// finished games.
///
/// # Errors
///
/// There is no memory for a table.
pub fn play(
    plan: &Plan,
    start: &dyn AnyPosition,
    searcher: &dyn AnySearcher,
    ended: &Ended,
) -> Result<Vec<GameLog>, OutOfMemory> {
    each(plan, searcher, ended, |searcher, number, seed| game(searcher, plan, start, number, seed))
}

/// Runs `game` once for each game of a plan, with an empty table, its number and a seed, on all
/// threads of the current pool.
pub(super) fn each<T: Send + Sync>(
    plan: &Plan,
    searcher: &dyn AnySearcher,
    ended: &Ended,
    game: impl Fn(&mut dyn AnySearcher, u64, u64) -> T + Sync,
) -> Result<Vec<T>, OutOfMemory> {
    let over = AtomicUsize::new(0);
    let idle: Mutex<Vec<Box<dyn AnySearcher>>> = Mutex::default();
    let Range { start, end } = plan.games;
    let games = parallel::map(end.saturating_sub(start) as usize, |at| {
        let number = start + at as u64;
        let free = idle.lock().pop();
        let mut searcher = free.map_or_else(|| searcher.another(HASH_MIB), Ok)?;
        searcher.clear();
        let seed = SplitMix64::nth(plan.seed, number).next_u64();
        let played = game(&mut *searcher, number, seed);
        idle.lock().push(searcher);
        ended(over.fetch_add(1, Ordering::Relaxed) + 1);
        Ok(played)
    });
    all_ok(games)
}

/// Plays a game. Games of points are played to the end, others until a search sees who wins.
fn game(
    searcher: &mut dyn AnySearcher,
    plan: &Plan,
    start: &dyn AnyPosition,
    number: u64,
    seed: u64,
) -> GameLog {
    let mut rng = SplitMix64::new(seed);
    let opening = opening(start, plan.random_plies, &mut rng);
    let is_whole = rng.below(WHOLE) == 0;
    let ply = |m, label| Ply { bits: MoveBits::to_u16(Some(m)), label };
    let mut plies = Vec::new();
    let mut result = None;
    let limits = Limits { nodes: Some(plan.nodes), ..Limits::default() };
    let mut search = |record: &dyn AnyRecord| {
        searcher.search(record, &limits, &Control::new(Instant::now()), &mut |_| {})
    };
    let mut record = start.record();
    for at in 0..opening.plies() {
        let m = opening.played(at);
        let found = is_whole.then(|| search(&*record));
        let quiet = found.filter(|found| {
            let is_quiet = |best| !record.now().is_noisy_move(best);
            !found.score().is_decisive() && found.best().is_some_and(is_quiet)
        });
        let label = quiet.map_or(Label::Nothing, |found| Label::Score(centi(&found)));
        plies.push(ply(m, label));
        if record.act(Action::Move(m)).is_err() {
            break;
        }
    }
    while record.result().is_none() && plies.len() < MAX_PLIES {
        let position = record.now();
        let sign = position.mover().sign() as i16;
        let (label, best) = match prove(position, plan.proof_nodes) {
            Some((margin, best)) => {
                result = result.or(Some(sign * margin));
                (Label::Exact(100 * margin), best)
            }
            None => {
                let found = search(&*record);
                let Some(best) = found.best() else { break };
                let score = found.score();
                if position.settled_margin().is_none() && score.is_decisive() {
                    result = Some(if score.is_win() { sign } else { -sign });
                    break;
                }
                (Label::Score(centi(&found)), best)
            }
        };
        let blunder = if matches!(label, Label::Exact(_)) { KNOWN_BLUNDER } else { BLUNDER };
        let random = if rng.below(blunder) == 0 { record.random(&mut rng) } else { None };
        let (m, label) = random.map_or((best, label), |m| (m, Label::Nothing));
        if record.act(Action::Move(m)).is_err() {
            break;
        }
        plies.push(ply(m, label));
    }
    let result = result.or_else(|| {
        let outcome = record.result()?;
        let sign = outcome.winner.map_or(0, |winner| winner.sign());
        Some(outcome.margin.unwrap_or(sign) as i16)
    });
    GameLog { number, result, plies }
}

/// Returns the score of a line in hundredths of the unit.
fn centi(line: &Line<MoveBits>) -> i16 {
    line.score().value().clamp(-i32::from(i16::MAX), i32::from(i16::MAX)) as i16
}

/// Returns the true margin of a position and a best move, if the game's own solver finds them in about so
/// many nodes.
fn prove(position: &dyn AnyPosition, most: u64) -> Option<(i16, MoveBits)> {
    let nodes = most.saturating_mul(100);
    let effort = Effort { mib: PROOF_MIB, nodes, gives_up: &|| false, threads: 1 };
    let Proof { margin, line } = position.proof(most, effort)?;
    Some((margin as i16, *line.first()?))
}

/// Plays random plies that do not end the game, from `least` to three times as many.
pub(super) fn opening(
    start: &dyn AnyPosition,
    least: usize,
    rng: &mut SplitMix64,
) -> Box<dyn AnyRecord> {
    loop {
        let mut record = start.record();
        for _ in 0..least + rng.below(2 * least + 1) {
            let m = record.random(rng);
            if m.is_none_or(|m| record.act(Action::Move(m)).is_err()) {
                break;
            }
        }
        if record.result().is_none() {
            return record;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Engine, NetworkChoice};
    use crate::games::hexceed::Hexceed;
    use crate::games::trimok::Trimok;
    use crate::kernel::Position;

    #[test]
    fn games_are_the_same_for_a_plan_on_any_threads() {
        let on = |threads, games| {
            let plan = Plan { games, nodes: 50, seed: 3, random_plies: 4, proof_nodes: 0 };
            let engine = Engine::new();
            let searcher =
                engine.game(Trimok::NAME).unwrap().searcher(1, &NetworkChoice::Own).unwrap();
            let start = Trimok::start(&Default::default());
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| play(&plan, &start, &*searcher, &|_| ())).unwrap()
        };
        let games = on(1, 0..6);
        assert_eq!(games, on(2, 0..6));
        assert_eq!(games[4..], on(1, 4..6), "a part is the same part of the whole");
        for game in &games {
            assert!(game.plies.len() > 4);
            assert!(game.plies.iter().any(|ply| matches!(ply.label, Label::Score(_))));
        }
        let known = |game: &&GameLog| game.plies[0].label != Label::Nothing;
        assert!((1..5).contains(&games.iter().filter(known).count()), "some begin at the start");
    }

    #[test]
    fn what_a_proof_may_take_decides_from_where_on_values_are_true() {
        let engine = Engine::new();
        let session = engine.game(Hexceed::NAME).unwrap();
        let searcher = session.searcher(1, &NetworkChoice::Own).unwrap();
        let start = Hexceed::start(&Default::default());
        let first_exact = |proof_nodes| -> Vec<Option<usize>> {
            let plan = Plan { games: 0..8, nodes: 20, seed: 3, random_plies: 4, proof_nodes };
            let games = play(&plan, &start, &*searcher, &|_| ()).unwrap();
            let is_exact = |ply: &Ply| matches!(ply.label, Label::Exact(_));
            games.iter().map(|game| game.plies.iter().position(is_exact)).collect()
        };
        // Of 36 plies 16 are left at 3,100 nodes and 12 at 300, but for those that are random.
        let (late, early) = (first_exact(300), first_exact(3_100));
        assert!(late.iter().flatten().all(|ply| *ply >= 24), "{late:?}");
        assert!(late.iter().flatten().any(|ply| *ply == 24), "{late:?}");
        assert!(early.iter().flatten().all(|ply| *ply >= 20), "{early:?}");
        assert!(early.iter().flatten().any(|ply| *ply == 20), "{early:?}");
        assert_eq!(first_exact(0), [None; 8]);
    }

    #[test]
    fn openings_have_random_plies_from_the_least_number_to_three_times_as_many() {
        for least in [0, 1, 4] {
            let start = Trimok::start(&Default::default());
            let mut rng = SplitMix64::new(7);
            let plies = (0..200).map(|_| opening(&start, least, &mut rng).plies());
            let found: std::collections::BTreeSet<usize> = plies.collect();
            assert_eq!(found, (least..=3 * least).collect());
        }
    }
}
