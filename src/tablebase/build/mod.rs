//! The builder: it solves and writes one unit after another.
//!
//! | file | owns |
//! |---|---|
//! | `gain` | what moves out of the unit are worth |
//! | `cells` | what is known about each position, in one byte |
//! | `packing` | these bytes packed, where memory is short |
//! | `wave` | what a wave decides, and the moves that a solver unmakes for it |
//! | `solver` | what a game provides: the moves of a unit, forwards and backwards |
//! | `waves` | retrograde analysis, from d plies to d + 1 |
//! | `write` | writing the finished unit to its file |
//! | `saved` | an unfinished unit in a file, for another build to go on |
//! | `lock` | one build at a time in a folder |
//!
//! All work is done block by block, so that it stays in the processor's caches and threads that
//! unmake moves lock no more than one block.

mod cells;
mod gain;
mod lock;
mod packing;
mod saved;
mod solver;
mod wave;
mod waves;
mod write;

use std::marker::PhantomData;
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use self::cells::Exits;
pub use self::cells::{CellBlock, Cells, Codes, Sheet};
pub use self::gain::{Gain, Gains};
pub use self::lock::FolderLock;
use self::packing::PACKED;
use self::saved::Saved;
use self::solver::Moves;
pub use self::solver::{Buildable, Prove, Seeded, UnitSolver, Weight};
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
    /// Finding what moves out of the unit lead to: how many indices are done, those of all sheets together. It
    /// is reported now and then.
    Seeds(u64),
    /// A wave: the plies of the positions it decides, and how many were decided so far. It is
    /// reported when a wave begins and now and then while it runs.
    Wave(u8, u64),
    /// Writing the file.
    Write,
}

/// How often seeds are reported while a unit is seeded.
const SEED_REPORTS: u64 = 200;

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
    /// After how long an unfinished unit is saved, before the next wave, so that an interrupted build can go on.
    pub save_every: Duration,
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

    /// Returns the sheets of a unit.
    fn sheets(&self, unit: &Outline, plan: Plan, codes: Codes) -> Result<Vec<Sheet>, TableError> {
        let mut sheets = Vec::with_capacity(plan.sheets);
        for sheet in 0..plan.sheets {
            let is_packed = plan.packed == Some(sheet);
            let sheet = Sheet::new(unit.blocks, unit.block_len, plan.exits, codes, is_packed);
            sheets.push(sheet.map_err(|error| TableError::io(&self.path(unit), "built", &error))?);
        }
        Ok(sheets)
    }

    /// Builds the table of a unit whose sheets are seeded, or from what was saved of it.
    fn finish(
        &self,
        unit: &Arc<Outline>,
        sheets: &mut [Sheet],
        codes: Codes,
        game: &dyn Moves,
        saved: Option<Saved>,
        report: &(dyn Fn(Stage) + Sync),
    ) -> Result<Header, TableError> {
        let waves = Waves {
            game,
            codes,
            sheets: sheets.iter_mut().map(Sheet::cells).gather(),
            blocks: unit.blocks,
            decided: AtomicU64::new(0),
            report: &|plies, decided| report(Stage::Wave(plies, decided)),
        };
        let first = saved.as_ref().map_or(0, |saved| saved.plies);
        match saved {
            Some(saved) => self.restore(unit, &waves, saved)?,
            None => waves.settle(),
        }
        let limit = match self.options.metric.quiet() {
            0 => u8::MAX,
            quiet => quiet,
        };
        // Without moves to unmake there is nothing left to decide, except when to end the game.
        let is_settled = !unit.has_inner_moves && !self.goes_to_the_end();
        let mut last = Instant::now();
        let save = |plies| {
            if last.elapsed() >= self.options.save_every {
                self.save(unit, &waves, plies)?;
                last = Instant::now();
            }
            Ok(())
        };
        if !is_settled && !waves.run(first, limit, save)? {
            return Err(TableError::new(&self.path(unit), "has distances too long for a byte"));
        }
        report(Stage::Write);
        let header = self.write(unit, &waves)?;
        self.forget(unit)?;
        Ok(header)
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

    /// Returns what becomes of positions that only have moves out of their unit.
    fn exits(&self) -> Exits {
        match (self.goes_to_the_end(), G::Solver::RECALLS) {
            (false, _) => Exits::Convert,
            (true, false) => Exits::Kept,
            (true, true) => Exits::Recalled,
        }
    }

    /// Returns what a unit takes. A sheet is packed only where memory is short otherwise.
    fn plan(&self, unit: G::Unit) -> Plan {
        let (bytes, exits) = (Self::work(unit), self.exits());
        let sheets = match exits {
            // Every block may come to have irregular positions.
            Exits::Convert => bytes + bytes / 8,
            Exits::Kept => 2 * bytes,
            Exits::Recalled => bytes,
        };
        let read = unit.needs().map(Unit::places).max().unwrap_or(0);
        let mut memory = sheets + read + G::Solver::memory(unit);
        let packed = G::Solver::packable(unit).filter(|_| memory > self.options.memory);
        if packed.is_some() {
            memory -= unit.places() - unit.places() / PACKED;
        }
        Plan { sheets: G::Solver::sheets(unit), exits, packed, memory }
    }

    /// Returns about how many bytes of memory it takes to build a unit.
    #[must_use]
    pub fn memory(&self, unit: G::Unit) -> u64 {
        self.plan(unit).memory
    }

    /// Checks that as much memory is allowed as a unit takes.
    ///
    /// # Errors
    ///
    /// Says how much it takes.
    pub fn check_memory(&self, unit: G::Unit) -> Result<(), TableError> {
        let (needed, allowed) = (self.memory(unit), self.options.memory);
        if needed <= allowed {
            return Ok(());
        }
        let gib = |bytes: u64| bytes as f64 / f64::from(1 << 30);
        let reason = format!(
            "needs {:.1} GiB of memory to be built, and {:.1} GiB are allowed",
            gib(needed),
            gib(allowed)
        );
        Err(TableError::new(&self.path(&self.units.list[unit.ordinal()]), reason))
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
        self.check_memory(unit)?;
        let outline = |unit: G::Unit| &self.units.list[unit.ordinal()];
        let plan = self.plan(unit);
        report(Stage::Seeds(0));
        let mut solver = G::solver(unit, self.options.metric);
        let mut sheets = self.sheets(outline(unit), plan, solver.codes())?;
        let gains = |unit, sector| self.gains(outline(unit), sector);
        solver.prepare(&gains)?;
        let saved = self.saved(outline(unit), sheets.len())?;
        if saved.is_none() {
            let (done, all) = (AtomicU64::new(0), Self::work(unit).max(1));
            let seeded = |indices: usize| {
                let before = done.fetch_add(indices as u64, Ordering::Relaxed);
                let now = before + indices as u64;
                if SEED_REPORTS * before / all < SEED_REPORTS * now / all {
                    report(Stage::Seeds(now));
                }
            };
            solver.seed(&mut sheets, &gains, &seeded)?;
        }
        self.finish(outline(unit), &mut sheets, solver.codes(), &solver, saved, report)
    }
}

/// What a unit takes while it is built.
#[derive(Clone, Copy, Debug)]
struct Plan {
    sheets: usize,
    exits: Exits,
    /// The sheet that is packed.
    packed: Option<usize>,
    /// About how many bytes all takes.
    memory: u64,
}

/// Returns the temporary name of a file while it is written.
fn aside(path: &Path) -> PathBuf {
    path.with_extension("part")
}
