//! What happens in a line, in words of the game.

use super::moves::Move;
use super::state::Dominions;
use crate::games::themes::{Themes, each_own};
use crate::kernel::Position;

/// Flips of so many tiles are more than a capture.
const TERRITORY: i32 = 4;

/// Returns what the side to move does in a line.
pub(super) fn themes(position: &Dominions, line: &[Move]) -> Vec<&'static str> {
    let player = position.to_move();
    let mut themes = Themes::default();
    let mut is_first = true;
    each_own(position, line, &mut |m, before, after| {
        let Some((cell, _)) = m.placement() else {
            themes.note(is_first, "pass");
            is_first = false;
            return;
        };
        let lost = before.board.controlled(!player) - after.board.controlled(!player);
        if is_first {
            themes.note(lost == 0, "quiet placement");
            let is_joined = before.board.facing(cell) != 0;
            themes.note(!is_joined, "new section");
            let touches_enemy = before.board.beside(cell, !player) != 0;
            themes.note(is_joined && !touches_enemy, "own section extended");
            let groups = before.board.groups_at(cell);
            let own = groups.filter(|(at, _)| before.board.tile(*at).controller() == player);
            themes.note(own.count() >= 2, "groups joined");
        }
        is_first = false;
        themes.note(lost > 0, "capture");
        themes.note(lost >= TERRITORY, "territory flip");
        themes.note(lost < 0, "suicide");
    });
    themes.list()
}
