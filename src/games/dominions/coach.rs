//! Why a move is a mistake.

use super::moves::Move;
use super::state::Dominions;
use crate::games::coach::{Lines, Mistake, Sentences, behind};
use crate::kernel::Position;

/// Returns how many tiles of the other side a move flips, or if negative, how many of its own it loses,
/// the one that is placed among them.
fn flipped(position: &Dominions, m: Move) -> i32 {
    let enemy = !position.to_move();
    position.board.controlled(enemy) - behind(position, m).board.controlled(enemy)
}

fn tiles(number: i32) -> String {
    if number == 1 { "1 tile".to_owned() } else { format!("{number} tiles") }
}

/// Returns sentences about a mistake, the most telling first.
pub(super) fn remarks(position: &Dominions, mistake: Mistake<Move>) -> Vec<String> {
    let lines = Lines::new(position, mistake);
    let mut sentences = Sentences::default();
    let best = lines.best();
    let own = flipped(position, mistake.played);
    if own < 0 {
        sentences.say(format!("It gives {} away at once.", tiles(-own)));
    }
    if let Some((reply, text, _)) = lines.reply() {
        let lost = flipped(&lines.after, reply);
        if lost > 0 {
            let could = |m: &Move| flipped(&lines.after_best, *m) > 0;
            let any = lines.after_best.outcome().is_none()
                && crate::games::coach::moves(&lines.after_best).iter().any(could);
            let other = if any {
                String::new()
            } else {
                format!("; after {best} nothing could be captured")
            };
            sentences.say(format!("{text} captures {}{other}.", tiles(lost)));
        }
    }
    let gained = flipped(position, mistake.best[0]);
    if gained > 0 && gained > own {
        sentences.say(format!("It passes over {best}, which captures {}.", tiles(gained)));
    }
    if mistake.played == Move::PASS && mistake.best[0] != Move::PASS && gained >= 0 {
        sentences.say(format!("It passes the turn, though {best} adds a tile."));
    }
    lines.tell_points("points", &|position, player| position.score(player), &mut sentences);
    lines.tell_mobility(&mut sentences);
    sentences.list()
}
