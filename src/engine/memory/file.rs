//! The file: read as a whole, replaced as a whole.

use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use super::format::{self, Damage, VERSION};
use super::map::Block;

/// No memory file is longer, in bytes: twice what a full memory of the widest boards takes.
const LONGEST: u64 = 16 << 20;

/// Why a memory file was not read or written, and which one it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong.
    pub cause: BadFile,
}

/// What is wrong with a memory file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadFile {
    /// It is something else than a memory file.
    Foreign,
    /// Its format is of that version.
    Version(u32),
    /// It is cut short, or was changed since it was written.
    Damaged,
    /// It may not be written to.
    ReadOnly,
    /// There is no folder to hold it.
    NoFolder,
    /// The system says so.
    System(String),
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path.display();
        match &self.cause {
            BadFile::Foreign => write!(f, "{path} is no memory file"),
            BadFile::Version(found) => {
                write!(f, "{path} is of format version {found}, this program knows {VERSION}")
            }
            BadFile::Damaged => {
                write!(f, "{path} is damaged: it is cut short or was changed since it was saved")
            }
            BadFile::ReadOnly => write!(f, "{path} is marked as read-only"),
            BadFile::NoFolder => write!(f, "{path} cannot be made: there is no such folder"),
            BadFile::System(error) => write!(f, "{path}: {error}"),
        }
    }
}

impl std::error::Error for FileError {}

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
/// They go into a new file beside it, which takes its name once it is safely on the disk. A process
/// that ends on the way leaves the file as it was, and perhaps a `.tmp` file that nothing reads.
pub(super) fn save(path: &Path, blocks: &[Block]) -> Result<(), FileError> {
    replace(path, &format::encode(blocks))
        .map_err(|cause| FileError { path: path.to_owned(), cause })
}

fn replace(path: &Path, bytes: &[u8]) -> Result<(), BadFile> {
    // What is there now may not be what was there when it was loaded: nothing but a whole memory
    // file of this version is ever replaced.
    let permissions = match read(path)? {
        Some(_) => Some(fs::metadata(path)?.permissions()),
        None => None,
    };
    if permissions.as_ref().is_some_and(fs::Permissions::readonly) {
        return Err(BadFile::ReadOnly);
    }
    let (temporary, mut file) = create_beside(path)?;
    let written = (|| {
        file.write_all(bytes)?;
        if let Some(permissions) = permissions {
            file.set_permissions(permissions)?;
        }
        file.sync_all()?;
        drop(file);
        fs::rename(&temporary, path)
    })();
    if let Err(error) = written {
        // It may be gone, or not removable: the first error is the one to tell.
        let _ = fs::remove_file(&temporary);
        return Err(error.into());
    }
    // The name is safe when the folder is. Not every system can sync one; the file is whole either
    // way.
    if let Some(folder) = path.parent() {
        let _ = File::open(folder).and_then(|folder| folder.sync_all());
    }
    Ok(())
}

/// Creates a file for this process alone in the folder of `path`. Leftovers of other processes are
/// neither read nor overwritten.
fn create_beside(path: &Path) -> io::Result<(PathBuf, File)> {
    const TRIES: u32 = 100;
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}", std::process::id()));
    let mut attempt = 0;
    loop {
        let mut name = name.clone();
        name.push(format!("-{attempt}.tmp"));
        let temporary = path.with_file_name(name);
        match OpenOptions::new().write(true).create_new(true).open(&temporary) {
            Ok(file) => return Ok((temporary, file)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && attempt < TRIES => {
                attempt += 1;
            }
            Err(error) => return Err(error),
        }
    }
}
