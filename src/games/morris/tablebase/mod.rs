//! The Morris-specific part of the tables: all positions with empty hands, and those with men in hand
//! that can come up in a game.
//!
//! | file | owns |
//! |---|---|
//! | `boards` | the indices of boards |
//! | `pair` | the units of the moving phase: pairs of sectors |
//! | `forms`, `subsets` | sets of men up to symmetry, and by rank |
//! | `frame` | the points that the major leaves free, and words of them |
//! | `edges` | the major's steps from block to block |
//! | `placing` | the units of the placing phase |
//! | `phase` | the units of both phases |
//! | `solver` | unmaking the moves within a pair |
//! | `seeds` | what removals and blocks decide before the waves |
//! | `placements` | solving a unit of the placing phase |
//! | `phase_solver` | the solvers of both phases |
//! | `prove` | a search down to the tables, where some of the placing phase are missing |

mod boards;
mod edges;
mod forms;
mod frame;
mod pair;
mod phase;
mod phase_solver;
mod placements;
mod placing;
mod prove;
mod seeds;
mod solver;
mod subsets;

pub use boards::Mover;
pub use pair::Pair;
pub use phase::Phase;
pub use phase_solver::PhaseSolver;
pub use placements::PlacingSolver;
pub use placing::Placing;
pub use solver::PairSolver;

use prove::Prover;

use super::{Morris, Rules};
use crate::tablebase::{Buildable, Metric, Place, Prove, Solved, Tablebase};

impl Solved for Morris {
    type Unit = Phase;

    const UNLIMITED: Rules = Rules::UNLIMITED;
    /// The first files carried no tag.
    const TAG: [u8; 8] = [0; 8];
    /// With 6 men in hand, a process that has just started searches 0.55 times as many nodes a second as
    /// without tables if it probes from 3 plies on, 0.64 times from 4, and 0.80 to 0.94 times from 5.
    const PROBE_DEPTH: u32 = 5;
    const BEGINNING: &'static str = "when both hands are empty, and before that hold what can come \
                                     up in a game";

    fn quiet_limit(rules: &Rules) -> u32 {
        rules.quiet_limit().into()
    }

    #[inline]
    fn locate(&self) -> Option<(Phase, Place)> {
        Phase::locate(self)
    }

    fn at(unit: Phase, place: Place, rules: &Rules) -> Option<Self> {
        unit.at(place, rules)
    }

    fn block(
        unit: Phase,
        sector: usize,
        block: usize,
        rules: &Rules,
    ) -> impl Iterator<Item = Option<Self>> {
        unit.block(sector, block, *rules)
    }
}

impl Buildable for Morris {
    type Solver = PhaseSolver;

    fn solver(unit: Phase, _metric: Metric) -> PhaseSolver {
        PhaseSolver::new(unit)
    }

    fn prover(tables: &Tablebase<Self>, mib: usize) -> Option<Box<dyn Prove<Self> + '_>> {
        Some(Box::new(Prover::new(tables, mib)))
    }

    fn opening(placements: u32) -> Vec<Self> {
        prove::opening(placements)
    }
}
