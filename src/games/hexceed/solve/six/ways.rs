//! Which of the last five pieces stands where when two of them are named: lookups for many ways to name a
//! first and a second at once.
//!
//! A row of ways has two halves of sixteen lanes, each about a board with five cells left. Pieces and cells
//! have numbers below five there, in the order of their numbers below six.

use super::super::last::NIL;
use super::super::qualities::Twice;
use super::pairs::{PAIR, SIX, by_set, numbered};

/// How many cells are left once the first of six is filled.
pub(super) const FIVE: usize = 5;
/// The pairs of five.
pub(super) const TWO_OF_FIVE: usize = 10;

/// A number for each way to name a first and a second of five pieces.
pub(super) type Ways = Twice;

/// Where the numbers of pieces and of pairs of pieces stand in rows about six of them, and the number of the
/// pair that three of the five leave out.
pub(super) struct Names {
    pub(super) first: Ways,
    pub(super) second: Ways,
    /// The three that are not named.
    pub(super) rest: [Ways; 3],
    /// The first and the second.
    pub(super) both: Ways,
    /// The first, and the second, with each of the rest.
    pub(super) with_first: [Ways; 3],
    pub(super) with_second: [Ways; 3],
    /// The rest but each.
    pub(super) rest_but: [Ways; 3],
    /// The first and the second with each of the rest.
    pub(super) both_with: [Ways; 3],
    /// The first, and the second, with the rest but each.
    pub(super) first_with: [Ways; 3],
    pub(super) second_with: [Ways; 3],
    /// The rest.
    pub(super) all_rest: Ways,
}

/// All twenty ways, one board in both halves: fours with the same first piece, three of them in the low
/// half.
pub(super) static ALL: [Names; SIX] = alike(all());
/// Where the fours of [`ALL`] begin.
pub(super) const ALL_STARTS: [usize; FIVE] = [0, 4, 8, 16, 20];
/// Where the way with first and second exchanged stands: in the same half, or in the other.
pub(super) static EXCHANGED: [Ways; 2] = {
    let all = all();
    let mut from = [[NIL; 32]; 2];
    let mut lane = 0;
    while lane < 32 {
        let mut other = 0;
        while other < 32 {
            if let (Some([a, b, _]), Some([c, d, _])) = (all[lane], all[other])
                && a == d
                && b == c
            {
                from[(lane / 16 != other / 16) as usize][lane] = (other % 16) as i8;
            }
            other += 1;
        }
        lane += 1;
    }
    [Ways::new(from[0]), Ways::new(from[1])]
};

/// For each half, the first piece any, the second one of the first three others: threes with the same first
/// piece.
pub(super) static ANY_FIRST: [Names; SIX] = alike(threes(false));
/// Where its threes begin in a half.
pub(super) const ANY_FIRST_STARTS: [usize; FIVE] = [0, 3, 6, 9, 12];

/// For each half, the first piece any, the second the first of the others, and any of the rest before the
/// other two.
pub(super) static ANY_THIRD: [Names; SIX] = alike(threes(true));

/// For each half, fours with piece 0, and with 1, as the first, and then as the second.
pub(super) static POOR: [Names; SIX] = alike(poor());
/// The same with another piece gone in each half: 0 and 1, 2 and 3, 4 and 5.
pub(super) static POOR_OF_TWO: [Names; SIX / 2] =
    [names(&poor(), [0, 1]), names(&poor(), [2, 3]), names(&poor(), [4, 5])];
/// Where the fours begin in a half that have pieces 0 and 1 as the first, and as the second.
pub(super) const POOR_STARTS: [[usize; 2]; 2] = [[0, 8], [4, 12]];

/// Which ways stand where: the first piece, the second, and how far the order of the rest is turned.
type Layout = [Option<[usize; 3]>; 32];

const fn all() -> Layout {
    let mut layout = [None; 32];
    let mut way = 0;
    while way < 4 * FIVE {
        let a = way / 4;
        layout[ALL_STARTS[a] + way % 4] = Some([a, other(a, way % 4), 0]);
        way += 1;
    }
    layout
}

/// Returns threes with the same first piece: with any of the first three others as the second, or with any third.
const fn threes(is_third: bool) -> Layout {
    let mut layout = [None; 32];
    let mut way = 0;
    while way < 3 * FIVE {
        let (a, at) = (way / 3, way % 3);
        let named = if is_third { [a, other(a, 0), at] } else { [a, other(a, at), 0] };
        layout[way] = Some(named);
        layout[way + 16] = Some(named);
        way += 1;
    }
    layout
}

const fn poor() -> Layout {
    let mut layout = [None; 32];
    let mut way = 0;
    while way < 8 {
        let (a, b) = (way / 4, other(way / 4, way % 4));
        layout[way] = Some([a, b, 0]);
        layout[way + 8] = Some([b, a, 0]);
        layout[way + 16] = layout[way];
        layout[way + 24] = layout[way + 8];
        way += 1;
    }
    layout
}

/// Returns one of the four numbers below five other than `number`.
pub(super) const fn other(number: usize, at: usize) -> usize {
    at + (at >= number) as usize
}

const fn alike(layout: Layout) -> [Names; SIX] {
    [
        names(&layout, [0; 2]),
        names(&layout, [1; 2]),
        names(&layout, [2; 2]),
        names(&layout, [3; 2]),
        names(&layout, [4; 2]),
        names(&layout, [5; 2]),
    ]
}

/// Returns the names if of six pieces one is gone in each half.
const fn names(layout: &Layout, gone: [usize; 2]) -> Names {
    let none = [NIL; 32];
    let (mut first, mut second, mut both, mut all_rest) = (none, none, none, none);
    let (mut rest, mut with_first, mut with_second) = ([none; 3], [none; 3], [none; 3]);
    let (mut rest_but, mut both_with) = ([none; 3], [none; 3]);
    let (mut first_with, mut second_with) = ([none; 3], [none; 3]);
    let mut lane = 0;
    while lane < 32 {
        if let Some([a, b, turn]) = layout[lane] {
            let gone = gone[lane / 16];
            let (one, two) = (of_six(a, gone), of_six(b, gone));
            first[lane] = one as i8;
            second[lane] = two as i8;
            both[lane] = PAIR[one][two] as i8;
            all_rest[lane] = PAIR_OF_FIVE[a][b] as i8;
            let others = REST[PAIR_OF_FIVE[a][b]];
            let mut i = 0;
            while i < 3 {
                let at = i + turn;
                let (c, d, e) = (others[at % 3], others[(at + 1) % 3], others[(at + 2) % 3]);
                let three = of_six(c, gone);
                rest[i][lane] = three as i8;
                with_first[i][lane] = PAIR[one][three] as i8;
                with_second[i][lane] = PAIR[two][three] as i8;
                rest_but[i][lane] = PAIR[of_six(d, gone)][of_six(e, gone)] as i8;
                both_with[i][lane] = PAIR_OF_FIVE[d][e] as i8;
                first_with[i][lane] = PAIR_OF_FIVE[b][c] as i8;
                second_with[i][lane] = PAIR_OF_FIVE[a][c] as i8;
                i += 1;
            }
        }
        lane += 1;
    }
    Names {
        first: Ways::new(first),
        second: Ways::new(second),
        rest: three(rest),
        both: Ways::new(both),
        with_first: three(with_first),
        with_second: three(with_second),
        rest_but: three(rest_but),
        both_with: three(both_with),
        first_with: three(first_with),
        second_with: three(second_with),
        all_rest: Ways::new(all_rest),
    }
}

const fn three(rows: [[i8; 32]; 3]) -> [Ways; 3] {
    [Ways::new(rows[0]), Ways::new(rows[1]), Ways::new(rows[2])]
}

/// Moves each lane down by so many, in its half.
pub(super) const fn down(by: usize) -> Ways {
    let mut from = [NIL; 32];
    let mut lane = 0;
    while lane < 32 {
        from[lane] = ((lane + by) % 16) as i8;
        lane += 1;
    }
    Ways::new(from)
}

/// The pairs of numbers below five.
pub(super) const BOTH: [[usize; 2]; TWO_OF_FIVE] =
    [[0, 1], [0, 2], [0, 3], [0, 4], [1, 2], [1, 3], [1, 4], [2, 3], [2, 4], [3, 4]];

/// The three numbers that each pair leaves.
pub(super) const REST: [[usize; 3]; TWO_OF_FIVE] = {
    let mut rests = [[0; 3]; TWO_OF_FIVE];
    let mut pair = 0;
    while pair < TWO_OF_FIVE {
        let [a, b] = BOTH[pair];
        let (mut i, mut at) = (0, 0);
        while i < FIVE {
            if i != a && i != b {
                rests[pair][at] = i;
                at += 1;
            }
            i += 1;
        }
        pair += 1;
    }
    rests
};

/// For each of six that is gone, by the number of the pair that three of the other five leave out and the first of
/// the three: the number of the pair that the other two are among six.
pub(super) static THREES: [[Ways; 3]; SIX] = {
    let mut threes = [[Ways::new([NIL; 32]); 3]; SIX];
    let mut gone = 0;
    while gone < SIX {
        let mut rows = [[NIL; 32]; 3];
        let mut pair = 0;
        while pair < TWO_OF_FIVE {
            let [first, b, c] = REST[pair];
            let others = PAIR[of_six(b, gone)][of_six(c, gone)] as i8;
            rows[first][pair] = others;
            rows[first][pair + 16] = others;
            pair += 1;
        }
        threes[gone] = three(rows);
        gone += 1;
    }
    threes
};

/// The number of the pair of two different numbers below five.
pub(super) const PAIR_OF_FIVE: [[usize; FIVE]; FIVE] = numbered(&BOTH);

/// The number of the pair that is a set of numbers below five.
pub(super) const PAIR_OF_SET: [usize; 1 << FIVE] = by_set(&BOTH);

/// The cells and the pairs of cells that are left of six.
#[derive(Clone, Copy)]
pub(super) struct Left {
    pub(super) cells: [usize; FIVE],
    /// In the order of [`BOTH`].
    pub(super) pairs: [usize; TWO_OF_FIVE],
}

/// For each cell what is left when it is filled, by the numbers among six.
pub(super) const LEFT: [Left; SIX] = {
    let mut left = [Left { cells: [0; FIVE], pairs: [0; TWO_OF_FIVE] }; SIX];
    let mut gone = 0;
    while gone < SIX {
        let mut cell = 0;
        while cell < FIVE {
            left[gone].cells[cell] = of_six(cell, gone);
            cell += 1;
        }
        let mut pair = 0;
        while pair < TWO_OF_FIVE {
            let [a, b] = BOTH[pair];
            left[gone].pairs[pair] = PAIR[of_six(a, gone)][of_six(b, gone)];
            pair += 1;
        }
        gone += 1;
    }
    left
};

/// Returns the number among six of a number among the five that are left.
pub(super) const fn of_six(number: usize, gone: usize) -> usize {
    number + (number >= gone) as usize
}
