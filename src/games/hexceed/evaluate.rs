//! The evaluation.

use super::moves::{HexceedMove, MOVES};
use super::piece::Piece;
use super::position::Hexceed;
use super::prospects::{Offers, Prospects, most};
use super::solve::{Budget, Solver};
use super::weights::{WEIGHTS, Weights};
use crate::kernel::{
    Attempt, Effort, Evaluate, Order, Position, Proof, Score, Solve, Term, Weighed,
};
use crate::network::Hybrid;

/// The names of the parts, in the order of their sum.
const NAMES: [&str; 4] = ["points scored", "next placement", "open pairs", "last placement"];

/// How many boards the solver remembers per mebibyte.
const BOARDS_PER_MIB: u64 = 1 << 16;

impl Evaluate for Hexceed {
    type Evaluator = Hybrid<Self>;

    fn margin(&self) -> Option<i32> {
        Some(27)
    }

    fn evaluate(&self, evaluator: &Hybrid<Self>) -> Score {
        Score::centi(evaluator.value(self))
    }

    fn terms(&self, evaluator: &Hybrid<Self>) -> Vec<Term> {
        evaluator.terms(self)
    }
}

impl Order for Hexceed {
    const HISTORY_SLOTS: usize = MOVES;

    /// No move is noisy: the evaluation already counts the best immediate placement, and a
    /// quiescence search of placements would search the whole game.
    fn is_noisy(&self, _m: HexceedMove) -> bool {
        false
    }

    fn noisy_moves(&self, _moves: &mut Vec<HexceedMove>) {}

    /// A placement counts its points; a hand-over is better the fewer points the other side can
    /// score with the piece at once.
    fn move_score(&self, m: HexceedMove) -> i32 {
        match m.cell() {
            Some(cell) => WEIGHTS.point * self.gain(m.piece(), cell) as i32,
            None => -WEIGHTS.point * best_gain(self, m.piece()),
        }
    }

    fn history_slot(m: HexceedMove) -> usize {
        m.slot()
    }
}

impl Solve for Hexceed {
    fn proof_nodes(&self, plies: u32) -> Option<u64> {
        // Medians of 20 games of greedy play after three random placements; most values lie between
        // half and twice the median. One more cell takes about twelve times as much.
        let nodes = match self.plies_left()?.saturating_sub(plies) {
            0..=12 => 500,
            13 => 1_100,
            14 => 1_800,
            15 => 5_300,
            16 => 9_100,
            17 => 36_000,
            18 => 65_000,
            19 => 400_000,
            20 => 680_000,
            21 => 3_400_000,
            22 => 6_700_000,
            23 => 47_000_000,
            24 => 90_000_000,
            _ => return None,
        };
        Some(nodes)
    }

    fn prove(&self, effort: Effort) -> Attempt<HexceedMove> {
        let Effort { nodes, gives_up, threads, .. } = effort;
        let budget = Budget { gives_up, nodes, threads };
        // Zeroing a table of 32 MiB takes as long as some 100,000 nodes.
        let boards = self.proof_nodes(0).unwrap_or(u64::MAX);
        let mib = (boards / BOARDS_PER_MIB + 1).min(effort.mib as u64);
        let mut solver = Solver::new(mib as usize);
        let proof = solver
            .play(self, budget)
            .map(|(margin, line)| Proof { margin: self.to_move().sign() * margin, line });
        Attempt { proof, nodes: solver.nodes() }
    }
}

impl Weighed for Hexceed {
    type Weights = Weights;

    type Parts = [i32; NAMES.len()];

    const PARTS: &'static [&'static str] = &NAMES;

    #[inline]
    fn parts(&self, weights: &Weights) -> Self::Parts {
        let prospects = Prospects::of(self);
        let held = self.held().map_or(0, |piece| most(&prospects.points(piece)));
        self.parts_of(&prospects.offers(self, |_, _| ()), held, weights)
    }
}

impl Hexceed {
    /// Returns the parts of the evaluation by what the pieces score; `held` is the most points of the
    /// held piece.
    #[inline]
    pub(super) fn parts_of(
        &self,
        offers: &Offers,
        held: i32,
        weights: &Weights,
    ) -> [i32; NAMES.len()] {
        let Offers { count, least, second, sum } = *offers;
        let next = match (self.held(), count) {
            (Some(_), _) => weights.held * held,
            (None, 0) => 0,
            (None, 1) => weights.handed * least,
            (None, _) => weights.handed * least + weights.second * second,
        };
        [
            weights.point * self.to_move().sign() * self.settled(),
            next,
            weights.open * sum / count.max(1),
            // This is always the first player.
            weights.last * self.to_move().sign(),
        ]
    }
}

/// Returns the most points that a piece scores on an empty cell.
fn best_gain(position: &Hexceed, piece: Piece) -> i32 {
    let gain = |cell| position.gain(piece, cell);
    position.empty_cells().map(gain).max().unwrap_or(0) as i32
}
