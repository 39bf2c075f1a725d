//! Moves and positions as text (RULES.md section 8).

use std::fmt;

use super::board::Board;
use super::geometry::{CELLS, Cell, LINES, REACH, SIDES};
use super::moves::Move;
use super::rules::Rules;
use super::state::{Dominions, LETTERS, PASSES};
use super::tile::{FULL_HAND, TILES, Tile};
use crate::kernel::{
    Action, BadPosition, IllegalMove, MoveError, Outcome, ParseError, PerPlayer, Player, Position,
    PositionError,
};
use crate::notation::{Drawing, Notation, Sections, Text, Wrapped, list};

/// What follows the number of a tile that its owner does not control.
const CAPTURED: &str = "'";

impl Notation for Dominions {
    const PLAYERS: [&'static str; 2] = LETTERS.0;

    fn read_position(text: &str, rules: &Rules) -> Result<Self, PositionError> {
        let sections = Sections::read(text, &["W", "B", "pass"])?;
        let to_move = sections.turn(Self::PLAYERS)?;
        let passes = match sections.get("pass") {
            Some(section) => section.numbers::<1>(u32::from(PASSES))?[0] as u8,
            None => 0,
        };
        let mut position = Self {
            board: Board::EMPTY,
            hands: PerPlayer([FULL_HAND; 2]),
            to_move,
            passes,
            rules: *rules,
        };
        // Where each tile was named, for the check that needs all of them on the board.
        let mut named: [Option<Text>; CELLS] = [None; CELLS];
        for player in Player::ALL {
            for &item in sections.items(Self::letter(player)) {
                let (cell, tile) = read_item(item, player)?;
                position.add(item, cell, tile)?;
                named[cell.index()] = Some(item);
            }
        }
        for (cell, item) in Cell::all().zip(named) {
            if let Some(item) = item
                && position.board.liberties(position.board.group_of(cell)) == 0
            {
                return Err(item.bad(format!("the group of {cell} has no liberty")).into());
            }
        }
        Ok(position)
    }

    fn write_position(&self) -> String {
        let mut text = String::new();
        for player in Player::ALL {
            let items = Cell::all()
                .map(|cell| (cell, self.board.tile(cell)))
                .filter(|(_, tile)| !tile.is_none() && tile.controller() == player)
                .map(|(cell, tile)| Item { cell, tile });
            text += &list(Self::letter(player), items);
        }
        if self.passes > 0 {
            text += &list("pass", [self.passes]);
        }
        text + &list("turn", [Self::letter(self.to_move)])
    }

    fn read_move(&self, text: &str) -> Result<Action<Move>, MoveError> {
        let wrapped = Wrapped::read(text)?;
        // Text that is not a move is refused as such, whichever player it names.
        wrapped.player(Self::PLAYERS)?;
        let action = match wrapped.body.text {
            "pass" => Action::Move(Move::PASS),
            "resign" => Action::Resign,
            _ => {
                let (number, rest) = read_tile(wrapped.body, "a tile such as P63, pass or resign")?;
                Action::Move(Move::place(read_cell(rest)?, number))
            }
        };
        if self.outcome().is_none() {
            wrapped.check_turn(Self::PLAYERS, self.to_move)?;
        }
        match action {
            Action::Move(m) => self.check(m)?,
            Action::Resign if self.outcome().is_some() => {
                return Err(IllegalMove::game_over().into());
            }
            Action::Resign => {}
        }
        Ok(action)
    }

    fn write_move(&self, m: Move) -> String {
        let player = Self::letter(self.to_move);
        match m.placement() {
            Some((cell, number)) => format!("{player}[P{number}{cell}]"),
            None => format!("{player}[pass]"),
        }
    }

    fn draw(&self, before: Option<&Self>, outcome: Option<Outcome>) -> Drawing {
        self.drawing(before, outcome)
    }
}

impl Dominions {
    /// Adds a tile that a position text names, if it can lie there beside those named before.
    fn add(&mut self, item: Text, cell: Cell, tile: Tile) -> Result<(), BadPosition> {
        if !self.board.tile(cell).is_none() {
            return Err(item.bad(format!("{cell} holds two tiles")));
        }
        let bit = 1_u64 << tile.beams();
        if self.hands[tile.owner()] & bit == 0 {
            let (owner, number) = (Self::letter(tile.owner()), tile.beams());
            return Err(item.bad(format!("tile P{number} of {owner} is given twice")));
        }
        if let Some(fault) = (0..SIDES).find_map(|side| self.fault(cell, tile.beams(), side)) {
            return Err(item.bad(fault));
        }
        self.hands[tile.owner()] &= !bit;
        self.board.add(cell, tile);
        Ok(())
    }
}

/// Writes the position and its rules.
impl fmt::Debug for Dominions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} under {:?}", self.write_position(), self.rules)
    }
}

/// A tile on a cell as a position text names it.
struct Item {
    cell: Cell,
    tile: Tile,
}

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = if self.tile.owner() == self.tile.controller() { "" } else { CAPTURED };
        write!(f, "P{}{mark}{}", self.tile.beams(), self.cell)
    }
}

/// Reads an item of the section of a player: `P63i9`, or `P63'i9` for a captured tile.
fn read_item(item: Text, controller: Player) -> Result<(Cell, Tile), ParseError> {
    let (number, rest) = read_tile(item, "a tile such as P63")?;
    let captured = rest.strip_prefix(CAPTURED);
    let owner = if captured.is_some() { !controller } else { controller };
    let cell = read_cell(captured.unwrap_or(rest))?;
    Ok((cell, Tile::new(number, owner, controller)))
}

/// Reads the number of a tile and returns what follows it.
fn read_tile<'a>(text: Text<'a>, wanted: &'static str) -> Result<(u8, Text<'a>), ParseError> {
    let after = text.strip_prefix("P").ok_or_else(|| text.expected(wanted))?;
    let (digits, rest) = after.take_while(|c| c.is_ascii_digit());
    match digits.number(TILES) {
        Some(number @ 1..) => Ok((number as u8, rest)),
        _ if digits.is_empty() => Err(text.expected(wanted)),
        _ => Err(after.expected(format!("the number of a tile from 1 to {TILES}"))),
    }
}

/// Reads a cell; nothing may follow it.
fn read_cell(text: Text) -> Result<Cell, ParseError> {
    let (letter, column) = text.split_at(1);
    let row = match letter.text.as_bytes() {
        [letter @ b'a'..=b'q'] => (letter - b'a') as i8 + 1,
        _ => return Err(text.expected("a cell such as i9")),
    };
    let (least, most) = ((row - REACH).max(1), (row + REACH).min(LINES));
    column.number(LINES as u32).and_then(|column| Cell::at(row, column as i8)).ok_or_else(|| {
        column.expected(format!("a column of row {} from {least} to {most}", letter.text))
    })
}
