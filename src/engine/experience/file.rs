//! The file: read as a whole, replaced as a whole.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::format::{self, Damage, VERSION};
use super::map::Block;
use crate::kernel::file::{self, Existing};

/// No memory file is longer, in bytes: twice what a full memory of the widest boards takes.
const LONGEST: u64 = 16 << 20;

/// Why a memory file was not read or written, and which one it is.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}{cause}", path.display())]
pub struct FileError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong.
    pub cause: BadFile,
}

/// What is wrong with a memory file, as it reads behind the file's name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BadFile {
    /// It is something else than a memory file.
    #[error(" is no memory file")]
    Foreign,
    /// Its format is of that version.
    #[error(" is of format version {_0}, this program knows {VERSION}")]
    Version(u32),
    /// It is cut short, or was changed since it was written.
    #[error(" is damaged: it is cut short or was changed since it was saved")]
    Damaged,
    /// It may not be written to.
    #[error(" is marked as read-only")]
    ReadOnly,
    /// There is no folder to hold it.
    #[error(" cannot be made: there is no such folder")]
    NoFolder,
    /// The system says so.
    #[error(": {_0}")]
    System(String),
}

impl From<Damage> for BadFile {
    fn from(damage: Damage) -> Self {
        match damage {
            Damage::Foreign => Self::Foreign,
            Damage::Version(found) => Self::Version(found),
            Damage::Checksum | Damage::Malformed => Self::Damaged,
        }
    }
}

impl From<io::Error> for BadFile {
    fn from(error: io::Error) -> Self {
        Self::System(error.to_string())
    }
}

/// Returns the path from the root on, links followed where the file exists, so that neither a
/// change of the working folder nor replacing the file means another one.
pub(super) fn resolved(path: &Path) -> Result<PathBuf, FileError> {
    let fail = |cause| FileError { path: path.to_owned(), cause };
    if let Ok(path) = fs::canonicalize(path) {
        return Ok(path);
    }
    let path = std::path::absolute(path).map_err(|error| fail(error.into()))?;
    match path.parent() {
        Some(folder) if folder.is_dir() => Ok(path),
        _ => Err(fail(BadFile::NoFolder)),
    }
}

/// Reads a file; `None` if there is none.
pub(super) fn load(path: &Path) -> Result<Option<Vec<Block>>, FileError> {
    read(path).map_err(|cause| FileError { path: path.to_owned(), cause })
}

fn read(path: &Path) -> Result<Option<Vec<Block>>, BadFile> {
    let about = match fs::metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        about => about?,
    };
    // Devices and pipes are not even opened.
    if !about.is_file() || about.len() > LONGEST {
        return Err(BadFile::Foreign);
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(LONGEST + 1).read_to_end(&mut bytes)?;
    Ok(Some(format::decode(&bytes)?))
}

/// Replaces a file by one that holds those blocks.
///
/// A process that is killed on the way leaves the file as it was, and perhaps a `.tmp` file beside it
/// that nothing reads.
pub(super) fn save(path: &Path, blocks: &[Block]) -> Result<(), FileError> {
    replace(path, &format::encode(blocks))
        .map_err(|cause| FileError { path: path.to_owned(), cause })
}

fn replace(path: &Path, bytes: &[u8]) -> Result<(), BadFile> {
    // What is there now may not be what was there when it was loaded: nothing but a whole memory
    // file of this version is ever replaced.
    if read(path)?.is_some() && fs::metadata(path)?.permissions().readonly() {
        return Err(BadFile::ReadOnly);
    }
    Ok(file::write(path, bytes, Existing::Replace)?)
}
