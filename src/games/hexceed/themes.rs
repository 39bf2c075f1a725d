//! What happens in a line, in words of the game.

use super::moves::HexceedMove;
use super::piece::Piece;
use super::position::Hexceed;
use crate::games::themes::Themes;
use crate::kernel::Position;

/// Returns the most points that a piece scores on any empty cell.
pub(super) fn most(position: &Hexceed, piece: Piece) -> u32 {
    position.empty_cells().map(|cell| position.gain(piece, cell)).max().unwrap_or(0)
}

/// Returns what the side to move does with its first move.
pub(super) fn themes(position: &Hexceed, line: &[HexceedMove]) -> Vec<&'static str> {
    let mut themes = Themes::default();
    let Some(&m) = line.first() else { return Vec::new() };
    let mut after = *position;
    after.make(m);
    match m.cell() {
        None => {
            let given = most(position, m.piece());
            let least = position.unused_pieces().map(|piece| most(position, piece)).min();
            themes.note(true, "hand over");
            themes.note(given == 0, "nothing given");
            themes.note(Some(given) > least, "points offered");
        }
        Some(cell) => {
            let gain = position.gain(m.piece(), cell);
            let greatest = most(position, m.piece());
            themes.note(true, "placement");
            themes.note(gain == 0, "nothing scored");
            themes.note(gain >= 2, "several points at once");
            themes.note(gain < greatest, "points declined");
            let safe = after.unused_pieces().any(|piece| most(&after, piece) == 0);
            let was_safe = |cell| {
                let mut other = *position;
                other.make(HexceedMove::place(m.piece(), cell));
                other.unused_pieces().any(|piece| most(&other, piece) == 0)
            };
            let mut others = position.empty_cells().filter(|other| *other != cell);
            themes.note(safe && !others.any(was_safe), "a piece left that gives nothing");
        }
    }
    themes.list()
}
