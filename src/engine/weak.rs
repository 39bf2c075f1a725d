//! Weaker play, for people who want to win sometimes.
//!
//! The search visits few nodes and sees positions through a blur. However weak it is, it takes a win in
//! one, and it leaves none to the opponent if another move does not: that is checked apart from the
//! search, by the rules.

use super::level::Level;
use crate::games::{About, AnyPosition, AnyRecord, Game, Rung};
use crate::kernel::{MoveBits, Record};
use crate::search::{Blur, Control, Event, Limits, Line, Searcher};

/// How weakly to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weakness {
    /// The nodes of a search, besides a first look at every move; with none it is that look, and captures
    /// that may follow go unseen.
    pub nodes: u64,
    /// How badly positions are seen.
    pub blur: Blur,
}

impl Weakness {
    /// Returns that of a level in a game; the same seed sees the same positions alike.
    #[must_use]
    pub fn of(level: Level, about: &About, seed: u64) -> Option<Self> {
        level.rung(about).map(|rung| Self::from(rung).seeded(seed))
    }

    /// Returns the limits of a search in a position with so many legal moves.
    fn limit(self, limits: &Limits, moves: usize) -> Limits {
        if self.nodes == 0 {
            return Limits { depth: Some(1), ..*limits };
        }
        let nodes = self.nodes + 2 * moves as u64;
        Limits { nodes: Some(limits.nodes.map_or(nodes, |most| most.min(nodes))), ..*limits }
    }

    /// Returns the same weakness with the errors of another seed.
    #[must_use]
    pub const fn seeded(self, seed: u64) -> Self {
        Self { blur: Blur { seed, ..self.blur }, ..self }
    }

    fn search<P: Game>(
        self,
        searcher: &mut Searcher<P>,
        record: &Record<P>,
        root_moves: &[MoveBits],
        limits: &Limits,
        control: &Control,
        report: &mut (dyn FnMut(Event<MoveBits>) + Send),
    ) -> Line<MoveBits> {
        let legal = (record as &dyn AnyRecord).legal();
        let limits = self.limit(limits, legal.len());
        let mut search = |moves: &[MoveBits]| {
            let mut told = Vec::new();
            let mut tell = |event| told.push(event);
            let line = searcher.search_moves(record, moves, &limits, control, &mut tell);
            (line, told)
        };
        let mut moves = root_moves.to_vec();
        moves.retain(|m| legal.contains(m));
        let (line, told) = sensible(record.current(), &legal, moves, &mut search);
        told.into_iter().for_each(report);
        line
    }
}

/// Returns how badly somebody sees positions who plays so weakly, if at all.
pub(super) fn blur(weakness: Option<Weakness>) -> Blur {
    weakness.map_or_else(Blur::default, |weak| weak.blur)
}

/// Searches the current position of a record, or some of its moves, by a searcher that sees through the
/// [`blur`] of that weakness, and returns the line to play.
pub(super) fn search<P: Game>(
    weakness: Option<Weakness>,
    searcher: &mut Searcher<P>,
    record: &Record<P>,
    root_moves: &[MoveBits],
    limits: &Limits,
    control: &Control,
    report: &mut (dyn FnMut(Event<MoveBits>) + Send),
) -> Line<MoveBits> {
    match weakness {
        Some(weak) => weak.search(searcher, record, root_moves, limits, control, report),
        None => searcher.search_moves(record, root_moves, limits, control, report),
    }
}

impl From<Rung> for Weakness {
    fn from(Rung { nodes, blur }: Rung) -> Self {
        Self { nodes, blur: Blur { centi: blur, seed: 0, is_flat: nodes == 0 } }
    }
}

/// What a search finds, and what it has told on the way.
type Found = (Line<MoveBits>, Vec<Event<MoveBits>>);

/// Searches among the moves that win at once, if there are any; else leaves out moves that hand the game
/// over, one by one as they are chosen, as long as there are others. `moves` are all if it is empty.
fn sensible(
    position: &dyn AnyPosition,
    legal: &[MoveBits],
    mut moves: Vec<MoveBits>,
    search: &mut dyn FnMut(&[MoveBits]) -> Found,
) -> Found {
    let wins = wins(position);
    if moves.is_empty() {
        moves = wins;
    } else if moves.iter().any(|m| wins.contains(m)) {
        moves.retain(|m| wins.contains(m));
    }
    let mut found = search(&moves);
    let first = found.clone();
    while let Some(best) = found.0.best().filter(|best| hands_over(position, *best)) {
        if moves.is_empty() {
            moves = legal.to_vec();
        }
        moves.retain(|m| *m != best);
        if moves.is_empty() {
            return first;
        }
        found = search(&moves);
    }
    found
}

/// Returns the moves that win at once.
#[must_use]
pub fn wins(position: &dyn AnyPosition) -> Vec<MoveBits> {
    let mut wins = Vec::new();
    position.each_behind(&mut |m, behind| {
        if behind.ending().is_some_and(|end| end.winner == Some(position.mover())) {
            wins.push(m);
        }
    });
    wins
}

/// Returns whether a move loses at once, or leaves the opponent a move that wins at once.
#[must_use]
pub fn hands_over(position: &dyn AnyPosition, m: MoveBits) -> bool {
    let (mover, behind) = (position.mover(), position.behind(m));
    match behind.ending() {
        Some(end) => end.winner == Some(!mover),
        None => behind.mover() != mover && !wins(&*behind).is_empty(),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;
    use crate::engine::{AnySearcher, Engine, NetworkChoice};
    use crate::games::{GameList, Standard};
    use crate::kernel::{Action, SplitMix64};

    fn searcher(game: &str) -> Box<dyn AnySearcher> {
        Engine::new().game(game).unwrap().searcher(1, &NetworkChoice::Own).unwrap()
    }

    fn play(searcher: &mut dyn AnySearcher, record: &dyn AnyRecord) -> MoveBits {
        let control = Control::new(Instant::now());
        searcher.search(record, &Limits::default(), &control, &mut |_| {}).best().unwrap()
    }

    /// Whether a move misses a win in one, or allows a loss in one where another does not.
    fn is_blunder(position: &dyn AnyPosition, m: MoveBits) -> bool {
        let won = |at: &dyn AnyPosition, player| {
            at.ending().is_some_and(|end| end.winner == Some(player))
        };
        let mover = position.mover();
        let (mut wins, mut safe) = (Vec::new(), Vec::new());
        for m in position.moves() {
            let behind = position.behind(m);
            if won(&*behind, mover) {
                wins.push(m);
            }
            let is_over = behind.ending().is_some();
            let answers =
                if is_over || behind.mover() == mover { Vec::new() } else { behind.moves() };
            if !won(&*behind, !mover) && !answers.iter().any(|a| won(&*behind.behind(*a), !mover)) {
                safe.push(m);
            }
        }
        match (wins.is_empty(), safe.is_empty()) {
            (false, _) => !wins.contains(&m),
            (true, false) => !safe.contains(&m),
            (true, true) => false,
        }
    }

    /// In random games of each game, where a random move would be a blunder at times.
    #[test]
    fn no_level_misses_a_win_in_one_or_allows_a_loss_in_one() {
        let mut met = Vec::new();
        for kind in Standard::ALL {
            let mut searcher = searcher(kind.name());
            let (mut rng, mut blunders) = (SplitMix64::new(5), 0);
            for game in 0.. {
                let mut record = kind.game().start(&[]).unwrap().record();
                while let Some(m) = record.random(&mut rng) {
                    let position = record.now();
                    // Wide positions are far from the end.
                    if position.mobility() < 200 && is_blunder(position, m) {
                        blunders += 1;
                        for number in Level::LEAST..Level::GREATEST {
                            let level = Level::new(number).unwrap();
                            searcher.set_weakness(Weakness::of(level, kind.about(), game));
                            let m = play(&mut *searcher, &*record);
                            let text = || position.action_text(Action::Move(m));
                            assert!(
                                !is_blunder(position, m),
                                "{level:?}: {} in {}",
                                text(),
                                position.text()
                            );
                        }
                    }
                    record.act(Action::Move(m)).unwrap();
                }
                if blunders >= 25 || game == 100 {
                    break;
                }
            }
            met.push(blunders);
        }
        // The last moves of Hexceed leave no choice.
        assert!(met.iter().filter(|met| **met >= 25).count() >= 3, "{met:?}");
    }

    #[test]
    fn a_level_plays_alike_for_a_seed_and_differs_between_seeds() {
        for kind in Standard::ALL {
            let mut searcher = searcher(kind.name());
            let record = kind.game().start(&[]).unwrap().record();
            let mut moves = |seed| {
                searcher.clear();
                searcher.set_weakness(Weakness::of(Level::new(1).unwrap(), kind.about(), seed));
                play(&mut *searcher, &*record)
            };
            let chosen: Vec<MoveBits> = (0..20).map(&mut moves).collect();
            assert_eq!((0..20).map(moves).collect::<Vec<_>>(), chosen, "{kind}");
            assert!(chosen.iter().any(|m| *m != chosen[0]), "{kind}");
        }
    }

    #[test]
    fn the_nodes_are_bounded_and_the_greatest_level_is_not_weak() {
        for kind in Standard::ALL {
            assert_eq!(Weakness::of(Level::FULL, kind.about(), 1), None);
            let ladder = kind.about().ladder;
            let grows = |pair: &[Rung]| pair[0].nodes <= pair[1].nodes;
            assert!(ladder.windows(2).all(grows), "{kind}");
            let mut searcher = searcher(kind.name());
            let record = kind.game().start(&[]).unwrap().record();
            let control = Control::new(Instant::now());
            for level in Level::all().take(9) {
                let weak = Weakness::of(level, kind.about(), 1).unwrap();
                searcher.set_weakness(Some(weak));
                let found = searcher.search(&*record, &Limits::default(), &control, &mut |_| {});
                let most = weak.nodes + 2 * record.legal().len() as u64 + 2;
                assert!(found.nodes <= most, "{kind} {level:?}: {} of {most}", found.nodes);
            }
        }
    }
}
