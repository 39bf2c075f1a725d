//! The board as a drawing for people.

use std::fmt::Write;

use super::geometry::{Cell, LINES, row_letter};
use super::state::{Dominions, LETTERS};
use crate::kernel::{Bits, Player};

/// The characters from one file of cells to the next. Cells of a line are two files apart.
const STEP: usize = 4;
/// The files, the labels on both sides included.
const FILES: usize = LINES as usize + 2;
/// The lines: two for each row of cells, since neighbouring files are half a cell apart.
const HEIGHT: usize = 2 * LINES as usize + 1;

impl Dominions {
    /// Draws the board, the hands and the scores.
    ///
    /// A row climbs from its letter to the right, a column from its number to the left: the cell
    /// at the bottom is a1 and that at the top q17.
    pub(super) fn draw(&self) -> String {
        let mut lines = vec![" ".repeat(FILES * STEP + 1); HEIGHT];
        for cell in Cell::all() {
            write_at(&mut lines, cell.row(), cell.column(), &self.draw_cell(cell));
        }
        for line in 1..=LINES {
            // Rows are named before their first cell, columns before theirs, one step outside.
            let before = (line - 9).max(0);
            write_at(&mut lines, line, before, &row_letter(line).to_string());
            write_at(&mut lines, before, line, &line.to_string());
        }
        let mut text = String::new();
        for line in lines {
            text += line.trim_end();
            text.push('\n');
        }
        text += "w63: tile 63, controlled by W; w8': captured from the other player. Rows climb\n\
                 to the right, columns to the left. The number of a tile adds up its beams: 1 up,\n\
                 2 upper left, 4 lower left, 8 down, 16 lower right, 32 upper right.\n\n";
        for player in Player::ALL {
            self.draw_hand(player, &mut text);
        }
        text += &format!("{} to move", LETTERS[self.to_move]);
        match (self.is_over(), self.passes) {
            (true, _) => text += "; the game is over after two passes",
            (false, 0) => {}
            (false, _) => text += "; the last turn was a pass",
        }
        text.push('\n');
        text
    }

    fn draw_cell(&self, cell: Cell) -> String {
        let tile = self.board.tile(cell);
        if tile.is_none() {
            return ".".to_owned();
        }
        let mark = if tile.owner() == tile.controller() { "" } else { "'" };
        format!("{}{}{mark}", LETTERS[tile.controller()].to_ascii_lowercase(), tile.beams())
    }

    /// Writes the score of a player and, in a few lines, what is in hand.
    fn draw_hand(&self, player: Player, text: &mut String) {
        const WIDTH: usize = 76;
        let (controlled, hand) = (self.board.controlled(player), self.in_hand(player));
        let score = self.score(player);
        let mut line =
            format!("{}: score {score:+} = {controlled} - {hand} in hand:", LETTERS[player]);
        for number in Bits::of(self.hands[player]) {
            if line.len() + 3 > WIDTH {
                // Writing to a String cannot fail.
                let _ = writeln!(text, "{line}");
                line = "  ".to_owned();
            }
            line += &format!(" {number}");
        }
        let _ = writeln!(text, "{line}");
    }
}

/// Puts a text on the board, its first character in the middle of the cell's file.
fn write_at(lines: &mut [String], row: i8, column: i8, text: &str) {
    let file = (column - row + 9) as usize;
    // The sum of row and column grows from 1, the label of row a, by one for each line up.
    let height = (row + column) as usize;
    let Some(line) = (2 * LINES as usize).checked_sub(height).and_then(|i| lines.get_mut(i)) else {
        return;
    };
    let start = file * STEP + 1;
    if let Some(place) = line.get(start..start + text.len()) {
        let range = start..start + place.len();
        line.replace_range(range, text);
    }
}
