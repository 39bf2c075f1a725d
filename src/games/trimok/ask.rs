//! The protocol of the original description: a source, a destination and three messages, and the
//! list of all stacks.
//!
//! A source is a cell and the letter of a side (`A2R`), a destination is a cell (`A3`). There is no
//! field for an exchange: a return move asked for in this form keeps the size.

use super::geometry::Cell;
use super::legality::Illegality;
use super::moves::Move;
use super::state::{LETTERS, Trimok};
use crate::kernel::{Gather, ParseError, Position};
use crate::notation::Text;

impl Trimok {
    /// Returns the legal move from `source`, a cell and the letter of a side, to `dest`, a cell.
    ///
    /// ```
    /// use quincunx::games::trimok::{Illegality, Rules, Trimok};
    /// use quincunx::kernel::Position;
    ///
    /// let start = Trimok::start(&Rules::default());
    /// assert!(start.ask("A2R", "A3").is_ok());
    /// assert_eq!(start.ask("A2R", "A7"), Err(Illegality::NoSuchSpace));
    /// assert_eq!(start.ask("A5B", "A4"), Err(Illegality::NotYourSide));
    /// assert_eq!(start.ask("A2R", "A4"), Err(Illegality::IllegalMove));
    /// ```
    ///
    /// # Errors
    ///
    /// In this order: the game is over; one of the entries names no cell (a blank one, or text of
    /// another form); the source names no side, or the side that is not to move, or holds no stack
    /// of it; the stack may not move like that.
    pub fn ask(&self, source: &str, dest: &str) -> Result<Move, Illegality> {
        if self.outcome().is_some() {
            return Err(Illegality::GameOver);
        }
        let (cell, side) = Text::whole(source).split_at(2);
        let from = Cell::from_name(cell.text).ok_or(Illegality::NoSuchSpace)?;
        let to = Cell::from_name(dest).ok_or(Illegality::NoSuchSpace)?;
        if side.text.chars().nth(1).is_some() {
            return Err(Illegality::NoSuchSpace);
        }
        if side.text != LETTERS[self.turn()] || !self.holds_own_stack(from) {
            return Err(Illegality::NotYourSide);
        }
        let m = Move::new(from, to);
        self.refusal(m).map_or(Ok(m), Err)
    }

    /// Returns every stack as size, cell and side, row by row from A1: `3A1R 2B1R ...`.
    #[must_use]
    pub fn seedboard(&self) -> String {
        let items: Vec<String> = self
            .board()
            .iter()
            .map(|(cell, stack)| format!("{}{cell}{}", stack.size.number(), LETTERS[stack.player]))
            .gather();
        items.join(" ")
    }
}

/// The two entries of a move in this protocol, joined by a comma: `A2R,A3`.
pub(super) struct Entries<'a> {
    pub(super) source: &'a str,
    pub(super) dest: &'a str,
}

impl<'a> Entries<'a> {
    /// Splits a pair of entries; `None` for text that is not a pair. Both may be blank.
    pub(super) fn read(text: &'a str) -> Option<Result<Self, ParseError>> {
        let (source, dest) = Text::whole(text).split_once(',')?;
        Some(entry(source, 3).and_then(|source| Ok(Self { source, dest: entry(dest, 2)? })))
    }
}

/// Checks that an entry is blank, or a letter, a digit and, up to `most` characters, a letter.
fn entry(text: Text<'_>, most: usize) -> Result<&str, ParseError> {
    let shaped = match *text.text.as_bytes() {
        [] => true,
        [column, row] => column.is_ascii_alphabetic() && row.is_ascii_digit(),
        [column, row, side] => {
            most == 3
                && column.is_ascii_alphabetic()
                && row.is_ascii_digit()
                && side.is_ascii_alphabetic()
        }
        _ => false,
    };
    let wanted = if most == 3 { "a source such as A2R" } else { "a destination such as A3" };
    if shaped { Ok(text.text) } else { Err(text.expected(wanted)) }
}
