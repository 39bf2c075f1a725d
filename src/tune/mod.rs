//! Fitting the weights of an evaluation to the results of games.
//!
//! ```text
//! self-play -> samples (features, result) -> logistic regression -> weights in the game's file
//! ```
//!
//! The search plays against itself from random openings with a fixed number of nodes. From every
//! quiet position of a game the [`Weighed`](crate::kernel::Weighed) evaluation gives its features:
//! what it would be if a single weight were 1 and the others 0. The regression finds the weights
//! under which a position's evaluation predicts the result best, and every fifth game, held out,
//! says whether they are better or merely fitted. This floor prints nothing.

mod file;
mod fit;
mod odds;
mod selfplay;

pub use file::{NoSuchWeight, rewrite};
pub use fit::{Fit, fit};
pub use odds::{ScoredGame, fit_odds, odds_loss, play_scored};
pub use selfplay::{Plan, Played, Sample, play};

/// Of so many games one is held out.
pub const HELD_OUT: usize = 5;

/// Splits games into those that are fitted and those that are held out, as samples.
#[must_use]
pub fn split(games: Vec<Played>) -> (Vec<Sample>, Vec<Sample>) {
    let (mut fitted, mut held_out) = (Vec::new(), Vec::new());
    for (number, game) in games.into_iter().enumerate() {
        let part = if number % HELD_OUT == HELD_OUT - 1 { &mut held_out } else { &mut fitted };
        part.extend(game.samples);
    }
    (fitted, held_out)
}
