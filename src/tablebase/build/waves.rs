//! Retrograde analysis: from the positions decided in d plies to those decided in d + 1.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rayon::prelude::*;

use super::cells::{Block, Codes, Half};
use super::edges::{Edge, Edges};
use super::frame::{Additive, Frame, MOST_FREE, Words, mapping};
use crate::games::morris::geometry::Point;
use crate::kernel::Bits;

/// A pair at work.
pub(super) struct Waves<'a> {
    pub(super) codes: Codes,
    /// The points that are free in each block, numbered.
    pub(super) numbers: &'a [[u8; Point::COUNT]],
    pub(super) canonical: &'a [u32],
    pub(super) words: &'a Words,
    pub(super) edges: &'a Edges,
    /// With the major to move, and with the minor.
    pub(super) major: Half<'a>,
    pub(super) minor: Half<'a>,
    pub(super) minor_flies: bool,
    /// Positions decided in waves.
    pub(super) decided: AtomicU64,
    /// Set when a distance does not fit into a byte.
    pub(super) overflow: AtomicBool,
}

/// What a thread needs for a block.
struct Scratch {
    won: Vec<u32>,
    lost: Vec<u32>,
    table: Additive,
}

impl Scratch {
    /// Lists the positions of a block that are decided in so many plies.
    fn collect(&mut self, block: &Block, plies: u8, words: &Words) {
        self.won.clear();
        self.lost.clear();
        for (run, codes) in block.codes.chunks(64).enumerate() {
            // Most runs have none: one look at all of them together.
            if !codes.iter().fold(false, |any, code| any | (*code == plies)) {
                continue;
            }
            for (at, code) in codes.iter().enumerate() {
                if *code == plies {
                    let rank = run * 64 + at;
                    let list = if block.is_won(rank) { &mut self.won } else { &mut self.lost };
                    list.push(words.words[rank]);
                }
            }
        }
    }
}

impl Waves<'_> {
    /// Goes on until nothing more is decided, or up to `limit` plies. Returns the last wave that
    /// decided anything, `None` if a distance does not fit into a byte.
    pub(super) fn run(&self, limit: u8, tell: &(dyn Fn(u8, u64) + Sync)) -> Option<u8> {
        let mut plies = 0;
        let last_hint = self.last_hint();
        loop {
            tell(plies, self.decided.load(Ordering::Relaxed));
            if plies >= limit {
                break;
            }
            self.wave(plies);
            if self.overflow.load(Ordering::Relaxed) {
                return None;
            }
            let goes_on = self.major.is_due(plies + 1) || self.minor.is_due(plies + 1);
            if !goes_on && plies >= last_hint {
                break;
            }
            plies += 1;
        }
        Some(plies)
    }

    /// Returns the greatest of all hints.
    fn last_hint(&self) -> u8 {
        let of_block = |half: &Half, block: usize| -> u8 {
            let hinted = half.block(block).hinted;
            let last = (0..4).rev().find(|word| hinted[*word] != 0);
            last.map_or(0, |word| (64 * word as u32 + hinted[word].ilog2()) as u8)
        };
        let both = |block| of_block(&self.major, block).max(of_block(&self.minor, block));
        (0..self.canonical.len()).into_par_iter().map(both).max().unwrap_or(0)
    }

    fn wave(&self, plies: u8) {
        let scratch = || Scratch { won: Vec::new(), lost: Vec::new(), table: Additive::new() };
        (0..self.canonical.len()).into_par_iter().with_min_len(32).for_each_init(
            scratch,
            |scratch, block| {
                if self.take(&self.major, block, plies, scratch) {
                    self.push_to_minor(block, plies, scratch);
                }
                if self.take(&self.minor, block, plies, scratch) {
                    self.push_to_major(block, plies, scratch);
                }
            },
        );
    }

    /// Lists what a wave decides in a block. Returns whether there is anything.
    fn take(&self, half: &Half, block: usize, plies: u8, scratch: &mut Scratch) -> bool {
        let is_due = half.take_due(block, plies);
        let mut here = half.block(block);
        let is_hinted = !here.hints.is_empty() && here.take_hints(plies, self.codes);
        if !is_due && !is_hinted {
            return false;
        }
        scratch.collect(&here, plies, self.words);
        let count = scratch.won.len() + scratch.lost.len();
        self.decided.fetch_add(count as u64, Ordering::Relaxed);
        if count > 0 && plies + 1 >= self.codes.floor {
            self.overflow.store(true, Ordering::Relaxed);
            return false;
        }
        count > 0
    }

    /// The major is to move in what was listed: takes back slides of the minor, in this block.
    fn push_to_minor(&self, block: usize, plies: u8, scratch: &Scratch) {
        let frame = Frame::new(self.canonical[block]);
        let mut here = self.minor.block(block);
        let mut any = false;
        for &word in &scratch.lost {
            self.before(&frame, word, |rank| any |= here.win(rank, plies + 1, self.codes));
        }
        for &word in &scratch.won {
            self.before(&frame, word, |rank| any |= here.count_down(rank, plies + 1, self.codes));
        }
        if any {
            self.minor.set_due(block, plies + 1);
        }
    }

    /// Calls `found` with each word of the minor from which a quiet move leads to `word`.
    #[inline]
    fn before(&self, frame: &Frame, word: u32, mut found: impl FnMut(usize)) {
        // A man in a mill closed it when he came, and a removal came with it.
        for to in Bits::of(word & !frame.in_mills(word)) {
            let without = word & !(1 << to);
            for from in Bits::of(frame.steps(to, word, self.minor_flies)) {
                found(self.words.rank(without | 1 << from));
            }
        }
    }

    /// The minor is to move in what was listed: takes back slides of the major, each into another
    /// block.
    fn push_to_major(&self, block: usize, plies: u8, scratch: &mut Scratch) {
        let frame = Frame::new(self.canonical[block]);
        let Scratch { won, lost, table } = scratch;
        for edge in self.edges.into(block).iter().filter(|edge| !edge.closes()) {
            let origin = self.lead(&frame, *edge, table);
            let mut there = self.major.block(edge.block());
            let mut any = false;
            for &word in lost.iter().filter(|word| **word & origin == 0) {
                let rank = self.words.rank(table.of(word));
                any |= there.win(rank, plies + 1, self.codes);
            }
            for &word in won.iter().filter(|word| **word & origin == 0) {
                let rank = self.words.rank(table.of(word));
                any |= there.count_down(rank, plies + 1, self.codes);
            }
            if any {
                self.major.set_due(edge.block(), plies + 1);
            }
        }
    }

    /// Makes `table` take words of a block to those of the block that an edge comes from. Returns
    /// the word of the one point where the minor must not stand.
    #[inline]
    pub(super) fn lead(&self, frame: &Frame, edge: Edge, table: &mut Additive) -> u32 {
        lead(frame, edge, self.canonical, self.numbers, table)
    }
}

/// See [`Waves::lead`].
#[inline]
pub(super) fn lead(
    frame: &Frame,
    edge: Edge,
    canonical: &[u32],
    numbers: &[[u8; Point::COUNT]],
    table: &mut Additive,
) -> u32 {
    let from = edge.block();
    let bits = mapping(frame, edge.symmetry(), &numbers[from], canonical[from]);
    table.set(&bits[..frame.count.min(MOST_FREE)]);
    let origin = (0..frame.count).find(|number| frame.point(*number) == edge.origin());
    origin.map_or(0, |number| 1 << number)
}
