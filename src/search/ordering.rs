//! In which order moves are tried: the sooner the best, the smaller the tree.

use super::heuristics::Heuristics;
use super::params::{HISTORY_MAX, ORDER_NOISY, ORDER_TABLE, Tuned};
use crate::kernel::{Move, MoveBits, MoveRating, PerPlayer, Player, Searchable};

/// The moves of a node and what each is expected to be worth.
#[derive(Debug)]
pub(super) struct MoveList<M> {
    /// The moves, those already tried in front.
    pub(super) moves: Vec<M>,
    /// What each is expected to be worth.
    keys: Vec<i32>,
    are_noisy: Vec<bool>,
    /// The greatest of the quiet moves that are judged by move score and history.
    best_quiet: i32,
    /// How many [`next`](Self::next) has returned.
    tried: usize,
    /// Whether there is but the first move so far.
    is_begun: bool,
    /// For sorting.
    places: Vec<u64>,
    sorted: Vec<(M, i32, bool)>,
}

/// A move that is to be tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct Picked<M> {
    pub(super) m: M,
    /// Its place, from 0.
    pub(super) at: usize,
    pub(super) is_noisy: bool,
    /// How much less than of the best quiet move is expected of it, in history.
    pub(super) lag: i32,
}

impl<M: Copy> MoveList<M> {
    pub(super) const fn new() -> Self {
        Self {
            moves: Vec::new(),
            keys: Vec::new(),
            are_noisy: Vec::new(),
            best_quiet: 0,
            tried: 0,
            is_begun: false,
            places: Vec::new(),
            sorted: Vec::new(),
        }
    }

    pub(super) fn clear(&mut self) {
        self.moves.clear();
        self.keys.clear();
        self.are_noisy.clear();
        self.tried = 0;
        self.is_begun = false;
    }

    /// Begins an empty list with the move that is to be tried first, whatever the others are.
    pub(super) fn begin_with(&mut self, m: M, is_noisy: bool) {
        self.moves.push(m);
        self.keys.push(ORDER_TABLE);
        self.are_noisy.push(is_noisy);
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
        let m = self.pick(at);
        let lag = self.best_quiet.saturating_sub(self.keys[at]).max(0);
        Some(Picked { m, at, is_noisy: self.are_noisy[at], lag })
    }

    /// Rates the list, all noisy moves of a position.
    pub(super) fn rate_noisy<P: Searchable<Move = M>>(&mut self, position: &P) {
        let Self { moves, keys, .. } = self;
        keys.clear();
        if !moves.is_empty() {
            position.rate_moves(moves, |_, MoveRating { score, .. }| keys.push(score));
        }
        self.are_noisy.clear();
        self.are_noisy.resize(self.moves.len(), true);
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
            // Two simple passes, which the compiler turns into vector instructions.
            let keys = &self.keys[at..];
            let greatest = keys.iter().copied().max();
            let best = at + keys.iter().position(|key| Some(*key) == greatest).unwrap_or(0);
            self.keys.swap(at, best);
            self.are_noisy.swap(at, best);
            self.moves.swap(at, best);
        }
        self.moves[at]
    }

    /// Sorts the moves from place `at` on, equals in the order in which they stand.
    fn sort_from(&mut self, at: usize) {
        sort_places(&self.keys, at, &mut self.places);
        self.sorted.clear();
        for place in &self.places {
            let i = *place as u32 as usize;
            self.sorted.push((self.moves[i], self.keys[i], self.are_noisy[i]));
        }
        for (i, (m, key, is_noisy)) in self.sorted.iter().enumerate() {
            (self.moves[at + i], self.keys[at + i], self.are_noisy[at + i]) = (*m, *key, *is_noisy);
        }
    }
}

/// Lists the places from `at` on in the lower half of numbers, in the order in which their moves are tried.
fn sort_places(keys: &[i32], at: usize, places: &mut Vec<u64>) {
    places.clear();
    for (i, key) in keys.iter().enumerate().skip(at) {
        // The greater the key, the smaller the number.
        places.push(u64::from(!(*key as u32 ^ 1 << 31)) << 32 | i as u64);
    }
    places.sort_unstable();
}

/// Brings a move to the front, if it is one of them; the others stay in their order.
pub(super) fn bring_first<M: Move>(moves: &mut [M], wanted: MoveBits) {
    if let Some(at) = moves.iter().position(|m| MoveBits::of(*m) == Some(wanted)) {
        to_front(moves, at);
    }
}

/// Brings the move at a place to the front; the others stay in their order.
pub(super) fn to_front<M: Copy>(moves: &mut [M], at: usize) {
    let m = moves[at];
    moves.copy_within(..at, 1);
    moves[0] = m;
}

/// What earlier nodes teach about quiet moves.
#[derive(Debug)]
pub(super) struct History<P: Searchable> {
    /// How often a move cut, in `-HISTORY_MAX..=HISTORY_MAX`.
    history: PerPlayer<Vec<i16>>,
    game: std::marker::PhantomData<fn() -> P>,
}

impl<P: Searchable> History<P> {
    pub(super) fn new() -> Self {
        let slots = vec![0; P::HISTORY_SLOTS];
        Self { history: PerPlayer::new(slots.clone(), slots), game: std::marker::PhantomData }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        *self = Self::new();
    }

    /// Takes some weight off what other roots have taught.
    pub(super) fn begin_search(&mut self, tuned: &Tuned<P>) {
        for table in &mut self.history.0 {
            for value in table {
                *value = (i32::from(*value) * tuned.history_kept / 100) as i16;
            }
        }
    }

    /// Generates all moves of a node and rates them. The move that the list was begun with stays in
    /// front.
    pub(super) fn fill(
        &self,
        list: &mut MoveList<P::Move>,
        position: &P,
        killers: [Option<MoveBits>; 2],
        table_move: Option<MoveBits>,
        on: Heuristics,
        tuned: &Tuned<P>,
    ) {
        list.moves.clear();
        position.legal_moves(&mut list.moves);
        self.rate(list, position, killers, table_move, on, tuned);
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
        killers: [Option<MoveBits>; 2],
        table_move: Option<MoveBits>,
        on: Heuristics,
        tuned: &Tuned<P>,
    ) {
        let history = &self.history[position.to_move()];
        let MoveList { moves, keys, are_noisy, best_quiet, .. } = list;
        *best_quiet = i32::MIN / 2;
        keys.clear();
        keys.resize(moves.len(), 0);
        are_noisy.clear();
        are_noisy.resize(moves.len(), false);
        let mut places = keys.iter_mut().zip(are_noisy);
        position.rate_moves(moves, |m, MoveRating { is_noisy, score }| {
            let Some((key, noisy)) = places.next() else { return };
            let bits = MoveBits::of(m);
            let score = score * tuned.move_score_weight;
            *noisy = is_noisy;
            *key = if is_noisy {
                ORDER_NOISY + score
            } else if on.killers && killers.contains(&bits) {
                tuned.order_killer + score
            } else {
                let learned = if on.history { history[P::history_slot(m)] } else { 0 };
                let key = i32::from(learned) + score;
                *best_quiet = key.max(*best_quiet);
                key
            };
            if bits == table_move {
                *key = ORDER_TABLE;
            }
        });
    }

    /// Learns that the last of the quiet moves `tried` cut at `depth`, and the others did not.
    pub(super) fn update(
        &mut self,
        player: Player,
        tried: &[P::Move],
        depth: u32,
        tuned: &Tuned<P>,
    ) {
        let Some((cut, others)) = tried.split_last() else { return };
        let bonus = ((depth * depth) as i32 * tuned.history_bonus).min(tuned.history_bonus_most);
        let table = &mut self.history[player];
        apply_bonus(&mut table[P::history_slot(*cut)], bonus);
        for m in others {
            apply_bonus(&mut table[P::history_slot(*m)], -bonus);
        }
    }
}

/// Moves a history value by `bonus`, the less the nearer it is to its bound.
fn apply_bonus(value: &mut i16, bonus: i32) {
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
        list.keys = list.moves.iter().map(|m| (m * 7) % 20).collect();
        list.are_noisy = vec![false; 40];
        let picked: Vec<i32> = (0..40).map(|at| (list.pick(at) * 7) % 20).collect();
        assert!(picked.is_sorted_by(|a, b| a >= b), "{picked:?}");
    }

    #[test]
    fn history_stays_within_its_bounds() {
        let mut value = 0;
        for _ in 0..1000 {
            apply_bonus(&mut value, HISTORY_MAX / 4);
        }
        assert!(i32::from(value) <= HISTORY_MAX && i32::from(value) > HISTORY_MAX / 2);
        for _ in 0..1000 {
            apply_bonus(&mut value, -HISTORY_MAX / 4);
        }
        assert!(i32::from(value) >= -HISTORY_MAX && i32::from(value) < -HISTORY_MAX / 2);
    }
}
