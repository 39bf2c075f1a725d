//! `quincunx perft`: leaf counts.

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use anyhow::{Context, anyhow, bail, ensure};

use super::args::Perft;
use crate::engine::Engine;
use crate::kernel::perft::MAX_DEPTH;
use crate::notation::caret;

pub(super) fn run(task: &Perft) -> anyhow::Result<ExitCode> {
    let (position, depth) = match task.rest.as_slice() {
        [depth] => (None, depth),
        [position, depth] => (Some(position.as_str()), depth),
        _ => bail!("perft wants [POSITION] DEPTH"),
    };
    let depth: u32 = depth.parse().with_context(|| format!("{depth:?} is no depth"))?;
    ensure!(depth <= MAX_DEPTH, "{depth} is no depth: the greatest is {MAX_DEPTH}");
    let mut engine = Engine::new();
    engine.choose(task.game);
    for option in &task.option {
        let (name, value) =
            option.split_once('=').with_context(|| format!("{option:?} is not NAME=VALUE"))?;
        engine.set_option(name, Some(value)).with_context(|| format!("--option {option:?}"))?;
    }
    if let Some(text) = position {
        engine.session_mut().set_position(Some(text), &[]).map_err(|error| {
            match error.column() {
                Some(column) => anyhow!("no such position: {error}\n{}", caret(text, column)),
                None => anyhow!("no such position: {error}"),
            }
        })?;
    }

    let job = engine.session().perft(depth, task.threads.into());
    let started = Instant::now();
    let counts = job(&AtomicBool::new(false)).unwrap_or_default();
    let seconds = started.elapsed().as_secs_f64();

    let mut out = io::stdout().lock();
    let mut total = u64::from(depth == 0);
    for (m, nodes) in counts {
        writeln!(out, "{m}: {nodes}")?;
        total += nodes;
    }
    let rate = total as f64 / seconds.max(1e-9) / 1e6;
    writeln!(out, "\nNodes searched: {total}")?;
    writeln!(out, "Time: {seconds:.3} s, {rate:.1} M leaves/s")?;
    Ok(ExitCode::SUCCESS)
}
