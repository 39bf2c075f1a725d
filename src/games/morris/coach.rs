//! Why a move is a mistake.

use super::geometry::Point;
use super::moves::MorrisMove;
use super::state::Morris;
use super::themes::closable;
use crate::games::coach::{Lines, Mistake, Sentences, listed, moves};
use crate::kernel::{Gather, Position};
use crate::notation::Notation;

fn closes(position: &Morris) -> bool {
    moves(position).iter().any(|m| m.is_removal())
}

/// Returns sentences about a mistake, the most telling first.
pub(super) fn remarks(position: &Morris, mistake: Mistake<MorrisMove>) -> Vec<String> {
    let lines = Lines::new(position, mistake);
    let mut sentences = Sentences::default();
    lines.tell_end(&mut sentences);
    let enemy = Morris::letter(!position.to_move());
    let best = lines.best();
    if mistake.best[0].is_removal() && !mistake.played.is_removal() {
        sentences.say(format!("It passes over {best}, which closes a mill."));
    }
    if let Some((reply, text, after)) = lines.reply() {
        if reply.is_removal() {
            let was_there = closable(position, false) >> reply.target() & 1 != 0;
            sentences.say(match (closes(&lines.after_best), was_there) {
                (true, _) => format!("{enemy} closes a mill with {text}."),
                (false, true) => format!(
                    "It does not stop {text}, which closes a mill; after {best} {enemy} could close none."
                ),
                (false, false) => format!(
                    "It lets {enemy} close a mill with {text}; after {best} {enemy} could close none."
                ),
            });
        }
        let threats = closable(&after, false);
        if after.outcome().is_none() && threats.count_ones() >= 2 {
            let points = Point::in_reading_order(threats).map(|point| point.to_string()).gather();
            sentences.say(format!(
                "After {text} {enemy} threatens to close mills on {}.",
                listed(&points)
            ));
        }
    }
    lines.tell_losses(
        ["man", "men"],
        &|position, player| position.side(player).men() as i32,
        &mut sentences,
    );
    if sentences.is_empty()
        && let Some((_, text, after)) = lines.reply()
        && after.outcome().is_none()
        && let threats = closable(&after, false)
        && threats != 0
    {
        let points = Point::in_reading_order(threats).map(|point| point.to_string()).gather();
        sentences
            .say(format!("After {text} {enemy} threatens to close a mill on {}.", listed(&points)));
    }
    if sentences.is_empty() {
        let threats = closable(&lines.after_best, false);
        if threats != 0
            && lines.after_best.outcome().is_none()
            && closable(&lines.after, false) == 0
        {
            let points = Point::in_reading_order(threats).map(|point| point.to_string()).gather();
            let own = Morris::letter(position.to_move());
            sentences.say(format!(
                "With {best} {own} would threaten to close a mill on {}.",
                listed(&points)
            ));
        }
    }
    lines.tell_mobility(&mut sentences);
    sentences.list()
}
