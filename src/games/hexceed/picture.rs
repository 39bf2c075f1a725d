//! The board as a drawing for people.

use super::geometry::Cell;
use super::piece::Piece;
use super::position::{Hexceed, LETTERS};
use crate::kernel::{Outcome, PerPlayer, Player, Position};
use crate::notation::{Change, Drawing, Ink, Paint, Plate, ended};

/// The rows of the board, top to bottom.
const ROWS: std::ops::RangeInclusive<i8> = -2..=2;
/// The characters from one cell of a row to the next, and the lines from one row to the next.
const APART: usize = 6;
const HEIGHT: usize = 2;

/// Draws the board, each cell with its letter above it; below it the scores, the pieces that are left
/// and what comes next.
pub(super) fn draw(
    position: &Hexceed,
    before: Option<&Hexceed>,
    outcome: Option<Outcome>,
) -> Drawing {
    let mut drawing = Drawing::new();
    for cell in Cell::all() {
        let (q, row) = (cell.hex().q, cell.hex().r);
        // Each row is shifted by half a cell.
        let half_cells = (2 * q + row + 4) as usize;
        let (line, column) = (HEIGHT * (row - ROWS.start()) as usize, 2 + APART / 2 * half_cells);
        let piece = position.piece_at(cell);
        drawing.put(line, column + 1, &cell.to_string(), Paint::Faint);
        match piece {
            Some(piece) => drawing.put(line + 1, column, &piece.to_string(), paint(piece)),
            None => drawing.put(line + 1, column, " . ", Paint::Plain),
        }
        let change = Change::between(before.map(|before| before.piece_at(cell)), piece);
        drawing.put_change(line + 1, column, 3, change);
    }
    drawing.end_board();
    drawing.add(&[]);
    let [first, second] = Player::both(|player| position.points(player).unwrap_or(0));
    let PerPlayer([one, two]) = LETTERS;
    drawing.add(&[(&format!("score   {one}: {first}, {two}: {second}"), Paint::Plain)]);
    drawing.add(&[("unused ", Paint::Plain)]);
    if position.unused_pieces().next().is_none() {
        drawing.append(&[(" none", Paint::Plain)]);
    }
    for piece in position.unused_pieces() {
        drawing.append(&[(" ", Paint::Plain), (&piece.to_string(), paint(piece))]);
    }
    add_what_comes_next(&mut drawing, position, outcome);
    drawing.add(&[(
        "pieces  R red, G green, B blue; X, O, -; K black ink, W white ink",
        Paint::Faint,
    )]);
    drawing
}

fn paint(piece: Piece) -> Paint {
    let plate = [Plate::Red, Plate::Green, Plate::Blue][piece.colour() % 3];
    Paint::Piece(plate, [Ink::Dark, Ink::Light][piece.ink() % 2])
}

fn add_what_comes_next(drawing: &mut Drawing, position: &Hexceed, outcome: Option<Outcome>) {
    let player = position.to_move();
    let (letter, other) = (LETTERS[player], LETTERS[!player]);
    let plain = |text: &str, drawing: &mut Drawing| drawing.add(&[(text, Paint::Plain)]);
    match (outcome.map(ended), position.held()) {
        (Some((winner, words)), _) => {
            let winner = winner.map_or("", |winner| LETTERS[winner]);
            plain(&format!("over    {winner}{words}"), drawing);
        }
        (None, Some(piece)) => {
            plain(&format!("turn    {letter} holds "), drawing);
            let held = (piece.to_string(), paint(piece));
            drawing.append(&[(&held.0, held.1), (" and places it", Paint::Plain)]);
        }
        (None, None) => plain(&format!("turn    {letter} hands a piece to {other}"), drawing),
    }
}
