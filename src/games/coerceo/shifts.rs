//! Neighbours of all fields of a board at once.
//!
//! Neighbours lie at only a few different bit distances, so a whole board is shifted by each of
//! them and masked instead of looking up field by field. The result is a board for each direction:
//! a *plane*. Planes are added bit by bit with carries, which avoids a `popcnt` per field (baseline
//! x86-64 has none).

use super::geometry::{ALL_FIELDS, FIELDS, SLOT_0, STEP_TO, TILE_NEIGHBOURS, TILES, flanks};
use crate::kernel::Player;

/// One shift: the bits of a board rotated left, masked by `to`.
#[derive(Clone, Copy)]
struct Shift {
    left: u32,
    to: u64,
}

/// The shifts of one direction; five distances at most, the rest of them empty.
type Direction = [Shift; 5];

const NOWHERE: Direction = [Shift { left: 0, to: 0 }; 5];

/// Adds to a direction that bit `from` arrives at bit `to`.
const fn with(mut direction: Direction, from: usize, to: usize) -> Direction {
    let left = (to as u32).wrapping_sub(from as u32) % u64::BITS;
    let mut i = 0;
    while direction[i].to != 0 && direction[i].left != left {
        i += 1;
    }
    direction[i] = Shift { left, to: direction[i].to | 1 << to };
    direction
}

/// Steps by colour and direction.
const STEPS: [[Direction; 6]; 2] = {
    let mut table = [[NOWHERE; 6]; 2];
    let mut i = 0;
    while i < 12 * FIELDS {
        let (colour, direction, from) = (i / 6 / FIELDS, i / FIELDS % 6, i % FIELDS);
        let to = (STEP_TO[colour][from][direction] & 63) as usize;
        if to < FIELDS {
            table[colour][direction] = with(table[colour][direction], from, to);
        }
        i += 1;
    }
    table
};

/// The direction from a tile across its field at a bit of a colour, and the tile there.
const fn across(colour: usize, bit: usize) -> usize {
    // Of `slot` and `slot + 3`, the one of the right parity: odd for White.
    let slot = bit % 3;
    let direction = if slot % 2 == colour { slot + 3 } else { slot };
    TILE_NEIGHBOURS[bit / 3][direction] as usize
}

/// By colour, the shifts from the fields across the border of a tile to the fields of that colour.
const ACROSS: [Direction; 2] = {
    let mut table = [NOWHERE; 2];
    let mut i = 0;
    while i < 2 * FIELDS {
        let (colour, to) = (i / FIELDS, i % FIELDS);
        let tile = across(colour, to);
        if tile < TILES {
            table[colour] = with(table[colour], 3 * tile + to % 3, to);
        }
        i += 1;
    }
    table
};

/// The shifts from tiles to their neighbours in each direction, both written as their first bit.
const NEIGHBOURS: [Direction; 6] = {
    let mut table = [NOWHERE; 6];
    let mut i = 0;
    while i < 6 * TILES {
        let (direction, to) = (i / TILES, i % TILES);
        let from = TILE_NEIGHBOURS[to][direction] as usize;
        if from < TILES {
            table[direction] = with(table[direction], 3 * from, 3 * to);
        }
        i += 1;
    }
    table
};

#[inline(always)]
const fn shifted(board: u64, direction: &Direction) -> u64 {
    let [a, b, c, d, e] = direction;
    board.rotate_left(a.left) & a.to
        | board.rotate_left(b.left) & b.to
        | board.rotate_left(c.left) & c.to
        | board.rotate_left(d.left) & d.to
        | board.rotate_left(e.left) & e.to
}

/// Returns the fields that the pieces of a colour step to, a plane for each direction.
#[inline(always)]
pub(super) const fn steps(colour: Player, pieces: u64) -> [u64; 6] {
    // The tables are constants, so that the shifts are compiled into the code.
    macro_rules! planes {
        ($colour:literal) => {
            [
                shifted(pieces, const { &STEPS[$colour][0] }),
                shifted(pieces, const { &STEPS[$colour][1] }),
                shifted(pieces, const { &STEPS[$colour][2] }),
                shifted(pieces, const { &STEPS[$colour][3] }),
                shifted(pieces, const { &STEPS[$colour][4] }),
                shifted(pieces, const { &STEPS[$colour][5] }),
            ]
        };
    }
    match colour {
        Player::First => planes!(0),
        Player::Second => planes!(1),
    }
}

/// Returns for the fields of a colour which of their three sides are set in a board of the other
/// colour, a plane for each side.
#[inline(always)]
pub(super) const fn sides(colour: Player, other: u64) -> [u64; 3] {
    let [next, last] = flanks(other);
    let across = match colour {
        Player::First => shifted(other, const { &ACROSS[0] }),
        Player::Second => shifted(other, const { &ACROSS[1] }),
    };
    [next, last, across]
}

/// Returns the tiles of a board that can be taken off it if they are empty: those whose neighbours
/// form one unbroken run of one to three (Decisions 2, 3 and 8). Boards are tiles' first bits.
#[inline]
pub(super) const fn removable(tiles: u64) -> u64 {
    let around = [
        shifted(tiles, const { &NEIGHBOURS[0] }),
        shifted(tiles, const { &NEIGHBOURS[1] }),
        shifted(tiles, const { &NEIGHBOURS[2] }),
        shifted(tiles, const { &NEIGHBOURS[3] }),
        shifted(tiles, const { &NEIGHBOURS[4] }),
        shifted(tiles, const { &NEIGHBOURS[5] }),
    ];
    let [a, b, c, d, e, f] = around;
    // The start of each run, going around. There are at most three runs.
    let begins = sum([b & !a, c & !b, d & !c, e & !d, f & !e, a & !f]);
    let count = sum(around);
    tiles & begins[0] & !begins[1] & !count[2]
}

/// Returns the sum of planes, as three digits of the binary number for each bit.
#[inline(always)]
pub(super) const fn sum(planes: [u64; 6]) -> [u64; 3] {
    let [a, b, c, d, e, f] = planes;
    let [low, carry] = sum_of_three([a, b, c]);
    let [other_low, other_carry] = sum_of_three([d, e, f]);
    let [twos, fours] = sum_of_three([carry, other_carry, low & other_low]);
    [low ^ other_low, twos, fours]
}

/// Returns the sum of three planes, as two digits.
#[inline(always)]
pub(super) const fn sum_of_three([a, b, c]: [u64; 3]) -> [u64; 2] {
    [a ^ b ^ c, a & b | c & (a ^ b)]
}

const _: () = assert!(removable(SLOT_0) & !ALL_FIELDS == 0);

#[cfg(test)]
mod tests {
    use super::super::cascade::is_removable;
    use super::super::geometry::{ALL_TILES, Field, Tile, fields_of};
    use super::*;
    use crate::kernel::SplitMix64;

    fn boards() -> impl Iterator<Item = u64> {
        let mut rng = SplitMix64::new(7);
        let ones = (0..FIELDS).map(|bit| 1 << bit);
        ones.chain((0..2000).map(move |_| rng.next_u64() & ALL_FIELDS))
    }

    #[test]
    fn planes_hold_each_step_once() {
        for board in boards() {
            for colour in Player::ALL {
                let fields = Field::all().filter(|field| field.colour() == colour);
                let mut arrivals = [0; FIELDS];
                for field in fields.filter(|field| board & field.mask() != 0) {
                    for to in Field::all().filter(|to| to.colour() == colour) {
                        arrivals[to.bit()] += u64::from(field.steps() & to.mask() != 0);
                    }
                }
                let [ones, twos, fours] = sum(steps(colour, board));
                for (bit, arrivals) in arrivals.into_iter().enumerate() {
                    let digit = |plane: u64| plane >> bit & 1;
                    let counted = digit(ones) + 2 * digit(twos) + 4 * digit(fours);
                    assert_eq!(counted, arrivals, "{board:x} {colour:?} {bit}");
                }
            }
        }
    }

    #[test]
    fn planes_hold_each_side_once() {
        for board in boards() {
            for colour in Player::ALL {
                let [ones, twos] = sum_of_three(sides(colour, board));
                for field in Field::all().filter(|field| field.colour() == colour) {
                    let digit = |plane: u64| (plane >> field.bit() & 1) as u32;
                    let expected = (field.sides() & board).count_ones();
                    assert_eq!(digit(ones) + 2 * digit(twos), expected, "{board:x} {field}");
                }
            }
        }
    }

    #[test]
    fn removable_tiles_are_those_of_the_rules() {
        for board in boards() {
            let tiles = board as u32 & ALL_TILES;
            let at_once = removable(fields_of(tiles) & SLOT_0);
            for tile in Tile::all() {
                let expected = tiles & tile.bit() != 0 && is_removable(tiles, tile.index());
                assert_eq!(at_once >> (3 * tile.index()) & 1 == 1, expected, "{tiles:x} {tile}");
            }
        }
    }
}
