//! The engine's search, in this process.

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use pyo3::prelude::*;
use quincunx::engine::{AnySearcher, Engine, Level, NetworkChoice, Session, Settings};
use quincunx::experience::BookUse;
use quincunx::games::{AnyOracle, AnyPosition, AnyRecord, GameKind};
use quincunx::kernel::{Limits, OptionValue, Outcome, Worth, parallel};
use quincunx::network;
use quincunx::notation::{Text, moves};
use quincunx::search::{Control, Event, Line as Found};
use quincunx::store::{Access, Store, Sync};

use crate::array::{bools, int32};
use crate::error::{bad, failed, shown};
use crate::game;
use crate::state::State;
use crate::value::{Line, Value};
use crate::wait::{PULSE, wait};

/// The most threads that may be asked for.
const MOST_THREADS: usize = 256;
/// The most MiB of a table that may be asked for.
const MOST_HASH: usize = 1 << 20;

/// A search of one game: alpha-beta with a table of `hash` MiB on `threads` threads, as the program `quincunx`
/// does it.
///
/// It evaluates with the game's own network or with that of the file `network`. `tables` is a folder of solved positions, `store` a folder of experience that is used as an opening book. With
/// a `level` from 1 to 10 `best` and `lines` without limits of their own play like that level; below 10 each `seed`
/// errs in its own way.
///
/// While it searches, other threads of Python run, and Ctrl-C ends it; one that wants to search, too, waits for its
/// turn. What it has found helps the searches that follow; `clear` forgets it.
///
/// >>> from quincunx import Search, State
/// >>> search = Search("morris")
/// >>> search.best(State.from_text("morris", "B[a7,d7,g4]W[a1,c5,e3]turn[B]"), depth=4).value
/// Value('win in 1', proven)
/// >>> search.best(State("morris"), nodes=1000).value.proven
/// False
#[pyclass(frozen, module = "quincunx")]
pub(crate) struct Search {
    kind: GameKind,
    level: Option<Level>,
    threads: usize,
    /// Locked by the search that runs.
    session: Mutex<Box<dyn Session>>,
    searcher: Box<dyn AnySearcher>,
    tables: Option<Box<dyn AnyOracle>>,
    settings: Settings,
    /// The control of the search that runs, or of the last one.
    running: Mutex<Arc<Control>>,
}

/// What ends a search, as Python says it.
struct Wanted {
    time: Option<f64>,
    nodes: Option<u64>,
    depth: Option<u32>,
    mate: Option<u32>,
}

impl Wanted {
    /// Returns the limits, and how strong the search plays.
    fn limits(&self, level: Option<Level>) -> PyResult<(Limits, Level)> {
        let move_time = match self.time {
            None => None,
            Some(time) => Some(
                Duration::try_from_secs_f64(time)
                    .map_err(|_| bad(format!("a time of {time} s")))?,
            ),
        };
        let given = Limits {
            depth: self.depth,
            nodes: self.nodes,
            mate: self.mate,
            move_time,
            ..Limits::default()
        };
        match level {
            _ if given.is_limited() => Ok((given, Level::FULL)),
            Some(level) => Ok((level.limits(), level)),
            None => Err(bad("no limit: time, nodes, depth or mate")),
        }
    }
}

/// What is to be evaluated of a state.
enum Asked<'a> {
    /// The game is over.
    Over(Worth),
    Position(&'a dyn AnyPosition),
    Record(&'a dyn AnyRecord),
}

impl Search {
    fn check(&self, state: &State) -> PyResult<()> {
        if state.kind == self.kind {
            Ok(())
        } else {
            Err(bad(format!("a state of {}, but a search of {}", state.kind, self.kind)))
        }
    }

    /// Searches a state; returns the lines of the last iteration, and whether the move is from the book.
    fn run(
        &self,
        py: Python<'_>,
        state: &State,
        (limits, level): &(Limits, Level),
        lines: usize,
    ) -> PyResult<(Vec<Found<String>>, bool)> {
        self.check(state)?;
        let start = state.record.position(0);
        let (text, played) = (start.text(), state.moves_text());
        let choices = start.choices();
        // Made when its turn comes and its time begins, or by Ctrl-C before.
        let made = OnceLock::new();
        let control = || made.get_or_init(|| Arc::new(Control::new(Instant::now())));
        let work = || {
            let mut session = loop {
                if let Some(session) = self.session.try_lock_for(PULSE) {
                    break session;
                }
                if made.get().is_some() {
                    return Err("interrupted".to_owned());
                }
            };
            let control = control();
            *self.running.lock() = Arc::clone(control);
            for (at, value) in choices.iter().enumerate() {
                if session.rule(at) != *value && *value != OptionValue::Button {
                    session.set_rule(at, value);
                }
            }
            let texts: Vec<Text> = moves(&played);
            session.set_position(Some(&text), &texts).map_err(|error| error.to_string())?;
            let settings = Settings { multi_pv: lines, level: *level, ..self.settings };
            let job = session.search(limits, &[], settings).map_err(|error| error.to_string())?;
            let (mut found, mut from_book) = (Vec::new(), false);
            let best = job(control, &mut |event| match event {
                Event::Line(line) => {
                    found.truncate(line.multi_pv as usize - 1);
                    found.push(line);
                }
                Event::Book { .. } => from_book = true,
                Event::RootMove { .. } | Event::Warning(_) => {}
            });
            match found.first_mut() {
                Some(first) => *first = best,
                None => found.push(best),
            }
            Ok((found, from_book))
        };
        wait(py, || control().stop(), work)?.map_err(failed)
    }

    /// Returns what is to be evaluated of states; records, if they are to be searched.
    fn asked<'a>(
        &self,
        states: &'a [PyRef<'_, State>],
        with_records: bool,
    ) -> PyResult<Vec<Asked<'a>>> {
        states
            .iter()
            .map(|state| {
                self.check(state)?;
                let outcome: Option<Outcome> = state.record.result();
                Ok(match outcome {
                    Some(outcome) => Asked::Over(Worth::finished(outcome, state.now().mover())),
                    None if with_records => Asked::Record(&*state.record),
                    None => Asked::Position(state.now()),
                })
            })
            .collect()
    }

    /// Returns what a state is worth, from tables if they know it, by a search within limits or by itself.
    fn worth(
        &self,
        state: &Asked,
        searcher: &mut Option<Box<dyn AnySearcher>>,
        limits: &Limits,
        control: &Control,
    ) -> Worth {
        let position = match state {
            Asked::Over(worth) => return *worth,
            Asked::Position(position) => *position,
            Asked::Record(record) => record.now(),
        };
        if let Some(verdict) = self.tables.as_ref().and_then(|tables| tables.judge(position)) {
            return Worth::Table(verdict);
        }
        match (state, searcher) {
            (Asked::Record(record), Some(searcher)) => {
                searcher.search(*record, limits, control, &mut |_| {}).worth
            }
            _ => Worth::Estimate(self.searcher.evaluate(position).value()),
        }
    }
}

#[pymethods]
impl Search {
    #[new]
    #[pyo3(signature = (game, *, threads=1, hash=16, network=None, tables=None, store=None, level=None, seed=0))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        py: Python<'_>,
        game: &str,
        threads: usize,
        hash: usize,
        network: Option<PathBuf>,
        tables: Option<PathBuf>,
        store: Option<PathBuf>,
        level: Option<u8>,
        seed: u64,
    ) -> PyResult<Self> {
        let kind = game::find(game)?;
        if threads == 0 || threads > MOST_THREADS {
            return Err(bad(format!("{threads} threads: 1 to {MOST_THREADS}")));
        }
        if hash == 0 || hash > MOST_HASH {
            return Err(bad(format!("a table of {hash} MiB: 1 to {MOST_HASH}")));
        }
        let level = match level {
            None => None,
            Some(number) => Some(Level::new(number).ok_or_else(|| {
                bad(format!("level {number}: {} to {}", Level::LEAST, Level::GREATEST))
            })?),
        };
        py.detach(|| {
            let engine = Engine::new();
            let session = engine.game(kind.name()).ok_or_else(|| bad(shown(kind.name())))?;
            let mut session = session.fresh();
            session.set_hash(hash);
            if let Some(path) = &network {
                let bytes = network::load(path).map_err(bad)?;
                session.set_network(Some(&bytes)).map_err(bad)?;
            }
            let choice = network.map_or(NetworkChoice::Own, NetworkChoice::File);
            let searcher = session.searcher(1, &choice).map_err(bad)?;
            let mut oracle = None;
            if let Some(folder) = &tables {
                session.set_tables(Some(folder)).map_err(bad)?;
                let opened = kind.game().open_tables(folder).map_err(bad)?;
                oracle = opened.map(|(oracle, _)| oracle);
            }
            let mut settings = Settings { threads, seed, ..Settings::default() };
            if let Some(folder) = &store {
                session.set_book(Some(Store::open(folder, Access::Read, Sync::Each).map_err(bad)?));
                settings.book = Some(BookUse::default());
            }
            session.prepare().map_err(failed)?;
            Ok(Self {
                kind,
                level,
                threads,
                session: Mutex::new(session),
                searcher,
                tables: oracle,
                settings,
                running: Mutex::new(Arc::new(Control::new(Instant::now()))),
            })
        })
    }

    /// The name of the game.
    #[getter]
    fn game(&self) -> &'static str {
        self.kind.name()
    }

    /// Returns the best line from a state, searched for `time` seconds, so many `nodes` or plies of `depth`, or
    /// until a win in `mate` own moves is proven; the limit that is reached first counts.
    #[pyo3(signature = (state, *, time=None, nodes=None, depth=None, mate=None))]
    fn best(
        &self,
        py: Python<'_>,
        state: &State,
        time: Option<f64>,
        nodes: Option<u64>,
        depth: Option<u32>,
        mate: Option<u32>,
    ) -> PyResult<Line> {
        let limits = Wanted { time, nodes, depth, mate }.limits(self.level)?;
        let (mut found, from_book) = self.run(py, state, &limits, 1)?;
        Ok(Line::new(self.kind, found.swap_remove(0), from_book))
    }

    /// Returns the `count` best lines from a state, best first, or fewer if there are fewer moves.
    ///
    /// >>> from quincunx import Search, State
    /// >>> [line.depth for line in Search("trimok").lines(State("trimok"), 3, depth=3)]
    /// [3, 3, 3]
    #[pyo3(signature = (state, count, *, time=None, nodes=None, depth=None, mate=None))]
    #[allow(clippy::too_many_arguments)]
    fn lines(
        &self,
        py: Python<'_>,
        state: &State,
        count: usize,
        time: Option<f64>,
        nodes: Option<u64>,
        depth: Option<u32>,
        mate: Option<u32>,
    ) -> PyResult<Vec<Line>> {
        if count == 0 {
            return Err(bad("0 lines"));
        }
        let limits = Wanted { time, nodes, depth, mate }.limits(self.level)?;
        let (found, _) = self.run(py, state, &limits, count)?;
        Ok(found.into_iter().map(|line| Line::new(self.kind, line, false)).collect())
    }

    /// Evaluates many states at once and returns two numpy arrays: the scores in hundredths of the game's unit, of
    /// `int32`, and whether each is proven, of `bool`. Finished games and positions that tables know are proven.
    /// Without `nodes` or `depth` the others are judged by the evaluation alone, else each by a search of its own,
    /// which may prove something.
    ///
    /// >>> from quincunx import Search, State
    /// >>> scores, proven = Search("morris").evaluate([State("morris"), State("morris").play("resign")])
    /// >>> scores.tolist()[1], proven.tolist()
    /// (-32000, [False, True])
    #[pyo3(signature = (states, *, nodes=None, depth=None))]
    fn evaluate<'py>(
        &self,
        py: Python<'py>,
        states: Vec<PyRef<'py, State>>,
        nodes: Option<u64>,
        depth: Option<u32>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let limits = Limits { nodes, depth, ..Limits::default() };
        let searches = limits.is_limited();
        let asked = self.asked(&states, searches)?;
        let control = Control::new(Instant::now());
        // Some runs for each thread, so that none waits long for the last.
        let run = asked.len().div_ceil(self.threads * 8).max(if searches { 1 } else { 256 });
        let runs: Vec<&[Asked]> = asked.chunks(run).collect();
        let found: Vec<Mutex<Vec<Worth>>> = runs.iter().map(|_| Mutex::default()).collect();
        let one = |at: usize| {
            let mut searcher = if searches { self.searcher.another(4).ok() } else { None };
            let worths = runs[at]
                .iter()
                .map(|state| self.worth(state, &mut searcher, &limits, &control))
                .collect();
            *found[at].lock() = worths;
        };
        let threads = if runs.len() > 1 { self.threads } else { 1 };
        wait(py, || control.stop(), || parallel::each_on(threads, runs.len(), &one))?;
        let worths: Vec<Worth> = found.into_iter().flat_map(Mutex::into_inner).collect();
        let scores: Vec<i32> = worths.iter().map(|worth| worth.score().value()).collect();
        let proven: Vec<bool> = worths.iter().map(|worth| worth.is_certain()).collect();
        Ok((int32(py, &scores)?, bools(py, &proven)?))
    }

    /// Returns the evaluation of a state by itself, without a search, and its terms in the game's unit.
    fn terms(&self, state: &State) -> PyResult<(Value, Vec<(&'static str, f64)>)> {
        self.check(state)?;
        let (score, terms) = self.searcher.terms(state.now());
        let value = Value { kind: self.kind, worth: Worth::Estimate(score.value()) };
        Ok((value, terms.into_iter().map(|it| (it.name, f64::from(it.centi) / 100.0)).collect()))
    }

    /// Ends the search that another thread of Python runs; it returns what it has found.
    fn stop(&self) {
        self.running.lock().stop();
    }

    /// Forgets what searches have found.
    fn clear(&self, py: Python<'_>) {
        py.detach(|| self.session.lock().clear_hash());
    }

    fn __repr__(&self) -> String {
        format!("<Search {}, {} threads>", self.kind, self.threads)
    }
}
