//! The board: 18 cells, and the 36 trios of them that can score. All of it is derived from the
//! axial coordinates at compile time.

use std::fmt;

use crate::kernel::hex::Hex;

/// How many cells the board has.
pub(super) const CELLS: usize = 18;
/// How many lines and triangles the board has.
pub(super) const TRIOS: usize = 36;
/// The most points of a game: two in every trio.
pub(super) const MAX_POINTS: u32 = 2 * TRIOS as u32;
/// The set of all cells, one bit each.
pub(super) const ALL_CELLS: u32 = (1 << CELLS) - 1;

/// A cell, `A` to `R`, row by row.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u8);

impl Cell {
    /// Returns every cell, in order.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..CELLS as u8).map(Self)
    }

    /// Returns the cell of an index below 18.
    #[must_use]
    #[inline]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < CELLS { Some(Self(index as u8)) } else { None }
    }

    /// Returns the index of the cell, from 0.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the letter of the cell.
    #[must_use]
    pub const fn letter(self) -> char {
        (b'A' + self.0) as char
    }

    /// Returns the cell of that letter, which must be upper case.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::all().find(|cell| cell.letter() == letter)
    }

    /// Returns the coordinates of the cell, relative to the missing centre.
    #[must_use]
    pub const fn hex(self) -> Hex {
        HEXES[self.index()]
    }

    /// Returns the cell at a place of the grid, if there is one.
    #[must_use]
    pub const fn at(hex: Hex) -> Option<Self> {
        let mut i = 0;
        while i < CELLS {
            if HEXES[i].q == hex.q && HEXES[i].r == hex.r {
                return Some(Self(i as u8));
            }
            i += 1;
        }
        None
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Three cells that score together, in order: in a straight row, or each touching the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trio {
    /// The cells.
    pub cells: [Cell; 3],
}

impl Trio {
    /// Every trio: the lines, then the triangles, each in the order of their cells.
    pub const ALL: [Self; TRIOS] = trios();

    /// Returns the cells as a set, one bit each.
    #[must_use]
    pub const fn mask(self) -> u32 {
        let [a, b, c] = self.cells;
        1 << a.0 | 1 << b.0 | 1 << c.0
    }
}

/// The places of the cells: a hexagon of side 3 without its centre, row by row.
const HEXES: [Hex; CELLS] = {
    let mut hexes = [Hex::new(0, 0); CELLS];
    let mut count = 0;
    let mut r = -2;
    while r <= 2 {
        let mut q = -2;
        while q <= 2 {
            let hex = Hex::new(q, r);
            if hex.distance() == 1 || hex.distance() == 2 {
                hexes[count] = hex;
                count += 1;
            }
            q += 1;
        }
        r += 1;
    }
    assert!(count == CELLS);
    hexes
};

const fn trios() -> [Trio; TRIOS] {
    const EAST: Hex = Hex::new(1, 0);
    const SOUTH_WEST: Hex = Hex::new(-1, 1);
    const SOUTH_EAST: Hex = Hex::new(0, 1);
    // From the first cell of a trio the other two, so that the letters come in order:
    // lines across, rising and falling; triangles pointing down and up.
    const FORMS: [(Hex, Hex); 5] = [
        (EAST, EAST.plus(EAST)),
        (SOUTH_WEST, SOUTH_WEST.plus(SOUTH_WEST)),
        (SOUTH_EAST, SOUTH_EAST.plus(SOUTH_EAST)),
        (EAST, SOUTH_EAST),
        (SOUTH_WEST, SOUTH_EAST),
    ];
    const LINES: usize = 3;

    let none = Trio { cells: [Cell(0); 3] };
    let mut trios = [none; TRIOS];
    let mut count = 0;
    let mut forms = (0, LINES);
    while forms.0 < FORMS.len() {
        let mut first = 0;
        while first < CELLS {
            let mut form = forms.0;
            while form < forms.1 {
                let (second, third) = FORMS[form];
                let hex = HEXES[first];
                if let (Some(b), Some(c)) = (Cell::at(hex.plus(second)), Cell::at(hex.plus(third)))
                {
                    trios[count] = Trio { cells: [Cell(first as u8), b, c] };
                    count += 1;
                }
                form += 1;
            }
            first += 1;
        }
        forms = (forms.1, FORMS.len());
    }
    assert!(count == TRIOS);
    trios
}
