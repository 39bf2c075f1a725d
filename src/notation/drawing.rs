//! Drawings of boards: text whose parts say what they are, so that a terminal can paint them.

use std::fmt;

use crate::kernel::{Gather, Outcome, Player};

/// What a part of a drawing is. The text alone tells everything; paint makes it easier to see.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Paint {
    /// Text and empty places.
    #[default]
    Plain,
    /// What may step back: lines, coordinates, legends.
    Faint,
    /// What the last turn changed.
    Change,
    /// A piece: its plate and the ink on it.
    Piece(Plate, Ink),
}

/// The colour of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "colours")]
pub enum Plate {
    White,
    Black,
    Red,
    Green,
    Blue,
}

/// What is written on a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "colours")]
pub enum Ink {
    Light,
    Dark,
}

impl Paint {
    /// A white piece.
    pub const WHITE: Self = Self::Piece(Plate::White, Ink::Dark);
    /// A black piece.
    pub const BLACK: Self = Self::Piece(Plate::Black, Ink::Light);
    /// A red piece.
    pub const RED: Self = Self::Piece(Plate::Red, Ink::Light);
    /// A blue piece.
    pub const BLUE: Self = Self::Piece(Plate::Blue, Ink::Light);
}

/// What the last turn did to a place of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// Nothing.
    None,
    /// Something came there or changed there: `[` and `]` around it.
    Reached,
    /// What was there has gone: `(` and `)` around it.
    Vacated,
}

impl Change {
    /// Compares what is at a place with what was there, if that is known.
    #[must_use]
    pub fn between<T: PartialEq>(before: Option<Option<T>>, now: Option<T>) -> Self {
        match (before, now) {
            (None, _) => Self::None,
            (Some(before), now) if before == now => Self::None,
            (_, Some(_)) => Self::Reached,
            (_, None) => Self::Vacated,
        }
    }

    /// Returns the signs to the left and to the right of the place, if it has any.
    #[must_use]
    pub const fn signs(self) -> Option<[&'static str; 2]> {
        match self {
            Self::None => None,
            Self::Reached => Some(["[", "]"]),
            Self::Vacated => Some(["(", ")"]),
        }
    }
}

/// Returns who has won, if anybody, and the words behind that: ` has won (blocked)`, or `Drawn (quiet)`.
#[must_use]
pub fn ended(outcome: Outcome) -> (Option<Player>, String) {
    let words = if outcome.winner.is_some() { " has won" } else { "Drawn" };
    (outcome.winner, format!("{words} ({})", outcome.ending))
}

/// A drawing of several lines. [`Display`](fmt::Display) writes its text, each line without blanks
/// at its end and with a line feed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drawing {
    lines: Vec<Vec<(char, Paint)>>,
    /// How many of the lines are the board itself, if that was told.
    board: Option<usize>,
}

impl Drawing {
    /// Returns a drawing without lines.
    #[must_use]
    pub const fn new() -> Self {
        Self { lines: Vec::new(), board: None }
    }

    /// Puts a text over what is there; the drawing grows to hold it. Lines and columns count from 0.
    pub fn put(&mut self, line: usize, column: usize, text: &str, paint: Paint) {
        if self.lines.len() <= line {
            self.lines.resize(line + 1, Vec::new());
        }
        let places = &mut self.lines[line];
        for (at, c) in (column..).zip(text.chars()) {
            if places.len() <= at {
                places.resize(at + 1, (' ', Paint::Plain));
            }
            places[at] = (c, paint);
        }
    }

    /// Puts a text as [`put`](Self::put) does, but only where nothing is yet, and no blanks.
    pub fn put_behind(&mut self, line: usize, column: usize, text: &str, paint: Paint) {
        for (at, c) in (column..).zip(text.chars()) {
            let there = self.lines.get(line).and_then(|places| places.get(at));
            if c != ' ' && there.is_none_or(|(there, _)| *there == ' ') {
                self.put(line, at, c.encode_utf8(&mut [0; 4]), paint);
            }
        }
    }

    /// Puts the signs of a change on both sides of a place of that width.
    pub fn put_change(&mut self, line: usize, column: usize, width: usize, change: Change) {
        if let (Some([left, right]), Some(before)) = (change.signs(), column.checked_sub(1)) {
            self.put(line, before, left, Paint::Change);
            self.put(line, column + width, right, Paint::Change);
        }
    }

    /// Adds a line of several parts below.
    pub fn add(&mut self, parts: &[(&str, Paint)]) {
        let line = self.lines.len();
        self.lines.push(Vec::new());
        for (text, paint) in parts {
            self.put(line, self.lines[line].len(), text, *paint);
        }
    }

    /// Adds parts at the end of the last line.
    pub fn append(&mut self, parts: &[(&str, Paint)]) {
        let line = self.lines.len().saturating_sub(1);
        for (text, paint) in parts {
            let end = self.lines.get(line).map_or(0, Vec::len);
            self.put(line, end, text, *paint);
        }
    }

    /// Takes away the empty lines at the top and the columns that are blank in all lines.
    pub fn crop(&mut self) {
        let is_blank = |place: &(char, Paint)| place.0 == ' ';
        let top = self.lines.iter().position(|line| !line.iter().all(is_blank));
        self.lines.drain(..top.unwrap_or(self.lines.len()));
        let margins = self.lines.iter().filter_map(|line| line.iter().position(|p| !is_blank(p)));
        let margin = margins.min().unwrap_or(0);
        for line in &mut self.lines {
            line.drain(..margin.min(line.len()));
        }
    }

    /// Ends the board; what is added from here on is about it.
    pub fn end_board(&mut self) {
        self.board = Some(self.lines.len());
    }

    /// Returns the board alone.
    #[must_use]
    pub fn into_board(mut self) -> Self {
        self.lines.truncate(self.board.unwrap_or(self.lines.len()));
        self
    }

    /// Returns the drawing with only a part of its board, so many lines and columns around what the last
    /// turn changed, or around the middle; `None` if the board is no larger than that.
    #[must_use]
    pub fn window(&self, lines: usize, columns: usize) -> Option<Self> {
        let (board, rest) = self.lines.split_at(self.board.unwrap_or(self.lines.len()));
        let width = board.iter().map(Vec::len).max().unwrap_or(0);
        if board.len() <= lines && width <= columns {
            return None;
        }
        let mut changes = Vec::new();
        for (at, line) in board.iter().enumerate() {
            for (column, (_, paint)) in line.iter().enumerate() {
                if *paint == Paint::Change {
                    changes.push((at, column));
                }
            }
        }
        let from = |places: &mut dyn Iterator<Item = usize>, size: usize, room: usize| {
            let (least, most) = places.fold((size, 0), |(l, m), at| (l.min(at), m.max(at)));
            let middle = if least > most { size / 2 } else { (least + most) / 2 };
            middle.saturating_sub(room / 2).min(size.saturating_sub(room))
        };
        let top = from(&mut changes.iter().map(|place| place.0), board.len(), lines);
        let left = from(&mut changes.iter().map(|place| place.1), width, columns);
        let shown = board.iter().skip(top).take(lines);
        let mut window: Vec<Vec<(char, Paint)>> =
            shown.map(|line| line.iter().skip(left).take(columns).copied().gather()).gather();
        let board = Some(window.len());
        window.extend_from_slice(rest);
        Some(Self { lines: window, board })
    }

    /// Returns the columns of the longest line.
    #[must_use]
    pub fn width(&self) -> usize {
        self.runs()
            .map(|line| line.iter().map(|(text, _)| text.chars().count()).sum())
            .max()
            .unwrap_or(0)
    }

    /// Returns each line as runs of the same paint, without blanks at its end.
    pub fn runs(&self) -> impl Iterator<Item = Vec<(String, Paint)>> {
        self.lines.iter().map(|line| {
            let end =
                line.iter().rposition(|(c, paint)| *c != ' ' || matches!(paint, Paint::Piece(..)));
            let mut runs: Vec<(String, Paint)> = Vec::new();
            for (c, paint) in &line[..end.map_or(0, |end| end + 1)] {
                match runs.last_mut() {
                    Some((text, last)) if last == paint => text.push(*c),
                    _ => runs.push((c.to_string(), *paint)),
                }
            }
            runs
        })
    }
}

impl fmt::Display for Drawing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in self.runs() {
            let line = line.into_iter().map(|(text, _)| text).gather().concat();
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_put_where_it_belongs() {
        let mut drawing = Drawing::new();
        drawing.put(1, 3, "W63", Paint::WHITE);
        drawing.put_behind(1, 2, "____ _", Paint::Faint);
        drawing.put_change(1, 3, 3, Change::Reached);
        drawing.add(&[("B", Paint::BLACK), (" to move ", Paint::Plain)]);
        drawing.append(&[("now", Paint::Faint)]);
        drawing.end_board();
        drawing.add(&[("caption", Paint::Faint)]);
        let drawing = drawing.into_board();
        assert_eq!(drawing.to_string(), "\n  [W63]_\nB to move now\n");
        assert_eq!(drawing.width(), 13);
        let line = drawing.runs().nth(1).unwrap();
        let parts: Vec<_> = line.iter().map(|(text, paint)| (text.as_str(), *paint)).collect();
        assert_eq!(
            parts[1..],
            [
                ("[", Paint::Change),
                ("W63", Paint::WHITE),
                ("]", Paint::Change),
                ("_", Paint::Faint)
            ]
        );
    }

    #[test]
    fn what_is_blank_is_cropped() {
        let mut drawing = Drawing::new();
        drawing.put(2, 4, "a", Paint::Plain);
        drawing.put(3, 2, " b", Paint::Plain);
        drawing.crop();
        assert_eq!(drawing.to_string(), " a\nb\n");
        Drawing::new().crop();
    }

    #[test]
    fn a_window_shows_the_last_change() {
        let mut drawing = Drawing::new();
        for at in 0..20 {
            drawing.put(at, 0, &format!("{at:02}{}", ".".repeat(40)), Paint::Plain);
        }
        drawing.end_board();
        drawing.add(&[("caption", Paint::Faint)]);
        assert_eq!(drawing.window(20, 42), None);
        let shown = |drawing: &Drawing| drawing.window(3, 42).unwrap().to_string();
        let lines = |text: &str| text.lines().map(|line| line[..2].to_owned()).collect::<Vec<_>>();
        assert_eq!(lines(&shown(&drawing)), ["09", "10", "11", "ca"], "the middle");
        drawing.put_change(18, 30, 1, Change::Reached);
        assert_eq!(lines(&shown(&drawing)), ["17", "18", "19", "ca"]);
        let narrow = drawing.window(1, 5).unwrap().to_string();
        assert_eq!(narrow, ".[.].\ncaption\n");
    }

    #[test]
    fn changes_are_what_came_and_what_went() {
        assert_eq!(Change::between(None, Some(1)), Change::None);
        assert_eq!(Change::between(Some(Some(1)), Some(1)), Change::None);
        assert_eq!(Change::between(Some(Some(2)), Some(1)), Change::Reached);
        assert_eq!(Change::between(Some(None), Some(1)), Change::Reached);
        assert_eq!(Change::between(Some(Some(2)), None::<u8>), Change::Vacated);
    }
}
