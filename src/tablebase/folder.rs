//! A folder of tables: looking positions up.

use std::fmt;
use std::path::{Path, PathBuf};

use super::cache::Cache;
use super::chunks::Content;
use super::error::{Faults, TableError};
use super::file::TableFile;
use super::header::{DIGITS, plies_beyond};
use super::solved::Solved;
use super::unit::{Place, Unit};
use super::value::{ExactValue, Metric, Wdl};

/// The tables of a game in a folder, open.
#[derive(Debug)]
pub struct Tablebase<G: Solved> {
    folder: PathBuf,
    /// In the order of [`Unit::all`].
    files: Vec<Option<TableFile<G>>>,
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
fn open_unit<G: Solved>(folder: &Path, unit: G::Unit) -> Result<Option<TableFile<G>>, TableError> {
    let path = folder.join(TableFile::<G>::name(unit));
    let Some(file) = TableFile::<G>::open_if_there(&path)? else { return Ok(None) };
    let found = file.header().unit;
    if found != unit {
        return Err(TableError::new(&path, format!("is the table of {found}")));
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

impl<G: Solved> fmt::Display for Tablebase<G> {
    /// Writes on one line how many tables there are of each kind and which ones are missing. Kinds
    /// without any are left out, except the first.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "tablebase {}: {}", G::NAME, self.inventory())?;
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
struct Kind {
    name: &'static str,
    found: usize,
    all: usize,
}

/// The most missing tables that are named.
const NAMED: usize = 30;

impl<G: Solved> Tablebase<G> {
    /// The default limit for the memory of unpacked chunks, in MiB.
    pub const CACHE_MIB: usize = 64;

    /// Opens the tables of a folder. Unusable files are left out and returned as errors, and so are
    /// those with another metric than most.
    ///
    /// # Errors
    ///
    /// There is no such folder, or it may not be searched.
    pub fn open(folder: &Path, cache_mib: usize) -> Result<(Self, Vec<TableError>), TableError> {
        check_folder(folder)?;
        let mut problems = Vec::new();
        let mut files: Vec<Option<TableFile<G>>> = Vec::new();
        for unit in G::Unit::all() {
            files.push(open_unit(folder, unit).unwrap_or_else(|problem| {
                problems.push(problem);
                None
            }));
        }
        // One metric can be used at a time.
        let metrics = files.iter().flatten().map(|file| file.header().metric);
        let metric = prevailing(metrics, G::usual_metric());
        for file in &mut files {
            let other = file.take_if(|file| Some(file.header().metric) != metric);
            if let (Some(other), Some(metric)) = (other, metric) {
                let reason = format!("counts {}, the others {metric}", other.header().metric);
                problems.push(TableError::new(other.path(), reason));
            }
        }
        let header = |unit: G::Unit| Some(files.get(unit.ordinal())?.as_ref()?.header());
        let plies_beyond = plies_beyond(header);
        let cache = Cache::new(cache_mib);
        let faults = Faults::default();
        let folder = folder.to_owned();
        let tablebase = Self { folder, files, metric, plies_beyond, cache, faults };
        Ok((tablebase, problems))
    }

    /// Returns the folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns what distances count, `None` if there is no table.
    #[must_use]
    pub const fn metric(&self) -> Option<Metric> {
        self.metric
    }

    /// Returns the most plies that a win or loss takes after leaving a unit.
    #[inline]
    pub(super) fn plies_beyond(&self, unit: G::Unit) -> u32 {
        self.plies_beyond[unit.ordinal()]
    }

    /// Returns the tables that exist.
    pub fn files(&self) -> impl Iterator<Item = &TableFile<G>> {
        self.files.iter().flatten()
    }

    /// Returns the units whose tables are missing.
    pub fn missing(&self) -> impl Iterator<Item = G::Unit> + '_ {
        G::Unit::all().zip(&self.files).filter(|(_, file)| file.is_none()).map(|(unit, _)| unit)
    }

    /// Returns the kinds of units in their order. Those without a table are left out, except the
    /// first.
    fn kinds(&self) -> Vec<Kind> {
        let mut kinds: Vec<Kind> = Vec::new();
        for (unit, file) in G::Unit::all().zip(&self.files) {
            let name = unit.kind();
            if kinds.last().is_none_or(|kind| kind.name != name) {
                kinds.push(Kind { name, found: 0, all: 0 });
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
        let counts = kinds.map(|Kind { name, found, all }| format!("{found} of {all} {name}"));
        counts.collect::<Vec<_>>().join(", ")
    }

    /// Returns the names of missing tables, separated by spaces, of the kinds that are there; the
    /// first ones if there are many.
    #[must_use]
    pub fn missing_names(&self) -> String {
        let kinds = self.kinds();
        let is_listed = |unit: &G::Unit| kinds.iter().any(|kind| kind.name == unit.kind());
        let missing: Vec<G::Unit> = self.missing().filter(is_listed).collect();
        let named = missing.iter().take(NAMED).map(ToString::to_string);
        let more = missing.len().saturating_sub(NAMED);
        let more = (more > 0).then(|| format!("and {more} more"));
        named.chain(more).collect::<Vec<_>>().join(" ")
    }

    /// Returns the table of a unit.
    #[must_use]
    #[inline]
    pub fn file(&self, unit: G::Unit) -> Option<&TableFile<G>> {
        self.files.get(unit.ordinal())?.as_ref()
    }

    /// Returns the table of a unit, or the error that it is missing.
    pub(super) fn needed(&self, unit: G::Unit) -> Result<&TableFile<G>, TableError> {
        let path = || self.folder.join(TableFile::<G>::name(unit));
        self.file(unit).ok_or_else(|| TableError::missing(&path()))
    }

    /// Returns the result of a position where the game is not over; `None` if there is no table for
    /// it.
    ///
    /// # Errors
    ///
    /// The table is damaged there.
    pub fn wdl(&self, position: &G) -> Result<Option<Wdl>, TableError> {
        let Some((file, place)) = self.find(position) else { return Ok(None) };
        self.wdl_at(file, place).map(Some)
    }

    /// Returns the result of a position where the game is not over and that tables should know.
    ///
    /// # Errors
    ///
    /// Says which table is missing or damaged.
    pub fn known_wdl(&self, position: &G) -> Result<Wdl, TableError> {
        let missing = || TableError::new(&self.folder, "has no tables of such positions");
        let (unit, place) = position.locate().ok_or_else(missing)?;
        self.wdl_at(self.needed(unit)?, place)
    }

    /// Returns the value of a position where the game is not over; `None` if there is no table for
    /// it or the table has no distances.
    ///
    /// # Errors
    ///
    /// The table is damaged there.
    pub fn value(&self, position: &G) -> Result<Option<ExactValue>, TableError> {
        let Some((file, place)) = self.find(position) else { return Ok(None) };
        if !file.header().knows_distances() {
            return Ok(None);
        }
        self.value_at(file, place).map(Some)
    }

    /// Returns the place of a position in the tables that exist.
    pub(super) fn find(&self, position: &G) -> Option<(&TableFile<G>, Place)> {
        let (unit, place) = position.locate()?;
        Some((self.file(unit)?, place))
    }

    /// Returns the result at a place of a table.
    pub(super) fn wdl_at(&self, file: &TableFile<G>, place: Place) -> Result<Wdl, TableError> {
        let (chunk, at) = file.chunk_of(Content::Results, place);
        let digits = self.cache.byte(
            file.header().unit.ordinal(),
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
        file: &TableFile<G>,
        place: Place,
    ) -> Result<ExactValue, TableError> {
        match self.wdl_at(file, place)? {
            Wdl::Draw => Ok(ExactValue::Draw),
            wdl => Ok(ExactValue::new(wdl, self.plies_at(file, place)?)),
        }
    }

    /// Returns the plies at a place of a table that knows distances; the place must not be a draw.
    pub(super) fn plies_at(&self, file: &TableFile<G>, place: Place) -> Result<u8, TableError> {
        if !file.header().has_distances {
            return Ok(1);
        }
        let (chunk, at) = file.chunk_of(Content::Distances, place);
        self.cache.byte(file.header().unit.ordinal(), &file.chunks, Content::Distances, chunk, at)
    }
}
