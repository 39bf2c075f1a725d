//! The evaluation: eight terms, all from bit boards.

use super::geometry::{INNER, NEIGHBOURS, ROW_1, ROW_6, last_row, spread};
use super::moves::Move;
use super::rules::Change;
use super::stacks::{STACKS_OF_A_SIZE, Size};
use super::state::Trimok;
use super::weights::Weights;
use crate::kernel::{Evaluate, Player, Position, Score, Term, Weighed};
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

/// The names of the terms, in the order of [`Trimok::parts`].
const NAMES: [&str; 8] =
    ["stacks", "prey", "unbeatable", "threats", "defended", "centre", "returns", "turn"];

/// What is counted for one side.
struct Side {
    /// Its stacks by size.
    stacks: [u64; 3],
    /// How many it has of each size.
    counts: [i32; 3],
    /// The cells that its stacks touch or stand on, by size.
    reach: [u64; 3],
}

/// The index of each size's prey in an array by size: 1 beats 3, 2 beats 1, 3 beats 2.
const PREY: [usize; 3] =
    [Size::One.prey().index(), Size::Two.prey().index(), Size::Three.prey().index()];

/// Up to so many stacks on the board no evaluation is trusted without a search.
const FEW_STACKS: i32 = 6;

/// Returns the number of cells of a set.
const fn count(cells: u64) -> i32 {
    cells.count_ones() as i32
}

impl Side {
    #[inline]
    fn of(position: &Trimok, player: Player) -> Self {
        let stacks = position.board().stacks(player);
        Self { stacks, counts: stacks.map(count), reach: stacks.map(spread) }
    }

    fn number(&self) -> i32 {
        self.counts.iter().sum()
    }

    /// Returns the number of pairs of an own stack and an enemy stack that it beats.
    fn pairs(&self, enemy: &Self) -> i32 {
        (0..3).map(|size| self.counts[size] * enemy.counts[PREY[size]]).sum()
    }

    /// Returns the number of enemy stacks that can be captured at once.
    fn threatened(&self, enemy: &Self) -> i32 {
        count((0..3).fold(0, |cells, size| cells | self.reach[size] & enemy.stacks[PREY[size]]))
    }

    /// Returns the number of stacks that no enemy stack beats.
    fn unbeatable(&self, enemy: &Self) -> i32 {
        Size::ALL
            .into_iter()
            .filter(|size| enemy.counts[size.hunter().index()] == 0)
            .map(|size| self.counts[size.index()])
            .sum()
    }

    /// Returns the number of stacks whose capture could be avenged: beside each stands one that
    /// beats its hunter, that is, one of the size that it beats itself.
    fn defended(&self) -> i32 {
        count((0..3).fold(0, |cells, size| cells | self.stacks[size] & self.reach[PREY[size]]))
    }

    fn all(&self) -> u64 {
        self.stacks[0] | self.stacks[1] | self.stacks[2]
    }

    /// Returns what the stacks at or near the last row are worth; nothing while no size is missing.
    fn returns(&self, player: Player, change: Change, weights: &Weights) -> i32 {
        let full = match change {
            Change::None => return 0,
            Change::Any => i32::MAX,
            Change::Absent => 1,
            Change::Captured => STACKS_OF_A_SIZE as i32,
        };
        if self.counts.iter().all(|count| *count >= full) {
            return 0;
        }
        let all = self.all();
        let last = last_row(player);
        let near = match player {
            Player::First => ROW_6 >> 6,
            Player::Second => ROW_1 << 6,
        };
        weights.return_ready * count(all & last) + weights.return_near * count(all & near)
    }
}

impl Weighed for Trimok {
    type Weights = Weights;
    type Parts = [i32; NAMES.len()];

    const PARTS: &'static [&'static str] = &NAMES;

    #[inline]
    fn parts(&self, weights: &Weights) -> Self::Parts {
        let player = self.to_move();
        let (own, enemy) = (Side::of(self, player), Side::of(self, !player));
        let change = self.change();
        let threatened = enemy.threatened(&own);
        [
            weights.stack * (own.number() - enemy.number()),
            weights.prey * (own.pairs(&enemy) - enemy.pairs(&own)),
            weights.unbeatable * (own.unbeatable(&enemy) - enemy.unbeatable(&own)),
            weights.threat * own.threatened(&enemy)
                + weights.first_threatened * threatened.min(1)
                + weights.next_threatened * (threatened - 1).max(0),
            weights.defended * (own.defended() - enemy.defended()),
            weights.centre * (count(own.all() & INNER) - count(enemy.all() & INNER)),
            own.returns(player, change, weights) - enemy.returns(!player, change, weights),
            weights.turn,
        ]
    }
}

impl Evaluate for Trimok {
    type Evaluator = Hybrid<Self>;

    /// Source and destination; an exchange shares the place of the plain return move.
    const HISTORY_SLOTS: usize = 36 * 36;

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
    fn promise(&self, m: Move) -> i32 {
        let player = self.to_move();
        let enemy = self.board().stacks(!player);
        let Some(stack) = self.board().at(m.from()) else { return 0 };
        let size = m.exchange().unwrap_or(stack.size);
        let around = NEIGHBOURS[m.dest_index() as usize];
        let mut promise = hint::DANGER
            * (i32::from(
                NEIGHBOURS[m.source_index() as usize] & enemy[stack.size.hunter().index()] != 0,
            ) - i32::from(around & enemy[size.hunter().index()] != 0));
        promise += hint::THREAT * count(around & enemy[size.prey().index()]);
        if let Some(target) = self.board().at(m.to()) {
            // The fewer stacks of the captured size are left, the nearer it is to being missing.
            promise += hint::CAPTURE - hint::FEW * count(enemy[target.size.index()]);
        } else if m.exchange().is_some() {
            let chances = |size: Size| {
                count(enemy[size.prey().index()]) - count(enemy[size.hunter().index()])
            };
            promise += hint::EXCHANGE * (chances(size) - chances(stack.size));
        }
        let rows = i32::from(m.to().row()) - i32::from(m.from().row());
        promise + hint::ADVANCE * player.sign() * rows.clamp(-1, 1)
    }

    #[inline]
    fn history_slot(m: Move) -> usize {
        (m.source_index() * 36 + m.dest_index()) as usize
    }
}
