//! Exact values of small endgames by retrograde analysis: a reference for tests.
//!
//! A sector holds every position with so many stacks for the side to move and so many for the
//! other. Turned to the view of the side to move, the two sectors of such a pair lead into each
//! other by moves that are no captures; captures lead to sectors that are solved already. There are
//! no draws by repetition or quiet plies: what never ends is drawn.
//!
//! Moves forward are those of the game itself; only moves backward are written here.

use super::board::Board;
use super::geometry::{Cell, NEIGHBOURS, RETURNS};
use super::moves::Move;
use super::rules::{Change, Rules};
use super::stacks::{Size, Stack};
use super::state::Trimok;
use crate::kernel::{Bits, Player, Position};

/// The value of a position for the side to move, with the plies to the end under best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Value {
    Win(u32),
    Draw,
    Loss(u32),
}

/// Not decided, so far or for ever.
const DRAWN: u8 = u8::MAX;
/// No position: two stacks on one cell.
const NOTHING: u8 = u8::MAX - 1;

/// The number of ways to choose `k` of `n`.
const CHOOSE: [[u32; 5]; 37] = {
    let mut table = [[0; 5]; 37];
    let mut n = 0;
    while n < 37 {
        table[n][0] = 1;
        let mut k = 1;
        while n > 0 && k < 5 {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

/// The positions with `own` stacks for the side to move and `other` for the other side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sector {
    pub(super) own: usize,
    pub(super) other: usize,
}

impl Sector {
    const fn turned(self) -> Self {
        Self { own: self.other, other: self.own }
    }

    /// The sizes of all stacks but the first, which relabelling makes size 1.
    const fn labels(self) -> usize {
        3_usize.pow((self.own + self.other - 1) as u32)
    }

    const fn slots(self) -> usize {
        (CHOOSE[36][self.own] * CHOOSE[36][self.other]) as usize * self.labels()
    }

    /// Returns the number of a position with Red to move.
    fn rank(self, board: Board) -> usize {
        let mut sizes = 0;
        let mut first = None;
        let mut cells = [0; 2];
        for player in Player::ALL {
            for (i, index) in Bits::of(board.side(player)).enumerate() {
                cells[player.index()] += CHOOSE[index][i + 1] as usize;
                let [one, two, _] = board.sizes();
                // Size 1 as 0, 2 as 1, 3 as 2.
                let size = 2 - 2 * (one >> index & 1) as usize - (two >> index & 1) as usize;
                match first {
                    None => first = Some(size),
                    Some(first) => sizes = sizes * 3 + (size + 3 - first) % 3,
                }
            }
        }
        (cells[0] * CHOOSE[36][self.other] as usize + cells[1]) * self.labels() + sizes
    }

    /// Returns the position with Red to move of that number; `None` where two stacks would share a
    /// cell.
    fn unrank(self, number: usize) -> Option<Board> {
        let (mut sizes, cells) = (number % self.labels(), number / self.labels());
        let others = CHOOSE[36][self.other] as usize;
        let (own, other) = (subset(cells / others, self.own), subset(cells % others, self.other));
        if own & other != 0 {
            return None;
        }
        let mut board = Board::default();
        // The last stack's size is the lowest digit, so they are put down backwards; what is left
        // for the first one is 0, size 1.
        for (player, mut side) in [(Player::Second, other), (Player::First, own)] {
            while side != 0 {
                let index = 63 - side.leading_zeros() as usize;
                side ^= 1 << index;
                board = board.with(
                    Cell::of_valid_index(index as u32),
                    Stack { player, size: Size::ALL[sizes % 3] },
                );
                sizes /= 3;
            }
        }
        Some(board)
    }
}

/// Returns the set of `k` cells of that number in the combinatorial number system.
fn subset(mut number: usize, k: usize) -> u64 {
    let mut set = 0;
    for i in (1..=k).rev() {
        let mut cell = i - 1;
        while CHOOSE[cell + 1][i] as usize <= number {
            cell += 1;
        }
        number -= CHOOSE[cell][i] as usize;
        set |= 1 << cell;
    }
    set
}

/// The solved sectors.
pub(super) struct Tables {
    rules: Rules,
    /// For each position the plies to the end, odd for a win, or `DRAWN` or `NOTHING`.
    solved: Vec<(Sector, Vec<u8>)>,
}

impl Tables {
    /// Solves every sector with at most `stacks` stacks on the board, four at most.
    pub(super) fn up_to(stacks: usize, change: Change) -> Self {
        let rules = Rules { change, quiet: 0, repeat: 0 };
        let mut tables = Self { rules, solved: Vec::new() };
        for all in 2..=stacks {
            for own in (all.div_ceil(2)..all).rev() {
                tables.solve(Sector { own, other: all - own });
            }
        }
        tables
    }

    /// Returns the entries of a sector that are positions.
    pub(super) fn values(&self, sector: Sector) -> impl Iterator<Item = Value> + '_ {
        self.table(sector).iter().filter(|plies| **plies != NOTHING).map(|plies| value(*plies))
    }

    /// Returns the legal moves of a position of a solved sector with the value that each leads to,
    /// for the side that makes it.
    pub(super) fn moves(&self, position: &Trimok) -> Vec<(Move, Value)> {
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let valued = moves.into_iter().map(|m| match self.probe(&after(position, m)) {
            Value::Win(plies) => (m, Value::Loss(plies + 1)),
            Value::Draw => (m, Value::Draw),
            Value::Loss(plies) => (m, Value::Win(plies + 1)),
        });
        valued.collect()
    }

    /// Returns the value of any position of a solved sector.
    pub(super) fn probe(&self, position: &Trimok) -> Value {
        let board = red_to_move(position);
        let (own, other) = (board.side(Player::First), board.side(Player::Second));
        match (own.count_ones() as usize, other.count_ones() as usize) {
            (0, _) => Value::Loss(0),
            (own, other) => {
                let sector = Sector { own, other };
                value(self.table(sector)[sector.rank(board)])
            }
        }
    }

    fn table(&self, sector: Sector) -> &[u8] {
        let found = self.solved.iter().find(|(solved, _)| *solved == sector);
        &found.unwrap_or_else(|| panic!("{sector:?} is not solved")).1
    }

    /// Solves a sector and the one it alternates with, which may be the same.
    fn solve(&mut self, sector: Sector) {
        let mut sectors = vec![sector];
        if sector.own != sector.other {
            sectors.push(sector.turned());
        }
        let mut plies: Vec<Vec<u8>> = sectors.iter().map(|s| vec![DRAWN; s.slots()]).collect();
        // How many moves have not yet been seen to lose.
        let mut open: Vec<Vec<u8>> = sectors.iter().map(|s| vec![0; s.slots()]).collect();
        // Positions to be decided, by plies to the end.
        let mut due: Vec<Vec<(usize, usize)>> = vec![Vec::new(); 256];
        let mut moves = Vec::new();
        for (side, sector) in sectors.iter().enumerate() {
            for number in 0..sector.slots() {
                let Some(board) = sector.unrank(number) else {
                    plies[side][number] = NOTHING;
                    continue;
                };
                let position = Trimok::new(board, Player::First, 0, self.rules);
                moves.clear();
                position.legal_moves(&mut moves);
                open[side][number] = moves.len() as u8;
                let mut longest_loss = 0;
                for &m in &moves {
                    if !position.is_irreversible(m) {
                        continue;
                    }
                    match self.probe(&after(&position, m)) {
                        Value::Loss(plies) => due[plies as usize + 1].push((side, number)),
                        Value::Win(plies) => {
                            open[side][number] -= 1;
                            longest_loss = longest_loss.max(plies + 1);
                        }
                        Value::Draw => {}
                    }
                }
                if open[side][number] == 0 {
                    due[longest_loss as usize].push((side, number));
                }
            }
        }
        for distance in 0..due.len() {
            for (side, number) in std::mem::take(&mut due[distance]) {
                if plies[side][number] != DRAWN {
                    continue;
                }
                plies[side][number] = distance as u8;
                let Some(board) = sectors[side].unrank(number) else { continue };
                let before = (side + 1) % sectors.len();
                let exchanges = self.rules.change != Change::None;
                before_each(board, exchanges, |board| {
                    let number = sectors[before].rank(board);
                    if plies[before][number] != DRAWN {
                        return;
                    }
                    if distance % 2 == 0 {
                        due[distance + 1].push((before, number));
                    } else {
                        open[before][number] -= 1;
                        if open[before][number] == 0 {
                            let late = longest(self, board).max(distance as u32 + 1);
                            due[late as usize].push((before, number));
                        }
                    }
                });
            }
        }
        self.solved.extend(sectors.into_iter().zip(plies));
    }
}

/// Returns the greatest distance of a loss that a capture in this position leads to, 0 for none.
fn longest(tables: &Tables, board: Board) -> u32 {
    let position = Trimok::new(board, Player::First, 0, tables.rules);
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves.retain(|m| position.is_irreversible(*m));
    let distances = moves.into_iter().map(|m| match tables.probe(&after(&position, m)) {
        Value::Win(plies) => plies + 1,
        _ => 0,
    });
    distances.max().unwrap_or(0)
}

fn after(position: &Trimok, m: Move) -> Trimok {
    let mut after = *position;
    after.make(m);
    after
}

fn value(plies: u8) -> Value {
    match plies {
        DRAWN => Value::Draw,
        plies if plies % 2 == 1 => Value::Win(plies.into()),
        plies => Value::Loss(plies.into()),
    }
}

/// Returns the board turned so that Red is to move.
fn red_to_move(position: &Trimok) -> Board {
    match position.to_move() {
        Player::First => position.board(),
        Player::Second => position.board().turned_over(),
    }
}

/// Calls `visit` with every position, Red to move, from which a step or a return move leads to
/// `board`, Red to move there too.
fn before_each(board: Board, exchanges: bool, mut visit: impl FnMut(Board)) {
    // Turned over, the stacks that may have just moved are Red's.
    let board = board.turned_over();
    for to in Cell::all().filter(|cell| board.side(Player::First) & cell.bit() != 0) {
        let Some(stack) = board.at(to) else { continue };
        let rest = board.without(to);
        for from in Bits::of(NEIGHBOURS[to.index()] & board.empty()) {
            visit(rest.with(Cell::of_valid_index(from as u32), stack));
        }
        // Blue's return moves lead from row 1 to row 6: backwards they are Red's. With at most four
        // stacks the size that arrived was always to be had, whatever returned.
        for from in Bits::of(RETURNS[Player::Second.index()][to.index()] & board.empty()) {
            for size in Size::ALL.into_iter().filter(|size| exchanges || *size == stack.size) {
                visit(rest.with(Cell::of_valid_index(from as u32), Stack { size, ..stack }));
            }
        }
    }
}
