//! How searches are made, whatever is searched.

use std::time::Duration;

use super::skill::Skill;
use crate::experience::BookUse;

/// How searches are made: the options that concern every one of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The threads that search.
    pub threads: usize,
    /// How many best lines are wanted.
    pub multi_pv: usize,
    /// What passes between the end of a search and the moment that the clock is stopped.
    pub overhead: Duration,
    /// How strong the engine plays.
    pub skill: Skill,
    /// How the book of openings is used, if it is.
    pub book: Option<BookUse>,
}

impl Default for Settings {
    /// One thread, one line, no overhead, full strength, no book.
    fn default() -> Self {
        Self {
            threads: 1,
            multi_pv: 1,
            overhead: Duration::ZERO,
            skill: Skill::default(),
            book: None,
        }
    }
}
