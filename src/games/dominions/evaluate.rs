//! The evaluation: an estimate of the final margin.
//!
//! In the end nearly every tile lies on the board, so what counts is who controls it. A tile in
//! hand is worth what it will be on the board; a tile on the board is worth a point to its
//! controller, less the risk that its group is captured.
//!
//! That risk is gone for good once the opponent cannot take all liberties of the group: the tiles
//! that fit on a cell only ever become fewer, and nobody has to fill their own last liberty, since
//! passing is allowed.

use super::census::{CLASSES, Census};
use super::geometry::{CELLS, Cell};
use super::moves::Move;
use super::ordering::{self, Outlook};
use super::state::{Dominions, PASSES};
use super::weights::Weights;
use crate::kernel::{Bits, Evaluate, MoveRating, Order, Position, Score, Solve, Term, Weighed};
use crate::network::{Hybrid, Learned};

/// The terms that people read, in the order of [`Dominions::parts`].
const NAMES: [&str; 3] = ["tiles controlled", "risk of capture", "tiles in hand"];

impl Evaluate for Dominions {
    type Evaluator = Hybrid<Self>;

    /// Found by matches and tuning (`benches/log/2026-11-28-margins-in-dominions.md`,
    /// `benches/log/2026-11-28-dominions-tuned.md`).
    const TUNED: &'static [(&'static str, i64)] = &[
        ("reverse_futile_percent", 73),
        ("futile_percent", 100),
        ("late_depth", 5),
        ("late_moves", 8),
    ];

    fn margin(&self) -> Option<i32> {
        Some(140)
    }

    fn evaluate(&self, evaluator: &Hybrid<Self>) -> Score {
        let sum = evaluator.value(self);
        Score::centi(sum + self.gain_of_ending(sum))
    }

    fn terms(&self, evaluator: &Hybrid<Self>) -> Vec<Term> {
        let mut terms = evaluator.terms(self);
        let sum = terms.iter().map(|term| term.centi).sum();
        terms.push(Term { name: "ending by a pass", centi: self.gain_of_ending(sum) });
        terms
    }
}

impl Order for Dominions {
    const HISTORY_SLOTS: usize = CELLS * 8;

    /// Whether the move takes the last liberty of a group of the opponent.
    fn is_noisy(&self, m: Move) -> bool {
        m.placement().is_some_and(|(cell, _)| self.is_capture(cell))
    }

    fn noisy_moves(&self, moves: &mut Vec<Move>) {
        if self.outcome().is_none() {
            self.board.contacts(!self.to_move).for_each(|cell| {
                if self.is_capture(cell) {
                    self.push_fitting(cell, moves);
                }
            });
        }
    }

    fn move_score(&self, m: Move) -> i32 {
        match m.placement() {
            Some((cell, number)) => Outlook::new(self, cell).score(number),
            None => self.score_of_passing(),
        }
    }

    /// Moves are listed by cell, and most of their score depends on the cell alone.
    fn rate_moves(&self, moves: &[Move], mut tell: impl FnMut(Move, MoveRating)) {
        let mut outlook: Option<Outlook> = None;
        for m in moves {
            let rating = match m.placement() {
                None => MoveRating { is_noisy: false, score: self.score_of_passing() },
                Some((cell, number)) => {
                    let known = match &mut outlook {
                        Some(known) if known.cell == cell => known,
                        none => none.insert(Outlook::new(self, cell)),
                    };
                    MoveRating { is_noisy: known.captures, score: known.score(number) }
                }
            };
            // In one place, so that what the caller does with it is inlined.
            tell(*m, rating);
        }
    }

    const FEATURES: &'static [(&'static str, usize)] = &ordering::FEATURES;

    fn features(&self, m: Move, tell: &mut dyn FnMut(usize)) {
        self.features_of(m.placement(), tell);
    }

    /// Moves share their history by cell and number of beams.
    fn history_slot(m: Move) -> usize {
        m.placement().map_or(0, |(cell, number)| cell.index() << 3 | number.count_ones() as usize)
    }
}

impl Solve for Dominions {}

impl Weighed for Dominions {
    type Weights = Weights;
    type Parts = [i32; NAMES.len()];

    const PARTS: &'static [&'static str] = &NAMES;

    #[inline]
    fn parts(&self, weights: &Weights) -> Self::Parts {
        self.parts_of(&Census::of(self, |_| ()), weights)
    }
}

impl Dominions {
    /// Returns the parts of the evaluation of what has been counted.
    #[inline]
    pub(super) fn parts_of(&self, census: &Census, weights: &Weights) -> [i32; NAMES.len()] {
        let (own, enemy) = (self.to_move, !self.to_move);
        let w = weights;
        // On a nearly empty board groups with four liberties are in no danger; were they worth less
        // than their tiles in hand, a shallow search would pass as its first move.
        let [roomy, roomy_to_move] =
            if self.is_known() { [w.risk_4, w.risk_to_move_4] } else { [0; 2] };
        let risk = [0, w.risk_1, w.risk_2, w.risk_3, roomy];
        let risk_to_move = [0, w.risk_to_move_1, w.risk_to_move_2, w.risk_to_move_3, roomy_to_move];
        let at_risk = |player, risk: [i32; CLASSES]| -> i32 {
            risk.iter().zip(&census.groups[player].tiles).map(|(risk, tiles)| risk * tiles).sum()
        };
        let in_hand = |player| {
            let playable = census.playable[player];
            w.playable * playable + w.idle * (self.in_hand(player) - playable)
        };
        [
            w.controlled * (self.board.controlled(own) - self.board.controlled(enemy)),
            at_risk(own, risk_to_move) - at_risk(enemy, risk),
            in_hand(own) - in_hand(enemy),
        ]
    }

    /// Returns whether every tile that fits on a cell takes the last liberty of an enemy group.
    #[inline]
    fn is_capture(&self, cell: Cell) -> bool {
        let facing = self.board.facing(cell);
        let enemies = facing & self.board.beside(cell, !self.to_move);
        // Few groups are so short of liberties that it is worth counting beams.
        let is_near = Bits::of(enemies).any(|side| {
            let group = self.board.group_of(cell.beyond(side));
            u32::from(self.board.liberties(group)) <= facing.count_ones()
        });
        is_near
            && self.board.groups_at(cell).any(|(group, beams)| {
                let is_enemy = self.board.tile(group).controller() != self.to_move;
                is_enemy && self.board.liberties(group) == beams
            })
    }

    /// Returns the score of a pass. On a nearly empty board it is tried last: the weights know such
    /// boards no better than the network does, and a search that ends early would pass.
    fn score_of_passing(&self) -> i32 {
        if self.is_known() { self.score_of_pass() } else { i32::from(i16::MIN) }
    }

    /// Returns how much the option of ending the game with a pass adds to `sum` for the side to
    /// move: this makes passing dangerous for a player who is behind on the board.
    #[inline]
    fn gain_of_ending(&self, sum: i32) -> i32 {
        let can_end = self.passes + 1 == PASSES;
        if can_end { (100 * self.lead(self.to_move) - sum).max(0) } else { 0 }
    }
}
