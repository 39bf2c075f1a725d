//! Solving a unit of either phase.

use super::frame::Additive;
use super::phase::Phase;
use super::placements::PlacingSolver;
use super::solver::PairSolver;
use crate::tablebase::{
    Codes, Decided, Gains, Seeded, Sheet, TableError, UnitSolver, Wave, Weight,
};

/// The solver of a unit of either phase.
pub enum PhaseSolver {
    /// For a pair.
    Moving(PairSolver),
    /// For a unit of the placing phase.
    Placing(PlacingSolver),
}

impl PhaseSolver {
    pub(super) fn new(unit: Phase) -> Self {
        match unit {
            Phase::Moving(pair) => Self::Moving(PairSolver::new(pair)),
            Phase::Placing(placing) => Self::Placing(PlacingSolver::new(placing)),
        }
    }
}

impl UnitSolver for PhaseSolver {
    type Unit = Phase;
    type Scratch = Additive;

    fn sheets(unit: Phase) -> usize {
        match unit {
            Phase::Moving(_) => PairSolver::SHEETS,
            Phase::Placing(_) => 1,
        }
    }

    fn memory(unit: Phase) -> u64 {
        match unit {
            Phase::Moving(_) => PairSolver::MEMORY,
            Phase::Placing(placing) => PlacingSolver::memory(placing),
        }
    }

    fn codes(&self) -> Codes {
        match self {
            Self::Moving(solver) => solver.codes(),
            Self::Placing(_) => Codes::new(0),
        }
    }

    fn seed(
        &self,
        sheets: &mut [Sheet],
        exits: &dyn Fn(Phase, usize) -> Result<Gains, TableError>,
        seeded: &Seeded,
    ) -> Result<(), TableError> {
        match self {
            Self::Moving(solver) => {
                solver.seed(sheets, &|pair, sector| exits(pair.into(), sector), seeded)
            }
            Self::Placing(solver) => solver.seed(sheets, exits, seeded),
        }
    }

    fn scratch(&self) -> Additive {
        Additive::new()
    }

    /// No placement stays in its unit.
    fn take_back(
        &self,
        sheet: usize,
        block: usize,
        decided: &mut Decided,
        wave: &Wave,
        table: &mut Additive,
    ) {
        if let Self::Moving(solver) = self {
            solver.take_back(sheet, block, decided, wave, table);
        }
    }

    fn weights(&self, _sector: usize, block: usize) -> impl Fn(usize) -> Weight {
        let (boards, words, placing) = match self {
            Self::Moving(solver) => (solver.pair.boards(), &solver.words.words, None),
            Self::Placing(solver) => (solver.boards, &solver.words.words, Some(solver)),
        };
        let weight = boards.weights(block, words);
        let possible = placing.map(|solver| solver.possible(block));
        move |rank| {
            let is_possible = match &possible {
                None => true,
                Some(None) => false,
                Some(Some(possible)) => possible(words[rank]),
            };
            if is_possible { weight(rank) } else { Weight { is_orbit: false, raw: 0 } }
        }
    }
}
