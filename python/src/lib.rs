//! The Python module `quincunx._quincunx`: the package in `../quincunx` gives it its names.
//!
//! Everything here stands on what the crate has for code that knows no game: `AnyRecord`, `AnySearcher`
//! and `Session`. Arrays are bytes that Python owns and this crate fills, so that numpy needs no copy and is
//! needed only by whoever asks for one.

#![allow(missing_docs, reason = "Python's documentation stands in the methods")]

mod actions;
mod array;
mod error;
mod experience;
mod game;
mod outcome;
mod playout;
mod record;
mod search;
mod state;
mod tables;
mod value;
mod vector;
mod wait;

use pyo3::prelude::*;

/// The module.
#[pymodule]
fn _quincunx(m: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = m.py();
    m.add("__version__", env!("CARGO_PKG_VERSION"))?;
    m.add("ParseError", py.get_type::<error::ParseError>())?;
    m.add("IllegalMove", py.get_type::<error::IllegalMove>())?;
    m.add_class::<state::State>()?;
    m.add_class::<outcome::Ended>()?;
    m.add_class::<value::Value>()?;
    m.add_class::<value::Line>()?;
    m.add_class::<search::Search>()?;
    m.add_class::<tables::Tables>()?;
    m.add_class::<experience::Experience>()?;
    m.add_class::<experience::Known>()?;
    m.add_class::<vector::Vector>()?;
    m.add_function(wrap_pyfunction!(game::games, m)?)?;
    m.add_function(wrap_pyfunction!(game::game, m)?)?;
    m.add_function(wrap_pyfunction!(playout::playouts, m)?)?;
    m.add_function(wrap_pyfunction!(record::parse_games, m)?)?;
    m.add_function(wrap_pyfunction!(record::format_game, m)?)?;
    m.add_function(wrap_pyfunction!(record::elo, m)?)?;
    Ok(())
}
