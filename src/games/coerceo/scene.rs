//! What the game looks like, as data.

use super::board::Coerceo;
use super::geometry::{Field, Tile};
use super::moves::{CoerceoMove, Kind as MoveKind};
use crate::games::scene::{
    BOARD, Describe, Face, Kind, Piece, PlayerLook, Prompt, Setup, Status, Thing,
};
use crate::kernel::{Player, Position};
use crate::notation::{Notation, list};

/// The area of the tiles on the board.
const TILES: &str = "tiles";
/// The area of the tiles that players hold.
const HELD: &str = "held";
/// The kind of all tiles.
const TILE: &str = "tile";

impl Describe for Coerceo {
    const FACE: Face = Face {
        line: "Shut the other side’s pieces in while the board falls away.",
        players: [Some(PlayerLook::WHITE), Some(PlayerLook::BLACK)],
        sample: Some(
            "W[001,005,015,045,063,083,093,0A3,0D1,0E1,0E5,0F1,101,105,0F3,115,061]B[012,024,030,032,050,054,074,080,082,0C0,0C2,0E0,104,110,112,0A2]gone[12]held[0,1]turn[W]",
        ),
        either: &[HELD],
        optional: &[],
    };

    fn things() -> Vec<Thing> {
        let tile = |tile: Tile| {
            let (x, y) = middle(tile);
            Thing::new(TILES, tile).at(x, y)
        };
        // A field is a triangle; its look is its number, which says where it points.
        let field = |field: Field| {
            let (x, y) = middle(field.tile());
            let angle = (60.0 * f64::from(field.number() as u8) + 90.0).to_radians();
            let far = 1.0 / 3_f64.sqrt();
            Thing::new(BOARD, field)
                .at(x + far * angle.cos(), y - far * angle.sin())
                .with_look([field.number() as u8])
        };
        let held = |player| {
            let owner = Self::letter(player);
            Thing::new(HELD, held(player))
                .named("exchange tiles for a piece")
                .of(owner)
                .holding(TILE)
        };
        let mut things: Vec<Thing> = Tile::all().map(tile).collect();
        things.extend(Field::all().map(field));
        things.extend(Player::both(held));
        things
    }

    fn kinds() -> Vec<Kind> {
        let piece = |player| {
            let name = format!("{} piece", Self::player_name(player).to_lowercase());
            Kind::new(Self::letter(player), name).of(Self::letter(player))
        };
        let [white, black] = Player::both(piece);
        vec![white, black, Kind::new(TILE, TILE)]
    }

    fn pieces(&self) -> Vec<Piece> {
        let mut pieces = Vec::new();
        for tile in Tile::all().filter(|tile| self.has_tile(*tile)) {
            pieces.push(Piece::new(tile, TILE));
        }
        for player in Player::ALL {
            for _ in 0..self.held(player) {
                pieces.push(Piece::new(held(player), TILE));
            }
        }
        for player in Player::ALL {
            for field in Field::all() {
                if field.colour() == player && self.has_piece(field) {
                    pieces.push(Piece::new(field, Self::letter(player)));
                }
            }
        }
        pieces
    }

    fn path(&self, m: CoerceoMove) -> Vec<String> {
        match m.kind() {
            MoveKind::Step { from, to } => vec![from.to_string(), to.to_string()],
            MoveKind::Exchange(field) => vec![held(self.to_move()), field.to_string()],
        }
    }

    fn attempt(&self, things: &[&str]) -> Option<String> {
        let (held, letter) = (held(self.to_move()), Self::letter(self.to_move()));
        match *things {
            [first, field] if first == held => Some(format!("{letter}[x{field}]")),
            [field, second] if second == held => Some(format!("{letter}[x{field}]")),
            [from, to] => Some(format!("{letter}[{from}-{to}]")),
            _ => None,
        }
    }

    fn compose(setup: &Setup) -> Option<String> {
        let tiles = |letter| list(letter, setup.of(letter));
        let [first, second] = Self::PLAYERS;
        let mut text = tiles(first) + &tiles(second);
        let gone: Vec<Tile> =
            Tile::all().filter(|tile| setup.count(&tile.to_string()) == 0).collect();
        if !gone.is_empty() {
            text += &list("gone", gone);
        }
        let counts = Player::both(|player| setup.count(&held(player)));
        if counts != [0, 0] {
            text += &list("held", counts);
        }
        Some(text + &list("turn", [&setup.turn]))
    }

    fn words(&self, m: CoerceoMove) -> String {
        match m.kind() {
            MoveKind::Step { from, to } => format!("{from} to {to}"),
            MoveKind::Exchange(field) => format!("exchanges tiles for {field}"),
        }
    }

    fn status(&self, player: Player) -> Status {
        let pieces = self.setup().pieces[player].count_ones();
        let text = format!("{pieces} pieces · holds {}", self.held(player));
        Status { text, ..Status::default() }
    }

    fn phases() -> Vec<Vec<Prompt>> {
        vec![vec![
            Prompt::new("", "Choose a piece; it steps to a field that shares a corner"),
            Prompt::new("board>board", "{1} chosen: {n:field|fields}"),
            Prompt::new("board>held", "{1}: click Exchange to take this piece for tiles"),
            Prompt::new(
                "held>board",
                "Exchange: click the enemy piece to take off · Esc takes the step back",
            ),
        ]]
    }
}

/// Returns the id of the tiles that a player holds: `held-W`.
fn held(player: Player) -> String {
    format!("{HELD}-{}", Coerceo::letter(player))
}

/// Returns the middle of a tile; the side of a field is 1 long.
fn middle(tile: Tile) -> (f64, f64) {
    let (q, r) = (f64::from(tile.middle().q), f64::from(tile.middle().r));
    (q + r / 2.0, -r * 0.75_f64.sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::scene_tests::{pieces_in, played};

    #[test]
    fn the_pieces_are_those_of_the_text() {
        played::<Coerceo>(4, &mut |record| {
            let on = |area| pieces_in(record.current(), area);
            let (fields, tiles, holdings) = (on(BOARD), on(TILES), on(HELD));
            assert!(tiles.iter().chain(&holdings).all(|(_, kind)| kind == TILE));
            let mut text: String = Coerceo::PLAYERS
                .iter()
                .map(|letter| {
                    let of = fields.iter().filter(|(_, kind)| kind == letter);
                    list(letter, of.map(|(at, _)| at))
                })
                .collect();
            let names = Tile::all().map(|tile| tile.to_string());
            let is_gone = |name: &String| tiles.iter().all(|(at, _)| at != name);
            let gone: Vec<String> = names.filter(is_gone).collect();
            if !gone.is_empty() {
                text += &list("gone", gone);
            }
            let counts = Player::ALL
                .map(|player| holdings.iter().filter(|(at, _)| *at == held(player)).count());
            if counts != [0, 0] {
                text += &list("held", counts);
            }
            text += &list("turn", [Coerceo::letter(record.current().to_move())]);
            assert_eq!(record.current().write_position(), text);
        });
    }
}
