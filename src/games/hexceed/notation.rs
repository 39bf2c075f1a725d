//! Positions and moves as text (`RULES.md` section 6).

use super::geometry::{Cell, MAX_POINTS};
use super::moves::HexceedMove;
use super::picture::draw;
use super::piece::Piece;
use super::position::{Hexceed, LETTERS};
use crate::kernel::{
    Action, IllegalMove, MoveError, Outcome, ParseError, PerPlayer, Player, Position, PositionError,
};
use crate::notation::{Drawing, Notation, Section, Sections, Text, Wrapped, list};

impl Notation for Hexceed {
    const PLAYERS: [&'static str; 2] = LETTERS.0;

    fn read_position(text: &str, (): &()) -> Result<Self, PositionError> {
        let sections = Sections::read(text, &["on", "score", "hold"])?;
        let on = read_pieces(sections.require("on")?)?;
        let turn = sections.turn(Self::PLAYERS)?;
        let held = sections.get("hold").map(|hold| read_held(hold, &on)).transpose()?;
        let score = sections.get("score");
        let scores = match score {
            Some(score) => score.numbers::<2>(MAX_POINTS)?,
            None => [0, 0],
        };
        // Neither score is above 72.
        let position = Self::setup(on, held, PerPlayer(scores.map(|points| points as u8)))
            .ok_or_else(|| sections.end().bad("a piece or a cell is given twice"))?;

        let points = position.points_on_board();
        if scores.iter().sum::<u32>() != points {
            let place = score.map_or(sections.end(), |section| section.body);
            let reason = format!("the scores must add up to the {points} points on the board");
            return Err(place.bad(reason).into());
        }
        if turn != position.to_move() {
            let (placed, right) = (position.placed(), Self::letter(position.to_move()));
            let pieces = if placed == 1 { "piece" } else { "pieces" };
            let holding = if held.is_some() { "a piece" } else { "no piece" };
            let reason = format!(
                "with {placed} {pieces} placed and {holding} held it is player {right}'s turn"
            );
            let place = sections.get("turn").map_or(sections.end(), |section| section.body);
            return Err(place.bad(reason).into());
        }
        Ok(position)
    }

    fn write_position(&self) -> String {
        let on = self.pieces().map(|(piece, cell)| format!("{piece}@{cell}"));
        let mut text = list("on", on);
        let scores = Player::both(|player| self.points(player).unwrap_or(0));
        if scores != [0, 0] {
            text += &list("score", scores);
        }
        if let Some(piece) = self.held() {
            text += &list("hold", [piece]);
        }
        text + &list("turn", [Self::letter(self.to_move())])
    }

    fn read_move(&self, text: &str) -> Result<Action<HexceedMove>, MoveError> {
        // The rules ask for exactly this order, so the turn is checked after the names.
        if self.outcome().is_some() {
            return Err(IllegalMove::game_over().into());
        }
        let wrapped = Wrapped::read(text)?;
        let player = wrapped.player(Self::PLAYERS)?;
        let (piece, cell) = split_move(wrapped.body)?;
        let piece = Piece::from_name(piece.text).ok_or(IllegalMove::new("no such piece"))?;
        let m = match cell {
            None => HexceedMove::hand(piece),
            Some(letter) => {
                let cell = Cell::from_letter(letter).ok_or(IllegalMove::new("no such cell"))?;
                HexceedMove::place(piece, cell)
            }
        };
        if player.is_some_and(|player| player != self.to_move()) {
            return Err(IllegalMove::new("not this player's turn").into());
        }
        self.check(m)?;
        Ok(Action::Move(m))
    }

    fn write_move(&self, m: HexceedMove) -> String {
        format!("{}[{m}]", Self::letter(self.to_move()))
    }

    fn draw(&self, before: Option<&Self>, outcome: Option<Outcome>) -> Drawing {
        draw(self, before, outcome)
    }
}

/// Reads `piece@cell,piece@cell,...`.
fn read_pieces(on: &Section) -> Result<Vec<(Piece, Cell)>, PositionError> {
    let mut pieces: Vec<(Piece, Cell)> = Vec::with_capacity(on.items.len());
    for item in &on.items {
        let (name, letter) =
            item.split_once('@').ok_or_else(|| item.expected("an item such as RXK@E"))?;
        let piece = read_piece(name)?;
        let cell = single(letter.text)
            .and_then(Cell::from_letter)
            .ok_or_else(|| letter.expected("a cell from A to R"))?;
        if pieces.iter().any(|(_, other)| *other == cell) {
            return Err(item.bad(format!("two pieces on {cell}")).into());
        }
        if pieces.iter().any(|(other, _)| *other == piece) {
            return Err(item.bad(format!("piece {piece} is given twice")).into());
        }
        pieces.push((piece, cell));
    }
    Ok(pieces)
}

fn read_held(hold: &Section, on: &[(Piece, Cell)]) -> Result<Piece, PositionError> {
    let piece = read_piece(hold.body)?;
    match on.iter().find(|(other, _)| *other == piece) {
        None => Ok(piece),
        Some((_, cell)) => {
            let reason = format!("the held piece is on the board, on {cell}");
            Err(hold.body.bad(reason).into())
        }
    }
}

fn read_piece(name: Text) -> Result<Piece, ParseError> {
    Piece::from_name(name.text).ok_or_else(|| name.expected("a piece such as RXK or B-W"))
}

/// Splits a move into the piece and the letter of the cell: three characters, or three characters,
/// `@` and a letter. Does not check whether that piece and that cell exist.
fn split_move(body: Text) -> Result<(Text, Option<char>), ParseError> {
    let (piece, cell) = match body.split_once('@') {
        None => (body, None),
        Some((piece, cell)) => (piece, Some(cell)),
    };
    if piece.text.chars().count() != 3 {
        return Err(body.expected("a move such as RXK or RXK@E"));
    }
    let letter = match cell {
        None => None,
        Some(cell) => Some(
            single(cell.text)
                .filter(char::is_ascii_alphabetic)
                .ok_or_else(|| cell.expected("the letter of a cell"))?,
        ),
    };
    Ok((piece, letter))
}

/// Returns the only character of a text.
fn single(text: &str) -> Option<char> {
    let mut chars = text.chars();
    chars.next().filter(|_| chars.next().is_none())
}
