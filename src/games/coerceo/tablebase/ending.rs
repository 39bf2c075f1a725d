//! The units: endings with as many pieces on tiles of a shape, and the numbers of positions.
//!
//! A position is numbered by
//!
//! 1. its *block*: how many tiles each side holds, as far as they are of use, then
//! 2. White's pieces among all sets of as many on the tiles,
//! 3. Black's likewise.
//!
//! A side may exchange each enemy piece once, so more tiles than that takes are worth no more. All
//! moves but captures, exchanges and those that take tiles stay within a block.

use std::fmt;
use std::sync::LazyLock;
use std::vec;

use super::shapes::{Layout, Layouts, MOST_TILES, Shape};
use crate::games::coerceo::board::Coerceo;
use crate::games::coerceo::geometry::fields_of;
use crate::games::coerceo::rules::Rules;
use crate::games::coerceo::validity::flaw;
use crate::kernel::{PerPlayer, Player, binomials, subsets};
use crate::tablebase::{Place, Unit};

/// The most fields of a colour.
const FIELDS: usize = 3 * MOST_TILES;

/// The tiles that an exchange costs under the rules of these tables.
pub(super) const PRICE: u8 = 2;

/// How many sets of so many fields there are of so many.
static CHOOSE: [[u32; FIELDS + 1]; FIELDS + 1] = binomials();

/// Sets of fields by their size, in ascending order; a set has the same number whatever fields
/// there are above its own.
static SETS: LazyLock<Vec<Vec<u16>>> = LazyLock::new(|| {
    let of_size = |size| subsets(FIELDS as u32, size).map(|set| set as u16).collect();
    (0..=FIELDS as u32).map(of_size).collect()
});

/// The number of each set among those of its size.
static RANKS: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let mut ranks = vec![0; 1 << FIELDS];
    for sets in SETS.iter() {
        for (rank, set) in sets.iter().enumerate() {
            ranks[usize::from(*set)] = rank as u8;
        }
    }
    ranks
});

/// Endings of equal material: the shape of the tiles, and how many pieces each colour has when they
/// lie on the model of the shape. Where the colours may change hands on it, White has no more pieces
/// than Black.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CoerceoEnding {
    shape: Shape,
    white: u8,
    black: u8,
}

impl fmt::Display for CoerceoEnding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}-{}", self.shape.name(), self.white, self.black)
    }
}

impl CoerceoEnding {
    /// Returns the ending with those numbers of pieces, if they find room, and whether the colours
    /// change hands.
    #[must_use]
    pub const fn new(shape: Shape, white: u8, black: u8) -> Option<(Self, bool)> {
        let fields = shape.fields();
        if white == 0 || black == 0 || white > fields || black > fields {
            return None;
        }
        let swaps = white > black && shape.has_swap();
        let (white, black) = if swaps { (black, white) } else { (white, black) };
        Some((Self { shape, white, black }, swaps))
    }

    /// Returns the shape of the tiles.
    #[must_use]
    pub const fn shape(self) -> Shape {
        self.shape
    }

    /// Returns how many pieces each side has.
    #[must_use]
    pub const fn pieces(self) -> PerPlayer<u8> {
        PerPlayer::new(self.white, self.black)
    }

    /// Returns the most tiles that a side can make use of.
    const fn most_held(self) -> PerPlayer<u8> {
        PerPlayer::new(PRICE * self.black, PRICE * self.white)
    }

    /// Returns how many sets of fields a side's pieces may stand on.
    pub(super) fn sets(self, player: Player) -> usize {
        CHOOSE[usize::from(self.shape.fields())][usize::from(self.pieces()[player])] as usize
    }

    /// Returns how many tiles each side holds in the positions of a block, at most.
    pub(super) fn held(self, block: usize) -> PerPlayer<u8> {
        let row = usize::from(self.most_held()[Player::Second]) + 1;
        PerPlayer::new((block / row) as u8, (block % row) as u8)
    }

    fn block(self, held: PerPlayer<u8>) -> usize {
        let most = self.most_held();
        let [white, black] = Player::both(|player| usize::from(held[player].min(most[player])));
        white * (usize::from(most[Player::Second]) + 1) + black
    }

    /// Returns the number within a block of positions with those pieces on the model.
    #[inline]
    pub(super) fn rank(self, laid: &PerPlayer<usize>) -> usize {
        let [white, black] = Player::both(|player| usize::from(RANKS[laid[player]]));
        white * self.sets(Player::Second) + black
    }

    /// Returns the pieces on the model in positions of that number within a block.
    #[inline]
    pub(super) fn laid(self, rank: usize) -> PerPlayer<usize> {
        let row = self.sets(Player::Second);
        let set = |player, rank: usize| usize::from(SETS[usize::from(self.pieces()[player])][rank]);
        PerPlayer::new(set(Player::First, rank / row), set(Player::Second, rank % row))
    }

    /// Returns the ending and the place of a position; `None` if there are too many tiles, or a side
    /// has no piece.
    #[inline]
    pub(super) fn locate(position: &Coerceo) -> Option<(Self, Place)> {
        let Layouts { plain, swapped, .. } = Layouts::of(position.tiles)?;
        let [white, black] = Player::both(|player| position.pieces[player].count_ones());
        let layout = swapped.as_ref().filter(|_| white > black).unwrap_or(plain);
        Self::place(position, layout)
    }

    /// Returns the ending and the place of a position laid on its model.
    #[inline]
    fn place(position: &Coerceo, layout: &Layout) -> Option<(Self, Place)> {
        let side = |player: Player| if layout.swaps { !player } else { player };
        let laid = Player::both(|player| layout.laid(position.pieces[side(player)]));
        let [white, black] = Player::both(|player| laid[player.index()].count_ones() as u8);
        let (ending, swaps) = Self::new(layout.shape, white, black)?;
        debug_assert!(!swaps, "{layout:?} is not the layout for {position:?}");
        let held = Player::both(|player| position.held[side(player)]);
        let (block, rank) = (ending.block(PerPlayer(held)), ending.rank(&PerPlayer(laid)));
        let sector = side(position.to_move).index();
        Some((ending, Place { sector, number: block * ending.block_len() + rank }))
    }

    /// Returns the position with those pieces on the upright model and as many tiles held; `None` if
    /// there is no such position.
    #[inline]
    pub(super) fn position(
        self,
        laid: &PerPlayer<usize>,
        held: PerPlayer<u8>,
        to_move: Player,
        rules: Rules,
    ) -> Option<Coerceo> {
        let layout = self.shape.upright();
        let tiles = layout.mask();
        let pieces = PerPlayer(Player::both(|player| layout.lifted(laid[player])));
        let position = Coerceo { pieces, board: fields_of(tiles), tiles, held, to_move, rules };
        flaw(&position.setup()).is_none().then_some(position)
    }

    /// Returns the position at a place; `None` if there is none.
    #[inline]
    pub(super) fn at(self, place: Place, rules: Rules) -> Option<Coerceo> {
        let (block, rank) = (place.number / self.block_len(), place.number % self.block_len());
        let to_move = Player::from_index(place.sector);
        self.position(&self.laid(rank), self.held(block), to_move, rules)
    }

    /// Returns whether the place of a position counts for it and all its images: the least of their
    /// places.
    pub(super) fn is_first(self, position: &Coerceo, place: Place) -> bool {
        let key = |(ending, place): (Self, Place)| (ending.ordinal(), place.sector, place.number);
        let is_even = self.white == self.black;
        let ways = self.shape.images().iter().filter(|way| is_even || !way.swaps);
        let images = ways.filter_map(|way| Self::place(position, way));
        images.map(key).min() == Some(key((self, place)))
    }
}

impl Shape {
    /// Returns the fields of either colour.
    const fn fields(self) -> u8 {
        3 * self.tiles() as u8
    }
}

/// Returns how many endings there are on the shapes before one.
fn endings_before(shape: Shape) -> usize {
    let before = Shape::ALL.into_iter().take_while(|other| *other != shape);
    let endings = |shape: Shape| {
        let row = usize::from(shape.fields());
        if shape.has_swap() { row * (row + 1) / 2 } else { row * row }
    };
    before.map(endings).sum()
}

impl Unit for CoerceoEnding {
    const PLURAL: &'static str = "endings";
    const COUNT: usize = 6 + 21 + 45 + 81 + 45;

    fn all() -> vec::IntoIter<Self> {
        let mut all = Vec::with_capacity(Self::COUNT);
        for shape in Shape::ALL {
            for white in 1..=shape.fields() {
                for black in 1..=shape.fields() {
                    if let Some((ending, false)) = Self::new(shape, white, black) {
                        all.push(ending);
                    }
                }
            }
        }
        all.into_iter()
    }

    /// Reads the name of a shape, for all endings on it, or that of one ending: `line`, `line-3-2`.
    fn choose(text: &str) -> Result<Vec<Self>, String> {
        let mut parts = text.splitn(3, '-');
        let shape = parts.next().and_then(Shape::from_name);
        let mut number = || parts.next().map(str::parse::<u8>);
        let chosen: Vec<Self> = match (shape, number(), number()) {
            (Some(shape), None, None) => Self::all().filter(|one| one.shape == shape).collect(),
            (Some(shape), Some(Ok(white)), Some(Ok(black))) => {
                Self::new(shape, white, black).map(|(ending, _)| ending).into_iter().collect()
            }
            _ => Vec::new(),
        };
        let names = Shape::ALL.map(Shape::name).join(", ");
        let wrong = || {
            format!(
                "{text:?} names no ending; endings are a shape of tiles ({names}), or one of them \
                 with the pieces of White and Black, such as line-3-2"
            )
        };
        if chosen.is_empty() { Err(wrong()) } else { Ok(chosen) }
    }

    #[inline]
    fn ordinal(self) -> usize {
        let (row, black) = (usize::from(self.shape.fields()), usize::from(self.black) - 1);
        let above = usize::from(self.white) - 1;
        // With the colours changing hands, rows begin at the diagonal.
        let left_out = if self.shape.has_swap() { above * (above + 1) / 2 } else { 0 };
        endings_before(self.shape) + above * row + black - left_out
    }

    /// The shape in the high half of the first byte, White's pieces in the low one, then Black's.
    fn id(self) -> [u8; 2] {
        [(self.shape as u8) << 4 | self.white, self.black]
    }

    fn from_id([first, black]: [u8; 2]) -> Option<Self> {
        let ending = Self::new(*Shape::ALL.get(usize::from(first >> 4))?, first & 15, black);
        ending.filter(|(_, swaps)| !swaps).map(|(ending, _)| ending)
    }

    fn kind(self) -> &'static str {
        self.shape.kind()
    }

    fn sectors(self) -> usize {
        2
    }

    fn sector_name(self, sector: usize) -> String {
        format!("{self}-{}", ["w", "b"][sector])
    }

    fn row_name(self, _sector: usize) -> String {
        self.shape.name().to_owned()
    }

    fn material(self, sector: usize) -> Vec<(&'static str, u32)> {
        let mover = Player::from_index(sector);
        let pieces = self.pieces();
        vec![
            ("tiles", self.shape.tiles() as u32),
            ("to_move", pieces[mover].into()),
            ("other", pieces[!mover].into()),
        ]
    }

    fn blocks(self) -> usize {
        self.most_held().0.iter().map(|held| usize::from(*held) + 1).product()
    }

    #[inline]
    fn block_len(self) -> usize {
        Player::both(|player| self.sets(player)).iter().product()
    }

    /// What is left when enemy pieces or tiles go, or both.
    fn exits(self, sector: usize) -> vec::IntoIter<(Self, usize)> {
        let mover = Player::from_index(sector);
        let mut exits = Vec::new();
        for shape in Shape::ALL {
            if shape != self.shape && shape.tiles() >= self.shape.tiles() {
                continue;
            }
            for enemy in 1..=self.pieces()[!mover] {
                let mut pieces = self.pieces();
                pieces[!mover] = enemy;
                let [white, black] = pieces.0;
                let is_left = shape != self.shape || pieces != self.pieces();
                if let Some((left, swaps)) = Self::new(shape, white, black)
                    && is_left
                {
                    let next = if swaps { mover } else { !mover };
                    exits.push((left, next.index()));
                }
            }
        }
        exits.into_iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_come_after_those_that_they_need() {
        let all: Vec<CoerceoEnding> = CoerceoEnding::all().collect();
        assert_eq!(all.len(), CoerceoEnding::COUNT);
        for (at, ending) in all.iter().enumerate() {
            assert_eq!(ending.ordinal(), at, "{ending}");
            assert_eq!(CoerceoEnding::from_id(ending.id()), Some(*ending));
            assert_eq!(CoerceoEnding::choose(&ending.to_string()).unwrap(), [*ending]);
            assert!(!ending.shape.has_swap() || ending.white <= ending.black, "{ending}");
            assert!(ending.needs().all(|needed| needed.ordinal() < at), "{ending}");
        }
        assert_eq!(CoerceoEnding::choose("pair").unwrap().len(), 21);
        assert_eq!(CoerceoEnding::choose("pair-4-1"), CoerceoEnding::choose("pair-1-4"));
        for wrong in ["", "square", "pair-7-1", "line-0-1", "line-3", "line-3-2-1", "3-2"] {
            let error = CoerceoEnding::choose(wrong).unwrap_err();
            assert!(error.starts_with(&format!("{wrong:?} names no ending")), "{error}");
        }
        for id in [[5 << 4 | 1, 1], [0, 1], [1, 4], [1, 0], [2, 1]] {
            assert_eq!(CoerceoEnding::from_id(id), None, "{id:?}");
        }
    }
}
