//! The evaluation: eight terms, all from bit boards.

use super::geometry::{INNER, ROW_1, ROW_6, last_row};
use super::moves::Move;
use super::ordering::{self, Outlook, Scores};
use super::rules::Change;
use super::stacks::STACKS_OF_A_SIZE;
use super::state::Trimok;
use super::survey::{Side, Survey, count};
use super::weights::Weights;
use crate::kernel::{Evaluate, MoveRating, Order, Player, Position, Score, Solve, Term, Weighed};
use crate::network::Hybrid;

/// The parts of the evaluation, in the order of [`NAMES`].
type Parts = [i32; 8];

/// The names of the terms.
const NAMES: [&str; 8] =
    ["stacks", "prey", "unbeatable", "threats", "defended", "centre", "returns", "turn"];

/// Up to so many stacks on the board no evaluation is trusted without a search.
const FEW_STACKS: i32 = 6;

impl Weighed for Trimok {
    type Weights = Weights;
    type Parts = Parts;

    const PARTS: &'static [&'static str] = &NAMES;

    #[inline]
    fn parts(&self, weights: &Weights) -> Self::Parts {
        self.parts_of(&Survey::of(self), weights)
    }
}

impl Trimok {
    /// Returns the [parts](Weighed::parts), given the survey of the board.
    #[inline]
    pub(super) fn parts_of(&self, survey: &Survey, weights: &Weights) -> Parts {
        let player = self.to_move();
        let [own, enemy] = &survey.sides;
        let change = self.change();
        let threatened = enemy.threatened(own);
        [
            weights.stack * (own.number() - enemy.number()),
            weights.prey * (own.pairs(enemy) - enemy.pairs(own)),
            weights.unbeatable * (own.unbeatable(enemy) - enemy.unbeatable(own)),
            weights.threat * own.threatened(enemy)
                + weights.first_threatened * threatened.min(1)
                + weights.next_threatened * (threatened - 1).max(0),
            weights.defended * (count(own.defended()) - count(enemy.defended())),
            weights.centre * (count(own.all() & INNER) - count(enemy.all() & INNER)),
            returns(own, player, change, weights) - returns(enemy, !player, change, weights),
            weights.turn,
        ]
    }
}

/// Returns what the stacks of a side at or near the last row are worth; nothing while no size is
/// missing.
fn returns(side: &Side, player: Player, change: Change, weights: &Weights) -> i32 {
    let full = match change {
        Change::None => return 0,
        Change::Any => i32::MAX,
        Change::Absent => 1,
        Change::Captured => STACKS_OF_A_SIZE as i32,
    };
    if side.counts.iter().all(|count| *count >= full) {
        return 0;
    }
    let all = side.all();
    let last = last_row(player);
    let near = match player {
        Player::First => ROW_6 >> 6,
        Player::Second => ROW_1 << 6,
    };
    weights.return_ready * count(all & last) + weights.return_near * count(all & near)
}

impl Evaluate for Trimok {
    type Evaluator = Hybrid<Self>;

    /// By SPSA at 8,000 nodes a move (`benches/log/2026-11-25-order-and-tuning.md`), but for `reduction_lag`
    /// (`benches/log/2026-11-24-search-techniques.md`).
    const TUNED: &'static [(&'static str, i64)] = &[
        ("reduction", 69),
        ("reduction_base", 36),
        ("reduction_cut", 222),
        ("reduction_lag", 20),
        ("singular_depth", 4),
        ("reverse_futile_percent", 83),
        ("futile_percent", 70),
        ("futile_depth", 5),
        ("late_moves", 3),
        ("history_bonus", 17),
        ("aspiration", 22),
    ];

    /// With few stacks left, one move decides the game more often than an evaluation sees.
    fn margin(&self) -> Option<i32> {
        let stacks = |player| self.board().stacks(player).into_iter().map(count).sum::<i32>();
        (stacks(Player::First) + stacks(Player::Second) > FEW_STACKS).then_some(25)
    }

    fn evaluate(&self, evaluator: &Hybrid<Self>) -> Score {
        Score::centi(evaluator.value(self))
    }

    fn terms(&self, evaluator: &Hybrid<Self>) -> Vec<Term> {
        evaluator.terms(self)
    }
}

impl Order for Trimok {
    /// Source and destination; an exchange shares the place of the plain return move.
    const HISTORY_SLOTS: usize = 36 * 36;

    /// A capture. An exchange changes the material too, but threatens nothing at once.
    #[inline]
    fn is_noisy(&self, m: Move) -> bool {
        self.is_irreversible(m)
    }

    fn noisy_moves(&self, moves: &mut Vec<Move>) {
        if self.is_playable() {
            self.generate_captures(moves);
        }
    }

    fn move_score(&self, m: Move) -> i32 {
        Scores::of(self).of_move(m)
    }

    fn rate_moves(&self, moves: &[Move], mut tell: impl FnMut(Move, MoveRating)) {
        let scores = Scores::of(self);
        for m in moves {
            tell(*m, MoveRating { is_noisy: self.is_noisy(*m), score: scores.of_move(*m) });
        }
    }

    const FEATURES: &'static [(&'static str, usize)] = &ordering::FEATURES;

    fn features(&self, m: Move, tell: &mut dyn FnMut(usize)) {
        Outlook::new(self).features(m, tell);
    }

    #[inline]
    fn history_slot(m: Move) -> usize {
        (m.source_index() * 36 + m.dest_index()) as usize
    }
}

impl Solve for Trimok {}
