//! A finished pair into its file.

use std::fs::File;
use std::io::{BufWriter, Seek, SeekFrom, Write};

use rayon::prelude::*;
use zstd::bulk::Compressor;
use zstd::zstd_safe::CParameter;

use super::cells::{Block, Codes, Half};
use super::frame::{Frame, Words};
use super::waves::Waves;
use super::{Builder, aside};
use crate::games::morris::Symmetry;
use crate::tablebase::file::{Kind, TableError};
use crate::tablebase::format::{CHUNK, Counts, HEADER, Header, checksum};
use crate::tablebase::index::Pair;
use crate::tablebase::value::Class;

/// How hard zstd tries. Higher levels took much longer and saved little.
const LEVEL: i32 = 3;
/// How many chunks are packed before they are written.
const BATCH: usize = 512;

impl Builder {
    /// Writes the file of a pair aside, and renames it when it is whole and on the disk.
    pub(super) fn write(&self, pair: Pair, waves: &Waves) -> Result<Header, TableError> {
        let path = self.path(pair);
        let part = aside(&path);
        let failed = |error: std::io::Error| TableError::io(&part, "written", &error);
        let file = File::create(&part).map_err(failed)?;
        let mut out = BufWriter::with_capacity(1 << 20, file);
        out.write_all(&[0; HEADER]).map_err(failed)?;

        let halves = [&waves.major, &waves.minor];
        let kinds: &[Kind] =
            if self.keeps_distances { &[Kind::Results, Kind::Distances] } else { &[Kind::Results] };
        let mut list = Vec::new();
        let mut at = HEADER as u64;
        for &kind in kinds {
            for turn in pair.turns() {
                let cells = Cells { half: halves[turn.index()], codes: waves.codes, pair };
                let chunks = cells.places().div_ceil(CHUNK);
                for first in (0..chunks).step_by(BATCH) {
                    let batch = first..chunks.min(first + BATCH);
                    let packed: Result<Vec<Vec<u8>>, std::io::Error> = batch
                        .into_par_iter()
                        .map_init(Vec::new, |bytes, chunk| {
                            cells.fill(chunk, kind, bytes);
                            pack(bytes)
                        })
                        .collect();
                    for chunk in packed.map_err(failed)? {
                        list.extend(at.to_le_bytes());
                        at += chunk.len() as u64;
                        out.write_all(&chunk).map_err(failed)?;
                    }
                }
            }
        }
        list.extend(at.to_le_bytes());
        out.write_all(&list).map_err(failed)?;

        let mut counts = [Counts::default(); 2];
        for turn in pair.turns() {
            let cells = Cells { half: halves[turn.index()], codes: waves.codes, pair };
            counts[turn.index()] = cells.count(waves.words);
        }
        let header = Header {
            pair,
            metric: self.metric,
            has_distances: self.keeps_distances,
            chunk: CHUNK,
            counts,
            bytes: at + list.len() as u64,
            list: at,
            list_sum: checksum(&list),
        };
        out.seek(SeekFrom::Start(0)).map_err(failed)?;
        out.write_all(&header.encode()).map_err(failed)?;
        let file = out.into_inner().map_err(|error| failed(error.into_error()))?;
        file.sync_all().map_err(failed)?;
        std::fs::rename(&part, &path)
            .map_err(|error| TableError::io(&path, "renamed to", &error))?;
        // The new name has to reach the disk as well, where folders can be synced.
        if let Ok(folder) = File::open(&self.folder) {
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

/// The finished half of a pair.
struct Cells<'b, 'a> {
    half: &'b Half<'a>,
    codes: Codes,
    pair: Pair,
}

impl Cells<'_, '_> {
    fn places(&self) -> usize {
        self.pair.places() as usize
    }

    fn class(&self, block: &Block, rank: usize) -> Class {
        if block.codes[rank] >= self.codes.floor {
            Class::Draw
        } else if block.is_won(rank) {
            Class::Win
        } else {
            Class::Loss
        }
    }

    /// Fills `bytes` with the content of a chunk.
    fn fill(&self, chunk: usize, kind: Kind, bytes: &mut Vec<u8>) {
        let length = self.pair.block_len();
        let (start, end) = (chunk * CHUNK, self.places().min((chunk + 1) * CHUNK));
        bytes.clear();
        let mut digits = 0;
        let mut weight = 1;
        for number in start / length..end.div_ceil(length) {
            let block = self.half.block(number);
            let first = start.saturating_sub(number * length);
            let last = length.min(end - number * length);
            for rank in first..last {
                let class = self.class(&block, rank);
                if kind == Kind::Distances {
                    bytes.push(if class == Class::Draw { 0 } else { block.codes[rank] });
                    continue;
                }
                digits += class as u8 * weight;
                weight *= 3;
                if weight == 243 {
                    bytes.push(digits);
                    (digits, weight) = (0, 1);
                }
            }
        }
        if kind == Kind::Results && weight > 1 {
            bytes.push(digits);
        }
    }

    /// Counts results. Where several numbers name one position, the least one counts.
    fn count(&self, words: &Words) -> Counts {
        let forms = self.pair.forms();
        let of_block = |number: usize| {
            let block = self.half.block(number);
            let major = forms.canonical(number);
            let keeps: Vec<Symmetry> = forms.stabiliser(number).collect();
            let frame = (keeps.len() > 1).then(|| Frame::new(major));
            let images = forms.images(number);
            let mut counts = Counts::default();
            for rank in 0..block.codes.len() {
                let plies = u32::from(block.codes[rank]);
                let which = match self.class(&block, rank) {
                    Class::Win => {
                        counts.longest_win = counts.longest_win.max(plies);
                        0
                    }
                    Class::Draw => 1,
                    Class::Loss => {
                        counts.longest_loss = counts.longest_loss.max(plies);
                        2
                    }
                };
                counts.raw[which] += images;
                let is_least = frame.as_ref().is_none_or(|frame| {
                    let minor = frame.expand(words.words[rank]);
                    // Words and the points they stand for are in the same order.
                    keeps.iter().all(|symmetry| symmetry.image(minor) >= minor)
                });
                counts.orbits[which] += u64::from(is_least);
            }
            counts
        };
        (0..forms.len())
            .into_par_iter()
            .with_min_len(32)
            .map(of_block)
            .reduce(Counts::default, Counts::merged)
    }
}
