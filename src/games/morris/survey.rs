//! What the men of both sides can do: what the terms and the inputs of a network are made of.

use super::mills::{self, Completions};
use super::side::Side;
use super::slides;
use super::state::Morris;

/// What one side can do.
pub(super) struct Prospects {
    pub(super) side: Side,
    /// The men that stand in a mill.
    pub(super) in_mills: u32,
    /// The slides to empty points.
    pub(super) slides: u64,
    /// The slides that complete a mill, whether their ends are empty or not.
    pub(super) completing: u64,
    /// The points where one more man completes a mill.
    pub(super) completions: u32,
    /// The points where a man completes a mill that can get there once they are empty.
    pub(super) closable: u32,
}

/// What both sides can do.
pub(super) struct Survey {
    /// The empty points, and the points next to them.
    pub(super) empty: u32,
    pub(super) beside: u32,
    /// The side to move, then the other.
    pub(super) sides: [Prospects; 2],
}

impl Prospects {
    #[inline]
    fn of(side: Side, empty: u32) -> Self {
        let men = side.board();
        let completions = Completions::of(men);
        let from = slides::from(men);
        let completing = from & slides::completing(completions);
        let all = completions.all();
        Self {
            side,
            in_mills: mills::in_mills(men),
            slides: from & slides::to(empty),
            completing,
            completions: all,
            closable: if side.reaches_all() { all } else { slides::ends(completing) },
        }
    }
}

impl Survey {
    #[inline]
    pub(super) fn of(position: &Morris) -> Self {
        let empty = position.empty();
        let side = |side| Prospects::of(side, empty);
        let sides = [side(position.own()), side(position.enemy())];
        Self { empty, beside: slides::neighbours(empty), sides }
    }
}
