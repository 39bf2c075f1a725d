//! The Coerceo-specific part of the tables: all positions on at most three tiles.
//!
//! | file | owns |
//! |---|---|
//! | `shapes` | the shapes of so few tiles, and how they lie on the board |
//! | `ending` | the units: numbers of pieces on a shape, and the numbers of positions |
//! | `solver` | what decides positions before the waves, and unmaking quiet moves |
//!
//! # Numbers
//!
//! All that a reader of the files needs to know, beside their form (`src/tablebase/header.rs`). Tiles and
//! fields are named as in the rules: tile 09 is the middle of the board, direction 0 is north, and directions
//! go on counter-clockwise. The shapes, by number and name, and where their tiles lie:
//!
//! | shape | name | tiles, the first one first |
//! |---|---|---|
//! | 0 | `single` | the middle |
//! | 1 | `pair` | the middle, its neighbour in direction 0 |
//! | 2 | `line` | the middle, its neighbours in directions 0 and 3 |
//! | 3 | `bend` | the middle, its neighbours in directions 0 and 2 |
//! | 4 | `triangle` | the middle, its neighbours in directions 0 and 1 |
//!
//! The board is turned, mirrored and moved such that its tiles lie so; symmetries that exchange the fields of
//! the colours exchange the sides. The file `coerceo-SHAPE-M-N.qtb` then holds the positions where White has
//! M pieces and Black N, and its unit is the bytes 16 times the shape plus M, and N. On every shape but `bend`
//! White has no more pieces than Black. The first sector, named `SHAPE-M-N-w`, has White to move, the second
//! Black. A number is put together from
//!
//! 1. the tiles held: those of White, at most 2 N, times 2 M + 1, plus those of Black, at most 2 M (more are
//!    worth no more);
//! 2. White's pieces: their place among all sets of as many fields, in the order of numbers with bit 3 t + k
//!    mod 3 for field k of the tth tile, t from 0;
//! 3. Black's pieces likewise.
//!
//! The number is (1. times the number of sets in 2. plus 2.) times the number of sets in 3. plus 3. Numbers
//! have no position where an empty tile would have been taken off the board, or the tiles held are more than
//! those that are gone. Several numbers may stand for images of one position: all have its value, and the
//! counts in a file count them once. Finished games with pieces of both sides are draws.

mod ending;
mod shapes;
mod solver;

pub use ending::CoerceoEnding;
pub use shapes::Shape;
pub use solver::EndingSolver;

use ending::PRICE;

use super::board::Coerceo;
use super::rules::Rules;
use crate::tablebase::{Buildable, Metric, Place, Solved};

impl Solved for Coerceo {
    type Unit = CoerceoEnding;

    const UNLIMITED: Rules = Rules::new(super::Start::Laurentius, PRICE);
    const TAG: [u8; 8] = *b"coerceo\0";
    const PROBE_DEPTH: u32 = 1;
    const BEGINNING: &'static str = "when no more than three tiles are left";

    fn quiet_limit(_rules: &Rules) -> u32 {
        0
    }

    /// Without a quiet limit nothing is gained by counting to the next irreversible move alone.
    fn usual_metric() -> Metric {
        Metric::End
    }

    #[inline]
    fn locate(&self) -> Option<(CoerceoEnding, Place)> {
        if self.rules.exchange() != PRICE {
            return None;
        }
        CoerceoEnding::locate(self)
    }

    fn at(ending: CoerceoEnding, place: Place, rules: &Rules) -> Option<Self> {
        ending.at(place, *rules)
    }
}

impl Buildable for Coerceo {
    type Solver = EndingSolver;

    fn solver(ending: CoerceoEnding, _metric: Metric) -> EndingSolver {
        EndingSolver(ending)
    }
}
