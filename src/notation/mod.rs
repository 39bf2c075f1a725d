//! One notation for all games: sections, moves and records as text.
//!
//! ```text
//! position = section { section }              ends in turn[PLAYER], no white space
//! section  = KEY "[" [ item { "," item } ] "]"
//! move     = PLAYER "[" body "]" | body
//! record   = move { (";" | white space) move }, with variations, marks and comments among them
//! ```
//!
//! This floor parses the grammar above with nom and reports where a text violates it; a game gives
//! meaning to keys, items and bodies through [`Notation`].

mod branch;
mod caret;
mod drawing;
mod games;
mod pasted;
mod record;
mod section;
mod text;
mod tree;
mod wrapped;

use crate::kernel::{Action, MoveError, Outcome, Player, Position, PositionError};

pub use branch::TooDeep;
pub use caret::caret;
pub use drawing::{Change, Drawing, Ink, Paint, Plate, ended};
pub use games::{BadGame, GameResult, GameText, Games, tag};
pub use pasted::{Pasted, pasted};
pub use record::moves;
pub use section::{Section, Sections, list};
pub use text::{Text, ascii};
pub use tree::{MARKS, MoveTree, Step};
pub use wrapped::{Wrapped, body};

/// The text form of a game's positions and moves.
///
/// Output is canonical: `read(write(x)) == x`, and equal values print the same text.
pub trait Notation: Position {
    /// The letters of the two players, in moving order.
    const PLAYERS: [&'static str; 2];

    /// Reads a position.
    ///
    /// # Errors
    ///
    /// Says what is wrong and at which column.
    fn read_position(text: &str, rules: &Self::Rules) -> Result<Self, PositionError>;

    /// Returns the position as canonical text.
    fn write_position(&self) -> String;

    /// Reads a move and checks that it is legal here. The wrapper `PLAYER[...]` is optional.
    ///
    /// # Errors
    ///
    /// Says where the text stops being a move, or why the move is illegal.
    fn read_move(&self, text: &str) -> Result<Action<Self::Move>, MoveError>;

    /// Returns a legal move of this position as canonical text, wrapper included.
    fn write_move(&self, m: Self::Move) -> String;

    /// Draws the board for people: ASCII, at most 80 columns, within 24 lines where that can be. What
    /// differs from the position `before` is marked as [`Change`] says. The game may have ended by what
    /// the position does not show, such as a repetition.
    fn draw(&self, before: Option<&Self>, outcome: Option<Outcome>) -> Drawing;

    /// Returns the drawing as text, each line ending in a line feed.
    #[must_use]
    fn picture(&self) -> String {
        self.draw(None, self.outcome()).to_string()
    }

    /// Answers a query of the protocol that only this game knows; `None` to any other.
    #[must_use]
    fn answer(&self, _query: &str) -> Option<String> {
        None
    }

    /// Returns the letter of a player.
    #[must_use]
    fn letter(player: Player) -> &'static str {
        Self::PLAYERS[player.index()]
    }

    /// Returns an action of the side to move as canonical text.
    #[must_use]
    fn write_action(&self, action: Action<Self::Move>) -> String {
        match action {
            Action::Move(m) => self.write_move(m),
            Action::Resign => format!("{}[resign]", Self::letter(self.to_move())),
        }
    }
}
