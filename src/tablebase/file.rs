//! Table files: opened as a memory map, read chunk by chunk.

use std::cell::RefCell;
use std::fs::File;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use zstd::bulk::Decompressor;

use super::error::TableError;
use super::header::{DIGITS, Damage, HEADER, Header, VERSION};
use super::memory::{Array, MappedFile};
use super::solved::{Place, Solved, Unit};
use super::value::Wdl;
use crate::kernel::bytes::checksum;

/// Returns the error of a damaged file.
fn damage(path: &Path, damage: &Damage) -> TableError {
    let reason = match damage {
        Damage::Foreign => "is not a table".to_owned(),
        Damage::OtherGame => "is a table of another game".to_owned(),
        Damage::Version(version) => {
            format!("is a table of version {version}, this program reads {VERSION}")
        }
        Damage::Length { found, expected } => {
            format!("has {found} bytes and should have {expected}")
        }
        Damage::Checksum(part) => format!("is damaged: {part} does not match its checksum"),
        Damage::Malformed(part) => format!("is damaged: {part} makes no sense"),
    };
    TableError::new(path, reason)
}

/// What a chunk holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Content {
    /// Win, draw, loss.
    Results,
    /// Plies.
    Distances,
}

/// An open table file.
#[derive(Debug)]
pub struct TableFile<G: Solved> {
    path: PathBuf,
    header: Header<G::Unit>,
    map: MappedFile,
}

thread_local! {
    static DECOMPRESSOR: RefCell<Option<Decompressor<'static>>> = const { RefCell::new(None) };
}

impl<G: Solved> TableFile<G> {
    /// Returns the name of the file that holds a unit.
    #[must_use]
    pub fn name(unit: G::Unit) -> String {
        format!("{}-{unit}.qtb", G::NAME)
    }

    /// Opens a file and checks its header and its list of chunks. The chunks are checked when they
    /// are read.
    ///
    /// # Errors
    ///
    /// Says why the file is missing or unusable.
    pub fn open(path: &Path) -> Result<Self, TableError> {
        let file = File::open(path).map_err(|error| TableError::io(path, "opened", &error))?;
        let is_file = file.metadata().is_ok_and(|data| data.is_file());
        if !is_file {
            return Err(TableError::new(path, "is not a table"));
        }
        let map = MappedFile::new(&file).map_err(|error| TableError::io(path, "read", &error))?;
        let damaged = |found| damage(path, &found);
        let bytes = map.bytes();
        let header = Header::decode::<G>(bytes, bytes.len() as u64).map_err(damaged)?;
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

    /// Returns the file's header.
    #[must_use]
    pub const fn header(&self) -> &Header<G::Unit> {
        &self.header
    }

    /// Returns the path of the file.
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

    /// Returns the number of the chunk that holds a place, and the offset within the chunk.
    pub(super) fn chunk_of(&self, content: Content, place: Place) -> (usize, usize) {
        let chunks = self.header.chunks();
        let first = if content == Content::Results { 0 } else { self.header.unit.sectors() };
        let before = (first + place.sector) * chunks;
        (before + place.number / self.header.chunk, place.number % self.header.chunk)
    }

    /// Returns how many bytes a chunk unpacks to.
    pub(super) fn unpacked_len(&self, content: Content) -> usize {
        match content {
            Content::Results => self.header.chunk / DIGITS,
            Content::Distances => self.header.chunk,
        }
    }

    /// Unpacks a chunk into `bytes`.
    ///
    /// # Errors
    ///
    /// The chunk is damaged.
    pub(super) fn unpack(
        &self,
        chunk: usize,
        content: Content,
        bytes: &mut Vec<u8>,
    ) -> Result<(), TableError> {
        let damaged = || {
            let part = format!("is damaged: chunk {chunk} does not match its checksum");
            TableError::new(&self.path, part)
        };
        bytes.clear();
        bytes.reserve(self.unpacked_len(content));
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

    /// Reads every entry of a sector into one byte each, encoded by `code` from result and
    /// distance.
    ///
    /// # Errors
    ///
    /// Says which chunk is damaged.
    pub(super) fn read_all(
        &self,
        sector: usize,
        with_distances: bool,
        code: impl Fn(Wdl, u8) -> u8 + Sync,
    ) -> Result<Array, TableError> {
        let places = self.header.unit.places() as usize;
        let mut all =
            Array::zeros(places).map_err(|error| TableError::io(&self.path, "unpacked", &error))?;
        all.par_chunks_mut(self.header.chunk).enumerate().try_for_each_init(
            || (Vec::new(), Vec::new()),
            |(results, distances), (at, codes)| {
                let place = Place { sector, number: at * self.header.chunk };
                let chunk = |content| self.chunk_of(content, place).0;
                self.unpack(chunk(Content::Results), Content::Results, results)?;
                if with_distances {
                    self.unpack(chunk(Content::Distances), Content::Distances, distances)?;
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
                        let wdl = Wdl::ALL[usize::from(digits % 3)];
                        digits /= 3;
                        let distance = if with_distances { distances[at * DIGITS + i] } else { 0 };
                        *byte = code(wdl, distance);
                    }
                }
                Ok(())
            },
        )?;
        Ok(all)
    }
}
