//! What a position is worth.

use super::geometry::Cell;
use super::moves::{HexceedMove, MOVES};
use super::piece::Piece;
use super::position::Hexceed;
use crate::kernel::{Evaluate, Position, Score, Term};

/// One point.
const POINT: i32 = 100;

impl Evaluate for Hexceed {
    const HISTORY_SLOTS: usize = MOVES;

    fn evaluate(&self) -> Score {
        Score::centi(settled(self) + hanging(self))
    }

    fn terms(&self) -> Vec<Term> {
        vec![
            Term { name: "points scored", centi: settled(self) },
            Term { name: "next placement", centi: hanging(self) },
        ]
    }

    fn is_noisy(&self, _m: HexceedMove) -> bool {
        false
    }

    fn noisy_moves(&self, _moves: &mut Vec<HexceedMove>) {}

    fn promise(&self, m: HexceedMove) -> i32 {
        match m.cell() {
            Some(cell) => self.gain(m.piece(), cell) as i32,
            None => -best_gain(self, m.piece()),
        }
    }

    fn history_slot(m: HexceedMove) -> usize {
        m.slot()
    }
}

fn settled(position: &Hexceed) -> i32 {
    POINT * position.to_move().sign() * position.settled()
}

fn best_gain(position: &Hexceed, piece: Piece) -> i32 {
    let gain = |cell: Cell| position.gain(piece, cell) as i32;
    position.empty_cells().map(gain).max().unwrap_or(0)
}

fn hanging(position: &Hexceed) -> i32 {
    POINT
        * match position.held() {
            Some(piece) => best_gain(position, piece),
            None => {
                let best = |piece| best_gain(position, piece);
                -position.unused_pieces().map(best).min().unwrap_or(0)
            }
        }
}
