//! The tables against what RULES.md and the seed print.

use super::super::geometry::{BORDER, Field, TILE_NEIGHBOURS, Tile};
use super::RULES;
use crate::games::coerceo::Coerceo;
use crate::notation::Notation;

impl Tile {
    /// Returns the tile that adjoins in a direction, 0 being north and the rest following
    /// counter-clockwise.
    pub(super) fn neighbour(self, direction: usize) -> Option<Self> {
        Self::new(TILE_NEIGHBOURS[self.index()][direction].into())
    }
}

#[test]
fn tiles_lie_as_the_drawing_shows() {
    // Names in the order in which the drawing has them, line by line.
    let drawing = RULES.split("```").nth(1).unwrap();
    let shown: Vec<String> = drawing
        .lines()
        .flat_map(|line| line.split_once("   ___").map_or(line, |(left, _)| left).split("__"))
        .flat_map(|part| part.split('/'))
        .filter_map(|part| part.split('\\').next())
        .filter(|name| name.len() == 2 && u8::from_str_radix(name, 16).is_ok())
        .map(String::from)
        .collect();
    assert_eq!(shown, Tile::all().map(|tile| tile.to_string()).collect::<Vec<_>>());
}

#[test]
fn tile_neighbours_are_those_of_the_printed_table() {
    let table = RULES.split("```").nth(3).unwrap();
    let words: Vec<&str> = table.split_whitespace().collect();
    let mut rows = 0;
    for row in words.chunks(7) {
        let tile = usize::from_str_radix(row[0].trim_end_matches(':'), 16).unwrap();
        let tile = Tile::new(tile).unwrap();
        for (direction, printed) in row[1..].iter().enumerate() {
            let neighbour = tile.neighbour(direction).map_or("--".to_owned(), |t| t.to_string());
            assert_eq!(neighbour, **printed, "{tile} in direction {direction}");
            if let Some(neighbour) = tile.neighbour(direction) {
                assert_eq!(neighbour.neighbour((direction + 3) % 6), Some(tile));
            }
        }
        rows += 1;
    }
    assert_eq!(rows, 19);
}

/// Reads `F:W3` or `5:B2` as seen from a tile: the same tile, or the one in that direction.
fn relative(tile: Tile, text: &str) -> Option<Field> {
    let (place, field) = text.split_once(':').unwrap();
    let number = field[1..].parse().unwrap();
    let there = if place == "F" { tile } else { tile.neighbour(place.parse().unwrap())? };
    let field = Field::new(there, number);
    assert!(text.contains(Coerceo::letter(field.colour())));
    Some(field)
}

#[test]
fn step_neighbours_are_those_of_the_printed_table() {
    let table = RULES.split("| field | step neighbours |").nth(1).unwrap();
    let rows: Vec<&str> = table.lines().skip(2).take(6).collect();
    assert_eq!(rows.len(), 6);
    for row in rows {
        let parts: Vec<&str> = row.split('|').map(str::trim).collect();
        let number: usize = parts[1][1..].parse().unwrap();
        for tile in Tile::all() {
            let field = Field::new(tile, number);
            let printed = parts[2].split(' ').filter_map(|text| relative(tile, text));
            assert_eq!(printed.fold(0, |board, f| board | f.mask()), field.steps(), "{field}");
            for other in Field::all().filter(|other| other.colour() == field.colour()) {
                let steps = field.steps() & other.mask() != 0;
                assert_eq!(other.steps() & field.mask() != 0, steps, "symmetric");
                assert_eq!(field.direction_to(other).is_some(), steps, "{field}-{other}");
            }
        }
    }
}

#[test]
fn side_neighbours_are_two_on_the_tile_and_one_across_the_border() {
    for field in Field::all() {
        let (tile, k) = (field.tile(), field.number());
        assert_eq!(Field::new(tile, k), field);
        let mut sides = vec![Field::new(tile, (k + 1) % 6), Field::new(tile, (k + 5) % 6)];
        sides.extend(tile.neighbour(k).map(|there| Field::new(there, (k + 3) % 6)));
        let expected = sides.iter().fold(0, |board, side| board | side.mask());
        assert_eq!(field.sides(), expected, "{field}");
        assert!(sides.iter().all(|side| side.colour() != field.colour()));
        assert!(sides.iter().all(|side| side.sides() & field.mask() != 0), "symmetric");
        // The border of a tile is what lies across it.
        if let Some(there) = tile.neighbour(k) {
            assert_ne!(BORDER[field.colour().index()][there.index()] & field.mask(), 0);
        }
        assert_eq!(Field::from_code(field.code()), Some(field));
    }
    let borders: u32 = BORDER.iter().flatten().map(|b| b.count_ones()).sum();
    let neighbours = Tile::all().map(|t| (0..6).filter(|d| t.neighbour(*d).is_some()).count());
    assert_eq!(borders as usize, neighbours.sum::<usize>());
}

/// The seed's directions of a step, by field: what its table of movements lists first to last.
const SEED_DIRECTIONS: [[&str; 6]; 6] = [
    ["0:B2", "1:B4", "F:B2", "F:B4", "5:B2", "0:B4"],
    ["1:W5", "1:W3", "2:W5", "F:W3", "F:W5", "0:W3"],
    ["1:B4", "2:B0", "2:B4", "3:B0", "F:B4", "F:B0"],
    ["F:W1", "2:W5", "3:W1", "3:W5", "4:W1", "F:W5"],
    ["F:B0", "F:B2", "3:B0", "4:B2", "4:B0", "5:B2"],
    ["0:W3", "F:W1", "F:W3", "4:W1", "5:W3", "5:W1"],
];

#[test]
fn directions_of_steps_are_numbered_as_in_the_seed() {
    for field in Field::all() {
        for (direction, printed) in SEED_DIRECTIONS[field.number()].iter().enumerate() {
            assert_eq!(
                field.step(direction),
                relative(field.tile(), printed),
                "{field} {direction}"
            );
        }
    }
}
