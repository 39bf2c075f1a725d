//! Table files, read chunk by chunk.

use std::io;
use std::path::Path;

use super::chunks::{Chunks, Content, List};
use super::error::TableError;
use super::header::Header;
use super::memory::Array;
use super::outline::{Units, file_name};
use super::solved::Solved;
use super::unit::Place;
use super::value::Wdl;

/// An open table file.
#[derive(Debug)]
pub struct TableFile {
    header: Header,
    pub(super) chunks: Chunks,
}

impl TableFile {
    /// Returns the name of the file that holds a unit.
    #[must_use]
    pub fn name<G: Solved>(unit: G::Unit) -> String {
        file_name(G::NAME, &unit.to_string())
    }

    /// Opens a file of a game and checks its header and its list of chunks. The chunks are checked when
    /// they are read.
    ///
    /// # Errors
    ///
    /// Says why the file is missing or unusable.
    pub fn open<G: Solved>(path: &Path) -> Result<Self, TableError> {
        Self::open_if_there(path, &Units::of::<G>())?
            .ok_or_else(|| TableError::io(path, "opened", &io::ErrorKind::NotFound.into()))
    }

    /// As [`open`](Self::open), but `None` if there is nothing of that name.
    pub(super) fn open_if_there(path: &Path, units: &Units) -> Result<Option<Self>, TableError> {
        let mut found = None;
        let chunks = Chunks::open(path, &mut |head, length| {
            let header = found.insert(Header::decode(head, length, units)?);
            let Header { list, bytes, list_sum, chunk, .. } = *header;
            Ok(List { at: list, end: bytes, sum: list_sum, chunk })
        })?;
        Ok(found.zip(chunks).map(|(header, chunks)| Self { header, chunks }))
    }

    /// Returns the file's header.
    #[must_use]
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// Returns the path of the file.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.chunks.path()
    }

    /// Returns the number of the chunk that holds a place, and the offset within the chunk.
    pub(super) fn chunk_of(&self, content: Content, place: Place) -> (usize, usize) {
        let chunks = self.header.chunks();
        let first = if content == Content::Results { 0 } else { self.header.unit.sectors };
        let before = (first + place.sector) * chunks;
        (before + place.number / self.header.chunk, place.number % self.header.chunk)
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
        code: fn(Wdl, u8) -> u8,
    ) -> Result<Array, TableError> {
        let first = |content| self.chunk_of(content, Place { sector, number: 0 }).0;
        let codes = Wdl::ALL.map(|wdl| std::array::from_fn(|plies| code(wdl, plies as u8)));
        let distances = with_distances.then(|| first(Content::Distances));
        let places = self.header.unit.places();
        self.chunks.read(places, first(Content::Results), distances, &codes)
    }
}
