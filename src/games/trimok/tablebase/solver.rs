//! Unmaking the moves within a pair.

use super::forms::{Forms, LineupMap, MAPS};
use super::frame::Frame;
use super::lineup::{Lineup, Lineups, Man};
use super::pair::Pair;
use super::seeds;
use crate::games::trimok::geometry::{BOARD, CELLS, NEIGHBOURS, RETURNS};
use crate::games::trimok::stacks::Size;
use crate::kernel::{Bits, Gather, PerPlayer, Player};
use crate::tablebase::{Codes, Decided, Gains, Sheet, TableError, Unit, UnitSolver, Wave, Weight};

/// The sheets of a pair: by who is to move, the major first. In a pair of equal numbers both hold
/// the same positions, seen from either side.
const SHEETS: usize = 2;

/// The solver of a pair.
pub struct PairSolver {
    pair: Pair,
    /// The anchor's lineup in each block.
    frames: Vec<Frame>,
    /// The other side's lineups.
    others: &'static Lineups,
}

/// The other side's lineups in the positions of a block that were just decided.
#[derive(Debug, Default)]
pub struct DecidedLineups {
    won: Vec<Lineup>,
    lost: Vec<Lineup>,
}

impl PairSolver {
    pub(super) fn new(pair: Pair) -> Self {
        let forms = pair.forms();
        let frames = (0..pair.blocks()).map(|block| Frame::new(forms.canonical(block)));
        Self { pair, frames: frames.gather(), others: pair.others() }
    }

    /// Unmakes quiet moves of the side that is not the anchor, within a block.
    fn take_back_others(&self, block: usize, decided: &DecidedLineups, there: usize, wave: &Wave) {
        let frame = &self.frames[block];
        let mut here = wave.origins(there, block);
        for others in &decided.lost {
            self.before(frame, others, |rank| here.wins(rank));
        }
        for others in &decided.won {
            self.before(frame, others, |rank| here.loses(rank));
        }
    }

    /// Calls `found` with the number of each lineup of the others from which a quiet move leads to
    /// `others`.
    #[inline]
    fn before(&self, frame: &Frame, others: &Lineup, mut found: impl FnMut(usize)) {
        let on_cells = frame.on_cells(others);
        let empty = BOARD & !(frame.taken | on_cells.places());
        for (at, man) in on_cells.men().iter().enumerate() {
            for (from, size) in origins(!self.pair.anchor(), *man, empty) {
                found(others.with(at, Man::new(frame.number(from), size)).number());
            }
        }
    }

    /// Unmakes quiet moves of the anchor, each into another block.
    fn take_back_anchor(&self, block: usize, decided: &DecidedLineups, there: usize, wave: &Wave) {
        let (frame, forms) = (&self.frames[block], self.pair.forms());
        for (at, man) in frame.anchor.men().iter().enumerate() {
            for (from, size) in origins(self.pair.anchor(), *man, BOARD & !frame.taken) {
                let (origin, map) = forms.find(&frame.anchor.with(at, Man::new(from, size)));
                let before = &self.frames[origin];
                // Where each free cell is there; the one that the anchor came from is not free.
                let places: [u8; CELLS] = std::array::from_fn(|number| {
                    before.number(map.cells[frame.cell(number)].into()) as u8
                });
                let barred = frame.number(from);
                let moved = |others: &Lineup| {
                    let men = others.men().iter().map(|man| {
                        Man::new(places[man.place()].into(), map.sizes[man.size()].into())
                    });
                    let is_free = others.places() >> barred & 1 == 0;
                    is_free.then(|| Lineup::of(men).number())
                };
                let mut there = wave.origins(there, origin);
                for rank in decided.lost.iter().filter_map(moved) {
                    there.wins(rank);
                }
                for rank in decided.won.iter().filter_map(moved) {
                    there.loses(rank);
                }
            }
        }
    }
}

/// Returns where a stack of `player` that has just made a quiet move may have come from, and the
/// index of the size that it had: the cells of `empty` around it, and if it stands on its first row,
/// those of its last row, from which it returned with any size.
#[inline]
fn origins(player: Player, man: Man, empty: u64) -> impl Iterator<Item = (usize, usize)> {
    let steps = NEIGHBOURS[man.place()] & empty;
    // Going back is like returning for the other player.
    let returns = RETURNS[player.other().index()][man.place()] & empty;
    let stepped = Bits::of(steps).map(move |from| (from, man.size()));
    stepped.chain(
        Bits::of(returns).flat_map(|from| (0..Size::ALL.len()).map(move |size| (from, size))),
    )
}

impl UnitSolver for PairSolver {
    type Unit = Pair;
    type Scratch = DecidedLineups;

    fn sheets(_pair: Pair) -> usize {
        SHEETS
    }

    fn memory(_pair: Pair) -> u64 {
        64 << 20
    }

    fn codes(&self) -> Codes {
        // A stack on its last row has at most five steps, and three returns as three sizes.
        Codes::new(14 * self.pair.major())
    }

    fn seed(
        &self,
        sheets: &mut [Sheet],
        exits: &dyn Fn(Pair, usize) -> Result<Gains, TableError>,
    ) -> Result<(), TableError> {
        for (mover, sheet) in Player::ALL.into_iter().zip(sheets) {
            let sector = mover.index().min(self.pair.sectors() - 1);
            let exit = self.pair.exits(sector).next();
            let fewer = exit.map(|(pair, there)| exits(pair, there)).transpose()?;
            seeds::seed(sheet, mover, self.pair, self.codes(), fewer.as_ref(), |block, rank| {
                self.pair.sides(&self.frames[block], &self.others.at(rank))
            });
        }
        Ok(())
    }

    fn scratch(&self) -> DecidedLineups {
        DecidedLineups::default()
    }

    fn take_back(
        &self,
        sheet: usize,
        block: usize,
        decided: &mut Decided,
        wave: &Wave,
        lineups: &mut DecidedLineups,
    ) {
        for (ranks, lineups) in
            [(&decided.won, &mut lineups.won), (&decided.lost, &mut lineups.lost)]
        {
            lineups.clear();
            lineups.extend(ranks.iter().map(|rank| self.others.at(*rank as usize)));
        }
        // The other side has just moved.
        let mover = !Player::from_index(sheet);
        if mover == self.pair.anchor() {
            self.take_back_anchor(block, lineups, mover.index(), wave);
        } else {
            self.take_back_others(block, lineups, mover.index(), wave);
        }
    }

    /// Where the mirror is not divided out, the lesser of two numbers counts.
    fn weights(&self, _sector: usize, block: usize) -> impl Fn(usize) -> Weight {
        let frame = &self.frames[block];
        let (images, mirror) = (Forms::images(frame.anchor.count()), LineupMap::of_index(1));
        move |rank| {
            let is_orbit = images == MAPS || {
                let sides = self.pair.sides(frame, &self.others.at(rank));
                self.pair.number(&PerPlayer(sides.0.map(|side| mirror.lineup(&side))))
                    >= block * self.others.len() + rank
            };
            Weight { is_orbit, raw: images as u64 }
        }
    }
}
