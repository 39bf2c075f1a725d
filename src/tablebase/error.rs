//! Why a table cannot be used.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

/// Why a table cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{} {reason}", path.display())]
pub struct TableError {
    /// The file or folder.
    pub path: PathBuf,
    /// What is wrong.
    pub reason: String,
}

impl TableError {
    /// Returns the error with that reason.
    #[must_use]
    pub fn new(path: &Path, reason: impl Into<String>) -> Self {
        Self { path: path.to_owned(), reason: reason.into() }
    }

    /// Returns the error that a required table is missing.
    #[must_use]
    pub fn missing(path: &Path) -> Self {
        Self::new(path, "is required but missing")
    }

    /// Returns the error of a failed operation on a file.
    pub(super) fn io(path: &Path, what: &str, error: &io::Error) -> Self {
        let why = match error.kind() {
            io::ErrorKind::NotFound => "there is no such file or folder".to_owned(),
            io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
            io::ErrorKind::StorageFull => "the disk is full".to_owned(),
            _ => error.to_string(),
        };
        Self::new(path, format!("cannot be {what}: {why}"))
    }
}
