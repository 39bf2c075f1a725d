//! What may be exchanged without changing the game: 12 maps of the board times 144 relabellings of
//! the pieces.
//!
//! Every one of the 1,728 keeps all scores, so positions that one of them takes into another have
//! the same margin to come and as many best actions (`RULES.md` section 9).

use super::geometry::{CELLS, Cell};
use super::moves::HexceedMove;
use super::piece::{PIECES, Piece};
use super::position::Hexceed;
use crate::kernel::{Gather, PerPlayer, Player, Position};

/// The maps of the hexagon: six rotations, each plain or reflected.
const BOARD_MAPS: usize = 12;
/// Colours and symbols in any order, inks exchanged or not, colour and symbol exchanged or not.
const RELABELLINGS: usize = 6 * 6 * 2 * 2;
/// The permutations of three things.
const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// A map of the cells together with a relabelling of the pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symmetry {
    cells: &'static [Cell; CELLS],
    pieces: &'static [Piece; PIECES],
}

/// The image of each cell under each map. The first map is the identity.
static CELL_MAPS: [[Cell; CELLS]; BOARD_MAPS] = {
    let Some(first) = Cell::from_index(0) else { panic!("there is a cell") };
    let mut maps = [[first; CELLS]; BOARD_MAPS];
    let mut cell = 0;
    while cell < CELLS {
        let Some(from) = Cell::from_index(cell) else { panic!("an index below 18") };
        let mut hex = from.hex();
        let mut turn = 0;
        while turn < BOARD_MAPS / 2 {
            let (Some(plain), Some(mirrored)) = (Cell::at(hex), Cell::at(hex.mirrored())) else {
                panic!("the hexagon is mapped to itself")
            };
            maps[turn][cell] = plain;
            maps[turn + BOARD_MAPS / 2][cell] = mirrored;
            hex = hex.turned();
            turn += 1;
        }
        cell += 1;
    }
    maps
};

/// The image of each piece under each relabelling. The first one is the identity.
static PIECE_MAPS: [[Piece; PIECES]; RELABELLINGS] = {
    let mut maps = [[Piece::of(0, 0, 0); PIECES]; RELABELLINGS];
    let mut map = 0;
    while map < RELABELLINGS {
        let (colours, symbols) = (ORDERS[map / 24], ORDERS[map / 4 % 6]);
        let (exchanged, ink) = (map / 2 % 2 == 1, map % 2);
        let mut i = 0;
        while i < PIECES {
            let Some(piece) = Piece::from_index(i) else { panic!("an index below 18") };
            let (a, b) = if exchanged {
                (piece.symbol(), piece.colour())
            } else {
                (piece.colour(), piece.symbol())
            };
            maps[map][i] = Piece::of(colours[a], symbols[b], piece.ink() ^ ink);
            i += 1;
        }
        map += 1;
    }
    maps
};

impl Symmetry {
    /// Returns all 1,728 symmetries; the first one is the identity.
    pub fn all() -> impl Iterator<Item = Self> {
        CELL_MAPS
            .iter()
            .flat_map(|cells| PIECE_MAPS.iter().map(move |pieces| Self { cells, pieces }))
    }

    /// Returns the image of a cell.
    #[must_use]
    pub const fn cell(self, cell: Cell) -> Cell {
        self.cells[cell.index()]
    }

    /// Returns the image of a piece.
    #[must_use]
    pub const fn piece(self, piece: Piece) -> Piece {
        self.pieces[piece.index()]
    }

    /// Returns the image of a move.
    #[must_use]
    pub fn apply_to_move(self, m: HexceedMove) -> HexceedMove {
        let piece = self.piece(m.piece());
        match m.cell() {
            None => HexceedMove::hand(piece),
            Some(cell) => HexceedMove::place(piece, self.cell(cell)),
        }
    }

    /// Returns the image of a position. The scores stay.
    #[must_use]
    pub fn apply(self, position: &Hexceed) -> Hexceed {
        let on = position.pieces().map(|(piece, cell)| (self.piece(piece), self.cell(cell)));
        let held = position.held().map(|piece| self.piece(piece));
        let scores = Player::both(|player| position.points(player).unwrap_or(0) as u8);
        // A symmetry maps different pieces and cells to different ones.
        Hexceed::setup(on, held, PerPlayer(scores)).unwrap_or(*position)
    }
}

/// Returns the canonical form of a position: the image with the least packed board.
///
/// It tries 1,728 images, which takes a quarter of a millisecond. That pays off in openings, where
/// the 46,818 positions after two placements have 95 forms, but not in endings, where a search
/// hardly ever meets two images of one board.
#[must_use]
pub fn canonical(position: &Hexceed) -> Hexceed {
    Symmetry::all()
        .map(|symmetry| symmetry.apply(position))
        .min_by_key(Position::packed)
        .unwrap_or(*position)
}

/// Returns the packed board of an image that is the same for all images of a position: the least of
/// the 24 that number colours, symbols and inks by their first cells, for every turn of the board
/// and both roles of colour and symbol. Takes a fiftieth of the time of [`canonical`], which tries
/// all images.
pub(super) fn canonical_packed(position: &Hexceed) -> [u64; 2] {
    let packed = |cells: &[Cell; CELLS], exchanged: bool| {
        let mut on = [None; CELLS];
        for (piece, cell) in position.pieces() {
            on[cells[cell.index()].index()] = Some(piece);
        }
        let mut names = Names::default();
        let mut image = |piece: Piece| {
            let (a, b) = (piece.colour(), piece.symbol());
            let (a, b) = if exchanged { (b, a) } else { (a, b) };
            names.name(a, b, piece.ink())
        };
        let placed = Cell::all().filter_map(|cell| Some((image(on[cell.index()]?), cell)));
        let placed: Vec<(Piece, Cell)> = placed.gather();
        let held = position.held().map(image);
        // Names are different for different pieces.
        Hexceed::setup(placed, held, PerPlayer::default()).unwrap_or(*position).packed()
    };
    let images = CELL_MAPS.iter().flat_map(|cells| [packed(cells, false), packed(cells, true)]);
    images.min().unwrap_or_default()
}

/// Numbers for the values of each quality, in the order in which they are met.
#[derive(Default)]
struct Names([[Option<usize>; 3]; 3], [usize; 3]);

impl Names {
    fn name(&mut self, colour: usize, symbol: usize, ink: usize) -> Piece {
        let mut of = |quality: usize, value: usize| {
            let next = &mut self.1[quality];
            *self.0[quality][value].get_or_insert_with(|| {
                *next += 1;
                *next - 1
            })
        };
        Piece::of(of(0, colour), of(1, symbol), of(2, ink))
    }
}
