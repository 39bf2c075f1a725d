//! What stays constant below the position being solved: the empty cells and the free pieces,
//! numbered from 0, and tables about them.

use super::super::geometry::{Cell, Trio};
use super::super::lanes::{LANES, Lanes};
use super::super::piece::Piece;
use super::super::position::Hexceed;
use super::super::scoring::{FOLDED, fold_at, partners_of};
use super::qualities::{NONE, PerQuality, Shared, Twice, numbers, one_each, twice};
use crate::kernel::sort;

/// Tables for trios are this long, so that an index cut to 6 bits needs no check.
const WORD: usize = 64;

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
    pub(super) kinds: [Twice; 3],
    /// For each piece, the numbers of the two qualities at most that it shares with each other piece.
    pub(super) two_shared: [[Twice; 2]; LANES],
    /// For each lane and each folded set of cells of one quality: how many trios in which the lane
    /// is filled, one other cell is in the set, and the third is the cell of the counting lane.
    opened: Vec<[Lanes; FOLDED]>,
    /// The trios of empty cells, as sets of lanes.
    trios: [u16; WORD],
    /// For each lane the numbers of its trios among these, as a set.
    through: [u64; LANES],
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
            kinds: [twice([NONE as i8; LANES]); 3],
            two_shared: [[twice([NONE as i8; LANES]); 2]; LANES],
            opened: cells.iter().map(|cell| opened(*cell, &cells)).collect(),
            trios: [0; WORD],
            through: [0; LANES],
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
            self.two_shared[i] = rows.map(twice);
        }
        self.kinds = kinds.map(twice);
    }

    fn link_cells(&mut self) {
        let open = self.cells.iter().fold(0, |set, cell| set | 1 << cell.index());
        let trios = Trio::ALL.iter().map(|trio| trio.mask()).filter(|trio| trio & !open == 0);
        for (number, trio) in trios.enumerate() {
            for (lane, cell) in self.cells.iter().enumerate() {
                if trio >> cell.index() & 1 == 1 {
                    self.trios[number] |= 1 << lane;
                    self.through[lane] |= 1 << number;
                }
            }
        }
    }

    /// Returns the numbers of all trios of empty cells, as a set.
    pub(super) fn all_trios(&self) -> u64 {
        self.through.iter().fold(0, |set, trios| set | trios)
    }

    /// Returns the lanes of a trio of empty cells.
    #[inline]
    pub(super) fn trio(&self, number: usize) -> u16 {
        self.trios[number % WORD]
    }

    /// Returns the numbers of the trios of empty cells that a lane is in, as a set.
    #[inline]
    pub(super) fn through(&self, lane: usize) -> u64 {
        self.through[lane % LANES]
    }

    /// Returns how many more trios wait for each lane only once a cell is filled, as far as they
    /// ask for the one quality that the cells of `sharing` have.
    #[inline]
    pub(super) fn opened(&self, lane: usize, sharing: u32) -> Lanes {
        let folded = fold_at(self.cells[lane].index(), sharing);
        self.opened[lane][folded]
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
