//! Moves as stable integers: a game's fixed action space.
//!
//! Every move is 16 bits, and most of their values stand for no move. An action is the number of a move among all
//! values that do, in order. So the numbers have no gaps, any game has them, and their order is that of the
//! fields in the bits; the package's `actions.py` says it for each game in closed form.

use std::collections::HashMap;
use std::sync::{Mutex, OnceLock, PoisonError};

use quincunx::games::GameKind;
use quincunx::kernel::MoveBits;

/// The action space of a game.
pub(crate) struct Actions {
    /// The bits of each action.
    moves: Vec<MoveBits>,
    /// The action of each value of the bits.
    numbers: Vec<u16>,
}

impl Actions {
    fn new(kind: GameKind) -> Self {
        let all = (0..u16::MAX).filter_map(MoveBits::from_u16);
        let moves: Vec<MoveBits> = all.filter(|m| kind.game().has_move(*m)).collect();
        let mut numbers = vec![u16::MAX; 1 << 16];
        for (number, m) in (0..).zip(&moves) {
            numbers[usize::from(MoveBits::to_u16(Some(*m)))] = number;
        }
        Self { moves, numbers }
    }

    /// Returns the action space of a game, made once.
    pub(crate) fn of(kind: GameKind) -> &'static Self {
        static MADE: OnceLock<Mutex<HashMap<&'static str, &'static Actions>>> = OnceLock::new();
        let mut made =
            MADE.get_or_init(Mutex::default).lock().unwrap_or_else(PoisonError::into_inner);
        made.entry(kind.name()).or_insert_with(|| Box::leak(Box::new(Self::new(kind))))
    }

    /// Returns how many actions there are.
    pub(crate) fn len(&self) -> usize {
        self.moves.len()
    }

    /// Returns the move of an action.
    pub(crate) fn get(&self, action: i64) -> Option<MoveBits> {
        usize::try_from(action).ok().and_then(|at| self.moves.get(at)).copied()
    }

    /// Returns the action of a move.
    pub(crate) fn number(&self, m: MoveBits) -> usize {
        usize::from(self.numbers[usize::from(MoveBits::to_u16(Some(m)))])
    }
}
