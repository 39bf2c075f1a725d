//! Files that are read whole, and written whole or not at all.

use std::env;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What a temporary file is called beside the file that it is to become: `NAME` and six letters
/// stand before it.
const TEMPORARY: &str = ".tmp";
/// A temporary file that nobody has touched for so long, and that nobody holds, was left by a
/// program that was killed.
const ABANDONED: Duration = Duration::from_secs(10);

/// What happens to a file that already exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Existing {
    /// It is replaced; the new file keeps its permissions.
    Replace,
    /// It stays, and writing fails with [`io::ErrorKind::AlreadyExists`].
    Keep,
}

/// Returns the folder of the program below that for user data.
#[must_use]
pub fn data_folder() -> Option<PathBuf> {
    let set = |name| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let data = match set("XDG_DATA_HOME").filter(|path| path.is_absolute()) {
        Some(data) => data,
        None if cfg!(windows) => set("LOCALAPPDATA")?,
        None => set("HOME")?.join(".local").join("share"),
    };
    Some(data.join("quincunx"))
}

/// Reads a file of at most `longest` bytes as [`read()`] does; `None` if there is none.
///
/// # Errors
///
/// As of [`read()`], but for a missing file.
pub fn read_if_any(path: &Path, longest: u64) -> io::Result<Option<Vec<u8>>> {
    match read(path, longest) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        bytes => bytes.map(Some),
    }
}

/// Writes a file in place of what is there, and makes the folder for it if there is none.
///
/// # Errors
///
/// As of [`write()`], or the folder cannot be made.
pub fn keep(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        create_folder(folder)?;
    }
    write(path, bytes, Existing::Replace)
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
    let bytes = take(&mut File::open(path)?, longest + 1)?;
    if bytes.len() as u64 > longest {
        return refuse(format!("longer than {longest} bytes"));
    }
    Ok(bytes)
}

/// Reads to the end, but at most so many bytes.
///
/// # Errors
///
/// Those of the reader.
pub fn take(reader: &mut dyn Read, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    reader.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Opens a file, a pipe or a device for reading, and waits for nobody: a pipe that nobody has opened
/// for writing is empty.
///
/// # Errors
///
/// Those of the system.
pub fn open(path: &Path) -> io::Result<File> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;

        use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};

        let at_once = OFlags::NONBLOCK.bits() as i32;
        let file = File::options().read(true).custom_flags(at_once).open(path)?;
        // From here on a read waits for the writer.
        fcntl_setfl(&file, fcntl_getfl(&file)? - OFlags::NONBLOCK)?;
        Ok(file)
    }
    #[cfg(not(unix))]
    File::open(path)
}

/// Writes a file. The bytes go into a temporary file beside it, which is renamed once they are on
/// the disk: whatever happens, the path holds either what it held before or all of `bytes`. What a
/// killed program has left of an earlier attempt is removed.
///
/// # Errors
///
/// Those of the system; the temporary file is removed then.
pub fn write(path: &Path, bytes: &[u8], existing: Existing) -> io::Result<()> {
    let folder = folder(path);
    remove_abandoned(path, folder);
    let mut file = temporary(path, folder)?;
    #[cfg(unix)]
    let _ = hold(file.as_file());
    file.write_all(bytes)?;
    if existing == Existing::Replace
        && let Ok(about) = fs::metadata(path)
    {
        file.as_file().set_permissions(about.permissions())?;
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

/// Makes a folder and those that lead to it, unless they exist.
///
/// # Errors
///
/// Those of the system, and [`io::ErrorKind::NotADirectory`] where a file has the name.
pub fn create_folder(path: &Path) -> io::Result<()> {
    fs::create_dir_all(path).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => io::ErrorKind::NotADirectory.into(),
        _ => error,
    })
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
        .suffix(TEMPORARY)
        .make_in(folder, |path| File::create_new(path))
}

/// Keeps a file, as long as it is open, from being taken for an abandoned one. Returns whether nobody
/// else does. File systems that cannot lock files leave it to their age.
#[cfg(unix)]
fn hold(file: &File) -> bool {
    use rustix::fs::{FlockOperation, flock};
    flock(file, FlockOperation::NonBlockingLockExclusive) != Err(rustix::io::Errno::WOULDBLOCK)
}

/// Removes the temporary files of a path that killed programs have left. A failure does no harm.
fn remove_abandoned(path: &Path, folder: &Path) {
    let is_abandoned = |path: &Path| -> io::Result<bool> {
        let is_old = fs::metadata(path)?.modified()?.elapsed().is_ok_and(|age| age >= ABANDONED);
        #[cfg(unix)]
        return Ok(is_old && hold(&File::open(path)?));
        #[cfg(not(unix))]
        Ok(is_old)
    };
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let other = entry.file_name().to_string_lossy().into_owned();
        let letters = other.strip_prefix(&*name).and_then(|rest| rest.strip_suffix(TEMPORARY));
        let is_temporary = letters.is_some_and(|letters| letters.len() == 6);
        if is_temporary && is_abandoned(&entry.path()).unwrap_or(false) {
            let _ = fs::remove_file(entry.path());
        }
    }
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
    fn what_a_killed_program_left_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.txt");
        let leave = |name: &str, age| {
            let file = File::create(folder.path().join(name)).unwrap();
            file.set_modified(std::time::SystemTime::now() - age).unwrap();
            file
        };
        drop(leave("a.txtAbCd12.tmp", ABANDONED));
        let others = ["a.txt.tmp", "a.txtAbCd1.tmp", "b.txtAbCd12.tmp", "a.txtAbCd12.net"];
        for name in others {
            leave(name, ABANDONED);
        }
        drop(leave("a.txtYoung1.tmp", Duration::ZERO));
        let held = leave("a.txtHeld01.tmp", ABANDONED);
        #[cfg(unix)]
        assert!(hold(&held));
        write(&path, b"one", Existing::Keep).unwrap();
        let mut left = names(folder.path());
        left.sort();
        let mut wanted: Vec<_> =
            others.into_iter().chain(["a.txt", "a.txtYoung1.tmp", "a.txtHeld01.tmp"]).collect();
        wanted.sort_unstable();
        assert_eq!(left, wanted);
        drop(held);
        write(&path, b"two", Existing::Replace).unwrap();
        assert!(!names(folder.path()).contains(&"a.txtHeld01.tmp".to_owned()));
    }

    #[cfg(unix)]
    #[test]
    fn nobody_is_waited_for() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&path).status().unwrap();
        assert!(made.success());
        let mut text = String::new();
        open(&path).unwrap().read_to_string(&mut text).unwrap();
        assert_eq!(text, "");
        // With a writer it is a pipe like any other: reading waits until the writer is done.
        let mut file = open(&path).unwrap();
        let writer = File::options().write(true).open(&path).unwrap();
        let write = move || {
            std::thread::sleep(Duration::from_millis(50));
            (&writer).write_all(b"late").unwrap();
        };
        let writer = std::thread::spawn(write);
        file.read_to_string(&mut text).unwrap();
        assert_eq!(text, "late");
        writer.join().unwrap();
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
