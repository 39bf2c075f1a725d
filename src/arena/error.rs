//! What can go wrong with a match.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use super::archive::ArchiveError;
use super::contestant::Fault;
use crate::engine::NoSearcher;
use crate::kernel::Quoted;
use crate::store::StoreError;

/// Why a match cannot be played, or not go on.
#[derive(Debug, Error)]
pub enum ArenaError {
    /// The description of the match makes no sense.
    #[error("{_0}")]
    Setting(String),
    /// An opening is none.
    #[error("the openings, line {line}: {reason}")]
    Opening {
        /// The line of the text of openings, from 1.
        line: usize,
        /// What is wrong.
        reason: String,
    },
    /// A player cannot play.
    #[error("{} cannot play: {fault}", Quoted(name.as_bytes()))]
    Player {
        /// Its name.
        name: String,
        /// What is wrong.
        fault: Fault,
    },
    /// Games that a complete match has are not recorded.
    #[error("{_0}: no file has them")]
    Missing(String),
    /// A recorded game is not one that the match could have come to.
    #[error("{}: line {line}, game {}: {reason}", path.display(), Quoted(round.as_bytes()))]
    Record {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// The label of the game.
        round: String,
        /// What is wrong.
        reason: String,
    },
    /// The file of games.
    #[error(transparent)]
    Archive(ArchiveError),
    /// The openings cannot be written.
    #[error(transparent)]
    Output(io::Error),
    /// There is no memory for the table of a search, or its network cannot be read.
    #[error(transparent)]
    Searcher(#[from] NoSearcher),
    /// The store of a learner.
    #[error(transparent)]
    Store(#[from] StoreError),
}
