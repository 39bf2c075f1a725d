//! The shelf: games that outlive the server, a record each, `SESSION.games` in one folder.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use std::{fs, io, mem};

use super::catalogue::Catalogue;
use super::guard;
use super::message::ShelfEntry;
use super::record;
use crate::kernel::file::{self, Existing};
use crate::kernel::{Gather, sort};
use crate::notation::Games;

/// The most games kept; those without a move make room first, then the oldest.
const MOST: usize = 20;
/// The longest record that is read.
const LONGEST: u64 = 1 << 20;
/// How long the disk rests between two writes.
const REST: Duration = Duration::from_millis(100);
/// The length of a session's name.
const SESSION: usize = 16;
/// What the name of a file ends with.
const SUFFIX: &str = ".games";

/// The kept games. Whoever puts one here does not wait for the disk.
#[derive(Default)]
pub(super) struct Shelf {
    /// In the order in which they changed last.
    games: Mutex<Vec<KeptGame>>,
    writer: Mutex<Option<Writer>>,
}

struct KeptGame {
    session: String,
    record: String,
    /// When it changed last.
    changed: SystemTime,
}

/// What is to be written.
#[derive(Default)]
struct Due {
    /// The new text of each game's file, or its end.
    changes: HashMap<String, Option<String>>,
    /// Whether nothing more comes.
    is_all: bool,
}

struct Writer {
    due: Arc<Mutex<Due>>,
    thread: JoinHandle<()>,
}

impl Writer {
    fn note(&self, session: String, record: Option<String>) {
        lock(&self.due).changes.insert(session, record);
        self.thread.thread().unpark();
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shelf {
    /// Opens the shelf in a folder, which is made if there is none.
    ///
    /// # Errors
    ///
    /// The folder cannot be made or read.
    pub(super) fn open(folder: PathBuf) -> io::Result<Self> {
        fs::create_dir_all(&folder)?;
        let mut games = Vec::new();
        for entry in fs::read_dir(&folder)?.flatten() {
            let name = entry.file_name();
            let session = name.to_str().and_then(|name| name.strip_suffix(SUFFIX));
            let Some(session) = session.filter(|session| is_session(session)) else { continue };
            let changed = entry.metadata().and_then(|about| about.modified());
            let bytes = file::read(&entry.path(), LONGEST);
            if let (Ok(changed), Ok(Ok(record))) = (changed, bytes.map(String::from_utf8)) {
                games.push(KeptGame { session: session.to_owned(), record, changed });
            }
        }
        sort::by_key(&mut games, |game| game.changed);
        let due = Arc::new(Mutex::default());
        let listed = Arc::clone(&due);
        let write: Box<dyn FnOnce() + Send> = Box::new(move || write(&folder, &listed));
        let writer = Writer { due, thread: thread::spawn(write) };
        Ok(Self { games: Mutex::new(games), writer: Mutex::new(Some(writer)) })
    }

    /// Keeps the record of a session's game.
    pub(super) fn keep(&self, session: &str, record: String) {
        let writer = lock(&self.writer);
        let Some(writer) = &*writer else { return };
        let mut games = lock(&self.games);
        if let Some(at) = games.iter().position(|game| game.session == session) {
            if games[at].record == record {
                return;
            }
            games.remove(at);
        }
        writer.note(session.to_owned(), Some(record.clone()));
        let (session, changed) = (session.to_owned(), SystemTime::now());
        games.push(KeptGame { session, record, changed });
        if games.len() > MOST {
            let untouched = games.iter().position(|game| !has_moves(&game.record));
            writer.note(games.remove(untouched.unwrap_or(0)).session, None);
        }
    }

    /// Keeps the record of a game whose session goes on with another one, unless that is kept already: a record
    /// that was only looked at.
    pub(super) fn put_by(&self, session: &str, record: String) {
        let is_twin = |game: &KeptGame| game.session != session && game.record == record;
        if lock(&self.games).iter().any(is_twin) {
            return;
        }
        if let Ok(name) = guard::random() {
            self.keep(&name[..SESSION], record);
        }
    }

    /// Returns the record of a session's game.
    pub(super) fn find(&self, session: &str) -> Option<String> {
        let games = lock(&self.games);
        games.iter().find(|game| game.session == session).map(|game| game.record.clone())
    }

    /// Lists the games that have a move, the latest first.
    pub(super) fn list(&self, catalogue: &Catalogue) -> Vec<ShelfEntry> {
        let games = lock(&self.games);
        let entry = |kept: &KeptGame| {
            let game = record::read(&kept.record, None, None, catalogue).ok()?;
            let tags = game.tags.filter(|tags| tags.ply > 0)?;
            let since = kept.changed.duration_since(UNIX_EPOCH).unwrap_or_default();
            Some(ShelfEntry {
                session: kept.session.clone(),
                game: game.game,
                seats: tags.seats,
                plies: tags.ply,
                over: tags.is_over,
                changed: since.as_secs(),
            })
        };
        games.iter().rev().filter_map(entry).gather()
    }

    /// Waits until everything is on the disk; nothing is kept from now on.
    pub(super) fn close(&self) {
        let writer = lock(&self.writer).take();
        if let Some(Writer { due, thread }) = writer {
            lock(&due).is_all = true;
            thread.thread().unpark();
            let _ = thread.join();
        }
    }
}

/// Returns whether a text has the form of a session's name, which names its file.
fn is_session(text: &str) -> bool {
    text.len() == SESSION && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Returns whether a record has a move.
fn has_moves(record: &str) -> bool {
    matches!(Games::new(record).next(), Some(Ok(game)) if !game.moves.is_empty())
}

/// Writes what is due, of each game the latest.
fn write(folder: &Path, due: &Mutex<Due>) {
    loop {
        let Due { changes, is_all } = {
            let mut due = lock(due);
            Due { changes: mem::take(&mut due.changes), ..*due }
        };
        match (changes.is_empty(), is_all) {
            (true, true) => return,
            (true, false) => {
                thread::park();
                continue;
            }
            (false, _) => {}
        }
        for (session, record) in changes {
            let path = folder.join(session + SUFFIX);
            // A disk that is full may have room for the next change.
            let _ = match record {
                Some(record) => file::write(&path, record.as_bytes(), Existing::Replace),
                None => fs::remove_file(&path),
            };
        }
        thread::sleep(REST);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Engine;

    fn session(i: usize) -> String {
        format!("{i:016x}")
    }

    #[test]
    fn games_are_found_by_the_next_server() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep/board");
        let shelf = Shelf::open(path.clone()).unwrap();
        let catalogue = Catalogue::new(Engine::new());
        let all = |shelf: &Shelf| shelf.list(&catalogue);
        for i in 0..MOST + 2 {
            shelf.keep(&session(i), "[Game \"morris\"]\n\nB[d6]\n*\n".to_owned());
        }
        shelf.keep(&session(5), "[Game \"morris\"]\n[Ply \"1\"]\nB[d6];W[d2]\n*\n".to_owned());
        shelf.keep(&session(6), "[Game \"morris\"]\nB[d6]\n1-0\n".to_owned());
        shelf.keep(&session(7), "[Game \"morris\"]\n*\n".to_owned());
        shelf.close();
        shelf.keep(&session(8), "too late".to_owned());
        fs::write(path.join("../precious.games"), "precious").unwrap();
        fs::write(path.join("0123456789abcdef.games"), "no game").unwrap();
        fs::write(path.join("fedcba9876543210.games"), [0xFF]).unwrap();
        let shelf = Shelf::open(path.clone()).unwrap();
        assert_eq!(shelf.find(&session(1)), None, "the oldest made room");
        assert!(shelf.find(&session(5)).unwrap().contains("W[d2]"));
        assert_eq!(shelf.find("../precious"), None);
        // Those without a move are not listed, and what is no game neither.
        let listed = all(&shelf);
        assert_eq!(listed.len(), MOST - 1);
        let over = listed.iter().filter(|one| one.over).map(|one| one.session.clone());
        assert_eq!(over.collect::<Vec<_>>(), [session(6)]);
        assert!(listed.iter().all(|one| (one.game.as_str(), one.plies) == ("morris", 1)));
    }

    #[test]
    fn games_without_a_move_make_room_first() {
        let folder = tempfile::tempdir().unwrap();
        let shelf = Shelf::open(folder.path().to_owned()).unwrap();
        let untouched = "[Game \"morris\"]\n*\n";
        shelf.keep(&session(0), "[Game \"morris\"]\n\nB[d6]\n*\n".to_owned());
        for i in 1..=2 * MOST {
            shelf.keep(&session(i), untouched.to_owned());
        }
        for i in 0..MOST {
            let kept = shelf.find(&session(if i == 0 { 0 } else { MOST + 1 + i }));
            assert!(kept.is_some(), "{i}");
        }
        for i in 1..MOST {
            shelf.keep(&session(i), format!("[Game \"morris\"]\n\nB[d6]\n# {i}\n*\n"));
        }
        shelf.keep(&session(2 * MOST), untouched.to_owned());
        assert!((0..MOST).all(|i| shelf.find(&session(i)).is_some()), "all have a move");
        assert_eq!(shelf.find(&session(2 * MOST)), None);
        shelf.close();
    }

    #[test]
    fn a_shelf_without_a_folder_keeps_nothing() {
        let shelf = Shelf::default();
        shelf.keep(&session(1), "[Game \"morris\"]\n*\n".to_owned());
        assert_eq!(shelf.find(&session(1)), None);
        shelf.close();
        let file = tempfile::NamedTempFile::new().unwrap();
        assert!(Shelf::open(file.path().join("board")).is_err());
    }
}
