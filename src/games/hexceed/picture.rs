//! The board as a drawing for people.

use super::geometry::Cell;
use super::piece::Piece;
use super::position::{Hexceed, LETTERS};
use crate::kernel::{PerPlayer, Player, Position};

/// The rows of the board, top to bottom.
const ROWS: std::ops::RangeInclusive<i8> = -2..=2;

/// Draws the board, the pieces in their cells and the empty cells by their letters, with a map of
/// all letters beside it; below it the scores, the pieces that are left and what comes next.
pub(super) fn picture(position: &Hexceed) -> String {
    let mut lines = Vec::new();
    for row in ROWS {
        // Cells lie four characters apart, and each row is shifted by half a cell.
        let mut board = [b' '; 19];
        let mut map = [b' '; 9];
        for cell in Cell::all().filter(|cell| cell.hex().r == row) {
            let half_cells = (2 * cell.hex().q + row + 4) as usize;
            let name = position.piece_at(cell).map_or_else(|| format!(" {cell} "), name);
            for (at, letter) in board[2 * half_cells..].iter_mut().zip(name.bytes()) {
                *at = letter;
            }
            map[half_cells] = cell.letter() as u8;
        }
        let line = format!("  {}      {}", String::from_utf8_lossy(&board), map.escape_ascii());
        lines.push(line.trim_end().to_owned());
    }
    let [first, second] = Player::ALL.map(|player| position.points(player).unwrap_or(0));
    let PerPlayer([one, two]) = LETTERS;
    let unused: Vec<String> = position.unused_pieces().map(name).collect();
    let unused = if unused.is_empty() { "none".to_owned() } else { unused.join(" ") };
    lines.push(String::new());
    lines.push(format!("score   {one}: {first}, {two}: {second}"));
    lines.push(format!("unused  {unused}"));
    lines.push(what_comes_next(position));
    lines.join("\n") + "\n"
}

fn name(piece: Piece) -> String {
    piece.to_string()
}

fn what_comes_next(position: &Hexceed) -> String {
    let player = position.to_move();
    let (letter, other) = (LETTERS[player], LETTERS[!player]);
    match (position.outcome(), position.held()) {
        (Some(outcome), _) => match outcome.winner {
            Some(winner) => format!("over    {} wins", LETTERS[winner]),
            None => "over    a draw".to_owned(),
        },
        (None, Some(piece)) => format!("turn    {letter} holds {piece} and places it"),
        (None, None) => format!("turn    {letter} hands a piece to {other}"),
    }
}
