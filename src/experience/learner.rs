//! A player that uses experience alone.

use super::Experience;
use super::choice::best;
use super::literal::States;
use crate::games::Game;
use crate::kernel::{Record, SplitMix64};
use crate::store::{Store, StoreError};

/// A player that moves by the contents of a store, and breaks ties at random.
#[derive(Clone, Debug)]
pub enum Learner<P: Game> {
    /// By the positions after the moves and the moves' features: plays the move with the greatest
    /// expected share of points.
    Positions(Experience<P>),
    /// By the weights of the original description: draws a move by weight.
    States(States<P>),
}

impl<P: Game> Learner<P> {
    /// Returns a player that uses a store, in one scheme or the other; `None` if the store knows
    /// nothing.
    ///
    /// # Errors
    ///
    /// The store cannot be read.
    pub fn find(
        store: &Store,
        rules: &P::Rules,
        is_literal: bool,
    ) -> Result<Option<Self>, StoreError> {
        Ok(if is_literal {
            States::find(store, rules)?.map(Self::States)
        } else {
            Experience::find(store, rules)?.map(Self::Positions)
        })
    }

    /// Returns the move that it plays; `None` if the game is over.
    ///
    /// # Errors
    ///
    /// The store cannot be read.
    pub fn choose(
        &self,
        record: &Record<P>,
        rng: &mut SplitMix64,
    ) -> Result<Option<P::Move>, StoreError> {
        if record.outcome().is_some() {
            return Ok(None);
        }
        match self {
            Self::Positions(experience) => {
                let known = experience.known(record.current())?;
                let weights = known.iter().map(|known| known.weight(P::ABOUT.odds));
                Ok(best(weights, rng).map(|at| known[at].m))
            }
            Self::States(states) => states.choose(record.current(), rng),
        }
    }
}
