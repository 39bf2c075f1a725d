//! One game of a learner against itself.

use std::time::Instant;

use super::plan::{LearnError, Plan};
use crate::engine::AnySearcher;
use crate::experience::{Experience, Known, Lesson, Tally, explore};
use crate::games::{AnyPosition, AnyRecord, Odds};
use crate::kernel::{Action, Gather, MoveBits, PerPlayer, Score, SplitMix64};
use crate::search::{Control, Limits, Line};

/// A longer game counts as a draw.
pub(super) const MAX_PLIES: usize = 500;

/// The number of lines of a search that a learner chooses from.
const LINES: usize = 4;

/// How much less a learner explores when it searches, since the search has already looked at
/// untried moves.
const SEARCHED_CURIOSITY: f64 = 0.3;

/// How often a player without a search moves at random, so that games differ and have winners. Each
/// player of a game gets its own share, the square of a number from 0 to 1: games between equals at
/// their best are mostly drawn in Coerceo and Trimok, and teach nothing.
fn dice_share(rng: &mut SplitMix64) -> f64 {
    rng.fraction().powi(2)
}

/// The most random plies at the beginning of a game with searches, so that replies are learned to
/// whatever an opponent starts with.
const OPENING: usize = 2;

/// Returns the lines that a search finds, the best first.
pub(super) fn search(
    searcher: &mut dyn AnySearcher,
    record: &dyn AnyRecord,
    nodes: u64,
) -> Vec<Line<MoveBits>> {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let mut lines: Vec<Line<MoveBits>> = Vec::new();
    let best = searcher.search(record, &limits, &Control::new(Instant::now()), &mut |line| {
        if let Some(line) = line {
            lines.truncate(line.multi_pv as usize - 1);
            lines.push(line);
        }
    });
    lines.retain(|line| !line.pv.is_empty());
    if lines.is_empty() && !best.pv.is_empty() {
        lines.push(best);
    }
    lines
}

/// Plays a game by what is known about the positions after the moves and the moves' features, and
/// returns what is learned from it.
///
/// Without a search every move is a candidate; now and then a move is random, and after the plies
/// to be learned every move is. With a search the candidates are its best lines and the moves
/// played here before; the first moves of some games are random, and after the plies to be learned
/// the search plays alone.
pub(super) fn by_positions(
    experience: &Experience,
    mut searcher: Option<&mut dyn AnySearcher>,
    plan: &Plan,
    start: &dyn AnyPosition,
    rng: &mut SplitMix64,
) -> Result<Lesson, LearnError> {
    let odds = start.game().about().odds;
    let mut record = start.record();
    let mut searched: Vec<(usize, Score, u8)> = Vec::new();
    let learned = plan.plies.unwrap_or(usize::MAX);
    let dice = PerPlayer::new(dice_share(rng), dice_share(rng));
    let opening = rng.below(OPENING + 1);
    if let Some(searcher) = &mut searcher {
        // A game depends on those before it only through the store.
        searcher.clear();
    }
    while record.result().is_none() && record.plies() < MAX_PLIES {
        let ply = record.plies();
        let is_learned = ply < learned;
        let lines = match &mut searcher {
            Some(searcher) => {
                searcher.set_multi_pv(if is_learned { LINES } else { 1 });
                search(&mut **searcher, &*record, plan.nodes)
            }
            None => Vec::new(),
        };
        if let Some(best) = lines.first() {
            searched.push((ply, best.score(), best.depth.min(u8::MAX.into()) as u8));
        }
        let rolls = match lines.first() {
            Some(_) => ply < opening,
            None => rng.fraction() < dice[record.now().mover()],
        };
        let m = if is_learned && !rolls {
            let known = experience.known(record.now())?;
            candidate(&known, &lines, odds, rng)
        } else if let Some(best) = lines.first().filter(|_| !rolls) {
            best.best()
        } else {
            record.random(rng)
        };
        let Some(m) = m else { break };
        let played = record.act(Action::Move(m));
        debug_assert!(played.is_ok(), "{m:?} in {}", record.now().text());
    }
    let winner = record.result().and_then(|outcome| outcome.winner);
    Ok(Lesson::of(&*record, winner, learned, &searched))
}

/// Chooses the move to try: by UCB1 over all moves, or with a search over its lines and what is known.
fn candidate(
    known: &[Known],
    lines: &[Line<MoveBits>],
    odds: Odds,
    rng: &mut SplitMix64,
) -> Option<MoveBits> {
    let promises = |known: &[Known]| -> Vec<(f64, u64)> {
        known.iter().map(|known| (known.weight(odds), known.tally.games())).gather()
    };
    if lines.is_empty() {
        return explore(&promises(known), 1.0, rng).map(|at| known[at].m);
    }
    // This search's score of a line is newer than one from the position after the move.
    let fresh = |m: MoveBits| lines.iter().find(|line| line.pv.first() == Some(&m));
    let candidates: Vec<Known> = known
        .iter()
        .filter(|known| known.tally.games() > 0 || fresh(known.m).is_some())
        .map(|known| {
            let searched = fresh(known.m).map(|line| (line.score(), line.depth.min(255) as u8));
            let tally = Tally { searched: searched.or(known.tally.searched), ..known.tally };
            Known { tally, ..*known }
        })
        .gather();
    explore(&promises(&candidates), SEARCHED_CURIOSITY, rng).map(|at| candidates[at].m)
}
