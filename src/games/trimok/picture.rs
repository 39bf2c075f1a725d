//! The board as a drawing for people.

use super::board::Board;
use super::geometry::Cell;
use super::stacks::Stack;
use super::state::{LETTERS, Trimok};
use crate::kernel::{Outcome, Player, Position};
use crate::notation::{Change, Drawing, Paint, ended};

const COLUMNS: &str = "      A    B    C    D    E    F";
const EDGE: &str = "   +-------------------------------+";
/// Where column `A` begins, and how far apart columns are.
const LEFT: usize = 5;
const APART: usize = 5;

const fn paint(player: Player) -> Paint {
    match player {
        Player::First => Paint::RED,
        Player::Second => Paint::BLUE,
    }
}

const fn name(player: Player) -> &'static str {
    match player {
        Player::First => "Red",
        Player::Second => "Blue",
    }
}

impl Trimok {
    /// Draws the board, the stacks of both sides and what comes next below it.
    pub(super) fn drawing(&self, before: Option<&Self>, outcome: Option<Outcome>) -> Drawing {
        let mut drawing = Drawing::new();
        drawing.add(&[(COLUMNS, Paint::Faint)]);
        drawing.add(&[(EDGE, Paint::Faint)]);
        for row in (0..6).rev() {
            let home = match row {
                5 => "   Red returns from here, Blue arrives",
                0 => "   Blue returns from here, Red arrives",
                _ => "",
            };
            let [left, right] = [format!(" {} |", row + 1), format!("| {}{home}", row + 1)];
            let blank = " ".repeat(EDGE.len() - left.len() - 1);
            drawing.add(&[(&left, Paint::Faint), (&blank, Paint::Plain), (&right, Paint::Faint)]);
        }
        for cell in Cell::all() {
            let (line, at) = (7 - cell.row() as usize, LEFT + APART * cell.column() as usize);
            draw_stack(&mut drawing, (line, at), before.map(Self::board), self.board(), cell);
        }
        drawing.add(&[(EDGE, Paint::Faint)]);
        drawing.add(&[(COLUMNS, Paint::Faint)]);
        drawing.end_board();
        for player in Player::ALL {
            let counts = self.board().stacks(player).map(u64::count_ones);
            let blank = " ".repeat(5 - name(player).len());
            let [one, two, three] = counts;
            let text = format!("{blank} {three} of size 3, {two} of size 2, {one} of size 1");
            drawing.add(&[(name(player), paint(player)), (&text, Paint::Plain)]);
        }
        let quiet = match self.rules().quiet {
            0 => format!("Quiet: {} plies, no limit", self.quiet()),
            limit => format!("Quiet: {} of {limit} plies", self.quiet()),
        };
        drawing.add(&[(&quiet, Paint::Plain)]);
        let next = (Some(self.turn()), " to move; 3 beats 2, 2 beats 1, 1 beats 3".to_owned());
        let (who, what) = outcome.map_or(next, ended);
        let who = who.map_or(("", Paint::Plain), |player| (name(player), paint(player)));
        drawing.add(&[who, (&what, Paint::Plain)]);
        drawing
    }
}

/// Draws a stack or an empty cell, four characters wide.
fn draw_stack(
    drawing: &mut Drawing,
    (line, column): (usize, usize),
    before: Option<Board>,
    board: Board,
    cell: Cell,
) {
    let stack: Option<Stack> = board.at(cell);
    match stack {
        Some(stack) => {
            let text = format!(" {}{} ", stack.size.number(), LETTERS[stack.player]);
            drawing.put(line, column - 1, &text, paint(stack.player));
        }
        None => drawing.put(line, column, " .", Paint::Plain),
    }
    let change = Change::between(before.map(|before| before.at(cell)), stack);
    drawing.put_change(line, column, 2, change);
}
