//! `quincunx tablebase prove`.

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, anyhow};

use super::args::ProveTables;
use super::{grouped, open, pool};
use crate::games::Game;
use crate::notation::caret;
use crate::tablebase::Buildable;

pub(super) fn run<G: Game + Buildable>(task: &ProveTables) -> anyhow::Result<ExitCode> {
    let mut positions = Vec::new();
    for text in &task.positions {
        let position = G::read_position(text, &G::UNLIMITED)
            .map_err(|e| anyhow!("no such position: {e}\n{}", caret(text, e.column())))?;
        positions.push((text.clone(), position));
    }
    // Most of the memory goes to the search's table, the rest to unpacked tables.
    let mib = (task.memory * 1024.0) as usize;
    let (tables, metric, _) = open::<G>(&task.path, mib / 4)?;
    if positions.is_empty() {
        let knows_start = tables.wdl(&G::start(&G::UNLIMITED))?.is_some();
        let plies = task.placements.unwrap_or(if knows_start { 2 } else { 1 });
        let opening = G::opening(plies).into_iter();
        positions = opening.map(|position| (position.write_position(), position)).collect();
    }
    let pool = pool(task.threads)?;
    let prover = G::prover(&tables, mib / 2)
        .with_context(|| format!("{} has no search down to its tables", G::NAME))?;
    let mut out = io::stdout().lock();
    let rules = match metric.quiet() {
        0 => "without a quiet limit".to_owned(),
        limit => format!("under a quiet limit of {limit}"),
    };
    let mut heading = Some(format!("results for the side to move, {rules}"));
    for (text, position) in positions {
        let (started, before) = (Instant::now(), prover.nodes());
        let result = pool.install(|| prover.result(&position)).map_err(|error| {
            if tables.missing().next().is_none() {
                return anyhow!(error);
            }
            let folder = task.path.to_string_lossy();
            let folder = shlex::try_quote(&folder).unwrap_or_default();
            let build = format!("quincunx tablebase build {} --path {folder}", G::NAME);
            anyhow!("{error}\nThis makes what is missing:\n  {build}")
        })?;
        if let Some(heading) = heading.take() {
            writeln!(out, "{heading}")?;
        }
        let nodes = grouped(prover.nodes() - before);
        let seconds = started.elapsed().as_secs_f64();
        writeln!(out, "{text} {} ({nodes} nodes, {seconds:.1} s)", result.name())?;
        out.flush()?;
    }
    Ok(ExitCode::SUCCESS)
}
