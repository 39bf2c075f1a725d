//! What happens in a line, in words of the game.

use super::moves::Move;
use super::state::Trimok;
use super::survey::Survey;
use crate::games::themes::{Themes, each_own};
use crate::kernel::Position;

/// Returns what the side to move does in a line.
pub(super) fn themes(position: &Trimok, line: &[Move]) -> Vec<&'static str> {
    let player = position.to_move();
    let mut themes = Themes::default();
    let mut is_first = true;
    each_own(position, line, &mut |m, before, after| {
        let taken = before.board().at(m.to());
        let is_return = m.from().returns_to(m.to(), player) && !m.from().touches(m.to());
        if is_first {
            themes.note(taken.is_none() && !is_return, "quiet move");
            let Survey { sides: [enemy, own] } = Survey::of(after);
            themes.note(enemy.threatened(&own) > 0 && taken.is_none(), "sacrifice");
            themes.note(own.threatened(&enemy) >= 2, "two captures threatened");
            let Survey { sides: [own, enemy] } = Survey::of(before);
            let was_threatened = enemy.threatened(&own) > 0;
            let Survey { sides: [enemy, own] } = Survey::of(after);
            themes.note(was_threatened && enemy.threatened(&own) == 0, "escape");
        }
        is_first = false;
        if let Some(stack) = taken {
            themes.note(true, "capture");
            let left = after.board().stacks(!player)[stack.size.index()];
            themes.note(left == 0, "last of its size");
        }
        themes.note(is_return, "return");
        themes.note(m.exchange().is_some(), "exchange");
        let is_won = after.outcome().is_some_and(|outcome| outcome.winner == Some(player));
        themes.note(is_won && after.board().side(!player) != 0, "blockade");
    });
    themes.list()
}
