//! The board: 24 points on three nested squares, and the 16 lines.
//!
//! Points are numbered ring by ring from the outside in, and clockwise within a ring from its top
//! left corner: `a7 d7 g7 g4 g1 d1 a1 a4`, then `b6 ..`, then `c5 ..`. A set of points is a `u32`
//! with bit `n` for point `n`, so each ring is one byte: a step along a ring rotates the byte, a
//! step between rings shifts by eight bits (see [`mills`](super::mills)). The numbers that RULES.md
//! section 1 gives are the *reading order*, in which points are written: [`Point::READING_ORDER`].

use std::fmt;

/// The set of all points.
pub const BOARD: u32 = 0x00FF_FFFF;
/// The corners of the squares: two neighbours each.
pub const CORNERS: u32 = 0x0055_5555;
/// The middles of the sides: three or four neighbours each, and the spokes run through them.
pub const MIDDLES: u32 = BOARD & !CORNERS;

/// Points in a ring.
const RING: u8 = 8;

/// A point of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point(u8);

impl Point {
    /// How many points there are.
    pub const COUNT: usize = 24;

    /// Every point in the order in which texts list them: top row first, left to right.
    pub const READING_ORDER: [Self; Self::COUNT] = reading_order();

    /// Returns the point of that number, if there is one.
    #[must_use]
    #[inline]
    pub const fn new(index: u8) -> Option<Self> {
        if (index as usize) < Self::COUNT { Some(Self(index)) } else { None }
    }

    /// Returns the point at that place of a ring. Ring 0 is the outer one, place 0 its top left
    /// corner; places go on clockwise and wrap around.
    const fn at(ring: u8, place: u8) -> Self {
        Self(ring % 3 * RING + place % RING)
    }

    /// Returns the number of the point, below [`COUNT`](Self::COUNT).
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the set of this point alone.
    #[must_use]
    #[inline]
    pub const fn bit(self) -> u32 {
        1 << self.0
    }

    /// Returns column and row, 0 to 6 each, counted from `a1`.
    #[must_use]
    pub const fn coordinates(self) -> (u8, u8) {
        /// The offset from the centre `d4` to the inner ring, for each place.
        const FROM_CENTRE: [(i8, i8); RING as usize] =
            [(-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0)];
        let steps = 3 - (self.0 / RING) as i8;
        let (right, up) = FROM_CENTRE[(self.0 % RING) as usize];
        ((3 + right * steps) as u8, (3 + up * steps) as u8)
    }

    /// Returns the point in that column and row, counted from `a1` as 0, if there is one.
    #[must_use]
    pub fn from_coordinates(column: u8, row: u8) -> Option<Self> {
        Self::READING_ORDER.into_iter().find(|point| point.coordinates() == (column, row))
    }

    /// Returns the points next to this one.
    #[must_use]
    #[inline]
    pub const fn neighbours(self) -> u32 {
        NEIGHBOURS[self.0 as usize]
    }

    /// Returns the two lines that this point is on.
    #[must_use]
    #[inline]
    pub const fn lines(self) -> [u32; 2] {
        LINES_THROUGH[self.0 as usize]
    }

    /// Returns the points of a set in reading order.
    pub fn in_reading_order(set: u32) -> impl Iterator<Item = Self> {
        Self::READING_ORDER.into_iter().filter(move |point| set & point.bit() != 0)
    }
}

impl fmt::Display for Point {
    /// Writes column letter and row digit: `a7`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (column, row) = self.coordinates();
        write!(f, "{}{}", (b'a' + column) as char, (b'1' + row) as char)
    }
}

/// The lines, in which alone a mill can be, each from end to end: for each ring its four sides,
/// then the four spokes.
pub const LINES: [[Point; 3]; 16] = lines();

/// The points next to each point: those beside it on a line.
const NEIGHBOURS: [u32; Point::COUNT] = neighbours();

/// The two lines through each point.
const LINES_THROUGH: [[u32; 2]; Point::COUNT] = lines_through();

const fn reading_order() -> [Point; Point::COUNT] {
    let mut order = [Point(0); Point::COUNT];
    let mut found = 0;
    let mut cell = 0;
    // The 49 cells of the square that the board fills, top row first.
    while cell < 49 {
        let (column, row) = (cell % 7, 6 - cell / 7);
        let mut index = 0;
        while index < Point::COUNT as u8 {
            let (c, r) = Point(index).coordinates();
            if c == column && r == row {
                order[found] = Point(index);
                found += 1;
            }
            index += 1;
        }
        cell += 1;
    }
    order
}

const fn lines() -> [[Point; 3]; 16] {
    let mut lines = [[Point(0); 3]; 16];
    let mut i = 0;
    while i < 12 {
        let (ring, corner) = (i / 4, i % 4 * 2);
        lines[i as usize] =
            [Point::at(ring, corner), Point::at(ring, corner + 1), Point::at(ring, corner + 2)];
        i += 1;
    }
    while i < 16 {
        let middle = (i - 12) * 2 + 1;
        lines[i as usize] = [Point::at(0, middle), Point::at(1, middle), Point::at(2, middle)];
        i += 1;
    }
    lines
}

const fn neighbours() -> [u32; Point::COUNT] {
    let mut neighbours = [0; Point::COUNT];
    let mut i = 0;
    while i < LINES.len() {
        let [end, middle, other_end] = LINES[i];
        neighbours[end.0 as usize] |= middle.bit();
        neighbours[middle.0 as usize] |= end.bit() | other_end.bit();
        neighbours[other_end.0 as usize] |= middle.bit();
        i += 1;
    }
    neighbours
}

const fn lines_through() -> [[u32; 2]; Point::COUNT] {
    let mut through = [[0; 2]; Point::COUNT];
    let mut i = 0;
    while i < LINES.len() {
        let [a, b, c] = LINES[i];
        let line = a.bit() | b.bit() | c.bit();
        let mut k = 0;
        while k < 3 {
            let two = &mut through[LINES[i][k].0 as usize];
            two[if two[0] == 0 { 0 } else { 1 }] = line;
            k += 1;
        }
        i += 1;
    }
    through
}
