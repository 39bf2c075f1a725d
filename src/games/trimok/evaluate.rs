//! The evaluation: eight terms, all from bit boards.

use super::geometry::{INNER, NEIGHBOURS, ROW_1, ROW_6, last_row};
use super::moves::Move;
use super::rules::Change;
use super::stacks::{STACKS_OF_A_SIZE, Size};
use super::state::Trimok;
use super::survey::{Side, Survey, count};
use super::weights::Weights;
use crate::kernel::{Evaluate, Order, Player, Position, Score, Solve, Term, Weighed};
use crate::network::Hybrid;

/// Hints for move ordering, on a scale of their own.
mod hint {
    /// A capture.
    pub(super) const CAPTURE: i32 = 1000;
    /// Each enemy stack of the captured size.
    pub(super) const FEW: i32 = 10;
    /// Leaving a cell where the stack could be captured, or entering one.
    pub(super) const DANGER: i32 = 100;
    /// Each enemy stack that could be captured from the destination.
    pub(super) const THREAT: i32 = 20;
    /// Each additional enemy stack to beat, or one fewer to fear, after an exchange.
    pub(super) const EXCHANGE: i32 = 15;
    /// A step towards the last row.
    pub(super) const ADVANCE: i32 = 3;
}

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

    /// Captures first, those that cannot be answered by a capture before the others; then moves out
    /// of danger, threats, useful exchanges and steps forward.
    fn move_score(&self, m: Move) -> i32 {
        let player = self.to_move();
        let enemy = self.board().stacks(!player);
        let Some(stack) = self.board().at(m.from()) else { return 0 };
        let size = m.exchange().unwrap_or(stack.size);
        let around = NEIGHBOURS[m.dest_index() as usize];
        let mut score = hint::DANGER
            * (i32::from(
                NEIGHBOURS[m.source_index() as usize] & enemy[stack.size.hunter().index()] != 0,
            ) - i32::from(around & enemy[size.hunter().index()] != 0));
        score += hint::THREAT * count(around & enemy[size.prey().index()]);
        if let Some(target) = self.board().at(m.to()) {
            // The fewer stacks of the captured size are left, the nearer it is to being missing.
            score += hint::CAPTURE - hint::FEW * count(enemy[target.size.index()]);
        } else if m.exchange().is_some() {
            let chances = |size: Size| {
                count(enemy[size.prey().index()]) - count(enemy[size.hunter().index()])
            };
            score += hint::EXCHANGE * (chances(size) - chances(stack.size));
        }
        let rows = i32::from(m.to().row()) - i32::from(m.from().row());
        score + hint::ADVANCE * player.sign() * rows.clamp(-1, 1)
    }

    #[inline]
    fn history_slot(m: Move) -> usize {
        (m.source_index() * 36 + m.dest_index()) as usize
    }
}

impl Solve for Trimok {}
