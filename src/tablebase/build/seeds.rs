//! What is known of a pair before its waves begin: what removals lead to, who is blocked, and how
//! many quiet moves there are.

use std::sync::{Mutex, PoisonError};

use memmap2::MmapMut;
use rayon::prelude::*;

use super::cells::{Codes, SAFE, SPENT};
use super::edges::Edges;
use super::frame::{Additive, Frame, MOST_FREE, Words, mapping, numbers, steps_of};
use super::waves::lead;
use crate::games::morris::geometry::BOARD;
use crate::games::morris::geometry::Point;
use crate::games::morris::mills::{self, Completions};
use crate::games::morris::slides;
use crate::kernel::Bits;
use crate::tablebase::index::{FEWEST, Forms, Pair};
use crate::tablebase::value::Class;

/// A finished half of a smaller pair, one [`Gain`] for each number: what the side that comes there
/// by a removal has gained.
pub(super) type Finished = MmapMut;

/// What a side gets from a removal, the less the better: a fast win, a slow win, a draw, a slow
/// loss, a fast loss.
///
/// A loss of the other side in d plies is d / 2, a win of it in d plies 254 - d / 2; the halves tell
/// the whole, since a win takes an odd number of plies. Where distances end at the removal, 0 and
/// 254 are all there is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Gain(u8);

impl Gain {
    const DRAW: Self = Self(127);
    /// There is no removal, or nobody has looked.
    const NONE: Self = Self(255);
    /// The game is won with the removal.
    const WON: Self = Self(0);

    /// Returns what is gained by a removal that leaves the other side with that value.
    pub(super) const fn leaving(class: Class, plies: u8) -> Self {
        match class {
            Class::Loss => Self(plies / 2),
            Class::Draw => Self::DRAW,
            Class::Win => Self(254 - plies / 2),
        }
    }

    /// Returns the gain as the byte that a [`Finished`] half keeps.
    pub(super) const fn byte(self) -> u8 {
        self.0
    }

    /// Returns the plies to the end, the removal included: odd for a win, even for a loss.
    const fn plies(self) -> u8 {
        if self.0 < Self::DRAW.0 { 2 * self.0 + 1 } else { 2 * (254 - self.0) + 2 }
    }
}

/// What the seeds of a pair are made from.
pub(super) struct Seeds<'a> {
    pub(super) pair: Pair,
    pub(super) codes: Codes,
    pub(super) canonical: &'a [u32],
    pub(super) numbers: &'a [[u8; Point::COUNT]],
    pub(super) words: &'a Words,
    pub(super) edges: &'a Edges,
    /// Whether distances go on to the end of the game; else a removal is an end.
    pub(super) to_the_end: bool,
}

/// A block being seeded.
struct Cells<'a> {
    codes: &'a mut [u8],
    hints: &'a mut [u8],
}

impl Cells<'_> {
    /// Takes note that a move gains that much.
    #[inline]
    fn gains(&mut self, rank: usize, gain: Gain) {
        if gain == Gain::DRAW {
            if self.codes[rank] > 1 {
                self.codes[rank] = SAFE;
            }
        } else if let Some(hint) = self.hints.get_mut(rank) {
            let plies = gain.plies();
            if gain < Gain::DRAW {
                *hint = if *hint % 2 == 1 { plies.min(*hint) } else { plies };
            } else if *hint % 2 == 0 {
                *hint = plies.max(*hint);
            }
        } else if gain < Gain::DRAW {
            self.codes[rank] = 1;
        }
    }
}

impl Seeds<'_> {
    fn cells<'b>(&self, codes: &'b mut [u8], hints: &'b mut [u8]) -> Vec<Mutex<Cells<'b>>> {
        let length = self.pair.block_len();
        let mut hints = hints.chunks_exact_mut(length);
        codes
            .chunks_exact_mut(length)
            .map(|codes| Mutex::new(Cells { codes, hints: hints.next().unwrap_or_default() }))
            .collect()
    }

    /// Fills the half with the major to move. `fewer` are the positions after the minor has lost
    /// a man, the minor to move; `None` if that ends the game.
    pub(super) fn major(&self, codes: &mut [u8], hints: &mut [u8], fewer: Option<&Finished>) {
        let cells = self.cells(codes, hints);
        let lock = |block: usize| cells[block].lock().unwrap_or_else(PoisonError::into_inner);
        (0..self.canonical.len())
            .into_par_iter()
            .with_min_len(32)
            .for_each_init(Additive::new, |table, block| {
                self.count_major_steps(block, lock(block).codes, table)
            });
        (0..self.canonical.len()).into_par_iter().with_min_len(32).for_each_init(
            || (Additive::new(), Vec::new()),
            |(table, gains), block| {
                let mut edges = self.edges.into(block).iter().filter(|edge| edge.closes());
                let mut next = edges.next();
                if next.is_none() {
                    return;
                }
                let frame = Frame::new(self.canonical[block]);
                self.gains_of_major(&frame, block, fewer, gains);
                while let Some(edge) = next {
                    let origin = lead(&frame, *edge, self.canonical, self.numbers, table);
                    let mut there = lock(edge.block());
                    for (&word, &gain) in self.words.words.iter().zip(gains.iter()) {
                        if word & origin == 0 {
                            there.gains(self.words.rank(table.of(word)), gain);
                        }
                    }
                    drop(there);
                    next = edges.next();
                }
            },
        );
    }

    /// Counts the major's quiet moves for each word of a block.
    fn count_major_steps(&self, block: usize, codes: &mut [u8], table: &mut Additive) {
        // Each step is barred by one point. Quiet ones count 1, those that close a mill 256.
        let numbers = &self.numbers[block];
        let mut barred = [0; MOST_FREE];
        for step in steps_of(self.canonical[block]) {
            barred[usize::from(numbers[step.to])] += if step.closes { 256 } else { 1 };
        }
        let all: u32 = barred.iter().sum();
        table.set(&barred[..self.pair.free_points() as usize]);
        for (code, word) in codes.iter_mut().zip(&self.words.words) {
            let steps = all - table.of(*word);
            *code = if steps == 0 { 0 } else { self.codes.open(steps & 255) };
        }
    }

    /// Finds for each word of a block what the major, who has just closed a mill there, gains.
    fn gains_of_major(
        &self,
        frame: &Frame,
        block: usize,
        fewer: Option<&Finished>,
        gains: &mut Vec<Gain>,
    ) {
        gains.clear();
        let Some(fewer) = fewer else {
            gains.resize(self.words.words.len(), Gain::WON);
            return;
        };
        let length = Pair::new(self.pair.major(), self.pair.minor() - 1).map_or(0, Pair::block_len);
        let after = &fewer[block * length..(block + 1) * length];
        gains.extend(self.words.words.iter().map(|&word| {
            let free = word & !frame.in_mills(word);
            let removable = if free == 0 { word } else { free };
            let left = Bits::of(removable).map(|man| self.words.rank(word & !(1 << man)));
            Gain(left.map(|rank| after[rank]).min().unwrap_or(Gain::NONE.0))
        }));
    }

    /// Fills the half with the minor to move, in a pair of unequal numbers. `fewer` are the
    /// positions after the major has lost a man, the major to move.
    pub(super) fn minor(&self, codes: &mut [u8], hints: &mut [u8], fewer: &Finished) {
        let length = self.pair.block_len();
        let forms = Forms::of_size(self.pair.major() - 1);
        let more_words = Words::new(self.pair.free_points() as usize + 1, self.pair.minor());
        let removal = Removals { forms, words: &more_words, fewer };
        let flies = self.pair.minor() == FEWEST;
        let cells = self.cells(codes, hints);
        (0..self.canonical.len()).into_par_iter().with_min_len(32).for_each_init(
            || (Vec::new(), Additive::new()),
            |(gains, points), block| {
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
                let mut cells = cells[block].lock().unwrap_or_else(PoisonError::into_inner);
                for (rank, &word) in self.words.words.iter().enumerate() {
                    let (quiet, best) = if flies {
                        flights(&frame, word, &mut look_up)
                    } else {
                        let numbers = &self.numbers[block];
                        slides_of(&frame, numbers, word, points.of(word), &mut look_up)
                    };
                    let is_blocked = quiet == 0 && best == Gain::NONE;
                    cells.codes[rank] = if is_blocked { 0 } else { self.codes.open(quiet) };
                    if best != Gain::NONE {
                        cells.gains(rank, best);
                    }
                }
            },
        );
    }

    /// Fills the half with the minor to move, in a pair of equal numbers: the same positions as
    /// with the major to move, numbered by the other side's men.
    pub(super) fn transpose(&self, codes: &mut [u8], major: &[u8]) {
        let length = self.pair.block_len();
        codes.par_chunks_exact_mut(length).with_min_len(32).enumerate().for_each_init(
            || (Vec::new(), Additive::new()),
            |(sources, points), (block, codes)| {
                let frame = Frame::new(self.canonical[block]);
                points.set(&frame.bits()[..frame.count]);
                let forms = self.pair.forms();
                // The numbers first, then the bytes: so many reads are under way at once.
                sources.clear();
                sources.extend(self.words.words.iter().map(|&word| {
                    let (there, symmetry) = forms.find(points.of(word));
                    let men = symmetry.image(frame.major);
                    let numbers = &self.numbers[there];
                    let word = Bits::of(men).fold(0, |word, point| word | 1 << numbers[point]);
                    there * length + self.words.rank(word)
                }));
                for (code, source) in codes.iter_mut().zip(sources.iter()) {
                    *code = major[*source];
                }
            },
        );
    }

    /// Settles in a block what seeds alone decide, and returns what is due at 0 and at 1 plies.
    pub(super) fn settle(&self, block: &mut super::cells::Block) -> [bool; 2] {
        let mut due = [false; 2];
        for rank in 0..block.codes.len() {
            if block.codes[rank] == SPENT && !self.to_the_end {
                // Nothing but removals, and all of them lose: over with the next ply.
                block.codes[rank] = 1;
                block.mark_irregular(rank);
            }
            if let Some(due) = due.get_mut(usize::from(block.codes[rank])) {
                *due = true;
            }
        }
        for hint in block.hints.iter().filter(|hint| **hint > 0) {
            block.hinted[usize::from(*hint / 64)] |= 1 << (hint % 64);
        }
        due
    }
}

/// Returns how many quiet flights the minor has, and the best gain of its others.
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

/// Returns how many quiet slides the minor has, who stands on the points `men`, and the best gain
/// of its others.
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
struct Removals<'a> {
    forms: &'a Forms,
    words: &'a Words,
    fewer: &'a Finished,
}

/// For each man that may be removed, the block after that and the way of words there.
struct Removed {
    start: usize,
    table: Additive,
}

impl Removals<'_> {
    fn of(&self, frame: &Frame) -> Vec<Removed> {
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
            .collect()
    }

    /// Returns what the minor gains that has just closed a mill and stands there.
    fn gain(&self, removed: &[Removed], word: u32) -> Gain {
        removed
            .iter()
            .map(|r| Gain(self.fewer[r.start + self.words.rank(r.table.of(word))]))
            .min()
            .unwrap_or(Gain::NONE)
    }
}

/// Returns the free points of each block, numbered.
pub(super) fn all_numbers(canonical: &[u32]) -> Vec<[u8; Point::COUNT]> {
    debug_assert!(canonical.iter().all(|men| men & !BOARD == 0));
    canonical.iter().map(|men| numbers(*men)).collect()
}
