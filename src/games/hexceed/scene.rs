//! What the game looks like, as data.

use super::geometry::Cell;
use super::moves::HexceedMove;
use super::piece::Piece;
use super::position::Hexceed;
use crate::games::scene::{
    self, BOARD, Caption, Describe, Face, Kind, PlayerLook, Prompt, Setup, Status, Thing,
};
use crate::kernel::{Gather, Player, Position};
use crate::notation::{Notation, list};

/// The area of the pieces that are left.
const POOL: &str = "pool";
/// The area, and its only thing, of the piece that was handed over.
const TRAY: &str = "tray";

impl Describe for Hexceed {
    const SETTLES: bool = true;

    const FACE: Face = Face {
        line: "You choose the piece, the other player must place it.",
        players: [
            Some(PlayerLook { name: "Player 1", colour: "grey" }),
            Some(PlayerLook { name: "Player 2", colour: "sand" }),
        ],
        sample: Some(
            "on[G-K@A,RXK@B,R-K@C,GOW@E,B-K@F,BOW@G,ROK@I,GXK@J,G-W@K,BXW@N,ROW@O,GXW@P]score[2,1]hold[BXK]turn[2]",
        ),
        either: &[],
        optional: &[],
    };

    fn things() -> Vec<Thing> {
        let cell = |cell: Cell| {
            let (q, r) = (f64::from(cell.hex().q), f64::from(cell.hex().r));
            Thing::new(BOARD, cell).at(q + r / 2.0, r * 0.75_f64.sqrt())
        };
        let piece = |piece: Piece| Thing::new(POOL, piece).named(spelled(piece));
        let tray = Thing::new(TRAY, TRAY).named("the tray");
        let mut things: Vec<Thing> = Cell::all().map(cell).gather();
        things.push(tray);
        things.extend(Piece::all().map(piece));
        things
    }

    fn kinds() -> Vec<Kind> {
        // Its look is colour, symbol and ink.
        let kind = |piece: Piece| {
            Kind::new(piece, spelled(piece))
                .with_face(piece)
                .with_look([piece.colour(), piece.symbol(), piece.ink()].map(|of| of as u8))
        };
        Piece::all().map(kind).gather()
    }

    fn pieces(&self) -> Vec<scene::Piece> {
        let mut pieces = Vec::new();
        for (piece, cell) in self.pieces() {
            pieces.push(scene::Piece::new(cell, piece));
        }
        pieces.extend(self.held().map(|piece| scene::Piece::new(TRAY, piece)));
        for piece in self.unused_pieces() {
            pieces.push(scene::Piece::new(piece, piece));
        }
        pieces
    }

    fn path(&self, m: HexceedMove) -> Vec<String> {
        match m.cell() {
            Some(cell) => vec![TRAY.to_owned(), cell.to_string()],
            None => vec![m.piece().to_string(), TRAY.to_owned()],
        }
    }

    fn attempt(&self, things: &[&str]) -> Option<String> {
        let letter = Self::letter(self.to_move());
        match (things, self.held()) {
            ([TRAY, cell], Some(held)) => Some(format!("{letter}[{held}@{cell}]")),
            ([piece, TRAY], _) => Some(format!("{letter}[{piece}]")),
            ([piece, cell], _) if *piece != TRAY => Some(format!("{letter}[{piece}@{cell}]")),
            _ => None,
        }
    }

    fn compose(setup: &Setup) -> Option<String> {
        let lies = |piece: &&scene::Piece| piece.at != piece.kind && piece.at != TRAY;
        let placed = setup.pieces.iter().filter(lies);
        let mut text = list("on", placed.map(|piece| format!("{}@{}", piece.kind, piece.at)));
        if setup.points != [0, 0] {
            text += &list("score", setup.points);
        }
        let held: Vec<&String> =
            setup.pieces.iter().filter(|piece| piece.at == TRAY).map(|piece| &piece.kind).gather();
        if !held.is_empty() {
            text += &list("hold", held);
        }
        Some(text + &list("turn", [&setup.turn]))
    }

    fn words(&self, m: HexceedMove) -> String {
        match m.cell() {
            Some(cell) => format!("{} on {cell}", spelled(m.piece())),
            None => format!("hands over {}", spelled(m.piece())),
        }
    }

    fn status(&self, player: Player) -> Status {
        let text = self.points(player).unwrap_or(0).to_string();
        Status { text, hint: Some("points".to_owned()), is_score: true, ..Status::default() }
    }

    fn captions(&self) -> Vec<Caption> {
        let me = Self::player_name(self.to_move());
        let them = Self::player_name(!self.to_move());
        let left = self.unused_pieces().count();
        let tray = match self.held() {
            Some(_) => format!("{me} must place"),
            None if left > 0 => format!("For {them}"),
            None => String::new(),
        };
        let caption = |area, text, count| Caption { area, owner: None, text, count };
        vec![
            caption(TRAY, tray, String::new()),
            caption(POOL, "Pieces left to hand over".to_owned(), left.to_string()),
        ]
    }

    /// Handing over, placing.
    fn phases() -> Vec<Vec<Prompt>> {
        let hand = |after, help| Prompt::new(after, help).titled("{me} hands over a piece");
        let help =
            "Drag it or click an empty cell; a line or triangle scores what its three pieces share";
        let place = |after| Prompt::new(after, help).titled("{me} places {on:tray}");
        vec![
            vec![
                hand("", "Choose the piece that {them} must place"),
                hand("pool>tray", "Click the tray, or drag it there, to hand {1} to {them}"),
            ],
            vec![place(""), place("tray>board")],
        ]
    }

    fn phase(&self) -> usize {
        usize::from(self.held().is_some())
    }
}

/// Returns a piece in words: `red X black`.
fn spelled(piece: Piece) -> String {
    let colour = ["red", "green", "blue"][piece.colour()];
    let symbol = ["X", "O", "dash"][piece.symbol()];
    let ink = ["black", "white"][piece.ink()];
    format!("{colour} {symbol} {ink}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::scene_tests::{pieces_in, played};

    #[test]
    fn the_pieces_are_those_of_the_text() {
        played::<Hexceed>(4, &mut |record| {
            let on = |area| pieces_in(record.current(), area);
            let (cells, held, pool) = (on(BOARD), on(TRAY), on(POOL));
            let text = list("on", cells.iter().map(|(at, kind)| format!("{kind}@{at}")));
            let hold = list("hold", held.iter().map(|(_, kind)| kind));
            let written = record.current().write_position();
            assert!(written.starts_with(&text), "{written}: {text}");
            assert_eq!(written.contains(&hold), !held.is_empty(), "{written}: {hold}");
            assert!(pool.iter().all(|(at, kind)| at == kind), "{pool:?}");
            // Every piece is somewhere, once.
            let mut all: Vec<_> = [cells, held, pool].concat();
            all.sort_by(|(_, kind), (_, other)| kind.cmp(other));
            all.dedup_by(|(_, kind), (_, other)| kind == other);
            assert_eq!(all.len(), Piece::all().count(), "{written}");
        });
    }
}
