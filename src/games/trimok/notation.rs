//! Text: positions and moves (RULES.md section 4).

use std::fmt;

use super::ask::Entries;
use super::board::Board;
use super::geometry::Cell;
use super::legality::Illegality;
use super::moves::Move;
use super::rules::{Change, Rules};
use super::stacks::{STACKS_OF_A_SIDE, STACKS_OF_A_SIZE, Size, Stack};
use super::state::{LETTERS, Trimok};
use crate::kernel::{
    Action, BadPosition, MoveError, Outcome, ParseError, Player, Position, PositionError,
};
use crate::notation::{Drawing, Notation, Sections, Text, Wrapped, list};

impl Notation for Trimok {
    const PLAYERS: [&'static str; 2] = LETTERS.0;

    fn read_position(text: &str, rules: &Rules) -> Result<Self, PositionError> {
        let sections = Sections::read(text, &["R", "B", "quiet"])?;
        let mut board = Board::default();
        for player in Player::ALL {
            for item in &sections.require(Self::letter(player))?.items {
                let (cell, size) = read_item(*item)?;
                if board.at(cell).is_some() {
                    return Err(item.bad(format!("two stacks on {cell}")).into());
                }
                board = board.with(cell, Stack { player, size });
                check_number(board, player, size, *item, rules)?;
            }
        }
        let quiet = read_quiet(&sections, rules)?;
        let to_move = sections.turn(Self::PLAYERS)?;
        if board.occupied() == 0 {
            return Err(sections.end().bad("there are no stacks at all").into());
        }
        Ok(Self::new(board, to_move, quiet, *rules))
    }

    fn write_position(&self) -> String {
        let mut text = String::new();
        for player in Player::ALL {
            let items = self.board().iter().filter(|(_, stack)| stack.player == player);
            let items = items.map(|(cell, stack)| format!("{}{cell}", stack.size.number()));
            text.push_str(&list(Self::letter(player), items));
        }
        if self.quiet() > 0 {
            text.push_str(&list("quiet", [self.quiet()]));
        }
        text.push_str(&list("turn", [Self::letter(self.turn())]));
        text
    }

    /// Reads `R[A2-A3]`, `R[A6-B1=2]`, both also without `R[` and `]`, and the pair `A2R,A3` of
    /// [`ask`](Trimok::ask).
    fn read_move(&self, text: &str) -> Result<Action<Move>, MoveError> {
        // The order is that of RULES.md section 4: a finished game refuses even text that is not a
        // move.
        if self.outcome().is_some() {
            return Err(Illegality::GameOver.into());
        }
        if text.is_empty() {
            return Err(Illegality::NoSuchSpace.into());
        }
        if !text.contains('[')
            && let Some(entries) = Entries::read(text)
        {
            let Entries { source, dest } = entries?;
            return Ok(Action::Move(self.ask(source, dest)?));
        }
        let wrapped = Wrapped::read(text)?;
        let named = wrapped.player(Self::PLAYERS)?;
        if wrapped.body.is_empty() {
            return Err(Illegality::NoSuchSpace.into());
        }
        let typed = Typed::read(wrapped.body)?;
        let from = Cell::from_name(typed.from).ok_or(Illegality::NoSuchSpace)?;
        let to = Cell::from_name(typed.to).ok_or(Illegality::NoSuchSpace)?;
        if named.is_some_and(|player| player != self.turn()) || !self.holds_own_stack(from) {
            return Err(Illegality::NotYourSide.into());
        }
        let mut m = Move::new(from, to);
        if let Some(number) = typed.exchange {
            m = m.exchanged(Size::from_number(number).ok_or(Illegality::IllegalMove)?);
        }
        self.check(m)?;
        Ok(Action::Move(m))
    }

    fn write_move(&self, m: Move) -> String {
        format!("{}[{m:?}]", Self::letter(self.turn()))
    }

    /// `seedboard`: all stacks in the form of the original description.
    fn answer(&self, query: &str) -> Option<String> {
        (query == "seedboard").then(|| self.seedboard())
    }

    fn draw(&self, before: Option<&Self>, outcome: Option<Outcome>) -> Drawing {
        self.drawing(before, outcome)
    }
}

/// Writes the position and its rules.
impl fmt::Debug for Trimok {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:?}", self.write_position(), self.rules())
    }
}

/// Reads an item of a side's list: size, column, row.
fn read_item(item: Text<'_>) -> Result<(Cell, Size), ParseError> {
    let (size, cell) = item.split_at(1);
    let size = size.text.parse().ok().and_then(Size::from_number);
    size.and_then(|size| Some((Cell::from_name(cell.text)?, size)))
        .ok_or_else(|| item.expected("a stack: size 1..3, column A..F, row 1..6"))
}

/// Checks that a side does not have too many stacks, of one size or in total.
fn check_number(
    board: Board,
    player: Player,
    size: Size,
    item: Text<'_>,
    rules: &Rules,
) -> Result<(), BadPosition> {
    let letter = Trimok::letter(player);
    let stacks = board.stacks(player);
    if rules.change == Change::Any {
        // Exchanges may turn all stacks into one size (Decision 12).
        let present: usize = stacks.iter().map(|cells| cells.count_ones() as usize).sum();
        if present > STACKS_OF_A_SIDE {
            return Err(item.bad(format!("{letter} has more than twelve stacks")));
        }
    } else if stacks[size.index()].count_ones() as usize > STACKS_OF_A_SIZE {
        let number = size.number();
        return Err(item.bad(format!("{letter} has more than four stacks of size {number}")));
    }
    Ok(())
}

/// Reads the number of quiet plies, which may not exceed the limit of the rules.
fn read_quiet(sections: &Sections<'_>, rules: &Rules) -> Result<u16, PositionError> {
    let Some(section) = sections.get("quiet") else { return Ok(0) };
    let limit = if rules.quiet == 0 { Trimok::MAX_QUIET } else { u32::from(rules.quiet) };
    let body = section.body;
    let is_number = body.text.bytes().all(|byte| byte.is_ascii_digit());
    if is_number && (body.text == "0" || !body.text.starts_with('0')) && !body.is_empty() {
        match body.number(limit) {
            Some(quiet) => Ok(quiet as u16),
            None => Err(body.bad(format!("quiet is over the limit of {limit}")).into()),
        }
    } else {
        Err(body.expected(format!("a number from 0 to {limit}")).into())
    }
}

/// The body of a move, whose parts have the right shape: a letter and a digit, and one digit.
struct Typed<'a> {
    from: &'a str,
    to: &'a str,
    exchange: Option<u8>,
}

impl<'a> Typed<'a> {
    fn read(body: Text<'a>) -> Result<Self, ParseError> {
        let (from, rest) = cell(body)?;
        let rest = rest.strip_prefix("-").ok_or_else(|| rest.expected("\"-\""))?;
        let (to, rest) = cell(rest)?;
        let Some(number) = rest.strip_prefix("=") else {
            return match rest.text {
                "" => Ok(Self { from, to, exchange: None }),
                _ => Err(rest.expected("\"=\" and a size, or nothing")),
            };
        };
        match *number.text.as_bytes() {
            [digit @ b'0'..=b'9'] => Ok(Self { from, to, exchange: Some(digit - b'0') }),
            _ => Err(number.expected("one digit, the size")),
        }
    }
}

/// Splits a letter and a digit off, whether or not the board has such a cell.
fn cell(text: Text<'_>) -> Result<(&str, Text<'_>), ParseError> {
    let (cell, rest) = text.split_at(2);
    match *cell.text.as_bytes() {
        [column, row] if column.is_ascii_alphabetic() && row.is_ascii_digit() => {
            Ok((cell.text, rest))
        }
        _ => Err(text.expected("a cell such as A2")),
    }
}
