//! Tables of solved positions.

use std::path::PathBuf;

use parking_lot::Mutex;
use pyo3::prelude::*;
use quincunx::games::{AnyOracle, GameList, Standard};
use quincunx::kernel::{Verdict, Worth};

use crate::error::bad;
use crate::state::State;
use crate::value::Value;

/// The tables of solved positions in a folder, of all games that have some there, as `quincunx tablebase` builds
/// them.
///
/// >>> from quincunx import Tables
/// >>> Tables("/nowhere")
/// Traceback (most recent call last):
///   ...
/// ValueError: /nowhere cannot be opened as a folder: there is no such file or folder
#[pyclass(frozen, module = "quincunx")]
pub(crate) struct Tables {
    folder: PathBuf,
    open: Vec<(&'static str, Box<dyn AnyOracle>)>,
    report: Vec<String>,
    complaints: Mutex<Vec<String>>,
}

#[pymethods]
impl Tables {
    #[new]
    fn new(folder: PathBuf) -> PyResult<Self> {
        let (mut open, mut report) = (Vec::new(), Vec::new());
        for kind in Standard::ALL {
            let found = kind.game().open_tables(&folder).map_err(bad)?;
            let Some((oracle, told)) = found else { continue };
            if !told.is_empty {
                report.extend(told.lines);
                open.push((kind.name(), oracle));
            }
        }
        Ok(Self { folder, open, report, complaints: Mutex::default() })
    }

    /// Line by line, what was found in the folder and what is wrong with it.
    #[getter]
    fn report(&self) -> Vec<String> {
        self.report.clone()
    }

    /// What could not be read since, each as a sentence.
    #[getter]
    fn complaints(&self) -> Vec<String> {
        let mut complaints = self.complaints.lock();
        complaints.extend(self.open.iter().flat_map(|(_, oracle)| oracle.complaints()));
        complaints.clone()
    }

    /// Returns what a state is worth to the player to move under its own rules, `None` if no table knows it. Draws
    /// by repetition, which depend on what was played before, play no part.
    fn probe(&self, state: &State) -> Option<Value> {
        if let Some(outcome) = state.record.result() {
            let worth = Worth::finished(outcome, state.now().mover());
            return Some(Value { kind: state.kind, worth });
        }
        let verdict = self.judge(state)?;
        Some(Value { kind: state.kind, worth: Worth::Table(verdict) })
    }

    /// Returns the most plies to the end of the game and those to the next move that cannot be undone, of a
    /// position that is won or lost, else `None`.
    fn distance(&self, state: &State) -> Option<(u32, u32)> {
        match self.judge(state)? {
            Verdict::Win(distance) | Verdict::Loss(distance) => {
                Some((distance.end, distance.progress))
            }
            Verdict::Draw => None,
        }
    }

    fn __repr__(&self) -> String {
        format!("<Tables {} of {}>", self.folder.display(), self.names().join(", "))
    }

    /// The games that have tables in the folder.
    #[getter]
    fn games(&self) -> Vec<&'static str> {
        self.names()
    }
}

impl Tables {
    fn names(&self) -> Vec<&'static str> {
        self.open.iter().map(|(name, _)| *name).collect()
    }

    fn judge(&self, state: &State) -> Option<Verdict> {
        let (_, oracle) = self.open.iter().find(|(name, _)| *name == state.kind.name())?;
        oracle.judge(state.now())
    }
}
