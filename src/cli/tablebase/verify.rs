//! `quincunx tablebase verify`.

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::bail;

use super::args::VerifyTables;
use super::choice::units;
use super::{claims, grouped, open, pool};
use crate::cli::progress::bar_with;
use crate::games::Game;
use crate::tablebase::{Solved, Unit};

pub(super) fn run<G: Game + Solved>(task: &VerifyTables) -> anyhow::Result<ExitCode> {
    let chosen = units::<G>(task.pairs.as_deref())?;
    let (tables, _, mut is_clean) = open::<G>(&task.folder.path, 256)?;
    let chosen: Vec<G::Unit> =
        chosen.into_iter().filter(|unit| tables.file(*unit).is_some()).collect();
    if chosen.is_empty() {
        bail!("there are no such tables in {}", task.folder.path.display());
    }
    if let Some(positions) = task.claims {
        return claims::run(&tables, &chosen, positions, task);
    }
    let pool = pool(task.threads)?;
    let mut out = io::stdout().lock();
    let (started, mut entries) = (Instant::now(), 0);
    for unit in chosen {
        let places = unit.places() * unit.sectors() as u64;
        let step = if task.all { 1 } else { places.div_ceil(task.sample.max(1)) };
        let bar = bar_with(places / step, "{msg} {wide_bar} {percent:>3}% {rate}");
        bar.set_message(format!("{unit}"));
        let unit_started = Instant::now();
        let verified = pool.install(|| {
            tables.check_sums(unit)?;
            tables.verify(unit, step, task.seed, &|done| bar.set_position(done))
        });
        bar.finish_and_clear();
        match verified {
            Err(error) => {
                is_clean = false;
                writeln!(out, "{unit} {error}")?;
            }
            Ok(verified) => {
                entries += verified.entries;
                is_clean &= verified.mismatches.is_empty();
                writeln!(
                    out,
                    "{unit} {} of {} entries, {:.1} s: {}",
                    grouped(verified.entries),
                    grouped(places),
                    unit_started.elapsed().as_secs_f64(),
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
