//! The board as a drawing for people: the part of it that is in use.
//!
//! A tile is its number and its controller, with a line for each beam; below it the name of its cell.
//! Neighbouring files of cells are four columns apart and half a cell, two lines, up or down:
//!
//! ```text
//!    |   /
//!   W63 h10     W63 on i9 has all beams but 2, upper left; the cell h10 to its
//!   /i9 \       right, a step down, is empty
//!    |
//! ```

use super::geometry::{Cell, LINES, SIDES};
use super::state::{Dominions, LETTERS};
use super::tile::Tile;
use crate::kernel::{Bits, Gather, Outcome, Player};
use crate::notation::{Change, Drawing, Paint, ended};

/// The columns from one file of cells to the next.
const STEP: usize = 4;
/// The lines from a cell to that half a cell further up.
const HALF: usize = 2;
/// Where the beams of a cell are drawn, from its middle: columns right, lines down, and their sign.
const BEAMS: [(isize, isize, &str); SIDES] =
    [(0, -2, "|"), (-2, -1, "\\"), (-2, 1, "/"), (0, 2, "|"), (2, 1, "\\"), (2, -1, "/")];
/// The width of the caption.
const WIDTH: usize = 78;

const fn paint(player: Player) -> Paint {
    match player {
        Player::First => Paint::WHITE,
        Player::Second => Paint::BLACK,
    }
}

impl Dominions {
    /// Draws the tiles and the cells around them, the scores and the hands.
    ///
    /// A row climbs from its letter to the right, a column from its number to the left.
    pub(super) fn drawing(&self, before: Option<&Self>, outcome: Option<Outcome>) -> Drawing {
        let mut drawing = Drawing::new();
        let is_used = |cell: Cell| {
            let sides = (0..SIDES).filter_map(|side| cell.neighbour(side));
            sides.chain([cell]).any(|cell| !self.board.tile(cell).is_none())
        };
        let middle = Cell::at((LINES + 1) / 2, (LINES + 1) / 2);
        let is_empty = !Cell::all().any(is_used);
        for cell in Cell::all().filter(|cell| is_used(*cell) || is_empty && middle == Some(*cell)) {
            self.draw_cell(&mut drawing, before, cell);
        }
        drawing.crop();
        drawing.end_board();
        drawing.add(&[]);
        if is_empty {
            drawing
                .add(&[("The board is empty; i9 is the middle of its 217 cells.", Paint::Plain)]);
        }
        drawing.add(&[(
            "W63: tile 63, W's; W8': captured from B. The number of a tile adds up its beams:",
            Paint::Faint,
        )]);
        drawing.add(&[(
            "1 up, 2 upper left, 4 lower left, 8 down, 16 lower right, 32 upper right.",
            Paint::Faint,
        )]);
        for player in Player::ALL {
            self.add_hand(player, &mut drawing);
        }
        let passed = if self.passes == 0 { "" } else { "; the last turn was a pass" };
        let next = (Some(self.to_move), format!(" to move{passed}"));
        let (who, what) = outcome.map_or(next, ended);
        let letter = who.map_or(("", Paint::Plain), |player| (LETTERS[player], paint(player)));
        drawing.add(&[letter, (&what, Paint::Plain)]);
        drawing
    }

    fn draw_cell(&self, drawing: &mut Drawing, before: Option<&Self>, cell: Cell) {
        let (row, column) = (cell.row(), cell.column());
        let right = STEP * (column - row + LINES) as usize;
        let down = HALF * (2 * LINES - row - column + 2) as usize;
        let at = |dominions: &Self| Some(dominions.board.tile(cell)).filter(|tile| !tile.is_none());
        let Some(tile) = at(self) else {
            return drawing.put(down, right - 1, &cell.to_string(), Paint::Faint);
        };
        for (side, (x, y, sign)) in BEAMS.into_iter().enumerate() {
            if tile.has_beam(side) {
                let (line, column) = (down.wrapping_add_signed(y), right.wrapping_add_signed(x));
                drawing.put(line, column, sign, Paint::Plain);
            }
        }
        drawing.put(down + 1, right - 1, &cell.to_string(), Paint::Faint);
        let text = name(tile);
        drawing.put(down, right - 1, &text, paint(tile.controller()));
        let change = Change::between(before.map(at), Some(tile));
        drawing.put_change(down, right - 1, text.len(), change);
    }

    /// Adds the score of a player and, in a few lines, what is in hand.
    fn add_hand(&self, player: Player, drawing: &mut Drawing) {
        let (controlled, hand) = (self.board.controlled(player), self.in_hand(player));
        let score = self.score(player);
        let mut line = format!(": score {score:+} = {controlled} - {hand} in hand:");
        let mut letter = (LETTERS[player], paint(player));
        for range in ranges(Bits::of(self.hands[player]).map(|number| number as u32)) {
            if line.len() + 2 + range.len() > WIDTH {
                drawing.add(&[letter, (&line, Paint::Plain)]);
                (line, letter) = (" ".to_owned(), (" ", Paint::Plain));
            }
            line = line + " " + &range;
        }
        drawing.add(&[letter, (&line, Paint::Plain)]);
    }
}

/// Returns the letter of a tile's controller, its number and a sign if it was captured.
fn name(tile: Tile) -> String {
    let mark = if tile.owner() == tile.controller() { "" } else { "'" };
    format!("{}{}{mark}", LETTERS[tile.controller()], tile.beams())
}

/// Returns ascending numbers as texts, `7-12` for those that follow each other.
fn ranges(numbers: impl Iterator<Item = u32>) -> Vec<String> {
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for number in numbers {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => ranges.push((number, number)),
        }
    }
    let text = |(first, last)| match first == last {
        true => format!("{first}"),
        false => format!("{first}-{last}"),
    };
    ranges.into_iter().map(text).gather()
}
