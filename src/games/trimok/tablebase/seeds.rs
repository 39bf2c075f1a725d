//! What is known about a pair before its waves begin: what captures gain, who cannot move, and how
//! many quiet moves there are.

use super::frame::Frame;
use super::lineup::{Lineup, Lineups, MOST, Man};
use super::pair::Pair;
use crate::games::trimok::geometry::{BOARD, NEIGHBOURS, RETURNS};
use crate::games::trimok::stacks::{STACKS_OF_A_SIZE, Size};
use crate::kernel::{Bits, PerPlayer, Player, parallel};
use crate::tablebase::{Codes, Gain, Gains, Seeded, Sheet, Unit};

/// What is known about the positions of a pair with one side to move.
pub(super) struct Seeds<'a> {
    pub(super) pair: Pair,
    pub(super) mover: Player,
    /// The lineups of the side that is not the anchor.
    pub(super) others: &'a Lineups,
    /// The gains after a capture, `None` if that ends the game.
    pub(super) fewer: Option<&'a Gains>,
}

impl Seeds<'_> {
    /// Fills the sheet with the mover to move.
    pub(super) fn fill(&self, sheet: &mut Sheet, codes: Codes, frames: &[Frame], seeded: &Seeded) {
        let cells = sheet.cells();
        parallel::each(self.pair.blocks(), &|block| {
            let (frame, sizings) = (&frames[block], self.others.sizings());
            let mut here = cells.block(block);
            for first in (0..self.pair.block_len()).step_by(sizings) {
                let mut sides = self.pair.sides(frame, self.others.places(first / sizings));
                let (quiet, touching) = (Quiet::new(&sides, self.mover), self.touching(&sides));
                for sizing in 0..sizings {
                    let rank = first + sizing;
                    if !self.pair.is_possible(sizing) {
                        here.codes[rank] = Codes::NOTHING;
                        continue;
                    }
                    sides[!self.pair.anchor()].resize(sizing);
                    let moves = quiet.moves_of(&sides[self.mover], self.pair);
                    let gain = self.best_capture(&sides, touching);
                    let is_blocked = moves == 0 && gain == Gain::NONE;
                    here.codes[rank] = if is_blocked { Codes::LOST } else { codes.open(moves) };
                    if gain != Gain::NONE {
                        here.gains(rank, gain);
                    }
                }
            }
            drop(here);
            seeded(self.pair.block_len());
        });
    }

    /// Returns the most plies that a position holds out by a capture if all of them lose, 0 if there is none.
    pub(super) fn losing_exit(&self, frame: &Frame, rank: usize) -> u8 {
        let sides = self.pair.sides(frame, &self.others.at(rank));
        match self.best_capture(&sides, self.touching(&sides)) {
            Gain::NONE => 0,
            gain => gain.plies(),
        }
    }

    /// Returns which stacks of the mover and of the other side touch: bit `MOST * at + victim` for their
    /// indices.
    fn touching(&self, sides: &PerPlayer<Lineup>) -> u64 {
        let mut touching = 0;
        for (at, man) in sides[self.mover].men().iter().enumerate() {
            for (victim, other) in sides[!self.mover].men().iter().enumerate() {
                let touch = NEIGHBOURS[man.place()] >> other.place() & 1;
                touching |= touch << (MOST * at + victim);
            }
        }
        touching
    }

    /// Returns the best that the mover gains by a capture, given which stacks touch.
    fn best_capture(&self, sides: &PerPlayer<Lineup>, touching: u64) -> Gain {
        let (own, enemy) = (&sides[self.mover], &sides[!self.mover]);
        let mut best = Gain::NONE;
        for (at, victim) in Bits::of(touching).map(|bit| (bit / MOST, bit % MOST)) {
            let (man, other) = (own.men()[at], enemy.men()[victim]);
            if other.size() != Size::ALL[man.size()].prey().index() {
                continue;
            }
            let Some(fewer) = self.fewer else { return Gain::WON };
            let own = own.with(at, Man::new(other.place(), man.size()));
            let enemy = enemy.without(victim);
            let (red, blue) = if self.mover == Player::First { (own, enemy) } else { (enemy, own) };
            if let Some((_, place)) = Pair::locate(red, blue, !self.mover) {
                best = best.min(fewer.at(place.number));
            }
        }
        best
    }
}

/// Steps and return moves to empty cells.
struct Quiet {
    /// How many there are, if a returning stack may become any size.
    moves: u32,
    /// The cells to which each stack may return.
    returns: [u32; MOST],
}

impl Quiet {
    /// Counts the moves of a side, whatever the sizes.
    fn new(places: &PerPlayer<Lineup>, mover: Player) -> Self {
        let empty = BOARD & !(places[mover].places() | places[!mover].places());
        let count = |set: u64| (set & empty).count_ones();
        let mut returns = [0; MOST];
        let mut steps = 0;
        for (at, man) in places[mover].men().iter().enumerate() {
            steps += count(NEIGHBOURS[man.place()]);
            returns[at] = count(RETURNS[mover.index()][man.place()]);
        }
        Self { moves: steps + 3 * returns.iter().sum::<u32>(), returns }
    }

    /// Returns how many moves there are, given the sizes: in some pairs no stack may become a fifth of its size.
    fn moves_of(&self, side: &Lineup, pair: Pair) -> u32 {
        let men = side.men();
        if pair.is_any() || men.len() <= STACKS_OF_A_SIZE {
            return self.moves;
        }
        let like = |size: usize| men.iter().filter(|man| man.size() == size).count();
        let barred = self.returns.iter().zip(men).map(|(returns, man)| {
            let mut others = (0..Size::ALL.len()).filter(|size| *size != man.size());
            let is_barred = others.any(|size| like(size) == STACKS_OF_A_SIZE);
            if is_barred { *returns } else { 0 }
        });
        self.moves - barred.sum::<u32>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::trimok::{Rules, Trimok};
    use crate::kernel::{Position, SplitMix64};
    use crate::tablebase::{Place, Solved};

    #[test]
    fn quiet_moves_are_counted_as_they_are_made() {
        let mut rng = SplitMix64::new(21);
        let mut barred = 0;
        for pair in Pair::all() {
            for _ in 0..1_000 {
                let sector = rng.below(pair.sectors());
                let number = rng.below(pair.places() as usize);
                let place = Place { sector, number };
                let Some(position) = Trimok::at(pair, place, &Rules::UNLIMITED) else {
                    continue;
                };
                let mut moves = Vec::new();
                position.legal_moves(&mut moves);
                let quiet = moves.iter().filter(|m| !position.is_irreversible(**m)).count();
                let sides =
                    Player::ALL.map(|player| super::super::lineup(position.board(), player));
                let mover = position.to_move();
                let (sides, found) = (PerPlayer(sides), Quiet::new(&PerPlayer(sides), mover));
                let counted = found.moves_of(&sides[mover], pair);
                assert_eq!(counted as usize, quiet, "{pair}");
                barred += u32::from(counted < found.moves);
            }
        }
        assert!(barred > 5, "{barred} positions with four stacks of a size");
    }
}
