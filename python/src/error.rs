//! Errors as exceptions.

use std::fmt::Display;

use pyo3::create_exception;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use quincunx::kernel::{MoveError, PositionError};
use quincunx::notation::caret;

create_exception!(
    quincunx,
    ParseError,
    PyValueError,
    "A text that is no position or no move of the game. The message says what was expected, and a caret points\n\
     at the offending column; `column` is its number, from 1."
);
create_exception!(
    quincunx,
    IllegalMove,
    PyValueError,
    "A move that the rules do not allow here. The message gives the reason in the words of the rules."
);

/// Returns the exception for a text that stops making sense at a column.
fn parse_error(py: Python<'_>, text: &str, error: impl Display, column: usize) -> PyErr {
    let exception = ParseError::new_err(format!("{error}\n{}", caret(text, column)));
    // An exception without the number is better than none.
    let _ = exception.value(py).setattr("column", column);
    exception
}

/// Returns the exception for a position that was refused.
pub(crate) fn position_error(py: Python<'_>, text: &str, error: &PositionError) -> PyErr {
    parse_error(py, text, error, error.column())
}

/// Returns the exception for a move that was refused.
pub(crate) fn move_error(py: Python<'_>, text: &str, error: &MoveError) -> PyErr {
    match error {
        MoveError::Syntax(error) => parse_error(py, text, error, error.column),
        MoveError::Illegal(error) => illegal(&shown(text), error),
    }
}

/// Returns the exception for a move that the rules do not allow.
pub(crate) fn illegal(shown: &str, error: &quincunx::kernel::IllegalMove) -> PyErr {
    IllegalMove::new_err(format!("{shown} is not legal: {error}"))
}

/// Returns an argument as messages quote it.
pub(crate) fn shown(text: &str) -> String {
    quincunx::kernel::Quoted(text.as_bytes()).to_string()
}

/// Returns a `ValueError`.
pub(crate) fn bad(message: impl Display) -> PyErr {
    PyValueError::new_err(message.to_string())
}

/// Returns a `RuntimeError`: the machine, a file or a folder is to blame.
pub(crate) fn failed(message: impl Display) -> PyErr {
    PyRuntimeError::new_err(message.to_string())
}
