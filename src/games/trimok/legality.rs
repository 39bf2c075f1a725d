//! Why a move is refused: the messages of the game and the order in which they apply.
//!
//! Independent of the generator in `moves.rs`: works by columns, rows and single stacks.

use thiserror::Error;

use super::moves::Move;
use super::state::Trimok;
use crate::kernel::{IllegalMove, MoveError};

/// A reason to refuse a move, in the order in which they are checked (RULES.md section 4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
#[error("{}", self.message())]
pub enum Illegality {
    /// The game has ended.
    GameOver,
    /// An entry is blank, or names a cell that does not exist.
    NoSuchSpace,
    /// It is not that side's turn, or no stack of that side stands on the source.
    NotYourSide,
    /// No rule allows the stack to move like that.
    IllegalMove,
}

impl Illegality {
    /// Every reason.
    pub const ALL: [Self; 4] =
        [Self::GameOver, Self::NoSuchSpace, Self::NotYourSide, Self::IllegalMove];

    /// Returns the message, in the exact words of the rules.
    #[must_use]
    pub const fn message(self) -> &'static str {
        match self {
            Self::GameOver => "the game is over",
            Self::NoSuchSpace => "Your move must refer to a valid space on the board",
            Self::NotYourSide => "You may only move pieces of your side",
            Self::IllegalMove => "Illegal Move",
        }
    }
}

impl From<Illegality> for IllegalMove {
    fn from(refusal: Illegality) -> Self {
        Self::new(refusal.message())
    }
}

impl From<Illegality> for MoveError {
    fn from(refusal: Illegality) -> Self {
        Self::Illegal(refusal.into())
    }
}

impl Trimok {
    /// Returns why a move is illegal in a game that is not over, or `None` if it is legal.
    pub(super) fn refusal(&self, m: Move) -> Option<Illegality> {
        let (from, to) = (m.from(), m.to());
        if !self.holds_own_stack(from) {
            return Some(Illegality::NotYourSide);
        }
        let stack = self.board().at(from)?;
        let returns = from.returns_to(to, stack.player);
        let legal = match (self.board().at(to), m.exchange()) {
            (None, None) => from.touches(to) || returns,
            (None, Some(size)) => {
                returns && size != stack.size && self.may_become(stack.player, size)
            }
            (Some(target), None) => from.touches(to) && stack.beats(target),
            (Some(_), Some(_)) => false,
        };
        (!legal).then_some(Illegality::IllegalMove)
    }
}
