//! Remembered positions: what deep searches found, kept beyond the table, the game and, with a
//! file, the process.
//!
//! Start with [`Experience`]. The map (`map.rs`) knows packed boards and entries of the search's table,
//! `realm.rs` tells games and rules apart, `recall.rs` carries entries from a searcher to the map
//! and back, `format.rs` and `file.rs` are the file.
//!
//! # Soundness
//!
//! What is remembered was an entry of the table, and goes back into the table before it is used, so
//! that it is held to what entries are held to: of a score that a draw by the path supports only the
//! bound is remembered that holds without it, if there is one, and a decisive score counts only
//! where its distance fits into the quiet plies that are left. Beyond that
//!
//! 1. nothing is remembered, and nothing recalled, while the record makes any position a draw at
//!    its next occurrence: with no such position, whoever wins can do so without coming back to a
//!    position, and meets no draw by repetition;
//! 2. where the quiet limit lies within the reach of a search, only its decisive scores are
//!    remembered, which no draw supports; an estimate is recalled only where the limit lies beyond
//!    its depth;
//! 3. positions of another game, or of the same one under other rules, belong to another realm.

mod file;
mod format;
mod map;
mod realm;
mod recall;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use parking_lot::Mutex;

pub use file::{BadFile, FileError};
use map::Map;

/// The positions that an engine remembers, of all games, and the file that keeps them.
///
/// It is shared by the sessions of an engine and their searches; every method may be called from
/// any thread.
#[derive(Debug)]
pub struct Experience {
    map: Map,
    file: Mutex<Option<PathBuf>>,
    /// Whether there is something that no file holds.
    has_news: AtomicBool,
}

impl Experience {
    /// How many positions are remembered at most: some 25 MiB. Shallow ones give way.
    pub const CAPACITY: usize = 1 << 18;

    /// Returns an empty memory without a file.
    #[must_use]
    pub fn new() -> Self {
        Self {
            map: Map::new(Self::CAPACITY),
            file: Mutex::new(None),
            has_news: AtomicBool::new(false),
        }
    }

    /// Returns how many positions are remembered.
    #[must_use]
    pub fn len(&self) -> usize {
        self.map.len()
    }

    /// Returns whether nothing is remembered.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Forgets every position. The file changes with the next save.
    pub fn clear(&self) {
        if !self.is_empty() {
            self.map.clear();
            self.has_news.store(true, Ordering::Relaxed);
        }
    }

    /// Makes `path` the file, adds the positions that it holds and returns how many those are. A
    /// file that is not there holds none. Without a path nothing is saved from here on.
    ///
    /// # Errors
    ///
    /// Says why the file cannot be used; everything is as it was then.
    pub fn set_file(&self, path: Option<&Path>) -> Result<usize, FileError> {
        // What was remembered before is news to this file.
        let has_news = !self.is_empty();
        let mut held = 0;
        let path = match path {
            Some(path) => {
                let path = file::resolved(path)?;
                for block in file::load(&path)?.unwrap_or_default() {
                    held += block.entries.len();
                    self.map.remember(&block.realm, block.entries);
                }
                Some(path)
            }
            None => None,
        };
        self.has_news.fetch_or(has_news, Ordering::Relaxed);
        *self.file.lock() = path;
        Ok(held)
    }

    /// Returns the file.
    #[must_use]
    pub fn file(&self) -> Option<PathBuf> {
        self.file.lock().clone()
    }

    /// Writes every position to the file and returns how many there are; `None` without a file.
    ///
    /// The file is replaced as a whole: whatever happens on the way, it holds either what it held
    /// or all that is remembered.
    ///
    /// # Errors
    ///
    /// Says why it could not be written. A file that is no whole memory file is left alone.
    pub fn save(&self) -> Result<Option<usize>, FileError> {
        let Some(path) = self.file() else { return Ok(None) };
        self.has_news.store(false, Ordering::Relaxed);
        let blocks = self.map.blocks();
        let saved = file::save(&path, &blocks);
        if saved.is_err() {
            self.has_news.store(true, Ordering::Relaxed);
        }
        saved?;
        Ok(Some(blocks.iter().map(|block| block.entries.len()).sum()))
    }

    /// Saves if there is a file that lacks something.
    ///
    /// # Errors
    ///
    /// As for [`save`](Self::save).
    pub fn save_news(&self) -> Result<(), FileError> {
        if self.has_news.load(Ordering::Relaxed) {
            self.save()?;
        }
        Ok(())
    }
}

impl Default for Experience {
    fn default() -> Self {
        Self::new()
    }
}
