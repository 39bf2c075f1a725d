//! Files of games, and what a match has shown.

use pyo3::prelude::*;
use quincunx::arena::Pentanomial;
use quincunx::notation::{GameResult, GameText, Games};

use crate::error::{bad, shown};

/// A game as its tags, its moves and its result.
type Parts = (Vec<(String, String)>, Vec<String>, &'static str);

/// Reads the games of a file's text.
#[pyfunction]
pub(crate) fn parse_games(text: &str) -> PyResult<Vec<Parts>> {
    let parts = |game: GameText| (game.tags, game.moves, game.result.name());
    Games::new(text).map(|game| game.map(parts).map_err(bad)).collect()
}

/// Writes a game as a file has it.
#[pyfunction]
pub(crate) fn format_game(
    tags: Vec<(String, String)>,
    moves: Vec<String>,
    result: &str,
) -> PyResult<String> {
    let known = GameResult::from_name(result)
        .ok_or_else(|| bad(format!("{} is no result: 1-0, 0-1, 1/2-1/2 or *", shown(result))))?;
    let game = GameText { tags, moves, result: known };
    let text = game.to_string();
    // What a reader would take for something else must not be written.
    match Games::new(&text).next().transpose().map_err(bad)? {
        Some(read) if read == game => Ok(text),
        _ => Err(bad("a tag or a move has signs that files of games cannot hold")),
    }
}

/// Returns how much stronger the first player of a match is, from how many pairs of games ended with 0, 1/2, 1,
/// 3/2 and 2 points for it: the score, the difference in Elo and half the width of its interval of 95 %. `None` if
/// all pairs had the same score, which says nothing of the error.
///
/// >>> from quincunx._quincunx import elo
/// >>> elo([0, 0, 0, 9, 0]) is None
/// True
#[pyfunction]
pub(crate) fn elo(pairs: [u64; 5]) -> Option<(f64, f64, f64)> {
    let pairs = Pentanomial(pairs);
    pairs.estimate().filter(|_| pairs.varies()).map(|it| (it.score, it.elo, it.error))
}
