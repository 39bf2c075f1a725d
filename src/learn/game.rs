//! One game of a learner against itself.

use std::time::Instant;

use super::plan::{LearnError, Plan};
use crate::experience::{Experience, Known, Lesson, Tally, explore};
use crate::games::Game;
use crate::kernel::{Action, PerPlayer, Player, Record, Score, SplitMix64};
use crate::search::{Control, Event, Limits, Line, Searcher};

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

/// A game that is over, or was abandoned.
fn is_over<P: Game>(record: &Record<P>) -> bool {
    record.outcome().is_some() || record.steps().len() >= MAX_PLIES
}

/// Plays a legal move.
fn play<P: Game>(record: &mut Record<P>, m: P::Move) {
    let played = record.play(Action::Move(m));
    debug_assert!(played.is_ok(), "{m:?} in {:?}", record.current());
}

fn winner<P: Game>(record: &Record<P>) -> Option<Player> {
    record.outcome().and_then(|outcome| outcome.winner)
}

/// Returns the lines that a search finds, the best first.
pub(super) fn search<P: Game>(
    searcher: &mut Searcher<P>,
    record: &Record<P>,
    nodes: u64,
) -> Vec<Line<P::Move>> {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let mut lines: Vec<Line<P::Move>> = Vec::new();
    let best = searcher.search(record, &limits, &Control::new(Instant::now()), &mut |event| {
        if let Event::Line(line) = event {
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
pub(super) fn by_positions<P: Game>(
    experience: &Experience<P>,
    mut searcher: Option<&mut Searcher<P>>,
    plan: &Plan,
    rules: &P::Rules,
    rng: &mut SplitMix64,
) -> Result<Lesson, LearnError> {
    let mut record = Record::new(P::start(rules));
    let mut searched: Vec<(usize, Score, u8)> = Vec::new();
    let learned = plan.plies.unwrap_or(usize::MAX);
    let dice = PerPlayer::new(dice_share(rng), dice_share(rng));
    let opening = rng.below(OPENING + 1);
    if let Some(searcher) = &mut searcher {
        // A game depends on those before it only through the store.
        searcher.clear();
    }
    while !is_over(&record) {
        let ply = record.steps().len();
        let is_learned = ply < learned;
        let lines = match &mut searcher {
            Some(searcher) => {
                searcher.set_multi_pv(if is_learned { LINES } else { 1 });
                search(searcher, &record, plan.nodes)
            }
            None => Vec::new(),
        };
        if let Some(best) = lines.first() {
            searched.push((ply, best.score(), best.depth.min(u8::MAX.into()) as u8));
        }
        let rolls = match lines.first() {
            Some(_) => ply < opening,
            None => rng.fraction() < dice[record.current().to_move()],
        };
        let m = if is_learned && !rolls {
            let known = experience.known(record.current())?;
            candidate(&known, &lines, P::ABOUT.odds, rng)
        } else if let Some(best) = lines.first().filter(|_| !rolls) {
            best.best()
        } else {
            let mut moves = Vec::new();
            record.legal_moves(&mut moves);
            (!moves.is_empty()).then(|| moves[rng.below(moves.len())])
        };
        let Some(m) = m else { break };
        play(&mut record, m);
    }
    Ok(Lesson::of(&record, winner(&record), learned, &searched))
}

/// Chooses the move to try: by UCB1 over all moves, or with a search over its lines and what is known.
fn candidate<M: Copy + PartialEq>(
    known: &[Known<M>],
    lines: &[Line<M>],
    odds: crate::games::Odds,
    rng: &mut SplitMix64,
) -> Option<M> {
    if lines.is_empty() {
        let promises = known.iter().map(|known| (known.weight(odds), known.tally.games()));
        return explore(promises, 1.0, rng).map(|at| known[at].m);
    }
    // This search's score of a line is newer than one from the position after the move.
    let fresh = |m: M| lines.iter().find(|line| line.pv.first() == Some(&m));
    let candidates: Vec<Known<M>> = known
        .iter()
        .filter(|known| known.tally.games() > 0 || fresh(known.m).is_some())
        .map(|known| {
            let searched = fresh(known.m).map(|line| (line.score(), line.depth.min(255) as u8));
            let tally = Tally { searched: searched.or(known.tally.searched), ..known.tally };
            Known { tally, ..*known }
        })
        .collect();
    let promises = candidates.iter().map(|known| (known.weight(odds), known.tally.games()));
    explore(promises, SEARCHED_CURIOSITY, rng).map(|at| candidates[at].m)
}
