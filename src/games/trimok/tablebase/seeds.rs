//! What is known about a pair before its waves begin: what captures gain, who cannot move, and how
//! many quiet moves there are.

use super::lineup::{Lineup, Man};
use super::pair::Pair;
use crate::games::trimok::geometry::{BOARD, NEIGHBOURS, RETURNS};
use crate::games::trimok::stacks::Size;
use crate::kernel::{PerPlayer, Player, parallel};
use crate::tablebase::{Codes, Gain, Gains, Sheet, Unit};

/// Fills the sheet in which `mover` is to move. `sides` returns the position of a block and a rank in
/// it; `fewer` are the gains after a capture, `None` if that ends the game.
pub(super) fn seed(
    sheet: &mut Sheet,
    mover: Player,
    pair: Pair,
    codes: Codes,
    fewer: Option<&Gains>,
    sides: impl Fn(usize, usize) -> PerPlayer<Lineup> + Sync,
) {
    let cells = sheet.cells();
    parallel::each(pair.blocks(), &|block| {
        let mut here = cells.block(block);
        for rank in 0..pair.block_len() {
            let sides = sides(block, rank);
            let quiet = quiet_moves(&sides, mover);
            let gain = best_capture(&sides, mover, fewer);
            let is_blocked = quiet == 0 && gain == Gain::NONE;
            here.codes[rank] = if is_blocked { Codes::LOST } else { codes.open(quiet) };
            if gain != Gain::NONE {
                here.gains(rank, gain);
            }
        }
    });
}

/// Returns how many steps and return moves to empty cells a side has. With at most four stacks every
/// returning stack may become any size.
fn quiet_moves(sides: &PerPlayer<Lineup>, mover: Player) -> u32 {
    let empty = BOARD & !(sides[mover].places() | sides[!mover].places());
    let moves = sides[mover].men().iter().map(|man| {
        let (steps, returns) = (NEIGHBOURS[man.place()], RETURNS[mover.index()][man.place()]);
        (steps & empty).count_ones() + 3 * (returns & empty).count_ones()
    });
    moves.sum()
}

/// Returns the best that a side gains by a capture.
fn best_capture(sides: &PerPlayer<Lineup>, mover: Player, fewer: Option<&Gains>) -> Gain {
    let (own, enemy) = (&sides[mover], &sides[!mover]);
    let mut best = Gain::NONE;
    for (at, man) in own.men().iter().enumerate() {
        let (near, prey) = (NEIGHBOURS[man.place()], Size::ALL[man.size()].prey().index());
        for (victim, other) in enemy.men().iter().enumerate() {
            if near >> other.place() & 1 == 0 || other.size() != prey {
                continue;
            }
            let Some(fewer) = fewer else { return Gain::WON };
            let own = own.with(at, Man::new(other.place(), man.size()));
            let enemy = enemy.without(victim);
            let (red, blue) = if mover == Player::First { (own, enemy) } else { (enemy, own) };
            if let Some((_, place)) = Pair::locate(red, blue, !mover) {
                best = best.min(fewer.at(place.number));
            }
        }
    }
    best
}
