//! Many games at once, for learners.

use pyo3::prelude::*;
use pyo3::types::PyMapping;
use quincunx::games::{AnyPosition, AnyRecord, GameKind};
use quincunx::kernel::{Action, MoveBits, Outcome, SplitMix64};
use quincunx::network::{Design, Sink};
use rayon::prelude::*;

use crate::actions::Actions;
use crate::array::{array, bools, int32};
use crate::error::{IllegalMove, bad};
use crate::game;
use crate::outcome::reward;
use crate::state::State;

/// The most games that may be asked for.
const MOST: usize = 1 << 20;

/// How often a random opening is tried before the game begins without one.
const TRIES: usize = 100;

/// Writes inputs of a network as 32-bit floating-point numbers.
struct Writer<'a> {
    design: &'a Design,
    symmetry: usize,
    bytes: &'a mut [u8],
}

impl Writer<'_> {
    fn add(&mut self, at: usize, number: i32) {
        let Some(four) = self.bytes.get_mut(4 * at..4 * at + 4) else { return };
        let before = f32::from_ne_bytes([four[0], four[1], four[2], four[3]]);
        four.copy_from_slice(&(before + number as f32).to_ne_bytes());
    }
}

impl Sink for Writer<'_> {
    fn flag(&mut self, at: usize) {
        self.add((self.design.image)(at, self.symmetry), 1);
    }

    fn count(&mut self, at: usize, number: i32) {
        self.add(self.design.shape.flags + at, number);
    }

    fn tally(&mut self, at: usize, number: i32) {
        self.add(self.design.shape.flags + self.design.shape.counts + at, number);
    }
}

/// Writes what a network reads of a position into zeroes.
pub(crate) fn write_inputs(
    position: &dyn AnyPosition,
    design: &Design,
    symmetry: usize,
    bytes: &mut [u8],
) {
    position.give_inputs(&mut Writer { design, symmetry, bytes });
}

/// `count` games of a kind at once. Each call of `step` plays an action in every game; a game that is over starts
/// anew. `quincunx.vector.VectorEnv` is the same with the names that learners know.
///
/// With `plies` above 0, each game begins with so many random moves.
#[pyclass(module = "quincunx")]
pub(crate) struct Vector {
    kind: GameKind,
    design: Design,
    start: Box<dyn AnyPosition>,
    records: Vec<Box<dyn AnyRecord>>,
    rng: SplitMix64,
    plies: usize,
}

/// What a step did to a game.
type Stepped = (i32, bool, i32);

impl Vector {
    /// Returns a new game.
    fn fresh(&mut self) -> Box<dyn AnyRecord> {
        // An opening that ends the game is none.
        for _ in 0..TRIES {
            let mut record = self.start.record();
            for _ in 0..self.plies {
                let Some(m) = record.random(&mut self.rng) else { break };
                // A legal move is not refused.
                let _ = record.act(Action::Move(m));
            }
            if record.result().is_none() {
                return record;
            }
        }
        self.start.record()
    }
}

#[pymethods]
impl Vector {
    #[new]
    #[pyo3(signature = (game, count, rules=None, start=None, plies=0, seed=0))]
    fn new(
        game: &str,
        count: usize,
        rules: Option<&Bound<'_, PyMapping>>,
        start: Option<&State>,
        plies: usize,
        seed: u64,
    ) -> PyResult<Self> {
        let kind = game::find(game)?;
        if count == 0 || count > MOST {
            return Err(bad(format!("{count} games: 1 to {MOST}")));
        }
        if plies > 1000 {
            return Err(bad(format!("{plies} random plies: 0 to 1000")));
        }
        let start = match start {
            Some(_) if rules.is_some() => {
                return Err(bad("rules and a start, which has its own"));
            }
            Some(state) if state.kind != kind => {
                return Err(bad(format!("a state of {}, but games of {kind}", state.kind)));
            }
            Some(state) if state.record.result().is_some() => {
                return Err(bad("the game is over at its start"));
            }
            Some(state) => state.now().copied(),
            None => game::start(kind, rules)?,
        };
        let design = kind.game().design();
        let (records, rng) = (Vec::new(), SplitMix64::new(seed));
        let mut vector = Self { kind, design, start, records, rng, plies };
        vector.reset(None, count);
        Ok(vector)
    }

    /// Starts every game anew.
    #[pyo3(signature = (seed=None))]
    fn restart(&mut self, seed: Option<u64>) {
        self.reset(seed, self.records.len());
    }

    fn __len__(&self) -> usize {
        self.records.len()
    }

    /// Plays an action in every game, all or none. `actions` are as many 64-bit numbers as bytes. Returns for each
    /// game what the player who moved gets, 1, 0 or -1, whether the game was over and started anew, and the margin
    /// of that player in games of points.
    fn step<'py>(
        &mut self,
        py: Python<'py>,
        actions: &[u8],
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        if actions.len() != 8 * self.records.len() {
            let (given, games) = (actions.len() / 8, self.records.len());
            return Err(bad(format!("{given} actions for {games} games")));
        }
        let space = Actions::of(self.kind);
        let mut moves: Vec<MoveBits> = Vec::with_capacity(self.records.len());
        for (at, (eight, record)) in actions.chunks_exact(8).zip(&self.records).enumerate() {
            let action = i64::from_ne_bytes(eight.try_into().unwrap_or_default());
            let m = space.get(action);
            let m =
                m.ok_or_else(|| bad(format!("game {at}: {action} is no action of {}", self.kind)))?;
            if !record.now().moves().contains(&m) {
                let text = record.now().text();
                let message = format!("game {at}: action {action} is not legal in {text}");
                return Err(IllegalMove::new_err(message));
            }
            moves.push(m);
        }
        let records = &mut self.records;
        let stepped: Vec<Stepped> = py.detach(|| {
            let games = records.par_iter_mut().with_min_len(64).zip(&moves);
            games
                .map(|(record, m)| {
                    let mover = record.now().mover();
                    // It was checked.
                    let _ = record.act(Action::Move(*m));
                    let outcome: Option<Outcome> = record.result();
                    outcome.map_or((0, false, 0), |outcome| {
                        let margin = outcome.margin.unwrap_or(0) * mover.sign();
                        (i32::from(reward(&outcome, mover)), true, margin)
                    })
                })
                .collect()
        });
        for (at, (_, over, _)) in stepped.iter().enumerate() {
            if *over {
                self.records[at] = self.fresh();
            }
        }
        let rewards: Vec<i32> = stepped.iter().map(|it| it.0).collect();
        let over: Vec<bool> = stepped.iter().map(|it| it.1).collect();
        let margins: Vec<i32> = stepped.iter().map(|it| it.2).collect();
        Ok((int32(py, &rewards)?, bools(py, &over)?, int32(py, &margins)?))
    }

    /// Returns what a network reads of every game: `float32` of `(games, inputs)`.
    fn observations<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let inputs = game::inputs(&self.design.shape);
        array(py, "float32", &[self.records.len(), inputs], |bytes| {
            let rows = bytes.par_chunks_exact_mut(4 * inputs).with_min_len(64);
            rows.zip(&self.records).for_each(|(row, record)| {
                write_inputs(record.now(), &self.design, 0, row);
            });
        })
    }

    /// Returns which actions are legal in every game: `bool` of `(games, actions)`.
    fn masks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let space = Actions::of(self.kind);
        array(py, "bool", &[self.records.len(), space.len()], |bytes| {
            let rows = bytes.par_chunks_exact_mut(space.len()).with_min_len(64);
            rows.zip(&self.records).for_each(|(row, record)| {
                record.now().moves().into_iter().for_each(|m| row[space.number(m)] = 1);
            });
        })
    }

    /// Returns a legal action of every game, each with the same probability: `int64`.
    fn sample<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let space = Actions::of(self.kind);
        let (records, rng) = (&self.records, &mut self.rng);
        array(py, "int64", &[records.len()], |bytes| {
            for (eight, record) in bytes.chunks_exact_mut(8).zip(records) {
                let action = record.random(rng).map_or(-1, |m| space.number(m) as i64);
                eight.copy_from_slice(&action.to_ne_bytes());
            }
        })
    }

    /// Returns the number of the player to move in every game: `int32`.
    fn players<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let players = self.records.iter().map(|record| record.now().mover().index() as i32);
        int32(py, &players.collect::<Vec<_>>())
    }

    /// Returns a copy of a game.
    fn state(&self, at: usize) -> PyResult<State> {
        let record = self.records.get(at).ok_or_else(|| {
            pyo3::exceptions::PyIndexError::new_err(format!("game {at} of {}", self.records.len()))
        })?;
        Ok(State { record: record.copied(), kind: self.kind })
    }
}

impl Vector {
    fn reset(&mut self, seed: Option<u64>, count: usize) {
        if let Some(seed) = seed {
            self.rng = SplitMix64::new(seed);
        }
        self.records = (0..count).map(|_| self.fresh()).collect();
    }
}
