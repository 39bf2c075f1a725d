//! What can be wrong with a store.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use super::FORMAT;

/// Why a store was not read or written, and which one it is.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}{cause}", folder.display())]
pub struct StoreError {
    /// The folder of the store.
    pub folder: PathBuf,
    /// What is wrong.
    pub cause: BadStore,
}

/// What is wrong with a store, as it reads behind the folder's name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BadStore {
    /// It is something else than a store.
    #[error(" is no store")]
    Foreign,
    /// There is none.
    #[error(" has no store: there is no such folder, or nothing in it")]
    Missing,
    /// The store is of another version.
    #[error(" is of format version {_0}, this program knows {FORMAT}")]
    Format(u32),
    /// A database of it is of another version.
    #[error(": {database} is of version {found}, this program knows {known}")]
    Layout {
        /// Its name.
        database: String,
        /// Its version.
        found: u32,
        /// The version that this program reads and writes.
        known: u32,
    },
    /// It is cut short, or was changed by something else.
    #[error(" is damaged: {_0}")]
    Damaged(String),
    /// It cannot be written.
    #[error(" may only be read")]
    ReadOnly,
    /// There is no folder to hold it.
    #[error(" cannot be made: there is no such folder")]
    NoFolder,
    /// It cannot grow.
    #[error(" cannot grow beyond the addresses of this machine")]
    Full,
    /// This program cannot open any.
    #[error(" cannot be opened: this program was built without the feature store")]
    Absent,
    /// The system says so.
    #[error(": {_0}")]
    System(String),
}

impl From<io::Error> for BadStore {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::ReadOnlyFilesystem => Self::ReadOnly,
            _ => Self::System(error.to_string()),
        }
    }
}
