//! Moves and positions as text: RULES.md sections 5 and 6.

use super::geometry::Point;
use super::moves::MorrisMove;
use super::rules::Rules;
use super::side::{FEWEST, MEN, Side};
use super::state::{LETTERS, MAX_QUIET, Morris};
use crate::kernel::{
    Action, IllegalMove, MoveError, Outcome, ParseError, PerPlayer, Player, Position, PositionError,
};
use crate::notation::{Drawing, Notation, Sections, Text, Wrapped, list};

impl Notation for Morris {
    const PLAYERS: [&'static str; 2] = LETTERS.0;

    fn read_position(text: &str, rules: &Rules) -> Result<Self, PositionError> {
        let sections = Sections::read(text, &["B", "W", "hand", "quiet"])?;
        let boards = PerPlayer(read_boards(&sections)?);
        let hands = match sections.get("hand") {
            Some(section) => section.numbers::<2>(MEN)?,
            None => [0, 0],
        };
        let quiet = match sections.get("quiet") {
            Some(section) => section.numbers::<1>(most_quiet(rules))?[0],
            None => 0,
        };
        let to_move = sections.turn(Self::PLAYERS)?;
        let sides = PerPlayer(Player::both(|player| {
            let hand = hands[player.index()];
            Side::new(boards[player], hand)
        }));
        for player in Player::ALL {
            check_men(&sections, player, sides[player].men(), to_move)?;
        }
        Ok(Self::from_parts(sides, quiet as u16, *rules, to_move))
    }

    fn write_position(&self) -> String {
        let sides = Player::both(|player| self.side(player));
        let mut text = String::new();
        for (side, letter) in sides.iter().zip(Self::PLAYERS) {
            text += &list(letter, Point::in_reading_order(side.board()));
        }
        let hands = sides.map(Side::hand);
        if hands != [0, 0] {
            text += &list("hand", hands);
        }
        if self.quiet() != 0 {
            text += &list("quiet", [self.quiet()]);
        }
        text + &list("turn", [Self::letter(self.to_move())])
    }

    /// Errors in this order: syntax, wrong player, points that do not exist, the rules.
    fn read_move(&self, text: &str) -> Result<Action<MorrisMove>, MoveError> {
        let wrapped = Wrapped::read(text)?;
        wrapped.player(Self::PLAYERS)?;
        let named =
            if wrapped.body.text == "resign" { None } else { Some(MoveText::read(wrapped.body)?) };
        wrapped.check_turn(Self::PLAYERS, self.to_move())?;
        let Some(named) = named else {
            return match self.outcome() {
                Some(_) => Err(IllegalMove::game_over().into()),
                None => Ok(Action::Resign),
            };
        };
        let m = named.to_move()?;
        self.check(m)?;
        Ok(Action::Move(m))
    }

    fn write_move(&self, m: MorrisMove) -> String {
        let mut text = format!("{}[", Self::letter(self.to_move()));
        if let Some(from) = m.from() {
            text += &format!("{from}-");
        }
        text += &m.to().to_string();
        if let Some(removed) = m.removed() {
            text += &format!("x{removed}");
        }
        text + "]"
    }

    fn draw(&self, before: Option<&Self>, outcome: Option<Outcome>) -> Drawing {
        self.drawing(before, outcome)
    }
}

/// Returns the greatest count of quiet plies that a position may have under those rules.
fn most_quiet(rules: &Rules) -> u32 {
    u32::from(if rules.quiet == 0 { MAX_QUIET } else { rules.quiet })
}

/// Reads the points of both players.
fn read_boards(sections: &Sections) -> Result<[u32; 2], PositionError> {
    let mut boards = [0; 2];
    let mut taken = 0;
    // A missing section is reported before anything inside another one.
    let both = [sections.require("B")?, sections.require("W")?];
    sections.require("turn")?;
    for (board, section) in boards.iter_mut().zip(both) {
        for item in &section.items {
            let point = match name(*item) {
                Some((cell, rest)) if rest.is_empty() => {
                    point(cell).ok_or_else(|| item.bad("the board has no such point"))?
                }
                _ => return Err(item.expected("a point such as a7").into()),
            };
            if taken & point.bit() != 0 {
                return Err(item.bad("point given twice").into());
            }
            taken |= point.bit();
            *board |= point.bit();
        }
    }
    Ok(boards)
}

/// Checks the number of men, board and hand together, of a player.
fn check_men(
    sections: &Sections,
    player: Player,
    men: u32,
    to_move: Player,
) -> Result<(), PositionError> {
    let letter = Morris::letter(player);
    let counted = "pieces, board and hand together";
    let reason = if men > MEN {
        format!("{letter} has more than {MEN} {counted}")
    } else if men < FEWEST - 1 {
        format!("{letter} has fewer than {} {counted}", FEWEST - 1)
    } else if men < FEWEST && player != to_move {
        format!("{letter}, who moved last, has fewer than {FEWEST} {counted}")
    } else {
        return Ok(());
    };
    Err(sections.require(letter)?.body.bad(reason).into())
}

/// Splits a column letter and a row digit off a text. The point need not exist.
fn name(text: Text<'_>) -> Option<(Text<'_>, Text<'_>)> {
    match text.text.as_bytes() {
        [b'a'..=b'g', b'1'..=b'7', ..] => Some(text.split_at(2)),
        _ => None,
    }
}

/// Returns the point of a name that [`name`] took.
fn point(name: Text) -> Option<Point> {
    match *name.text.as_bytes() {
        [column @ b'a'..=b'g', row @ b'1'..=b'7'] => {
            Point::from_coordinates(column - b'a', row - b'1')
        }
        _ => None,
    }
}

/// The names in a move: `[from "-"] to ["x" removed]`.
struct MoveText<'a> {
    from: Option<Text<'a>>,
    to: Text<'a>,
    removed: Option<Text<'a>>,
}

impl<'a> MoveText<'a> {
    fn read(body: Text<'a>) -> Result<Self, ParseError> {
        let wanted = |text: Text<'a>| name(text).ok_or_else(|| text.expected("a point such as a7"));
        let (mut to, mut rest) = wanted(body)?;
        let mut from = None;
        if let Some(behind) = rest.strip_prefix("-") {
            from = Some(to);
            (to, rest) = wanted(behind)?;
        }
        let mut removed = None;
        if let Some(behind) = rest.strip_prefix("x") {
            let (name, behind) = wanted(behind)?;
            removed = Some(name);
            rest = behind;
        }
        match (rest.is_empty(), from, removed) {
            (true, ..) => Ok(Self { from, to, removed }),
            (_, None, None) => Err(rest.expected("\"-\", \"x\" or the end of the move")),
            (_, Some(_), None) => Err(rest.expected("\"x\" or the end of the move")),
            (_, _, Some(_)) => Err(rest.expected("the end of the move")),
        }
    }

    fn to_move(&self) -> Result<MorrisMove, IllegalMove> {
        let known = |text: Text<'_>| {
            let reason = || format!("the board has no point {}", text.text);
            point(text).ok_or_else(|| IllegalMove::new(reason()))
        };
        let from = self.from.map(known).transpose()?;
        let to = known(self.to)?;
        let removed = self.removed.map(known).transpose()?;
        Ok(MorrisMove::new(from, to, removed))
    }
}
