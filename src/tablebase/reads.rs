//! Reads at given places of a file, by several threads at once.

use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::time::SystemTime;

/// An open file that nobody should change.
///
/// It is read, not mapped into memory: if another program truncates a mapped file, touching what is
/// gone kills the process, but a read fails.
#[derive(Debug)]
pub(super) struct SteadyFile {
    file: File,
    opened: State,
    /// Where files have no reads at a place, one thread at a time seeks and reads.
    #[cfg(not(unix))]
    cursor: parking_lot::Mutex<()>,
}

/// What changes with the content of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct State {
    length: u64,
    modified: Option<SystemTime>,
}

impl State {
    fn of(file: &File) -> io::Result<Self> {
        let data = file.metadata()?;
        Ok(Self { length: data.len(), modified: data.modified().ok() })
    }
}

impl SteadyFile {
    /// Opens a file, if it is a regular one: opening a pipe would wait for somebody to write to it.
    pub(super) fn open(path: &Path) -> io::Result<Option<Self>> {
        if !fs::metadata(path)?.is_file() {
            return Ok(None);
        }
        let file = File::open(path)?;
        let opened = State::of(&file)?;
        Ok(Some(Self {
            file,
            opened,
            #[cfg(not(unix))]
            cursor: parking_lot::Mutex::default(),
        }))
    }

    /// Returns the length of the file in bytes when it was opened.
    pub(super) const fn len(&self) -> u64 {
        self.opened.length
    }

    /// Fills `bytes` with what stands in the file at a place.
    ///
    /// Fails if the file has changed since it was opened: what has been overwritten may have valid
    /// checksums of its own.
    pub(super) fn read(&self, at: u64, bytes: &mut [u8]) -> io::Result<()> {
        self.read_exact_at(at, bytes)?;
        if State::of(&self.file)? != self.opened {
            return Err(io::Error::other("it has changed since it was opened"));
        }
        Ok(())
    }

    #[cfg(unix)]
    fn read_exact_at(&self, at: u64, bytes: &mut [u8]) -> io::Result<()> {
        std::os::unix::fs::FileExt::read_exact_at(&self.file, bytes, at)
    }

    #[cfg(not(unix))]
    fn read_exact_at(&self, at: u64, bytes: &mut [u8]) -> io::Result<()> {
        use std::io::{Read, Seek, SeekFrom};

        let _locked = self.cursor.lock();
        (&self.file).seek(SeekFrom::Start(at))?;
        (&self.file).read_exact(bytes)
    }
}
