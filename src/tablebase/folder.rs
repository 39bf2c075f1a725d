//! A folder of tables, without the positions of the game.

use std::fmt;
use std::path::{Path, PathBuf};

use super::cache::Cache;
use super::chunks::Content;
use super::error::{Faults, TableError};
use super::file::TableFile;
use super::header::DIGITS;
use super::outline::{Outline, Units};
use super::unit::Place;
use super::value::{ExactValue, Metric, Wdl};
use crate::kernel::Gather;

/// The tables of a game in a folder, open.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    units: Units,
    /// In the order of the units.
    files: Vec<Option<TableFile>>,
    metric: Option<Metric>,
    /// For each unit, the most plies that a win or loss takes after leaving it.
    plies_beyond: Vec<u32>,
    cache: Cache,
    pub(super) faults: Faults,
}

/// Checks that the folder exists and that files in it can be opened.
///
/// # Errors
///
/// Says why it cannot be opened or searched.
pub fn check_folder(folder: &Path) -> Result<(), TableError> {
    let failed = |what| move |error| TableError::io(folder, what, &error);
    std::fs::read_dir(folder).map_err(failed("opened as a folder"))?;
    // Needs the permission to look names up in it.
    std::fs::metadata(folder.join(".")).map_err(failed("searched"))?;
    Ok(())
}

/// Opens the table of a unit, if there is one.
fn open_unit(
    folder: &Path,
    units: &Units,
    unit: &Outline,
) -> Result<Option<TableFile>, TableError> {
    let path = folder.join(units.file_name(unit));
    let Some(file) = TableFile::open_if_there(&path, units)? else { return Ok(None) };
    let found = &file.header().unit;
    if found.ordinal != unit.ordinal {
        return Err(TableError::new(&path, format!("is the table of {}", found.name)));
    }
    Ok(Some(file))
}

/// Returns the metric of most files; of several, the usual one or else the first.
fn prevailing(metrics: impl Iterator<Item = Metric>, usual: Metric) -> Option<Metric> {
    let mut counts: Vec<(Metric, usize)> = Vec::new();
    for metric in metrics {
        match counts.iter_mut().find(|(counted, _)| *counted == metric) {
            Some((_, files)) => *files += 1,
            None => counts.push((metric, 1)),
        }
    }
    let most = counts.into_iter().rev().max_by_key(|(metric, files)| (*files, *metric == usual));
    most.map(|(metric, _)| metric)
}

impl fmt::Display for Folder {
    /// Writes on one line how many tables there are of each kind and which ones are missing. Kinds
    /// without any are left out, except the first.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "tablebase {}: {}", self.units.game, self.inventory())?;
        if let Some(metric) = self.metric {
            write!(f, ", plies to {metric}")?;
        }
        match self.missing_names().as_str() {
            "" => Ok(()),
            names => write!(f, "; missing {names}"),
        }
    }
}

/// How many tables there are of one kind.
struct KindCount {
    name: &'static str,
    found: usize,
    all: usize,
}

/// The most missing tables that are named.
const NAMED: usize = 30;

impl Folder {
    /// The default limit for the memory of unpacked chunks, in MiB.
    pub const CACHE_MIB: usize = 64;

    /// Opens the tables of a folder. Unusable files are left out and returned as errors, and so are
    /// those with another metric than most.
    pub(super) fn open(
        path: &Path,
        units: Units,
        cache_mib: usize,
    ) -> Result<(Self, Vec<TableError>), TableError> {
        check_folder(path)?;
        let mut problems = Vec::new();
        let mut files: Vec<Option<TableFile>> = Vec::new();
        for unit in &units.list {
            files.push(open_unit(path, &units, unit).unwrap_or_else(|problem| {
                problems.push(problem);
                None
            }));
        }
        // One metric can be used at a time.
        let metrics = files.iter().flatten().map(|file| file.header().metric);
        let metric = prevailing(metrics, units.usual_metric);
        for file in &mut files {
            let other = file.take_if(|file| Some(file.header().metric) != metric);
            if let (Some(other), Some(metric)) = (other, metric) {
                let reason = format!("counts {}, the others {metric}", other.header().metric);
                problems.push(TableError::new(other.path(), reason));
            }
        }
        let plies_beyond = plies_beyond(&units, &files);
        let (path, cache, faults) = (path.to_owned(), Cache::new(cache_mib), Faults::default());
        Ok((Self { path, units, files, metric, plies_beyond, cache, faults }, problems))
    }

    /// Returns the path.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the units of the game.
    #[must_use]
    pub const fn units(&self) -> &Units {
        &self.units
    }

    /// Returns what distances count, `None` if there is no table.
    #[must_use]
    pub const fn metric(&self) -> Option<Metric> {
        self.metric
    }

    /// Returns the most plies that a win or loss takes after leaving a unit.
    #[inline]
    pub(super) fn plies_beyond(&self, unit: &Outline) -> u32 {
        self.plies_beyond[unit.ordinal]
    }

    /// Returns the tables that exist.
    pub fn files(&self) -> impl Iterator<Item = &TableFile> {
        self.files.iter().flatten()
    }

    /// Returns the units whose tables are missing.
    pub fn missing(&self) -> impl Iterator<Item = &Outline> {
        let files = self.units.list.iter().zip(&self.files);
        files.filter(|(_, file)| file.is_none()).map(|(unit, _)| &**unit)
    }

    /// Returns the kinds of units in their order. Those without a table are left out, except the
    /// first.
    fn kinds(&self) -> Vec<KindCount> {
        let mut kinds: Vec<KindCount> = Vec::new();
        for (unit, file) in self.units.list.iter().zip(&self.files) {
            let name = unit.kind;
            if kinds.last().is_none_or(|kind| kind.name != name) {
                kinds.push(KindCount { name, found: 0, all: 0 });
            }
            if let Some(kind) = kinds.last_mut() {
                kind.found += usize::from(file.is_some());
                kind.all += 1;
            }
        }
        let first = kinds.first().map(|kind| kind.name);
        kinds.retain(|kind| kind.found > 0 || Some(kind.name) == first);
        kinds
    }

    /// Returns how many tables there are, such as `3 of 28 pairs`.
    #[must_use]
    pub fn inventory(&self) -> String {
        let kinds = self.kinds().into_iter();
        let counts = kinds.map(|KindCount { name, found, all }| format!("{found} of {all} {name}"));
        counts.gather().join(", ")
    }

    /// Returns the names of missing tables, separated by spaces, of the kinds that are there; the
    /// first ones if there are many.
    #[must_use]
    pub fn missing_names(&self) -> String {
        let kinds = self.kinds();
        let mut names = Vec::new();
        for unit in self.missing() {
            if kinds.iter().any(|kind| kind.name == unit.kind) {
                names.push(unit.name.as_str());
            }
        }
        let more = names.len().saturating_sub(NAMED);
        names.truncate(NAMED);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        names.join(" ") + &more
    }

    /// Returns the table of the unit with an ordinal.
    #[must_use]
    #[inline]
    pub fn table(&self, ordinal: usize) -> Option<&TableFile> {
        self.files.get(ordinal)?.as_ref()
    }

    /// Returns the table of the unit with an ordinal, or the error that it is missing.
    pub(super) fn needed(&self, ordinal: usize) -> Result<&TableFile, TableError> {
        let path = || self.path.join(self.units.file_name(&self.units.list[ordinal]));
        self.table(ordinal).ok_or_else(|| TableError::missing(&path()))
    }

    /// Returns the result at a place of a table.
    pub(super) fn wdl_at(&self, file: &TableFile, place: Place) -> Result<Wdl, TableError> {
        let (chunk, at) = file.chunk_of(Content::Results, place);
        let digits = self.cache.byte(
            file.header().unit.ordinal,
            &file.chunks,
            Content::Results,
            chunk,
            at / DIGITS,
        )?;
        let digit = (0..at % DIGITS).fold(digits, |digits, _| digits / 3) % 3;
        Ok(Wdl::ALL[usize::from(digit)])
    }

    /// Returns the value at a place of a table that knows distances.
    pub(super) fn value_at(
        &self,
        file: &TableFile,
        place: Place,
    ) -> Result<ExactValue, TableError> {
        match self.wdl_at(file, place)? {
            Wdl::Draw => Ok(ExactValue::Draw),
            wdl => Ok(ExactValue::new(wdl, self.plies_at(file, place)?)),
        }
    }

    /// Returns the plies at a place of a table that knows distances; the place must not be a draw.
    pub(super) fn plies_at(&self, file: &TableFile, place: Place) -> Result<u8, TableError> {
        if !file.header().has_distances {
            return Ok(1);
        }
        let (chunk, at) = file.chunk_of(Content::Distances, place);
        self.cache.byte(file.header().unit.ordinal, &file.chunks, Content::Distances, chunk, at)
    }
}

/// Returns for each unit, by its ordinal, the most plies that a win or loss takes after leaving the
/// unit, computed from the headers of the tables. A missing table counts with the longest possible
/// win.
pub(super) fn plies_beyond(units: &Units, files: &[Option<TableFile>]) -> Vec<u32> {
    // Plies to the end of the game, from inside a unit and after leaving it.
    let (mut inside, mut beyond) = (Vec::new(), Vec::new());
    for (unit, file) in units.list.iter().zip(files) {
        let longest = file.as_ref().map_or(u32::from(u8::MAX), |file| {
            let counts = file.header().all_counts();
            counts.longest_win.max(counts.longest_loss)
        });
        let left = unit.needs.iter().map(|needed| inside[*needed]).max().unwrap_or(0);
        inside.push(longest + left);
        beyond.push(left);
    }
    beyond
}
