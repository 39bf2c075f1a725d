//! The Trimok-specific part of the tables: all positions of up to six stacks.
//!
//! | file | owns |
//! |---|---|
//! | `lineup` | the stacks of one side, and their number |
//! | `forms` | lineups up to symmetry |
//! | `frame` | the cells that a lineup leaves free |
//! | `sizings` | the sizes of a lineup, and how they change |
//! | `groups` | decided positions, by where stacks are |
//! | `pair` | the units: pairs of sectors, and the numbers of positions |
//! | `seeds` | what captures decide before the waves |
//! | `solver` | unmaking the moves within a pair |
//!
//! # Numbers
//!
//! All that a reader of the files needs to know, beside their form (`src/tablebase/header.rs`). Cells are
//! numbered row by row from A1, 0, to F6, 35. The file `trimok-M-N.qtb` holds the positions of M stacks
//! against N, M at least N, and its unit is the bytes M and N. The side with more stacks, with equal numbers
//! the side to move, is the *major*, and the board is turned such that the major is Red: if it is Blue, the
//! rows are reversed and the sides exchanged. The first sector, named `M-N`, has the major to move, the second,
//! `N-M`, the other side; with equal numbers there is one sector. Sides have at most four stacks of a size, except in
//! `trimok-5-1-any.qtb`, which is for the rule `any`; its unit is the bytes 5 and 129, and its sectors end in `-any`, too.
//!
//! A *lineup* is the stacks of a side on numbered places. Stacks on places p0 < p1 < .. are the number
//! C(p0, 1) + C(p1, 2) + .., where C are binomial coefficients; times 3 to the power of the number of stacks;
//! plus their sizes less 1 as digits to the base 3, that of p0 the highest.
//!
//! The *anchor* is the major if it has one or three stacks, else the other side. Of the lineups that the
//! anchor's becomes when sizes are relabelled 1 to 2 to 3 to 1, once or twice or not at all, and, except in the pair
//! 2-2, also by the mirror that exchanges columns A and F, the board is changed to the one of
//! the least number. Then
//!
//! * the *block* is the place of that lineup among all such least lineups;
//! * the *rank* is the number of the other side's lineup on the cells that the anchor leaves free, numbered
//!   from 0 in their order;
//! * the number of the position is the block times the number of such lineups, plus the rank.
//!
//! Every number has a position, except those of five stacks of a size in the pair 5-1. A position and its mirror
//! image may have two numbers in the pair 2-2, and in the pair 4-2 if the anchor's lineup is its own mirror image: both
//! have its value, and the counts in a file count them once.

mod forms;
mod frame;
mod groups;
mod lineup;
mod pair;
mod seeds;
mod sizings;
mod solver;

pub use pair::Pair;
pub use solver::PairSolver;

use frame::Frame;
use lineup::{Lineup, Man};
use pair::MOST_STACKS;

use super::geometry::Cell;
use super::stacks::{Size, Stack};
use super::{Board, Change, Rules, Trimok};
use crate::kernel::{Bits, PerPlayer, Player, Position};
use crate::tablebase::{Buildable, Metric, Place, Solved, Unit};

/// Returns the stacks of a side.
#[inline]
fn lineup(board: Board, player: Player) -> Lineup {
    let stacks = board.stacks(player).into_iter().enumerate();
    Lineup::of(
        stacks.flat_map(|(size, cells)| Bits::of(cells).map(move |cell| Man::new(cell, size))),
    )
}

/// Returns the position with those lineups.
fn position(sides: &PerPlayer<Lineup>, to_move: Player, rules: Rules) -> Trimok {
    let mut board = Board::default();
    for player in Player::ALL {
        for man in sides[player].men() {
            let stack = Stack { player, size: Size::ALL[man.size()] };
            board = board.with(Cell::of_valid_index(man.place() as u32), stack);
        }
    }
    Trimok::new(board, to_move, 0, rules)
}

/// Returns rules under which a pair is solved, otherwise like others.
fn rules_of(pair: Pair, rules: Rules) -> Rules {
    if pair.is_any() { Rules { change: Change::Any, ..rules } } else { rules }
}

impl Solved for Trimok {
    type Unit = Pair;

    const UNLIMITED: Rules = Rules::UNLIMITED;
    const TAG: [u8; 8] = *b"trimok\0\0";
    /// At 20 ms a move, probing from 1, 2 or 3 plies on gains +3 +/- 15, +12 +/- 15 or +14 +/- 16 Elo
    /// over probing from 4 (200 games each).
    const PROBE_DEPTH: u32 = 3;
    const BEGINNING: &'static str = "when no more than six stacks are left";

    fn quiet_limit(rules: &Rules) -> u32 {
        rules.quiet.into()
    }

    #[inline]
    fn locate(&self) -> Option<(Pair, Place)> {
        let board = self.board();
        // A side with less than five stacks never has four others of a size, so a returning stack may become
        // any size under both of these rules.
        let is_free = matches!(self.change(), Change::Captured | Change::Any);
        if board.occupied().count_ones() > MOST_STACKS || !is_free {
            return None;
        }
        let sides = Player::both(|player| board.side(player).count_ones());
        if sides.contains(&0) {
            return None;
        }
        let sides = (lineup(board, Player::First), lineup(board, Player::Second));
        let (pair, place) = Pair::locate(sides.0, sides.1, self.to_move())?;
        Some((if self.change() == Change::Any { pair.with_any() } else { pair }, place))
    }

    fn at(pair: Pair, place: Place, rules: &Rules) -> Option<Self> {
        let (block, rank) = (place.number / pair.block_len(), place.number % pair.block_len());
        let frame = Frame::new(pair.forms().canonical(block));
        let sides = pair.sides(&frame, &pair.others().at(rank));
        let is_possible = pair.is_possible(rank % pair.others().sizings());
        is_possible
            .then(|| position(&sides, Player::from_index(place.sector), rules_of(pair, *rules)))
    }

    fn block(
        pair: Pair,
        sector: usize,
        block: usize,
        rules: &Rules,
    ) -> impl Iterator<Item = Option<Self>> {
        let frame = Frame::new(pair.forms().canonical(block));
        let (others, rules) = (pair.others(), rules_of(pair, *rules));
        (0..others.len()).map(move |rank| {
            let sides = pair.sides(&frame, &others.at(rank));
            let is_possible = pair.is_possible(rank % others.sizings());
            is_possible.then(|| position(&sides, Player::from_index(sector), rules))
        })
    }
}

impl Buildable for Trimok {
    type Solver = PairSolver;

    fn solver(pair: Pair, _metric: Metric) -> PairSolver {
        PairSolver::new(pair)
    }
}
