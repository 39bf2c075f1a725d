//! What is known of a pair before its waves begin: what removals lead to, who is blocked, and how
//! many quiet moves there are.

use std::sync::Mutex;

use rayon::prelude::*;

use super::cells::{Codes, SAFE, SPENT};
use super::edges::Edges;
use super::frame::{Additive, Frame, MOST_FREE, Words, mapping, numbers, steps_of};
use super::waves::lead;
use crate::games::morris::geometry::BOARD;
use crate::games::morris::geometry::Point;
use crate::games::morris::mills;
use crate::kernel::Bits;
use crate::tablebase::index::{FEWEST, Forms, Pair};

/// A finished half of a smaller pair, one byte for each number: the distance to the end of the
/// game, odd for a win and even for a loss, or where distances do not matter 1 and 0; [`DRAWN`] for
/// a draw.
pub(super) type Finished = Vec<u8>;

/// A draw in a [`Finished`] half.
pub(super) const DRAWN: u8 = 255;

/// What a side gets from a removal: an odd number of plies for a win, an even one for a loss, or
/// [`DRAWN`]. The removal counts as one ply.
type Gain = u8;

/// Returns what a removal gains that leaves the other side with a value.
const fn gain(after: u8) -> Gain {
    if after == DRAWN { DRAWN } else { after + 1 }
}

/// Returns the better of two gains: the fastest win, else a draw, else the longest loss.
#[inline]
const fn better(a: Gain, b: Gain) -> Gain {
    // Wins from the fastest on, then draws, then losses from the longest on.
    const fn order(gain: Gain) -> u16 {
        if gain == DRAWN {
            256
        } else if gain % 2 == 1 {
            gain as u16
        } else {
            1024 - gain as u16
        }
    }
    if order(a) <= order(b) { a } else { b }
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
        if gain == DRAWN {
            if self.codes[rank] > 1 {
                self.codes[rank] = SAFE;
            }
        } else if let Some(hint) = self.hints.get_mut(rank) {
            if gain % 2 == 1 {
                *hint = if *hint % 2 == 1 { gain.min(*hint) } else { gain };
            } else if *hint % 2 == 0 {
                *hint = gain.max(*hint);
            }
        } else if gain % 2 == 1 {
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
        let lock = |block: usize| cells[block].lock().unwrap_or_else(|e| e.into_inner());
        (0..self.canonical.len()).into_par_iter().with_min_len(32).for_each_init(
            Additive::new,
            |table, block| self.count_major_steps(block, lock(block).codes, table),
        );
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
            gains.resize(self.words.words.len(), 1);
            return;
        };
        let length = Pair::new(self.pair.major(), self.pair.minor() - 1).map_or(0, Pair::block_len);
        let after = &fewer[block * length..(block + 1) * length];
        gains.extend(self.words.words.iter().map(|&word| {
            let free = word & !frame.in_mills(word);
            let removable = if free == 0 { word } else { free };
            Bits::of(removable)
                .map(|man| gain(after[self.words.rank(word & !(1 << man))]))
                .reduce(better)
                .unwrap_or(DRAWN)
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
        // Without hints an empty slice goes with every block.
        let no_hints = hints.is_empty();
        let hint_len = if no_hints { 0 } else { length };
        let hints = Mutex::new(hints);
        let hint_blocks: Vec<Mutex<&mut [u8]>> = {
            let all = hints.into_inner().unwrap_or_else(|e| e.into_inner());
            if no_hints {
                Vec::new()
            } else {
                all.chunks_exact_mut(hint_len).map(Mutex::new).collect()
            }
        };
        codes.par_chunks_exact_mut(length).with_min_len(32).enumerate().for_each_init(
            || Vec::new(),
            |gains: &mut Vec<Gain>, (block, codes)| {
                let mut empty = [0_u8; 0];
                let mut guard =
                    hint_blocks.get(block).map(|h| h.lock().unwrap_or_else(|e| e.into_inner()));
                let hints: &mut [u8] = match guard.as_deref_mut() {
                    Some(hints) => hints,
                    None => &mut empty,
                };
                let frame = Frame::new(self.canonical[block]);
                let after = removal.of(&frame);
                gains.clear();
                gains.resize(length, UNKNOWN);
                let mut cells = Cells { codes, hints };
                for (rank, &word) in self.words.words.iter().enumerate() {
                    let (mut quiet, mut best) = (0, UNKNOWN);
                    for from in Bits::of(word) {
                        let without = word & !(1 << from);
                        for to in Bits::of(frame.steps(from, word, flies)) {
                            let there = without | 1 << to;
                            if frame.in_mills(there) >> to & 1 == 0 {
                                quiet += 1;
                                continue;
                            }
                            let known = &mut gains[self.words.rank(there)];
                            if *known == UNKNOWN {
                                *known = removal.gain(&after, there);
                            }
                            best = if best == UNKNOWN { *known } else { better(best, *known) };
                        }
                    }
                    cells.codes[rank] = match (quiet, best) {
                        (0, UNKNOWN) => 0,
                        _ => self.codes.open(quiet),
                    };
                    if best != UNKNOWN {
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
        codes.par_chunks_exact_mut(length).with_min_len(32).enumerate().for_each(
            |(block, codes)| {
                let frame = Frame::new(self.canonical[block]);
                let forms = self.pair.forms();
                for (code, &word) in codes.iter_mut().zip(&self.words.words) {
                    let (there, symmetry) = forms.find(frame.expand(word));
                    let men = symmetry.image(frame.major);
                    let numbers = &self.numbers[there];
                    let word = Bits::of(men).fold(0, |word, point| word | 1 << numbers[point]);
                    *code = major[there * length + self.words.rank(word)];
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

/// No gain has been looked up yet, or there is none. No loss takes 0 plies and a removal.
const UNKNOWN: Gain = 0;

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
            .map(|r| gain(self.fewer[r.start + self.words.rank(r.table.of(word))]))
            .reduce(better)
            .unwrap_or(DRAWN)
    }
}

/// Returns the free points of each block, numbered.
pub(super) fn all_numbers(canonical: &[u32]) -> Vec<[u8; Point::COUNT]> {
    debug_assert!(canonical.iter().all(|men| men & !BOARD == 0));
    canonical.iter().map(|men| numbers(*men)).collect()
}
