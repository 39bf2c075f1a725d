//! Jobs of a session that can run on any thread.

use std::borrow::Cow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use parking_lot::Mutex;

use super::memory::{Judge, Memory};
use super::settings::Settings;
use super::weak::{self, Weakness};
use crate::experience::{Decision, Experience, decide};
use crate::games::{AnyPosition, Bounds, Claims, Game, Proven};
use crate::kernel::{Action, MoveBits, Oracle, Packed, Record, SplitMix64, Worth};
use crate::network::Hybrid;
use crate::search::{Control, Event, Limits, Line, Searcher};
use crate::store::{Store, StoreError};

/// Where a search reports its events, with moves as text.
pub type Report<'a> = dyn FnMut(Event<String>) + Send + 'a;

/// A search ready to run. It returns the line whose first move is to be played.
pub type Job = Box<dyn FnOnce(&Control, &mut Report) -> Line<String> + Send>;

/// A perft ready to run: leaf counts below each move, or `None` when stopped.
pub type PerftJob = Box<dyn FnOnce(&AtomicBool, CountReport) -> Option<Vec<(String, u64)>> + Send>;

/// Is told the leaves below each move as soon as they are counted, with the move's place in the list.
pub type CountReport<'a> = &'a (dyn Fn(usize, &str, u64) + Sync);

/// A search of the current position of a record.
pub(super) struct Search<P: Game> {
    pub(super) searcher: Arc<Mutex<Searcher<P>>>,
    /// What the searches of all sessions remember.
    pub(super) memory: Arc<Memory>,
    pub(super) oracle: Option<Arc<dyn Oracle<P>>>,
    pub(super) evaluator: Arc<Hybrid<P>>,
    /// Who the evaluator is to the memory.
    pub(super) judge: Judge,
    /// What was learned from games.
    pub(super) book: Option<Store>,
    /// What is proven of the game.
    pub(super) claims: Arc<Claims>,
    pub(super) record: Record<P>,
    /// The root moves to search; all if empty.
    pub(super) root_moves: Vec<MoveBits>,
    pub(super) limits: Limits,
    pub(super) settings: Settings,
}

impl<P: Game> Search<P> {
    /// Searches, and holds back the answer if the limits require that.
    pub(super) fn run(&self, control: &Control, report: &mut Report) -> Line<String> {
        let line = self.search(control, report);
        if self.limits.infinite {
            control.wait();
        }
        control.wait_for_ponder_hit();
        self.write_line(&line)
    }

    fn search(&self, control: &Control, report: &mut Report) -> Line<MoveBits> {
        let mut searcher = self.searcher.lock();
        let weakness = Weakness::of(self.settings.level, P::ABOUT, self.settings.seed);
        // Few nodes are over at once, and on one thread they are always the same.
        searcher.set_threads(if weakness.is_some() { 1 } else { self.settings.threads });
        searcher.set_overhead(self.settings.overhead);
        searcher.set_evaluator(Arc::clone(&self.evaluator));
        let Self { record, limits, settings, .. } = self;
        let decision = self.consult_book().unwrap_or_else(|error| {
            report(Event::Warning(format!("book: {error}; the search does without it")));
            Decision::Order(Vec::new())
        });
        let first = match decision {
            Decision::Play(m, tally) => {
                let games = tally.games();
                let share = (1000.0 * tally.points() / games.max(1) as f64).round() as u32;
                report(self.write(Event::Book { m, games, share }));
                let worth = tally.searched.map_or(Worth::Estimate(0), |(score, _)| score.into());
                return Line { pv: vec![m], ..Line::nothing(worth) };
            }
            Decision::Order(moves) => moves,
        };
        searcher.look_first_at(first);
        searcher.set_tuning(settings.tuning);
        searcher.set_multi_pv(settings.multi_pv);
        searcher.set_oracle(self.oracle.clone());
        let (root_moves, bounds) = self.consult_claims(weakness);
        searcher.set_known(bounds.exact().map(Worth::Margin));
        let blur = weak::blur(weakness);
        let judge = self.judge.seeing(blur);
        searcher.set_blur(blur);
        let searcher = &mut *searcher;
        if settings.remembers {
            self.memory.recall(record, searcher, judge);
        }
        let bounded = |line: Line<MoveBits>| Line { worth: bounds.clamp(line.worth), ..line };
        let mut tell = |event| {
            self.warn(report);
            let event = match event {
                Event::Line(line) => Event::Line(bounded(line)),
                other => other,
            };
            report(self.write(event));
        };
        let line =
            weak::search(weakness, searcher, record, &root_moves, limits, control, &mut tell);
        if settings.remembers {
            self.memory.gather(record, searcher, &line, judge);
        }
        self.warn(report);
        bounded(line)
    }

    /// Reports what the oracle could not read.
    fn warn(&self, report: &mut Report) {
        let complaints = self.oracle.as_ref().map(|oracle| oracle.complaints());
        for complaint in complaints.unwrap_or_default() {
            report(Event::Warning(complaint));
        }
    }

    /// Asks the book for a move, but not in analysis, and not if the record leads to draws that the
    /// book does not know about.
    fn consult_book(&self) -> Result<Decision, StoreError> {
        let Self { record, root_moves, limits, settings, .. } = self;
        let nothing = Ok(Decision::Order(Vec::new()));
        let (Some(store), Some(how)) = (&self.book, settings.book) else { return nothing };
        let is_analysis = limits.infinite || limits.ponder || limits.mate.is_some();
        let is_choice = root_moves.is_empty() && settings.multi_pv == 1;
        let is_early = how.plies == 0 || record.steps().len() < how.plies as usize;
        if is_analysis || !is_choice || !is_early || record.outcome().is_some() {
            return nothing;
        }
        if !record.drawn_next().is_empty() {
            return nothing;
        }
        let position = record.current();
        let experience = Experience::find(store, position)?;
        let known = experience.map_or_else(|| Ok(Vec::new()), |found| found.behind(position))?;
        let mut rng = SplitMix64::new(settings.seed ^ position.packed().fold());
        Ok(decide(&known, P::ABOUT.odds, how, &mut rng))
    }

    /// Returns the root moves to search, all if there are none, and bounds of what each is worth. Where the margin is
    /// proven, or a win, these are moves that keep it.
    fn consult_claims(&self, weakness: Option<Weakness>) -> (Cow<'_, [MoveBits]>, Bounds) {
        let Self { record, root_moves, limits, settings, .. } = self;
        let asked = (Cow::from(root_moves), Bounds::UNKNOWN);
        let is_choice = root_moves.is_empty() && settings.multi_pv == 1;
        if !is_choice || weakness.is_some() || limits.mate.is_some() || record.outcome().is_some() {
            return asked;
        }
        let Proven { bounds, moves } = self.claims.proven(record.current());
        let is_known = bounds.exact().is_some() || bounds.is_won();
        if is_known && !moves.is_empty() { (moves.into(), bounds) } else { asked }
    }

    /// Writes an event with its moves as text.
    fn write(&self, event: Event<MoveBits>) -> Event<String> {
        let text = |m| AnyPosition::action_text(self.record.current(), Action::Move(m));
        match event {
            Event::Line(line) => Event::Line(self.write_line(&line)),
            Event::RootMove { depth, m, number } => Event::RootMove { depth, m: text(m), number },
            Event::Book { m, games, share } => Event::Book { m: text(m), games, share },
            Event::Warning(text) => Event::Warning(text),
        }
    }

    /// Writes a line with its moves as text.
    fn write_line(&self, line: &Line<MoveBits>) -> Line<String> {
        let mut position = self.record.current().clone();
        let mut pv = Vec::with_capacity(line.pv.len());
        for m in line.pv.iter().filter_map(|m| m.decode()) {
            pv.push(position.write_move(m));
            position.make(m);
        }
        line.with_moves(pv)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::super::Level;
    use super::*;
    use crate::games::Claim;
    use crate::games::hexceed::Hexceed;
    use crate::kernel::{Effort, Position, Score};

    const EFFORT: Effort = Effort { mib: 1, nodes: u64::MAX, gives_up: &|| false, threads: 1 };

    /// A position of random play with so many plies to the end.
    fn random(plies: u32, rng: &mut SplitMix64) -> Hexceed {
        let mut position = Hexceed::start(&());
        while position.plies_left() > Some(plies) {
            let mut moves = Vec::new();
            position.legal_moves(&mut moves);
            position.make(moves[rng.below(moves.len())]);
        }
        position
    }

    /// Returns the final margin, from the view of the first player.
    fn margin(position: &dyn AnyPosition) -> i32 {
        position.mover().sign() * position.proof(u64::MAX, EFFORT).unwrap().margin
    }

    /// Returns positions ten plies before the end, with the final margins from the view of the side to move.
    fn solved(count: u64) -> impl Iterator<Item = (Hexceed, i32)> {
        (0..count).map(|seed| {
            let position = random(10, &mut SplitMix64::new(seed));
            (position, position.mover().sign() * margin(&position))
        })
    }

    /// Returns whether the first move of a line keeps the value of a position.
    fn keeps(here: &dyn AnyPosition, value: i32, line: &Line<MoveBits>) -> bool {
        here.mover().sign() * margin(&*here.behind(line.pv[0])) == value
    }

    /// Searches a position one ply deep.
    fn search(position: &Hexceed, claims: Claims, settings: Settings) -> Line<MoveBits> {
        let evaluator = Arc::new(Hybrid::default());
        let searcher = Searcher::with_evaluator(1, Arc::clone(&evaluator)).unwrap();
        let search = Search {
            searcher: Arc::new(Mutex::new(searcher)),
            memory: Arc::new(Memory::new()),
            oracle: None,
            judge: Judge::of(&evaluator),
            evaluator,
            book: None,
            claims: Arc::new(claims),
            record: Record::new(*position),
            root_moves: Vec::new(),
            limits: Limits { depth: Some(1), ..Limits::default() },
            settings,
        };
        search.search(&Control::new(Instant::now()), &mut |_| {})
    }

    #[test]
    fn proven_margins_are_kept() {
        let mut errors = 0;
        for (position, value) in solved(20) {
            let here: &dyn AnyPosition = &position;
            let mut lines = Vec::new();
            here.each_behind(&mut |_, behind| {
                for is_lower in [true, false] {
                    let (position, margin) = (behind.copied(), margin(behind));
                    lines.push(Claim { position, is_lower, margin }.line());
                }
            });
            let claims = || Claims::read(&lines.join("\n"), here).unwrap();
            let known = search(&position, claims(), Settings::default());
            assert!(
                keeps(here, value, &known) && known.worth == Worth::Margin(value),
                "{}",
                here.text()
            );
            // Neither a weak level nor a search of several lines goes by it.
            for settings in [
                Settings { level: Level::new(2).unwrap(), ..Settings::default() },
                Settings { multi_pv: 2, ..Settings::default() },
            ] {
                let found = search(&position, claims(), settings);
                assert!(!found.worth.is_certain(), "{}", here.text());
            }
            let plain = search(&position, Claims::default(), Settings::default());
            errors += u32::from(!keeps(here, value, &plain));
        }
        assert!(errors > 0, "a search of one ply errs without claims");
    }

    #[test]
    fn proven_wins_are_kept() {
        let (mut wins, mut raised, mut errors) = (0, 0, 0);
        for (position, value) in solved(40) {
            let here: &dyn AnyPosition = &position;
            let sign = here.mover().sign();
            let mut lines = Vec::new();
            here.each_behind(&mut |_, behind| {
                let (position, margin) = (behind.copied(), margin(behind));
                if sign * margin == value {
                    lines.push(Claim { position, is_lower: sign > 0, margin }.line());
                }
            });
            let claims = Claims::read(&lines.join("\n"), here).unwrap();
            let bounds = claims.proven(here).bounds;
            assert_eq!(bounds, Bounds { lower: value, ..Bounds::UNKNOWN });
            let found = search(&position, claims, Settings::default());
            let plain = search(&position, Claims::default(), Settings::default());
            if value > 0 {
                assert!(
                    keeps(here, value, &found) && found.worth == bounds.clamp(found.worth),
                    "{}",
                    here.text()
                );
                wins += 1;
                raised += u32::from(found.worth.score() == Score::points(value));
                errors += u32::from(!keeps(here, value, &plain));
            } else {
                assert_eq!((found.worth, found.pv), (plain.worth, plain.pv), "not a win");
            }
        }
        assert!(wins > 5 && raised > 0 && errors > 0, "{wins} {raised} {errors}");
    }
}
