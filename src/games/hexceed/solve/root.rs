//! What stays constant below the position being solved: the empty cells and the free pieces,
//! numbered from 0, and tables about them.

use super::super::geometry::{CELLS, Cell, Trio};
use super::super::lanes::{LANES, Lanes, every};
use super::super::piece::Piece;
use super::super::position::Hexceed;
use super::super::scoring::{FOLDED, fold_at, partners_of};
use super::qualities::{NONE, PerQuality, Shared, numbers, one_each};
use crate::kernel::sort;

/// A cell that is never filled.
const NOWHERE: u8 = CELLS as u8;

/// The tables of one root position. A *lane* is the number of a cell that was empty there; pieces
/// are numbered likewise.
#[derive(Debug)]
pub(super) struct Root {
    /// The empty cells.
    pub(super) cells: Vec<Cell>,
    /// The pieces that are not on the board, the held one among them.
    pub(super) pieces: Vec<Piece>,
    /// The three qualities of each piece, in the order of [`Piece::qualities`].
    pub(super) qualities: [[usize; 3]; LANES],
    /// One for each of them.
    pub(super) per_quality: [PerQuality; LANES],
    /// What each two pieces share.
    pub(super) shared: [[Shared; LANES]; LANES],
    /// For each piece, the numbers of its colour, symbol and ink.
    pub(super) kinds: [Lanes; 3],
    /// For each piece, the numbers of the two qualities at most that it shares with each other piece.
    pub(super) two_shared: [[Lanes; 2]; LANES],
    /// For each lane and each folded set of cells of one quality: how many trios in which the lane
    /// is filled, one other cell is in the set, and the third is the cell of the counting lane.
    opened: Vec<[Lanes; FOLDED]>,
    /// For each pair of lanes, the cells that form a trio with both, padded with [`NOWHERE`].
    thirds: [[[u8; 4]; LANES]; LANES],
    /// For each pair of lanes, the lanes that form a trio with both.
    triples: [[u16; LANES]; LANES],
}

impl Root {
    /// Returns the tables of a position with at most 16 empty cells.
    pub(super) fn new(position: &Hexceed) -> Self {
        let cells: Vec<Cell> = position.empty_cells().take(LANES).collect();
        let mut pieces: Vec<Piece> = position.unused_pieces().chain(position.held()).collect();
        sort::by(&mut pieces, Ord::cmp);
        pieces.truncate(LANES);
        let mut root = Self {
            qualities: [[0; 3]; LANES],
            per_quality: [0; LANES],
            shared: [[[NONE; 4]; LANES]; LANES],
            kinds: [every(NONE as i8); 3],
            two_shared: [[every(NONE as i8); 2]; LANES],
            opened: cells.iter().map(|cell| opened(*cell, &cells)).collect(),
            thirds: [[[NOWHERE; 4]; LANES]; LANES],
            triples: [[0; LANES]; LANES],
            cells,
            pieces,
        };
        root.compare_pieces();
        root.compare_in_rows();
        root.link_cells();
        root
    }

    fn compare_pieces(&mut self) {
        for (i, piece) in self.pieces.iter().enumerate() {
            self.qualities[i] = numbers(*piece);
            self.per_quality[i] = one_each(*piece);
            for (j, other) in self.pieces.iter().enumerate() {
                for (k, quality) in numbers(*other).into_iter().enumerate() {
                    if self.qualities[i][k] == quality {
                        self.shared[i][j][k] = quality as u8;
                    }
                }
            }
        }
    }

    /// The same in rows, for lookups of many pieces at once.
    fn compare_in_rows(&mut self) {
        let mut kinds = [[NONE as i8; LANES]; 3];
        for (i, piece) in self.pieces.iter().enumerate() {
            for (kind, quality) in kinds.iter_mut().zip(numbers(*piece)) {
                kind[i] = quality as i8;
            }
            let mut rows = [[NONE as i8; LANES]; 2];
            for j in 0..self.pieces.len() {
                if i == j {
                    continue;
                }
                let both = self.shared[i][j].iter().filter(|quality| **quality != NONE);
                for (row, quality) in rows.iter_mut().zip(both) {
                    row[j] = *quality as i8;
                }
            }
            self.two_shared[i] = rows.map(Lanes::new);
        }
        self.kinds = kinds.map(Lanes::new);
    }

    /// Returns the lanes that form a trio with two lanes.
    #[inline]
    pub(super) fn triples_of(&self, a: usize, b: usize) -> u16 {
        self.triples[a % LANES][b % LANES]
    }

    fn link_cells(&mut self) {
        for (i, a) in self.cells.iter().enumerate() {
            for (j, b) in self.cells.iter().enumerate().filter(|(j, _)| *j != i) {
                let both = 1 << a.index() | 1 << b.index();
                let trios = Trio::ALL.iter().filter(|trio| trio.mask() & both == both);
                // Two neighbours lie in at most two triangles and two lines.
                for (third, trio) in self.thirds[i][j].iter_mut().zip(trios) {
                    *third = (trio.mask() & !both).trailing_zeros() as u8;
                    if let Some(lane) = self.cells.iter().position(|c| c.index() == *third as usize)
                    {
                        self.triples[i][j] |= 1 << lane;
                    }
                }
            }
        }
    }

    /// Returns how many more trios wait for each lane only once a cell is filled, as far as they
    /// ask for the one quality that the cells of `sharing` have.
    #[inline]
    pub(super) fn opened(&self, lane: usize, sharing: u32) -> Lanes {
        let folded = fold_at(self.cells[lane].index(), sharing);
        self.opened[lane][folded]
    }

    /// Returns the cells that form a trio with two lanes.
    #[inline]
    pub(super) fn thirds(&self, a: usize, b: usize) -> [u8; 4] {
        self.thirds[a % LANES][b % LANES]
    }

    /// Returns whether three lanes form a trio.
    #[inline]
    pub(super) fn is_trio(&self, a: usize, b: usize, c: usize) -> bool {
        self.triples[a % LANES][b % LANES] >> c & 1 == 1
    }
}

fn opened(cell: Cell, cells: &[Cell]) -> [Lanes; FOLDED] {
    // The trios through the cell, as a lane and the third cell.
    let mut trios = Vec::new();
    for trio in Trio::ALL.iter().filter(|trio| trio.mask() >> cell.index() & 1 == 1) {
        for (lane, other) in cells.iter().enumerate().filter(|(_, other)| **other != cell) {
            if trio.mask() >> other.index() & 1 == 1 {
                trios.push((lane, trio.mask() & !(1 << cell.index() | 1 << other.index())));
            }
        }
    }
    let mut table = [[0; LANES]; FOLDED];
    let partners = partners_of(cell.index());
    let mut set = 0_u32;
    loop {
        let entry = &mut table[fold_at(cell.index(), set)];
        for (lane, third) in &trios {
            entry[*lane] += i8::from(third & set != 0);
        }
        set = set.wrapping_sub(partners) & partners;
        if set == 0 {
            return table.map(Lanes::new);
        }
    }
}
