//! Pairs of six pieces or cells.

use super::super::last::NIL;
use super::super::qualities::{Twice, twice};

/// How many cells are left.
pub(in super::super) const SIX: usize = 6;
/// The pairs of six.
pub(super) const PAIRS: usize = 15;

/// The number of the pair of two different numbers below six.
pub(super) const PAIR: [[usize; SIX]; SIX] = numbered(&BOTH);

/// Returns the place of each pair in a list, for either order of the two.
pub(super) const fn numbered<const N: usize>(pairs: &[[usize; 2]]) -> [[usize; N]; N] {
    let mut places = [[0; N]; N];
    let mut at = 0;
    while at < pairs.len() {
        let [i, j] = pairs[at];
        places[i][j] = at;
        places[j][i] = at;
        at += 1;
    }
    places
}

/// The number of the pair that is a set of numbers below six.
pub(super) const OF_SET: [usize; 1 << SIX] = by_set(&BOTH);

/// Returns the place of each pair in a list by the set that it is.
pub(super) const fn by_set<const N: usize>(pairs: &[[usize; 2]]) -> [usize; N] {
    let mut places = [0; N];
    let mut at = 0;
    while at < pairs.len() {
        let [i, j] = pairs[at];
        places[1 << i | 1 << j] = at;
        at += 1;
    }
    places
}

/// The pairs of numbers below six.
pub(super) const BOTH: [[usize; 2]; PAIRS] = {
    let mut both = [[0; 2]; PAIRS];
    let (mut i, mut at) = (0, 0);
    while i < SIX {
        let mut j = i + 1;
        while j < SIX {
            both[at] = [i, j];
            at += 1;
            j += 1;
        }
        i += 1;
    }
    both
};

/// For each piece the numbers of its pairs with each other piece.
pub(super) static WITH: [Twice; SIX] = {
    let mut with = [twice([NIL; 16]); SIX];
    let mut i = 0;
    while i < SIX {
        let mut at = [NIL; 16];
        let mut j = 0;
        while j < SIX {
            if j != i {
                at[j] = PAIR[i][j] as i8;
            }
            j += 1;
        }
        with[i] = twice(at);
        i += 1;
    }
    with
};

/// What keeps the first six lanes of indices and makes the others [`NIL`].
pub(super) const FIRST_SIX: Twice = {
    let mut at = [NIL; 16];
    let mut i = 0;
    while i < SIX {
        at[i] = 0;
        i += 1;
    }
    twice(at)
};

/// For the pairs whose first is i, the second; the other lanes are [`NIL`].
pub(super) static SECOND: [Twice; SIX] = {
    let mut rows = [twice([NIL; 16]); SIX];
    let mut i = 0;
    while i < SIX {
        let mut at = [NIL; 16];
        let mut pair = 0;
        while pair < PAIRS {
            if BOTH[pair][0] == i {
                at[pair] = BOTH[pair][1] as i8;
            }
            pair += 1;
        }
        rows[i] = twice(at);
        i += 1;
    }
    rows
};

/// What keeps the lanes of the pairs whose first is i and makes the others [`NIL`].
pub(super) static OUTSIDE: [Twice; SIX] = {
    let mut rows = [twice([NIL; 16]); SIX];
    let mut i = 0;
    while i < SIX {
        let mut at = [NIL; 16];
        let mut pair = 0;
        while pair < PAIRS {
            if BOTH[pair][0] == i {
                at[pair] = 0;
            }
            pair += 1;
        }
        rows[i] = twice(at);
        i += 1;
    }
    rows
};
