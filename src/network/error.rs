//! Why bytes or a file are not a network for a game.

use std::path::{Path, PathBuf};

use thiserror::Error;

/// The version of the format that this program writes and reads.
pub(super) const VERSION: u16 = 1;

/// Why bytes are not a network for a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NetworkError {
    /// They are not a network.
    #[error("this is not a network")]
    Foreign,
    /// They have a version that this program does not know.
    #[error("the network has format {0}, this program reads format {VERSION}")]
    Version(u16),
    /// The checksum is wrong, or something is missing.
    #[error("the network is damaged")]
    Damaged,
    /// The network is for another game.
    #[error("the network is for {found}, not for {wanted}")]
    Game {
        /// Its game.
        found: String,
        /// The game that needs a network.
        wanted: &'static str,
    },
    /// The network's inputs or terms are not those of the game.
    #[error("the network has other inputs than this version of the game")]
    Shape,
    /// The weights are so large that sums could overflow.
    #[error("the weights of the network are too large")]
    Overflow,
}

/// Why a file could not be read as a network, and which file it is.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}: {cause}", path.display())]
pub struct NetworkFileError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong.
    pub cause: BadNetworkFile,
}

/// What is wrong with a network's file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BadNetworkFile {
    /// It could not be read.
    #[error("{0}")]
    System(String),
    /// It holds no usable network.
    #[error(transparent)]
    Network(#[from] NetworkError),
}

impl NetworkFileError {
    /// Returns what is wrong with the file at a path.
    #[must_use]
    pub fn new(path: &Path, cause: impl Into<BadNetworkFile>) -> Self {
        Self { path: path.to_owned(), cause: cause.into() }
    }
}
