//! In which order moves are tried: the sooner the best, the smaller the tree.

use super::heuristics::Heuristics;
use super::params::{HISTORY_MAX, Tuned};
use crate::kernel::{Move, MoveBits, MoveRating, PerPlayer, Player, Searchable};

/// The moves of a node and what each is expected to be worth. They come in stages, each generated
/// only when those before did not cut: the table's move, noisy moves, killers, all others.
#[derive(Debug)]
pub(super) struct MoveList<M> {
    /// The moves, those already tried in front.
    pub(super) moves: Vec<M>,
    /// What each is expected to be worth, compared with others of its stage.
    keys: Vec<i32>,
    /// The stage that comes next.
    stage: Stage,
    /// Whether the move that the list was begun with is noisy; `None` if it was begun with none.
    begun: Option<bool>,
    /// Where the noisy moves end.
    noisy_end: usize,
    /// The greatest key of the quiet moves that are judged by move score and history.
    best_quiet: i32,
    /// How many [`next`](Self::next) has returned.
    tried: usize,
    /// How many stand where they are tried.
    placed: usize,
    /// For sorting.
    places: Vec<u64>,
    sorted: Vec<(M, i32)>,
}

/// Moves that are generated together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Noisy,
    Killers,
    Others,
    /// There are no more.
    End,
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

impl<M: Move> MoveList<M> {
    pub(super) const fn new() -> Self {
        Self {
            moves: Vec::new(),
            keys: Vec::new(),
            stage: Stage::Noisy,
            begun: None,
            noisy_end: 0,
            best_quiet: 0,
            tried: 0,
            placed: 0,
            places: Vec::new(),
            sorted: Vec::new(),
        }
    }

    pub(super) fn clear(&mut self) {
        self.moves.clear();
        self.keys.clear();
        self.stage = Stage::Noisy;
        self.begun = None;
        self.noisy_end = 0;
        self.best_quiet = i32::MIN / 2;
        self.tried = 0;
        self.placed = 0;
    }

    /// Begins an empty list with the move that is to be tried first, whatever the others are.
    pub(super) fn begin_with(&mut self, m: M, is_noisy: bool) {
        self.moves.push(m);
        self.keys.push(0);
        self.begun = Some(is_noisy);
    }

    /// Returns whether a move has been tried.
    pub(super) const fn is_begun(&self) -> bool {
        self.tried > 0
    }

    /// Returns the next move, the best of those that are there and not tried.
    pub(super) fn next(&mut self) -> Option<Picked<M>> {
        let at = self.tried;
        let m = self.peek()?;
        self.tried += 1;
        let lag = self.best_quiet.saturating_sub(self.keys[at]).max(0);
        let is_noisy = self.begun.filter(|_| at == 0).unwrap_or(at < self.noisy_end);
        Some(Picked { m, at, is_noisy, lag })
    }

    /// Returns the move that comes next of those that are there.
    pub(super) fn peek(&mut self) -> Option<M> {
        let at = self.tried;
        if at == self.moves.len() {
            return None;
        }
        if at == self.placed {
            self.placed += 1;
            self.pick(at);
        }
        Some(self.moves[at])
    }

    /// Adds the noisy moves of a position, but for the one that the list was begun with.
    pub(super) fn add_noisy<P: Searchable<Move = M>>(&mut self, position: &P) {
        let Self { moves, keys, .. } = self;
        let from = moves.len();
        position.noisy_moves(moves);
        let twice = self.begun.and_then(|_| moves[from..].iter().position(|m| *m == moves[0]));
        if let Some(at) = twice {
            moves.remove(from + at);
        }
        match moves.len() - from {
            // One that is alone is the best.
            number @ 0..=1 => keys.resize(from + number, 0),
            _ => position.rate_moves(&moves[from..], |_, rating| keys.push(rating.score)),
        }
        self.noisy_end = moves.len();
    }

    /// Adds the killers that are legal and not there yet, so quiet.
    fn add_killers<P: Searchable<Move = M>>(&mut self, position: &P, killers: [Option<M>; 2]) {
        for m in killers.into_iter().flatten() {
            if self.moves.iter().all(|known| *known != m) && position.is_legal(m) {
                self.moves.push(m);
                self.keys.push(0);
            }
        }
    }

    /// Returns the best move from place `at` on, having brought it there.
    ///
    /// Looking for one move at a time wins where a cut comes early, as it mostly does; a wide node
    /// that goes on for long is sorted once.
    pub(super) fn pick(&mut self, at: usize) -> M {
        if at == SORTED_FROM {
            self.sort_from(at);
        } else if at < SORTED_FROM {
            // Two simple passes, which the compiler turns into vector instructions.
            let keys = &self.keys[at..];
            let greatest = keys.iter().copied().max();
            let best = at + keys.iter().position(|key| Some(*key) == greatest).unwrap_or(0);
            self.keys.swap(at, best);
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
            self.sorted.push((self.moves[i], self.keys[i]));
        }
        for (i, (m, key)) in self.sorted.iter().enumerate() {
            (self.moves[at + i], self.keys[at + i]) = (*m, *key);
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

/// From this place on moves are sorted, not looked for one by one.
const SORTED_FROM: usize = 12;

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

    /// Adds the next stage of moves to a list of which all have been tried, if there are more and they are
    /// wanted.
    #[inline]
    pub(super) fn supply(
        &self,
        list: &mut MoveList<P::Move>,
        position: &P,
        killers: [Option<P::Move>; 2],
        wants_quiet: bool,
        on: Heuristics,
        tuned: &Tuned<P>,
    ) {
        while list.tried == list.moves.len() && list.stage != Stage::End {
            if list.stage != Stage::Noisy && !wants_quiet {
                return;
            }
            list.stage = match list.stage {
                Stage::Noisy => {
                    list.add_noisy(position);
                    Stage::Killers
                }
                Stage::Killers => {
                    if on.killers {
                        list.add_killers(position, killers);
                    }
                    Stage::Others
                }
                Stage::Others | Stage::End => {
                    self.add_others(list, position, on, tuned);
                    Stage::End
                }
            };
            if list.tried > SORTED_FROM {
                list.sort_from(list.tried);
            }
        }
    }

    /// Adds the quiet moves that are not there yet.
    #[inline]
    fn add_others(
        &self,
        list: &mut MoveList<P::Move>,
        position: &P,
        on: Heuristics,
        tuned: &Tuned<P>,
    ) {
        const NONE: i32 = i32::MIN;
        let history = &self.history[position.to_move()];
        let from = list.moves.len();
        position.legal_moves(&mut list.moves);
        let MoveList { moves, keys, best_quiet, .. } = list;
        // The first one and killers; all noisy moves are there.
        let mut there = [None; 3];
        let quiet = moves[..from].iter().take(1).chain(&moves[list.noisy_end..from]);
        there.iter_mut().zip(quiet).for_each(|(place, m)| *place = Some(*m));
        keys.resize(moves.len(), NONE);
        let mut places = keys[from..].iter_mut();
        let mut noisy = 0;
        position.rate_moves(&moves[from..], |m, MoveRating { is_noisy, score }| {
            let Some(key) = places.next() else { return };
            if is_noisy {
                noisy += 1;
            } else {
                let learned = if on.history { history[P::history_slot(m)] } else { 0 };
                let expected = i32::from(learned) + score * tuned.move_score_weight;
                *best_quiet = expected.max(*best_quiet);
                if there.iter().all(|known| *known != Some(m)) {
                    *key = expected;
                }
            }
        });
        // A move that is in no stage would not be searched, and a loss be claimed without it.
        let first = usize::from(list.begun == Some(false));
        debug_assert_eq!(noisy, list.noisy_end - first, "{position:?}");
        let mut kept = from;
        for at in from..moves.len() {
            (moves[kept], keys[kept]) = (moves[at], keys[at]);
            kept += usize::from(keys[at] != NONE);
        }
        moves.truncate(kept);
        keys.truncate(kept);
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

    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    struct Number(u16);

    impl Move for Number {
        fn bits(self) -> u16 {
            self.0
        }

        fn from_bits(bits: u16) -> Option<Self> {
            Some(Self(bits))
        }
    }

    #[test]
    fn moves_come_best_first_and_equals_in_a_fixed_order() {
        let mut list = MoveList::new();
        let score = |m: &Number| i32::from(m.0 * 7 % 20);
        list.moves = (0..40).map(Number).collect();
        list.keys = list.moves.iter().map(score).collect();
        let picked: Vec<i32> = (0..40).map(|at| score(&list.pick(at))).collect();
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
