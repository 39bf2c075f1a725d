//! The stores of remembered positions: `NAME.GAME` in one folder, each a folder itself.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;
use std::{fs, io};

use super::catalogue::Catalogue;
use super::child::Child;
use super::message::{ErrorCode, MemoryEntry, MemoryName, RequestError};
use crate::kernel::sort;
use crate::wire::{SetOption, refusal};

/// The most memories listed.
const MOST: usize = 100;

/// The name of a memory and its game.
pub(super) type MemoryKey = (MemoryName, String);

/// All memories of the user, and which of them are in use.
pub(super) struct Memories {
    folder: Option<PathBuf>,
    program: Arc<Path>,
    used: Mutex<Vec<MemoryKey>>,
    /// How many positions a store held when its file had that time and size.
    counts: Mutex<HashMap<PathBuf, (Stamp, Option<u64>)>>,
}

/// The modification time and size of a file.
type Stamp = (Option<SystemTime>, u64);

/// The files of a store.
const PARTS: [&str; 3] = ["data.mdb", "readers.lock", "writer.lock"];

/// Returns the modification time and size of the file that holds the positions of a memory.
fn about(path: &Path) -> io::Result<fs::Metadata> {
    let whole = fs::metadata(path)?;
    if whole.is_dir() { fs::metadata(path.join(PARTS[0])) } else { Ok(whole) }
}

/// Deletes a memory: the files of the store but nothing else in its folder, or a file in its place.
fn delete(path: &Path) -> io::Result<()> {
    if !path.is_dir() {
        return fs::remove_file(path);
    }
    for part in PARTS {
        match fs::remove_file(path.join(part)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    fs::remove_dir(path)
}

/// The lease of a memory: nobody else uses it as long as this value lives.
pub(super) struct Lease {
    key: MemoryKey,
    memories: Arc<Memories>,
}

impl Drop for Lease {
    fn drop(&mut self) {
        lock(&self.memories.used).retain(|key| *key != self.key);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Memories {
    pub(super) fn new(folder: Option<PathBuf>, program: Arc<Path>) -> Self {
        let (used, counts) = Default::default();
        Self { folder, program, used, counts }
    }

    fn path(&self, (name, game): &MemoryKey) -> Option<PathBuf> {
        Some(self.folder.as_ref()?.join(format!("{}.{game}", name.as_str())))
    }

    /// Returns the lease of a memory that nobody uses.
    fn take(self: &Arc<Self>, key: &MemoryKey) -> Option<Lease> {
        let mut used = lock(&self.used);
        if used.contains(key) {
            return None;
        }
        used.push(key.clone());
        Some(Lease { key: key.clone(), memories: Arc::clone(self) })
    }

    /// Takes a memory into use and returns its lease.
    ///
    /// # Errors
    ///
    /// Another seat uses it, there is no folder for it, or what is there is not a memory.
    pub(super) async fn lease(self: &Arc<Self>, key: &MemoryKey) -> Result<Lease, RequestError> {
        let (name, bad) = (key.0.as_str(), |text| RequestError::new(ErrorCode::BadFile, text));
        let path =
            self.path(key).ok_or_else(|| bad("there is no folder for memories".to_owned()))?;
        // The command that names the file must be a line of text.
        let is_plain = |text: &str| !text.chars().any(char::is_control);
        if !path.to_str().is_some_and(is_plain) {
            return Err(bad(format!("the folder {path:?} cannot be named to the engine")));
        }
        let busy =
            || RequestError::new(ErrorCode::Busy, format!("{name} is in use by another engine"));
        let lease = self.take(key).ok_or_else(busy)?;
        let folder = path.parent().unwrap_or(&path);
        fs::create_dir_all(folder)
            .map_err(|error| bad(format!("{} cannot be created: {error}", folder.display())))?;
        if path.exists() && self.count(&path).await.is_none() {
            return Err(bad(format!("{name} is not a memory")));
        }
        Ok(lease)
    }

    /// Returns the existing memories of existing games.
    pub(super) async fn list(&self, catalogue: &Catalogue) -> Vec<MemoryEntry> {
        let mut found = Vec::new();
        let files = self.folder.as_ref().and_then(|folder| fs::read_dir(folder).ok());
        for file in files.into_iter().flatten().flatten() {
            let file_name = file.file_name();
            let parts = file_name.to_str().and_then(|text| text.split_once('.'));
            let Some((name, game)) = parts else { continue };
            let Ok(name) = MemoryName::try_from(name.to_owned()) else { continue };
            if catalogue.game(game).is_some() {
                found.push((name, game.to_owned()));
            }
        }
        sort::by(&mut found, Ord::cmp);
        found.truncate(MOST);
        let mut names = Vec::new();
        for key in found {
            let Some(path) = self.path(&key) else { continue };
            names.push(MemoryEntry {
                bytes: about(&path).map_or(0, |data| data.len()),
                positions: self.count(&path).await,
                used: lock(&self.used).contains(&key),
                name: key.0.as_str().to_owned(),
                game: key.1,
            });
        }
        names
    }

    /// Returns how many positions a memory holds; `None` if it is not a memory. An engine reads it
    /// and is stopped before it could write.
    async fn count(&self, path: &Path) -> Option<u64> {
        let data = about(path).ok()?;
        let stamp = (data.modified().ok(), data.len());
        if let Some((seen, count)) = lock(&self.counts).get(path)
            && *seen == stamp
        {
            return *count;
        }
        let mut child = Child::spawn(&self.program).ok()?;
        let load = SetOption::new("MemoryPath", Some(path.to_str()?)).to_string();
        let answers = child.ask(&[load, "query remembered".to_owned()]).await.ok()?;
        let is_refused = answers.iter().any(|line| refusal(line).is_some());
        let answer = answers.iter().find_map(|line| line.strip_prefix("response "));
        let count = answer.and_then(|count| count.parse().ok()).filter(|_| !is_refused);
        lock(&self.counts).insert(path.to_owned(), (stamp, count));
        count
    }

    /// Deletes a memory.
    ///
    /// # Errors
    ///
    /// It is in use, there is none of that name, or it cannot be deleted.
    pub(super) fn forget(&self, key: &MemoryKey) -> Result<(), RequestError> {
        let name = key.0.as_str();
        let used = lock(&self.used);
        if used.contains(key) {
            let text = format!("{name} is in use by an engine");
            return Err(RequestError::new(ErrorCode::Busy, text));
        }
        let bad = |text| RequestError::new(ErrorCode::BadFile, text);
        let path = self.path(key).filter(|path| path.exists());
        let path = path.ok_or_else(|| bad(format!("there is no memory {name} of {}", key.1)))?;
        delete(&path).map_err(|error| bad(format!("{name} cannot be deleted: {error}")))
    }
}

impl Lease {
    /// Returns the command that makes an engine use the memory.
    pub(super) fn command(&self) -> String {
        // It was checked when the lease was given.
        let path = self.memories.path(&self.key).unwrap_or_default();
        SetOption::new("MemoryPath", path.to_str()).to_string()
    }

    pub(super) const fn key(&self) -> &MemoryKey {
        &self.key
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(name: &str) -> MemoryKey {
        (MemoryName::try_from(name.to_owned()).unwrap(), "chess".to_owned())
    }

    #[tokio::test]
    async fn one_name_serves_one_seat() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().join("deep/memory");
        let program: Arc<Path> = Path::new("/nonexistent").into();
        let memories = Arc::new(Memories::new(Some(folder.clone()), program));
        let lease = memories.lease(&key("club")).await.unwrap();
        assert_eq!(
            lease.command(),
            format!("setoption name MemoryPath value {}", folder.join("club.chess").display())
        );
        let refused = memories.lease(&key("club")).await.err().unwrap();
        assert_eq!(refused.code, ErrorCode::Busy);
        assert_eq!(memories.forget(&key("club")).unwrap_err().code, ErrorCode::Busy);
        assert!(memories.lease(&key("home")).await.is_ok());
        drop(lease);
        assert!(memories.lease(&key("club")).await.is_ok());
        assert_eq!(memories.forget(&key("club")).unwrap_err().code, ErrorCode::BadFile);
        // A file that no engine can read is not a memory, and stays as it is.
        fs::write(folder.join("club.chess"), "precious").unwrap();
        assert_eq!(memories.lease(&key("club")).await.err().unwrap().code, ErrorCode::BadFile);
        assert_eq!(fs::read(folder.join("club.chess")).unwrap(), b"precious");
        memories.forget(&key("club")).unwrap();
        assert!(!folder.join("club.chess").exists());
        // A store is deleted, and anything else in its folder stays.
        fs::create_dir(folder.join("club.chess")).unwrap();
        for name in PARTS.into_iter().chain(["notes"]) {
            fs::write(folder.join("club.chess").join(name), "precious").unwrap();
        }
        assert_eq!(memories.forget(&key("club")).unwrap_err().code, ErrorCode::BadFile);
        assert!(folder.join("club.chess/notes").exists());
        fs::remove_file(folder.join("club.chess/notes")).unwrap();
        memories.forget(&key("club")).unwrap();
        assert!(!folder.join("club.chess").exists());
    }

    #[tokio::test]
    async fn a_folder_that_would_end_the_line_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().join("a\nquit");
        let memories = Arc::new(Memories::new(Some(folder), Path::new("x").into()));
        assert_eq!(memories.lease(&key("club")).await.err().unwrap().code, ErrorCode::BadFile);
        let memories = Arc::new(Memories::new(None, Path::new("x").into()));
        assert_eq!(memories.lease(&key("club")).await.err().unwrap().code, ErrorCode::BadFile);
    }
}
