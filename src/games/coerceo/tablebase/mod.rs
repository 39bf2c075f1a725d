//! The Coerceo-specific part of the tables: all positions on at most three tiles.
//!
//! | file | owns |
//! |---|---|
//! | `shapes` | the shapes of so few tiles, and how they lie on the board |
//! | `ending` | the units: numbers of pieces on a shape, and the numbers of positions |
//! | `solver` | what decides positions before the waves, and unmaking quiet moves |

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
