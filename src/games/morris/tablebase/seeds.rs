//! What is known about a pair before its waves begin: the results of removals, who is blocked, and
//! how many quiet moves there are.

use super::forms::Forms;
use super::frame::{Additive, Frame, MOST_FREE, Words, mapping, numbers, steps_of};
use super::pair::Pair;
use super::solver::{MAJOR, MINOR, PairSolver};
use crate::games::morris::geometry::{BOARD, Point};
use crate::games::morris::mills::{self, Completions};
use crate::games::morris::side::FEWEST;
use crate::games::morris::slides;
use crate::kernel::{Bits, Gather, parallel};
use crate::tablebase::{Codes, Gain, Gains, Seeded, Sheet, TableError, Unit};

/// How many blocks a thread fills at least at a time.
pub(super) const RUN: usize = 32;

impl PairSolver {
    /// See [`UnitSolver::seed`](crate::tablebase::UnitSolver::seed).
    pub(super) fn seed(
        &self,
        sheets: &mut [Sheet],
        exits: &dyn Fn(Pair, usize) -> Result<Gains, TableError>,
        seeded: &Seeded,
    ) -> Result<(), TableError> {
        let gains = |sector| {
            let exit = self.pair.exits(sector).next();
            exit.map(|(pair, there)| exits(pair, there)).transpose()
        };
        let [major, minor] = sheets else { return Ok(()) };
        self.seed_major(major, gains(MAJOR)?.as_ref(), seeded);
        if self.pair.is_even() {
            self.transpose(minor, major);
        } else if let Some(fewer) = gains(MINOR)? {
            self.seed_minor(minor, &fewer, seeded);
        }
        Ok(())
    }

    /// Fills the sheet with the major to move. `fewer` are the gains after the minor has lost a man,
    /// the minor to move; `None` if that ends the game.
    fn seed_major(&self, sheet: &mut Sheet, fewer: Option<&Gains>, seeded: &Seeded) {
        let cells = sheet.cells();
        parallel::runs(self.canonical.len(), RUN, &|run| {
            let mut table = Additive::new();
            for block in run {
                self.count_major_steps(block, cells.block(block).codes, &mut table);
            }
        });
        parallel::runs(self.canonical.len(), RUN, &|run| {
            let (mut table, mut gains) = (Additive::new(), Vec::new());
            for block in run {
                let mut edges = self.edges.leading_to(block).iter().filter(|edge| edge.closes());
                let mut next = edges.next();
                seeded(self.pair.block_len());
                if next.is_none() {
                    continue;
                }
                let frame = Frame::new(self.canonical[block]);
                self.gains_of_major(&frame, block, fewer, &mut gains);
                while let Some(edge) = next {
                    let origin = self.lead(&frame, *edge, &mut table);
                    let mut there = cells.block(edge.block());
                    for (&word, &gain) in self.words.words.iter().zip(gains.iter()) {
                        if word & origin == 0 {
                            there.gains(self.words.rank(table.of(word)), gain);
                        }
                    }
                    drop(there);
                    next = edges.next();
                }
            }
        });
    }

    /// Counts the major's quiet moves for each word of a block.
    fn count_major_steps(&self, block: usize, codes: &mut [u8], table: &mut Additive) {
        // Each step is blocked by one point. Quiet steps count 1, those that close a mill 256.
        let numbers = &self.numbers[block];
        let mut barred = [0; MOST_FREE];
        for step in steps_of(self.canonical[block]) {
            barred[usize::from(numbers[step.to])] += if step.closes { 256 } else { 1 };
        }
        let all: u32 = barred.iter().sum();
        table.set(&barred[..self.pair.free_points() as usize]);
        let codes_of = self.codes();
        for (code, word) in codes.iter_mut().zip(&self.words.words) {
            let steps = all - table.of(*word);
            *code = if steps == 0 { Codes::LOST } else { codes_of.open(steps & 255) };
        }
    }

    /// Finds for each word of a block what the major, who has just closed a mill there, gains.
    fn gains_of_major(
        &self,
        frame: &Frame,
        block: usize,
        fewer: Option<&Gains>,
        gains: &mut Vec<Gain>,
    ) {
        gains.clear();
        let Some(fewer) = fewer else {
            gains.resize(self.words.words.len(), Gain::WON);
            return;
        };
        let length = Pair::new(self.pair.major(), self.pair.minor() - 1).map_or(0, Pair::block_len);
        let first = block * length;
        gains.extend(self.words.words.iter().map(|&word| {
            let left =
                Bits::of(frame.removable(word)).map(|man| self.words.rank(word & !(1 << man)));
            left.map(|rank| fewer.at(first + rank)).min().unwrap_or(Gain::NONE)
        }));
    }

    /// Fills the sheet with the minor to move, in a pair of unequal numbers. `fewer` are the gains
    /// after the major has lost a man, the major to move.
    fn seed_minor(&self, sheet: &mut Sheet, fewer: &Gains, seeded: &Seeded) {
        let length = self.pair.block_len();
        let forms = Forms::of_size(self.pair.major() - 1);
        let more_words = Words::new(self.pair.free_points() as usize + 1, self.pair.minor());
        let removal = Removals { forms, words: &more_words, fewer };
        let flies = self.pair.minor() == FEWEST;
        let (cells, codes) = (sheet.cells(), self.codes());
        parallel::runs(self.canonical.len(), RUN, &|run| {
            let (mut gains, mut points) = (Vec::new(), Additive::new());
            for block in run {
                let frame = Frame::new(self.canonical[block]);
                points.set(&frame.bits()[..frame.count]);
                let after = removal.of(&frame);
                gains.clear();
                gains.resize(length, Gain::NONE);
                let mut look_up = |word: u32| {
                    let known: &mut Gain = &mut gains[self.words.rank(word)];
                    if *known == Gain::NONE {
                        *known = removal.gain(&after, word);
                    }
                    *known
                };
                let mut here = cells.block(block);
                for (rank, &word) in self.words.words.iter().enumerate() {
                    let (quiet, best) = if flies {
                        flights(&frame, word, &mut look_up)
                    } else {
                        let numbers = &self.numbers[block];
                        slides_of(&frame, numbers, word, points.of(word), &mut look_up)
                    };
                    let is_blocked = quiet == 0 && best == Gain::NONE;
                    here.codes[rank] = if is_blocked { Codes::LOST } else { codes.open(quiet) };
                    if best != Gain::NONE {
                        here.gains(rank, best);
                    }
                }
                drop(here);
                seeded(length);
            }
        });
    }

    /// Fills the sheet with the minor to move, in a pair of equal numbers: the same positions as
    /// with the major to move, numbered by the other side's men.
    fn transpose(&self, minor: &mut Sheet, major: &Sheet) {
        let (forms, length) = (self.pair.forms(), self.pair.block_len());
        minor.copy(major, Additive::new, |points, block, sources| {
            let frame = Frame::new(self.canonical[block]);
            points.set(&frame.bits()[..frame.count]);
            sources.extend(self.words.words.iter().map(|&word| {
                let (there, symmetry) = forms.find(points.of(word));
                let men = symmetry.image(frame.major);
                let numbers = &self.numbers[there];
                let word = Bits::of(men).fold(0, |word, point| word | 1 << numbers[point]);
                there * length + self.words.rank(word)
            }));
        });
    }
}

/// Returns how many quiet flights the minor has, and the best gain of its other flights.
fn flights(frame: &Frame, word: u32, look_up: &mut impl FnMut(u32) -> Gain) -> (u32, Gain) {
    let (mut quiet, mut best) = (0, Gain::NONE);
    for from in Bits::of(word) {
        let without = word & !(1 << from);
        for to in Bits::of(frame.steps(from, word, true)) {
            let there = without | 1 << to;
            if frame.in_mills(there) == 0 {
                quiet += 1;
            } else {
                best = best.min(look_up(there));
            }
        }
    }
    (quiet, best)
}

/// Returns how many quiet slides the minor, on the points `men`, has, and the best gain of its
/// other slides.
#[inline]
fn slides_of(
    frame: &Frame,
    numbers: &[u8; Point::COUNT],
    word: u32,
    men: u32,
    look_up: &mut impl FnMut(u32) -> Gain,
) -> (u32, Gain) {
    let all = slides::from(men) & slides::to(BOARD & !(frame.major | men));
    let closing = all & slides::completing(Completions::of(men));
    let mut best = Gain::NONE;
    for slide in Bits::of(closing) {
        let moved = slides::step(slide);
        let left = moved.from().map_or(0, |from| 1 << numbers[from.index()]);
        best = best.min(look_up(word & !left | 1 << numbers[moved.to().index()]));
    }
    ((all & !closing).count_ones(), best)
}

/// The removals of a man of the major.
pub(super) struct Removals<'a> {
    /// The sets of the major's men that are left.
    pub(super) forms: &'a Forms,
    /// The words of the minor's men in the blocks of those.
    pub(super) words: &'a Words,
    /// What the minor gains there.
    pub(super) fewer: &'a Gains,
}

/// For each man that may be removed, the resulting block and the map of words into it.
pub(super) struct Removed {
    start: usize,
    table: Additive,
}

impl Removals<'_> {
    /// Prepares a block.
    pub(super) fn of(&self, frame: &Frame) -> Vec<Removed> {
        let length = self.words.words.len();
        Bits::of(mills::removable(frame.major))
            .map(|man| {
                let (block, symmetry) = self.forms.find(frame.major & !(1 << man));
                let men = self.forms.canonical(block);
                let bits = mapping(frame, symmetry, &numbers(men), men);
                let mut table = Additive::new();
                table.set(&bits[..frame.count]);
                Removed { start: block * length, table }
            })
            .gather()
    }

    /// Returns what the minor gains after closing a mill, standing on those points.
    pub(super) fn gain(&self, removed: &[Removed], word: u32) -> Gain {
        removed
            .iter()
            .map(|r| self.fewer.at(r.start + self.words.rank(r.table.of(word))))
            .min()
            .unwrap_or(Gain::NONE)
    }
}
