//! Table files, read chunk by chunk.

use std::cell::RefCell;
use std::io;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use zstd::bulk::Decompressor;
use zstd::zstd_safe::compress_bound;

use super::error::TableError;
use super::header::{DIGITS, Damage, HEADER, Header, VERSION};
use super::memory::Array;
use super::reads::SteadyFile;
use super::solved::Solved;
use super::unit::{Place, Unit};
use super::value::Wdl;
use crate::kernel::bytes::{Fields, checksum};

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
    /// Where each chunk begins, and where the last one ends.
    starts: Vec<u64>,
    file: SteadyFile,
}

/// What a thread unpacks chunks with.
#[derive(Default)]
struct Unpacker {
    decompressor: Option<Decompressor<'static>>,
    packed: Vec<u8>,
}

thread_local! {
    static UNPACKER: RefCell<Unpacker> = RefCell::default();
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
        Self::open_if_there(path)?
            .ok_or_else(|| TableError::io(path, "opened", &io::ErrorKind::NotFound.into()))
    }

    /// As [`open`](Self::open), but `None` if there is nothing of that name.
    pub(super) fn open_if_there(path: &Path) -> Result<Option<Self>, TableError> {
        let file = match SteadyFile::open(path) {
            Ok(Some(file)) => file,
            Ok(None) => return Err(TableError::new(path, "is not a regular file")),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(TableError::io(path, "opened", &error)),
        };
        let damaged = |found| damage(path, &found);
        let read = |at: u64, length: u64| {
            let mut bytes = vec![0; length as usize];
            let read = file.read(at, &mut bytes);
            read.map_err(|error| TableError::io(path, "read", &error)).map(|()| bytes)
        };
        let head = read(0, file.len().min(HEADER as u64))?;
        let header = Header::decode::<G>(&head, file.len()).map_err(damaged)?;
        let list = read(header.list, header.bytes - header.list)?;
        if checksum(&list) != header.list_sum {
            return Err(damaged(Damage::Checksum("the list of chunks")));
        }
        let mut fields = Fields::new(&list);
        let starts: Vec<u64> = std::iter::from_fn(|| fields.u64()).collect();
        let ends = [starts.first(), starts.last()];
        // No chunk is read into memory that is longer than its entries can need.
        let longest = compress_bound(header.chunk) as u64;
        let is_chunk = |ends: &[u64]| ends[0] <= ends[1] && ends[1] - ends[0] <= longest;
        if !starts.windows(2).all(is_chunk) || ends != [Some(&(HEADER as u64)), Some(&header.list)]
        {
            return Err(damaged(Damage::Malformed("the list of chunks")));
        }
        Ok(Some(Self { path: path.to_owned(), header, starts, file }))
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
    /// The chunk cannot be read or is damaged; `bytes` are of no use then.
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
        let Some(&[start, end]) = self.starts.get(chunk..chunk + 2) else { return Err(damaged()) };
        UNPACKER.with_borrow_mut(|Unpacker { decompressor, packed }| {
            packed.resize((end - start) as usize, 0);
            let read = self.file.read(start, packed);
            read.map_err(|error| TableError::io(&self.path, "read", &error))?;
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
