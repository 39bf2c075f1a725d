//! Pairs of six pieces or cells, what they leave, and where what is known of them stands in grids.

use wide::i8x16;

use super::super::last::{LAST, NIL};

/// How many cells are left.
pub(in super::super) const SIX: usize = 6;
/// The pairs of six.
pub(super) const PAIRS: usize = 15;

/// The number of the pair of two different numbers below six.
pub(super) const PAIR: [[usize; SIX]; SIX] = {
    let mut pair = [[0; SIX]; SIX];
    let mut at = 0;
    while at < PAIRS {
        let [i, j] = BOTH[at];
        pair[i][j] = at;
        pair[j][i] = at;
        at += 1;
    }
    pair
};

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

/// The four numbers that a pair leaves of six.
pub(super) struct Others {
    pub(super) members: [usize; LAST],
    /// The pair of each and the next; 0 is next after 3.
    pub(super) next: [usize; LAST],
    /// The pairs of 0 and 2 and of 1 and 3.
    pub(super) across: [usize; 2],
}

/// What each pair leaves.
pub(super) static FOURS: [Others; PAIRS] = {
    let mut fours =
        [const { Others { members: [0; LAST], next: [0; LAST], across: [0; 2] } }; PAIRS];
    let mut at = 0;
    while at < PAIRS {
        let c = others(at);
        fours[at].members = c;
        fours[at].next = [PAIR[c[0]][c[1]], PAIR[c[1]][c[2]], PAIR[c[2]][c[3]], PAIR[c[3]][c[0]]];
        fours[at].across = [PAIR[c[0]][c[2]], PAIR[c[1]][c[3]]];
        at += 1;
    }
    fours
};

const fn others(pair: usize) -> [usize; 4] {
    let [a, b] = BOTH[pair];
    let mut four = [0; 4];
    let (mut i, mut at) = (0, 0);
    while i < SIX {
        if i != a && i != b {
            four[at] = i;
            at += 1;
        }
        i += 1;
    }
    four
}

/// For the pieces that a pair leaves and each column of the grid of four pieces by four cells: which
/// piece's gain stands in each lane, in no other column.
pub(super) static GAIN_AT: [[i8x16; PAIRS]; LAST] = {
    let mut table = [[i8x16::new([0; 16]); PAIRS]; LAST];
    let mut pair = 0;
    while pair < PAIRS {
        let four = others(pair);
        let mut j = 0;
        while j < LAST {
            let mut at = [NIL; 16];
            let mut i = 0;
            while i < LAST {
                at[4 * i + j] = four[i] as i8;
                i += 1;
            }
            table[j][pair] = i8x16::new(at);
            j += 1;
        }
        pair += 1;
    }
    table
};

/// The same for the pairs of each of the four pieces and the next, or the one after that.
pub(super) static NEXT_AT: [[[i8x16; PAIRS]; 2]; LAST] = {
    let mut table = [[[i8x16::new([0; 16]); PAIRS]; 2]; LAST];
    let mut at = 0;
    while at < PAIRS * 2 * LAST {
        let (pair, apart, j) = (at / 8, at / 4 % 2, at % 4);
        table[j][apart][pair] = i8x16::new(pair_lanes(pair, apart + 1, j, false));
        at += 1;
    }
    table
};

/// The same for pairs of cells that are two apart: each stands in two columns.
pub(super) static ACROSS_AT: [[[i8x16; PAIRS]; 2]; 2] = {
    let mut table = [[[i8x16::new([0; 16]); PAIRS]; 2]; 2];
    let mut at = 0;
    while at < PAIRS * 4 {
        let (pair, apart, j) = (at / 4, at / 2 % 2, at % 2);
        table[j][apart][pair] = i8x16::new(pair_lanes(pair, apart + 1, j, true));
        at += 1;
    }
    table
};

const fn pair_lanes(pair: usize, apart: usize, j: usize, both: bool) -> [i8; 16] {
    let four = others(pair);
    let mut at = [NIL; 16];
    let mut i = 0;
    while i < LAST {
        let number = PAIR[four[i]][four[(i + apart) % LAST]] as i8;
        at[4 * i + j] = number;
        if both {
            at[4 * i + j + 2] = number;
        }
        i += 1;
    }
    at
}

/// For each piece the numbers of its pairs with each other piece.
pub(super) static WITH: [i8x16; SIX] = {
    let mut with = [i8x16::new([NIL; 16]); SIX];
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
        with[i] = i8x16::new(at);
        i += 1;
    }
    with
};

/// What keeps the first six lanes of indices and makes the others [`NIL`].
pub(super) const FIRST_SIX: i8x16 = {
    let mut at = [NIL; 16];
    let mut i = 0;
    while i < SIX {
        at[i] = 0;
        i += 1;
    }
    i8x16::new(at)
};

/// For the pairs whose first is i, the second; the other lanes are [`NIL`].
pub(super) static SECOND: [i8x16; SIX] = {
    let mut rows = [i8x16::new([NIL; 16]); SIX];
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
        rows[i] = i8x16::new(at);
        i += 1;
    }
    rows
};

/// What keeps the lanes of the pairs whose first is i and makes the others [`NIL`].
pub(super) static OUTSIDE: [i8x16; SIX] = {
    let mut rows = [i8x16::new([NIL; 16]); SIX];
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
        rows[i] = i8x16::new(at);
        i += 1;
    }
    rows
};
