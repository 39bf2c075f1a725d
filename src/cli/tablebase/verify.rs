//! `quincunx tablebase verify`.

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::bail;
use indicatif::{ProgressBar, ProgressStyle};

use super::build::rayon_pool;
use super::grouped;
use crate::cli::args::VerifyTables;
use crate::notation::Notation;
use crate::tablebase::{Pair, Tables};

pub(super) fn run(task: &VerifyTables) -> anyhow::Result<ExitCode> {
    let (tables, problems) = Tables::open(&task.path, 256)?;
    for problem in &problems {
        super::super::complain(problem);
    }
    let chosen: Vec<Pair> = Pair::all()
        .filter(|pair| task.pairs.contains(*pair) && tables.file(*pair).is_some())
        .collect();
    if chosen.is_empty() {
        bail!("there are no such tables in {}", task.path.display());
    }
    let pool = rayon_pool(task.threads)?;
    let mut out = io::stdout().lock();
    let mut is_clean = problems.is_empty();
    let (started, mut entries) = (Instant::now(), 0);
    for pair in chosen {
        let places = pair.places() * pair.turns().len() as u64;
        let step = if task.all { 1 } else { places.div_ceil(task.sample.max(1)) };
        let bar = ProgressBar::new(places / step);
        if let Ok(style) = ProgressStyle::with_template("{msg} {wide_bar} {percent:>3}% {per_sec}")
        {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(500));
        bar.set_message(format!("{pair}"));
        let pair_started = Instant::now();
        let verified = pool.install(|| {
            tables.check_sums(pair)?;
            tables.verify(pair, step, task.seed, &|done| bar.set_position(done))
        });
        bar.finish_and_clear();
        match verified {
            Err(error) => {
                is_clean = false;
                writeln!(out, "{pair} {error}")?;
            }
            Ok(verified) => {
                entries += verified.entries;
                is_clean &= verified.mismatches.is_empty();
                writeln!(
                    out,
                    "{pair} {} of {} entries, {:.1} s: {}",
                    grouped(verified.entries),
                    grouped(places),
                    pair_started.elapsed().as_secs_f64(),
                    if verified.mismatches.is_empty() { "right" } else { "WRONG" }
                )?;
                for wrong in verified.mismatches {
                    let position = wrong.position.write_position();
                    writeln!(
                        out,
                        "  {position}: {}, by its moves {}",
                        wrong.found, wrong.expected
                    )?;
                }
            }
        }
        out.flush()?;
    }
    let rate = entries as f64 / started.elapsed().as_secs_f64().max(1e-9) / 1e6;
    let verdict = if is_clean { "all right" } else { "not all right" };
    writeln!(out, "{} entries, {rate:.2} M/s: {verdict}", grouped(entries))?;
    Ok(ExitCode::from(u8::from(!is_clean)))
}
