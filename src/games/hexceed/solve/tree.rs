//! The search: alpha-beta with a zero window, over boards whose pieces are handed over.

use super::super::board::Board;
use super::super::geometry::CELLS;
use super::super::piece::Piece;
use super::super::position::Hexceed;
use super::Budget;
use super::lanes::{LANES, Lanes, add, first, greatest, keep, rest};
use super::root::Root;
use super::table::{Known, Table};
use crate::kernel::Bits;

/// Above every margin to come: 36 trios of two points are 72.
const INFINITY: i32 = 100;
/// The number of nodes between two checks of the budget.
const NODES_PER_LOOK: u64 = 1024;
/// Tables for cells are this long, so that an index cut to 5 bits needs no check.
const ROWS: usize = 32;

/// A position below the root: the board, its empty cells as lanes, and the pieces that nobody holds.
#[derive(Clone, Copy)]
pub(super) struct Node {
    board: Board,
    cells: u16,
    pieces: u16,
}

impl Node {
    /// Returns the node in which a piece is held.
    #[inline]
    const fn without(self, piece: usize) -> Self {
        Self { pieces: self.pieces & !(1 << piece), ..self }
    }

    #[inline]
    const fn empty_count(self) -> usize {
        self.cells.count_ones() as usize
    }
}

/// The search below one position.
///
/// Values are margins to come from the view of the side to move: the side that hands a piece over
/// in [`hand`](Self::hand) and the side that places one in [`place`](Self::place). Both are
/// *fail-soft*: a result of at least `beta` is a lower bound, a smaller one an upper bound.
pub(super) struct Tree<'a> {
    root: Root,
    start: Node,
    table: &'a mut Table,
    budget: Budget<'a>,
    nodes: u64,
    is_stopped: bool,
    /// The qualities of the piece on each cell, 0 for an empty one.
    codes: [u8; ROWS],
    /// By the number of empty cells: what each piece scores in each lane; filled lanes hold 0.
    gains: [[Lanes; LANES]; LANES + 1],
}

impl<'a> Tree<'a> {
    /// Returns the search below a position with at most 16 empty cells.
    pub(super) fn new(position: &Hexceed, table: &'a mut Table, budget: Budget<'a>) -> Self {
        let root = Root::new(position);
        let all = ((1_u32 << root.cells.len()) - 1) as u16;
        let mut codes = [0; ROWS];
        for (piece, cell) in position.pieces() {
            codes[cell.index()] = piece.qualities();
        }
        let mut gains = [[[0; LANES]; LANES]; LANES + 1];
        for (row, piece) in gains[root.cells.len()].iter_mut().zip(&root.pieces) {
            for (gain, cell) in row.iter_mut().zip(&root.cells) {
                *gain = position.gain(*piece, *cell) as u8;
            }
        }
        let start = Node { board: *position.board(), cells: all, pieces: all };
        Self { root, start, table, budget, nodes: 0, is_stopped: false, codes, gains }
    }

    /// Returns the number of nodes so far.
    pub(super) const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Returns the margin to come, or `None` if the budget ran out.
    ///
    /// MTD(f) (Plaat 1995): each search with a zero window answers "at least so much?", and its
    /// answer is the next question, until both bounds meet.
    pub(super) fn value(&mut self, position: &Hexceed, guess: i32) -> Option<i32> {
        let (mut lower, mut upper) = (-INFINITY, INFINITY);
        let mut value = guess;
        while lower < upper {
            let beta = if value == lower { value + 1 } else { value };
            value = match position.held() {
                None => self.hand(self.start, beta),
                Some(held) => {
                    let held = self.number(held);
                    self.place(self.start.without(held), held, beta)
                }
            };
            if self.is_stopped {
                return None;
            }
            if value < beta {
                upper = value;
            } else {
                lower = value;
            }
        }
        Some(value)
    }

    /// Returns whether handing a piece over leads to a margin to come of at least `value`.
    pub(super) fn hand_reaches(&mut self, piece: Piece, value: i32) -> Option<bool> {
        let piece = self.number(piece);
        let reply = self.place(self.start.without(piece), piece, 1 - value);
        (!self.is_stopped).then_some(-reply >= value)
    }

    /// Returns whether placing the held piece in a lane leads to a margin to come of at least
    /// `value`, the points of the placement included.
    pub(super) fn place_reaches(&mut self, held: Piece, lane: usize, value: i32) -> Option<bool> {
        let held = self.number(held);
        let node = self.start.without(held);
        let reached = self.place_in(node, held, lane, value);
        (!self.is_stopped).then_some(reached >= value)
    }

    fn number(&self, piece: Piece) -> usize {
        self.root.pieces.iter().position(|other| *other == piece).unwrap_or(0)
    }

    /// Counts a node and checks the budget now and then.
    #[inline]
    fn count(&mut self) {
        self.nodes += 1;
        if self.nodes % NODES_PER_LOOK == 0 {
            self.is_stopped |= self.nodes >= self.budget.nodes || (self.budget.gives_up)();
        }
    }

    /// The side to move hands a piece over.
    fn hand(&mut self, node: Node, beta: i32) -> i32 {
        self.count();
        let empty = node.empty_count();
        match empty {
            0 => return 0,
            1 => return -i32::from(self.gains[1][first(node.pieces)][first(node.cells)]),
            2 => return self.hand_with_two(node),
            3 => return -self.hold_with_three(node).into_iter().fold(INFINITY, i32::min),
            _ if self.is_stopped => return 0,
            _ => {}
        }
        let known = self.table.probe(&node.board).unwrap_or(Known::NOTHING);
        if i32::from(known.lower) >= beta {
            return i32::from(known.lower);
        }
        if i32::from(known.upper) < beta {
            return i32::from(known.upper);
        }
        // The stored best move comes first, then the moves that give the other side the least at
        // once.
        let mut order = Order::default();
        for piece in Bits::of(node.pieces) {
            let given = u16::from(greatest(self.gains[empty][piece % LANES]));
            let is_known = self.root.pieces[piece].index() == known.piece as usize;
            order.insert(if is_known { 0 } else { 1 + given }, piece);
        }
        let mut best = -INFINITY;
        let mut best_piece = known.piece;
        for piece in order.iter() {
            let value = -self.place(node.without(piece), piece, 1 - beta);
            if value > best {
                best = value;
                if value >= beta {
                    best_piece = self.root.pieces[piece].index() as u8;
                    break;
                }
            }
        }
        if !self.is_stopped {
            // Margins to come fit 8 bits.
            let (lower, upper) =
                if best >= beta { (best as i8, known.upper) } else { (known.lower, best as i8) };
            self.table.store(&node.board, empty, Known { lower, upper, piece: best_piece });
        }
        best
    }

    /// The side to move places the piece `held`, which is not among the node's pieces.
    fn place(&mut self, node: Node, held: usize, beta: i32) -> i32 {
        self.count();
        let empty = node.empty_count();
        let gains = self.gains[empty][held % LANES];
        match empty {
            1 => return i32::from(gains[first(node.cells)]),
            2 => return self.hold_with_two(node, held),
            3 => {
                let all = node.pieces | 1 << held;
                let before = (all & ((1 << held) - 1)).count_ones() as usize;
                return self.hold_with_three(Node { pieces: all, ..node })[before % 3];
            }
            _ => {}
        }
        // What scores most comes first.
        let mut order = Order::default();
        for lane in Bits::of(node.cells) {
            order.insert(u16::from(u8::MAX - gains[lane % LANES]), lane);
        }
        let mut best = -INFINITY;
        for lane in order.iter() {
            best = best.max(self.place_in(node, held, lane, beta));
            if best >= beta {
                break;
            }
        }
        best
    }

    /// The side to move places the piece in that lane and then hands one over.
    #[inline]
    fn place_in(&mut self, node: Node, held: usize, lane: usize, beta: i32) -> i32 {
        let gain = i32::from(self.gains[node.empty_count()][held % LANES][lane % LANES]);
        let child = self.fill(node, held, lane);
        let cell = self.root.cells[lane].index() % ROWS;
        self.codes[cell] = self.root.qualities[held % LANES];
        let value = gain + self.hand(child, beta - gain);
        self.codes[cell] = 0;
        value
    }

    /// Returns the node with the piece on the board, and sets its row of gains.
    #[inline]
    fn fill(&mut self, node: Node, held: usize, lane: usize) -> Node {
        let (piece, cell) = (self.root.pieces[held], self.root.cells[lane]);
        // A trio that waits for one more piece has a pair of filled cells. The pairs that this
        // placement makes ask for what the piece shares with the other cell, quality by quality;
        // a piece gains by those qualities that it shares with the placed one.
        let [colour, symbol, ink] =
            node.board.sharing(piece).map(|sharing| self.root.opened(lane, sharing));
        let both = add(colour, symbol);
        let none = [0; LANES];
        let more =
            [none, colour, symbol, both, ink, add(colour, ink), add(symbol, ink), add(both, ink)];
        let mut mask = [u8::MAX; LANES];
        mask[lane % LANES] = 0;
        let empty = node.empty_count();
        let shared = self.root.shared[held % LANES];
        for other in Bits::of(node.pieces) {
            let gains =
                add(self.gains[empty][other % LANES], more[shared[other % LANES] as usize % 8]);
            self.gains[empty - 1][other % LANES] = keep(gains, mask);
        }
        let mut board = node.board;
        board.place(piece, cell);
        Node { board, cells: node.cells & !(1 << lane), pieces: node.pieces }
    }
}

/// The last three cells are evaluated without a search.
impl Tree<'_> {
    /// Returns the codes of the filled cells that form a trio with two lanes.
    #[inline]
    fn codes_between(&self, a: usize, b: usize) -> u32 {
        u32::from_le_bytes(self.root.thirds(a, b).map(|cell| self.codes[cell as usize % ROWS]))
    }

    /// Returns the value of holding `held` with two cells left, the other piece being the last.
    fn hold_with_two(&self, node: Node, held: usize) -> i32 {
        let (a, b) = (first(node.cells), first(rest(node.cells)));
        let last = first(node.pieces);
        let mine = &self.gains[2][held % LANES];
        let yours = &self.gains[2][last];
        let both = self.root.qualities[held % LANES] & self.root.qualities[last];
        let way = |a: usize, b: usize| i32::from(mine[a]) - i32::from(yours[b]);
        way(a, b).max(way(b, a)) - joint(self.codes_between(a, b), both)
    }

    /// Returns the value of handing over one of the last two pieces.
    fn hand_with_two(&self, node: Node) -> i32 {
        let (p, q) = (first(node.pieces), first(rest(node.pieces)));
        -self.hold_with_two(node.without(p), p).min(self.hold_with_two(node.without(q), q))
    }

    /// Returns the values of holding each of the last three pieces, in order, from the view of the
    /// side that holds it.
    #[inline]
    fn hold_with_three(&self, node: Node) -> [i32; 3] {
        let cells = three(node.cells);
        let pieces = three(node.pieces);
        let gains = pieces.map(|piece| cells.map(|lane| i32::from(self.gains[3][piece][lane])));
        let [p, q, r] = pieces.map(|piece| self.root.qualities[piece]);
        let [a, b, c] = cells;
        // What two pieces score together with the filled cells between two lanes; both are named by
        // the one that is left out.
        let between =
            [self.codes_between(b, c), self.codes_between(a, c), self.codes_between(a, b)];
        let pairs = [q & r, p & r, p & q].map(|both| between.map(|codes| joint(codes, both)));
        let triple = if self.root.is_trio(a, b, c) { (p & q & r).count_ones() as i32 } else { 0 };

        let mut values = [-INFINITY; 3];
        for (one, value) in values.iter_mut().enumerate() {
            let (two, last) = ((one + 1) % 3, (one + 2) % 3);
            for i in 0..3 {
                let (j, k) = ((i + 1) % 3, (i + 2) % 3);
                // With piece `one` in lane i, the other two pieces score in lanes j and k:
                let [two_j, two_k] =
                    [gains[two][j] + pairs[last][k], gains[two][k] + pairs[last][j]];
                let [last_j, last_k] =
                    [gains[last][j] + pairs[two][k], gains[last][k] + pairs[two][j]];
                // What the other side scores with either piece. The trios that take both cells go
                // to whoever places last, the side that holds `one`.
                let (x, y) = (two_j - last_k, two_k - last_j);
                let reply = x.max(y).min(-x.min(y));
                *value = (*value).max(gains[one][i] - reply + pairs[one][i] + triple);
            }
        }
        values
    }
}

/// Returns how many qualities a pair shares with each of four cells, added up.
#[inline]
fn joint(codes: u32, pair: u8) -> i32 {
    (codes & (u32::from(pair) * 0x0101_0101)).count_ones() as i32
}

/// Returns the members of a set of three.
#[inline]
fn three(set: u16) -> [usize; 3] {
    [first(set), first(rest(set)), first(rest(rest(set)))]
}

/// Up to 16 numbers below 16, sorted by a rank as they come in, then by themselves.
#[derive(Default)]
struct Order {
    keys: [u16; LANES],
    count: usize,
}

impl Order {
    #[inline]
    fn insert(&mut self, rank: u16, number: usize) {
        let key = rank << 4 | number as u16;
        let mut i = self.count % LANES;
        while i > 0 && self.keys[i - 1] > key {
            self.keys[i] = self.keys[i - 1];
            i -= 1;
        }
        self.keys[i] = key;
        self.count += 1;
    }

    #[inline]
    fn iter(&self) -> impl Iterator<Item = usize> + use<> {
        self.keys.into_iter().take(self.count).map(|key| key as usize % LANES)
    }
}

const _: () = assert!(CELLS < ROWS, "a cell without a piece has a code of 0");
