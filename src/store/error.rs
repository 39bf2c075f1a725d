//! What can be wrong with a store.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use super::FORMAT;

/// Why a store could not be read or written, and which store it is.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}{cause}", folder.display())]
pub struct StoreError {
    /// The folder of the store.
    pub folder: PathBuf,
    /// What is wrong.
    pub cause: BadStore,
}

/// What is wrong with a store, worded to follow the folder's name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BadStore {
    /// It is not a store.
    #[error(" is not a store")]
    Foreign,
    /// There is none.
    #[error(" has no store: there is no such folder, or nothing in it")]
    Missing,
    /// The store has another version.
    #[error(" is of format version {_0}, this program knows {FORMAT}")]
    Format(u32),
    /// It has no checksums.
    #[error(
        " is an LMDB environment without checksums: of format version 1, which this program no \
         longer reads, or of another program"
    )]
    Unmarked,
    /// Its pages have another version.
    #[error(" is an LMDB environment of data version {_0}, this program knows 1")]
    Pages(u32),
    /// One of its databases has another version.
    #[error(": {database} is of version {found}, this program knows {known}")]
    Layout {
        /// Its name.
        database: String,
        /// Its version.
        found: u32,
        /// The version that this program reads and writes.
        known: u32,
    },
    /// It is truncated, or was changed by something else.
    #[error(" is damaged: {_0}")]
    Damaged(String),
    /// It cannot be written.
    #[error(" may only be read")]
    ReadOnly,
    /// There is no folder to hold it.
    #[error(" cannot be created: there is no such folder")]
    NoFolder,
    /// A value is too large.
    #[error(" has no room for a value of 4 GiB")]
    Full,
    /// An error of the operating system.
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
