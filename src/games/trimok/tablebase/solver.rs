//! Unmaking the moves within a pair.

use std::mem;

use super::forms::{Form, LineupMap, MAPS};
use super::frame::Frame;
use super::groups::Groups;
use super::lineup::{CHOOSE, Lineup, Lineups, MOST, Man};
use super::pair::Pair;
use super::seeds::Seeds;
use super::sizings::Sizings;
use crate::games::trimok::geometry::{BOARD, CELLS, NEIGHBOURS, RETURNS};
use crate::games::trimok::stacks::Size;
use crate::kernel::{Bits, Gather, Player, array};
use crate::tablebase::{
    Codes, Decided, Gains, Seeded, Sheet, TableError, Unit, UnitSolver, Wave, Weight,
};

/// The solver of a pair.
pub struct PairSolver {
    pair: Pair,
    /// The anchor's lineup in each block.
    frames: Vec<Frame>,
    /// The other side's lineups.
    others: &'static Lineups,
    sizings: &'static Sizings,
    /// What captures lead to, by who is to move.
    fewer: Vec<Option<Gains>>,
}

/// What a thread keeps from block to block.
#[derive(Debug, Default)]
pub struct Scratch {
    groups: Groups,
    /// The ranks of positions in another block.
    ranks: Vec<u32>,
    /// Decided positions of a pair of equal numbers whose moves are not unmade yet.
    turned: Vec<Turned>,
}

/// After how many positions they are sorted by their blocks and their moves unmade: 128 MiB.
const MOST_TURNED: usize = 1 << 24;

/// A decided position, seen from the other side: its block, its rank and whether it is won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Turned(u64);

impl Turned {
    #[inline]
    const fn new(block: usize, rank: usize, is_won: bool) -> Self {
        Self((block as u64) << 33 | (rank as u64) << 1 | is_won as u64)
    }

    #[inline]
    const fn block(self) -> usize {
        (self.0 >> 33) as usize
    }

    #[inline]
    const fn rank(self) -> u32 {
        (self.0 >> 1) as u32
    }

    #[inline]
    const fn is_won(self) -> bool {
        self.0 & 1 != 0
    }
}

impl PairSolver {
    pub(super) fn new(pair: Pair) -> Self {
        let forms = pair.forms();
        let frames = (0..pair.blocks()).map(|block| Frame::new(forms.canonical(block)));
        let sizings = Sizings::of(pair.counts()[!pair.anchor()]);
        let fewer = Vec::new();
        Self { pair, frames: frames.gather(), others: pair.others(), sizings, fewer }
    }

    fn seeds(&self, mover: Player) -> Seeds<'_> {
        let sector = mover.index().min(self.pair.sectors() - 1);
        Seeds { pair: self.pair, mover, others: self.others, fewer: self.fewer[sector].as_ref() }
    }

    /// Unmakes quiet moves to positions of a block, with the major to move in the first sheet, else the minor.
    fn take_back_groups(&self, sheet: usize, block: usize, scratch: &mut Scratch, wave: &Wave) {
        // The other side has just moved.
        let mover = !Player::from_index(sheet);
        let there = mover.index().min(self.pair.sectors() - 1);
        if mover == self.pair.anchor() {
            self.take_back_anchor(block, scratch, there, wave);
        } else {
            self.take_back_others(block, &scratch.groups, there, wave);
        }
    }

    /// Finds positions of a pair of equal numbers as seen from the other side, which is the minor there.
    fn turn_over(&self, block: usize, ranks: &[u32], is_won: bool, turned: &mut Vec<Turned>) {
        let (frame, turning) = (&self.frames[block], LineupMap::turning_over());
        turned.extend(ranks.iter().map(|rank| {
            let sides = self.pair.sides(frame, &self.others.at(*rank as usize));
            let number = self.pair.number(&turning.sides(|player| &sides[!player]));
            let length = self.others.len();
            Turned::new(number / length, number % length, is_won)
        }));
    }

    /// Unmakes quiet moves of the side that is not the anchor, within a block.
    fn take_back_others(&self, block: usize, decided: &Groups, there: usize, wave: &Wave) {
        let frame = &self.frames[block];
        let mut here = wave.origins(there, block);
        for group in decided.iter() {
            let places = self.others.places(group.places);
            let on_cells = frame.on_cells(places);
            let empty = BOARD & !(frame.taken | on_cells.places());
            for (at, man) in on_cells.men().iter().enumerate() {
                for (from, has_returned) in origins(!self.pair.anchor(), man.place(), empty) {
                    let (first, slots, slot) = moved(places, at, frame.number(from));
                    let (first, sizes) = (
                        first * self.sizings.len(),
                        self.sizings.reordered(&slots[..places.count()], 0),
                    );
                    if !has_returned {
                        group.report(&mut here, |sizing| Some(first + usize::from(sizes[sizing])));
                        continue;
                    }
                    // It may have had any size.
                    let weight = self.sizings.weight(slot);
                    for size in 0..Size::ALL.len() {
                        group.report(&mut here, |sizing| {
                            let now = usize::from(sizes[sizing]);
                            let before =
                                now + size * weight - self.sizings.size(now, slot) * weight;
                            self.pair.is_possible(before).then_some(first + before)
                        });
                    }
                }
            }
        }
    }

    /// Unmakes quiet moves of the anchor, each into another block.
    fn take_back_anchor(&self, block: usize, scratch: &mut Scratch, there: usize, wave: &Wave) {
        let (frame, forms) = (&self.frames[block], self.pair.forms());
        let here = forms.form(&frame.anchor);
        for (at, man) in frame.anchor.men().iter().enumerate() {
            let free = BOARD & !frame.taken;
            for (from, has_returned) in origins(self.pair.anchor(), man.place(), free) {
                let sizes =
                    if has_returned { 0..Size::ALL.len() } else { man.size()..man.size() + 1 };
                for size in sizes {
                    let origin = forms.form(&frame.anchor.with(at, Man::new(from, size)));
                    // Every position of a block whose anchor is its own mirror image is there twice, each of which
                    // takes back half of the moves, and gets those that lead to either.
                    if here.is_own_mirror && origin.map % 2 != 0 {
                        continue;
                    }
                    self.carry(block, from, origin, scratch, there, wave);
                    if origin.is_own_mirror {
                        let mirrored = Form { map: origin.map ^ 1, ..origin };
                        self.carry(block, from, mirrored, scratch, there, wave);
                    }
                }
            }
        }
    }

    /// Reports the positions of a block to another one, from which a stack of the anchor came: it stood on the cell
    /// `from`, and the map of `origin` takes the anchor's lineup to that of the other block.
    fn carry(
        &self,
        block: usize,
        from: usize,
        origin: Form,
        scratch: &mut Scratch,
        there: usize,
        wave: &Wave,
    ) {
        let (frame, before) = (&self.frames[block], &self.frames[origin.class]);
        let map = LineupMap::of_index(origin.map);
        // Where each free cell is there; the one that the anchor came from is not free.
        let places: [u8; CELLS] =
            array::of(|number| before.number(map.cells[frame.cell(number)].into()) as u8);
        let barred = frame.number(from);
        let mut there = wave.origins(there, origin.class);
        let Scratch { groups, ranks, .. } = scratch;
        // The other block is far away in memory, so all its bytes are fetched before the first is needed.
        ranks.clear();
        let mut lost = 0;
        for group in groups.iter() {
            let others = self.others.places(group.places);
            if others.places() >> barred & 1 != 0 {
                continue;
            }
            let (first, slots) = reordered(others.men().iter().map(|man| places[man.place()]));
            let first = first * self.sizings.len();
            let sizes = self.sizings.reordered(&slots[..others.count()], map.sizes[0]);
            for sizing in group.sizings {
                let rank = first + usize::from(sizes[usize::from(*sizing)]);
                there.prefetch(rank);
                ranks.push(rank as u32);
            }
            if !group.is_won {
                lost = ranks.len();
            }
        }
        let (lost, won) = ranks.split_at(lost);
        lost.iter().for_each(|rank| there.wins(*rank as usize));
        won.iter().for_each(|rank| there.loses(*rank as usize));
    }
}

/// Returns the number of some places among the sets of as many, and the slot of each when they are sorted.
#[inline]
fn reordered(places: impl Iterator<Item = u8> + Clone) -> (usize, [u8; MOST]) {
    let (mut number, mut slots) = (0, [0; MOST]);
    for (at, place) in places.clone().enumerate() {
        let mut slot = 0;
        for other in places.clone() {
            slot += u8::from(other < place);
        }
        slots[at % MOST] = slot;
        number += CHOOSE[usize::from(place) % CHOOSE.len()][usize::from(slot) + 1] as usize;
    }
    (number, slots)
}

/// As [`reordered`], with another place for the stack of that index; also returns its slot.
#[inline]
fn moved(lineup: &Lineup, at: usize, place: usize) -> (usize, [u8; MOST], usize) {
    let men = lineup.men().iter().enumerate();
    let places = men.map(|(other, man)| if other == at { place } else { man.place() } as u8);
    let (number, slots) = reordered(places);
    (number, slots, slots[at].into())
}

/// Returns where a stack of `player` that has just made a quiet move may have come from, and whether by a return
/// move, with any size: the cells of `empty` around it, and if it stands on its first row, those of its last row.
#[inline]
fn origins(player: Player, place: usize, empty: u64) -> impl Iterator<Item = (usize, bool)> {
    let steps = NEIGHBOURS[place] & empty;
    // Going back is like returning for the other player.
    let returns = RETURNS[player.other().index()][place] & empty;
    Bits::of(steps).map(|from| (from, false)).chain(Bits::of(returns).map(|from| (from, true)))
}

impl UnitSolver for PairSolver {
    type Unit = Pair;
    type Scratch = Scratch;

    const RECALLS: bool = true;

    /// By who is to move, the major first.
    fn sheets(pair: Pair) -> usize {
        pair.sectors()
    }

    /// With the anchor's opponent to move, all moves stay in their block.
    fn packable(pair: Pair) -> Option<usize> {
        (!pair.is_even()).then(|| (!pair.anchor()).index())
    }

    /// The gains of captures stay in memory.
    fn memory(pair: Pair) -> u64 {
        let exits = (0..pair.sectors()).flat_map(|sector| pair.exits(sector));
        let turned = if pair.is_even() { MOST_TURNED * size_of::<Turned>() } else { 0 };
        (64 << 20) + turned as u64 + exits.map(|(pair, _)| pair.places()).sum::<u64>()
    }

    fn codes(&self) -> Codes {
        // A stack on its last row has at most five steps, and three returns as three sizes.
        Codes::new(14 * self.pair.major())
    }

    fn prepare(
        &mut self,
        exits: &dyn Fn(Pair, usize) -> Result<Gains, TableError>,
    ) -> Result<(), TableError> {
        for sector in 0..self.pair.sectors() {
            let exit = self.pair.exits(sector).next();
            self.fewer.push(exit.map(|(pair, there)| exits(pair, there)).transpose()?);
        }
        Ok(())
    }

    fn seed(
        &self,
        sheets: &mut [Sheet],
        _exits: &dyn Fn(Pair, usize) -> Result<Gains, TableError>,
        seeded: &Seeded,
    ) -> Result<(), TableError> {
        for (mover, sheet) in Player::ALL.into_iter().zip(sheets) {
            self.seeds(mover).fill(sheet, self.codes(), &self.frames, seeded);
        }
        Ok(())
    }

    fn losing_exit(&self, sheet: usize, block: usize, rank: usize) -> u8 {
        self.seeds(Player::from_index(sheet)).losing_exit(&self.frames[block], rank)
    }

    fn scratch(&self) -> Scratch {
        Scratch::default()
    }

    fn take_back(
        &self,
        sheet: usize,
        block: usize,
        decided: &mut Decided,
        wave: &Wave,
        scratch: &mut Scratch,
    ) {
        if self.pair.is_even() {
            for (ranks, is_won) in [(&decided.lost, false), (&decided.won, true)] {
                self.turn_over(block, ranks, is_won, &mut scratch.turned);
            }
            if scratch.turned.len() >= MOST_TURNED {
                self.finish(wave, scratch);
            }
        } else {
            scratch.groups.set(decided, self.sizings.len());
            self.take_back_groups(sheet, block, scratch, wave);
        }
    }

    fn finish(&self, wave: &Wave, scratch: &mut Scratch) {
        let mut turned = mem::take(&mut scratch.turned);
        turned.sort_unstable();
        let mut decided = Decided::default();
        for block in turned.chunk_by(|one, other| one.block() == other.block()) {
            decided.won.clear();
            decided.lost.clear();
            for turned in block {
                let list = if turned.is_won() { &mut decided.won } else { &mut decided.lost };
                list.push(turned.rank());
            }
            scratch.groups.set(&decided, self.sizings.len());
            self.take_back_groups(Player::Second.index(), block[0].block(), scratch, wave);
        }
        turned.clear();
        scratch.turned = turned;
    }

    /// Of two numbers of the same position the lesser counts.
    fn weights(&self, _sector: usize, block: usize) -> impl Fn(usize) -> Weight {
        let (frame, mirror) = (&self.frames[block], LineupMap::of_index(1));
        let images = self.pair.forms().images(block);
        move |rank| {
            let is_possible = self.pair.is_possible(rank % self.sizings.len());
            let is_orbit = images == MAPS || {
                let sides = self.pair.sides(frame, &self.others.at(rank));
                self.pair.number(&mirror.sides(|player| &sides[player]))
                    >= block * self.others.len() + rank
            };
            Weight {
                is_orbit: is_orbit && is_possible,
                raw: if is_possible { images as u64 } else { 0 },
            }
        }
    }
}
