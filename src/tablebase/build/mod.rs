//! The builder: it solves and writes one unit after another.
//!
//! | file | owns |
//! |---|---|
//! | `gain` | what moves out of the unit are worth |
//! | `cells` | what is known about each position, in one byte |
//! | `wave` | what a wave decides, and the moves that a solver unmakes for it |
//! | `solver` | what a game provides: the moves of a unit, forwards and backwards |
//! | `waves` | retrograde analysis, from d plies to d + 1 |
//! | `write` | writing the finished unit to its file |
//! | `lock` | one build at a time in a folder |
//!
//! All work is done block by block, so that it stays in the processor's caches and threads that
//! unmake moves lock no more than one block.

mod cells;
mod gain;
mod lock;
mod solver;
mod wave;
mod waves;
mod write;

use std::marker::PhantomData;
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64};

pub use self::cells::{CellBlock, Cells, Codes, Sheet};
pub use self::gain::{Gain, Gains};
pub use self::lock::FolderLock;
use self::solver::Moves;
pub use self::solver::{Buildable, Prove, UnitSolver, Weight};
pub use self::wave::{Decided, Origins, Wave};
use self::waves::Waves;
use super::error::TableError;
use super::file::TableFile;
use super::header::Header;
use super::outline::{Outline, Units};
use super::unit::Unit;
use super::value::{Metric, Wdl};
use crate::kernel::Gather;

/// The stage of a build.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Finding what moves out of the unit lead to.
    Seeds,
    /// A wave: the plies of the positions it decides, and how many were decided so far. It is
    /// reported when a wave begins and now and then while it runs.
    Wave(u8, u64),
    /// Writing the file.
    Write,
}

/// How tables are built.
#[derive(Clone, Debug)]
pub struct BuildOptions {
    /// The folder of the files.
    pub folder: PathBuf,
    /// What distances count.
    pub metric: Metric,
    /// Whether files hold distances, or results alone. Results alone are useless if distances go to
    /// the end of the game.
    pub keeps_distances: bool,
    /// The most memory to use, in bytes.
    pub memory: u64,
}

/// The files of a build.
#[derive(Clone, Debug)]
pub struct Workshop {
    options: BuildOptions,
    units: Units,
}

impl Workshop {
    /// Returns how tables are built.
    #[must_use]
    pub const fn options(&self) -> &BuildOptions {
        &self.options
    }

    /// Returns the units of the game.
    #[must_use]
    pub const fn units(&self) -> &Units {
        &self.units
    }

    /// Keeps other builds out of the folder as long as the lock is held; `None` if one is running
    /// there. Two builds would write and rename the same temporary files.
    ///
    /// # Errors
    ///
    /// The folder cannot be opened.
    pub fn lock(&self) -> Result<Option<FolderLock>, TableError> {
        FolderLock::try_new(&self.options.folder)
    }

    /// Returns whether distances go to the end of the game.
    fn goes_to_the_end(&self) -> bool {
        self.options.metric == Metric::End
    }

    /// Returns whether the file of a unit gets distances.
    fn keeps_distances(&self, unit: &Outline) -> bool {
        self.options.keeps_distances && (unit.has_inner_moves || self.goes_to_the_end())
    }

    /// Returns the file of a unit.
    #[must_use]
    pub fn path(&self, unit: &Outline) -> PathBuf {
        self.options.folder.join(self.units.file_name(unit))
    }

    /// Returns the finished table of a unit, if there is one built with these options.
    ///
    /// # Errors
    ///
    /// The file is damaged, or was built with other options.
    pub fn finished(&self, unit: &Outline) -> Result<Option<TableFile>, TableError> {
        let path = self.path(unit);
        let Some(file) = TableFile::open_if_there(&path, &self.units)? else { return Ok(None) };
        let header = file.header();
        if header.unit.ordinal != unit.ordinal || header.metric != self.options.metric {
            let what = format!("is the table of {}, {}", header.unit.name, header.metric);
            return Err(TableError::new(&path, format!("{what}; choose another folder")));
        }
        if self.keeps_distances(unit) && !header.has_distances {
            let reason = "has results without distances; choose another folder";
            return Err(TableError::new(&path, reason));
        }
        Ok(Some(file))
    }

    /// Reads what moves into a sector of a finished unit gain.
    fn gains(&self, unit: &Outline, sector: usize) -> Result<Gains, TableError> {
        let missing = || TableError::missing(&self.path(unit));
        let file = self.finished(unit)?.ok_or_else(missing)?;
        let code = |wdl: Wdl, plies: u8| Gain::leaving(wdl, plies).byte();
        file.read_all(sector, self.goes_to_the_end(), code).map(Gains)
    }

    /// Removes what interrupted builds have left behind for a unit.
    ///
    /// # Errors
    ///
    /// Says why they cannot be removed.
    pub fn tidy(&self, unit: &Outline) -> Result<(), TableError> {
        let path = aside(&self.path(unit));
        match std::fs::remove_file(&path) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                Err(TableError::io(&path, "removed", &error))
            }
            _ => Ok(()),
        }
    }

    /// Returns the sheets of a unit, or the error that there is not enough memory.
    fn sheets(&self, unit: &Outline, count: usize, solver: u64) -> Result<Vec<Sheet>, TableError> {
        let arrays = if self.goes_to_the_end() { 2 } else { 1 };
        let places = |unit: &usize| self.units.list[*unit].places();
        let read = unit.needs.iter().map(places).max().unwrap_or(0);
        let needed = (arrays * count * unit.places() + read) as u64 + solver;
        if needed > self.options.memory {
            let gib = |bytes: u64| bytes as f64 / f64::from(1 << 30);
            let reason = format!(
                "needs {:.1} GiB of memory to be built, and {:.1} GiB are allowed",
                gib(needed),
                gib(self.options.memory)
            );
            return Err(TableError::new(&self.path(unit), reason));
        }
        let mut sheets = Vec::with_capacity(count);
        for _ in 0..count {
            let sheet = Sheet::new(unit.places(), unit.block_len, self.goes_to_the_end());
            sheets.push(sheet.map_err(|error| TableError::io(&self.path(unit), "built", &error))?);
        }
        Ok(sheets)
    }

    /// Builds the table of a unit whose sheets are seeded.
    fn finish(
        &self,
        unit: &Arc<Outline>,
        sheets: &mut [Sheet],
        codes: Codes,
        game: &dyn Moves,
        report: &(dyn Fn(Stage) + Sync),
    ) -> Result<Header, TableError> {
        let waves = Waves {
            game,
            codes,
            sheets: sheets.iter_mut().map(Sheet::cells).gather(),
            blocks: unit.blocks,
            decided: AtomicU64::new(0),
            overflow: AtomicBool::new(false),
            report: &|plies, decided| report(Stage::Wave(plies, decided)),
        };
        waves.settle();
        let limit = match self.options.metric.quiet() {
            0 => u8::MAX,
            quiet => quiet,
        };
        // Without moves to unmake there is nothing left to decide, except when to end the game.
        let is_settled = !unit.has_inner_moves && !self.goes_to_the_end();
        if !is_settled && waves.run(limit).is_none() {
            return Err(TableError::new(&self.path(unit), "has distances too long for a byte"));
        }
        report(Stage::Write);
        self.write(unit, &waves)
    }
}

/// Builds the tables of a game.
#[derive(Clone, Debug)]
pub struct Builder<G> {
    workshop: Workshop,
    game: PhantomData<fn() -> G>,
}

impl<G> Deref for Builder<G> {
    type Target = Workshop;

    fn deref(&self) -> &Workshop {
        &self.workshop
    }
}

impl<G: Buildable> Builder<G> {
    /// Returns the builder with those options.
    #[must_use]
    pub fn new(options: BuildOptions) -> Self {
        Self { workshop: Workshop { options, units: Units::of::<G>() }, game: PhantomData }
    }

    /// Returns how many indices are processed while a unit is built.
    #[must_use]
    pub fn work(unit: G::Unit) -> u64 {
        G::Solver::sheets(unit) as u64 * unit.places()
    }

    /// Builds the table of a unit on the current thread pool and returns its header. The tables
    /// that it needs must exist.
    ///
    /// # Errors
    ///
    /// Says what is missing or cannot be written. A file that has the unit's name is complete at
    /// any time.
    pub fn build(
        &self,
        unit: G::Unit,
        report: &(dyn Fn(Stage) + Sync),
    ) -> Result<Header, TableError> {
        let outline = |unit: G::Unit| &self.units.list[unit.ordinal()];
        let solver_memory = G::Solver::memory(unit);
        let mut sheets = self.sheets(outline(unit), G::Solver::sheets(unit), solver_memory)?;
        report(Stage::Seeds);
        let solver = G::solver(unit, self.options.metric);
        solver.seed(&mut sheets, &|unit, sector| self.gains(outline(unit), sector))?;
        self.finish(outline(unit), &mut sheets, solver.codes(), &solver, report)
    }
}

/// Returns the temporary name of a file while it is written.
fn aside(path: &Path) -> PathBuf {
    path.with_extension("part")
}
