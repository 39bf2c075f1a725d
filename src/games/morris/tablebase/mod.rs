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
//!
//! # Numbers
//!
//! All that a reader of the files needs to know, beside their form (`src/tablebase/header.rs`). A set of
//! points is a number with a bit for each: bits 0 to 7 are `a7 d7 g7 g4 g1 d1 a1 a4`, then `b6 d6 f6 f4 f2
//! d2 b2 b4`, then `c5 d5 e5 e4 e3 d3 c3 c4`. Sets of the same size are ordered as these numbers are.
//!
//! The *major* is the side with more men on the board, with equal numbers the side to move; the *minor* is
//! the other one. Of the sets that the major's men become under the 16 symmetries (eight of the square, each
//! with the inner and the outer ring exchanged or not) the board is turned to the least. Then
//!
//! * the *block* is the place of that set among all such least sets of as many men;
//! * the *rank* is the place of the minor's men among all sets of as many of the points that the major
//!   leaves free, which are numbered from 0 in the order of their bits;
//! * the number of the board is the block times the number of such sets, plus the rank.
//!
//! If several symmetries lead to the least set, so may several numbers stand for one position. All of them
//! have its value, and the counts in a file count it once.
//!
//! With empty hands the file `morris-M-N.qtb` holds the positions of M men against N, M at least N, and its
//! unit is the bytes M and N. Its first sector, named `M-N`, has the major to move, the second, `N-M`, the
//! minor; with equal numbers there is one sector. Positions without a move are lost in 0 plies. Before that,
//! `morris-pL-M-N.qtb` holds the positions after L placements in all where the side to move has M men on the
//! board and the other N: one sector, the unit is the bytes 32 + L and 16 M + N, and every move converts. A
//! side without a man removed from the other (which has all that it has placed) can have no mill: such
//! numbers have no position.

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
