//! A folder of tables: looking positions up.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::file::{Kind, TableError, TableFile};
use super::format::DIGITS;
use super::index::{Pair, Place};
use super::oracle::{Bounds, bounds};
use super::value::{Class, Metric, Value};

/// The tables of a folder, open.
#[derive(Debug)]
pub struct Tables {
    folder: PathBuf,
    /// In the order of [`Pair::all`].
    files: Vec<Option<TableFile>>,
    metric: Option<Metric>,
    bounds: Bounds,
    cache: Cache,
}

impl fmt::Display for Tables {
    /// Writes how many tables there are and which ones lack, on one line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let found = self.files().count();
        write!(f, "tablebase morris: {found} of {} pairs", Pair::COUNT)?;
        if let Some(metric) = self.metric {
            write!(f, ", plies to {metric}")?;
        }
        for (at, pair) in self.missing().enumerate() {
            write!(f, "{} {pair}", if at == 0 { "; missing" } else { "" })?;
        }
        Ok(())
    }
}

impl Tables {
    /// How much memory unpacked chunks take at most unless said otherwise, in MiB.
    pub const CACHE_MIB: usize = 64;

    /// Opens the tables of a folder. Files that are no use are left out and returned as errors.
    ///
    /// # Errors
    ///
    /// Says so when there is no such folder.
    pub fn open(folder: &Path, cache_mib: usize) -> Result<(Self, Vec<TableError>), TableError> {
        let entries = std::fs::read_dir(folder)
            .map_err(|error| TableError::io(folder, "opened as a folder", &error))?;
        drop(entries);
        let mut problems = Vec::new();
        let mut files: Vec<Option<TableFile>> = Vec::new();
        let mut metric = None;
        for pair in Pair::all() {
            let path = folder.join(TableFile::name(pair));
            let opened = if path.exists() { Some(TableFile::open(&path)) } else { None };
            let usable = opened.transpose().and_then(|file| {
                let Some(file) = file else { return Ok(None) };
                let header = file.header();
                if header.pair != pair {
                    let reason = format!("is the table of {}", header.pair);
                    return Err(TableError::new(&path, reason));
                }
                let first = *metric.get_or_insert(header.metric);
                if header.metric != first {
                    let reason = format!("counts {}, the others {first}", header.metric);
                    return Err(TableError::new(&path, reason));
                }
                Ok(Some(file))
            });
            files.push(usable.unwrap_or_else(|problem| {
                problems.push(problem);
                None
            }));
        }
        let header = |pair: Pair| Some(files.get(pair.ordinal())?.as_ref()?.header());
        let bounds = bounds(header);
        let cache = Cache::new(cache_mib);
        let tables = Self { folder: folder.to_owned(), files, metric, bounds, cache };
        Ok((tables, problems))
    }

    /// Returns the folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns what distances count, `None` if there is no table.
    #[must_use]
    pub const fn metric(&self) -> Option<Metric> {
        self.metric
    }

    /// Returns the most plies to the end of the game, pair by pair.
    pub(super) const fn bounds(&self) -> &Bounds {
        &self.bounds
    }

    /// Returns the tables that are there.
    pub fn files(&self) -> impl Iterator<Item = &TableFile> {
        self.files.iter().flatten()
    }

    /// Returns the pairs whose tables are not there.
    pub fn missing(&self) -> impl Iterator<Item = Pair> + '_ {
        Pair::all().zip(&self.files).filter(|(_, file)| file.is_none()).map(|(pair, _)| pair)
    }

    /// Returns the table of a pair.
    #[must_use]
    #[inline]
    pub fn file(&self, pair: Pair) -> Option<&TableFile> {
        self.files.get(pair.ordinal())?.as_ref()
    }

    /// Returns the result of a position with empty hands, given the men of the side to move and
    /// those of the other; `None` if there is no table for it.
    ///
    /// # Errors
    ///
    /// Says so when the table is damaged there.
    pub fn class(&self, own: u32, enemy: u32) -> Result<Option<Class>, TableError> {
        let Some((file, place)) = self.find(own, enemy) else { return Ok(None) };
        self.class_at(file, place).map(Some)
    }

    /// Returns the value of a position with empty hands; `None` if there is no table for it or the
    /// table has no distances.
    ///
    /// # Errors
    ///
    /// Says so when the table is damaged there.
    pub fn value(&self, own: u32, enemy: u32) -> Result<Option<Value>, TableError> {
        let Some((file, place)) = self.find(own, enemy) else { return Ok(None) };
        if !file.header().has_distances {
            return Ok(None);
        }
        self.value_at(file, place).map(Some)
    }

    fn find(&self, own: u32, enemy: u32) -> Option<(&TableFile, Place)> {
        let pair = Pair::new(own.count_ones(), enemy.count_ones())?;
        Some((self.file(pair)?, pair.locate(own, enemy)))
    }

    /// Returns the result at a place of a table.
    pub(super) fn class_at(&self, file: &TableFile, place: Place) -> Result<Class, TableError> {
        let (number, turn) = (file.header().pair.number(place), place.turn);
        let (chunk, at) = file.chunk_of(Kind::Results, turn, number);
        let digits = self.cache.byte(file, Kind::Results, chunk, at / DIGITS)?;
        let digit = (0..at % DIGITS).fold(digits, |digits, _| digits / 3) % 3;
        Ok(Class::ALL[usize::from(digit)])
    }

    /// Returns the value at a place of a table with distances.
    pub(super) fn value_at(&self, file: &TableFile, place: Place) -> Result<Value, TableError> {
        let class = self.class_at(file, place)?;
        if class == Class::Draw {
            return Ok(Value::Draw);
        }
        let (chunk, at) =
            file.chunk_of(Kind::Distances, place.turn, file.header().pair.number(place));
        let plies = self.cache.byte(file, Kind::Distances, chunk, at)?;
        Ok(Value::new(class, plies))
    }
}

/// Chunks that were unpacked, for the next time.
#[derive(Debug)]
struct Cache {
    slots: Vec<Mutex<Slot>>,
}

#[derive(Debug, Default)]
struct Slot {
    /// The table and the chunk, the first plus 1; 0 for none.
    key: (usize, usize),
    bytes: Vec<u8>,
}

impl Cache {
    fn new(mib: usize) -> Self {
        // A chunk of results and one of distances take about this much together.
        const TWO_CHUNKS: usize = 24 << 10;
        let slots = ((mib << 20) / TWO_CHUNKS * 2).max(2).next_power_of_two() / 2;
        Self { slots: (0..slots.max(2)).map(|_| Mutex::default()).collect() }
    }

    /// Returns a byte of a chunk.
    fn byte(
        &self,
        file: &TableFile,
        kind: Kind,
        chunk: usize,
        at: usize,
    ) -> Result<u8, TableError> {
        let key = (file.header().pair.ordinal() + 1, chunk);
        let hash = (chunk as u64 ^ (key.0 as u64) << 32).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 20;
        let slot = &self.slots[hash as usize & (self.slots.len() - 1)];
        let mut slot = slot.lock().unwrap_or_else(PoisonError::into_inner);
        if slot.key != key {
            slot.key = (0, 0);
            file.unpack(chunk, kind, &mut slot.bytes)?;
            slot.key = key;
        }
        let byte = slot.bytes.get(at).copied();
        byte.ok_or_else(|| TableError::new(file.path(), "is damaged: a chunk is too short"))
    }
}
