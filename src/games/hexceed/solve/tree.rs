//! The search: alpha-beta with a zero window, over boards whose pieces are handed over.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::super::board::Board;
use super::super::geometry::Trio;
use super::super::lanes::{LANES, Lanes, first, greatest, members};
use super::super::moves::HexceedMove;
use super::super::piece::Piece;
use super::super::position::Hexceed;
use super::super::scoring::pairs;
use super::Budget;
use super::last::{LAST, LastFour};
use super::order::{Experience, MoveOrder, TEN};
use super::qualities::{INFINITY, PerQuality, QUALITIES, one_each};
use super::root::Root;
use super::seven::{SEVEN, Seven};
use super::six::{Asked, Fives, Pieces, SIX, Six};
use super::table::{Known, Recent, Table};
use crate::kernel::{Bits, array, parallel};
use crate::network::Hybrid;

/// The number of nodes between two checks of the budget.
const NODES_PER_LOOK: u64 = 1024;
/// Boards with fewer empty cells are searched again sooner than looked up in a table that no cache holds. Those with
/// seven come up again soon, if at all.
const KEPT: usize = 8;
/// Positions with fewer empty cells are not worth sharing among threads.
const SHARED: usize = 10;
/// With fewer empty cells nothing is gained by learning which moves are good.
const LEARNED: usize = 9;
/// With fewer empty cells nothing is gained by asking the network which moves are good.
const ESTIMATED: usize = 11;
/// All moves that promise so much more than is needed are alike, in hundredths of a point.
const ENOUGH: i32 = 25;

/// Only orders moves, so it is always the game's own: what the program answers, and by how many nodes, does not depend
/// on the network that evaluates.
static NETWORK: LazyLock<Hybrid<Hexceed>> = LazyLock::new(Hybrid::default);

/// A position below the root: the board, its empty cells as lanes, and the pieces that nobody holds.
#[derive(Clone, Copy)]
pub(super) struct Node {
    board: Board,
    cells: u16,
    pieces: u16,
    /// The empty cells once more: -1 in their lanes.
    open: Lanes,
    /// The trios of empty cells.
    trios: u64,
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
#[derive(Clone)]
pub(super) struct Tree<'a> {
    root: &'a Root,
    start: Node,
    table: &'a Table,
    budget: Budget<'a>,
    /// The nodes of all trees of a solver, and how many the budget allows them.
    count: &'a AtomicU64,
    limit: u64,
    /// The nodes of this tree that are not in `count` yet.
    uncounted: u64,
    is_stopped: bool,
    /// Raised when what this thread searches no longer matters.
    calls_off: Option<&'a CallOff<'a>>,
    /// For each quality, how many trios in each lane wait for a piece that has it. Filled lanes hold
    /// anything.
    waiting: [Lanes; QUALITIES],
    /// The qualities of the filled cells that form a trio with two lanes.
    between: [[PerQuality; LANES]; LANES],
    experience: Experience,
    /// The boards with seven cells that were searched last.
    recent: Recent,
    scratch: Scratch,
}

/// The boards with seven cells, six and five that are looked at, filled in again for each.
#[derive(Clone)]
struct Scratch {
    seven: Seven,
    six: Six,
    fives: [Fives; 2],
}

/// A flag for the threads that search the moves of one position, and those of the positions above.
struct CallOff<'a> {
    flag: AtomicBool,
    above: Option<&'a Self>,
}

impl CallOff<'_> {
    fn is_raised(&self) -> bool {
        self.flag.load(Ordering::Relaxed) || self.above.is_some_and(Self::is_raised)
    }
}

impl<'a> Tree<'a> {
    /// Returns the search below a position, whose tables `root` holds. Its nodes are added to `count`,
    /// in the end by [`report_nodes`](Self::report_nodes).
    pub(super) fn new(
        position: &Hexceed,
        root: &'a Root,
        table: &'a Table,
        budget: Budget<'a>,
        count: &'a AtomicU64,
    ) -> Self {
        let all = ((1_u32 << root.cells.len()) - 1) as u16;
        let mut between = [[0; LANES]; LANES];
        for (piece, filled) in position.pieces() {
            for trio in Trio::ALL.iter().filter(|trio| trio.cells.contains(&filled)) {
                let lane = |cell| root.cells.iter().position(|empty| *empty == cell);
                let lanes: Vec<usize> = trio.cells.into_iter().filter_map(lane).collect();
                if let [a, b] = lanes[..] {
                    between[a][b] += one_each(piece);
                    between[b][a] = between[a][b];
                }
            }
        }
        let planes = position.board().by_quality();
        let mut waiting = [[0; LANES]; QUALITIES];
        for (row, plane) in waiting.iter_mut().zip(planes) {
            for (number, cell) in row.iter_mut().zip(&root.cells) {
                *number = pairs(cell.index(), plane) as i8;
            }
        }
        let mut open = [0; LANES];
        open[..root.cells.len()].fill(-1);
        let start = Node {
            board: *position.board(),
            cells: all,
            pieces: all,
            open: open.into(),
            trios: root.all_trios(),
        };
        Self {
            root,
            start,
            table,
            budget,
            count,
            limit: count.load(Ordering::Relaxed).saturating_add(budget.nodes),
            uncounted: 0,
            is_stopped: false,
            calls_off: None,
            waiting: waiting.map(Lanes::new),
            between,
            experience: Experience::NONE,
            recent: Recent::new(),
            scratch: Scratch { seven: Seven::NONE, six: Six::NONE, fives: [Fives::NONE; 2] },
        }
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
            value = self.bound(position, beta)?;
            if value < beta {
                upper = value;
            } else {
                lower = value;
            }
        }
        Some(value)
    }

    /// Returns a lower bound of the margin to come of at least `beta`, or an upper bound below it; `None`
    /// if the budget ran out.
    pub(super) fn bound(&mut self, position: &Hexceed, beta: i32) -> Option<i32> {
        let bound = match position.held() {
            None => self.hand(self.start, beta),
            Some(held) => {
                let held = self.number(held);
                self.place(self.start.without(held), held, beta)
            }
        };
        (!self.is_stopped).then_some(bound)
    }

    /// Returns a move that leads to a margin to come of at least `value`, or `None` if the budget ran
    /// out or the game is over.
    pub(super) fn move_to(&mut self, position: &Hexceed, value: i32) -> Option<HexceedMove> {
        let found = match position.held() {
            None => {
                let known = self.table.probe(&self.start.board).unwrap_or(Known::NOTHING);
                let (_, piece) = self.hand_each(self.start, known.piece, value);
                HexceedMove::hand(*self.root.pieces.get(piece)?)
            }
            Some(held) => {
                let number = self.number(held);
                let (_, lane) = self.place_each(self.start.without(number), number, value);
                HexceedMove::place(held, *self.root.cells.get(lane)?)
            }
        };
        (!self.is_stopped).then_some(found)
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
        let gain = self.gains(held).to_array()[lane];
        let reached = self.place_in(node, held, lane, i32::from(gain), value);
        (!self.is_stopped).then_some(reached >= value)
    }

    fn number(&self, piece: Piece) -> usize {
        self.root.pieces.iter().position(|other| *other == piece).unwrap_or(0)
    }

    /// Counts a node and checks the budget now and then.
    #[inline]
    fn count(&mut self) {
        self.uncounted += 1;
        if self.uncounted >= NODES_PER_LOOK {
            self.look();
        }
    }

    /// Checks the budget.
    fn look(&mut self) {
        self.is_stopped |= self.report_nodes() >= self.limit
            || (self.budget.gives_up)()
            || self.calls_off.is_some_and(CallOff::is_raised);
    }

    /// Adds the nodes of this tree to those of all, and returns these.
    pub(super) fn report_nodes(&mut self) -> u64 {
        let nodes = std::mem::take(&mut self.uncounted);
        self.count.fetch_add(nodes, Ordering::Relaxed) + nodes
    }

    /// Returns what a piece scores in each lane.
    #[inline(always)]
    fn gains(&self, piece: usize) -> Lanes {
        let [colour, symbol, ink] = self.root.qualities[piece % LANES];
        self.waiting[colour % QUALITIES]
            + self.waiting[symbol % QUALITIES]
            + self.waiting[ink % QUALITIES]
    }

    /// The side to move hands a piece over.
    fn hand(&mut self, node: Node, beta: i32) -> i32 {
        self.count();
        let empty = node.empty_count();
        match empty {
            0 => return 0,
            LAST => return self.hand_last(node),
            _ if self.is_stopped => return 0,
            _ => {}
        }
        if empty == SIX {
            return self.hand_six(node, beta);
        }
        let known = self.known(&node.board, empty).unwrap_or(Known::NOTHING);
        if i32::from(known.lower) >= beta {
            return i32::from(known.lower);
        }
        if i32::from(known.upper) < beta {
            return i32::from(known.upper);
        }
        let (best, piece) = self.hand_each(node, known.piece, beta);
        if empty >= SEVEN && !self.is_stopped {
            // Margins to come fit 8 bits.
            let known = if best >= beta {
                let piece = self.root.pieces[piece].index() as u8;
                Known { lower: best as i8, piece, ..known }
            } else {
                Known { upper: best as i8, ..known }
            };
            match empty {
                KEPT.. => self.table.store(&node.board, empty, known),
                _ => self.recent.store(&node.board, known),
            }
        }
        best
    }

    /// Returns what is known of a board with so many empty cells.
    #[inline(always)]
    fn known(&self, board: &Board, empty: usize) -> Option<Known> {
        match empty {
            KEPT.. => self.table.probe(board),
            SEVEN => self.recent.probe(board),
            _ => None,
        }
    }

    /// Hands over each piece until one leads to at least `beta`. Returns the best value and its piece.
    #[inline(always)]
    fn hand_each(&mut self, node: Node, known: u8, beta: i32) -> (i32, usize) {
        // The stored best piece comes first, then those that give the other side the least at once.
        let mut given = [0; LANES];
        for piece in Bits::of(node.pieces) {
            let is_known = self.root.pieces[piece].index() == known as usize;
            given[piece % LANES] =
                if is_known { -1 } else { greatest(self.gains(piece) & node.open) };
        }
        let empty = node.empty_count();
        let is_learned = empty >= LEARNED;
        if empty == TEN {
            self.experience.forget_recent();
        }
        let order = if is_learned {
            let promises = self.promises_of_pieces(node, &given, beta);
            self.experience.pieces(node.pieces, &promises, &given)
        } else {
            MoveOrder::by_rank(given, node.pieces)
        };
        let found = self.try_each(order, beta, empty, |tree, piece| {
            -tree.place(node.without(piece), piece, 1 - beta)
        });
        if is_learned && found.0 >= beta {
            self.experience.learn_piece(empty, order, found.1);
        }
        found
    }

    /// Returns how good each piece seems to hand over. The stored best one, of which nothing is given, is best; the
    /// others are judged by the network, with few empty cells by what the other side scores at once.
    #[cold]
    fn promises_of_pieces(&self, node: Node, given: &[i8; LANES], beta: i32) -> [i32; LANES] {
        let mut promises = given.map(|given| -i32::from(given));
        if node.empty_count() >= ESTIMATED {
            for piece in Bits::of(node.pieces) {
                let value = || -self.estimate(node.without(piece), Some(piece)) - 100 * beta;
                promises[piece] = if given[piece] < 0 { INFINITY } else { value().min(ENOUGH) };
            }
        }
        promises
    }

    /// Returns how good it seems to place a piece in each lane, judged by the network, with few empty cells by what
    /// it scores at once.
    #[cold]
    fn promises_of_lanes(
        &self,
        node: Node,
        held: usize,
        gains: &[i8; LANES],
        beta: i32,
    ) -> [i32; LANES] {
        let mut promises = gains.map(i32::from);
        if node.empty_count() >= ESTIMATED {
            for lane in Bits::of(node.cells) {
                let mut board = node.board;
                board.place(self.root.pieces[held], self.root.cells[lane]);
                let value = self.estimate(Node { board, ..node }, None) + 100 * promises[lane];
                promises[lane] = (value - 100 * beta).min(ENOUGH);
            }
        }
        promises
    }

    /// Returns the margin to come that the network expects for the side to move, in hundredths of a point.
    fn estimate(&self, node: Node, held: Option<usize>) -> i32 {
        let piece = |number: usize| self.root.pieces[number];
        let unused = Bits::of(node.pieces).fold(0, |set, number| set | 1 << piece(number).index());
        NETWORK.value(&Hexceed::without_points(node.board, unused, held.map(piece)))
    }

    /// The side to move places the piece `held`, which is not among the node's pieces.
    fn place(&mut self, node: Node, held: usize, beta: i32) -> i32 {
        self.count();
        if node.empty_count() == SIX {
            return self.place_six(node, held, beta);
        }
        // What is likely to be no good anywhere.
        if node.empty_count() == SEVEN && beta > 0 {
            return self.place_seven(node, held, beta);
        }
        self.place_each(node, held, beta).0
    }

    /// The side to move places the piece `held`, with six cells left.
    #[inline(never)]
    fn place_six(&mut self, node: Node, held: usize, beta: i32) -> i32 {
        let asked = Asked::new(self.root, &self.waiting, &self.between, node.trios);
        let Scratch { six, fives, .. } = &mut self.scratch;
        six.look_up(&asked, node.pieces | 1 << held, members(node.cells));
        let mut boards = 0;
        let value = six.place(six.name(held), beta, &mut boards, &mut fives[0]);
        self.uncounted += boards;
        value
    }

    /// The side to move hands over one of the last six pieces.
    #[inline(never)]
    fn hand_six(&mut self, node: Node, beta: i32) -> i32 {
        let asked = Asked::new(self.root, &self.waiting, &self.between, node.trios);
        let Scratch { six, fives, .. } = &mut self.scratch;
        six.look_up(&asked, node.pieces, members(node.cells));
        let mut boards = 0;
        let value = six.hand(beta, &mut boards, fives);
        self.uncounted += boards;
        value
    }

    /// The side to move places the piece `held`, with seven cells left, and hands over one of the others.
    #[inline(never)]
    fn place_seven(&mut self, node: Node, held: usize, beta: i32) -> i32 {
        let gains = self.gains(held) & node.open;
        let mut order = MoveOrder::by_gain(gains, node.cells);
        let lanes = array::of(|_| order.next().unwrap_or(0));
        let asked = Asked::new(self.root, &self.waiting, &self.between, node.trios);
        let Scratch { seven, six, fives } = &mut self.scratch;
        six.pieces = Pieces::new(&asked, node.pieces, &lanes);
        seven.look_up(&asked, lanes, &six.pieces, held);
        let gains = gains.to_array();
        let mut best = -INFINITY;
        let mut boards = 0;
        for (cell, lane) in lanes.into_iter().enumerate() {
            boards += 1;
            let gain = i32::from(gains[lane % LANES]);
            seven.leave(cell, six);
            best = best.max(gain + six.hand(beta - gain, &mut boards, fives));
            if best >= beta {
                break;
            }
        }
        self.uncounted += boards;
        best
    }

    /// Places the piece in each lane until that leads to at least `beta`. Returns the best value and
    /// its lane.
    #[inline(always)]
    fn place_each(&mut self, node: Node, held: usize, beta: i32) -> (i32, usize) {
        let gains = self.gains(held) & node.open;
        let mut order = MoveOrder::by_gain(gains, node.cells);
        let gains = gains.to_array();
        let empty = node.empty_count();
        if let Some(known) = self.place_known(node, held, &gains, beta) {
            if empty == KEPT {
                self.experience.note_recent(held, known.1);
            }
            return known;
        }
        let is_learned = empty >= LEARNED;
        if is_learned {
            let promises = self.promises_of_lanes(node, held, &gains, beta);
            order = self.experience.lanes(held, node.cells, &promises, &gains);
        }
        let found = self.try_each(order, beta, empty, |tree, lane| {
            tree.place_in(node, held, lane, i32::from(gains[lane % LANES]), beta)
        });
        if is_learned && found.0 >= beta {
            self.experience.learn_lane(held, empty, order, found.1);
        }
        if empty == KEPT && found.0 >= beta {
            self.experience.note_recent(held, found.1);
        }
        found
    }

    /// Returns a lane that is known to lead to at least `beta`, and that value.
    #[inline]
    fn place_known(
        &self,
        node: Node,
        held: usize,
        gains: &[i8; LANES],
        beta: i32,
    ) -> Option<(i32, usize)> {
        let empty = node.empty_count();
        if empty < KEPT {
            return None;
        }
        let piece = self.root.pieces[held];
        let behind = |lane: usize| {
            let mut board = node.board;
            board.place(piece, self.root.cells[lane]);
            board
        };
        if empty > KEPT {
            for lane in Bits::of(node.cells) {
                self.table.prefetch(&behind(lane));
            }
        }
        Bits::of(node.cells).find_map(|lane| {
            let known = self.known(&behind(lane), empty - 1)?;
            let value = i32::from(gains[lane % LANES]) + i32::from(known.lower);
            (value >= beta).then_some((value, lane))
        })
    }

    /// Searches moves until one has a value of at least `beta`. Returns the best value and its move.
    #[inline(always)]
    fn try_each(
        &mut self,
        mut order: MoveOrder,
        beta: i32,
        empty: usize,
        value: impl Fn(&mut Tree, usize) -> i32 + Sync,
    ) -> (i32, usize) {
        let mut best = (-INFINITY, 0);
        while let Some(number) = order.next() {
            let found = (value(self, number), number);
            if found.0 > best.0 {
                best = found;
            }
            if best.0 >= beta {
                break;
            }
            // A move that is not refuted by the first reply is likely to be by none (Young brothers
            // wait, Feldmann 1993).
            if empty >= SHARED && self.budget.threads > 1 && !self.is_stopped {
                let shared = self.share(order, beta, &value);
                return if shared.0 > best.0 { shared } else { best };
            }
        }
        best
    }

    /// Searches moves on all threads until one has a value of at least `beta`. Returns the best value
    /// and its move.
    #[cold]
    fn share(
        &mut self,
        moves: MoveOrder,
        beta: i32,
        value: &(impl Fn(&mut Tree, usize) -> i32 + Sync),
    ) -> (i32, usize) {
        let call_off = CallOff { flag: AtomicBool::new(false), above: self.calls_off };
        let here = &*self;
        let moves: Vec<usize> = moves.collect();
        let results: Vec<_> = parallel::map(moves.len(), |at| {
            let mut tree = Tree { calls_off: Some(&call_off), uncounted: 0, ..here.clone() };
            // Most of these trees are too small to get to a look by counting.
            tree.look();
            let found = if tree.is_stopped { 0 } else { value(&mut tree, moves[at]) };
            tree.report_nodes();
            call_off.flag.fetch_or(!tree.is_stopped && found >= beta, Ordering::Relaxed);
            (!tree.is_stopped).then_some((found, moves[at]))
        });
        let found = results.iter().flatten();
        let best = found.max_by_key(|(value, _)| *value).copied().unwrap_or((-INFINITY, 0));
        // What was called off does not matter if a move was good enough.
        self.is_stopped |= best.0 < beta && results.iter().any(Option::is_none);
        best
    }

    /// The side to move places the piece in that lane, which scores `gain`, and then hands one over.
    #[inline]
    fn place_in(&mut self, node: Node, held: usize, lane: usize, gain: i32, beta: i32) -> i32 {
        let (piece, cell) = (self.root.pieces[held], self.root.cells[lane]);
        // A trio that waits for one more piece has a pair of filled cells. The pairs that this
        // placement makes ask for what the piece shares with the other cell, quality by quality.
        let sharing = node.board.sharing(piece);
        let qualities =
            array::map(self.root.qualities[held % LANES], |quality| quality % QUALITIES);
        let before = array::map(qualities, |quality| self.waiting[quality]);
        for i in 0..3 {
            self.waiting[qualities[i]] = before[i] + self.root.opened(lane, sharing[i]);
        }
        let trios = node.trios & self.root.through(lane);
        let asked = self.root.per_quality[held % LANES];
        self.join(trios, lane, |between| between + asked);
        let mut board = node.board;
        board.place(piece, cell);
        let open = node.open & ALL_BUT[lane % LANES];
        let cells = node.cells & !(1 << lane);
        let child = Node { board, cells, pieces: node.pieces, open, trios: node.trios & !trios };
        self.experience.note_filled(lane, child.empty_count());
        let value = gain + self.hand(child, beta - gain);
        self.join(trios, lane, |between| between - asked);
        for i in 0..3 {
            self.waiting[qualities[i]] = before[i];
        }
        value
    }

    /// Changes what lies between the other two lanes of trios that a lane is in.
    #[inline(always)]
    fn join(&mut self, trios: u64, lane: usize, change: impl Fn(PerQuality) -> PerQuality) {
        for trio in Bits::of(trios) {
            let others = self.root.trio(trio) & !(1 << lane);
            let [a, b] = members(others);
            self.between[a][b] = change(self.between[a][b]);
            self.between[b][a] = self.between[a][b];
        }
    }

    /// Hands over one of the last four pieces.
    #[inline(always)]
    fn hand_last(&self, node: Node) -> i32 {
        let cells = members::<LAST>(node.cells);
        let pieces = members::<LAST>(node.pieces);
        let [a, b, c, d] = cells;
        // The cell that is left out of each trio.
        let mut trios = 0;
        for trio in Bits::of(node.trios) {
            let left = first(node.cells & !self.root.trio(trio));
            for (i, lane) in cells.iter().enumerate() {
                trios |= u8::from(*lane == left) << i;
            }
        }
        let between = |a: usize, b: usize| self.between[a][b];
        let shared =
            |by: usize| array::of(|i| self.root.shared[pieces[i]][pieces[(i + by) % LAST]]);
        let last = LastFour {
            gains: array::map(pieces, |piece| self.gains(piece)),
            lanes: array::map(cells, |lane| lane as i8),
            shared: [shared(1), shared(2)],
            next: array::map([(a, b), (b, c), (c, d), (d, a)], |(a, b)| between(a, b)),
            across: array::map([(a, c), (b, d)], |(a, b)| between(a, b)),
            trios,
            qualities: array::map(pieces, |piece| self.root.pieces[piece].qualities()),
        };
        last.hand()
    }
}

/// -1 in all lanes but each.
const ALL_BUT: [Lanes; LANES] = {
    let mut masks = [Lanes::new([0; LANES]); LANES];
    let mut lane = 0;
    while lane < LANES {
        let mut mask = [-1; LANES];
        mask[lane] = 0;
        masks[lane] = Lanes::new(mask);
        lane += 1;
    }
    masks
};
