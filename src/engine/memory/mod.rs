//! Remembered positions: what deep searches found, kept beyond the table, the game and, with a
//! store, the process.
//!
//! Start with [`Memory`]. The map (`map.rs`) holds packed boards (`realm.rs`) and what was found about
//! them (`finding.rs`): an entry of the search's table and whose estimate it is (`judge.rs`).
//! `recall.rs` carries findings from a searcher to the map and back.
//!
//! The map has what this process has found, as far as there is room. A store has what this and
//! other processes have saved, as far as the disk allows; it is read in place. Of two entries for a
//! board the one that says more counts.
//!
//! # Soundness
//!
//! What is remembered was an entry of the table, and goes back into the table before it is used, so
//! the same restrictions apply as to entries: if a score rests on a draw by the path, only the
//! bound that holds without it is remembered, if there is one, and a decisive score counts only if
//! its distance fits into the quiet plies that are left. In addition:
//!
//! 1. nothing is remembered or recalled while the record makes any position a draw at its next
//!    occurrence: without such a position, whoever wins can do so without repeating a position, and
//!    meets no draw by repetition;
//! 2. if the quiet limit is within reach of a search, only its decisive scores are remembered,
//!    which do not rest on draws; an estimate is recalled only if the limit lies beyond its depth;
//! 3. positions of another game, or of the same one under other rules, belong to another realm, and
//!    to another database of the store;
//! 4. an estimate counts only for the evaluation that it was made with, and gives way to that of
//!    another one; what is proven counts for all.

mod finding;
mod judge;
mod map;
mod realm;
mod recall;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use parking_lot::Mutex;

use crate::kernel::all_ok;
use crate::search::Entry;
use crate::store::{Access, BadStore, Database, Reader, Store, StoreError, Sync};
use finding::Finding;
pub(super) use judge::Judge;
use map::{Block, FindingMap, RealmId};
use realm::{Board, Realm};

/// The positions that an engine remembers, for all games, and the store that keeps them.
///
/// It is shared by the sessions of an engine and their searches; every method may be called from
/// any thread.
#[derive(Debug)]
pub struct Memory {
    map: FindingMap,
    place: Mutex<Option<Place>>,
    /// Whether there is anything unsaved.
    has_news: AtomicBool,
    /// Whether the contents of the store are forgotten, to be removed by the next save.
    is_cleared: AtomicBool,
    /// Why the store could not be read during a search, which cannot report it.
    trouble: Mutex<Option<StoreError>>,
}

/// Where remembered positions are saved.
#[derive(Clone, Debug)]
struct Place {
    folder: PathBuf,
    /// The store; `None` until something was saved.
    store: Option<Store>,
}

impl Memory {
    /// The most positions that a process remembers itself: some 25 MiB. Shallow ones are evicted.
    pub const CAPACITY: usize = 1 << 18;

    /// Returns an empty memory without a store.
    #[must_use]
    pub fn new() -> Self {
        Self {
            map: FindingMap::new(Self::CAPACITY),
            place: Mutex::new(None),
            has_news: AtomicBool::new(false),
            is_cleared: AtomicBool::new(false),
            trouble: Mutex::new(None),
        }
    }

    /// Returns how many positions are remembered, here and in the store.
    ///
    /// # Errors
    ///
    /// The store cannot be read.
    pub fn count(&self) -> Result<u64, StoreError> {
        let found = self.map.len() as u64;
        let Some(store) = self.store() else { return Ok(found) };
        let mut twice = 0;
        for Block { realm, findings } in self.map.blocks() {
            let Some(database) = store.find(&realm.name, finding::LAYOUT)? else { continue };
            twice += store.read(|reader| {
                let mut known = 0;
                for (board, _) in &findings {
                    let key = realm.key(board);
                    known += u64::from(reader.get(database, &key)?.is_some());
                }
                Ok(known)
            })?;
        }
        Ok(saved(&store)? + found - twice)
    }

    /// Forgets every position. The store follows with the next save.
    pub fn clear(&self) {
        self.map.clear();
        self.is_cleared.store(true, Ordering::Relaxed);
        self.has_news.store(true, Ordering::Relaxed);
    }

    /// Uses the store in a folder for reading and saving. If there is none, it is created when
    /// there is something to save. Without a folder nothing is saved from now on. What is forgotten stays so if
    /// the folder is the same.
    ///
    /// # Errors
    ///
    /// Says why the folder cannot be used; nothing has changed then.
    pub fn set_folder(&self, folder: Option<&Path>) -> Result<(), StoreError> {
        let new = folder.map(Place::of).transpose()?;
        let mut place = self.place.lock();
        let of = |place: &Option<Place>| place.as_ref().map(|place| place.folder.clone());
        let is_cleared = of(&place) == of(&new) && self.is_cleared.load(Ordering::Relaxed);
        // What was found before is new to this store.
        self.has_news.store(is_cleared || self.map.len() > 0, Ordering::Relaxed);
        self.is_cleared.store(is_cleared, Ordering::Relaxed);
        *self.trouble.lock() = None;
        *place = new;
        Ok(())
    }

    /// Returns whether a folder is used.
    pub(super) fn has_folder(&self) -> bool {
        self.place.lock().is_some()
    }

    /// Returns the store to read, if there is one and it is not forgotten.
    fn store(&self) -> Option<Store> {
        if self.is_cleared.load(Ordering::Relaxed) {
            return None;
        }
        self.place.lock().as_ref()?.store.clone()
    }

    /// Adds what was found to the store, all or nothing, and returns how many positions the store
    /// then holds; `None` if there is no store to save to.
    ///
    /// # Errors
    ///
    /// Says why it could not be written, or why a search could not read it.
    pub fn save(&self) -> Result<Option<u64>, StoreError> {
        self.save_at(&mut self.place.lock())
    }

    fn save_at(&self, place: &mut Option<Place>) -> Result<Option<u64>, StoreError> {
        let Some(place) = place else { return Ok(None) };
        if let Some(trouble) = self.trouble.lock().take() {
            return Err(trouble);
        }
        let store = match &place.store {
            Some(store) => store.writable(),
            None => {
                let made = Store::open(&place.folder, Access::Write, Sync::Each)?;
                place.store.insert(made).clone()
            }
        };
        self.has_news.store(false, Ordering::Relaxed);
        let added = store.check_small().and_then(|()| self.add_to(&store));
        if added.is_err() {
            self.has_news.store(true, Ordering::Relaxed);
        }
        added?;
        self.is_cleared.store(false, Ordering::Relaxed);
        saved(&store).map(Some)
    }

    fn add_to(&self, store: &Store) -> Result<(), StoreError> {
        let forgotten =
            if self.is_cleared.load(Ordering::Relaxed) { databases(store)? } else { Vec::new() };
        let mut blocks = Vec::new();
        for Block { realm, findings } in self.map.blocks() {
            blocks.push((store.database(&realm.name, finding::LAYOUT)?, realm, findings));
        }
        store.write(|writer| {
            forgotten.iter().try_for_each(|database| writer.clear(*database))?;
            for (database, realm, findings) in &blocks {
                for (board, new) in findings {
                    let key = realm.key(board);
                    let old = writer.get(*database, &key)?.map(|old| read_finding(&old));
                    if old.transpose()?.is_none_or(|old| old.gives_way_to(new)) {
                        writer.put(*database, &key, &new.encode())?;
                    }
                }
            }
            Ok(())
        })
    }

    /// Saves if there is a store and anything unsaved, after any save that is under way.
    ///
    /// # Errors
    ///
    /// As for [`save`](Self::save).
    pub fn save_news(&self) -> Result<(), StoreError> {
        let mut place = self.place.lock();
        let has_trouble = self.trouble.lock().is_some();
        if has_trouble || self.has_news.load(Ordering::Relaxed) {
            self.save_at(&mut place)?;
        }
        Ok(())
    }

    /// Runs `work` with what is remembered of a realm.
    fn remembered(&self, realm: &Realm, work: &mut dyn FnMut(&Remembered)) {
        let found = self.map.known_realm(realm);
        let read = |store: &Store| match store.find(&realm.name, finding::LAYOUT)? {
            Some(database) => store.read(|reader| {
                let saved = Some((reader, database));
                work(&Remembered { found, saved, realm, memory: self });
                Ok(true)
            }),
            None => Ok(false),
        };
        let is_done = self.store().as_ref().map_or(Ok(false), read).unwrap_or_else(|error| {
            *self.trouble.lock() = Some(error);
            false
        });
        if !is_done && found.is_some() {
            work(&Remembered { found, saved: None, realm, memory: self });
        }
    }
}

impl Default for Memory {
    fn default() -> Self {
        Self::new()
    }
}

impl Place {
    fn of(folder: &Path) -> Result<Self, StoreError> {
        let fail = |cause| StoreError { folder: folder.to_owned(), cause };
        // An absolute path, so that a change of the working folder does not matter.
        let whole = std::path::absolute(folder).map_err(|error| fail(error.into()))?;
        match Store::open(folder, Access::Read, Sync::Each) {
            Ok(store) => Ok(Self { folder: whole, store: Some(store) }),
            Err(StoreError { cause: BadStore::Missing, .. }) => {
                let is_there = whole.parent().is_some_and(Path::is_dir);
                let exists = whole.try_exists().map_err(|error| fail(error.into()))?;
                let is_usable = !exists || is_empty(&whole);
                match (is_there, is_usable) {
                    (true, true) => Ok(Self { folder: whole, store: None }),
                    (true, false) => Err(fail(BadStore::Foreign)),
                    (false, _) => Err(fail(BadStore::NoFolder)),
                }
            }
            Err(error) => Err(error),
        }
    }
}

fn is_empty(folder: &Path) -> bool {
    std::fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_none())
}

/// Returns the databases of remembered positions.
fn databases(store: &Store) -> Result<Vec<Database>, StoreError> {
    let holdings = store.holdings()?;
    let names = holdings.into_iter().map(|holding| holding.name);
    let names = names.filter(|name| name.kind == realm::KIND);
    all_ok(names.filter_map(|name| store.find(&name, finding::LAYOUT).transpose()))
}

/// Returns how many positions a store holds.
fn saved(store: &Store) -> Result<u64, StoreError> {
    let databases = databases(store)?;
    let count = |reader: &Reader| all_ok(databases.iter().map(|database| reader.count(*database)));
    Ok(store.read(count)?.into_iter().sum())
}

fn read_finding(value: &[u8]) -> Result<Finding, BadStore> {
    let damaged = || BadStore::Damaged("a value is not a remembered position".to_owned());
    Finding::decode(value).ok_or_else(damaged)
}

/// What is remembered of a realm, here and in the store.
struct Remembered<'a> {
    memory: &'a Memory,
    realm: &'a Realm,
    found: Option<RealmId>,
    saved: Option<(&'a Reader<'a>, Database)>,
}

impl Remembered<'_> {
    /// Returns what is remembered about a board, for a search with that evaluation.
    fn get(&self, board: Board, judge: Judge) -> Option<Entry> {
        let found = self.found.and_then(|realm| self.memory.map.get(realm, board));
        let saved = self.saved.and_then(|(reader, database)| {
            let value = reader.get(database, &self.realm.key(&board));
            let saved = value.and_then(|value| value.map(|value| read_finding(&value)).transpose());
            saved.unwrap_or_else(|cause| {
                let folder = self.memory.place.lock().as_ref().map(|place| place.folder.clone());
                let folder = folder.unwrap_or_default();
                *self.memory.trouble.lock() = Some(StoreError { folder, cause });
                None
            })
        });
        let known = [found, saved].into_iter().flatten();
        let known = known.filter_map(|known| Some((known.rank(), known.for_judge(judge)?)));
        known.max_by_key(|(rank, _)| *rank).map(|(_, entry)| entry)
    }
}
