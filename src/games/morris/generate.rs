//! The move generator.

use super::mills::{self, Completions};
use super::moves::{HAND, MorrisMove};
use super::side::FEWEST;
use super::slides;
use super::state::Morris;
use crate::kernel::Bits;

/// Gives the legal moves to `output`; nothing when the game is over.
#[inline]
pub(super) fn generate(position: &Morris, output: &mut impl Output) {
    if position.is_quiet_draw() {
        return;
    }
    let (men, empty, enemy) = (position.own().board(), position.empty(), position.enemy().board());
    // To each empty point from one place.
    let mut add_to = |completions: Completions, from: u16| {
        let closing = empty & completions.all();
        let step = |to| MorrisMove::step(from, to as u16);
        output.add(enemy, empty.into(), closing.into(), step);
    };
    if position.own().hand() > 0 {
        if position.own().men() >= FEWEST {
            add_to(Completions::of(men), HAND);
        }
        return;
    }
    match men.count_ones() {
        0..FEWEST => {}
        FEWEST => {
            for from in Bits::of(men) {
                add_to(Completions::of(men & !(1 << (from & 31))), from as u16);
            }
        }
        // A blocked side has no slides and so, correctly, gets no moves.
        _ => {
            let slides = slides::from(men) & slides::to(empty);
            let closing = slides & slides::completing(Completions::of(men));
            output.add(enemy, slides, closing, slides::step);
        }
    }
}

/// Where moves go.
pub(super) trait Output {
    /// Takes the steps of the set `steps`, each a bit that `step` knows; those of them that are in
    /// `closing` close a mill, which removes one of `enemy`'s men.
    fn add(&mut self, enemy: u32, steps: u64, closing: u64, step: impl Fn(usize) -> MorrisMove);
}

/// Returns those of the steps that close a mill which do remove a man: with nothing to remove, closing
/// a mill has no effect. This happens only in set-up positions (RULES.md Decision 6).
#[inline]
const fn removing(enemy: u32, closing: u64) -> u64 {
    if enemy == 0 { 0 } else { closing }
}

/// Lists the moves, or only those that remove a man.
pub(super) struct List<'a, const REMOVALS_ONLY: bool>(pub(super) &'a mut Vec<MorrisMove>);

impl<const REMOVALS_ONLY: bool> Output for List<'_, REMOVALS_ONLY> {
    #[inline]
    fn add(&mut self, enemy: u32, steps: u64, closing: u64, step: impl Fn(usize) -> MorrisMove) {
        let removable = mills::removable(enemy);
        let removing = removing(enemy, closing);
        if !REMOVALS_ONLY {
            for bit in Bits::of(steps & !removing) {
                self.0.push(step(bit));
            }
        }
        for bit in Bits::of(removing) {
            for removed in Bits::of(removable) {
                self.0.push(step(bit).removing(removed as u16));
            }
        }
    }
}

/// Counts the moves.
pub(super) struct Count(pub(super) usize);

impl Output for Count {
    #[inline]
    fn add(&mut self, enemy: u32, steps: u64, closing: u64, _: impl Fn(usize) -> MorrisMove) {
        let removing = removing(enemy, closing);
        let captures = removing.count_ones() * mills::removable(enemy).count_ones();
        self.0 += ((steps & !removing).count_ones() + captures) as usize;
    }
}
