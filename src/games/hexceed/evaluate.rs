//! What a position is worth.

use super::geometry::CELLS;
use super::moves::{HexceedMove, MOVES};
use super::piece::Piece;
use super::position::Hexceed;
use super::scoring::pairs;
use super::solve::{Budget, Solver};
use super::weights::{WEIGHTS, Weights};
use crate::kernel::{Attempt, Bits, Effort, Evaluate, Position, Proof, Score, Term, Weighed};
use crate::network::Hybrid;

/// The names of the parts, in the order of their sum.
const NAMES: [&str; 4] = ["points scored", "next placement", "open pairs", "last placement"];

/// How many boards the solver remembers in a mebibyte.
const BOARDS_PER_MIB: u64 = 1 << 16;

impl Evaluate for Hexceed {
    type Evaluator = Hybrid<Self>;

    const HISTORY_SLOTS: usize = MOVES;

    fn evaluate(&self, evaluator: &Hybrid<Self>) -> Score {
        Score::centi(evaluator.value(self))
    }

    fn terms(&self, evaluator: &Hybrid<Self>) -> Vec<Term> {
        evaluator.terms(self)
    }

    /// No move is noisy: every position counts the best immediate placement already, and a
    /// quiescence search of placements alone would be a search of the whole game.
    fn is_noisy(&self, _m: HexceedMove) -> bool {
        false
    }

    fn noisy_moves(&self, _moves: &mut Vec<HexceedMove>) {}

    fn proof_nodes(&self, plies: u32) -> Option<u64> {
        // Medians of 8 to 20 games of the engine with itself, half to twice of which is the rule.
        // Twelve empty cells are estimated: some twelve times as much for one cell more.
        let nodes = match self.plies_left()?.saturating_sub(plies) {
            0..=12 => 1_000,
            13 => 3_400,
            14 => 7_800,
            15 => 21_000,
            16 => 50_000,
            17 => 200_000,
            18 => 520_000,
            19 => 1_850_000,
            20 => 4_200_000,
            21 => 21_000_000,
            22 => 46_000_000,
            23 => 250_000_000,
            24 => 550_000_000,
            _ => return None,
        };
        Some(nodes)
    }

    fn prove(&self, effort: Effort) -> Attempt<HexceedMove> {
        let budget = Budget { gives_up: effort.gives_up, nodes: effort.nodes };
        // A table of 32 MiB takes as long to fill with zeros as some 100,000 nodes.
        let boards = self.proof_nodes(0).unwrap_or(u64::MAX);
        let mib = (boards / BOARDS_PER_MIB + 1).min(effort.mib as u64);
        let mut solver = Solver::new(mib as usize);
        let proof = solver.solve(self, budget).map(|solution| Proof {
            margin: self.to_move().sign() * solution.margin,
            line: solution.line,
        });
        Attempt { proof, nodes: solver.nodes() }
    }

    /// A placement promises its points, a hand-over the least that the other side can make of the
    /// piece at once.
    fn promise(&self, m: HexceedMove) -> i32 {
        match m.cell() {
            Some(cell) => WEIGHTS.point * self.gain(m.piece(), cell) as i32,
            None => -WEIGHTS.point * best_gain(self, m.piece()),
        }
    }

    fn history_slot(m: HexceedMove) -> usize {
        m.slot()
    }
}

impl Weighed for Hexceed {
    type Weights = Weights;

    type Parts = [i32; NAMES.len()];

    const PARTS: &'static [&'static str] = &NAMES;

    #[inline]
    fn parts(&self, weights: &Weights) -> Self::Parts {
        let prospects = Prospects::of(self);
        let (mut least, mut second, mut sum, mut count) = (i32::MAX, i32::MAX, 0, 0);
        for piece in self.unused_pieces() {
            let best = prospects.best(piece);
            second = second.min(best.max(least));
            least = least.min(best);
            sum += best;
            count += 1;
        }
        let next = match self.held() {
            Some(piece) => weights.held * prospects.best(piece),
            None => match count {
                0 => 0,
                1 => weights.handed * least,
                _ => weights.handed * least + weights.second * second,
            },
        };
        [
            weights.point * self.to_move().sign() * self.settled(),
            next,
            weights.open * sum / count.max(1),
            // That is always the first player.
            weights.last * self.to_move().sign(),
        ]
    }
}

/// The cells of a row of [`Prospects`], padded to whole vectors.
const ROW: usize = 32;

/// How many points each quality is worth on each empty cell: an entry counts the pairs of filled
/// cells that have the quality and wait for the cell.
struct Prospects {
    /// By quality, then by the number of the empty cell, 0 behind the last.
    waiting: [[u8; ROW]; 8],
}

impl Prospects {
    fn of(position: &Hexceed) -> Self {
        let mut waiting = [[0; ROW]; 8];
        let planes = position.board().by_quality();
        for (number, cell) in Bits::of(position.board().empty()).enumerate() {
            for (row, plane) in waiting.iter_mut().zip(planes) {
                row[number % ROW] = pairs(cell, plane) as u8;
            }
        }
        Self { waiting }
    }

    /// Returns the most points that a piece scores on an empty cell.
    #[inline]
    fn best(&self, piece: Piece) -> i32 {
        let colours = &self.waiting[piece.colour() % 3];
        let symbols = &self.waiting[3 + piece.symbol() % 3];
        let inks = &self.waiting[6 + piece.ink() % 2];
        let mut points = [0; ROW];
        for i in 0..ROW {
            // At most 16: two points in each of eight trios.
            points[i] = colours[i].wrapping_add(symbols[i]).wrapping_add(inks[i]);
        }
        i32::from(points.into_iter().fold(0, u8::max))
    }
}

const _: () = assert!(CELLS <= ROW, "a row holds every cell");

/// Returns the most points that a piece scores on an empty cell.
fn best_gain(position: &Hexceed, piece: Piece) -> i32 {
    let gain = |cell| position.gain(piece, cell);
    position.empty_cells().map(gain).max().unwrap_or(0) as i32
}
