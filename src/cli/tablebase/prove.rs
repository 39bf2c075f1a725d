//! `quincunx tablebase prove`.

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{anyhow, bail};

use super::args::ProveTables;
use super::build::rayon_pool;
use super::grouped;
use crate::games::morris::{Morris, Rules, Symmetry};
use crate::kernel::Position;
use crate::notation::{Notation, caret};
use crate::tablebase::{Prover, Tables};

pub(super) fn run(task: &ProveTables) -> anyhow::Result<ExitCode> {
    let mut positions = Vec::new();
    for text in &task.positions {
        let position = Morris::read_position(text, &Rules::UNLIMITED)
            .map_err(|e| anyhow!("no such position: {e}\n{}", caret(text, e.column())))?;
        positions.push((text.clone(), position));
    }
    if positions.is_empty() {
        positions = opening(task.placements);
    }
    // Most of the memory goes to what the search remembers, the rest to unpacked tables.
    let mib = (task.memory * 1024.0) as usize;
    let (tables, problems) = Tables::open(&task.path, mib / 4)?;
    for problem in &problems {
        super::super::complain(problem);
    }
    let Some(metric) = tables.metric() else {
        bail!("there are no tables in {}", task.path.display())
    };
    let pool = rayon_pool(task.threads)?;
    let prover = Prover::new(&tables, mib / 2);
    let mut out = io::stdout().lock();
    let rules = match metric.quiet() {
        0 => "without a quiet limit".to_owned(),
        limit => format!("under a quiet limit of {limit}"),
    };
    writeln!(out, "results for the side to move, {rules}")?;
    for (text, position) in positions {
        let (started, before) = (Instant::now(), prover.nodes());
        let result = pool.install(|| prover.result(&position))?;
        let nodes = grouped(prover.nodes() - before);
        let seconds = started.elapsed().as_secs_f64();
        writeln!(out, "{text} {} ({nodes} nodes, {seconds:.1} s)", result.name())?;
        out.flush()?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns the start and the positions after up to so many placements, one of each up to symmetry.
fn opening(placements: u32) -> Vec<(String, Morris)> {
    let mut found = vec![Morris::start(&Rules::UNLIMITED)];
    let mut last = found.clone();
    for _ in 0..placements {
        let mut seen = std::collections::BTreeSet::new();
        let mut next = Vec::new();
        for position in &last {
            let mut moves = Vec::new();
            position.legal_moves(&mut moves);
            for m in moves {
                let mut child = *position;
                child.make(m);
                let images = Symmetry::all().map(|symmetry| {
                    (symmetry.image(child.own().board()), symmetry.image(child.enemy().board()))
                });
                if seen.insert(images.min()) {
                    next.push(child);
                }
            }
        }
        found.extend(&next);
        last = next;
    }
    found.into_iter().map(|position| (position.write_position(), position)).collect()
}
