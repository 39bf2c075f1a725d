//! The board as a drawing, in the shape of RULES.md section 1.
//!
//! A tile is a hexagon of six triangles, twelve characters wide and four lines high. Its name stands
//! in the middle of the upper triangle, each field's number in its triangle, and before the number
//! the piece that stands there:
//!
//! ```text
//!     ____
//!   /\ B0 /\       tile 09: black pieces on 090 and 094, a white one on 091;
//!  /W1\09/_5\      092, 093 and 095 are empty
//! \  2 /\ B4 /
//!  \  /_3\  /
//! ```
//!
//! The third line of each triangle, its bare base, is left out, so that the board has 21 lines.

use super::board::{Coerceo, LETTERS};
use super::geometry::{ALL_TILES, Field, TILES, Tile};
use crate::kernel::{Outcome, Player, Position};
use crate::notation::{Change, Drawing, Paint, ended};

/// How many characters right and lines down the next tile in a direction `5` and `3` begins.
const COLUMN: usize = 9;
const HALF_TILE: usize = 2;

/// A tile on the board: its sides and spokes. A space leaves what a neighbour has drawn.
const OUTLINE: [&str; 5] =
    ["    ____    ", "  /\\    /\\  ", " /__\\  /__\\ ", "\\    /\\    /", " \\  /__\\  / "];

/// Where the two characters of each field stand in its tile: line and column.
const LABELS: [(usize, usize); 6] = [(1, 5), (2, 2), (3, 2), (4, 5), (3, 8), (2, 8)];
/// Where the two characters of the name stand.
const NAME: (usize, usize) = (2, 5);

const fn paint(player: Player) -> Paint {
    match player {
        Player::First => Paint::WHITE,
        Player::Second => Paint::BLACK,
    }
}

/// Draws a position: the board, then what the board does not show.
pub(super) fn draw(
    position: &Coerceo,
    before: Option<&Coerceo>,
    outcome: Option<Outcome>,
) -> Drawing {
    let mut drawing = Drawing::new();
    let on_board = || Tile::all().filter(|tile| position.has_tile(*tile));
    for tile in on_board() {
        draw_fields(&mut drawing, position, before, tile);
    }
    // The upper side of a tile lies where the base of the tile above has its field.
    for tile in on_board() {
        let (top, left) = corner(tile);
        for (line, text) in OUTLINE.into_iter().enumerate() {
            drawing.put_behind(top + line, left, text, Paint::Faint);
        }
    }
    drawing.crop();
    drawing.end_board();
    add_caption(&mut drawing, position, before, outcome);
    drawing
}

fn draw_fields(drawing: &mut Drawing, position: &Coerceo, before: Option<&Coerceo>, tile: Tile) {
    let (top, left) = corner(tile);
    drawing.put(top + NAME.0, left + NAME.1, &tile.to_string(), Paint::Plain);
    for (number, (line, column)) in LABELS.into_iter().enumerate() {
        let field = Field::new(tile, number);
        let (line, column) = (top + line, left + column);
        if position.has_piece(field) {
            let owner = field.colour();
            drawing.put(line, column, &format!("{}{number}", LETTERS[owner]), paint(owner));
        } else {
            drawing.put(line, column + 1, &number.to_string(), Paint::Faint);
        }
        let holder = |position: &Coerceo| position.has_piece(field).then_some(());
        let change = Change::between(before.map(holder), holder(position));
        drawing.put_change(line, column, 2, change);
    }
}

/// Returns the line and the column of a tile's upper left corner in the drawing.
fn corner(tile: Tile) -> (usize, usize) {
    // One column of tiles lies 3 lattice units right of the last in `2q + r`, where the middle one
    // is 0; a tile's height is 2 units of `r`.
    let middle = tile.middle();
    let right = (2 * middle.q + middle.r + 6) as usize / 3;
    let down = (4 - middle.r) as usize;
    (down * HALF_TILE, right * COLUMN)
}

fn add_caption(
    drawing: &mut Drawing,
    position: &Coerceo,
    before: Option<&Coerceo>,
    outcome: Option<Outcome>,
) {
    let letter = |player: Player| (LETTERS[player], paint(player));
    let holds = |player, sign| (format!(" holds {}{sign}", position.held(player)), Paint::Plain);
    let [first, second] = [holds(Player::First, ", "), holds(Player::Second, "; ")];
    let price = format!("an exchange costs {}.", position.rules().exchange());
    let next = (Some(position.to_move()), " to move".to_owned());
    let (who, what) = outcome.map_or(next, ended);
    drawing.add(&[
        who.map_or(("", Paint::Plain), letter),
        (&(what + ". "), Paint::Plain),
        letter(Player::First),
        (&first.0, first.1),
        letter(Player::Second),
        (&second.0, second.1),
        (&price, Paint::Plain),
    ]);
    if position.tiles() != ALL_TILES {
        drawing.add(&[("Gone:", Paint::Faint)]);
        for tile in Tile::all().filter(|tile| !position.has_tile(*tile)) {
            let is_new = before.is_some_and(|before| before.has_tile(tile));
            let (text, paint) = match is_new {
                true => (format!("[{tile}]"), Paint::Change),
                false => (tile.to_string(), Paint::Faint),
            };
            drawing.append(&[(" ", Paint::Plain), (&text, paint)]);
        }
    }
    drawing
        .add(&[("A field is its tile and its number: 090 is field 0 of tile 09.", Paint::Faint)]);
}

const _: () = assert!(TILES == 19, "the drawing has room for five columns of tiles");
