//! The Morris-specific part of the tables: all positions with empty hands.
//!
//! | file | owns |
//! |---|---|
//! | `pair` | the units: pairs of sectors, and the indices of positions |
//! | `forms`, `subsets` | sets of men up to symmetry, and by rank |
//! | `frame` | the points that the major leaves free, and words of them |
//! | `edges` | the major's steps from block to block |
//! | `seeds` | what removals and blocks decide before the waves |
//! | `solver` | unmaking the moves within a pair |
//! | `prove` | the placement phase, searched down to the tables |

mod edges;
mod forms;
mod frame;
mod pair;
mod prove;
mod seeds;
mod solver;
mod subsets;

pub use pair::{Mover, Pair};
pub use solver::PairSolver;

use prove::Prover;

use super::{Morris, Rules};
use crate::tablebase::{Metric, Place, Prove, Solved, Tablebase};

impl Solved for Morris {
    type Unit = Pair;
    type Solver = PairSolver;

    const UNLIMITED: Rules = Rules::UNLIMITED;
    /// The first files carried no tag.
    const TAG: [u8; 8] = [0; 8];
    const BEGINNING: &'static str = "when both hands are empty";

    fn quiet_limit(rules: &Rules) -> u32 {
        rules.quiet_limit().into()
    }

    #[inline]
    fn locate(&self) -> Option<(Pair, Place)> {
        if self.has_hands() {
            return None;
        }
        let (own, enemy) = (self.own().board(), self.enemy().board());
        let (men, others) = (own.count_ones(), enemy.count_ones());
        let pair = Pair::new(men, others)?;
        let mover = if men >= others { Mover::Major } else { Mover::Minor };
        Some((pair, pair.locate(mover, own, enemy)))
    }

    fn at(pair: Pair, place: Place, rules: &Rules) -> Option<Self> {
        let (own, enemy) = pair.position(place);
        Some(Self::with_empty_hands(own, enemy, *rules))
    }

    fn block(
        pair: Pair,
        sector: usize,
        block: usize,
        rules: &Rules,
    ) -> impl Iterator<Item = Option<Self>> {
        let positions = pair.block_positions(sector, block);
        positions.map(|(own, enemy)| Some(Self::with_empty_hands(own, enemy, *rules)))
    }

    fn solver(pair: Pair, _metric: Metric) -> PairSolver {
        PairSolver::new(pair)
    }

    fn prover(tables: &Tablebase<Self>, mib: usize) -> Option<Box<dyn Prove<Self> + '_>> {
        Some(Box::new(Prover::new(tables, mib)))
    }

    fn opening(placements: u32) -> Vec<Self> {
        prove::opening(placements)
    }
}
