//! Traits and plain values that all floors share: what a game is, what a score is, what can go
//! wrong.
//!
//! Start with [`Position`], the rules, and [`Searchable`], what the search asks beside them. This floor names no other
//! module of the crate, no game and no text format.

pub mod array;
mod bits;
pub mod bytes;
mod error;
mod evaluate;
mod features;
pub mod file;
mod gather;
pub mod hex;
mod limits;
mod move_bits;
mod options;
mod oracle;
mod order;
mod outcome;
mod packed;
pub mod pages;
pub mod parallel;
mod part;
pub mod perft;
mod player;
mod position;
mod record;
mod rng;
mod score;
mod solve;
pub mod sort;
mod subsets;
mod weights;
mod worth;

pub use bits::Bits;
pub use error::{BadPosition, IllegalMove, MoveError, ParseError, PositionError, Quoted};
pub use evaluate::{Evaluate, Searchable, Term};
#[cfg(test)]
pub use features::check_sums;
pub use features::{FeatureKind, class};
pub(crate) use gather::Gather;
pub use gather::{all_ok, all_some};
pub use limits::{Limits, PlayerClock};
pub use move_bits::MoveBits;
pub use options::{
    Assignment, OptionKind, OptionSpec, OptionValue, OptionWords, Rules, chosen, parse_check,
    parse_combo, parse_spin, parse_text,
};
pub use oracle::{Distance, Oracle, Verdict};
pub use order::{MoveRating, Order};
pub use outcome::{Ending, GameEnding, Outcome};
pub use packed::Packed;
pub use part::Part;
pub use player::{PerPlayer, Player};
pub use position::{Action, Move, Position};
pub use record::{Record, Step};
pub use rng::SplitMix64;
pub use score::{MAX_PLY, Score};
pub use solve::{Answer, Attempt, Effort, Proof, Solve};
pub use subsets::{binomials, next_subset, subsets};
pub use weights::{Weighed, Weights};
pub use worth::Worth;
