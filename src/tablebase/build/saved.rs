//! A unit whose waves are not over yet, in a file from which an interrupted build goes on.
//!
//! Nothing else reads the file, and a finished build removes it. It is a head of [`HEAD`] bytes,
//! then for each block of each sheet what [`CellBlock::save`] writes, then the CRC-32 of all that, all
//! little-endian.
//!
//! [`CellBlock::save`]: super::CellBlock

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use super::Workshop;
use super::waves::Waves;
use crate::kernel::bytes::Fields;
use crate::tablebase::error::TableError;
use crate::tablebase::outline::Outline;
use crate::tablebase::value::Metric;

/// Identifies the file and its version.
const MAGIC: &[u8; 8] = b"QCXWAVE1";
/// The length of the head.
const HEAD: usize = 48;

/// How far a build was.
#[derive(Debug)]
pub(super) struct Saved {
    file: Summed<BufReader<File>>,
    /// The next wave.
    pub(super) plies: u8,
    decided: u64,
}

/// Sums what is written or read.
#[derive(Debug)]
struct Summed<F> {
    inner: F,
    sum: crc32fast::Hasher,
}

impl<F> Summed<F> {
    fn new(inner: F) -> Self {
        Self { inner, sum: crc32fast::Hasher::new() }
    }
}

impl<F: Write> Write for Summed<F> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes)?;
        self.sum.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

impl<F: Read> Read for Summed<F> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(bytes)?;
        self.sum.update(&bytes[..read]);
        Ok(read)
    }
}

impl Workshop {
    /// Returns the file of an unfinished unit.
    fn saved_path(&self, unit: &Outline) -> PathBuf {
        self.path(unit).with_extension("saved")
    }

    /// Returns the temporary name of that file while it is written.
    fn saving_path(&self, unit: &Outline) -> PathBuf {
        self.path(unit).with_extension("saving")
    }

    /// Returns what the file of an unfinished unit begins with: all that must be equal, then how far it is.
    fn head(&self, unit: &Outline, sheets: usize, plies: u8, decided: u64) -> [u8; HEAD] {
        let metric = u8::from(self.options.metric == Metric::End);
        let mut head = Vec::with_capacity(HEAD);
        head.extend(MAGIC);
        head.extend(self.units.tag);
        head.extend(unit.id);
        head.extend([metric, self.options.metric.quiet(), sheets as u8, 0, 0, plies]);
        head.extend((unit.blocks as u64).to_le_bytes());
        head.extend((unit.block_len as u64).to_le_bytes());
        head.extend(decided.to_le_bytes());
        head.try_into().unwrap_or([0; HEAD])
    }

    /// Saves a unit before a wave, under a temporary name until it is complete and on the disk.
    pub(super) fn save(&self, unit: &Outline, waves: &Waves, plies: u8) -> Result<(), TableError> {
        let (path, part) = (self.saved_path(unit), self.saving_path(unit));
        let failed = |error: io::Error| TableError::io(&part, "written", &error);
        let file = File::create(&part).map_err(failed)?;
        let mut out = Summed::new(BufWriter::with_capacity(1 << 20, file));
        let decided = waves.decided.load(Ordering::Relaxed);
        let write = || -> io::Result<()> {
            out.write_all(&self.head(unit, waves.sheets.len(), plies, decided))?;
            for cells in &waves.sheets {
                for block in 0..waves.blocks {
                    cells.block(block).save(&mut out)?;
                }
            }
            let sum = out.sum.finalize().to_le_bytes();
            out.inner.write_all(&sum)?;
            out.inner.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()
        };
        write().map_err(failed)?;
        std::fs::rename(&part, &path).map_err(|error| TableError::io(&path, "renamed to", &error))
    }

    /// Opens the file of an unfinished unit, if there is one.
    pub(super) fn saved(&self, unit: &Outline, sheets: usize) -> Result<Option<Saved>, TableError> {
        let path = self.saved_path(unit);
        let failed = |error| read_error(&path, &error);
        let file = match File::open(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            file => file.map_err(failed)?,
        };
        let mut file = Summed::new(BufReader::with_capacity(1 << 20, file));
        let mut head = [0; HEAD];
        file.read_exact(&mut head).map_err(failed)?;
        let plies = head[23];
        let decided = Fields::new(&head[40..]).u64().unwrap_or_default();
        if head != self.head(unit, sheets, plies, decided) {
            let reason = "was saved by a build with other options; remove it to begin anew";
            return Err(TableError::new(&path, reason));
        }
        Ok(Some(Saved { file, plies, decided }))
    }

    /// Fills the sheets of a unit as they were saved.
    pub(super) fn restore(
        &self,
        unit: &Outline,
        waves: &Waves,
        mut saved: Saved,
    ) -> Result<(), TableError> {
        let path = self.saved_path(unit);
        let failed = |error| read_error(&path, &error);
        for cells in &waves.sheets {
            for block in 0..waves.blocks {
                cells.block(block).restore(&mut saved.file).map_err(failed)?;
            }
        }
        let (found, mut sum) = (saved.file.sum.finalize(), [0; 4]);
        saved.file.inner.read_exact(&mut sum).map_err(failed)?;
        if found != u32::from_le_bytes(sum) {
            return Err(damaged(&path));
        }
        waves.decided.store(saved.decided, Ordering::Relaxed);
        Ok(())
    }

    /// Removes what was saved of a unit that is finished.
    ///
    /// # Errors
    ///
    /// Says why it cannot be removed.
    pub fn forget(&self, unit: &Outline) -> Result<(), TableError> {
        remove(&self.saved_path(unit))
    }

    /// Removes the temporary files that interrupted builds of a unit have left behind.
    ///
    /// # Errors
    ///
    /// Says why they cannot be removed.
    pub fn tidy(&self, unit: &Outline) -> Result<(), TableError> {
        remove(&super::aside(&self.path(unit)))?;
        remove(&self.saving_path(unit))
    }
}

/// Removes a file, if there is one.
fn remove(path: &Path) -> Result<(), TableError> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(TableError::io(path, "removed", &error))
        }
        _ => Ok(()),
    }
}
fn damaged(path: &Path) -> TableError {
    TableError::new(path, "is damaged; remove it to begin anew")
}

fn read_error(path: &Path, error: &io::Error) -> TableError {
    match error.kind() {
        io::ErrorKind::UnexpectedEof => damaged(path),
        _ => TableError::io(path, "read", error),
    }
}
