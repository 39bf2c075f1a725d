//! Solving a unit of the placing phase: what each placement leads to.
//!
//! With the major's men given, a placement of the minor stays in the block of the same men, and a
//! placement of the major leads from the whole block to one other block. After a mill the choice of
//! the man to remove depends only on the board, not on which placement led there, so that it is made
//! once for each board (*closed* below).

use rayon::prelude::*;

use super::boards::{Boards, Mover};
use super::forms::Forms;
use super::frame::{Additive, Frame, MOST_FREE, Words, numbers};
use super::phase::Phase;
use super::placing::Placing;
use super::seeds::{RUN, Removals};
use crate::games::morris::mills;
use crate::kernel::{Bits, Gather, parallel};
use crate::tablebase::{Codes, Gain, Gains, Seeded, Sheet, TableError, Unit};

/// The solver of a unit of the placing phase.
pub struct PlacingSolver {
    unit: Placing,
    pub(super) boards: Boards,
    pub(super) words: Words,
}

/// The gain of a side that has won, as a byte.
const WON: u8 = Gain::WON.byte();
/// The gain of a side all of whose moves lose.
const LOST: u8 = Gain::LOST.byte();

/// What the side that has just closed a mill gains, whichever man it removes.
enum Closed {
    /// The game is won.
    Won,
    /// For each board, with the side that closed a mill as the major.
    ByMajor(Vec<u8>),
    /// The minor closed it; the gains are those after a removal, with the major still the major.
    ByMinor { words: Words, gains: Gains },
}

/// What a thread keeps from block to block.
struct Scratch {
    table: Additive,
    /// The men of each word that stand in mills.
    mills: Vec<u32>,
    /// What the minor gains who has just closed a mill, where there is one.
    closed: Vec<u8>,
    numbers: Vec<usize>,
}

impl Scratch {
    fn new() -> Self {
        let (mills, closed, numbers) = <(Vec<u32>, Vec<u8>, Vec<usize>)>::default();
        Self { table: Additive::new(), mills, closed, numbers }
    }

    /// Examines a block with the minor's man on the board that it has just placed.
    fn examine(&mut self, frame: &Frame, boards: Boards, words: &Words, closed: &Closed) {
        self.mills.clear();
        self.mills.extend(words.words.iter().map(|&word| frame.in_mills(word)));
        self.closed.clear();
        self.closed.resize(words.words.len(), WON);
        let mills = self.mills.iter().enumerate().filter(|(_, mills)| **mills != 0);
        match closed {
            Closed::Won => {}
            Closed::ByMajor(gains) => {
                // The minor has become the major, or at least as strong: the same boards, numbered
                // by the other side's men. First the indices, then the gains, so that many reads
                // are in flight at once.
                self.table.set(&frame.bits()[..frame.count]);
                self.numbers.clear();
                self.numbers.extend(
                    mills.clone().map(|(rank, _)| {
                        boards.number(self.table.of(words.words[rank]), frame.major)
                    }),
                );
                for ((rank, _), number) in mills.zip(&self.numbers) {
                    self.closed[rank] = gains[*number];
                }
            }
            Closed::ByMinor { words: left, gains } => {
                let forms = Forms::of_size(boards.major - 1);
                let removals = Removals { forms, words: left, fewer: gains };
                let removed = removals.of(frame);
                for (rank, _) in mills {
                    self.closed[rank] = removals.gain(&removed, words.words[rank]).byte();
                }
            }
        }
    }
}

impl PlacingSolver {
    pub(super) fn new(unit: Placing) -> Self {
        let boards = unit.boards();
        Self { unit, boards, words: boards.words() }
    }

    pub(super) fn memory(unit: Placing) -> u64 {
        let needs = Phase::from(unit).needs().map(|needed| needed.places());
        let (own, enemy) = unit.men();
        let closed = Boards::new(own + 1, enemy).places() as u64;
        (64 << 20) + needs.min().unwrap_or(0) + closed
    }

    /// Returns whether a word of a block is a board that can come up; `None` if no word of it is.
    pub(super) fn possible(&self, block: usize) -> Option<impl Fn(u32) -> bool + use<>> {
        let (own_has, enemy_has) = self.unit.have_removed();
        let (major_has, minor_has) = self.unit.mover().turned(own_has, enemy_has);
        let major = self.boards.forms().canonical(block);
        if !major_has && mills::in_mills(major) != 0 {
            return None;
        }
        let frame = (!minor_has).then(|| Frame::new(major));
        Some(move |word| frame.as_ref().is_none_or(|frame| frame.in_mills(word) == 0))
    }

    pub(super) fn seed(
        &self,
        sheets: &mut [Sheet],
        exits: &dyn Fn(Phase, usize) -> Result<Gains, TableError>,
        seeded: &Seeded,
    ) -> Result<(), TableError> {
        let [sheet] = sheets else { return Ok(()) };
        let Some((unit, sector)) = self.unit.quiet() else { return Ok(()) };
        let fewer = self.unit.mill().map(|(unit, sector)| exits(unit, sector)).transpose()?;
        let closed = self.closed(fewer);
        let quiet = exits(unit, sector)?;
        match self.unit.mover() {
            Mover::Major => self.seed_major(sheet, &quiet, &closed, seeded),
            Mover::Minor => self.seed_minor(sheet, &quiet, &closed, seeded),
        }
        Ok(())
    }

    /// Returns what the mover gains with a mill. `fewer` are the gains after the other side has
    /// lost a man.
    fn closed(&self, fewer: Option<Gains>) -> Closed {
        let Some(fewer) = fewer else { return Closed::Won };
        let (own, enemy) = self.unit.men();
        let after = Boards::new(own + 1, enemy);
        if own + 1 < enemy {
            let left = Boards::new(enemy - 1, own + 1);
            return Closed::ByMinor { words: left.words(), gains: fewer };
        }
        let (words, forms) = (after.words(), after.forms());
        let length = Boards::new(own + 1, enemy - 1).block_len();
        let mut gains = vec![0; after.places()];
        gains.par_chunks_exact_mut(after.block_len()).with_min_len(RUN).enumerate().for_each(
            |(block, gains)| {
                let major = forms.canonical(block);
                if mills::in_mills(major) == 0 {
                    return;
                }
                let frame = Frame::new(major);
                let fewer = &fewer.bytes()[block * length..][..length];
                for (gain, &word) in gains.iter_mut().zip(&words.words) {
                    let left = Bits::of(frame.removable(word)).map(|man| word & !(1 << man));
                    *gain = left.map(|word| fewer[words.rank(word)]).min().unwrap_or(LOST);
                }
            },
        );
        Closed::ByMajor(gains)
    }

    /// The major places.
    fn seed_major(&self, sheet: &mut Sheet, quiet: &Gains, closed: &Closed, seeded: &Seeded) {
        let forms = self.boards.forms();
        let after = Boards::new(self.boards.major + 1, self.boards.minor);
        let length = after.block_len();
        // The words without a point, as words of the other points, and where they stand among all.
        let narrow = after.words();
        let points = 0..self.boards.free_points();
        let wide: Vec<Vec<u16>> = points
            .map(|point| {
                let below = (1 << point) - 1;
                let widened = |word: &u32| word & below | (word & !below) << 1;
                narrow.words.iter().map(|word| self.words.rank(widened(word)) as u16).gather()
            })
            .gather();
        self.fill(sheet, seeded, |scratch, block, gains| {
            let (frame, table) = (Frame::new(forms.canonical(block)), &mut scratch.table);
            for (point, wide) in wide.iter().enumerate() {
                let to = frame.point(point);
                let men = frame.major | 1 << to;
                let (block, symmetry) = after.forms().find(men);
                let closes = mills::in_mills(men) >> to & 1 != 0;
                let there = match closed {
                    Closed::ByMajor(gains) if closes => gains,
                    _ if closes => {
                        wide.iter().for_each(|rank| gains[usize::from(*rank)] = WON);
                        continue;
                    }
                    _ => quiet.bytes(),
                };
                let there = &there[block * length..][..length];
                let numbers = numbers(after.forms().canonical(block));
                let mut bits = [0; MOST_FREE];
                let others = (0..frame.count).filter(|other| *other != point);
                for (bit, other) in bits.iter_mut().zip(others) {
                    *bit = 1 << numbers[symmetry.point(frame.point(other))];
                }
                table.set(&bits[..frame.count - 1]);
                for (&word, &rank) in narrow.words.iter().zip(wide) {
                    let gain = &mut gains[usize::from(rank)];
                    *gain = (*gain).min(there[narrow.rank(table.of(word))]);
                }
            }
        });
    }

    /// The minor places.
    fn seed_minor(&self, sheet: &mut Sheet, quiet: &Gains, closed: &Closed, seeded: &Seeded) {
        let after = Boards::new(self.boards.major, self.boards.minor + 1);
        let (length, words) = (after.block_len(), after.words());
        self.fill(sheet, seeded, |scratch, block, gains| {
            let frame = Frame::new(self.boards.forms().canonical(block));
            scratch.examine(&frame, after, &words, closed);
            let quiet = &quiet.bytes()[block * length..][..length];
            for (rank, &word) in words.words.iter().enumerate() {
                let mills = scratch.mills[rank];
                for (placed, gain) in [(mills, scratch.closed[rank]), (word & !mills, quiet[rank])]
                {
                    if gain == LOST {
                        continue;
                    }
                    for man in Bits::of(placed) {
                        let before = &mut gains[words.rank(word & !(1 << man))];
                        *before = (*before).min(gain);
                    }
                }
            }
        });
    }

    /// Fills the sheet block by block. `lead` gets the gains of a block, all of them [`LOST`], and
    /// betters them by those of the placements.
    fn fill(
        &self,
        sheet: &mut Sheet,
        seeded: &Seeded,
        lead: impl Fn(&mut Scratch, usize, &mut [u8]) + Sync,
    ) {
        let cells = sheet.cells();
        parallel::runs(self.boards.blocks(), RUN, &|run| {
            let (mut scratch, mut gains) = (Scratch::new(), Vec::new());
            for block in run {
                seeded(self.boards.block_len());
                let mut here = cells.block(block);
                let Some(possible) = self.possible(block) else {
                    here.codes.fill(Codes::NOTHING);
                    continue;
                };
                gains.clear();
                gains.resize(self.boards.block_len(), LOST);
                lead(&mut scratch, block, &mut gains);
                for (rank, (&word, &gain)) in self.words.words.iter().zip(gains.iter()).enumerate()
                {
                    if possible(word) {
                        here.codes[rank] = Codes::new(0).open(0);
                        here.gains(rank, Gain::of_byte(gain));
                    } else {
                        here.codes[rank] = Codes::NOTHING;
                    }
                }
            }
        });
    }
}
