//! Who reads and who writes a store: two empty files that are locked meanwhile.
//!
//! A writer waits for other writers. It never waits for readers, but while there are any it takes
//! no free pages, as a reader may still need them; the file grows instead.

use std::fs::{File, TryLockError};
use std::io;
use std::path::Path;

use parking_lot::{Mutex, MutexGuard};

use super::BadStore;

/// The names of the files.
pub(super) const NAMES: [&str; 2] = ["readers.lock", "writer.lock"];

#[derive(Debug)]
pub(super) struct Locks {
    /// The number of transactions of this process that read, and the file that is locked while
    /// there are any. There is none where it can neither be opened nor made, as on a file system
    /// that is read-only.
    readers: Mutex<(usize, Option<File>)>,
    writer: Mutex<Option<File>>,
}

impl Locks {
    pub(super) fn open(folder: &Path, is_writable: bool) -> io::Result<Self> {
        let open = |name| {
            let path = folder.join(name);
            match File::options().read(true).write(true).create(true).truncate(false).open(&path) {
                Ok(file) => Ok(Some(file)),
                Err(_) if !is_writable => Ok(File::open(&path).ok()),
                Err(error) => Err(error),
            }
        };
        let [readers, writer] = NAMES;
        Ok(Self { readers: Mutex::new((0, open(readers)?)), writer: Mutex::new(open(writer)?) })
    }

    /// Returns whether others can see who reads.
    pub(super) fn are_seen(&self) -> bool {
        self.readers.lock().1.is_some()
    }

    /// Keeps the pages of the store, as it is then, from being written to.
    pub(super) fn read(&self) -> io::Result<Reading<'_>> {
        let mut readers = self.readers.lock();
        if let (0, Some(file)) = &*readers {
            until_locked(|| file.lock_shared())?;
        }
        readers.0 += 1;
        Ok(Reading(self))
    }

    /// Returns whether anybody reads now. Who begins later reads what is committed by then.
    pub(super) fn have_readers(&self) -> io::Result<bool> {
        match &*self.readers.lock() {
            (0, Some(file)) => match file.try_lock() {
                Ok(()) => file.unlock().map(|()| false),
                Err(TryLockError::WouldBlock) => Ok(true),
                Err(TryLockError::Error(error)) => Err(error),
            },
            _ => Ok(true),
        }
    }

    /// Waits for other writers, here and elsewhere, and keeps them out.
    pub(super) fn write(&self) -> Result<Writing<'_>, BadStore> {
        let writer = self.writer.lock();
        match &*writer {
            Some(file) => until_locked(|| file.lock())?,
            None => return Err(BadStore::ReadOnly),
        }
        Ok(Writing(writer))
    }
}

/// Repeats what a signal has interrupted.
fn until_locked(lock: impl Fn() -> io::Result<()>) -> io::Result<()> {
    loop {
        match lock() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            locked => return locked,
        }
    }
}

/// A reader's lock.
pub(super) struct Reading<'a>(&'a Locks);

impl Drop for Reading<'_> {
    fn drop(&mut self) {
        let mut readers = self.0.readers.lock();
        readers.0 -= 1;
        if let (0, Some(file)) = &*readers {
            // A lock that stays only lets the file grow, until the process ends.
            let _ = file.unlock();
        }
    }
}

/// A writer's lock.
pub(super) struct Writing<'a>(MutexGuard<'a, Option<File>>);

impl Drop for Writing<'_> {
    fn drop(&mut self) {
        if let Some(file) = &*self.0 {
            // Only closing the file would fail as well.
            let _ = file.unlock();
        }
    }
}
