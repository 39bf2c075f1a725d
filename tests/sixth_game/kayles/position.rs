//! The pins that stand, and whose turn it is.

use quincunx::games::Game;
use quincunx::kernel::{IllegalMove, Outcome, Player, Position};

use super::about;
use super::moves::Throw;
use super::rules::Rules;

/// The pins of a game.
pub const PINS: u16 = 12;

/// A position of Kayles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kayles {
    /// The pins that stand as bits.
    pub pins: u16,
    /// The player to throw.
    pub to_move: Player,
    /// What the game is played by.
    pub rules: Rules,
}

impl Position for Kayles {
    type Move = Throw;
    type Packed = [u64; 1];
    type Undo = ();
    type Rules = Rules;

    const NAME: &'static str = Self::ABOUT.name;
    const CYCLES: bool = false;
    const MAX_MOVES: usize = 2 * PINS as usize;

    fn start(rules: &Rules) -> Self {
        Self { pins: (1 << PINS) - 1, to_move: Player::First, rules: *rules }
    }

    fn rules(&self) -> Rules {
        self.rules
    }

    fn to_move(&self) -> Player {
        self.to_move
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.pins == 0).then(|| match self.rules.misere {
            false => Outcome::won(!self.to_move, about::CLEARED),
            true => Outcome::won(self.to_move, about::LAST),
        })
    }

    fn legal_moves(&self, moves: &mut Vec<Throw>) {
        for pin in (0..PINS).filter(|pin| self.pins >> pin & 1 != 0) {
            moves.push(Throw { pin, both: false });
            if self.pins >> pin & 0b10 != 0 {
                moves.push(Throw { pin, both: true });
            }
        }
    }

    fn check(&self, m: Throw) -> Result<(), IllegalMove> {
        match m.falls() & !self.pins {
            0 => Ok(()),
            missing => {
                let pin = missing.trailing_zeros() + 1;
                Err(IllegalMove::new(format!("pin {pin} does not stand")))
            }
        }
    }

    fn make(&mut self, m: Throw) {
        self.pins ^= m.falls();
        self.to_move = !self.to_move;
    }

    fn unmake(&mut self, m: Throw, (): ()) {
        self.make(m);
    }

    fn packed(&self) -> [u64; 1] {
        [u64::from(self.pins) << 1 | self.to_move.index() as u64]
    }

    fn is_irreversible(&self, _m: Throw) -> bool {
        true
    }
}
