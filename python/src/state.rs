//! A game in progress.

use std::sync::atomic::{AtomicBool, Ordering};

use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt, PyMapping, PyString, PyType};
use quincunx::games::{AnyPosition, AnyRecord, GameKind};
use quincunx::kernel::{Action, IllegalMove, MoveBits, MoveError, Player, SplitMix64, perft};
use quincunx::notation;

use crate::actions::Actions;
use crate::array::array;
use crate::error::{bad, illegal, move_error, position_error, shown};
use crate::outcome::Ended;
use crate::vector::write_inputs;
use crate::wait::wait;
use crate::{game, playout};

/// A game in progress: its rules, the position, and the moves that led there.
///
/// A state is always legal: moves are checked when they are played, positions when they are read, and what is
/// refused leaves the state as it was. Moves are texts such as `"d6"` or `"B[d6]"`, or actions: numbers that stand
/// for the same move in every state of the game.
///
/// `rules` has the choices that differ from the default; `game(name)["rules"]` lists them.
///
/// >>> from quincunx import State
/// >>> state = State("morris", rules={"quiet": 50})
/// >>> state.play("d6").play("d2").to_move
/// 'B'
/// >>> len(state.legal_moves()), state.moves
/// (22, ['B[d6]', 'W[d2]'])
/// >>> state.undo().text
/// 'B[d6]W[]hand[8,9]turn[W]'
/// >>> state.play("a8")
/// Traceback (most recent call last):
///   ...
/// quincunx.ParseError: expected a point such as a7, found "a8" at column 1
/// a8
/// ^
/// >>> state.play("d6")
/// Traceback (most recent call last):
///   ...
/// quincunx.IllegalMove: "d6" is not legal: d6 is not empty
#[pyclass(module = "quincunx")]
pub(crate) struct State {
    pub(crate) record: Box<dyn AnyRecord>,
    pub(crate) kind: GameKind,
}

impl State {
    fn new(kind: GameKind, start: &dyn AnyPosition) -> Self {
        Self { record: start.record(), kind }
    }

    pub(crate) fn now(&self) -> &dyn AnyPosition {
        self.record.now()
    }

    /// Returns what was played, as a record.
    pub(crate) fn moves_text(&self) -> String {
        self.moves().join(";")
    }

    fn actions(&self) -> &'static Actions {
        Actions::of(self.kind)
    }

    fn letter(&self, player: Player) -> &'static str {
        self.kind.game().players()[player.index()]
    }

    /// Reads a move or an action, and returns how messages show it; whether it is legal is known only for texts.
    fn read(&self, py: Python<'_>, m: &Bound<'_, PyAny>) -> PyResult<(String, Action<MoveBits>)> {
        if let Ok(text) = m.cast::<PyString>() {
            let text = text.to_string();
            if self.record.result().is_some() {
                let error = MoveError::from(IllegalMove::game_over());
                return Err(move_error(py, &text, &error));
            }
            let action = self.now().read_action(&text).map_err(|e| move_error(py, &text, &e))?;
            return Ok((shown(&text), action));
        }
        if m.cast::<PyInt>().is_err() && !m.hasattr("__index__")? {
            return Err(PyTypeError::new_err(format!(
                "{m} is neither the text of a move nor an action"
            )));
        }
        let action: i64 = m.extract()?;
        let actions = self.actions();
        let m = actions.get(action).ok_or_else(|| {
            let last = actions.len() - 1;
            bad(format!("{action} is no action of {}: 0 to {last}", self.kind))
        })?;
        Ok((format!("action {action}"), Action::Move(m)))
    }
}

#[pymethods]
impl State {
    #[new]
    #[pyo3(signature = (game, rules=None))]
    fn start(game: &str, rules: Option<&Bound<'_, PyMapping>>) -> PyResult<Self> {
        let kind = game::find(game)?;
        Ok(Self::new(kind, &*game::start(kind, rules)?))
    }

    /// Returns the state of a position in the notation of the game.
    ///
    /// >>> from quincunx import State
    /// >>> State.from_text("morris", "B[d6]W[]hand[8,9]turn[W]").to_move
    /// 'W'
    /// >>> State.from_text("morris", "B[d6,d6]W[]hand[8,9]turn[W]")
    /// Traceback (most recent call last):
    ///   ...
    /// quincunx.ParseError: point given twice: "d6" at column 6
    /// B[d6,d6]W[]hand[8,9]turn[W]
    ///      ^
    #[classmethod]
    #[pyo3(signature = (game, text, rules=None))]
    fn from_text(
        _class: &Bound<'_, PyType>,
        py: Python<'_>,
        game: &str,
        text: &str,
        rules: Option<&Bound<'_, PyMapping>>,
    ) -> PyResult<Self> {
        let kind = game::find(game)?;
        let start = game::start(kind, rules)?;
        let position = start.parsed(text).map_err(|error| position_error(py, text, &error))?;
        Ok(Self::new(kind, &*position))
    }

    /// Returns the state after the moves of a record, separated by `;` or blanks, as published games are.
    ///
    /// >>> from quincunx import State
    /// >>> State.from_record("morris", "B[d6];W[d2] B[f4];").ply
    /// 3
    #[classmethod]
    #[pyo3(signature = (game, record, rules=None, start=None))]
    fn from_record(
        class: &Bound<'_, PyType>,
        py: Python<'_>,
        game: &str,
        record: &str,
        rules: Option<&Bound<'_, PyMapping>>,
        start: Option<&str>,
    ) -> PyResult<Self> {
        let mut state = match start {
            Some(text) => Self::from_text(class, py, game, text, rules)?,
            None => Self::start(game, rules)?,
        };
        for text in notation::moves(record) {
            let (text, action) = state.read(py, PyString::new(py, text.text).as_any())?;
            state.record.act(action).map_err(|error| illegal(&text, &error))?;
        }
        Ok(state)
    }

    /// The name of the game.
    #[getter]
    fn game(&self) -> &'static str {
        self.kind.name()
    }

    /// The choices that the rules leave open, as they are here.
    #[getter]
    fn rules<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        game::rules(py, self.now())
    }

    /// The letters of the players; the first moves first from the start position.
    #[getter]
    fn players(&self) -> (&'static str, &'static str) {
        let [first, second] = self.kind.game().players();
        (first, second)
    }

    /// The letter of the player to move. A player may move several times in a row.
    #[getter]
    fn to_move(&self) -> &'static str {
        self.letter(self.now().mover())
    }

    /// The number of the player to move, 0 or 1.
    #[getter]
    fn player(&self) -> usize {
        self.now().mover().index()
    }

    /// How many moves were played, without those before the first position of this state.
    #[getter]
    fn ply(&self) -> usize {
        self.record.plies()
    }

    /// The moves that were played, a resignation included.
    #[getter]
    fn moves(&self) -> Vec<String> {
        let mut texts = self.record.texts();
        if self.record.resigner().is_some() {
            texts.push(self.now().action_text(Action::Resign));
        }
        texts
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.record.result().is_some()
    }

    /// How the game ended, `None` if it goes on.
    #[getter]
    fn result(&self) -> Option<Ended> {
        self.record.result().map(|outcome| Ended { kind: self.kind, outcome })
    }

    /// The points of both players in games of points, else `None`.
    ///
    /// >>> from quincunx import State
    /// >>> State("hexceed").points, State("morris").points
    /// ((0, 0), None)
    #[getter]
    fn points(&self) -> Option<(i32, i32)> {
        let points = |player| self.now().points_of(player);
        Some((points(Player::First)?, points(Player::Second)?))
    }

    /// The position in the notation of the game: canonical, and `from_text` reads it.
    #[getter]
    fn text(&self) -> String {
        self.now().text()
    }

    /// The position that the moves start from.
    #[getter]
    fn start_text(&self) -> String {
        self.record.position(0).text()
    }

    /// A 64-bit number that is the same for equal boards with the same player to move, whatever came before.
    #[getter]
    fn hash(&self) -> u64 {
        self.now().key()
    }

    /// Returns the legal moves as text; none when the game is over.
    fn legal_moves(&self) -> Vec<String> {
        self.record.legal_texts()
    }

    /// Returns the actions of the legal moves, in the same order.
    ///
    /// >>> from quincunx import State
    /// >>> state = State("dominions")
    /// >>> state.legal_actions()[:2], state.legal_moves()[:2]
    /// ([8, 16], ['W[P8q9]', 'W[P16q9]'])
    fn legal_actions(&self) -> Vec<usize> {
        let actions = self.actions();
        self.record.legal().into_iter().map(|m| actions.number(m)).collect()
    }

    /// How many actions the game has.
    #[getter]
    fn action_count(&self) -> usize {
        self.actions().len()
    }

    /// Returns a numpy array of `bool`, one for each action: whether it is legal.
    fn action_mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let actions = self.actions();
        array(py, "bool", &[actions.len()], |bytes| {
            for m in self.record.legal() {
                bytes[actions.number(m)] = 1;
            }
        })
    }

    /// Returns the action of a legal move.
    ///
    /// >>> from quincunx import State
    /// >>> state = State("morris")
    /// >>> state.action("d6"), state.move_text(state.action("d6"))
    /// (14649, 'B[d6]')
    fn action(&self, py: Python<'_>, text: &Bound<'_, PyString>) -> PyResult<usize> {
        match self.read(py, text.as_any())? {
            (_, Action::Move(m)) => Ok(self.actions().number(m)),
            (text, Action::Resign) => Err(bad(format!("{text} has no action"))),
        }
    }

    /// Returns the text of a legal action.
    fn move_text(&self, py: Python<'_>, action: &Bound<'_, PyAny>) -> PyResult<String> {
        let (text, action) = self.read(py, action)?;
        self.record.copied().act(action).map_err(|error| illegal(&text, &error))?;
        Ok(self.now().action_text(action))
    }

    /// Returns whether a text or an action is a legal move; a resignation is one.
    fn is_legal(&self, py: Python<'_>, m: &Bound<'_, PyAny>) -> bool {
        self.read(py, m).is_ok_and(|(_, action)| self.record.copied().act(action).is_ok())
    }

    /// Plays a move, a text or an action, and returns the state itself. `"resign"` ends the game in the
    /// games that know it.
    fn play<'py>(
        mut slf: PyRefMut<'py, Self>,
        py: Python<'py>,
        m: &Bound<'py, PyAny>,
    ) -> PyResult<PyRefMut<'py, Self>> {
        let (text, action) = slf.read(py, m)?;
        slf.record.act(action).map_err(|error| illegal(&text, &error))?;
        Ok(slf)
    }

    /// Takes back moves and returns the state itself.
    #[pyo3(signature = (count=1))]
    fn undo(mut slf: PyRefMut<'_, Self>, count: usize) -> PyResult<PyRefMut<'_, Self>> {
        let played = slf.record.plies() + usize::from(slf.record.resigner().is_some());
        if count > played {
            return Err(PyIndexError::new_err(format!(
                "{count} moves to take back, {played} were played"
            )));
        }
        for _ in 0..count {
            slf.record.take_back();
        }
        Ok(slf)
    }

    /// Returns a copy, which goes its own way.
    fn copy(&self) -> Self {
        Self { record: self.record.copied(), kind: self.kind }
    }

    fn __copy__(&self) -> Self {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.copy()
    }

    /// Returns a random legal move, each with the same probability; `None` when the game is over.
    fn random_move(&self, seed: u64) -> Option<String> {
        let m = self.record.random(&mut SplitMix64::new(seed))?;
        Some(self.now().action_text(Action::Move(m)))
    }

    /// Plays random legal moves from here to the end, on a copy, and returns how that game ended; `None` if it
    /// did not end within `plies` moves.
    ///
    /// >>> from quincunx import State
    /// >>> State("hexceed").playout(seed=1)
    /// Result('1 wins (points by 1)')
    #[pyo3(signature = (seed, plies=10_000))]
    fn playout(&self, seed: u64, plies: usize) -> Option<Ended> {
        let mut rng = SplitMix64::new(seed);
        let outcome = playout::playout(&mut *self.record.copied(), &mut rng, plies)?;
        Some(Ended { kind: self.kind, outcome })
    }

    /// Returns what a network reads of the position, from the view of the player to move: a numpy array of
    /// `float32` that nothing else holds, of `game(name)["inputs"]` numbers. Flags come first, then counts, then
    /// tallies. Under a symmetry, a number below `game(name)["symmetries"]`, the array is that of the position
    /// turned or mirrored; 0 leaves it as it is.
    ///
    /// >>> from quincunx import State
    /// >>> State("morris").observation().shape
    /// (550,)
    #[pyo3(signature = (symmetry=0))]
    fn observation<'py>(&self, py: Python<'py>, symmetry: usize) -> PyResult<Bound<'py, PyAny>> {
        let design = self.kind.game().design();
        if symmetry >= design.symmetries {
            let last = design.symmetries - 1;
            return Err(bad(format!("{symmetry} is no symmetry of {}: 0 to {last}", self.kind)));
        }
        array(py, "float32", &[game::inputs(&design.shape)], |bytes| {
            write_inputs(self.now(), &design, symmetry, bytes);
        })
    }

    /// Returns a drawing of the board as text.
    ///
    /// >>> from quincunx import State
    /// >>> len(State("morris").draw().splitlines())
    /// 18
    fn draw(&self) -> String {
        self.now().picture()
    }

    /// Returns what a front end needs to draw the board, as JSON: `game` is the description of the game, `scene`
    /// that of this position.
    fn _scene(&self) -> PyResult<(String, String)> {
        let json = |value: Result<String, serde_json::Error>| value.map_err(bad);
        let game = json(serde_json::to_string(&self.kind.game().description()))?;
        Ok((game, json(serde_json::to_string(&self.record.scene()))?))
    }

    /// Returns a drawing of the board as an SVG image; notebooks show a state by it.
    fn svg(&self, py: Python<'_>) -> PyResult<String> {
        let (game, scene) = self._scene()?;
        let mover = (!self.is_over()).then(|| self.player());
        let parts = (self.kind.name(), self.players(), mover, game, scene);
        py.import("quincunx.svg")?.call_method1("draw", parts)?.extract()
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        self.svg(py)
    }

    /// Counts the leaves of the tree of legal moves at a depth, without draws by repetition.
    ///
    /// >>> from quincunx import State
    /// >>> State("trimok").perft(3)
    /// 5422
    #[pyo3(signature = (depth, threads=1))]
    fn perft(&self, py: Python<'_>, depth: u32, threads: usize) -> PyResult<u64> {
        Ok(self.divide(py, depth, threads)?.map_or(1, |counts| counts.iter().map(|(_, n)| n).sum()))
    }

    /// Counts the leaves below each legal move.
    ///
    /// >>> from quincunx import State
    /// >>> len(State("trimok").perft_divide(2))
    /// 16
    #[pyo3(signature = (depth, threads=1))]
    fn perft_divide(
        &self,
        py: Python<'_>,
        depth: u32,
        threads: usize,
    ) -> PyResult<Vec<(String, u64)>> {
        let counts = self.divide(py, depth, threads)?.unwrap_or_default();
        Ok(counts.into_iter().map(|(m, n)| (self.now().action_text(Action::Move(m)), n)).collect())
    }

    /// Two states are equal if their games, rules and positions are, whatever was played before.
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| {
            other.try_borrow().is_ok_and(|other| {
                let (one, two) = (self.now(), other.now());
                self.kind == other.kind
                    && one.choices() == two.choices()
                    && one.text() == two.text()
            })
        })
    }

    fn __str__(&self) -> String {
        self.draw()
    }

    fn __repr__(&self) -> String {
        format!("<State {} {:?} after {} plies>", self.kind, self.text(), self.ply())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, RestoreArgs<'py>)> {
        let py = slf.py();
        let this = slf.borrow();
        let restore = py.get_type::<Self>().getattr("from_record")?;
        Ok((restore, (this.kind.name(), this.moves_text(), this.rules(py)?, this.start_text())))
    }
}

/// What a pickled state is made from again.
type RestoreArgs<'py> = (&'static str, String, Bound<'py, PyDict>, String);

impl State {
    /// Counts leaves below each move; `None` at depth 0.
    fn divide(
        &self,
        py: Python<'_>,
        depth: u32,
        threads: usize,
    ) -> PyResult<Option<Vec<(MoveBits, u64)>>> {
        if depth > perft::MAX_DEPTH {
            return Err(bad(format!("depth {depth} is more than {}", perft::MAX_DEPTH)));
        }
        if depth == 0 {
            return Ok(None);
        }
        if self.is_over() {
            return Ok(Some(Vec::new()));
        }
        let stop = AtomicBool::new(false);
        let position = self.now();
        let counts = wait(
            py,
            || stop.store(true, Ordering::Relaxed),
            || position.perft(depth, threads.clamp(1, 256), &stop),
        )?;
        Ok(Some(counts.unwrap_or_default()))
    }
}
