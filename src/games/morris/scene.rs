//! What the game looks like, as data.

use super::geometry::Point;
use super::moves::MorrisMove;
use super::state::Morris;
use crate::games::scene::{
    BOARD, Describe, Face, Kind, Piece, PlayerLook, Prompt, Setup, Status, Thing,
};
use crate::kernel::{Player, Position};
use crate::notation::{Notation, list};

/// The area of the men that are still to be placed.
const HAND: &str = "hand";

impl Describe for Morris {
    const FACE: Face = Face {
        line: "Three in a line are a mill, and a mill takes a man.",
        players: [Some(PlayerLook::BLACK), Some(PlayerLook::WHITE)],
        sample: Some("B[d6,c5,e4,c3,d2]W[a7,d7,g7,b6,b4,c4,f4,e3]turn[W]"),
        either: &[],
        optional: &[HAND],
    };

    fn things() -> Vec<Thing> {
        let point = |point: Point| {
            let (column, row) = point.coordinates();
            Thing::new(BOARD, point).at(f64::from(column), 6.0 - f64::from(row))
        };
        let hand = |player| {
            Thing::new(HAND, hand(player))
                .named("the men in hand")
                .of(Self::letter(player))
                .holding(Self::letter(player))
        };
        let mut things = Vec::new();
        for at in Point::READING_ORDER {
            things.push(point(at));
        }
        things.extend(Player::both(hand));
        things
    }

    fn kinds() -> Vec<Kind> {
        let man = |player| {
            let name = format!("{} man", Self::player_name(player).to_lowercase());
            Kind::new(Self::letter(player), name).of(Self::letter(player))
        };
        Player::both(man).into()
    }

    fn pieces(&self) -> Vec<Piece> {
        let mut pieces = Vec::new();
        for player in Player::ALL {
            let (side, letter) = (self.side(player), Self::letter(player));
            for point in Point::in_reading_order(side.board()) {
                pieces.push(Piece::new(point, letter));
            }
            for _ in 0..side.hand() {
                pieces.push(Piece::new(hand(player), letter));
            }
        }
        pieces
    }

    fn path(&self, m: MorrisMove) -> Vec<String> {
        let from = m.from().map_or_else(|| hand(self.to_move()), |from| from.to_string());
        let mut path = vec![from, m.to().to_string()];
        path.extend(m.removed().map(|point| point.to_string()));
        path
    }

    fn attempt(&self, things: &[&str]) -> Option<String> {
        let (hand, letter) = (hand(self.to_move()), Self::letter(self.to_move()));
        let stands = |name: &str| {
            Point::in_reading_order(self.own().board()).any(|point| point.to_string() == name)
        };
        let body = match *things {
            [first, to] if first == hand => to.to_owned(),
            [first, to, removed] if first == hand => format!("{to}x{removed}"),
            [from, to] if stands(from) => format!("{from}-{to}"),
            [from, to, removed] => format!("{from}-{to}x{removed}"),
            [to, removed] => format!("{to}x{removed}"),
            [to] if to != hand => to.to_owned(),
            _ => return None,
        };
        Some(format!("{letter}[{body}]"))
    }

    fn words(&self, m: MorrisMove) -> String {
        let step = match m.from() {
            Some(from) => format!("{from} to {}", m.to()),
            None => format!("places on {}", m.to()),
        };
        step + &m.removed().map_or_else(String::new, |point| format!(", takes {point}"))
    }

    fn status(&self, player: Player) -> Status {
        let side = self.side(player);
        let (placed, in_hand) = (side.board().count_ones(), side.hand());
        let text = format!("{placed} on the board · {in_hand} in hand");
        let short = (in_hand > 0).then(|| format!("{placed} + {in_hand}"));
        Status { text, short, ..Status::default() }
    }

    /// Placing, sliding, flying.
    fn phases() -> Vec<Vec<Prompt>> {
        const REMOVE: &str = "{me}: remove a man";
        let slide = |help| {
            vec![
                Prompt::new("", help),
                Prompt::new("board>board", "{1} chosen: {n:point|points}"),
                Prompt::new(
                    "board board>board",
                    "{1}–{2} closes a mill · choose one of {n:man|men} · Esc takes the step back",
                )
                .titled(REMOVE),
            ]
        };
        let place = vec![
            Prompt::new("", "Place a man on an empty point"),
            Prompt::new(
                "board>board",
                "{1} closes a mill · choose one of {n:man|men} · Esc takes the step back",
            )
            .titled(REMOVE),
        ];
        let fly = slide("Three men left: they may fly to any empty point");
        vec![place, slide("Choose a man, then a point beside it"), fly]
    }

    fn compose(setup: &Setup) -> Option<String> {
        let men = |letter| list(letter, setup.of(letter).filter(|at| !at.starts_with(HAND)));
        let [first, second] = Self::PLAYERS;
        let mut text = men(first) + &men(second);
        let counts = Player::both(|player| setup.count(&hand(player)));
        if counts != [0, 0] {
            text += &list("hand", counts);
        }
        Some(text + &list("turn", [&setup.turn]))
    }

    fn phase(&self) -> usize {
        match (self.own().hand(), self.own().flies()) {
            (1.., _) => 0,
            (_, false) => 1,
            (_, true) => 2,
        }
    }
}

/// Returns the id of a player's hand: `hand-B`.
fn hand(player: Player) -> String {
    format!("{HAND}-{}", Morris::letter(player))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::scene_tests::{pieces_in, played};

    #[test]
    fn the_pieces_are_those_of_the_text() {
        played::<Morris>(6, &mut |record| {
            let of = |area, letter: &str| {
                let men = pieces_in(record.current(), area).into_iter();
                let men: Vec<_> = men.filter(|(_, kind)| kind == letter).collect();
                men.into_iter().map(|(at, _)| at).collect::<Vec<_>>()
            };
            let boards = Morris::PLAYERS.map(|letter| list(letter, of(BOARD, letter)));
            let hands = Morris::PLAYERS.map(|letter| of(HAND, letter));
            assert!(
                hands
                    .iter()
                    .zip(Player::ALL)
                    .all(|(men, player)| { men.iter().all(|at| *at == hand(player)) })
            );
            let mut text = boards.concat();
            if hands.iter().any(|men| !men.is_empty()) {
                text += &list("hand", hands.map(|men| men.len()));
            }
            let written = record.current().write_position();
            assert!(written.starts_with(&text), "{written}: {text}");
            assert_eq!(written.contains("hand"), text.contains("hand"), "{written}");
        });
    }
}
