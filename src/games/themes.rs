//! What happens in a line of play, in words of the game.

use crate::kernel::Position;

/// The themes of a line, each once, in the order in which they occur.
#[derive(Debug, Default)]
pub(super) struct Themes(Vec<&'static str>);

impl Themes {
    /// Adds a theme if it is so and not yet among them.
    pub(super) fn note(&mut self, is_so: bool, theme: &'static str) {
        if is_so && !self.0.contains(&theme) {
            self.0.push(theme);
        }
    }

    /// Returns the themes.
    pub(super) fn list(self) -> Vec<&'static str> {
        self.0
    }
}

/// Calls `visit` with each move that the side to move makes in a line of legal moves, and the positions
/// before and behind it.
pub(super) fn each_own<P: Position>(
    start: &P,
    line: &[P::Move],
    visit: &mut dyn FnMut(P::Move, &P, &P),
) {
    let player = start.to_move();
    let mut here = start.clone();
    for &m in line {
        let before = here.clone();
        here.make(m);
        if before.to_move() == player {
            visit(m, &before, &here);
        }
    }
}
