//! Alpha-beta for any game: iterative deepening, principal variation search, quiescence and a
//! transposition table that tolerates cycles.
//!
//! Start with [`Searcher::search`]. This floor knows no game and no text: it is generic over
//! [`Searchable`](crate::kernel::Searchable), tells [`Event`]s to a callback and takes its
//! clock and its stop flag from the caller.
//!
//! # Soundness with cycles
//!
//! 1. A draw by repetition or by the quiet limit on the current path is not a property of the position. The
//!    table keeps a score as the bound that holds without such draws, or the move alone
//!    (`value.rs`, which says why, and `negamax.rs`, step 12).
//! 2. A decisive score of the table counts only if its distance fits into the quiet plies that are
//!    left where it is used (`negamax.rs`, step 5).
//! 3. Inside the tree one earlier occurrence of a position is a draw; occurrences in the record
//!    count as the rules say (`cycle.rs`).
//! 4. Positions that the record makes a draw at their next occurrence are part of what the table
//!    was filled under: when they change, its old entries match no more (`table.rs`, epochs).
//! 5. Nothing is pruned where the window is a matter of wins and losses, and no move while all that
//!    was tried loses (`negamax.rs`, steps 6 and 9): a loss is claimed only when every move is known
//!    to lose.

mod blur;
mod clock;
mod control;
mod cycle;
mod heuristics;
mod lateness;
mod negamax;
mod oracle;
mod ordering;
mod params;
mod pv;
mod quiescence;
mod report;
mod root;
mod searcher;
mod solver;
mod stack;
mod table;
mod thread;
mod value;
mod worker;
mod workers;

pub use blur::Blur;
pub use control::Control;
pub use heuristics::{Heuristics, Switch};
pub use params::{TUNABLES, Tunable, Tuning, own_values};
pub use report::{Bound, Event, Line};
pub use searcher::Searcher;
pub use table::{Entry, OutOfMemory, TranspositionTable};
pub use thread::{on_thread, pool, thread};

/// What ends a search.
pub use crate::kernel::Limits;
