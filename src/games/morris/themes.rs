//! What happens in a line, in words of the game.

use super::about;
use super::mills::{self, Completions};
use super::moves::MorrisMove;
use super::slides;
use super::state::Morris;
use crate::games::themes::{Themes, each_own};
use crate::kernel::Position;

/// Returns the empty points on which a side could close a mill if it were to move.
pub(super) fn closable(position: &Morris, is_own: bool) -> u32 {
    let side = if is_own { position.own } else { position.enemy };
    let completions = Completions::of(side.board());
    // Who places or flies needs a man that is not part of the line itself, which only one who flies may
    // lack; the moves themselves tell.
    let points = match side.reaches_all() {
        true => completions.all(),
        false => slides::ends(slides::from(side.board()) & slides::completing(completions)),
    };
    let points = points & position.empty();
    if !side.flies() {
        return points;
    }
    let closes = |point: &u32| {
        let others = side.board().count_ones();
        (0..24).any(|from| {
            let men = side.board() & !(1 << from);
            men.count_ones() < others && mills::in_mills(men | *point) & *point != 0
        })
    };
    (0..24).map(|at| 1 << at).filter(|point| points & point != 0).filter(closes).sum()
}

/// Returns what the side to move does in a line.
pub(super) fn themes(position: &Morris, line: &[MorrisMove]) -> Vec<&'static str> {
    let mut themes = Themes::default();
    let mut mills_closed = 0;
    let mut is_first = true;
    each_own(position, line, &mut |m, before, after| {
        let target = 1 << m.target();
        if is_first {
            themes.note(!m.is_removal(), "quiet move");
            let threats = closable(after, false);
            themes.note(threats.count_ones() >= 2, "two mills threatened");
            // What the enemy would have closed.
            let [was, is] = [closable(before, false), closable(after, true)];
            themes.note(was != 0 && is == 0 && !m.is_removal(), "defence");
            themes.note(was & target != 0, "mill stopped");
        }
        is_first = false;
        mills_closed += u32::from(m.is_removal());
        themes.note(m.is_removal(), "mill");
        themes.note(mills_closed >= 2, "mill closed twice");
        let is_slide = !m.is_placement();
        let was_in_mill = is_slide && mills::in_mills(before.own.board()) >> m.origin() & 1 != 0;
        themes.note(was_in_mill && m.is_removal(), "running mill");
        themes.note(was_in_mill && !m.is_removal(), "mill opened");
        themes.note(before.own.flies(), "flight");
        let ending = after.outcome().map(|outcome| outcome.ending);
        themes.note(ending == Some(about::BLOCKED), "blockade");
    });
    themes.list()
}
