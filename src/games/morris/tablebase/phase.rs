//! Both phases of the game together.

use std::fmt;
use std::vec;

use super::boards::{Boards, Mover};
use super::pair::Pair;
use super::placing::{LAYERS, Placing};
use crate::games::morris::{Morris, Rules};
use crate::kernel::Gather;
use crate::tablebase::{Place, Unit};

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

/// Where placements lead.
impl Placing {
    /// Returns the unit and sector that a placement without a mill leads to.
    pub(super) fn quiet(self) -> Option<(Phase, usize)> {
        self.leave(self.men().1)
    }

    /// Returns the unit and sector that a placement with a mill leads to; `None` if it wins, or
    /// none can be closed.
    pub(super) fn mill(self) -> Option<(Phase, usize)> {
        self.leave(self.left_by_mill()?)
    }

    /// Returns where a placement leads that leaves the other side that many men.
    fn leave(self, enemy: u32) -> Option<(Phase, usize)> {
        let (own, enemy) = (enemy, self.men().0 + 1);
        if self.layer() as usize + 1 == LAYERS {
            return Some((Pair::new(own, enemy)?.into(), Mover::of_men(own, enemy).sector()));
        }
        Some((Self::new(self.layer() + 1, own, enemy)?.into(), 0))
    }
}

impl Unit for Phase {
    const PLURAL: &'static str = "tables";
    const COUNT: usize = Pair::COUNT + Placing::COUNT;

    fn all() -> vec::IntoIter<Self> {
        let mut all: Vec<Self> = Pair::all().map(Self::from).gather();
        all.extend(Placing::all().map(Self::from));
        all.into_iter()
    }

    /// Reads `moving` or `placing`, a unit of the placing phase or one of its layers such as `p17`,
    /// or pairs.
    fn choose(text: &str) -> Result<Vec<Self>, String> {
        let is_chosen = |unit: &Self| match unit {
            Self::Moving(_) => text == "moving",
            Self::Placing(unit) => {
                let name = unit.to_string();
                let rest = name.strip_prefix(text);
                text == "placing"
                    || rest.is_some_and(|rest| matches!(rest.get(..1), None | Some("-")))
            }
        };
        let mut chosen: Vec<Self> = Self::all().gather();
        chosen.retain(is_chosen);
        if !chosen.is_empty() {
            return Ok(chosen);
        }
        if text.starts_with('p') {
            return Err(format!(
                "{text:?} is no part of the placing phase; layers are p0 to p17, and placing is all"
            ));
        }
        Ok(Pair::choose(text)?.into_iter().map(Self::from).gather())
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

    fn exits(self, sector: usize) -> vec::IntoIter<(Self, usize)> {
        let mut exits = Vec::new();
        match self {
            Self::Moving(pair) => exits.extend(pair.exits(sector).map(|(p, s)| (p.into(), s))),
            Self::Placing(placing) => {
                exits.extend(placing.quiet());
                exits.extend(placing.mill());
            }
        }
        exits.into_iter()
    }
}
