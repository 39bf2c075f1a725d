//! Why the arguments of a command cannot be read.

use thiserror::Error;

use super::words::trimmed;
use crate::kernel::Quoted;

/// Arguments that a command does not take.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct Malformed(String);

impl Malformed {
    /// Says what a command wants and what it got.
    #[must_use]
    pub fn new(command: &str, wanted: &str, found: &[u8]) -> Self {
        let found = trimmed(found);
        Self(if found.is_empty() {
            format!("{command} wants {wanted}, got nothing")
        } else {
            format!("{command} wants {wanted}, got {}", Quoted(found))
        })
    }
}
