//! `quincunx tablebase`: solved positions of the games that have tables.

mod args;
mod build;
mod certify;
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
use crate::engine::Engine;
use crate::games::{AnySolved, AnyTablebase, GameList};
use crate::tablebase::{Metric, Pool};

pub(super) fn run<G: GameList>(task: &Tablebase) -> anyhow::Result<ExitCode> {
    let mut code = ExitCode::SUCCESS;
    for tabled in task.task.games(G::ALL)? {
        let done = match &task.task {
            TablebaseTask::Build(task) => build::run(task, tabled.solved),
            TablebaseTask::Verify(task) => verify::run(task, tabled, &Engine::with_games::<G>),
            TablebaseTask::Certify(task) => certify::run(task, tabled.solved),
            TablebaseTask::Stats { folder, json } => contents::stats(folder, tabled.solved, *json),
            TablebaseTask::Prove(task) => positions::prove(task, tabled.solved),
            TablebaseTask::Probe(task) => positions::probe(task, tabled.solved),
            TablebaseTask::Openings(task) => positions::openings(task, tabled),
            TablebaseTask::List(folder) => contents::list(folder, tabled.solved),
        }?;
        if done != ExitCode::SUCCESS {
            code = done;
        }
    }
    Ok(code)
}

/// Opens the tables of a folder and reports unusable files. Also returns the metric of the
/// distances, and whether there was nothing to report.
fn open(
    solved: &dyn AnySolved,
    folder: &Path,
    cache_mib: usize,
) -> anyhow::Result<(Box<dyn AnyTablebase>, Metric, bool)> {
    let (tables, problems) = solved.open(folder, cache_mib)?;
    for problem in &problems {
        super::complain(problem);
    }
    let Some(metric) = tables.metric() else {
        let build = build_command(tables.units().game, folder);
        bail!("there are no tables in {}; this makes them:\n  {build}", folder.display())
    };
    Ok((tables, metric, problems.is_empty()))
}

/// Returns the command that builds the tables of a folder.
fn build_command(game: &str, folder: &Path) -> String {
    let folder = folder.to_string_lossy();
    let folder = shlex::try_quote(&folder).unwrap_or_default();
    format!("quincunx tablebase build {game} --path {folder}")
}

/// Returns a pool of `threads` threads, by default one per processor.
fn pool(threads: Option<u16>) -> anyhow::Result<Pool> {
    Pool::new(threads.map_or(0, usize::from)).context("cannot start threads")
}
