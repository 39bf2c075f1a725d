//! The move generator.

use super::mills::{self, Completions};
use super::moves::{HAND, MorrisMove};
use super::side::FEWEST;
use super::slides;
use super::state::Morris;
use crate::kernel::Bits;

/// Adds the legal moves to `moves`, or only those that remove a man; nothing when the game is
/// over.
#[inline]
pub(super) fn generate<const REMOVALS_ONLY: bool>(position: &Morris, moves: &mut Vec<MorrisMove>) {
    if position.is_quiet_draw() {
        return;
    }
    let (men, empty) = (position.own().board(), position.empty());
    let mut output = Output::<REMOVALS_ONLY> { enemy: position.enemy().board(), moves };
    if position.own().hand() > 0 {
        if position.own().men() >= FEWEST {
            output.add_to(empty, Completions::of(men), HAND);
        }
        return;
    }
    match men.count_ones() {
        0..FEWEST => {}
        FEWEST => {
            for from in Bits::of(men) {
                let others = men & !(1 << (from & 31));
                output.add_to(empty, Completions::of(others), from as u16);
            }
        }
        // A blocked side has no slides and so, correctly, gets no moves.
        _ => {
            let slides = slides::from(men) & slides::to(empty);
            let closing = slides & slides::completing(Completions::of(men));
            output.add(slides, closing, slides::step);
        }
    }
}

/// Where the moves go, and what a closed mill may remove.
struct Output<'a, const REMOVALS_ONLY: bool> {
    enemy: u32,
    moves: &'a mut Vec<MorrisMove>,
}

impl<const REMOVALS_ONLY: bool> Output<'_, REMOVALS_ONLY> {
    /// Adds the moves from a point, or from the hand, to each empty point.
    #[inline]
    fn add_to(&mut self, empty: u32, completions: Completions, from: u16) {
        let closing = empty & completions.all();
        self.add(empty.into(), closing.into(), |to| MorrisMove::step(from, to as u16));
    }

    /// Adds the steps of the set `steps`, each a bit that `step` knows; those of them that are in
    /// `closing` close a mill.
    #[inline]
    fn add(&mut self, steps: u64, closing: u64, step: impl Fn(usize) -> MorrisMove) {
        let removable = mills::removable(self.enemy);
        // With nothing to remove, closing a mill has no effect. This happens only in set-up
        // positions (RULES.md Decision 6).
        let removing = if self.enemy == 0 { 0 } else { closing };
        if !REMOVALS_ONLY {
            for bit in Bits::of(steps & !removing) {
                self.moves.push(step(bit));
            }
        }
        for bit in Bits::of(removing) {
            for removed in Bits::of(removable) {
                self.moves.push(step(bit).removing(removed as u16));
            }
        }
    }
}
