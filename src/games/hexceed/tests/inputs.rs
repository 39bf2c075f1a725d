//! What a network reads, compared with a plain count and under the symmetries.

use std::collections::{BTreeMap, BTreeSet};

use super::super::{Cell, Hexceed, Piece, Symmetry, Trio, Weights};
use super::random;
use crate::kernel::{PerPlayer, SplitMix64, Weighed, Weights as _};
use crate::network::{Learned, Sink};

/// The inputs of a position.
#[derive(Debug, Default, PartialEq)]
struct Inputs {
    flags: Vec<usize>,
    counts: BTreeMap<usize, i32>,
}

impl Inputs {
    fn of(position: &Hexceed) -> Self {
        let mut inputs = Self::default();
        position.read(&mut inputs);
        inputs
    }
}

impl Sink for Inputs {
    fn flag(&mut self, at: usize) {
        self.flags.push(at);
    }

    fn count(&mut self, at: usize, number: i32) {
        *self.counts.entry(at).or_default() += number;
    }

    fn tally(&mut self, at: usize, _number: i32) {
        panic!("there are no tallies, but {at} is told");
    }
}

/// Positions after 0 to 35 random actions.
fn positions() -> Vec<Hexceed> {
    let mut rng = SplitMix64::new(12);
    (0..15 * 36).map(|i| random(&mut rng, i % 36)).collect()
}

#[test]
fn inputs_stay_within_the_shape() {
    let shape = Hexceed::SHAPE;
    assert_eq!(shape.flags + shape.counts, 400);
    let (mut seen, mut most) = (BTreeSet::new(), 0);
    for position in positions() {
        let Inputs { flags, counts } = Inputs::of(&position);
        let distinct: BTreeSet<usize> = flags.iter().copied().collect();
        assert_eq!(distinct.len(), flags.len(), "{flags:?}");
        most = most.max(flags.len());
        assert!(flags.iter().all(|at| *at < shape.flags), "{flags:?}");
        assert!(counts.keys().all(|at| *at < shape.counts), "{counts:?}");
        assert_eq!(counts.values().sum::<i32>(), 8, "one for each quality");
        seen.extend(distinct);
    }
    assert_eq!(most, shape.active);
    assert!(seen.len() * 2 > shape.flags, "hardly anything is told: {seen:?}");
}

#[test]
fn inputs_are_the_same_for_images_and_whatever_the_score() {
    for (i, position) in positions().into_iter().enumerate() {
        let inputs = Inputs::of(&position);
        for symmetry in Symmetry::all().skip(i % 83).step_by(83) {
            assert_eq!(Inputs::of(&symmetry.apply(&position)), inputs, "{position:?}");
        }
        let scored = Hexceed::setup(position.pieces(), position.held(), PerPlayer([40, 3]));
        assert_eq!(scored.map(|scored| Inputs::of(&scored)), Some(inputs));
    }
}

#[test]
fn the_terms_are_the_same_beside_a_network() {
    let weights = Weights::from_values(&[101, 83, -61, 29, -11, 97]);
    for position in positions() {
        let mut inputs = Inputs::default();
        let sum = position.read_and_weigh(&mut inputs, &weights);
        assert_eq!(sum, position.weigh(&weights), "{position:?}");
        assert_eq!(inputs, Inputs::of(&position));
    }
}

#[test]
fn inputs_are_those_that_a_plain_count_finds() {
    for position in positions() {
        let cells: Vec<Cell> = position.empty_cells().collect();
        let free: Vec<Piece> = position.unused_pieces().collect();
        let held = position.held();
        let most = |gains: &mut dyn Iterator<Item = u32>| gains.max().unwrap_or(0) as usize;
        let best = |piece| most(&mut cells.iter().map(|cell| position.gain(piece, *cell)));
        let gives = |cell| most(&mut free.iter().map(|piece| position.gain(*piece, cell)));

        let mut flags = BTreeSet::from([2 * cells.len() + usize::from(held.is_some()) - 1]);
        for gain in 0..4 {
            let pieces = free.iter().filter(|piece| best(**piece).min(3) == gain).count();
            flags.insert(37 + 18 * gain + pieces.min(17));
            let cells = cells.iter().filter(|cell| gives(**cell).min(3) == gain).count();
            flags.insert(133 + 19 * gain + cells);
        }
        if let Some(piece) = held {
            let most = best(piece);
            let choices = cells.iter().filter(|cell| position.gain(piece, **cell) as usize == most);
            flags.insert(109 + 6 * most.min(3) + choices.count().min(6) - 1);
        }
        for (kind, letters) in ["ACHKPR", "BDGLOQ", "EFIJMN"].into_iter().enumerate() {
            let filled = position.pieces().filter(|(_, cell)| letters.contains(cell.letter()));
            flags.insert(209 + 7 * kind + filled.count());
        }
        let mut counts = BTreeMap::new();
        for quality in 0..8 {
            let has = |piece: Piece| piece.qualities() >> quality & 1 == 1;
            let placed = position.pieces().filter(|(piece, _)| has(*piece)).count();
            let waits = |trio: &Trio| {
                let lying = trio.cells.iter().filter_map(|cell| position.piece_at(*cell));
                lying.clone().count() == 2 && lying.filter(|piece| has(*piece)).count() == 2
            };
            let pairs = Trio::ALL.iter().filter(|trio| waits(trio)).count().min(9);
            let at = if quality < 6 { 10 * (6 - placed) } else { 70 + 10 * (9 - placed) };
            *counts.entry(at + pairs).or_default() += 1;
        }
        let inputs = Inputs::of(&position);
        assert_eq!(inputs.flags.into_iter().collect::<BTreeSet<_>>(), flags, "{position:?}");
        assert_eq!(inputs.counts, counts, "{position:?}");
    }
}
