//! The builder: retrograde analysis of one pair after another.
//!
//! | file | owns |
//! |---|---|
//! | `frame` | the points that the major leaves free, and words of them |
//! | `edges` | the major's steps from block to block |
//! | `cells` | what is known of each position, one byte |
//! | `seeds` | what removals and blocks decide before the waves |
//! | `waves` | from the positions decided in d plies to those decided in d + 1 |
//! | `write` | the finished pair into its file |
//!
//! All work is done block by block, so that it stays in the processor's caches: with the major's
//! men given, a slide of the minor stays in the block, a slide of the major leads from the whole
//! block to one other block, and a removal to one block of a smaller pair.

mod cells;
mod edges;
mod frame;
mod seeds;
mod waves;
mod write;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64};

use memmap2::MmapMut;
use rayon::prelude::*;

use self::cells::{Codes, Half};
use self::edges::Edges;
use self::frame::Words;
use self::seeds::{Finished, Gain, Seeds, all_numbers};
use self::waves::Waves;
use super::file::{TableError, TableFile};
use super::format::Header;
use super::index::{FEWEST, Pair, Turn};
use super::map::zeros;
use super::value::{Class, Metric};

/// What a build is at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Finding what removals lead to.
    Seeds,
    /// The positions decided in so many plies, after so many that were decided before.
    Wave(u8, u64),
    /// Writing the file.
    Write,
}

/// How tables are built.
#[derive(Clone, Debug)]
pub struct Builder {
    /// The folder that the files are in.
    pub folder: PathBuf,
    /// What distances count.
    pub metric: Metric,
    /// Whether files keep distances, or results alone. Results alone are no use where distances go
    /// to the end of the game.
    pub keeps_distances: bool,
    /// The most memory to use, in bytes.
    pub memory: u64,
}

impl Builder {
    /// Returns about how many bytes of memory a pair takes.
    #[must_use]
    pub fn memory_for(&self, pair: Pair) -> u64 {
        let arrays = if self.metric == Metric::End { 4 } else { 2 };
        let smaller = pair.after_removal().map(Pair::places).max().unwrap_or(0);
        let tables = 96 << 20;
        arrays * pair.places() + smaller + tables
    }

    /// Returns the file of a pair.
    #[must_use]
    pub fn path(&self, pair: Pair) -> PathBuf {
        self.folder.join(TableFile::name(pair))
    }

    /// Returns the finished table of a pair, if there is one of this build.
    ///
    /// # Errors
    ///
    /// Says so when there is a file that is damaged or of another kind of build.
    pub fn finished(&self, pair: Pair) -> Result<Option<TableFile>, TableError> {
        let path = self.path(pair);
        if !path.exists() {
            return Ok(None);
        }
        let file = TableFile::open(&path)?;
        let header = file.header();
        if header.pair != pair || header.metric != self.metric {
            let what = format!("is the table of {}, {}", header.pair, header.metric);
            return Err(TableError::new(&path, format!("{what}; choose another folder")));
        }
        if self.keeps_distances && !header.has_distances {
            let reason = "has results without distances; choose another folder";
            return Err(TableError::new(&path, reason));
        }
        Ok(Some(file))
    }

    /// Builds the table of a pair on the current thread pool and returns what it says of itself.
    /// The tables that its removals lead to must be there.
    ///
    /// # Errors
    ///
    /// Says what lacks or cannot be written. A file that is there under the name of the pair is
    /// whole, at any time.
    pub fn build(&self, pair: Pair, tell: &(dyn Fn(Stage) + Sync)) -> Result<Header, TableError> {
        let needed = self.memory_for(pair);
        if needed > self.memory {
            let gib = |bytes: u64| bytes as f64 / f64::from(1 << 30);
            let reason = format!(
                "needs {:.1} GiB of memory to be built, and {:.1} GiB are allowed",
                gib(needed),
                gib(self.memory)
            );
            return Err(TableError::new(&self.path(pair), reason));
        }
        tell(Stage::Seeds);
        let forms = pair.forms();
        let canonical: Vec<u32> = (0..forms.len()).map(|block| forms.canonical(block)).collect();
        let numbers = all_numbers(&canonical);
        let words = Words::new(pair.free_points() as usize, pair.minor());
        let edges = Edges::new(forms);
        let codes = Codes::of(pair);
        let to_the_end = self.metric == Metric::End;
        let seeds = Seeds {
            pair,
            codes,
            canonical: &canonical,
            numbers: &numbers,
            words: &words,
            edges: &edges,
            to_the_end,
        };
        let places = pair.places() as usize;
        let array =
            || zeros(places).map_err(|error| TableError::io(&self.path(pair), "built", &error));
        let hints = || if to_the_end { array().map(Some) } else { Ok(None) };
        let (mut major, mut major_hints) = (array()?, hints()?);
        let fewer = self.smaller(pair.major(), pair.minor() - 1, Turn::Minor)?;
        seeds.major(&mut major, bytes(&mut major_hints), fewer.as_ref());
        drop(fewer);
        let (mut minor, mut minor_hints) = (array()?, hints()?);
        if pair.is_even() {
            seeds.transpose(&mut minor, &major);
            if let (Some(minor_hints), Some(major_hints)) = (&mut minor_hints, &major_hints) {
                seeds.transpose(minor_hints, major_hints);
            }
        } else if let Some(fewer) = self.smaller(pair.major() - 1, pair.minor(), Turn::Major)? {
            seeds.minor(&mut minor, bytes(&mut minor_hints), &fewer);
        }

        let length = pair.block_len();
        let waves = Waves {
            codes,
            numbers: &numbers,
            canonical: &canonical,
            words: &words,
            edges: &edges,
            major: Half::new(&mut major, bytes(&mut major_hints), length),
            minor: Half::new(&mut minor, bytes(&mut minor_hints), length),
            minor_flies: pair.minor() == FEWEST,
            decided: AtomicU64::new(0),
            overflow: AtomicBool::new(false),
        };
        for half in [&waves.major, &waves.minor] {
            (0..canonical.len()).into_par_iter().with_min_len(32).for_each(|block| {
                let due = seeds.settle(&mut half.block(block));
                for (wave, due) in due.into_iter().enumerate() {
                    if due {
                        half.set_due(block, wave as u8);
                    }
                }
            });
        }
        let limit = match self.metric.quiet() {
            0 => u8::MAX,
            quiet => quiet,
        };
        let done = waves.run(limit, &|plies, decided| tell(Stage::Wave(plies, decided)));
        if done.is_none() {
            return Err(TableError::new(&self.path(pair), "has distances too long for a byte"));
        }
        tell(Stage::Write);
        self.write(pair, &waves)
    }

    /// Reads half of the pair that a removal leads to; `None` if the removal ends the game.
    fn smaller(&self, major: u32, minor: u32, turn: Turn) -> Result<Option<Finished>, TableError> {
        let Some(pair) = Pair::new(major, minor) else { return Ok(None) };
        let file = self
            .finished(pair)?
            .ok_or_else(|| TableError::new(&self.path(pair), "is needed and not there"))?;
        let to_the_end = self.metric == Metric::End;
        let code = |class: Class, plies: u8| Gain::leaving(class, plies).byte();
        file.read_all(turn, to_the_end, code).map(Some)
    }

    /// Removes what builds that did not come to their end have left for a pair.
    ///
    /// # Errors
    ///
    /// Says why that cannot be done.
    pub fn tidy(&self, pair: Pair) -> Result<(), TableError> {
        let path = aside(&self.path(pair));
        match std::fs::remove_file(&path) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                Err(TableError::io(&path, "removed", &error))
            }
            _ => Ok(()),
        }
    }
}

/// Returns the name under which a file is written before it is whole.
fn aside(path: &Path) -> PathBuf {
    path.with_extension("part")
}

/// Returns the bytes of an array that there may be.
fn bytes(array: &mut Option<MmapMut>) -> &mut [u8] {
    array.as_deref_mut().unwrap_or_default()
}
