//! One build at a time in a folder.

use std::fs::File;
use std::path::Path;

use crate::tablebase::error::TableError;

/// Keeps other builds out of a folder until it is dropped or the process ends.
///
/// The folder itself is locked, so that nothing is left behind in it. Where the system or the file
/// system cannot lock folders, nobody is kept out.
#[derive(Debug)]
pub struct FolderLock {
    _folder: Option<File>,
}

impl FolderLock {
    #[cfg(unix)]
    pub(super) fn try_new(path: &Path) -> Result<Option<Self>, TableError> {
        use rustix::fs::{FlockOperation, flock};
        use rustix::io::Errno;

        let failed = |error| TableError::io(path, "opened as a folder", &error);
        let folder = File::open(path).map_err(failed)?;
        let locked = flock(&folder, FlockOperation::NonBlockingLockExclusive);
        let is_taken = locked == Err(Errno::WOULDBLOCK);
        Ok((!is_taken).then_some(Self { _folder: Some(folder) }))
    }

    #[cfg(not(unix))]
    #[allow(clippy::unnecessary_wraps)]
    pub(super) fn try_new(_path: &Path) -> Result<Option<Self>, TableError> {
        Ok(Some(Self { _folder: None }))
    }
}
