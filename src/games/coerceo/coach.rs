//! Why a move is a mistake.

use super::board::Coerceo;
use super::geometry::Field;
use super::moves::{CoerceoMove, Kind};
use super::themes::capturable;
use crate::games::coach::{Lines, Mistake, Sentences, behind, listed, moves};
use crate::kernel::{Player, Position};
use crate::notation::Notation;

/// Returns the fields of a player's pieces, as a list.
fn names(player: Player, pieces: u64) -> String {
    let fields =
        Field::all().filter(|field| field.colour() == player && pieces & field.mask() != 0);
    listed(&fields.map(|field| field.to_string()).collect::<Vec<_>>())
}

/// Returns the enemy's pieces that a move encloses, and how many tiles it takes.
fn effect(position: &Coerceo, m: CoerceoMove) -> (u64, u32) {
    let after = behind(position, m);
    let enemy = !position.to_move;
    let paid = match m.kind() {
        Kind::Exchange(field) => field.mask(),
        Kind::Step { .. } => 0,
    };
    let enclosed = position.pieces[enemy] & !after.pieces[enemy] & !paid;
    (enclosed, (position.tiles & !after.tiles).count_ones())
}

fn tiles(number: u32) -> String {
    if number == 1 { "1 tile".to_owned() } else { format!("{number} tiles") }
}

/// Returns sentences about a mistake, the most telling first.
pub(super) fn remarks(position: &Coerceo, mistake: Mistake<CoerceoMove>) -> Vec<String> {
    let lines = Lines::new(position, mistake);
    let mut sentences = Sentences::default();
    lines.tell_end(&mut sentences);
    let us = position.to_move;
    let enemy = Coerceo::letter(!us);
    let best = lines.best();
    if let Some((reply, text, after)) = lines.reply() {
        let (enclosed, taken) = effect(&lines.after, reply);
        if let Kind::Exchange(field) = reply.kind() {
            sentences.say(format!("{text} exchanges tiles for the piece on {field}."));
        }
        if enclosed != 0 {
            let could = |m: &CoerceoMove| effect(&lines.after_best, *m).0 != 0;
            let none = !moves(&lines.after_best).iter().any(could);
            let other = if none && lines.after_best.outcome().is_none() {
                format!("; after {best} {enemy} could enclose nothing")
            } else {
                String::new()
            };
            sentences.say(format!("{text} encloses {}{other}.", names(us, enclosed)));
        }
        if taken > 0 && !reply.is_exchange() {
            let held = after.held[!us];
            let taken = tiles(taken);
            sentences.say(format!("{text} takes {taken}; {enemy} then holds {held}."));
        }
        let mut turned = after;
        turned.to_move = !us;
        if after.outcome().is_none() && turned.outcome().is_none() {
            let threatened = capturable(&turned);
            if threatened != 0 {
                sentences.say(format!(
                    "After {text} {enemy} threatens to enclose {}.",
                    names(us, threatened)
                ));
            }
        }
    }
    let (gained, taken) = effect(position, mistake.best[0]);
    let (own_gained, own_taken) = effect(position, mistake.played);
    if gained != 0 && own_gained == 0 {
        sentences.say(format!("It passes over {best}, which encloses {}.", names(!us, gained)));
    }
    if taken > own_taken && !mistake.best[0].is_exchange() {
        sentences.say(format!("It passes over {best}, which takes {}.", tiles(taken)));
    }
    if let Kind::Exchange(field) = mistake.best[0].kind()
        && !mistake.played.is_exchange()
    {
        sentences.say(format!("It passes over {best}, the exchange for the piece on {field}."));
    }
    let pieces = |position: &Coerceo, player| position.pieces[player].count_ones() as i32;
    lines.tell_losses(["piece", "pieces"], &pieces, &mut sentences);
    let held = |position: &Coerceo, player| i32::from(position.held[player]);
    lines.tell_points("held tiles", &held, &mut sentences);
    lines.tell_mobility(&mut sentences);
    sentences.list()
}
