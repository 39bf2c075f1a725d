//! The board as a drawing for a terminal.

use std::fmt::Write;

use super::geometry::Point;
use super::state::{LETTERS, Morris};
use crate::kernel::{Player, Position};

/// The lines of the board; the points are drawn over it.
const FRAME: [&str; 13] = [
    "7  .-----------.-----------.",
    "   |           |           |",
    "6  |   .-------.-------.   |",
    "   |   |       |       |   |",
    "5  |   |   .---.---.   |   |",
    "   |   |   |       |   |   |",
    "4  .---.---.       .---.---.",
    "   |   |   |       |   |   |",
    "3  |   |   .---.---.   |   |",
    "   |   |       |       |   |",
    "2  |   .-------.-------.   |",
    "   |           |           |",
    "1  .-----------.-----------.",
];
/// The names of the columns below it.
const COLUMNS: &str = "   a   b   c   d   e   f   g";

/// Where column `a` is drawn, and how far apart columns are.
const LEFT: usize = 3;
const APART: usize = 4;

impl Morris {
    /// Returns the board with the hands beside it and what comes next below it.
    pub(super) fn draw(&self) -> String {
        let mut drawing = String::new();
        for (i, frame) in FRAME.iter().enumerate() {
            let mut line: Vec<char> = frame.chars().collect();
            for point in Point::READING_ORDER {
                let (column, row) = point.coordinates();
                if 2 * (6 - usize::from(row)) == i {
                    line[LEFT + APART * usize::from(column)] = self.mark(point);
                }
            }
            drawing.extend(line);
            drawing.push('\n');
        }
        drawing += COLUMNS;
        drawing += "\n\n";
        for (player, name) in Player::ALL.into_iter().zip(["black", "white"]) {
            let side = self.side(player);
            let on_board = side.board().count_ones();
            // Writing to a String cannot fail.
            let _ = writeln!(
                drawing,
                "{} ({name}): {on_board} on the board, {} in hand",
                LETTERS[player],
                side.hand()
            );
        }
        drawing + &self.describe_turn()
    }

    fn mark(&self, point: Point) -> char {
        let holder =
            Player::ALL.into_iter().find(|player| self.side(*player).board() & point.bit() != 0);
        match holder {
            Some(player) => LETTERS[player].chars().next().unwrap_or('?'),
            None => '.',
        }
    }

    /// Returns a line that says who does what, or how the game ended, and the quiet plies.
    fn describe_turn(&self) -> String {
        let letter = LETTERS[self.to_move()];
        let turn = match self.outcome() {
            Some(outcome) => {
                let ending = outcome.ending;
                match outcome.winner {
                    Some(winner) => format!("{} has won ({ending})", LETTERS[winner]),
                    None => format!("draw ({ending})"),
                }
            }
            None if self.own().hand() > 0 => format!("{letter} to move: places a piece"),
            None if self.own().flies() => format!("{letter} to move: flies"),
            None => format!("{letter} to move: slides a piece"),
        };
        match self.rules().quiet {
            0 => format!("{turn}; {} quiet plies\n", self.quiet()),
            limit => format!("{turn}; {} of {limit} quiet plies\n", self.quiet()),
        }
    }
}
