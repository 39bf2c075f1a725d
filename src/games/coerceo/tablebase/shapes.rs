//! The tiles that are left: their shape, and how they lie on the board.

use std::sync::LazyLock;

use crate::games::coerceo::geometry::{Field, TILE_NEIGHBOURS, TILES, Tile};
use crate::games::coerceo::symmetry::Symmetry;
use crate::kernel::{Bits, sort, subsets};

/// The most tiles on the board.
pub(super) const MOST_TILES: usize = 3;

/// How the tiles lie to each other, up to a symmetry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Shape {
    /// One tile.
    Single,
    /// Two neighbours.
    Pair,
    /// Three in a row.
    Line,
    /// Three, of which the ends do not touch, around a corner.
    Bend,
    /// Three that touch each other.
    Triangle,
}

impl Shape {
    /// Every shape; what is left of one when a tile goes stands before it.
    pub const ALL: [Self; 5] = [Self::Single, Self::Pair, Self::Line, Self::Bend, Self::Triangle];

    /// Returns the name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        ["single", "pair", "line", "bend", "triangle"][self as usize]
    }

    /// Returns the name for the endings on such tiles.
    pub(super) const fn kind(self) -> &'static str {
        ["endings on one tile", "on a pair", "on a line", "on a bend", "on a triangle"]
            [self as usize]
    }

    /// Returns the shape of that name.
    pub(super) fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|shape| shape.name() == name)
    }

    /// Returns the number of tiles.
    pub(super) const fn tiles(self) -> usize {
        [1, 2, 3, 3, 3][self as usize]
    }

    /// Returns where the tiles lie in the middle of the board, one of them the middle tile.
    fn model(self) -> Vec<usize> {
        const MIDDLE: usize = TILES / 2;
        let directions: &[usize] = match self {
            Self::Single => &[],
            Self::Pair => &[0],
            Self::Line => &[0, 3],
            Self::Bend => &[0, 2],
            Self::Triangle => &[0, 1],
        };
        let around = directions.iter().map(|to| TILE_NEIGHBOURS[MIDDLE][*to].into());
        [MIDDLE].into_iter().chain(around).collect()
    }

    /// Returns how the model lies on the board: each tile in its own place.
    pub(super) fn upright(self) -> &'static Layout {
        &MODELS[self as usize].upright
    }

    /// Returns the ways to lay the model on itself.
    pub(super) fn images(self) -> &'static [Layout] {
        &MODELS[self as usize].images
    }

    /// Returns whether a model may be laid on itself such that the colours change hands.
    pub(super) const fn has_swap(self) -> bool {
        !matches!(self, Self::Bend)
    }

    /// Returns in how many places the shape lies on the board.
    pub(super) fn places(self) -> u64 {
        MODELS[self as usize].places
    }
}

/// How tiles on the board are laid on the model of their shape: turned, mirrored and moved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    pub(super) shape: Shape,
    /// The tiles that come to lie on those of the model.
    tiles: [u8; MOST_TILES],
    /// What the three fields of either colour on a tile become, each as a bit.
    fields: [u8; 8],
    /// Whether the colours change hands.
    pub(super) swaps: bool,
}

impl Layout {
    /// Returns a way to lay those tiles on a model by a symmetry, with the tile `first` as its first.
    fn new(shape: Shape, tiles: u32, first: usize, symmetry: Symmetry) -> Option<Self> {
        let middle = |tile: usize| Tile::new(tile).map(Tile::middle);
        let image = |tile: usize| Tile::new(tile).map(|tile| symmetry.tile(tile).middle());
        let model = shape.model();
        let (origin, start) = (image(first)?, middle(model[0])?);
        let mut laid = Self { shape, tiles: [0; MOST_TILES], fields: [0; 8], swaps: false };
        for (place, tile) in laid.tiles.iter_mut().zip(&model) {
            let wanted = middle(*tile)?;
            let lies_there = |tile: usize| {
                image(tile).is_some_and(|at| {
                    at.q - origin.q == wanted.q - start.q && at.r - origin.r == wanted.r - start.r
                })
            };
            *place = Bits::of(tiles).find(|tile| lies_there(*tile))? as u8;
        }
        for (set, image) in laid.fields.iter_mut().enumerate() {
            for slot in Bits::of(set as u32) {
                // The same for either colour.
                let field = Field::from_code((3 * first + slot) as u8)?;
                *image |= 1 << (symmetry.field(field).bit() % 3);
            }
        }
        laid.swaps = symmetry.swaps_colours();
        Some(laid)
    }

    /// Returns every way to lay those tiles on a model, those that leave the colours first.
    fn all(tiles: u32) -> Vec<Self> {
        let mut found = Vec::new();
        for shape in
            Shape::ALL.into_iter().filter(|shape| shape.tiles() == tiles.count_ones() as usize)
        {
            for symmetry in Symmetry::all() {
                let ways =
                    Bits::of(tiles).filter_map(|first| Self::new(shape, tiles, first, symmetry));
                for way in ways {
                    if !found.contains(&way) {
                        found.push(way);
                    }
                }
            }
        }
        sort::by_key(&mut found, |way| way.swaps);
        found
    }

    /// Returns where pieces of one colour come to lie on the model: three bits for each of its tiles.
    #[inline]
    pub(super) fn laid(&self, pieces: u64) -> usize {
        let tiles = self.tiles.iter().take(self.shape.tiles()).enumerate();
        tiles.fold(0, |laid, (place, tile)| {
            let fields = pieces >> (3 * tile) & 7;
            laid | usize::from(self.fields[fields as usize]) << (3 * place)
        })
    }

    /// Returns the pieces on the board that stand on those fields of an upright model.
    #[inline]
    pub(super) fn lifted(&self, laid: usize) -> u64 {
        let tiles = self.tiles.iter().take(self.shape.tiles()).enumerate();
        tiles.fold(0, |pieces, (place, tile)| {
            pieces | (laid as u64 >> (3 * place) & 7) << (3 * tile)
        })
    }

    /// Returns the tiles as a mask.
    pub(super) fn mask(&self) -> u32 {
        self.tiles[..self.shape.tiles()].iter().map(|tile| 1 << tile).sum()
    }
}

/// What belongs to a shape.
struct Model {
    upright: Layout,
    images: Vec<Layout>,
    places: u64,
}

/// By shape.
static MODELS: LazyLock<Vec<Model>> = LazyLock::new(|| {
    let model = |shape: Shape| {
        let tiles: u32 = shape.model().iter().map(|tile| 1 << tile).sum();
        let images = Layout::all(tiles);
        debug_assert_eq!(images.iter().any(|way| way.swaps), shape.has_swap(), "{shape:?}");
        // The identity is tried before all other symmetries.
        let upright = images[0].clone();
        debug_assert!(upright.fields.is_sorted() && !upright.swaps, "{upright:?}");
        let places = LAYOUTS.iter().filter(|layouts| layouts.plain.shape == shape).count();
        Model { upright, images, places: places as u64 }
    };
    Shape::ALL.into_iter().map(model).collect()
});

/// How a set of tiles that has a shape may be laid on its model.
pub(super) struct Layouts {
    tiles: u32,
    /// A way in which the colours stay what they are, if there is one.
    pub(super) plain: Layout,
    /// A way in which they change hands, if there are both.
    pub(super) swapped: Option<Layout>,
}

impl Layouts {
    /// Returns how those tiles may be laid; `None` if they are too many or do not hang together.
    #[inline]
    pub(super) fn of(tiles: u32) -> Option<&'static Self> {
        if tiles.count_ones() as usize > MOST_TILES {
            return None;
        }
        let at = LAYOUTS.binary_search_by_key(&tiles, |layouts| layouts.tiles).ok()?;
        LAYOUTS.get(at)
    }
}

/// All sets of tiles that have a shape, in ascending order.
static LAYOUTS: LazyLock<Vec<Layouts>> = LazyLock::new(|| {
    let mut layouts = Vec::new();
    for size in 1..=MOST_TILES as u32 {
        for tiles in subsets(TILES as u32, size) {
            let tiles = tiles as u32;
            let ways = Layout::all(tiles);
            let swapped = ways.iter().find(|way| way.swaps).cloned();
            if let Some(plain) = ways.into_iter().next() {
                let swapped = swapped.filter(|_| !plain.swaps);
                layouts.push(Layouts { tiles, plain, swapped });
            }
        }
    }
    sort::by_key(&mut layouts, |layouts| layouts.tiles);
    layouts
});
