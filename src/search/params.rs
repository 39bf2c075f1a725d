//! Numbers that shape the search: those that tuning may change in one table, and those that it may not.
//!
//! A build with the feature `tune` takes other values for the numbers of the table, as options of
//! the protocol and of built-in players, and has the command `quincunx tune`, which looks for better
//! ones. In any other build they are constants.

use std::marker::PhantomData;
use std::ops::Deref;
use std::time::Duration;

use crate::kernel::Searchable;

/// The deepest iteration, in plies: what the table's 8 bits of depth hold.
pub(super) const MAX_DEPTH: u32 = 255;

/// How many nodes pass between two looks at the clock. At the slowest node rate of the games, some
/// 100,000 a second, that is every 0.6 ms.
pub(super) const NODES_PER_CLOCK: u64 = 64;

/// The greatest size of a history value; each update moves it a part of the way there.
pub(super) const HISTORY_MAX: i32 = 16_384;

/// From this ply on no move is searched more deeply than the others.
pub(super) const EXTENDED_BELOW: u32 = 60;

/// How many times the overhead of a move stays on the clock for the moves of a busy moment.
pub(super) const RESERVE: u32 = 3;

/// Root moves are reported from this time of a search on, ...
pub(super) const ROOT_MOVES_FROM: Duration = Duration::from_secs(1);
/// ... and with at least so much time between them, since a game may have thousands.
pub(super) const ROOT_MOVES_EVERY: Duration = Duration::from_millis(100);

/// A number of the search that tuning may change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tunable {
    /// The name.
    pub name: &'static str,
    /// The value.
    pub value: i64,
    /// The least value that makes sense.
    pub least: i64,
    /// The greatest.
    pub most: i64,
    /// A change that may well be felt in play: by so much tuning varies the number in the end.
    pub step: i64,
}

/// Declares the numbers: `name: type = value, least..=most, step;`.
macro_rules! tunables {
    ($($(#[$doc:meta])* $name:ident: $type:ty = $value:literal, $least:literal..=$most:literal, $step:literal;)*) => {
        /// The numbers of the table in use.
        #[derive(Clone, Copy, Debug)]
        pub(super) struct Params {
            $($(#[$doc])* pub(super) $name: $type,)*
        }

        /// The numbers of the search that tuning may change, with the values for games that say nothing
        /// else ([`Evaluate::TUNED`](crate::kernel::Evaluate::TUNED)).
        pub const TUNABLES: &[Tunable] = &[$(Tunable {
            name: stringify!($name),
            value: $value,
            least: $least,
            most: $most,
            step: $step,
        }),*];

        impl Params {
            /// Returns the numbers with these values, in the order of the table.
            const fn new(values: Values) -> Self {
                let [$($name),*] = values;
                Self { $($name: $name as $type),* }
            }
        }
    };
}

tunables! {
    /// From this depth on the root is searched with a narrow window first.
    aspiration_depth: u32 = 4, 2..=10, 1;
    /// Half the width of that window, in hundredths of the unit.
    aspiration: i32 = 30, 5..=200, 8;
    /// By so much the window grows when the value lies outside.
    aspiration_growth: i32 = 4, 2..=8, 1;

    /// Late-move reductions begin at this depth and this move.
    reduced_depth: u32 = 3, 2..=6, 1;
    /// The first move that may be reduced, counted from 0.
    reduced_move: usize = 3, 1..=10, 1;
    /// The weight of log2(depth) * log2(move) in a reduction, in 256ths of a ply.
    reduction: i32 = 62, 10..=160, 6;
    /// What is added to that, in 256ths of a ply.
    reduction_base: i32 = 0, -256..=256, 32;
    /// The same where a cut is expected.
    reduction_cut: i32 = 200, -256..=1024, 40;
    /// The same for every 1,024 of history that a move is expected to be worth less than the best quiet one, ...
    reduction_lag: i32 = 0, 0..=200, 6;
    /// ... but no more than this.
    reduction_lag_most: i32 = 512, 0..=2048, 64;

    /// From this depth on a move of the table is tested for being the only good one.
    singular_depth: u32 = 6, 4..=99, 1;
    /// It is if all others stay below its score by this times the depth, in 16ths of a hundredth of the
    /// unit.
    singular_margin: i32 = 32, 0..=400, 8;

    /// Reverse futility, where [`Evaluate::margin`](crate::kernel::Evaluate::margin) allows it, up to
    /// this depth, ...
    reverse_futile_depth: u32 = 6, 0..=12, 1;
    /// ... with this share of the margin, in percent.
    reverse_futile_percent: i32 = 100, 20..=300, 12;
    /// Futility of quiet moves, there too, up to this depth, ...
    futile_depth: u32 = 4, 0..=12, 1;
    /// ... with this share of the margin, in percent.
    futile_percent: i32 = 80, 20..=300, 12;

    /// From this depth on a node without a move of the table is searched a ply less deeply.
    internal_depth: u32 = 4, 2..=10, 1;

    /// Late-move pruning up to this depth.
    late_depth: u32 = 4, 0..=10, 1;
    /// It leaves out quiet moves from place `late_moves * (1 + depth² / 2)` on.
    late_moves: usize = 6, 1..=40, 1;

    /// How many noisy moves deep quiescence looks: enough for any exchange that is not absurd.
    quiescence_depth: u32 = 16, 2..=40, 2;

    /// What one unit of [`Order::move_score`](crate::kernel::Order::move_score) is worth in history.
    move_score_weight: i32 = 16, 0..=200, 2;
    /// What a move that cut gains in history, times depth², ...
    history_bonus: i32 = 16, 1..=200, 3;
    /// ... but no more than this.
    history_bonus_most: i32 = 4_096, 256..=16_384, 400;
    /// How much of the history the next search begins with, in percent.
    history_kept: i32 = 50, 0..=100, 6;

    /// The share of the clock that a move may use when nothing else is known: one part in this many.
    /// Dominions, where a player moves some 65 times, uses up its clock with it; equal shares for all
    /// moves of a game were 59 +/- 67 Elo worse there (54 games of 3 s and 30 ms a move).
    clock_moves: u32 = 30, 10..=100, 3;
    /// The share of the increment that a move may use, in percent.
    clock_increment: u32 = 75, 10..=100, 6;
    /// So much of its share a move may take at most, in percent, ...
    clock_most: u32 = 300, 120..=1_000, 30;
    /// ... and so much while the best move is failing low.
    clock_most_failing: u32 = 500, 120..=1_000, 50;
    /// The share of that time, in percent, that the search takes when the best move has just changed,
    clock_confirmed_0: u32 = 150, 50..=300, 10;
    /// when one more iteration has confirmed it,
    clock_confirmed_1: u32 = 120, 40..=250, 8;
    /// two,
    clock_confirmed_2: u32 = 100, 40..=250, 6;
    /// three,
    clock_confirmed_3: u32 = 85, 30..=200, 6;
    /// four,
    clock_confirmed_4: u32 = 75, 20..=200, 5;
    /// and more.
    clock_confirmed_5: u32 = 65, 10..=200, 5;
    /// ... and times this, when the score has fallen by more than `clock_fall`.
    clock_worse: u32 = 140, 100..=300, 10;
    /// How much the score may fall from one iteration to the next, in hundredths of the unit.
    clock_fall: i32 = 30, 5..=200, 8;
}

/// A value for each number of the table.
type Values = [i64; TUNABLES.len()];

impl Params {
    /// Returns the share of its time, in percent, that a move deserves that so many iterations running
    /// have confirmed.
    pub(super) const fn clock_confirmed(&self, iterations: usize) -> u32 {
        match iterations {
            0 => self.clock_confirmed_0,
            1 => self.clock_confirmed_1,
            2 => self.clock_confirmed_2,
            3 => self.clock_confirmed_3,
            4 => self.clock_confirmed_4,
            _ => self.clock_confirmed_5,
        }
    }
}

/// Returns the values of the table, those of a game in place of the usual ones.
const fn values(game: &[(&str, i64)]) -> Values {
    let mut values = [0; TUNABLES.len()];
    let mut at = 0;
    while at < TUNABLES.len() {
        values[at] = TUNABLES[at].value;
        at += 1;
    }
    let mut own = 0;
    while own < game.len() {
        let (name, value) = game[own];
        let at = place(name);
        assert!(TUNABLES[at].least <= value && value <= TUNABLES[at].most, "out of range");
        values[at] = value;
        own += 1;
    }
    values
}

/// Returns the place of a number in the table.
const fn place(name: &str) -> usize {
    let mut at = 0;
    while at < TUNABLES.len() {
        if is_same(TUNABLES[at].name.as_bytes(), name.as_bytes()) {
            return at;
        }
        at += 1;
    }
    panic!("the search has no number of that name")
}

const fn is_same(a: &[u8], b: &[u8]) -> bool {
    let mut at = 0;
    while at < a.len() && at < b.len() && a[at] == b[at] {
        at += 1;
    }
    at == a.len() && at == b.len()
}

/// Values for numbers of the search in place of its own. None can be set but in a tuning build.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tuning {
    /// [`UNSET`] where the search keeps its own.
    #[cfg(feature = "tune")]
    values: [i32; TUNABLES.len()],
}

#[cfg(feature = "tune")]
const UNSET: i32 = i32::MIN;

impl Default for Tuning {
    /// The search's own values.
    fn default() -> Self {
        Self {
            #[cfg(feature = "tune")]
            values: [UNSET; TUNABLES.len()],
        }
    }
}

impl Tuning {
    /// The numbers that can be set: all of the table in a tuning build, none in any other.
    pub const NUMBERS: &'static [Tunable] = if cfg!(feature = "tune") { TUNABLES } else { &[] };

    /// Sets the value of one of [`NUMBERS`](Self::NUMBERS), within its range.
    #[cfg_attr(not(feature = "tune"), expect(unused_variables, reason = "there is none to set"))]
    pub fn set(&mut self, at: usize, value: i64) {
        #[cfg(feature = "tune")]
        {
            let Tunable { least, most, .. } = TUNABLES[at];
            self.values[at] = value.clamp(least, most) as i32;
        }
    }
}

/// Returns the values of [`Tuning::NUMBERS`] that the search of a game has by itself.
#[must_use]
pub fn own_values<P: Searchable>() -> Vec<i64> {
    values(P::TUNED).into_iter().take(Tuning::NUMBERS.len()).collect()
}

/// The numbers of a searcher: [`Params`], which are constants but in a tuning build.
#[derive(Debug)]
pub(super) struct Tuned<P> {
    #[cfg(feature = "tune")]
    params: Params,
    game: PhantomData<fn() -> P>,
}

impl<P> Clone for Tuned<P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P> Copy for Tuned<P> {}

impl<P: Searchable> Tuned<P> {
    /// Returns the numbers of a game, some of them tuned.
    #[cfg_attr(not(feature = "tune"), expect(unused_variables, reason = "there is none"))]
    pub(super) fn new(tuning: Tuning) -> Self {
        Self {
            #[cfg(feature = "tune")]
            params: {
                let mut values = values(P::TUNED);
                for (value, tuned) in values.iter_mut().zip(tuning.values) {
                    *value = if tuned == UNSET { *value } else { tuned.into() };
                }
                Params::new(values)
            },
            game: PhantomData,
        }
    }
}

impl<P: Searchable> Deref for Tuned<P> {
    type Target = Params;

    #[inline(always)]
    fn deref(&self) -> &Params {
        #[cfg(feature = "tune")]
        return &self.params;
        #[cfg(not(feature = "tune"))]
        const {
            &Params::new(values(P::TUNED))
        }
    }
}

#[cfg(test)]
impl Params {
    /// The numbers of games that say nothing else.
    pub(super) const USUAL: Self = Self::new(values(&[]));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_lies_in_its_range_and_has_a_name_of_its_own() {
        for (at, Tunable { name, value, least, most, step }) in TUNABLES.iter().enumerate() {
            assert!(least <= value && value <= most, "{name}");
            assert!(*step > 0 && *step <= (most - least) / 2, "{name}");
            assert_eq!(place(name), at);
        }
    }

    #[test]
    fn a_game_may_have_values_of_its_own() {
        let own = Params::new(values(&[("aspiration", 41), ("reduction_base", -7)]));
        assert_eq!((own.aspiration, own.reduction_base), (41, -7));
        assert_eq!(own.clock_fall, Params::USUAL.clock_fall);
    }

    #[test]
    #[should_panic(expected = "no number of that name")]
    fn a_game_cannot_set_what_there_is_not() {
        values(&[("aspirations", 41)]);
    }

    #[test]
    #[should_panic(expected = "out of range")]
    fn a_game_cannot_leave_the_range() {
        values(&[("aspiration", 4_000)]);
    }
}
