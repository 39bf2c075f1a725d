//! A player that uses experience alone.

use super::Experience;
use super::choice::best;
use super::literal::States;
use crate::games::{AnyPosition, AnyRecord};
use crate::kernel::{Gather, MoveBits, SplitMix64};
use crate::store::{Store, StoreError};

/// A player that moves by the contents of a store, and breaks ties at random.
#[derive(Clone)]
pub enum Learner {
    /// By the positions after the moves and the moves' features: plays the move with the greatest
    /// expected share of points.
    Positions(Experience),
    /// By the weights of the original description: draws a move by weight.
    States(States),
}

impl Learner {
    /// Returns a player that uses a store, in one scheme or the other, under the rules of a position; `None` if the store knows
    /// nothing.
    ///
    /// # Errors
    ///
    /// The store cannot be read.
    pub fn find(
        store: &Store,
        start: &dyn AnyPosition,
        is_literal: bool,
    ) -> Result<Option<Self>, StoreError> {
        Ok(if is_literal {
            States::find(store, start)?.map(Self::States)
        } else {
            Experience::find(store, start)?.map(Self::Positions)
        })
    }

    /// Returns the move that it plays; `None` if the game is over.
    ///
    /// # Errors
    ///
    /// The store cannot be read.
    pub fn choose(
        &self,
        record: &dyn AnyRecord,
        rng: &mut SplitMix64,
    ) -> Result<Option<MoveBits>, StoreError> {
        if record.result().is_some() {
            return Ok(None);
        }
        match self {
            Self::Positions(experience) => {
                let position = record.now();
                let odds = position.game().about().odds;
                let known = experience.known(position)?;
                let weights: Vec<f64> = known.iter().map(|known| known.weight(odds)).gather();
                Ok(best(&weights, rng).map(|at| known[at].m))
            }
            Self::States(states) => states.choose(record.now(), rng),
        }
    }
}
