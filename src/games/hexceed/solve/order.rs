//! The order in which moves are searched.

use std::cmp::Reverse;

use super::super::lanes::{LANES, Lanes, equal, first, greatest, rest};
use crate::kernel::{Bits, sort};

/// Numbers below 16 in the order of their ranks, from `next` on up or down; equal ones by themselves.
#[derive(Clone, Copy)]
pub(super) struct MoveOrder {
    ranks: Lanes,
    next: i8,
    step: i8,
    /// The numbers of later ranks.
    left: u16,
    /// The numbers of this rank.
    now: u16,
}

impl MoveOrder {
    /// Returns lanes in order, those first where most is to be gained.
    #[inline(always)]
    pub(super) fn by_gain(gains: Lanes, cells: u16) -> Self {
        Self { ranks: gains, next: greatest(gains), step: -1, left: cells, now: 0 }
    }

    /// Returns pieces in order, from rank -1 on.
    #[inline(always)]
    pub(super) fn by_rank(ranks: [i8; LANES], pieces: u16) -> Self {
        Self { ranks: ranks.into(), next: -1, step: 1, left: pieces, now: 0 }
    }

    /// Returns numbers in order, those with the greatest key first.
    fn by_key<K: Ord>(numbers: u16, key: impl Fn(usize) -> K) -> Self {
        let mut sorted: Vec<usize> = Bits::of(numbers).collect();
        sort::by_key(&mut sorted, |number| Reverse(key(*number)));
        let mut ranks = [0; LANES];
        for (rank, number) in sorted.into_iter().enumerate() {
            ranks[number] = rank as i8;
        }
        Self::by_rank(ranks, numbers)
    }
}

impl Iterator for MoveOrder {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        if self.left == 0 && self.now == 0 {
            return None;
        }
        while self.now == 0 {
            self.now = equal(self.ranks, self.next) & self.left;
            self.left &= !self.now;
            self.next += self.step;
        }
        let number = first(self.now);
        self.now = rest(self.now);
        Some(number)
    }
}

/// What was good behind a board with so many empty cells is told apart from what was good before: two turns below it
/// lines meet whose boards are still in the cache.
pub(super) const TEN: usize = 10;

/// The moves that were good so far.
///
/// To do the same again is worth more than to find the very best move: the other side hands over and places the same
/// pieces in many orders, and if each is answered in the same way they lead to the same boards.
#[derive(Clone)]
pub(super) struct Experience {
    /// By whether the number of empty cells is odd, so by side: how good it was to place each piece in each lane.
    homes: [[[i32; LANES]; LANES]; 2],
    /// By the number of pieces left: how good it was to hand each of them over.
    hands: [[i32; LANES]; LANES + 1],
    /// By the number of empty cells: the lane that was filled last, and for each such lane how good it was to fill
    /// each other one in reply.
    filled: [usize; LANES + 1],
    replies: [[[i32; LANES]; LANES]; LANES + 1],
    /// Behind the last board with ten empty cells: how good it was to hand over each piece with nine, and how often it
    /// was good to place each piece in each lane with eight.
    recent_hands: [i32; LANES],
    recent_homes: [[i32; LANES]; LANES],
}

impl Experience {
    pub(super) const NONE: Self = Self {
        homes: [[[0; LANES]; LANES]; 2],
        hands: [[0; LANES]; LANES + 1],
        filled: [0; LANES + 1],
        replies: [[[0; LANES]; LANES]; LANES + 1],
        recent_hands: [0; LANES],
        recent_homes: [[0; LANES]; LANES],
    };

    /// Begins with another board with ten empty cells.
    #[cold]
    pub(super) const fn forget_recent(&mut self) {
        self.recent_hands = [0; LANES];
        self.recent_homes = [[0; LANES]; LANES];
    }

    /// Notes that it was good to place a piece in a lane with eight empty cells.
    #[inline(always)]
    pub(super) const fn note_recent(&mut self, piece: usize, lane: usize) {
        self.recent_homes[piece][lane] += 1;
    }

    /// Notes that a lane was filled, which leaves so many empty.
    #[inline(always)]
    pub(super) const fn note_filled(&mut self, lane: usize, empty: usize) {
        self.filled[empty] = lane;
    }

    /// Returns the lanes of `cells` in which to place a piece: those first that promise most; of these, on a board with
    /// ten cells, those where the piece was good two turns later; those last that were bad replies to the last
    /// placement, those first where the piece was good, then those in which it gains most.
    #[cold]
    pub(super) fn lanes(
        &self,
        piece: usize,
        cells: u16,
        promises: &[i32; LANES],
        gains: &[i8; LANES],
    ) -> MoveOrder {
        let empty = cells.count_ones() as usize;
        let replies = &self.replies[empty][self.filled[empty]];
        let homes = &self.homes[empty % 2][piece];
        let recent = if empty == TEN { self.recent_homes[piece] } else { [0; LANES] };
        MoveOrder::by_key(cells, |lane| {
            let was_bad = replies[lane].min(0);
            (promises[lane], recent[lane], was_bad, homes[lane], gains[lane], replies[lane])
        })
    }

    /// Learns in which lane of `order` it was good to place a piece, with so many lanes empty.
    #[cold]
    pub(super) fn learn_lane(&mut self, piece: usize, empty: usize, order: MoveOrder, good: usize) {
        learn(&mut self.replies[empty][self.filled[empty]], order, good, 2);
        learn(&mut self.homes[empty % 2][piece], order, good, 1);
    }

    /// Returns the pieces that promise most first, of these those that were good to hand over when as many were
    /// left, then those that give the least. With nine left those come before them all that were good behind the same
    /// board with ten cells.
    #[cold]
    pub(super) fn pieces(
        &self,
        pieces: u16,
        promises: &[i32; LANES],
        given: &[i8; LANES],
    ) -> MoveOrder {
        let left = pieces.count_ones() as usize;
        let hands = &self.hands[left];
        let recent = if left == TEN - 1 { self.recent_hands } else { [0; LANES] };
        MoveOrder::by_key(pieces, |piece| {
            (recent[piece].max(0), promises[piece], hands[piece], Reverse(given[piece]))
        })
    }

    /// Learns which piece of `order` it was good to hand over, of so many.
    #[cold]
    pub(super) fn learn_piece(&mut self, left: usize, order: MoveOrder, good: usize) {
        learn(&mut self.hands[left], order, good, 2);
        if left == TEN - 1 {
            learn(&mut self.recent_hands, order, good, 1);
        }
    }
}

/// Rewards the number that was good, at the expense of those before it.
fn learn(scores: &mut [i32; LANES], order: MoveOrder, good: usize, reward: i32) {
    for number in order.take_while(|number| *number != good) {
        scores[number] -= 1;
    }
    scores[good] += reward;
}

#[cfg(test)]
mod tests {
    use super::*;

    const CELLS: u16 = 0b1_0110_1101;

    fn all(order: MoveOrder) -> Vec<usize> {
        order.collect()
    }

    #[test]
    fn most_to_gain_comes_first_and_what_gains_as_much_by_number() {
        let gains: [i8; LANES] = [1, 9, 0, 2, 9, 1, 2, 9, 0, 9, 9, 9, 9, 9, 9, 9];
        assert_eq!(
            all(MoveOrder::by_gain(Lanes::new(gains), 1 << 8 | 0b110_1101)),
            [3, 6, 0, 5, 2, 8]
        );
        assert_eq!(all(MoveOrder::by_rank([0; LANES], CELLS)), [0, 2, 3, 5, 6, 8]);
    }

    #[test]
    fn of_lanes_that_promise_as_much_those_come_first_where_the_side_placed_the_piece_well() {
        let mut experience = Experience::NONE;
        let mut promises = [0; LANES];
        promises[8] = 1;
        let lanes = |experience: &Experience, piece, cells| {
            all(experience.lanes(piece, cells, &promises, &[0; LANES]))
        };
        let fresh = experience.lanes(4, CELLS, &promises, &[0; LANES]);
        assert_eq!(all(fresh), [8, 0, 2, 3, 5, 6]);
        experience.learn_lane(4, 6, fresh, 3);
        // Lanes 0 and 2 were tried before.
        assert_eq!(lanes(&experience, 4, CELLS), [8, 3, 5, 6, 0, 2]);
        // The other side has learned nothing; the same side has, with fewer cells left too.
        assert_eq!(lanes(&experience, 4, CELLS & !1), [8, 2, 3, 5, 6]);
        assert_eq!(lanes(&experience, 4, 0b1_0010_1100), [8, 3, 5, 2]);
        // Of another piece nothing is known, once the last placement is another.
        experience.note_filled(1, 6);
        assert_eq!(lanes(&experience, 7, CELLS), [8, 0, 2, 3, 5, 6]);
        assert_eq!(lanes(&experience, 4, CELLS), [8, 3, 5, 6, 0, 2]);
    }

    #[test]
    fn a_lane_that_was_a_bad_reply_to_the_last_placement_comes_last() {
        let mut experience = Experience::NONE;
        let lanes =
            |experience: &Experience| all(experience.lanes(4, CELLS, &[0; LANES], &[0; LANES]));
        experience.learn_lane(4, 6, MoveOrder::by_rank([0; LANES], 1), 0);
        experience.note_filled(1, 6);
        experience.learn_lane(9, 6, MoveOrder::by_rank([0; LANES], 0b101), 2);
        assert_eq!(lanes(&experience), [2, 3, 5, 6, 8, 0]);
        experience.note_filled(7, 6);
        assert_eq!(lanes(&experience), [0, 2, 3, 5, 6, 8]);
    }

    #[test]
    fn where_a_piece_was_good_matters_more_than_what_it_gains() {
        let mut experience = Experience::NONE;
        let mut gains = [0; LANES];
        (gains[2], gains[5]) = (1, 2);
        let fresh = experience.lanes(4, CELLS, &[0; LANES], &gains);
        assert_eq!(all(fresh), [5, 2, 0, 3, 6, 8]);
        experience.learn_lane(4, 6, MoveOrder::by_rank([0; LANES], 1 << 6), 6);
        assert_eq!(all(experience.lanes(4, CELLS, &[0; LANES], &gains)), [6, 5, 2, 0, 3, 8]);
    }

    #[test]
    fn of_pieces_that_promise_as_much_those_come_first_that_were_good_with_as_many_left() {
        let mut experience = Experience::NONE;
        let mut promises = [-1; LANES];
        promises[6] = 1;
        let mut given = [1; LANES];
        given[5] = 0;
        let fresh = experience.pieces(CELLS, &promises, &given);
        assert_eq!(all(fresh), [6, 5, 0, 2, 3, 8]);
        experience.learn_piece(6, fresh, 3);
        assert_eq!(all(experience.pieces(CELLS, &promises, &given)), [6, 3, 8, 5, 0, 2]);
        assert_eq!(all(experience.pieces(CELLS & !1, &promises, &given)), [6, 5, 2, 3, 8]);
    }

    #[test]
    fn what_was_good_behind_the_same_board_with_ten_cells_comes_first() {
        const NINE: u16 = 0b1_1111_1111;
        let mut experience = Experience::NONE;
        let mut promises = [0; LANES];
        (promises[2], promises[7]) = (1, 1);
        let pieces = |experience: &Experience| {
            all(experience.pieces(NINE, &promises, &[0; LANES]))[..3].to_vec()
        };
        let lanes = |experience: &Experience, cells| {
            all(experience.lanes(4, cells, &promises, &[0; LANES]))[..3].to_vec()
        };
        experience.learn_piece(9, MoveOrder::by_rank([0; LANES], 0b11), 1);
        experience.note_recent(4, 7);
        experience.note_recent(4, 5);
        assert_eq!(pieces(&experience), [1, 2, 7]);
        // Lanes that promise less stay behind.
        assert_eq!(lanes(&experience, NINE | 1 << 9), [7, 2, 5]);
        assert_eq!(lanes(&experience, NINE), [2, 7, 0]);
        experience.forget_recent();
        assert_eq!(pieces(&experience), [2, 7, 1]);
        assert_eq!(lanes(&experience, NINE | 1 << 9), [2, 7, 0]);
    }
}
