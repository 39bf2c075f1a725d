//! The board as a drawing, in the shape of RULES.md section 1.
//!
//! A tile is a hexagon of six triangles, twelve characters wide and six lines high. Its name stands
//! in the middle of the upper triangle, each field's number in its triangle, and before the number
//! the piece that stands there:
//!
//! ```text
//!     ____
//!   /\ B0 /\       tile 09: black pieces on 090 and 094, a white one on 091;
//!  /W1\09/ 5\      092, 093 and 095 are empty
//! /____\/____\
//! \  2 /\ B4 /
//!  \  / 3\  /
//!   \/____\/
//! ```

use std::fmt::Write;

use super::board::{Coerceo, LETTERS};
use super::geometry::{ALL_TILES, Field, TILES, Tile};
use crate::kernel::{Player, Position};

/// How many characters right and lines down the next tile in a direction `5` and `3` begins.
const COLUMN: usize = 9;
const HALF_TILE: usize = 3;
const WIDTH: usize = 4 * COLUMN + 12;
const HEIGHT: usize = 10 * HALF_TILE + 1;

/// A tile on the board: its sides and spokes. A space leaves what a neighbour has drawn.
const OUTLINE: [&str; 7] = [
    "    ____    ",
    "  /\\    /\\  ",
    " /  \\  /  \\ ",
    "/____\\/____\\",
    "\\    /\\    /",
    " \\  /  \\  / ",
    "  \\/____\\/  ",
];

/// Where the two characters of each field stand in its tile: line and column.
const LABELS: [(usize, usize); 6] = [(1, 5), (2, 2), (4, 2), (5, 5), (4, 8), (2, 8)];
/// Where the two characters of the name stand.
const NAME: (usize, usize) = (2, 5);

/// Draws a position: the board, then what the board does not show.
pub(super) fn draw(position: &Coerceo) -> String {
    let mut lines = [[b' '; WIDTH]; HEIGHT];
    for tile in Tile::all().filter(|tile| position.has_tile(*tile)) {
        draw_tile(&mut lines, position, tile);
    }
    let mut text = String::new();
    let is_blank = |line: &[u8; WIDTH]| line.iter().all(|byte| *byte == b' ');
    let first = lines.iter().position(|line| !is_blank(line)).unwrap_or(0);
    let last = lines.iter().rposition(|line| !is_blank(line)).unwrap_or(0);
    for line in &lines[first..=last] {
        text += String::from_utf8_lossy(line).trim_end();
        text.push('\n');
    }
    text += &caption(position);
    text
}

fn draw_tile(lines: &mut [[u8; WIDTH]; HEIGHT], position: &Coerceo, tile: Tile) {
    let (top, left) = corner(tile);
    let mut put = |line: usize, column: usize, text: &str| {
        for (i, byte) in text.bytes().enumerate().filter(|(_, byte)| *byte != b' ') {
            lines[top + line][left + column + i] = byte;
        }
    };
    for (line, text) in OUTLINE.into_iter().enumerate() {
        put(line, 0, text);
    }
    put(NAME.0, NAME.1, &tile.to_string());
    for (number, (line, column)) in LABELS.into_iter().enumerate() {
        let field = Field::new(tile, number);
        let piece = if position.has_piece(field) { LETTERS[field.colour()] } else { " " };
        put(line, column, &format!("{piece}{number}"));
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

fn caption(position: &Coerceo) -> String {
    let mut text = String::new();
    let price = position.rules().exchange();
    let held = |player| format!("{} holds {}", LETTERS[player], position.held(player));
    // Writing to a String cannot fail.
    let _ = writeln!(
        text,
        "{} to move. {}, {}; an exchange costs {price}.",
        LETTERS[position.to_move()],
        held(Player::First),
        held(Player::Second),
    );
    if position.tiles() != ALL_TILES {
        let gone = Tile::all().filter(|tile| !position.has_tile(*tile)).map(|t| t.to_string());
        let _ = writeln!(text, "Gone: {}.", gone.collect::<Vec<_>>().join(" "));
    }
    text += "A field is its tile and its number: 090 is field 0 of tile 09.\n";
    text
}

const _: () = assert!(TILES == 19, "the drawing has room for five columns of tiles");
