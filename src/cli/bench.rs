//! `quincunx bench`: the fingerprint and the speed of the search.

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Duration;

use super::args::Bench;
use crate::engine::bench;

pub(super) fn run(task: &Bench) -> anyhow::Result<ExitCode> {
    let mut out = io::stdout().lock();
    let mut total = (0, Duration::ZERO);
    for kind in crate::games::GameKind::ALL {
        if task.game.is_some_and(|only| only != kind) {
            continue;
        }
        let mut sum = (0, Duration::ZERO);
        for position in bench::positions(kind) {
            let done = bench::search(kind, position, task.deeper)?;
            writeln!(
                out,
                "{:<10} depth {:>2} {:>10} nodes {:>7} ms  {:<12} {}",
                kind.name(),
                done.depth,
                done.nodes,
                done.time.as_millis(),
                done.best,
                position.text
            )?;
            sum = (sum.0 + done.nodes, sum.1 + done.time);
        }
        writeln!(out, "{:<10} {} nodes, {} nodes/s", kind.name(), sum.0, rate(sum))?;
        total = (total.0 + sum.0, total.1 + sum.1);
    }
    writeln!(out, "\nNodes searched: {}\nNodes/second: {}", total.0, rate(total))?;
    Ok(ExitCode::SUCCESS)
}

fn rate((nodes, time): (u64, Duration)) -> u64 {
    (nodes as f64 / time.as_secs_f64().max(1e-6)) as u64
}
