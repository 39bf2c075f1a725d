//! Table files: opened as a memory map, read chunk by chunk.

use std::cell::RefCell;
use std::fmt;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use memmap2::MmapMut;
use rayon::prelude::*;
use zstd::bulk::Decompressor;

use super::format::{DIGITS, Damage, HEADER, Header, checksum};
use super::index::{Pair, Turn};
use super::map::{Map, zeros};
use super::value::Class;

/// Why a table cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableError {
    /// The file or folder.
    pub path: PathBuf,
    /// What is wrong.
    pub reason: String,
}

impl TableError {
    /// Returns the error of that reason.
    pub(super) fn new(path: &Path, reason: impl Into<String>) -> Self {
        Self { path: path.to_owned(), reason: reason.into() }
    }

    /// Returns the error of a failed operation on a file.
    pub(super) fn io(path: &Path, what: &str, error: &io::Error) -> Self {
        let why = match error.kind() {
            io::ErrorKind::NotFound => "there is no such file or folder".to_owned(),
            io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
            io::ErrorKind::StorageFull => "the disk is full".to_owned(),
            _ => error.to_string(),
        };
        Self::new(path, format!("cannot be {what}: {why}"))
    }

    fn damage(path: &Path, damage: &Damage) -> Self {
        let reason = match damage {
            Damage::Foreign => "is no table".to_owned(),
            Damage::Version(version) => format!(
                "is a table of version {version}, this program reads {}",
                super::format::VERSION
            ),
            Damage::Length { found, expected } => {
                format!("has {found} bytes and should have {expected}")
            }
            Damage::Checksum(part) => format!("is damaged: {part} does not match its checksum"),
            Damage::Malformed(part) => format!("is damaged: {part} makes no sense"),
        };
        Self::new(path, reason)
    }
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.path.display(), self.reason)
    }
}

impl std::error::Error for TableError {}

/// Which of a file's two kinds of chunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Win, draw, loss.
    Results,
    /// Plies.
    Distances,
}

/// An open table file.
#[derive(Debug)]
pub struct TableFile {
    path: PathBuf,
    header: Header,
    map: Map,
}

thread_local! {
    static DECOMPRESSOR: RefCell<Option<Decompressor<'static>>> = const { RefCell::new(None) };
}

impl TableFile {
    /// Returns the name of the file that holds a pair.
    #[must_use]
    pub fn name(pair: Pair) -> String {
        format!("morris-{pair}.qtb")
    }

    /// Opens a file and checks its header and its list of chunks. The chunks themselves are checked
    /// when they are read.
    ///
    /// # Errors
    ///
    /// Says why the file is not there or no use.
    pub fn open(path: &Path) -> Result<Self, TableError> {
        let file = File::open(path).map_err(|error| TableError::io(path, "opened", &error))?;
        let is_file = file.metadata().is_ok_and(|data| data.is_file());
        if !is_file {
            return Err(TableError::new(path, "is no table"));
        }
        let map = Map::new(&file).map_err(|error| TableError::io(path, "read", &error))?;
        let damaged = |damage| TableError::damage(path, &damage);
        let bytes = map.bytes();
        let header = Header::decode(bytes, bytes.len() as u64).map_err(damaged)?;
        let list = &bytes[header.list as usize..];
        if checksum(list) != header.list_sum {
            return Err(damaged(Damage::Checksum("the list of chunks")));
        }
        let table = Self { path: path.to_owned(), header, map };
        let starts = (0..=header.all_chunks()).map(|chunk| table.start(chunk));
        let is_ascending = starts.clone().zip(starts.skip(1)).all(|(a, b)| a <= b);
        let ends = [table.start(0), table.start(header.all_chunks())];
        if !is_ascending || ends != [HEADER, header.list as usize] {
            return Err(damaged(Damage::Malformed("the list of chunks")));
        }
        Ok(table)
    }

    /// Returns what the file says of itself.
    #[must_use]
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// Returns where the file is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns where a chunk begins, or where the last one ends.
    fn start(&self, chunk: usize) -> usize {
        let at = self.header.list as usize + 8 * chunk;
        let bytes = self.map.bytes().get(at..at + 8).and_then(|bytes| bytes.try_into().ok());
        bytes.map_or(usize::MAX, |bytes| u64::from_le_bytes(bytes) as usize)
    }

    /// Returns the number of the chunk that holds a number, and the place there.
    pub(super) fn chunk_of(&self, kind: Kind, turn: Turn, number: usize) -> (usize, usize) {
        let chunks = self.header.chunks();
        let kind = if kind == Kind::Results { 0 } else { self.header.pair.turns().len() };
        let before = (kind + turn.index()) * chunks;
        (before + number / self.header.chunk, number % self.header.chunk)
    }

    /// Returns how many bytes chunks of a kind unpack to.
    pub(super) fn unpacked_len(&self, kind: Kind) -> usize {
        match kind {
            Kind::Results => self.header.chunk / DIGITS,
            Kind::Distances => self.header.chunk,
        }
    }

    /// Unpacks a chunk into `bytes`.
    ///
    /// # Errors
    ///
    /// Says so when the chunk is damaged.
    pub(super) fn unpack(
        &self,
        chunk: usize,
        kind: Kind,
        bytes: &mut Vec<u8>,
    ) -> Result<(), TableError> {
        let damaged = || {
            let part = format!("is damaged: chunk {chunk} does not match its checksum");
            TableError::new(&self.path, part)
        };
        bytes.clear();
        bytes.reserve(self.unpacked_len(kind));
        let (start, end) = (self.start(chunk), self.start(chunk + 1));
        let packed = self.map.bytes().get(start..end).ok_or_else(damaged)?;
        DECOMPRESSOR.with_borrow_mut(|decompressor| {
            if decompressor.is_none() {
                *decompressor = Decompressor::new().ok();
            }
            let unpacker = decompressor.as_mut().ok_or_else(damaged)?;
            unpacker.decompress_to_buffer(packed, bytes).map_err(|_| damaged())?;
            Ok(())
        })
    }

    /// Reads every result, or distance, with one side to move into one byte each, by way of
    /// `code`, which is given result and distance.
    ///
    /// # Errors
    ///
    /// Says which chunk is damaged.
    pub(super) fn read_all(
        &self,
        turn: Turn,
        with_distances: bool,
        code: impl Fn(Class, u8) -> u8 + Sync,
    ) -> Result<MmapMut, TableError> {
        let places = self.header.pair.places() as usize;
        let mut all =
            zeros(places).map_err(|error| TableError::io(&self.path, "unpacked", &error))?;
        all.par_chunks_mut(self.header.chunk).enumerate().try_for_each_init(
            || (Vec::new(), Vec::new()),
            |(results, distances), (at, codes)| {
                let number = at * self.header.chunk;
                self.unpack(self.chunk_of(Kind::Results, turn, number).0, Kind::Results, results)?;
                if with_distances {
                    let chunk = self.chunk_of(Kind::Distances, turn, number).0;
                    self.unpack(chunk, Kind::Distances, distances)?;
                }
                let length = codes.len();
                if results.len() < length.div_ceil(DIGITS)
                    || with_distances && distances.len() < length
                {
                    return Err(TableError::new(&self.path, "is damaged: a chunk is too short"));
                }
                for (at, five) in codes.chunks_mut(DIGITS).enumerate() {
                    let mut digits = results[at];
                    for (i, byte) in five.iter_mut().enumerate() {
                        let class = Class::ALL[usize::from(digits % 3)];
                        digits /= 3;
                        let distance = if with_distances { distances[at * DIGITS + i] } else { 0 };
                        *byte = code(class, distance);
                    }
                }
                Ok(())
            },
        )?;
        Ok(all)
    }
}
