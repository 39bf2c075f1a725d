//! What happens in a line, in words of the game.

use super::board::Coerceo;
use super::geometry::{SIDES, fields_of};
use super::moves::{CoerceoMove, Kind};
use super::survey::Survey;
use crate::games::themes::{Themes, each_own};
use crate::kernel::{Bits, Position};

/// Returns the pieces that the side to move can capture by a step.
pub(super) fn capturable(position: &Coerceo) -> u64 {
    let enemy = !position.to_move;
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let mut captured = 0;
    for m in moves.into_iter().filter(|m| !m.is_exchange()) {
        let mut after = *position;
        after.make(m);
        captured |= position.pieces[enemy] & !after.pieces[enemy];
    }
    captured
}

/// Returns what the side to move does in a line.
pub(super) fn themes(position: &Coerceo, line: &[CoerceoMove]) -> Vec<&'static str> {
    let player = position.to_move;
    let mut themes = Themes::default();
    let mut is_first = true;
    each_own(position, line, &mut |m, before, after| {
        let lost = before.pieces[!player] & !after.pieces[!player];
        let fallen = before.tiles & !after.tiles;
        let tiles = fallen.count_ones();
        let (is_exchange, paid) = match m.kind() {
            Kind::Exchange(field) => (true, field.mask()),
            Kind::Step { .. } => (false, 0),
        };
        let taken = lost & !paid;
        let enclosed = taken.count_ones();
        if is_first {
            themes.note(lost == 0 && tiles == 0, "quiet move");
            let is_attacked = |position: &Coerceo| {
                let mut turned = *position;
                turned.to_move = !player;
                capturable(&turned) != 0
            };
            let was_attacked = is_attacked(before);
            themes.note(was_attacked && !is_attacked(after), "escape");
            if let Kind::Step { to, .. } = m.kind() {
                let open = Survey::of(after).openness[player];
                let is_enclosed = to.mask() & !(open.one | open.two | open.three) != 0;
                themes.note(is_enclosed, "step into an enclosure");
            }
            let mut turned = *after;
            turned.to_move = player;
            themes.note(
                turned.outcome().is_none() && capturable(&turned).count_ones() >= 2,
                "two captures threatened",
            );
        }
        is_first = false;
        themes.note(is_exchange, "exchange");
        themes.note(enclosed == 1, "enclosure");
        themes.note(enclosed >= 2, "two enclosed at once");
        themes.note(tiles == 1 && !is_exchange, "tile taken");
        themes.note(tiles >= 2, "tiles fall in a row");
        let borders = |bit: usize| SIDES[(!player).index()][bit & 63] & fields_of(fallen) != 0;
        themes.note(Bits::of(taken).any(borders), "enclosure by a falling tile");
    });
    themes.list()
}
