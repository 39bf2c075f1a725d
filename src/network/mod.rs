//! Small networks beside the hand-written terms of an evaluation.
//!
//! ```text
//! inputs of a position -> one hidden layer -> squared clipped ReLU -> a score
//!                                              + what inputs count directly
//!                                              + the terms, weighed for the network
//! ```
//!
//! A game says in [`Learned`] what a network reads of its positions; [`Hybrid`] is the evaluator
//! that adds terms and network, and [`Network`] does the arithmetic, in integers only, so that
//! every machine gets the same value. This floor names no game and knows nothing of training.
//!
//! # Inputs
//!
//! All inputs are seen from the side to move, so that a position and the one with the sides swapped
//! have the same inputs and therefore the same value.
//!
//! - A *flag* is on or off, such as an own man on a certain point. It adds a row of weights to the
//!   hidden layer.
//! - A *count* is a small number, such as the tiles in hand. It feeds the hidden layer and also
//!   adds to the score directly.
//! - A *tally* is a small number that adds to the score only, for features too rare to be combined.
//!
//! # Arithmetic
//!
//! In the hidden layer 1 is [`ONE`], 181, whose square fits into 16 bits. Scores are in sixteenths
//! of a hundredth of the game's unit until everything is added up. When a network is loaded its
//! weights are checked: no sum can overflow, whatever the position ([`NetworkError::Overflow`]).

mod error;
#[cfg(test)]
mod flags;
mod format;
mod hidden;
mod hybrid;
mod inference;
mod inputs;
mod layers;

pub use error::{BadNetworkFile, NetworkError, NetworkFileError};
#[cfg(test)]
pub(crate) use flags::flags_of;
pub use format::{Origin, load, read};
pub use hybrid::Hybrid;
pub use inference::Network;
pub use inputs::{Design, Learned, Recipe, Shape, Sink};
pub use layers::{COUNT_BITS, Layers, MOST, MOST_HIDDEN, MOST_OUT, ONE, OUT_BITS, SIXTEENTHS};
