//! `quincunx tablebase`: solved positions of the games that have tables.

mod args;
mod build;
mod choice;
mod contents;
mod positions;
mod verify;

use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, bail};

pub(super) use args::Tablebase;
use args::TablebaseTask;

use super::words::{bytes, grouped};
use crate::games::{Game, GameList, SolvedVisitor};
use crate::tablebase::{Buildable, Metric, Pool, Solved, Tablebase as Tables};

pub(super) fn run<G: GameList>(task: &Tablebase) -> anyhow::Result<ExitCode> {
    let mut code = ExitCode::SUCCESS;
    for game in task.task.games::<G>()? {
        let done = choice::visit::<G, _>(game, Run(&task.task));
        let done = done.with_context(|| format!("there are no tables for {game}"))??;
        if done != ExitCode::SUCCESS {
            code = done;
        }
    }
    Ok(code)
}

/// A task to run for a game.
struct Run<'a>(&'a TablebaseTask);

impl SolvedVisitor for Run<'_> {
    type Output = anyhow::Result<ExitCode>;

    fn visit<G: Game + Buildable>(self) -> anyhow::Result<ExitCode> {
        match self.0 {
            TablebaseTask::Build(task) => build::run::<G>(task),
            TablebaseTask::Verify(task) => verify::run::<G>(task),
            TablebaseTask::Stats { folder, json } => contents::stats::<G>(folder, *json),
            TablebaseTask::Prove(task) => positions::prove::<G>(task),
            TablebaseTask::Probe(task) => positions::probe::<G>(task),
            TablebaseTask::Openings(task) => positions::openings::<G>(task),
            TablebaseTask::List(folder) => contents::list::<G>(folder),
        }
    }
}

/// Opens the tables of a folder and reports unusable files. Also returns the metric of the
/// distances, and whether there was nothing to report.
fn open<G: Solved>(folder: &Path, cache_mib: usize) -> anyhow::Result<(Tables<G>, Metric, bool)> {
    let (tables, problems) = Tables::open(folder, cache_mib)?;
    for problem in &problems {
        super::complain(problem);
    }
    let Some(metric) = tables.metric() else {
        let build = build_command::<G>(folder);
        bail!("there are no tables in {}; this makes them:\n  {build}", folder.display())
    };
    Ok((tables, metric, problems.is_empty()))
}

/// Returns the command that builds the tables of a folder.
fn build_command<G: Solved>(folder: &Path) -> String {
    let folder = folder.to_string_lossy();
    let folder = shlex::try_quote(&folder).unwrap_or_default();
    format!("quincunx tablebase build {} --path {folder}", G::NAME)
}

/// Returns a pool of `threads` threads, by default one per processor.
fn pool(threads: Option<u16>) -> anyhow::Result<Pool> {
    Pool::new(threads.map_or(0, usize::from)).context("cannot start threads")
}
