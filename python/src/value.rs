//! What a search says.

use pyo3::prelude::*;
use quincunx::games::GameKind;
use quincunx::kernel::{Verdict, Worth};
use quincunx::search;

/// What a position or a line of play is worth to the player to move, and how that is known.
///
/// `float(value)` is the score. `proven` tells a proof from an estimate; see `kind`.
#[pyclass(frozen, module = "quincunx")]
#[derive(Clone)]
pub(crate) struct Value {
    pub(crate) kind: GameKind,
    pub(crate) worth: Worth,
}

#[pymethods]
impl Value {
    /// `estimate`, or what is proven: `win`, `draw`, `loss` or, in games of points, `margin`.
    #[getter]
    pub(crate) fn kind(&self) -> &'static str {
        match self.worth {
            Worth::Estimate(_) => "estimate",
            Worth::Win(_) | Worth::Table(Verdict::Win(_)) => "win",
            Worth::Draw | Worth::Table(Verdict::Draw) => "draw",
            Worth::Loss(_) | Worth::Table(Verdict::Loss(_)) => "loss",
            Worth::Margin(_) => "margin",
        }
    }

    /// Whether the sign of the score is the result under best play.
    #[getter]
    fn proven(&self) -> bool {
        self.worth.is_certain()
    }

    /// The score in the game's unit, such as men or points. A win in n plies is 320 - n/100, a loss the opposite.
    #[getter]
    fn score(&self) -> f64 {
        f64::from(self.worth.score().value()) / 100.0
    }

    /// The most plies to the end of the game, of a win or a loss that is proven, else `None`.
    #[getter]
    fn plies(&self) -> Option<u32> {
        self.worth.score().plies()
    }

    /// The chances of win, draw and loss at this score.
    #[getter]
    fn chances(&self) -> (f64, f64, f64) {
        let certain = self.worth.is_certain();
        let odds = self.kind.about().odds.thousandths(self.worth.score(), certain);
        let [win, draw, loss] = odds.map(|thousandths| f64::from(thousandths) / 1000.0);
        (win, draw, loss)
    }

    fn __float__(&self) -> f64 {
        self.score()
    }

    fn __repr__(&self) -> String {
        let proven = if self.proven() { "proven" } else { "estimate" };
        format!("Value('{}', {proven})", self.worth)
    }
}

/// A line of play that a search has found.
#[pyclass(frozen, module = "quincunx", get_all)]
pub(crate) struct Line {
    /// The moves, best play of both sides; empty only if the game is over.
    pv: Vec<String>,
    /// What the first move is worth to the player to move.
    value: Value,
    /// How deep the search was, in plies.
    depth: u32,
    /// The deepest ply that was looked at.
    selective_depth: u32,
    /// The nodes of the search.
    nodes: u64,
    /// How long it took, in seconds.
    time: f64,
    /// How many positions tables have judged.
    table_hits: u64,
    /// Whether the move is from the opening book of `store`.
    from_book: bool,
}

impl Line {
    pub(crate) fn new(kind: GameKind, line: search::Line<String>, from_book: bool) -> Self {
        Self {
            value: Value { kind, worth: line.worth },
            depth: line.depth,
            selective_depth: line.selective_depth,
            nodes: line.nodes,
            time: line.time.as_secs_f64(),
            table_hits: line.oracle_hits,
            pv: line.pv,
            from_book,
        }
    }
}

#[pymethods]
impl Line {
    /// The best move, `None` if the game is over.
    #[getter(r#move)]
    fn best(&self) -> Option<&str> {
        self.pv.first().map(String::as_str)
    }

    fn __repr__(&self) -> String {
        let Self { pv, depth, nodes, value, .. } = self;
        let pv = pv.iter().take(4).cloned().collect::<Vec<_>>().join(" ");
        format!("<Line {pv}: {}, depth {depth}, {nodes} nodes>", value.worth)
    }
}
