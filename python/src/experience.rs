//! What was learned from finished games.

use std::path::PathBuf;

use pyo3::prelude::*;
use quincunx::experience::{self, Lesson, Run};
use quincunx::kernel::Action;
use quincunx::store::{Access, Store, Sync};

use crate::error::{bad, failed};
use crate::state::State;

/// What finished games say about a legal move.
#[pyclass(frozen, module = "quincunx", get_all)]
pub(crate) struct Known {
    /// The move, as text.
    r#move: String,
    /// How many games came through the position behind it.
    games: u64,
    /// How many of them the player to move won.
    wins: u32,
    /// How many were drawn.
    draws: u32,
    /// How many the player to move lost.
    losses: u32,
    /// The share of points to expect of the next game with it, from 0 to 1.
    expected: f64,
}

#[pymethods]
impl Known {
    fn __repr__(&self) -> String {
        let Self { r#move, games, expected, .. } = self;
        format!("<Known {move}: {games} games, expects {expected:.3}>", r#move = r#move)
    }
}

/// What was learned from finished games, in a folder that `quincunx learn` and this class write: for each
/// position, reduced by symmetry, the results of the games that came through it.
///
/// >>> import tempfile
/// >>> from quincunx import Experience, State
/// >>> with tempfile.TemporaryDirectory() as folder:
/// ...     experience = Experience(folder, write=True)
/// ...     game = State("morris").play("d6").play("resign")
/// ...     positions = experience.learn(game)
/// ...     best = max(experience.moves(State("morris")), key=lambda known: known.games)
/// >>> positions, best.games, best.wins
/// (1, 1, 1)
#[pyclass(frozen, module = "quincunx")]
pub(crate) struct Experience {
    store: Store,
    write: bool,
}

#[pymethods]
impl Experience {
    #[new]
    #[pyo3(signature = (folder, write=false))]
    fn new(folder: PathBuf, write: bool) -> PyResult<Self> {
        let access = if write { Access::Write } else { Access::Read };
        Ok(Self { store: Store::open(&folder, access, Sync::Each).map_err(bad)?, write })
    }

    /// Returns what is known about each legal move of a state; empty if nothing is known of the game under its
    /// rules, or the game is over.
    fn moves(&self, state: &State) -> PyResult<Vec<Known>> {
        if state.record.result().is_some() {
            return Ok(Vec::new());
        }
        let position = state.now();
        let found = experience::Experience::find(&self.store, position).map_err(failed)?;
        let Some(found) = found else { return Ok(Vec::new()) };
        let known = found.known(position).map_err(failed)?;
        let odds = state.kind.about().odds;
        let known = known.into_iter().map(|known| Known {
            r#move: position.action_text(Action::Move(known.m)),
            games: known.tally.games(),
            wins: known.tally.wins,
            draws: known.tally.draws,
            losses: known.tally.losses,
            expected: known.weight(odds),
        });
        Ok(known.collect())
    }

    /// Adds a finished game and returns how many of its positions are new. `run` names the series that the game
    /// belongs to; the store counts the games of each.
    #[pyo3(signature = (game, run="python"))]
    fn learn(&self, py: Python<'_>, game: &State, run: &str) -> PyResult<u64> {
        if !self.write {
            return Err(bad("this is open for reading: Experience(folder, write=True) learns"));
        }
        let outcome = game.record.result().ok_or_else(|| bad("the game is not over"))?;
        let record = &*game.record;
        py.detach(|| {
            let start = record.position(0);
            let found = experience::Experience::open(&self.store, start).map_err(failed)?;
            let run = Run::open(&self.store, start, run).map_err(failed)?;
            let games = run.games(&self.store).map_err(failed)?;
            let lesson = Lesson::of(record, outcome.winner, record.plies(), &[]);
            found.add(&lesson, &run, games + 1).map_err(failed)
        })
    }

    /// Returns how many games of a run were added, under the rules of a state.
    #[pyo3(signature = (state, run="python"))]
    fn games(&self, state: &State, run: &str) -> PyResult<u64> {
        // A run is created when it is opened, and this only looks.
        let found = experience::Experience::find(&self.store, state.now()).map_err(failed)?;
        if found.is_none() {
            return Ok(0);
        }
        let run = Run::open(&self.store, state.now(), run).map_err(failed)?;
        run.games(&self.store).map_err(failed)
    }

    fn __repr__(&self) -> String {
        format!("<Experience {}>", self.store.folder().display())
    }
}
