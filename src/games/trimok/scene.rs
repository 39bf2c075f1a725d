//! What the game looks like, as data.

use super::geometry::Cell;
use super::moves::Move;
use super::stacks::Size;
use super::state::Trimok;
use crate::games::scene::{
    BOARD, CHOICE, Describe, Face, Kind, Piece, PlayerLook, Prompt, Setup, Status, Thing,
};
use crate::kernel::{Gather, Player, Position};
use crate::notation::{Notation, list};

/// The choice of the size that a returning stack has anyway.
const AS_IT_IS: &str = "=";

/// The names of the players, in lower case.
const COLOURS: [&str; 2] = ["red", "blue"];

impl Describe for Trimok {
    const FACE: Face = Face {
        line: "Stacks of 1, 2 and 3: each size beats one and loses to one.",
        players: [
            Some(PlayerLook { name: "Red", colour: COLOURS[0] }),
            Some(PlayerLook { name: "Blue", colour: COLOURS[1] }),
        ],
        sample: Some("R[3A1,2B1,1F1,3A2,1B2,2E2,1B3,1E3]B[2B4,1D4,3E5,3F5,3A6,2B6,1C6,2E6]turn[B]"),
        either: &[],
        optional: &[],
    };

    fn things() -> Vec<Thing> {
        let cell = |cell: Cell| {
            Thing::new(BOARD, cell).at(f64::from(cell.column()), 5.0 - f64::from(cell.row()))
        };
        let becomes = |(player, size): (Player, Size)| {
            let kind = kind(player, size);
            let name = format!("becomes {}", size.number());
            Thing::new(CHOICE, changed(player, size)).named(name).showing(kind)
        };
        let as_it_is = Thing::new(CHOICE, AS_IT_IS).named("as it is");
        let mut things: Vec<Thing> = Cell::all().map(cell).gather();
        things.push(as_it_is);
        things.extend(stacks().into_iter().map(becomes));
        things
    }

    fn kinds() -> Vec<Kind> {
        let kind = |(player, size): (Player, Size)| {
            let (letter, number) = (Self::letter(player), size.number());
            Kind::new(kind(player, size), format!("{} stack of {number}", COLOURS[player.index()]))
                .of(letter)
                .in_family(letter)
                .with_face(number)
                .with_look([number])
        };
        stacks().into_iter().map(kind).gather()
    }

    fn pieces(&self) -> Vec<Piece> {
        let stacks = self.board().iter();
        stacks.map(|(cell, stack)| Piece::new(cell, kind(stack.player, stack.size))).gather()
    }

    fn path(&self, m: Move) -> Vec<String> {
        let (player, plain) = (self.to_move(), Move::new(m.from(), m.to()));
        let mut path = vec![m.from().to_string(), m.to().to_string()];
        let may_change = || Size::ALL.iter().any(|size| self.check(plain.exchanged(*size)).is_ok());
        if m.from().returns_to(m.to(), player) && may_change() {
            let choice = m.exchange().map(|size| changed(player, size));
            path.push(choice.unwrap_or_else(|| AS_IT_IS.to_owned()));
        }
        path
    }

    fn attempt(&self, things: &[&str]) -> Option<String> {
        let letter = Self::letter(self.to_move());
        match things {
            [from, to] | [from, to, AS_IT_IS] => Some(format!("{letter}[{from}-{to}]")),
            [from, to, size] => {
                let size = size.strip_prefix(letter)?;
                Some(format!("{letter}[{from}-{to}{size}]"))
            }
            _ => None,
        }
    }

    fn compose(setup: &Setup) -> Option<String> {
        let stacks = |letter: &'static str| {
            let of = setup.pieces.iter().filter_map(move |piece| {
                Some(format!("{}{}", piece.kind.strip_prefix(letter)?, piece.at))
            });
            list(letter, of)
        };
        let [first, second] = Self::PLAYERS;
        Some(stacks(first) + &stacks(second) + &list("turn", [&setup.turn]))
    }

    fn words(&self, m: Move) -> String {
        let change = m.exchange().map(|size| format!(", becomes {}", size.number()));
        format!("{} to {}{}", m.from(), m.to(), change.unwrap_or_default())
    }

    fn status(&self, player: Player) -> Status {
        let counts = self.board().stacks(player).map(u64::count_ones);
        let of_size = Size::ALL.iter().rev().map(|size| (size.number(), counts[size.index()]));
        let sizes: Vec<String> = of_size
            .filter(|(_, count)| *count > 0)
            .map(|(size, count)| format!("{size}×{count}"))
            .gather();
        let total: u32 = counts.iter().sum();
        let noun = if total == 1 { "stack" } else { "stacks" };
        let gap = if sizes.is_empty() { "" } else { " · " };
        let text = format!("{}{gap}{total} {noun}", sizes.join(" "));
        Status { text, hint: Some("size × how many".to_owned()), ..Status::default() }
    }

    fn phases() -> Vec<Vec<Prompt>> {
        vec![vec![
            Prompt::new("", "Choose a stack · 3 beats 2 beats 1 beats 3"),
            Prompt::new("board>board", "{1} chosen: {n:cell|cells} · 3 beats 2 beats 1 beats 3"),
            Prompt::new("board board>choice", "{1} returns to {2}: choose its size"),
        ]]
    }
}

/// Returns the stacks that there can be.
fn stacks() -> Vec<(Player, Size)> {
    let mut stacks = Vec::new();
    for player in Player::ALL {
        for size in Size::ALL {
            stacks.push((player, size));
        }
    }
    stacks
}

/// Returns the id of a kind of stacks: `R3`.
fn kind(player: Player, size: Size) -> String {
    format!("{}{}", Trimok::letter(player), size.number())
}

/// Returns the id of the choice of a size: `R=3`.
fn changed(player: Player, size: Size) -> String {
    format!("{}={}", Trimok::letter(player), size.number())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::scene_tests::{pieces_in, played};

    #[test]
    fn the_pieces_are_those_of_the_text() {
        played::<Trimok>(3, &mut |record| {
            let stacks = pieces_in(record.current(), BOARD);
            let text: String = Trimok::PLAYERS
                .iter()
                .map(|letter| {
                    let of = stacks.iter().filter(|(_, kind)| kind.starts_with(letter));
                    list(letter, of.map(|(at, kind)| format!("{}{at}", &kind[1..])))
                })
                .collect();
            let written = record.current().write_position();
            assert!(written.starts_with(&text), "{written}: {text}");
        });
    }
}
