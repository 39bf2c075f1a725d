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
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64};

pub use self::cells::{CellBlock, Cells, Codes, Sheet};
pub use self::gain::{Gain, Gains};
pub use self::lock::FolderLock;
pub use self::solver::{Buildable, Prove, UnitSolver, Weight};
pub use self::wave::{Decided, Origins, Wave};
use self::waves::Waves;
use super::error::TableError;
use super::file::TableFile;
use super::header::Header;
use super::unit::Unit;
use super::value::{Metric, Wdl};

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

/// Builds the tables of a game.
#[derive(Clone, Debug)]
pub struct Builder<G> {
    options: BuildOptions,
    game: PhantomData<fn() -> G>,
}

impl<G: Buildable> Builder<G> {
    /// Returns the builder with those options.
    #[must_use]
    pub const fn new(options: BuildOptions) -> Self {
        Self { options, game: PhantomData }
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

    /// Returns how many indices are processed while a unit is built.
    #[must_use]
    pub fn work(unit: G::Unit) -> u64 {
        G::Solver::sheets(unit) as u64 * unit.places()
    }

    /// Returns about how many bytes of memory building a unit takes.
    fn memory_for(&self, unit: G::Unit) -> u64 {
        let arrays = if self.options.metric == Metric::End { 2 } else { 1 };
        let needed = unit.needs().map(Unit::places).max().unwrap_or(0);
        arrays * Self::work(unit) + needed + G::Solver::memory(unit)
    }

    /// Returns whether the file of a unit gets distances.
    fn keeps_distances(&self, unit: G::Unit) -> bool {
        let differ = unit.has_inner_moves() || self.options.metric == Metric::End;
        self.options.keeps_distances && differ
    }

    /// Returns the file of a unit.
    #[must_use]
    pub fn path(&self, unit: G::Unit) -> PathBuf {
        self.options.folder.join(TableFile::<G>::name(unit))
    }

    /// Returns the finished table of a unit, if there is one built with these options.
    ///
    /// # Errors
    ///
    /// The file is damaged, or was built with other options.
    pub fn finished(&self, unit: G::Unit) -> Result<Option<TableFile<G>>, TableError> {
        let path = self.path(unit);
        let Some(file) = TableFile::<G>::open_if_there(&path)? else { return Ok(None) };
        let header = file.header();
        if header.unit != unit || header.metric != self.options.metric {
            let what = format!("is the table of {}, {}", header.unit, header.metric);
            return Err(TableError::new(&path, format!("{what}; choose another folder")));
        }
        if self.keeps_distances(unit) && !header.has_distances {
            let reason = "has results without distances; choose another folder";
            return Err(TableError::new(&path, reason));
        }
        Ok(Some(file))
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
    ) -> Result<Header<G::Unit>, TableError> {
        let needed = self.memory_for(unit);
        if needed > self.options.memory {
            let gib = |bytes: u64| bytes as f64 / f64::from(1 << 30);
            let reason = format!(
                "needs {:.1} GiB of memory to be built, and {:.1} GiB are allowed",
                gib(needed),
                gib(self.options.memory)
            );
            return Err(TableError::new(&self.path(unit), reason));
        }
        report(Stage::Seeds);
        let solver = G::solver(unit, self.options.metric);
        let to_the_end = self.options.metric == Metric::End;
        let sheet = |_| {
            let sheet = Sheet::new(unit.places() as usize, unit.block_len(), to_the_end);
            sheet.map_err(|error| TableError::io(&self.path(unit), "built", &error))
        };
        let sheets: Result<Vec<Sheet>, TableError> =
            (0..G::Solver::sheets(unit)).map(sheet).collect();
        let mut sheets = sheets?;
        solver.seed(&mut sheets, &|unit, sector| self.gains(unit, sector))?;

        let waves = Waves {
            solver: &solver,
            codes: solver.codes(),
            sheets: sheets.iter_mut().map(Sheet::cells).collect(),
            blocks: unit.blocks(),
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
        let is_settled = !unit.has_inner_moves() && !to_the_end;
        if !is_settled && waves.run(limit).is_none() {
            return Err(TableError::new(&self.path(unit), "has distances too long for a byte"));
        }
        report(Stage::Write);
        self.write(unit, &waves)
    }

    /// Reads what moves into a sector of a finished unit gain.
    fn gains(&self, unit: G::Unit, sector: usize) -> Result<Gains, TableError> {
        let missing = || TableError::missing(&self.path(unit));
        let file = self.finished(unit)?.ok_or_else(missing)?;
        let to_the_end = self.options.metric == Metric::End;
        let code = |wdl: Wdl, plies: u8| Gain::leaving(wdl, plies).byte();
        file.read_all(sector, to_the_end, code).map(Gains)
    }

    /// Removes what interrupted builds have left behind for a unit.
    ///
    /// # Errors
    ///
    /// Says why they cannot be removed.
    pub fn tidy(&self, unit: G::Unit) -> Result<(), TableError> {
        let path = aside(&self.path(unit));
        match std::fs::remove_file(&path) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                Err(TableError::io(&path, "removed", &error))
            }
            _ => Ok(()),
        }
    }
}

/// Returns the temporary name of a file while it is written.
fn aside(path: &Path) -> PathBuf {
    path.with_extension("part")
}
