//! Builds that are interrupted go on where they were saved, and write the same bytes.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::Duration;

use crate::common::shelf::{Shelf, options};
use crate::{tablebase, trimok_tables};
use quincunx::games::Game;
use quincunx::games::morris::Morris;
use quincunx::games::trimok::Trimok;
use quincunx::games::trimok::tablebase::Pair;
use quincunx::tablebase::{
    BuildOptions, Buildable, Builder, Header, Metric, Stage, TableError, TableFile,
};
use tempfile::TempDir;

/// Returns a builder that saves before each wave.
fn builder<G: Buildable>(folder: &Path, metric: Metric) -> Builder<G> {
    let options = options(folder, metric);
    Builder::new(BuildOptions { save_every: Duration::ZERO, ..options })
}

/// Builds a unit until a wave begins, then panics.
fn interrupt<G: Buildable>(builder: &Builder<G>, unit: G::Unit, wave: u8) {
    let report =
        |stage| assert!(!matches!(stage, Stage::Wave(plies, _) if plies >= wave), "killed");
    let built = catch_unwind(AssertUnwindSafe(|| builder.build(unit, &report)));
    assert!(built.is_err(), "it took so many waves");
}

/// Builds a unit and returns the wave that it began with.
fn resume<G: Buildable>(builder: &Builder<G>, unit: G::Unit) -> Result<(Header, u8), TableError> {
    let first = AtomicU8::new(u8::MAX);
    let report = |stage| {
        if let Stage::Wave(plies, _) = stage {
            first.fetch_min(plies, Ordering::Relaxed);
        }
    };
    let header = builder.build(unit, &report)?;
    Ok((header, first.into_inner()))
}

/// Copies the tables that a unit needs into a folder of its own.
fn folder_for<G: Game + Buildable>(shelf: &Shelf<G>, unit: G::Unit) -> TempDir {
    use quincunx::tablebase::Unit;
    let folder = TempDir::new().unwrap();
    for needed in unit.needs() {
        let name = TableFile::name::<G>(needed);
        fs::copy(shelf.path().join(&name), folder.path().join(&name)).unwrap();
    }
    folder
}

/// Returns the file of an unfinished unit.
fn saved<G: Game + Buildable>(folder: &Path, unit: G::Unit) -> PathBuf {
    folder.join(TableFile::name::<G>(unit)).with_extension("saved")
}

fn check<G: Game + Buildable>(shelf: &Shelf<G>, metric: Metric, unit: G::Unit) {
    let folder = folder_for(shelf, unit);
    let builder = builder::<G>(folder.path(), metric);
    for wave in [1, 2, 9] {
        interrupt(&builder, unit, wave);
        assert!(saved::<G>(folder.path(), unit).exists());
    }
    // It was killed before wave 9 was saved.
    let (_, first) = resume(&builder, unit).unwrap();
    assert_eq!(first, 8, "{unit}");
    compare(&folder, shelf, unit);
    assert!(!saved::<G>(folder.path(), unit).exists());
}

/// Checks that a unit has the same bytes in a folder as on a shelf.
fn compare<G: Game + Buildable>(folder: &TempDir, shelf: &Shelf<G>, unit: G::Unit) {
    let read = |folder: &Path| fs::read(folder.join(TableFile::name::<G>(unit))).unwrap();
    assert!(read(folder.path()) == read(shelf.path()), "{unit}: other bytes");
}

#[test]
fn an_interrupted_build_goes_on_and_writes_the_same() {
    let pair = Pair::new(2, 1).unwrap();
    check::<Trimok>(&trimok_tables::TO_THE_END, Metric::End, pair);
    check::<Trimok>(&trimok_tables::BY_DEFAULT, Metric::Conversion { quiet: 100 }, pair);
    check::<Morris>(&tablebase::TO_THE_END, Metric::End, tablebase::pair(4, 3));
    check::<Morris>(&tablebase::BY_DEFAULT, tablebase::DEFAULT, tablebase::pair(4, 3));
}

#[test]
fn a_build_short_of_memory_writes_the_same() {
    let pair = Pair::new(2, 1).unwrap();
    for shelf in [&*trimok_tables::TO_THE_END, &*trimok_tables::BY_DEFAULT] {
        let folder = folder_for(shelf, pair);
        let metric = shelf.tables.file(pair).unwrap().header().metric;
        let roomy = builder::<Trimok>(folder.path(), metric);
        let memory = roomy.memory(pair) - 1;
        let short = Builder::<Trimok>::new(BuildOptions { memory, ..roomy.options().clone() });
        assert!(short.memory(pair) < memory, "a sheet is packed");
        // What either has saved the other resumes.
        interrupt(&short, pair, 4);
        interrupt(&roomy, pair, 7);
        assert_eq!(resume(&short, pair).unwrap().1, 6);
        compare(&folder, shelf, pair);
    }
}

#[test]
fn what_was_saved_otherwise_or_is_damaged_is_refused() {
    let (shelf, pair) = (&*trimok_tables::TO_THE_END, Pair::new(2, 1).unwrap());
    let folder = folder_for(shelf, pair);
    let ends = builder::<Trimok>(folder.path(), Metric::End);
    interrupt(&ends, pair, 5);
    let path = saved::<Trimok>(folder.path(), pair);
    let whole = fs::read(&path).unwrap();
    let refused = || resume(&ends, pair).unwrap_err().to_string();
    let mut flipped = whole.clone();
    flipped[whole.len() / 2] ^= 1;
    fs::write(&path, &flipped).unwrap();
    assert!(refused().ends_with("is damaged; remove it to begin anew"), "{}", refused());
    for length in [0, 40, whole.len() - 1] {
        fs::write(&path, &whole[..length]).unwrap();
        assert!(refused().ends_with("is damaged; remove it to begin anew"), "{}", refused());
    }
    let mut other = whole.clone();
    // The metric, behind the magic bytes, the tag and the unit.
    other[18] ^= 1;
    fs::write(&path, &other).unwrap();
    assert!(refused().contains("was saved by a build with other options"), "{}", refused());
    fs::write(&path, &whole).unwrap();
    assert_eq!(resume(&ends, pair).unwrap().1, 4);
}
