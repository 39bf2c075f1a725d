//! Tables that tests build and share.

use std::path::Path;
use std::time::Duration;

use quincunx::games::Game;
use quincunx::tablebase::{BuildOptions, Buildable, Builder, Metric, Pool, Solved, Tablebase};
use tempfile::TempDir;

/// Opens a folder of tables, all of which must be usable.
pub fn open<G: Game + Solved>(folder: &Path) -> Tablebase<G> {
    let (tables, problems) = Tablebase::open(folder, 8).unwrap();
    assert_eq!(problems, []);
    tables
}

/// Returns the options of a build with distances.
pub fn options(folder: &Path, metric: Metric) -> BuildOptions {
    BuildOptions {
        folder: folder.to_owned(),
        metric,
        keeps_distances: true,
        memory: 1 << 30,
        save_every: Duration::from_secs(600),
    }
}

/// A folder of tables that all tests may read.
pub struct Shelf<G: Game + Buildable> {
    folder: TempDir,
    pub tables: Tablebase<G>,
}

impl<G: Game + Buildable> Shelf<G> {
    /// Builds tables, each after those that it needs.
    pub fn new(metric: Metric, units: impl IntoIterator<Item = G::Unit>) -> Self {
        let folder = TempDir::new().unwrap();
        let builder = Builder::<G>::new(options(folder.path(), metric));
        let pool = Pool::new(2).unwrap();
        for unit in units {
            pool.install(|| builder.build(unit, &|_| {})).unwrap();
        }
        Self::of(folder)
    }

    /// Takes a folder with tables.
    pub fn of(folder: TempDir) -> Self {
        let tables = open(folder.path());
        Self { folder, tables }
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }
}
