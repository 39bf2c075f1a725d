//! The units of a game without their positions: all that files, builds and reports need to know of them,
//! which so is not compiled for each game.

use std::fmt;
use std::sync::Arc;

use super::solved::Solved;
use super::unit::Unit;
use super::value::Metric;
use crate::kernel::Gather;

/// What is known of a unit without its positions; see [`Unit`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outline {
    /// The place of the unit among those of the game.
    pub ordinal: usize,
    /// The bytes that identify it in a file.
    pub id: [u8; 2],
    /// Its name.
    pub name: String,
    /// The name for units of its kind, in the plural.
    pub kind: &'static str,
    /// Whether it is built unless others are asked for.
    pub is_usual: bool,
    /// Whether moves lead from positions of the unit to others of it.
    pub has_inner_moves: bool,
    /// The number of sectors.
    pub sectors: usize,
    /// Their names.
    pub sector_names: Vec<String>,
    /// The number of blocks of a sector.
    pub blocks: usize,
    /// The size of a block.
    pub block_len: usize,
    /// The ordinals of the units that it needs.
    pub needs: Vec<usize>,
}

impl fmt::Display for Outline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

impl Outline {
    fn of<U: Unit>(unit: U) -> Self {
        Self {
            ordinal: unit.ordinal(),
            id: unit.id(),
            name: unit.to_string(),
            kind: unit.kind(),
            is_usual: unit.is_usual(),
            has_inner_moves: unit.has_inner_moves(),
            sectors: unit.sectors(),
            sector_names: (0..unit.sectors()).map(|sector| unit.sector_name(sector)).gather(),
            blocks: unit.blocks(),
            block_len: unit.block_len(),
            needs: unit.needs().map(Unit::ordinal).gather(),
        }
    }

    /// Returns the size of a sector.
    #[must_use]
    pub const fn places(&self) -> usize {
        self.blocks * self.block_len
    }

    /// Returns the unit.
    ///
    /// # Panics
    ///
    /// It is one of another game.
    #[must_use]
    pub fn unit<U: Unit>(&self) -> U {
        U::from_id(self.id).expect("a unit is asked for as one of its game")
    }
}

/// The units of a game.
#[derive(Clone, Debug)]
pub struct Units {
    /// The name of the game.
    pub game: &'static str,
    /// The name for units, in the plural.
    pub plural: &'static str,
    /// The metric that tables are built with unless something else is asked for.
    pub usual_metric: Metric,
    /// The tag in the game's files.
    pub(super) tag: [u8; 8],
    /// In the order of [`Unit::all`].
    pub list: Vec<Arc<Outline>>,
}

impl Units {
    /// Returns those of a game.
    #[must_use]
    pub fn of<G: Solved>() -> Self {
        let mut list = Vec::with_capacity(G::Unit::COUNT);
        for unit in G::Unit::all() {
            list.push(Arc::new(Outline::of(unit)));
        }
        let (game, plural) = (G::NAME, G::Unit::PLURAL);
        Self { game, plural, usual_metric: G::usual_metric(), tag: G::TAG, list }
    }

    /// Returns the name of the file that holds a unit.
    #[must_use]
    pub fn file_name(&self, unit: &Outline) -> String {
        file_name(self.game, &unit.name)
    }
}

/// Returns the name of the file that holds a unit of a game.
pub(super) fn file_name(game: &str, unit: &str) -> String {
    format!("{game}-{unit}.qtb")
}
