//! Positions and moves as text (RULES.md section 7).

use std::fmt;

use super::board::{Coerceo, LETTERS, Setup};
use super::geometry::{ALL_TILES, Field, Tile};
use super::moves::CoerceoMove;
use super::picture;
use super::rules::Rules;
use super::validity::Flaw;
use crate::kernel::{
    Action, BadPosition, IllegalMove, MoveError, Outcome, ParseError, PerPlayer, Player, Position,
    PositionError,
};
use crate::notation::{Drawing, Notation, Sections, Text, Wrapped, list};

/// The largest number that two decimal digits can write.
const TWO_DIGITS: u32 = 99;

impl Notation for Coerceo {
    const PLAYERS: [&'static str; 2] = LETTERS.0;

    fn read_position(text: &str, rules: &Rules) -> Result<Self, PositionError> {
        let sections = Sections::read(text, &["W", "B", "gone", "held"])?;
        for player in Player::ALL {
            sections.require(Self::letter(player))?;
        }
        let to_move = sections.turn(Self::PLAYERS)?;
        let gone = read_gone(sections.items("gone"))?;
        let mut pieces = PerPlayer::default();
        for player in Player::ALL {
            pieces[player] = read_pieces(sections.items(Self::letter(player)), player, gone)?;
        }
        let held = match sections.get("held") {
            Some(section) => section.numbers::<2>(TWO_DIGITS)?.map(|number| number as u8),
            None => [0, 0],
        };
        let setup = Setup { pieces, tiles: ALL_TILES ^ gone, held: PerPlayer(held), to_move };
        Self::from_setup(setup, *rules).map_err(|flaw| misplaced(flaw, &sections).into())
    }

    fn write_position(&self) -> String {
        let mut text = String::new();
        for player in Player::ALL {
            let pieces = Field::all().filter(|f| f.colour() == player && self.has_piece(*f));
            text += &list(Self::letter(player), pieces);
        }
        if self.tiles() != ALL_TILES {
            text += &list("gone", Tile::all().filter(|tile| !self.has_tile(*tile)));
        }
        let held = Player::both(|player| self.held(player));
        if held != [0, 0] {
            text += &list("held", held);
        }
        text + &list("turn", [Self::letter(self.to_move())])
    }

    fn read_move(&self, text: &str) -> Result<Action<CoerceoMove>, MoveError> {
        let wrapped = Wrapped::read(text)?;
        // Errors in this order: malformed text, the game is over, wrong player.
        let player = wrapped.player(Self::PLAYERS)?;
        let action = read_body(wrapped.body)?;
        if self.outcome().is_some() {
            return Err(IllegalMove::game_over().into());
        }
        if player.is_some() {
            wrapped.check_turn(Self::PLAYERS, self.to_move())?;
        }
        if let Action::Move(m) = action {
            self.check(m)?;
        }
        Ok(action)
    }

    fn write_move(&self, m: CoerceoMove) -> String {
        format!("{}[{m}]", Self::letter(self.to_move()))
    }

    fn draw(&self, before: Option<&Self>, outcome: Option<Outcome>) -> Drawing {
        picture::draw(self, before, outcome)
    }
}

/// Writes the position and the one rule option that it does not show.
impl fmt::Debug for Coerceo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (exchange {})", self.write_position(), self.rules.exchange())
    }
}

/// Reads the body of a move.
fn read_body(body: Text) -> Result<Action<CoerceoMove>, ParseError> {
    if body.text == "resign" {
        Ok(Action::Resign)
    } else if let Some(field) = body.strip_prefix("x") {
        Ok(Action::Move(CoerceoMove::exchange(read_field(field)?)))
    } else if let Some((from, to)) = body.split_once('-') {
        Ok(Action::Move(CoerceoMove::step(read_field(from)?, read_field(to)?)))
    } else {
        Err(body.expected("a move such as 0D1-0D3, x042 or resign"))
    }
}

/// Reads a field: `0D1`, or `0D:W1` with its colour.
fn read_field(text: Text) -> Result<Field, ParseError> {
    let (tile, rest) = text.split_at(2);
    let coloured = rest.strip_prefix(":");
    let has_form = match coloured {
        Some(number) => number.text.len() == 2,
        None => rest.text.len() == 1,
    };
    if !has_form || !tile.text.bytes().all(|b| b.is_ascii_hexdigit()) {
        return Err(text.expected("a field such as 0D1 or 0D:W1"));
    }
    let tile = read_tile(tile)?;
    let (letter, digit) = coloured.map_or((None, rest), |coloured| {
        let (letter, digit) = coloured.split_at(1);
        (Some(letter), digit)
    });
    let number = digit.number(5).ok_or_else(|| digit.expected("a field number from 0 to 5"))?;
    let field = Field::new(tile, number as usize);
    let colour = Coerceo::letter(field.colour());
    match letter {
        Some(letter) if letter.text != colour => {
            Err(letter.expected(format!("{colour}, the colour of field {field}")))
        }
        _ => Ok(field),
    }
}

/// Reads a tile: two hexadecimal digits.
fn read_tile(text: Text) -> Result<Tile, ParseError> {
    let digits = text.text.len() == 2 && text.text.bytes().all(|b| b.is_ascii_hexdigit());
    digits
        .then(|| usize::from_str_radix(text.text, 16).ok())
        .flatten()
        .and_then(Tile::new)
        .ok_or_else(|| text.expected("a tile from 00 to 12"))
}

/// Reads the tiles that are off the board, as a mask.
fn read_gone(items: &[Text]) -> Result<u32, PositionError> {
    let mut gone = 0;
    for item in items {
        let tile = read_tile(*item)?;
        if gone & tile.bit() != 0 {
            return Err(item.bad("tile given twice").into());
        }
        gone |= tile.bit();
    }
    Ok(gone)
}

/// Reads the pieces of one side, as a board.
fn read_pieces(items: &[Text], player: Player, gone: u32) -> Result<u64, PositionError> {
    let mut pieces = 0;
    for item in items {
        let field = read_field(*item)?;
        if field.colour() != player {
            let letter = Coerceo::letter(field.colour());
            return Err(item.bad(format!("field {field} is {letter}'s")).into());
        }
        if pieces & field.mask() != 0 {
            return Err(item.bad(format!("field {field} is given twice")).into());
        }
        if gone & field.tile().bit() != 0 {
            return Err(item.bad(format!("tile {} is gone", field.tile())).into());
        }
        pieces |= field.mask();
    }
    Ok(pieces)
}

/// Returns the error for a flaw of the whole position, at the most relevant section.
fn misplaced(flaw: Flaw, sections: &Sections) -> BadPosition {
    let key = match flaw {
        Flaw::OffBoard(player) | Flaw::TooManyPieces(player, _) => Coerceo::letter(player),
        Flaw::TooManyHeld { .. } => "held",
        Flaw::NoTile | Flaw::Disconnected => "gone",
        Flaw::NoPiece | Flaw::Removable(_) => "",
    };
    let place = sections.get(key).map_or(sections.end(), |section| section.body);
    place.bad(flaw.to_string())
}
