//! The form of a table file, all numbers little-endian:
//!
//! ```text
//! header, 256 bytes
//!   8 bytes   "QCXTABLE"
//!   u32       format version
//!   u8 u8     which unit of the game's, see `Unit::id`
//!   u8        metric: 0 plies to conversion, 1 plies to the end
//!   u8        1 if there are distances, 0 if there are results alone
//!   u32       quiet limit, 0 for none
//!   u32       numbers in a chunk
//!   u64       numbers in a sector
//!   2 times, for each sector, zeros where there is one alone
//!     3 u64     positions up to symmetry: won, drawn, lost
//!     3 u64     positions in all: won, drawn, lost
//!     u32 u32   the longest win and loss in plies
//!   u64       length of the file
//!   u64       where the list of chunks begins; it goes on to the end of the file
//!   u64       FNV-1a checksum of the list of chunks
//!   8 bytes   which game, see `Solved::TAG`
//!   u64       CRC-32 of all chunks as they stand in the file, plus 2^32; 0 in files that have none
//!   zeros
//!   u64       FNV-1a checksum of the header before it
//! chunks      of results, then of distances; for each sector, in the order of the numbers
//! list        u64 for each chunk: where it begins; and once more: where the last one ends
//! ```
//!
//! A chunk is a zstd frame with a checksum of its content: as many results, or distances, as a chunk
//! has numbers, in the last chunk of a sector those that are left. Results are digits to the base 3,
//! five in a byte, the first one lowest: 0 draw, 1 win, 2 loss; what the last byte of a sector has
//! room for beyond them is 0. Distances are a byte each, 0 for draws. Numbers without a position are
//! draws. The checksum FNV-1a has 64 bits. What the numbers stand for is up to the game: see
//! `tablebase/mod.rs` in the folder of each.

use std::ops::RangeInclusive;
use std::sync::Arc;

use super::outline::{Outline, Units};
use super::value::Metric;
use crate::kernel::bytes::{Fields, checksum};

/// The magic bytes of a table file.
pub(super) const MAGIC: &[u8; 8] = b"QCXTABLE";
/// The version that this program writes and reads.
pub(super) const VERSION: u32 = 1;
/// The length of the header in bytes.
pub(super) const HEADER: usize = 256;
/// Marks that there is a checksum of the chunks.
const HAS_SUM: u64 = 1 << 32;
/// The number of results in a byte.
pub(super) const DIGITS: usize = 5;
/// How many entries a chunk of a file may have: each takes a byte of memory when unpacked, and each
/// chunk eight of the list.
const CHUNK_SIZES: RangeInclusive<usize> = 1 << 10..=1 << 24;
/// The number of entries in a chunk, as they are written.
pub(super) const CHUNK: usize = 4096 * DIGITS;

/// Results of a sector, by win, draw and loss.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Won, drawn and lost positions, up to symmetry.
    pub orbits: [u64; 3],
    /// Won, drawn and lost positions, all of them.
    pub raw: [u64; 3],
    /// The plies of the longest win.
    pub longest_win: u32,
    /// The plies of the longest loss.
    pub longest_loss: u32,
}

impl Counts {
    fn read(fields: &mut Fields) -> Option<Self> {
        let mut positions = [0; 6];
        for count in &mut positions {
            *count = fields.u64()?;
        }
        let [won, drawn, lost, all_won, all_drawn, all_lost] = positions;
        Some(Self {
            orbits: [won, drawn, lost],
            raw: [all_won, all_drawn, all_lost],
            longest_win: fields.u32()?,
            longest_loss: fields.u32()?,
        })
    }

    /// Returns the counts of both together.
    #[must_use]
    pub fn merged(self, other: Self) -> Self {
        let add = |a: [u64; 3], b: [u64; 3]| std::array::from_fn(|i| a[i] + b[i]);
        Self {
            orbits: add(self.orbits, other.orbits),
            raw: add(self.raw, other.raw),
            longest_win: self.longest_win.max(other.longest_win),
            longest_loss: self.longest_loss.max(other.longest_loss),
        }
    }
}

/// The header of a table file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The unit.
    pub unit: Arc<Outline>,
    /// What distances count.
    pub metric: Metric,
    /// Whether there are distances, or results alone.
    pub has_distances: bool,
    /// How many entries a chunk has.
    pub(super) chunk: usize,
    /// For each sector.
    pub counts: [Counts; 2],
    /// The length of the file in bytes.
    pub bytes: u64,
    /// Where the list of chunks begins.
    pub(super) list: u64,
    /// The checksum of the list.
    pub(super) list_sum: u64,
    /// The CRC-32 of the chunks as they stand in the file; older files have none.
    pub(super) chunks_sum: Option<u32>,
}

/// What is wrong with a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Damage {
    /// It does not start with the magic bytes.
    Foreign,
    /// It belongs to another game.
    OtherGame,
    /// It has another version.
    Version(u32),
    /// It is shorter or longer than it says.
    Length {
        /// The actual length.
        found: u64,
        /// The expected length.
        expected: u64,
    },
    /// Some part does not match its checksum.
    Checksum(&'static str),
    /// The checksums are right, but it violates the format.
    Malformed(&'static str),
}

impl Header {
    /// Returns how many chunks of results, or of distances, a sector has.
    pub(super) fn chunks(&self) -> usize {
        self.unit.places().div_ceil(self.chunk)
    }

    /// Returns how many chunks there are in all.
    pub(super) fn all_chunks(&self) -> usize {
        self.chunks() * self.unit.sectors * if self.has_distances { 2 } else { 1 }
    }

    /// Returns whether distances are known: they are in the file, or all the same.
    #[must_use]
    pub fn knows_distances(&self) -> bool {
        self.has_distances || self.metric != Metric::End && !self.unit.has_inner_moves
    }

    /// Returns the counts of all sectors together.
    #[must_use]
    pub fn all_counts(&self) -> Counts {
        self.counts[..self.unit.sectors].iter().copied().fold(Counts::default(), Counts::merged)
    }

    /// Returns the bytes of the header.
    pub(super) fn encode(&self, tag: [u8; 8]) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend_from_slice(&VERSION.to_le_bytes());
        let (metric, quiet) = match self.metric {
            Metric::Conversion { quiet } => (0, quiet),
            Metric::End => (1, 0),
        };
        bytes.extend_from_slice(&self.unit.id);
        bytes.extend_from_slice(&[metric, u8::from(self.has_distances)]);
        bytes.extend_from_slice(&u32::from(quiet).to_le_bytes());
        bytes.extend_from_slice(&(self.chunk as u32).to_le_bytes());
        bytes.extend_from_slice(&(self.unit.places() as u64).to_le_bytes());
        for counts in self.counts {
            for count in counts.orbits.into_iter().chain(counts.raw) {
                bytes.extend_from_slice(&count.to_le_bytes());
            }
            bytes.extend_from_slice(&counts.longest_win.to_le_bytes());
            bytes.extend_from_slice(&counts.longest_loss.to_le_bytes());
        }
        for number in [self.bytes, self.list, self.list_sum] {
            bytes.extend_from_slice(&number.to_le_bytes());
        }
        bytes.extend_from_slice(&tag);
        let sum = self.chunks_sum.map_or(0, |sum| HAS_SUM | u64::from(sum));
        bytes.extend_from_slice(&sum.to_le_bytes());
        bytes.resize(HEADER - 8, 0);
        bytes.extend_from_slice(&checksum(&bytes).to_le_bytes());
        bytes
    }

    /// Reads the header of a file of `length` bytes that begins with `bytes`.
    pub(super) fn decode(bytes: &[u8], length: u64, units: &Units) -> Result<Self, Damage> {
        if bytes.len() < 12 || &bytes[..8] != MAGIC {
            return Err(Damage::Foreign);
        }
        let mut rest = Fields::new(&bytes[8..]);
        let cut = || Damage::Length { found: length, expected: HEADER as u64 };
        let version = rest.u32().ok_or_else(cut)?;
        if version != VERSION {
            return Err(Damage::Version(version));
        }
        if bytes.len() < HEADER {
            return Err(cut());
        }
        let (body, sum) = bytes[..HEADER].split_at(HEADER - 8);
        if sum != checksum(body).to_le_bytes() {
            return Err(Damage::Checksum("the header"));
        }
        let id = rest.array().ok_or_else(cut)?;
        let [metric, has_distances] = rest.array().ok_or_else(cut)?;
        let quiet = rest.u32().ok_or_else(cut)?;
        let metric = match (metric, u8::try_from(quiet)) {
            (0, Ok(quiet)) => Metric::Conversion { quiet },
            (1, Ok(0)) => Metric::End,
            _ => return Err(Damage::Malformed("the metric")),
        };
        let unit = units.list.iter().find(|unit| unit.id == id);
        let unit = Arc::clone(unit.ok_or(Damage::Malformed("the unit"))?);
        let chunk = rest.u32().ok_or_else(cut)? as usize;
        let places = rest.u64().ok_or_else(cut)?;
        if !CHUNK_SIZES.contains(&chunk)
            || !chunk.is_multiple_of(DIGITS)
            || places != unit.places() as u64
            || has_distances > 1
        {
            return Err(Damage::Malformed("the sizes"));
        }
        let counts =
            [Counts::read(&mut rest).ok_or_else(cut)?, Counts::read(&mut rest).ok_or_else(cut)?];
        let has_distances = has_distances == 1;
        let bytes = rest.u64().ok_or_else(cut)?;
        let list = rest.u64().ok_or_else(cut)?;
        let list_sum = rest.u64().ok_or_else(cut)?;
        if rest.array().ok_or_else(cut)? != units.tag {
            return Err(Damage::OtherGame);
        }
        let sum = rest.u64().ok_or_else(cut)?;
        if sum != 0 && sum >> 32 != HAS_SUM >> 32 {
            return Err(Damage::Malformed("the checksum of the chunks"));
        }
        let chunks_sum = (sum != 0).then_some(sum as u32);
        let header =
            Self { unit, metric, has_distances, chunk, counts, bytes, list, list_sum, chunks_sum };
        if length != bytes {
            return Err(Damage::Length { found: length, expected: bytes });
        }
        let list_bytes = 8 * (header.all_chunks() as u64 + 1);
        if list < HEADER as u64 || list.checked_add(list_bytes) != Some(bytes) {
            return Err(Damage::Malformed("the list of chunks"));
        }
        Ok(header)
    }
}
