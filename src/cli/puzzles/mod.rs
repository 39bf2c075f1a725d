//! `quincunx puzzles`: positions with one good move, to solve, to find and to check.

mod check;
mod mine;
mod solve;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, anyhow, bail};

use super::arguments::arguments;
use super::input;
use super::setup::session;
use super::words::RARE;
use crate::engine::{Engine, Session};
use crate::games::{AnyPosition, AnyTablebase};
use crate::puzzles::PuzzleFile;
use crate::tablebase::Folder;

arguments! {
    /// Solve puzzles: one move is right, and that is proven
    ///
    /// Without options it asks the puzzles that come with the program. With --games it finds new ones in
    /// games of the engine against itself, with --positions in tables, and with --from in recorded games.
    /// A puzzle is proven by tables of solved positions, by a solver, by exhaustive search to the end, or by
    /// wins that the search has proven; never by an estimate. Its difficulty is measured: a grade from 2 to 10
    /// for the depth of the search that finds the solution, and its nodes.
    ///
    /// With --solve a file is checked by the rules alone. What the check cannot prove itself, such as a
    /// draw, it names; with --tables these settle that too.
    #[command(after_long_help = "\
Examples:
{examples}

A puzzle is a line GOAL | POSITION | MOVES | THEMES | LEVEL NODES; goals are:
  win N     one move wins, within N plies; no other move wins
  draw      one move draws; every other move loses
  hold N    every other move loses within N plies, this one does not
  margin N  one move leads to a margin of N points; every other to less")]
    pub(super) struct Puzzles {
        /// The game; a file that is checked names its own
        #[arg(ignore_case = true, required_unless_present = "solve")]
        game: Option<String>,

        /// Find puzzles in so many games of the engine against itself
        #[arg(long, value_name = "N", requires = "out", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
        games: Option<u64>,

        /// First find puzzles in so many random positions of the tables
        #[arg(long, value_name = "N", requires_all = ["out", "tables"], conflicts_with_all = ["from", "solve"], value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
        positions: Option<u64>,

        /// Find puzzles in the games of these records, played by the rules of --option
        #[arg(long, value_name = "FILE", requires = "out", conflicts_with_all = ["games", "solve"])]
        from: Option<PathBuf>,

        /// Write the puzzles to this file; the same command resumes where it was interrupted
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,

        /// Check the puzzles of this file
        #[arg(long, value_name = "FILE", conflicts_with_all = ["games", "out"])]
        solve: Option<PathBuf>,

        /// The seed of the games and the positions
        #[arg(long, default_value = "1", requires = "out", conflicts_with = "from", help_heading = RARE)]
        seed: u64,

        /// The most random moves that a game begins with
        #[arg(long, value_name = "N", default_value = "10", requires = "games", conflicts_with = "from", value_parser = clap::value_parser!(u16).range(..=1000), help_heading = RARE)]
        random: u16,

        /// The nodes for a move of a game; or, with --solve, for the check of a puzzle
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), help_heading = RARE)]
        nodes: Option<u64>,

        /// The folder of tables of solved positions
        #[arg(long, value_name = "DIR")]
        tables: Option<PathBuf>,

        /// The number of threads
        #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=1024), help_heading = RARE)]
        threads: u16,

        /// Ask puzzles of this level and below only, easy ones first
        #[arg(long, value_name = "LEVEL", conflicts_with_all = ["out", "solve"], value_parser = clap::value_parser!(u8).range(2..=10))]
        level: Option<u8>,

        /// The rules of the start position, for example "{rule}"; may be repeated
        #[arg(long, value_name = "NAME=VALUE", help_heading = RARE)]
        option: Vec<crate::kernel::Assignment>,
    }
}

pub(super) fn run(task: &Puzzles, engine: &Engine) -> anyhow::Result<ExitCode> {
    if let Some(path) = &task.solve {
        return check::run(task, path, engine);
    }
    let session = session(task.game.as_deref().unwrap_or_default(), engine)?;
    match &task.out {
        Some(out) => mine::run(task, out, session),
        None => solve::run(task, session),
    }
}

/// Returns the start position that the options ask for.
fn start(task: &Puzzles, session: &dyn Session) -> anyhow::Result<Box<dyn AnyPosition>> {
    session.kind().game().start(&task.option).map_err(|error| anyhow!("--option: {error}"))
}

/// Opens the tables that the options name.
fn tables(task: &Puzzles, session: &dyn Session) -> anyhow::Result<Option<Arc<dyn AnyTablebase>>> {
    let Some(folder) = &task.tables else { return Ok(None) };
    let Some(solved) = session.kind().solved() else {
        bail!("--tables: there are no tables of {}", session.name());
    };
    let (tables, problems) = solved.open(folder, Folder::CACHE_MIB)?;
    if let Some(problem) = problems.first() {
        bail!("--tables: {problem}");
    }
    if tables.files().next().is_none() {
        bail!("--tables: {} holds no tables of {}", folder.display(), session.name());
    }
    Ok(Some(Arc::from(tables)))
}

/// Reads a file of puzzles.
fn read(path: &Path) -> anyhow::Result<PuzzleFile> {
    let text = input::text(path)?;
    PuzzleFile::read(&text).with_context(|| path.display().to_string())
}
