//! The chunks of a table file, whatever the game.

use std::cell::RefCell;
use std::io;
use std::path::{Path, PathBuf};

use parking_lot::Mutex;
use zstd::bulk::Decompressor;
use zstd::zstd_safe::compress_bound;

use super::error::TableError;
use super::header::{DIGITS, Damage, HEADER, VERSION};
use super::memory::Array;
use super::reads::SteadyFile;
use crate::kernel::bytes::{Fields, checksum};
use crate::kernel::{Gather, parallel};

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

/// What a header says of the chunks.
pub(super) struct List {
    /// Where the list of chunks begins and ends, and its checksum.
    pub(super) at: u64,
    pub(super) end: u64,
    pub(super) sum: u64,
    /// How many entries a chunk has.
    pub(super) chunk: usize,
}

/// Reads a header from the first bytes of a file and its length.
pub(super) type ReadHeader<'a> = dyn FnMut(&[u8], u64) -> Result<List, Damage> + 'a;

/// The chunks of an open file.
#[derive(Debug)]
pub(super) struct Chunks {
    path: PathBuf,
    file: SteadyFile,
    /// Where each chunk begins, and where the last one ends.
    starts: Vec<u64>,
    /// How many entries a chunk has.
    length: usize,
}

/// How many bytes are read at once to check them.
const PIECE: usize = 1 << 20;

/// What a thread unpacks chunks with.
#[derive(Default)]
struct Unpacker {
    decompressor: Option<Decompressor<'static>>,
    packed: Vec<u8>,
}

thread_local! {
    static UNPACKER: RefCell<Unpacker> = RefCell::default();
}

impl Chunks {
    /// Opens a file and checks its list of chunks, which `header` finds in its first bytes and its length.
    /// `None` if there is nothing of that name.
    pub(super) fn open(path: &Path, header: &mut ReadHeader) -> Result<Option<Self>, TableError> {
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
        let List { at, end, sum, chunk } = header(&head, file.len()).map_err(damaged)?;
        let list = read(at, end - at)?;
        if checksum(&list) != sum {
            return Err(damaged(Damage::Checksum("the list of chunks")));
        }
        let mut fields = Fields::new(&list);
        let starts: Vec<u64> = std::iter::from_fn(|| fields.u64()).gather();
        let ends = [starts.first(), starts.last()];
        // No chunk is read into memory that is longer than its entries can need.
        let longest = compress_bound(chunk) as u64;
        let is_chunk = |ends: &[u64]| ends[0] <= ends[1] && ends[1] - ends[0] <= longest;
        if !starts.windows(2).all(is_chunk) || ends != [Some(&(HEADER as u64)), Some(&at)] {
            return Err(damaged(Damage::Malformed("the list of chunks")));
        }
        Ok(Some(Self { path: path.to_owned(), file, starts, length: chunk }))
    }

    /// Returns the path of the file.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Checks the chunks as they stand in the file: a change may leave what they unpack to as it was.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or they do not match their checksum.
    pub(super) fn check_sum(&self, sum: u32) -> Result<(), TableError> {
        let [Some(&first), Some(&end)] = [self.starts.first(), self.starts.last()] else {
            return Ok(());
        };
        let (mut found, mut bytes) = (crc32fast::Hasher::new(), Vec::new());
        for at in (first..end).step_by(PIECE) {
            bytes.resize((end - at).min(PIECE as u64) as usize, 0);
            let read = self.file.read(at, &mut bytes);
            read.map_err(|error| TableError::io(&self.path, "read", &error))?;
            found.update(&bytes);
        }
        let wrong = Damage::Checksum("what is in the chunks");
        if found.finalize() == sum { Ok(()) } else { Err(damage(&self.path, &wrong)) }
    }

    /// Returns how many bytes a chunk unpacks to.
    fn unpacked_len(&self, content: Content) -> usize {
        match content {
            Content::Results => self.length / DIGITS,
            Content::Distances => self.length,
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

    /// Reads `places` entries into one byte each, from result and distance by `codes`. Their results and
    /// their distances, if these are asked for, begin with those chunks.
    ///
    /// # Errors
    ///
    /// Says which chunk is damaged.
    pub(super) fn read(
        &self,
        places: usize,
        first_results: usize,
        first_distances: Option<usize>,
        codes: &[[u8; 256]; 3],
    ) -> Result<Array, TableError> {
        let mut all =
            Array::zeros(places).map_err(|error| TableError::io(&self.path, "unpacked", &error))?;
        let failed = Mutex::new(None);
        parallel::byte_chunks(&mut all, self.length, 1, &|first, chunks| {
            let (mut results, mut distances) = (Vec::new(), Vec::new());
            for (at, bytes) in (first..).zip(chunks) {
                let distances = first_distances.map(|first| (first + at, &mut distances));
                let read =
                    self.read_chunk(first_results + at, &mut results, distances, codes, bytes);
                if let Err(error) = read {
                    failed.lock().get_or_insert(error);
                    return;
                }
            }
        });
        failed.into_inner().map_or(Ok(all), Err)
    }

    fn read_chunk(
        &self,
        chunk: usize,
        results: &mut Vec<u8>,
        distances: Option<(usize, &mut Vec<u8>)>,
        codes: &[[u8; 256]; 3],
        bytes: &mut [u8],
    ) -> Result<(), TableError> {
        let short = || Err(TableError::new(&self.path, "is damaged: a chunk is too short"));
        self.unpack(chunk, Content::Results, results)?;
        if results.len() < bytes.len().div_ceil(DIGITS) {
            return short();
        }
        let distances: Option<&[u8]> = match distances {
            Some((chunk, distances)) => {
                self.unpack(chunk, Content::Distances, distances)?;
                if distances.len() < bytes.len() {
                    return short();
                }
                Some(distances)
            }
            None => None,
        };
        for (at, five) in bytes.chunks_mut(DIGITS).enumerate() {
            let mut digits = results[at];
            for (i, byte) in five.iter_mut().enumerate() {
                let distance = distances.map_or(0, |distances| distances[at * DIGITS + i]);
                *byte = codes[usize::from(digits % 3)][usize::from(distance)];
                digits /= 3;
            }
        }
        Ok(())
    }
}
