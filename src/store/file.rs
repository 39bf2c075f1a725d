//! The file of all pages. It is read, never mapped: whatever becomes of it, reading fails at worst.

use std::fs::{self, File, Metadata};
use std::io;
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

#[cfg(not(unix))]
use parking_lot::Mutex;

use super::page::SIZE;
use super::root::{ROOTS, Root};
use super::{BadStore, FORMAT};

/// How often roots that are not whole are read again: another process may be writing one.
const TRIES: usize = 4;

#[derive(Debug)]
pub(super) struct PageFile {
    path: PathBuf,
    file: File,
    #[cfg(not(unix))]
    cursor: Mutex<()>,
}

impl PageFile {
    /// Opens a file that exists.
    pub(super) fn open(path: PathBuf, is_writable: bool) -> io::Result<Self> {
        let file = File::options().read(true).write(is_writable).open(&path)?;
        Ok(Self {
            path,
            file,
            #[cfg(not(unix))]
            cursor: Mutex::new(()),
        })
    }

    pub(super) fn len(&self) -> io::Result<u64> {
        Ok(self.file.metadata()?.len())
    }

    /// Returns the newer root. Every page that it knows of is within the file.
    pub(super) fn root(&self) -> Result<Root, BadStore> {
        let mut tries = 0;
        let root = loop {
            match Root::decode(&self.start()?) {
                Err(_) if tries < TRIES => tries += 1,
                root => break root?,
            }
            thread::sleep(Duration::from_micros(200));
        };
        if self.len()? < (root.last_page + 1) * SIZE as u64 {
            let page = self.len()? / SIZE as u64;
            return Err(BadStore::Damaged(format!("it is truncated before page {}", page + 1)));
        }
        Ok(root)
    }

    /// Returns the bytes that hold the roots, as far as there are any.
    fn start(&self) -> io::Result<Vec<u8>> {
        let mut bytes = vec![0; ROOTS];
        match self.read_exact_at(&mut bytes, 0) {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                bytes.truncate(usize::try_from(self.len()?).unwrap_or(0));
                self.read_exact_at(&mut bytes, 0)?;
            }
            read => read?,
        }
        Ok(bytes)
    }

    /// Reads `count` pages.
    pub(super) fn read(&self, number: u64, count: u64) -> Result<Vec<u8>, BadStore> {
        let mut bytes = vec![0; count as usize * SIZE];
        match self.read_exact_at(&mut bytes, number * SIZE as u64) {
            Ok(()) => Ok(bytes),
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                Err(BadStore::Damaged(format!("it is truncated before page {}", number + count)))
            }
            Err(error) => Err(error.into()),
        }
    }

    pub(super) fn write(&self, number: u64, bytes: &[u8]) -> io::Result<()> {
        self.write_all_at(bytes, number * SIZE as u64)
    }

    /// Writes a root whose other pages are written, but for free ones at the end.
    pub(super) fn write_root(&self, root: &Root) -> io::Result<()> {
        let length = (root.last_page + 1) * SIZE as u64;
        if self.len()? < length {
            self.file.set_len(length)?;
        }
        self.write_all_at(&root.encode(FORMAT), root.place())
    }

    pub(super) fn sync(&self) -> io::Result<()> {
        self.file.sync_data()
    }

    /// Fails if the path leads to another file by now: what is written would be lost.
    pub(super) fn check_place(&self) -> Result<(), BadStore> {
        let lost = |how| Err(BadStore::Damaged(format!("its file was {how} while it was open")));
        match fs::metadata(&self.path) {
            Ok(there) if is_same(&there, &self.file.metadata()?) => Ok(()),
            Ok(_) => lost("replaced"),
            Err(error) if error.kind() == io::ErrorKind::NotFound => lost("removed"),
            Err(error) => Err(error.into()),
        }
    }

    #[cfg(unix)]
    fn read_exact_at(&self, bytes: &mut [u8], at: u64) -> io::Result<()> {
        std::os::unix::fs::FileExt::read_exact_at(&self.file, bytes, at)
    }

    #[cfg(unix)]
    fn write_all_at(&self, bytes: &[u8], at: u64) -> io::Result<()> {
        std::os::unix::fs::FileExt::write_all_at(&self.file, bytes, at)
    }

    #[cfg(not(unix))]
    fn read_exact_at(&self, bytes: &mut [u8], at: u64) -> io::Result<()> {
        use std::io::{Read, Seek, SeekFrom};

        let _locked = self.cursor.lock();
        (&self.file).seek(SeekFrom::Start(at))?;
        (&self.file).read_exact(bytes)
    }

    #[cfg(not(unix))]
    fn write_all_at(&self, bytes: &[u8], at: u64) -> io::Result<()> {
        use std::io::{Seek, SeekFrom, Write};

        let _locked = self.cursor.lock();
        (&self.file).seek(SeekFrom::Start(at))?;
        (&self.file).write_all(bytes)
    }
}

#[cfg(unix)]
fn is_same(a: &Metadata, b: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;

    (a.dev(), a.ino()) == (b.dev(), b.ino())
}

#[cfg(not(unix))]
fn is_same(_: &Metadata, _: &Metadata) -> bool {
    true
}
