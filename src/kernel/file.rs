//! Files that are read whole, and written whole or not at all.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::Path;

/// What happens to a file that already exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Existing {
    /// It is replaced; the new file keeps its permissions.
    Replace,
    /// It stays, and writing fails with [`io::ErrorKind::AlreadyExists`].
    Keep,
}

/// Reads a file of at most `longest` bytes.
///
/// # Errors
///
/// Those of the system, and [`io::ErrorKind::InvalidData`] if the file is longer or not a regular
/// file: devices and pipes are not even opened.
pub fn read(path: &Path, longest: u64) -> io::Result<Vec<u8>> {
    let refuse = |why| Err(io::Error::new(io::ErrorKind::InvalidData, why));
    let about = fs::metadata(path)?;
    if !about.is_file() {
        return refuse("not a plain file".to_owned());
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(longest + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > longest {
        return refuse(format!("longer than {longest} bytes"));
    }
    Ok(bytes)
}

/// Writes a file. The bytes go into a temporary file beside it, which is renamed once they are on
/// the disk: whatever happens, the path holds either what it held before or all of `bytes`.
///
/// # Errors
///
/// Those of the system; the temporary file is removed then.
pub fn write(path: &Path, bytes: &[u8], existing: Existing) -> io::Result<()> {
    let folder = folder(path);
    let mut file = temporary(path, folder)?;
    file.write_all(bytes)?;
    if existing == Existing::Replace {
        if let Ok(about) = fs::metadata(path) {
            file.as_file().set_permissions(about.permissions())?;
        }
    }
    file.as_file().sync_all()?;
    match existing {
        Existing::Replace => file.persist(path)?,
        Existing::Keep => file.persist_noclobber(path)?,
    };
    // The rename is durable once the folder is synced. Not every system can do that; the file is
    // whole either way.
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
    Ok(())
}

/// Finds out whether [`write()`] would be able to replace or make a file, before the work whose
/// result it is to hold. Leaves the file alone.
///
/// # Errors
///
/// Those of the system, and [`io::ErrorKind::IsADirectory`].
pub fn try_write(path: &Path) -> io::Result<()> {
    if path.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    temporary(path, folder(path)).map(drop)
}

/// Returns the folder of a file.
fn folder(path: &Path) -> &Path {
    // The parent of a bare name is empty.
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// Creates a temporary file beside the one of that name.
fn temporary(path: &Path, folder: &Path) -> io::Result<tempfile::NamedTempFile> {
    // Created here because the library would make the file readable by its owner only and name the
    // temporary file in errors.
    tempfile::Builder::new()
        .prefix(path.file_name().unwrap_or_default())
        .suffix(".tmp")
        .make_in(folder, |path| File::create_new(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }

    #[test]
    fn a_file_is_replaced_only_where_that_is_wanted() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.txt");
        write(&path, b"one", Existing::Keep).unwrap();
        let refused = write(&path, b"two", Existing::Keep).unwrap_err();
        assert_eq!(refused.kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(fs::read(&path).unwrap(), b"one");
        write(&path, b"two", Existing::Replace).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two");
        assert_eq!(names(folder.path()), ["a.txt"], "nothing temporary is left");
    }

    #[test]
    fn a_failed_write_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a folder");
        fs::create_dir(&path).unwrap();
        assert!(write(&path, b"one", Existing::Replace).is_err());
        assert_eq!(try_write(&path).unwrap_err().kind(), io::ErrorKind::IsADirectory);
        let nowhere = folder.path().join("none/a.txt");
        assert!(write(&nowhere, b"one", Existing::Keep).is_err());
        assert_eq!(try_write(&nowhere).unwrap_err().kind(), io::ErrorKind::NotFound);
        assert_eq!(names(folder.path()), ["a folder"]);
    }

    #[test]
    fn trying_leaves_the_file_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.txt");
        try_write(&path).unwrap();
        assert!(names(folder.path()).is_empty());
        fs::write(&path, b"one").unwrap();
        try_write(&path).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"one");
        assert_eq!(names(folder.path()), ["a.txt"]);
    }

    #[cfg(unix)]
    #[test]
    fn permissions_stay() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.txt");
        write(&path, b"one", Existing::Keep).unwrap();
        let mode = || fs::metadata(&path).unwrap().permissions().mode() & 0o777;
        let plain = folder.path().join("plain");
        fs::write(&plain, b"").unwrap();
        assert_eq!(mode(), fs::metadata(&plain).unwrap().permissions().mode() & 0o777);
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        write(&path, b"two", Existing::Replace).unwrap();
        assert_eq!(mode(), 0o640);
    }
}
