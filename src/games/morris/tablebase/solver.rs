//! Unmaking the moves within a pair.

use super::boards::Mover;
use super::edges::{Edge, Edges};
use super::frame::{Additive, Frame, MOST_FREE, Words, mapping, numbers};
use super::pair::Pair;
use crate::games::morris::geometry::{BOARD, Point};
use crate::games::morris::side::FEWEST;
use crate::kernel::{Bits, Gather};
use crate::tablebase::{Codes, Decided, Unit, Wave};

/// The sheet with the major to move.
pub(super) const MAJOR: usize = Mover::Major.sector();
/// The sheet with the minor to move. In a pair of equal numbers it holds the same positions,
/// indexed with the other side's men first.
pub(super) const MINOR: usize = Mover::Minor.sector();

/// The solver of a pair.
///
/// With the major's men given, a slide of the minor stays in the block, a slide of the major leads
/// from the whole block to one other block, and a removal to one block of a smaller pair.
pub struct PairSolver {
    pub(super) pair: Pair,
    /// The major's men in each block.
    pub(super) canonical: Vec<u32>,
    /// The points that are free in each block, numbered.
    pub(super) numbers: Vec<[u8; Point::COUNT]>,
    pub(super) words: Words,
    pub(super) edges: Edges,
}

impl PairSolver {
    /// The sheets of a pair: the major to move, the minor to move.
    pub(super) const SHEETS: usize = 2;
    /// About how many bytes a solver takes.
    pub(super) const MEMORY: u64 = 96 << 20;

    pub(super) fn new(pair: Pair) -> Self {
        let forms = pair.forms();
        let canonical: Vec<u32> = (0..pair.blocks()).map(|block| forms.canonical(block)).gather();
        debug_assert!(canonical.iter().all(|men| men & !BOARD == 0));
        let numbers = canonical.iter().map(|men| numbers(*men)).gather();
        let words = pair.boards().words();
        Self { pair, canonical, numbers, words, edges: Edges::new(forms) }
    }

    /// Makes `table` take words of a block to those of the block that an edge comes from. Returns
    /// the word of the one point where the minor must not stand.
    #[inline]
    pub(super) fn lead(&self, frame: &Frame, edge: Edge, table: &mut Additive) -> u32 {
        let from = edge.block();
        let bits = mapping(frame, edge.symmetry(), &self.numbers[from], self.canonical[from]);
        table.set(&bits[..frame.count.min(MOST_FREE)]);
        let origin = (0..frame.count).find(|number| frame.point(*number) == edge.origin());
        origin.map_or(0, |number| 1 << number)
    }

    /// The major is to move in the decided positions: unmakes slides of the minor, within this
    /// block.
    fn take_back_minor(&self, block: usize, decided: &Decided, wave: &Wave) {
        let frame = Frame::new(self.canonical[block]);
        let mut here = wave.origins(MINOR, block);
        for &word in &decided.lost {
            self.before(&frame, word, |rank| here.wins(rank));
        }
        for &word in &decided.won {
            self.before(&frame, word, |rank| here.loses(rank));
        }
    }

    /// Calls `found` with the rank of each word of the minor from which a quiet move leads to
    /// `word`.
    #[inline]
    fn before(&self, frame: &Frame, word: u32, mut found: impl FnMut(usize)) {
        let flies = self.pair.minor() == FEWEST;
        // A man in a mill closed it when he arrived, with a removal.
        for to in Bits::of(word & !frame.in_mills(word)) {
            let without = word & !(1 << to);
            for from in Bits::of(frame.steps(to, word, flies)) {
                found(self.words.rank(without | 1 << from));
            }
        }
    }

    /// The minor is to move in the decided positions: unmakes slides of the major, each into
    /// another block.
    fn take_back_major(&self, block: usize, decided: &Decided, wave: &Wave, table: &mut Additive) {
        let frame = Frame::new(self.canonical[block]);
        for edge in self.edges.leading_to(block).iter().filter(|edge| !edge.closes()) {
            let origin = self.lead(&frame, *edge, table);
            let mut there = wave.origins(MAJOR, edge.block());
            for &word in decided.lost.iter().filter(|word| **word & origin == 0) {
                there.wins(self.words.rank(table.of(word)));
            }
            for &word in decided.won.iter().filter(|word| **word & origin == 0) {
                there.loses(self.words.rank(table.of(word)));
            }
        }
    }

    /// Returns the meaning of the bytes.
    pub(super) fn codes(&self) -> Codes {
        // A side that flies with three men has at most 18 points for each; no side has more than
        // 26 slides.
        Codes::new(if self.pair.minor() == FEWEST { 54 } else { 26 })
    }

    /// See [`UnitSolver::take_back`](crate::tablebase::UnitSolver::take_back).
    pub(super) fn take_back(
        &self,
        sheet: usize,
        block: usize,
        decided: &mut Decided,
        wave: &Wave,
        table: &mut Additive,
    ) {
        // Words instead of ranks from here on.
        for list in [&mut decided.won, &mut decided.lost] {
            for rank in list {
                *rank = self.words.words[*rank as usize];
            }
        }
        if sheet == MAJOR {
            self.take_back_minor(block, decided, wave);
        } else {
            self.take_back_major(block, decided, wave, table);
        }
    }
}
