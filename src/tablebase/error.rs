//! Why a table cannot be used.

use std::io;
use std::path::{Path, PathBuf};

use parking_lot::Mutex;
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
            io::ErrorKind::UnexpectedEof => "it is shorter than when it was opened".to_owned(),
            _ => error.to_string(),
        };
        Self::new(path, format!("cannot be {what}: {why}"))
    }
}

/// What could not be read while positions were looked up, the first of each file.
#[derive(Debug, Default)]
pub(super) struct Faults(Mutex<Noted>);

#[derive(Debug, Default)]
struct Noted {
    paths: Vec<PathBuf>,
    unreported: Vec<TableError>,
}

impl Faults {
    /// Notes a fault.
    #[cold]
    pub(super) fn note(&self, fault: TableError) {
        let mut noted = self.0.lock();
        if !noted.paths.contains(&fault.path) {
            noted.paths.push(fault.path.clone());
            noted.unreported.push(fault);
        }
    }

    /// Returns what has been noted since this was last asked.
    pub(super) fn take(&self) -> Vec<TableError> {
        std::mem::take(&mut self.0.lock().unreported)
    }
}
