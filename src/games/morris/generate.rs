//! The move generator.

use super::mills::{self, Completions};
use super::moves::{HAND, MorrisMove};
use super::position::Morris;
use super::side::FEWEST;
use crate::kernel::Bits;

impl Morris {
    /// Adds the legal moves to `moves`, or only those that remove a man; nothing when the game is
    /// over.
    #[inline]
    pub(super) fn generate<const REMOVALS_ONLY: bool>(&self, moves: &mut Vec<MorrisMove>) {
        if self.is_quiet_draw() {
            return;
        }
        let (men, empty) = (self.own().board(), self.empty());
        let mut out = Output::<REMOVALS_ONLY> { enemy: self.enemy().board(), moves };
        if self.own().hand() > 0 {
            if self.own().men() >= FEWEST {
                let completed = Completions::of(men).all();
                out.plain(empty & !completed, |_| HAND);
                out.closing(empty & completed, |_| HAND);
            }
            return;
        }
        match men.count_ones() {
            0..FEWEST => {}
            FEWEST => {
                for from in Bits::of(men) {
                    let completed = Completions::of(men & !(1 << (from & 31))).all();
                    out.plain(empty & !completed, |_| from as u16);
                    out.closing(empty & completed, |_| from as u16);
                }
            }
            // A blocked side has no slides and so, as it must, gets no moves.
            _ => {
                for slides in mills::slides(men, empty) {
                    out.plain(slides.plain, |to| slides.direction.origin(to));
                    out.closing(slides.closing, |to| slides.direction.origin(to));
                }
            }
        }
    }
}

/// Where the moves go, and what a closed mill may remove.
struct Output<'a, const REMOVALS_ONLY: bool> {
    enemy: u32,
    moves: &'a mut Vec<MorrisMove>,
}

impl<const REMOVALS_ONLY: bool> Output<'_, REMOVALS_ONLY> {
    /// Adds the moves to each point of `ends`, which close no mill, from where `origin` says.
    #[inline]
    fn plain(&mut self, ends: u32, origin: impl Fn(u16) -> u16) {
        if !REMOVALS_ONLY {
            for to in Bits::of(ends) {
                self.moves.push(MorrisMove::step(origin(to as u16), to as u16));
            }
        }
    }

    /// Adds the moves to each point of `ends`, which close a mill, with every removal.
    #[inline]
    fn closing(&mut self, ends: u32, origin: impl Fn(u16) -> u16) {
        if ends == 0 {
            return;
        }
        let removable = mills::removable(self.enemy);
        if removable == 0 {
            // Nothing to remove: only in positions that were set up (RULES.md Decision 6).
            return self.plain(ends, origin);
        }
        for to in Bits::of(ends) {
            let step = MorrisMove::step(origin(to as u16), to as u16);
            for removed in Bits::of(removable) {
                self.moves.push(step.removing(removed as u16));
            }
        }
    }
}
