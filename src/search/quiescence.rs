//! Quiescence: beyond the horizon only noisy moves, until the evaluation can be trusted.

use super::value::final_score;
use super::worker::Worker;
use crate::kernel::{MAX_PLY, Score, Searchable};

impl<P: Searchable> Worker<'_, '_, P> {
    /// Returns the value of the current position, which is no end, within the window.
    ///
    /// The side to move may always stand pat, so a loss is never claimed here; a win only where a
    /// noisy move ends the game.
    pub(super) fn quiescence(
        &mut self,
        mut alpha: Score,
        beta: Score,
        ply: u32,
        below_horizon: u32,
    ) -> Score {
        let mut best = self.static_eval(ply);
        let is_deep = below_horizon >= self.tuned.quiescence_depth || ply >= MAX_PLY - 1;
        if best >= beta || is_deep || self.blur.is_flat {
            return best;
        }
        alpha = alpha.max(best);

        let list = &mut self.stack[ply].moves;
        list.clear();
        list.add_noisy(&self.position);
        let count = list.moves.len();
        let player = self.position.to_move();
        for at in 0..count {
            let m = self.stack[ply].moves.pick(at);
            self.stack.set_move(ply, m);
            debug_assert!(self.position.is_irreversible(m), "{m:?} is noisy and can be undone");
            let undo = self.position.make(m);
            self.enter(ply + 1);
            let score = if self.is_over {
                Score::ZERO
            } else if let Some(outcome) = self.position.outcome() {
                final_score(outcome, player).delayed(ply + 1)
            } else if self.position.to_move() == player {
                self.quiescence(alpha, beta, ply + 1, below_horizon + 1)
            } else {
                -self.quiescence(-beta, -alpha, ply + 1, below_horizon + 1)
            };
            self.position.unmake(m, undo);
            if self.is_over {
                break;
            }
            if score > best {
                best = score;
                if score >= beta {
                    break;
                }
                alpha = alpha.max(score);
            }
        }
        best
    }
}
