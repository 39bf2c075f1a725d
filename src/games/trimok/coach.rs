//! Why a move is a mistake.

use super::geometry::Cell;
use super::moves::Move;
use super::state::Trimok;
use super::survey::Survey;
use crate::games::coach::{Lines, Mistake, Sentences, listed, moves};
use crate::kernel::{Bits, Gather, Position, sort};
use crate::notation::Notation;

/// Returns the cells on which the side to move can capture.
fn captures(position: &Trimok) -> Vec<Cell> {
    let taken = moves(position).into_iter().map(Move::to);
    let mut cells: Vec<Cell> = taken.filter(|cell| position.board().at(*cell).is_some()).gather();
    sort::by_key(&mut cells, |cell| cell.index());
    cells.dedup();
    cells
}

/// Returns the cells on which the side that is not to move could capture if it were.
fn threats(position: &Trimok) -> Vec<Cell> {
    let Survey { sides: [own, enemy] } = Survey::of(position);
    let prey = |size: usize| own.stacks[[2, 0, 1][size]];
    let cells = (0..3).fold(0, |cells, size| cells | enemy.reach[size] & prey(size));
    Bits::of(cells).filter_map(Cell::from_index).gather()
}

fn names(cells: &[Cell]) -> String {
    listed(&cells.iter().map(ToString::to_string).gather())
}

/// Returns sentences about a mistake, the most telling first.
pub(super) fn remarks(position: &Trimok, mistake: Mistake<Move>) -> Vec<String> {
    let lines = Lines::new(position, mistake);
    let mut sentences = Sentences::default();
    lines.tell_end(&mut sentences);
    let enemy = Trimok::letter(!position.to_move());
    let best = lines.best();
    if let Some((reply, text, after)) = lines.reply() {
        if let Some(stack) = lines.after.board().at(reply.to()) {
            let (cell, size) = (reply.to(), stack.size.number());
            let is_avenged = after.outcome().is_none() && captures(&after).contains(&cell);
            let how = if is_avenged { "" } else { ", which cannot be avenged there" };
            let none = captures(&lines.after_best).is_empty();
            let other = if none && lines.after_best.outcome().is_none() {
                format!("; after {best} {enemy} could capture nothing")
            } else {
                String::new()
            };
            sentences
                .say(format!("{text} captures the stack of size {size} on {cell}{how}{other}."));
        }
        let attacked = threats(&after);
        if after.outcome().is_none() && attacked.len() >= 2 {
            sentences.say(format!("After {text} the stacks on {} are attacked.", names(&attacked)));
        }
    }
    let taken = |m: Move| position.board().at(m.to());
    if let (Some(stack), None) = (taken(mistake.best[0]), taken(mistake.played)) {
        let size = stack.size.number();
        sentences.say(format!("It passes over {best}, which captures a stack of size {size}."));
    }
    lines.tell_losses(
        ["stack", "stacks"],
        &|position, player| position.board().side(player).count_ones() as i32,
        &mut sentences,
    );
    if sentences.is_empty()
        && let Some((_, text, after)) = lines.reply()
        && after.outcome().is_none()
        && let [cell] = threats(&after).as_slice()
    {
        sentences.say(format!("After {text} the stack on {cell} is attacked."));
    }
    lines.tell_mobility(&mut sentences);
    sentences.list()
}
