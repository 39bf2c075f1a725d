//! The settings of searches.

use std::time::Duration;

use super::level::Level;
use crate::experience::BookUse;
use crate::search::Tuning;

/// The options that apply to every search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The number of search threads.
    pub threads: usize,
    /// The number of best lines to find.
    pub multi_pv: usize,
    /// The time between the end of a search and the stop of the clock.
    pub overhead: Duration,
    /// How strong the engine plays.
    pub level: Level,
    /// The seed of what is left to chance: the errors of a level, the choices of the book.
    pub seed: u64,
    /// Whether what searches find is remembered, beyond the game.
    pub remembers: bool,
    /// How the opening book is used, if it is.
    pub book: Option<BookUse>,
    /// Numbers of the search, in a tuning build.
    pub tuning: Tuning,
}

impl Default for Settings {
    /// One thread, one line, no overhead, full strength, no memory, no book.
    fn default() -> Self {
        Self {
            threads: 1,
            multi_pv: 1,
            overhead: Duration::ZERO,
            level: Level::FULL,
            seed: 0,
            remembers: false,
            book: None,
            tuning: Tuning::default(),
        }
    }
}
