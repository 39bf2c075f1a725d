//! In which order moves are tried: the sooner the best, the smaller the tree.

use super::params::{HISTORY_MAX, ORDER_KILLER, ORDER_NOISY, ORDER_TABLE, PROMISE_WEIGHT};
use super::techniques::Techniques;
use crate::kernel::{Appraisal, Evaluate, MoveBits, PerPlayer, Player};

/// The moves of a node and what each is expected to be worth.
#[derive(Debug)]
pub(super) struct MoveList<M> {
    /// The moves, those already tried in front.
    pub(super) moves: Vec<M>,
    ratings: Vec<Rating>,
    /// How many [`next`](Self::next) has returned.
    tried: usize,
    /// Whether there is but the first move so far.
    is_begun: bool,
}

/// A move that is to be tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct Picked<M> {
    pub(super) m: M,
    /// Its place, from 0.
    pub(super) at: usize,
    pub(super) is_noisy: bool,
}

/// What a move of a node is expected to be worth.
#[derive(Clone, Copy, Debug)]
struct Rating {
    key: i32,
    is_noisy: bool,
}

impl<M: Copy> MoveList<M> {
    pub(super) const fn new() -> Self {
        Self { moves: Vec::new(), ratings: Vec::new(), tried: 0, is_begun: false }
    }

    pub(super) fn clear(&mut self) {
        self.moves.clear();
        self.ratings.clear();
        self.tried = 0;
        self.is_begun = false;
    }

    /// Begins an empty list with the move that is to be tried first, whatever the others are.
    pub(super) fn begin_with(&mut self, m: M, is_noisy: bool) {
        self.moves.push(m);
        self.ratings.push(Rating { key: ORDER_TABLE, is_noisy });
        self.is_begun = true;
    }

    /// Returns whether the other moves are needed now.
    pub(super) const fn wants_others(&self) -> bool {
        self.is_begun && self.tried > 0
    }

    /// Returns the next move, the best of those not tried.
    pub(super) fn next(&mut self) -> Option<Picked<M>> {
        let at = self.tried;
        if at == self.moves.len() {
            return None;
        }
        self.tried += 1;
        Some(Picked { m: self.pick(at), at, is_noisy: self.ratings[at].is_noisy })
    }

    /// Gives each of noisy moves its worth.
    pub(super) fn rate_noisy(&mut self, worth: impl Fn(M) -> i32) {
        self.rate(|m| Rating { key: worth(m), is_noisy: true });
    }

    /// Gives each move its rating.
    fn rate(&mut self, rating: impl Fn(M) -> Rating) {
        self.ratings.clear();
        self.ratings.extend(self.moves.iter().map(|m| rating(*m)));
    }

    /// Returns the best move from place `at` on, having brought it there.
    ///
    /// Looking for one move at a time wins where a cut comes early, as it mostly does; a wide node
    /// that goes on for long is sorted once.
    pub(super) fn pick(&mut self, at: usize) -> M {
        const SORTED_FROM: usize = 12;
        if at == SORTED_FROM {
            self.sort_from(at);
        } else if at < SORTED_FROM {
            let mut best = at;
            for i in at + 1..self.ratings.len() {
                if self.ratings[i].key > self.ratings[best].key {
                    best = i;
                }
            }
            self.ratings.swap(at, best);
            self.moves.swap(at, best);
        }
        self.moves[at]
    }

    fn sort_from(&mut self, at: usize) {
        let mut both: Vec<(Rating, M)> =
            self.ratings[at..].iter().copied().zip(self.moves[at..].iter().copied()).collect();
        both.sort_by_key(|(rating, _)| std::cmp::Reverse(rating.key));
        for (i, (rating, m)) in both.into_iter().enumerate() {
            self.ratings[at + i] = rating;
            self.moves[at + i] = m;
        }
    }
}

/// What earlier nodes teach about quiet moves.
#[derive(Debug)]
pub(super) struct History<P: Evaluate> {
    /// How often a move cut, in `-HISTORY_MAX..=HISTORY_MAX`.
    history: PerPlayer<Vec<i16>>,
    /// Two moves that cut at a sibling, for each ply.
    killers: Vec<[Option<MoveBits>; 2]>,
    game: std::marker::PhantomData<fn() -> P>,
}

impl<P: Evaluate> History<P> {
    pub(super) fn new() -> Self {
        let slots = vec![0; P::HISTORY_SLOTS];
        Self {
            history: PerPlayer::new(slots.clone(), slots),
            killers: Vec::new(),
            game: std::marker::PhantomData,
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        *self = Self::new();
    }

    /// Forgets what belongs to one root: the killers. History is kept, at half its weight.
    pub(super) fn begin_search(&mut self) {
        self.killers.clear();
        for table in &mut self.history.0 {
            for value in table {
                *value /= 2;
            }
        }
    }

    /// Generates all moves of a node and rates them. The move that the list was begun with stays in
    /// front.
    pub(super) fn fill(
        &self,
        list: &mut MoveList<P::Move>,
        position: &P,
        ply: u32,
        table_move: Option<MoveBits>,
        on: Techniques,
    ) {
        list.moves.clear();
        position.legal_moves(&mut list.moves);
        self.rate(list, position, ply, table_move, on);
        if list.is_begun {
            list.pick(0);
            list.is_begun = false;
        }
    }

    /// Rates all moves of a node.
    pub(super) fn rate(
        &self,
        list: &mut MoveList<P::Move>,
        position: &P,
        ply: u32,
        table_move: Option<MoveBits>,
        on: Techniques,
    ) {
        let history = &self.history[position.to_move()];
        let killers = self.killers.get(ply as usize).copied().unwrap_or_default();
        list.rate(|m| {
            let bits = MoveBits::of(m);
            let Appraisal { is_noisy, promise } = position.appraise(m);
            if bits == table_move {
                return Rating { key: ORDER_TABLE, is_noisy };
            }
            let learned = if is_noisy {
                ORDER_NOISY
            } else if on.killers && killers.contains(&bits) {
                ORDER_KILLER
            } else if on.history {
                i32::from(history[P::history_slot(m)])
            } else {
                0
            };
            Rating { key: learned + promise * PROMISE_WEIGHT, is_noisy }
        });
    }

    /// Learns that the last of the quiet moves `tried` cut at `depth`, and the others did not.
    pub(super) fn learn(&mut self, player: Player, tried: &[P::Move], ply: u32, depth: u32) {
        let Some((cut, others)) = tried.split_last() else { return };
        let ply = ply as usize;
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; 2]);
        }
        let killers = &mut self.killers[ply];
        let bits = MoveBits::of(*cut);
        if killers[0] != bits {
            *killers = [bits, killers[0]];
        }
        let bonus = ((depth * depth) as i32 * 16).min(HISTORY_MAX / 4);
        let table = &mut self.history[player];
        nudge(&mut table[P::history_slot(*cut)], bonus);
        for m in others {
            nudge(&mut table[P::history_slot(*m)], -bonus);
        }
    }
}

/// Moves a history value by `bonus`, the less the nearer it is to its bound.
fn nudge(value: &mut i16, bonus: i32) {
    let old = i32::from(*value);
    *value = (old + bonus - old * bonus.abs() / HISTORY_MAX) as i16;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_come_best_first_and_equals_in_a_fixed_order() {
        let mut list = MoveList::new();
        list.moves = (0..40_i32).collect();
        list.rate_noisy(|m| (m * 7) % 20);
        let picked: Vec<i32> = (0..40).map(|at| (list.pick(at) * 7) % 20).collect();
        assert!(picked.is_sorted_by(|a, b| a >= b), "{picked:?}");
    }

    #[test]
    fn history_stays_within_its_bounds() {
        let mut value = 0;
        for _ in 0..1000 {
            nudge(&mut value, HISTORY_MAX / 4);
        }
        assert!(i32::from(value) <= HISTORY_MAX && i32::from(value) > HISTORY_MAX / 2);
        for _ in 0..1000 {
            nudge(&mut value, -HISTORY_MAX / 4);
        }
        assert!(i32::from(value) >= -HISTORY_MAX && i32::from(value) < -HISTORY_MAX / 2);
    }
}
