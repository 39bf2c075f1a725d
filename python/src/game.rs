//! Games and their rules.

use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyMapping};
use quincunx::games::{AnyPosition, GameKind, GameList, Standard};
use quincunx::kernel::{Assignment, OptionKind, OptionValue};

use crate::actions::Actions;
use crate::error::{bad, shown};

/// Returns the names of the games.
///
/// >>> from quincunx import games
/// >>> games()
/// ['coerceo', 'dominions', 'hexceed', 'morris', 'trimok']
#[pyfunction]
pub(crate) fn games() -> Vec<&'static str> {
    Standard::NAMES.to_vec()
}

/// Returns facts about a game: `name`, `title`, `players` in moving order, `unit` of scores, `actions`, the size
/// of its action space, `inputs`, the length of an observation, `symmetries`, and `rules`, the default of each
/// choice that its rules leave open.
///
/// >>> from quincunx import game
/// >>> facts = game("morris")
/// >>> facts["title"], facts["players"], facts["actions"], facts["symmetries"]
/// ("Nine Men's Morris", ('B', 'W'), 15000, 16)
/// >>> facts["rules"]
/// {'repetition': 3, 'quiet': 100}
#[pyfunction]
pub(crate) fn game<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyDict>> {
    let kind = find(name)?;
    let (about, game) = (kind.about(), kind.game());
    let design = game.design();
    let [first, second] = game.players();
    let facts = PyDict::new(py);
    facts.set_item("name", about.name)?;
    facts.set_item("title", about.title)?;
    facts.set_item("players", (first, second))?;
    facts.set_item("unit", about.units)?;
    facts.set_item("actions", Actions::of(kind).len())?;
    facts.set_item("inputs", inputs(&design.shape))?;
    facts.set_item("symmetries", design.symmetries)?;
    facts.set_item("rules", rules(py, &*start(kind, None)?)?)?;
    Ok(facts)
}

/// Returns how many numbers an observation has.
pub(crate) fn inputs(shape: &quincunx::network::Shape) -> usize {
    shape.flags + shape.counts + shape.tallies
}

/// Returns the game of a name.
pub(crate) fn find(name: &str) -> PyResult<GameKind> {
    Standard::find(name).ok_or_else(|| {
        bad(format!("{} is no game: one of {}", shown(name), Standard::NAMES.join(", ")))
    })
}

/// Returns the key of a rule: `quiet` for `Morris Quiet`.
fn rule_key(kind: GameKind, name: &str) -> String {
    let short = name.get(..kind.name().len()).filter(|head| head.eq_ignore_ascii_case(kind.name()));
    let rest = short.map_or(name, |head| &name[head.len()..]);
    rest.trim().to_ascii_lowercase().replace([' ', '-'], "_")
}

/// Returns the start position of a game under rules, of which only those are given that are not the default.
pub(crate) fn start(
    kind: GameKind,
    rules: Option<&Bound<'_, PyMapping>>,
) -> PyResult<Box<dyn AnyPosition>> {
    let options = kind.game().rule_options();
    let mut choices = Vec::new();
    for item in rules.map(|rules| rules.items()).transpose()?.into_iter().flatten() {
        let (key, value): (String, Bound<'_, PyAny>) = item.extract()?;
        let wanted = rule_key(kind, &key);
        let option = options.iter().find(|option| rule_key(kind, option.name) == wanted);
        let Some(option) = option else {
            let known: Vec<String> = options.iter().map(|it| rule_key(kind, it.name)).collect();
            let known = if known.is_empty() { "it has none".to_owned() } else { known.join(", ") };
            return Err(bad(format!("{} is not a rule of {kind}: {known}", shown(&key))));
        };
        let value = match value.cast::<PyBool>() {
            Ok(value) => value.is_true().to_string(),
            Err(_) => value.str()?.to_string(),
        };
        choices.push(Assignment { name: option.name.to_owned(), value });
    }
    kind.game().start(&choices).map_err(bad)
}

/// Returns the rules of a position.
pub(crate) fn rules<'py>(
    py: Python<'py>,
    position: &dyn AnyPosition,
) -> PyResult<Bound<'py, PyDict>> {
    let rules = PyDict::new(py);
    let game = position.game();
    let kind = find(game.about().name)?;
    for (option, value) in game.rule_options().iter().zip(position.choices()) {
        let key = rule_key(kind, option.name);
        match (value, option.kind) {
            (OptionValue::Check(value), _) => rules.set_item(key, value)?,
            (OptionValue::Spin(value), _) => rules.set_item(key, value)?,
            (OptionValue::Combo(at), OptionKind::Combo { choices, .. }) => {
                rules.set_item(key, choices[at])?;
            }
            (OptionValue::Text(text), _) => rules.set_item(key, text)?,
            _ => {}
        }
    }
    Ok(rules)
}
