//! The board as a drawing for a terminal.

use super::geometry::Point;
use super::state::{LETTERS, Morris};
use crate::kernel::{Outcome, Player, Position};
use crate::notation::{Change, Drawing, Paint, ended};

/// The lines of the board; the points are drawn over it.
const FRAME: [&str; 13] = [
    "7   .-----------.-----------.",
    "    |           |           |",
    "6   |   .-------.-------.   |",
    "    |   |       |       |   |",
    "5   |   |   .---.---.   |   |",
    "    |   |   |       |   |   |",
    "4   .---.---.       .---.---.",
    "    |   |   |       |   |   |",
    "3   |   |   .---.---.   |   |",
    "    |   |       |       |   |",
    "2   |   .-------.-------.   |",
    "    |           |           |",
    "1   .-----------.-----------.",
];
/// The names of the columns below it.
const COLUMNS: &str = "    a   b   c   d   e   f   g";

/// Where column `a` is drawn, and how far apart columns are.
const LEFT: usize = 4;
const APART: usize = 4;

const fn paint(player: Player) -> Paint {
    match player {
        Player::First => Paint::BLACK,
        Player::Second => Paint::WHITE,
    }
}

impl Morris {
    /// Draws the board, the men of both sides and what comes next below it.
    pub(super) fn drawing(&self, before: Option<&Self>, outcome: Option<Outcome>) -> Drawing {
        let mut drawing = Drawing::new();
        for (line, frame) in FRAME.iter().enumerate() {
            drawing.put(line, 0, frame, Paint::Faint);
        }
        drawing.add(&[(COLUMNS, Paint::Faint)]);
        for point in Point::READING_ORDER {
            let (column, row) = point.coordinates();
            let (line, at) = (2 * (6 - usize::from(row)), LEFT + APART * usize::from(column));
            let holder = self.holder(point);
            match holder {
                Some(player) => {
                    drawing.put(line, at - 1, &format!(" {} ", LETTERS[player]), paint(player));
                }
                None => drawing.put(line, at, ".", Paint::Plain),
            }
            let change = Change::between(before.map(|before| before.holder(point)), holder);
            drawing.put_change(line, at, 1, change);
        }
        drawing.end_board();
        drawing.add(&[]);
        for (player, name) in Player::ALL.into_iter().zip(["black", "white"]) {
            let side = self.side(player);
            let on_board = side.board().count_ones();
            let text = format!(" ({name}): {on_board} on the board, {} in hand", side.hand());
            drawing.add(&[(LETTERS[player], paint(player)), (&text, Paint::Plain)]);
        }
        drawing.add(&[(&self.describe_turn(outcome), Paint::Plain)]);
        drawing
    }

    fn holder(&self, point: Point) -> Option<Player> {
        Player::ALL.into_iter().find(|player| self.side(*player).board() & point.bit() != 0)
    }

    /// Returns a line that says who does what, or how the game ended, and the quiet plies.
    fn describe_turn(&self, outcome: Option<Outcome>) -> String {
        let letter = LETTERS[self.to_move()];
        let turn = match outcome.map(ended) {
            Some((winner, words)) => {
                winner.map_or("", |winner| LETTERS[winner]).to_owned() + &words
            }
            None if self.own().hand() > 0 => format!("{letter} to move: places a piece"),
            None if self.own().flies() => format!("{letter} to move: flies"),
            None => format!("{letter} to move: slides a piece"),
        };
        match self.rules().quiet {
            0 => format!("{turn}; {} quiet plies", self.quiet()),
            limit => format!("{turn}; {} of {limit} quiet plies", self.quiet()),
        }
    }
}
