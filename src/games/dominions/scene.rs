//! What the game looks like, as data.

use super::geometry::{Cell, SIDES};
use super::moves::Move;
use super::state::Dominions;
use super::tile::{FULL_HAND, TILES, Tile};
use crate::games::scene::{
    BOARD, BUTTON, Caption, Describe, Face, Kind, Piece, PlayerLook, Prompt, Setup, Status, Thing,
};
use crate::kernel::{Bits, Gather, Player, Position};
use crate::notation::{Notation, list};

/// The area of the tiles in hand.
const RACK: &str = "rack";
/// The thing that passes.
const PASS: &str = "pass";

impl Describe for Dominions {
    const FACE: Face = Face {
        line: "Lay beams to beams; a group without an open end changes hands.",
        players: [Some(PlayerLook::WHITE), Some(PlayerLook::BLACK)],
        sample: Some(
            "W[P56q10,P33p8,P37'p9,P14p10,P48o8,P51n8,P59m8,P15l8,P27k6,P31j6,P42j7,P12j11,P55i6,P61i7,P60i8,P63i9,P39i10,P30h9,P62g9,P47g10]B[P52q11,P50p11,P29o9,P30n9,P8'n10,P31m9,P57l6,P19l9,P15l13,P27k7,P16'k8,P50'k9,P22k10,P32'k11,P53k12,P61j5,P46j8,P54j9,P62j10,P59i5,P58h5,P39h6,P47h7,P55h8,P63g8,P51f8,P23f9,P2'e9]turn[W]",
        ),
        either: &[RACK],
        optional: &[],
    };

    fn things() -> Vec<Thing> {
        let cell = |cell: Cell| {
            let (row, column) = (f64::from(cell.row()), f64::from(cell.column()));
            Thing::new(BOARD, cell)
                .at((column - row) * 0.75_f64.sqrt(), (18.0 - column - row) / 2.0)
        };
        // The look of a tile is its sides with a beam.
        let tile = |(player, number)| {
            Thing::new(RACK, in_hand(player, number))
                .named(number.to_string())
                .of(Self::letter(player))
                .with_look(beams(number))
        };
        let pass = Thing::new(BUTTON, PASS).named("Pass");
        let mut things: Vec<Thing> = Cell::all().map(cell).gather();
        things.extend(hands().into_iter().map(tile));
        things.push(pass);
        things
    }

    fn kinds() -> Vec<Kind> {
        let kind = |(owner, number): (Player, u8), controller: Player| {
            let colour = Self::player_name(controller).to_lowercase();
            let captured = if owner == controller { "" } else { ", captured" };
            Kind::new(
                kind(Tile::new(number, owner, controller)),
                format!("{colour} tile {number}{captured}"),
            )
            .of(Self::letter(controller))
            .in_family(in_hand(owner, number))
            .with_face(number)
            .with_look(beams(number))
        };
        let mut kinds = Vec::new();
        for tile in hands() {
            kinds.push(kind(tile, tile.0));
            kinds.push(kind(tile, !tile.0));
        }
        kinds
    }

    fn pieces(&self) -> Vec<Piece> {
        let mut pieces = Vec::new();
        for cell in Cell::all() {
            let tile = self.board.tile(cell);
            if !tile.is_none() {
                pieces.push(Piece::new(cell, kind(tile)));
            }
        }
        for player in Player::ALL {
            for number in Bits::of(self.hands[player]) {
                let tile = in_hand(player, number as u8);
                pieces.push(Piece::new(&tile, &tile));
            }
        }
        pieces
    }

    fn path(&self, m: Move) -> Vec<String> {
        match m.placement() {
            Some((cell, number)) => vec![cell.to_string(), in_hand(self.to_move, number)],
            None => vec![PASS.to_owned()],
        }
    }

    fn compose(setup: &Setup) -> Option<String> {
        let kinds = Self::kinds();
        let placed = |letter: &'static str| {
            let items = setup.pieces.iter().filter_map(|piece| {
                let kind = kinds.iter().find(|kind| kind.id == piece.kind)?;
                let is_captured = kind.family.as_ref() != Some(&kind.id);
                let is_mine = kind.owner == Some(letter) && piece.at != piece.kind;
                let mark = if is_captured { "'" } else { "" };
                is_mine.then(|| format!("P{}{mark}{}", kind.face, piece.at))
            });
            list(letter, items)
        };
        let [first, second] = Self::PLAYERS;
        Some(placed(first) + &placed(second) + &list("turn", [&setup.turn]))
    }

    fn attempt(&self, things: &[&str]) -> Option<String> {
        let letter = Self::letter(self.to_move);
        let number = |thing: &str| {
            let number = thing.strip_prefix(letter)?;
            number.bytes().all(|byte| byte.is_ascii_digit()).then(|| number.to_owned())
        };
        match *things {
            [PASS] => Some(format!("{letter}[{PASS}]")),
            [first, second] => match (number(first), number(second)) {
                (Some(number), None) => Some(format!("{letter}[P{number}{second}]")),
                (None, Some(number)) => Some(format!("{letter}[P{number}{first}]")),
                _ => None,
            },
            _ => None,
        }
    }

    fn words(&self, m: Move) -> String {
        match m.placement() {
            Some((cell, number)) => format!("tile {number} on {cell}"),
            None => "passes".to_owned(),
        }
    }

    fn status(&self, player: Player) -> Status {
        let (score, left) = (self.score(player), self.in_hand(player));
        let (most, owns) = (FULL_HAND.count_ones() as i32, self.board.controlled(player));
        let text = format!("territory {} · in hand {left}", score + most);
        let hint = format!(
            "{owns} tiles controlled, {left} in hand: score {score}; territory is the score + {most}"
        );
        Status { text, hint: Some(hint), ..Status::default() }
    }

    fn captions(&self) -> Vec<Caption> {
        let caption = |player| Caption {
            area: RACK,
            owner: Some(Self::letter(player)),
            text: format!("{}’s tiles", Self::player_name(player)),
            count: format!("{} left", self.in_hand(player)),
        };
        Player::both(caption).into()
    }

    /// Placing a tile, being able only to pass.
    fn phases() -> Vec<Vec<Prompt>> {
        let place = vec![
            Prompt::new("", "Choose a tile, or click a cell to see which tiles fit"),
            Prompt::new(
                "rack>board",
                "Tile {1} chosen: fits {n:cell|cells} · or click a cell to see which tiles fit",
            ),
            Prompt::new("board>rack", "Cell {1}: {n:tile fits|tiles fit}"),
        ];
        vec![place, vec![Prompt::new("", "No tile fits: pass").titled("{me} must pass")]]
    }

    fn phase(&self) -> usize {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        usize::from(moves == [Move::PASS])
    }
}

/// Returns every tile of both players.
fn hands() -> Vec<(Player, u8)> {
    let mut hands = Vec::new();
    for player in Player::ALL {
        for number in 1..=TILES as u8 {
            hands.push((player, number));
        }
    }
    hands
}

/// Returns the sides of a tile that have a beam.
fn beams(number: u8) -> Vec<u8> {
    (0..SIDES as u8).filter(|side| number >> side & 1 != 0).gather()
}

/// Returns the id of a tile in its owner's hand: `W63`.
fn in_hand(owner: Player, number: u8) -> String {
    format!("{}{number}", Dominions::letter(owner))
}

/// Returns the id of a kind of tiles: as in hand, with a mark if it is captured.
fn kind(tile: Tile) -> String {
    let captured = if tile.owner() == tile.controller() { "" } else { "'" };
    in_hand(tile.owner(), tile.beams()) + captured
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::games::scene_tests::{pieces_in, played};

    #[test]
    fn who_can_only_pass_is_told_so() {
        let mut count = 0;
        played::<Dominions>(2, &mut |record| {
            let mut moves = Vec::new();
            record.legal_moves(&mut moves);
            let [prompt, ..] = Dominions::phases()[record.current().phase()][..] else { panic!() };
            let is_told = prompt.title == Some("{me} must pass");
            assert_eq!(is_told, moves == [Move::PASS]);
            count += usize::from(is_told);
        });
        assert!(count > 0);
    }

    #[test]
    fn the_pieces_are_those_of_the_text() {
        played::<Dominions>(2, &mut |record| {
            let position = record.current();
            let kinds = Dominions::kinds();
            let placed: Vec<_> = pieces_in(position, BOARD)
                .into_iter()
                .map(|(at, id)| (at, kinds.iter().find(|kind| kind.id == id).unwrap()))
                .collect();
            let item = |at: &str, kind: &Kind| {
                let is_captured = kind.family.as_ref() != Some(&kind.id);
                format!("P{}{}{at}", kind.face, if is_captured { "'" } else { "" })
            };
            let text: String = Dominions::PLAYERS
                .iter()
                .map(|letter| {
                    let of = placed.iter().filter(|(_, kind)| kind.owner == Some(*letter));
                    list(letter, of.map(|(at, kind)| item(at, kind)))
                })
                .collect();
            let written = position.write_position();
            assert!(written.starts_with(&text), "{written}: {text}");
            // Every tile is somewhere, once.
            let on_board = placed.iter().filter_map(|(_, kind)| kind.family.clone());
            let hands = pieces_in(position, RACK).into_iter().map(|(_, kind)| kind);
            let all: Vec<String> = on_board.chain(hands).collect();
            assert_eq!(all.len(), 2 * TILES as usize, "{written}");
            assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len(), "{written}");
        });
    }
}
