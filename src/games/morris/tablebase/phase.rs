//! Both phases of the game together.

use std::fmt;

use super::boards::{Boards, Mover};
use super::frame::Additive;
use super::pair::Pair;
use super::placements::PlacingSolver;
use super::placing::Placing;
use super::solver::PairSolver;
use crate::games::morris::{Morris, Rules};
use crate::tablebase::{
    Codes, Decided, Gains, Place, Sheet, TableError, Unit, UnitSolver, Wave, Weight,
};

/// A unit of either phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Phase {
    /// Both hands are empty.
    Moving(Pair),
    /// The side to move has men in hand.
    Placing(Placing),
}

impl From<Pair> for Phase {
    fn from(pair: Pair) -> Self {
        Self::Moving(pair)
    }
}

impl From<Placing> for Phase {
    fn from(placing: Placing) -> Self {
        Self::Placing(placing)
    }
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Moving(pair) => pair.fmt(f),
            Self::Placing(placing) => placing.fmt(f),
        }
    }
}

impl Phase {
    fn boards(self) -> Boards {
        match self {
            Self::Moving(pair) => pair.boards(),
            Self::Placing(placing) => placing.boards(),
        }
    }

    fn mover(self, sector: usize) -> Mover {
        match self {
            Self::Moving(_) => Mover::of_sector(sector),
            Self::Placing(placing) => placing.mover(),
        }
    }

    /// Returns the position with those men of the major and of the minor.
    fn position(self, sector: usize, (major, minor): (u32, u32), rules: Rules) -> Option<Morris> {
        let (own, enemy) = self.mover(sector).turned(major, minor);
        match self {
            Self::Moving(_) => Some(Morris::with_empty_hands(own, enemy, rules)),
            Self::Placing(placing) => placing.position(own, enemy, rules),
        }
    }

    #[inline]
    pub(super) fn locate(position: &Morris) -> Option<(Self, Place)> {
        if position.has_hands() {
            let (unit, place) = Placing::locate(position.own(), position.enemy())?;
            return Some((unit.into(), place));
        }
        let (own, enemy) = (position.own().board(), position.enemy().board());
        let (men, others) = (own.count_ones(), enemy.count_ones());
        let pair = Pair::new(men, others)?;
        Some((pair.into(), pair.locate(Mover::of_men(men, others), own, enemy)))
    }

    pub(super) fn at(self, place: Place, rules: &Rules) -> Option<Morris> {
        self.position(place.sector, self.boards().board(place.number), *rules)
    }

    pub(super) fn block(
        self,
        sector: usize,
        block: usize,
        rules: Rules,
    ) -> impl Iterator<Item = Option<Morris>> {
        self.boards().block(block).map(move |board| self.position(sector, board, rules))
    }
}

impl Unit for Phase {
    const PLURAL: &'static str = "tables";
    const COUNT: usize = Pair::COUNT + Placing::COUNT;

    fn all() -> impl Iterator<Item = Self> {
        Pair::all().map(Self::from).chain(Placing::all().map(Self::from))
    }

    /// Reads `moving` or `placing`, a unit of the placing phase or one of its layers such as `p17`,
    /// or pairs.
    fn choose(text: &str) -> Result<Vec<Self>, String> {
        if text == "moving" {
            return Ok(Pair::all().map(Self::from).collect());
        }
        let begins = |unit: &Placing| {
            let rest = unit.to_string().strip_prefix(text).map(str::to_owned);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
        };
        let chosen: Vec<Self> = Placing::all()
            .filter(|unit| text == "placing" || begins(unit))
            .map(Self::from)
            .collect();
        if !chosen.is_empty() {
            return Ok(chosen);
        }
        if text.starts_with('p') {
            return Err(format!(
                "{text:?} is no part of the placing phase; layers are p0 to p17, and placing is all"
            ));
        }
        Ok(Pair::choose(text)?.into_iter().map(Self::from).collect())
    }

    #[inline]
    fn ordinal(self) -> usize {
        match self {
            Self::Moving(pair) => pair.ordinal(),
            Self::Placing(placing) => Pair::COUNT + placing.number(),
        }
    }

    fn id(self) -> [u8; 2] {
        match self {
            Self::Moving(pair) => pair.id(),
            Self::Placing(placing) => placing.id(),
        }
    }

    fn from_id(id: [u8; 2]) -> Option<Self> {
        let placing = || Placing::from_id(id).map(Self::from);
        Pair::from_id(id).map(Self::from).or_else(placing)
    }

    fn kind(self) -> &'static str {
        match self {
            Self::Moving(_) => Pair::PLURAL,
            Self::Placing(_) => "tables of the placing phase",
        }
    }

    fn has_inner_moves(self) -> bool {
        matches!(self, Self::Moving(_))
    }

    fn sectors(self) -> usize {
        match self {
            Self::Moving(pair) => pair.sectors(),
            Self::Placing(_) => 1,
        }
    }

    fn sector_name(self, sector: usize) -> String {
        match self {
            Self::Moving(pair) => pair.sector_name(sector),
            Self::Placing(placing) => placing.to_string(),
        }
    }

    /// A row for each layer.
    fn row_name(self, sector: usize) -> String {
        match self {
            Self::Moving(pair) => pair.row_name(sector),
            Self::Placing(placing) => format!("p{}", placing.layer()),
        }
    }

    fn material(self, sector: usize) -> Vec<(&'static str, u32)> {
        match self {
            Self::Moving(pair) => pair.material(sector),
            Self::Placing(placing) => {
                let (own, enemy) = placing.men();
                vec![("placed", placing.layer()), ("to_move", own), ("other", enemy)]
            }
        }
    }

    fn blocks(self) -> usize {
        self.boards().blocks()
    }

    #[inline]
    fn block_len(self) -> usize {
        self.boards().block_len()
    }

    fn exits(self, sector: usize) -> impl Iterator<Item = (Self, usize)> {
        let both = match self {
            Self::Moving(pair) => [pair.exits(sector).next().map(|(p, s)| (p.into(), s)), None],
            Self::Placing(placing) => [placing.quiet(), placing.mill()],
        };
        both.into_iter().flatten()
    }
}

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
    ) -> Result<(), TableError> {
        match self {
            Self::Moving(solver) => solver.seed(sheets, &|pair, sector| exits(pair.into(), sector)),
            Self::Placing(solver) => solver.seed(sheets, exits),
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
