//! Writing a finished unit to its file.

use std::fs::File;
use std::io::{BufWriter, Seek, SeekFrom, Write};
use std::sync::Arc;

use zstd::bulk::Compressor;
use zstd::zstd_safe::CParameter;

use super::cells::{CellBlock, Cells, Codes};
use super::solver::Moves;
use super::waves::Waves;
use super::{Workshop, aside};
use crate::kernel::bytes::checksum;
use crate::kernel::parallel;
use crate::tablebase::chunks::Content;
use crate::tablebase::error::TableError;
use crate::tablebase::header::{CHUNK, Counts, HEADER, Header};
use crate::tablebase::outline::Outline;
use crate::tablebase::value::Wdl;

/// The zstd level. Higher levels took much longer and saved little.
const LEVEL: i32 = 3;
/// How many chunks are compressed before they are written.
const BATCH: usize = 512;

impl Workshop {
    /// Writes the file of a unit under a temporary name, and renames it once it is complete and on
    /// the disk.
    pub(super) fn write(&self, unit: &Arc<Outline>, waves: &Waves) -> Result<Header, TableError> {
        let path = self.path(unit);
        let part = aside(&path);
        let failed = |error: std::io::Error| TableError::io(&part, "written", &error);
        self.tidy(unit)?;
        let file = File::create_new(&part).map_err(failed)?;
        let mut out = BufWriter::with_capacity(1 << 20, file);
        out.write_all(&[0; HEADER]).map_err(failed)?;

        let keeps_distances = self.keeps_distances(unit);
        let contents: &[Content] = if keeps_distances {
            &[Content::Results, Content::Distances]
        } else {
            &[Content::Results]
        };
        let sectors = &waves.sheets[..unit.sectors];
        let (mut list, mut sum) = (Vec::new(), crc32fast::Hasher::new());
        let mut at = HEADER as u64;
        for &content in contents {
            for cells in sectors {
                let entries = FinishedSector { cells, codes: waves.codes, unit };
                let chunks = entries.count().div_ceil(CHUNK);
                for first in (0..chunks).step_by(BATCH) {
                    let batch = first..chunks.min(first + BATCH);
                    let packed = parallel::map(batch.len(), |at| {
                        let mut bytes = Vec::new();
                        entries.fill(first + at, content, &mut bytes);
                        pack(&bytes)
                    });
                    for chunk in packed {
                        let chunk = chunk.map_err(failed)?;
                        list.extend_from_slice(&at.to_le_bytes());
                        at += chunk.len() as u64;
                        sum.update(&chunk);
                        out.write_all(&chunk).map_err(failed)?;
                    }
                }
            }
        }
        list.extend_from_slice(&at.to_le_bytes());
        out.write_all(&list).map_err(failed)?;

        let mut counts = [Counts::default(); 2];
        for (sector, cells) in sectors.iter().enumerate() {
            let entries = FinishedSector { cells, codes: waves.codes, unit };
            counts[sector] = entries.statistics(sector, waves.game);
        }
        let header = Header {
            unit: Arc::clone(unit),
            metric: self.options.metric,
            has_distances: keeps_distances,
            chunk: CHUNK,
            counts,
            bytes: at + list.len() as u64,
            list: at,
            list_sum: checksum(&list),
            chunks_sum: Some(sum.finalize()),
        };
        out.seek(SeekFrom::Start(0)).map_err(failed)?;
        out.write_all(&header.encode(self.units.tag)).map_err(failed)?;
        let file = out.into_inner().map_err(|error| failed(error.into_error()))?;
        file.sync_all().map_err(failed)?;
        std::fs::rename(&part, &path)
            .map_err(|error| TableError::io(&path, "renamed to", &error))?;
        // The new name must reach the disk as well, on systems that can sync folders.
        if let Ok(folder) = File::open(&self.options.folder) {
            let _ = folder.sync_all();
        }
        Ok(header)
    }
}

fn pack(bytes: &[u8]) -> std::io::Result<Vec<u8>> {
    thread_local! {
        static COMPRESSOR: std::cell::RefCell<Option<Compressor<'static>>> =
            const { std::cell::RefCell::new(None) };
    }
    COMPRESSOR.with_borrow_mut(|slot| {
        let compressor = match slot {
            Some(compressor) => compressor,
            None => {
                let mut compressor = Compressor::new(LEVEL)?;
                compressor.set_parameter(CParameter::ChecksumFlag(true))?;
                slot.insert(compressor)
            }
        };
        compressor.compress(bytes)
    })
}

/// The entries of a finished sector.
struct FinishedSector<'c, 'a> {
    cells: &'c Cells<'a>,
    codes: Codes,
    unit: &'c Outline,
}

impl FinishedSector<'_, '_> {
    fn count(&self) -> usize {
        self.unit.places()
    }

    #[inline]
    fn wdl(&self, block: &CellBlock, rank: usize) -> Wdl {
        if block.codes[rank] >= self.codes.floor {
            Wdl::Draw
        } else if block.is_won(rank) {
            Wdl::Win
        } else {
            Wdl::Loss
        }
    }

    /// Fills `bytes` with the content of a chunk.
    fn fill(&self, chunk: usize, content: Content, bytes: &mut Vec<u8>) {
        let length = self.unit.block_len;
        let (start, end) = (chunk * CHUNK, self.count().min((chunk + 1) * CHUNK));
        bytes.clear();
        let mut digits = 0;
        let mut weight = 1;
        for number in start / length..end.div_ceil(length) {
            let block = self.cells.block(number);
            let first = start.saturating_sub(number * length);
            let last = length.min(end - number * length);
            for rank in first..last {
                let wdl = self.wdl(&block, rank);
                if content == Content::Distances {
                    bytes.push(if wdl == Wdl::Draw { 0 } else { block.codes[rank] });
                    continue;
                }
                digits += wdl as u8 * weight;
                weight *= 3;
                if weight == 243 {
                    bytes.push(digits);
                    (digits, weight) = (0, 1);
                }
            }
        }
        if content == Content::Results && weight > 1 {
            bytes.push(digits);
        }
    }

    /// Counts results.
    fn statistics(&self, sector: usize, game: &dyn Moves) -> Counts {
        let of_block = |number: usize, counts: &mut Counts| {
            let block = self.cells.block(number);
            game.weigh(sector, number, block.codes.len(), &mut |rank, weight| {
                let plies = u32::from(block.codes[rank]);
                let which = match self.wdl(&block, rank) {
                    Wdl::Win => {
                        counts.longest_win = counts.longest_win.max(plies);
                        0
                    }
                    Wdl::Draw => 1,
                    Wdl::Loss => {
                        counts.longest_loss = counts.longest_loss.max(plies);
                        2
                    }
                };
                counts.raw[which] += weight.raw;
                counts.orbits[which] += u64::from(weight.is_orbit);
            });
        };
        let counts = parallel::map_runs(self.unit.blocks, 32, |blocks| {
            let mut counts = Counts::default();
            blocks.for_each(|block| of_block(block, &mut counts));
            counts
        });
        counts.into_iter().fold(Counts::default(), Counts::merged)
    }
}
