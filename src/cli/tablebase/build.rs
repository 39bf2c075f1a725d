//! `quincunx tablebase build`.

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use indicatif::{ProgressBar, ProgressStyle};

use super::args::{BuildTables, MetricName};
use super::choice::{units, with_needs};
use super::usage::usage;
use super::{bytes, grouped, pool};
use crate::tablebase::{BuildOptions, Builder, Header, Metric, Solved, Stage, Unit};

pub(super) fn run<G: Solved>(task: &BuildTables) -> anyhow::Result<ExitCode> {
    let chosen = with_needs(units::<G>(task.pairs.as_deref())?);
    let metric = match task.metric {
        MetricName::Conversion => {
            Metric::Conversion { quiet: task.quiet.unwrap_or(G::usual_metric().quiet()) }
        }
        MetricName::End if task.quiet.unwrap_or(0) > 0 => {
            bail!("--quiet needs --metric conversion: distances to the end have no quiet limit")
        }
        MetricName::End => Metric::End,
    };
    if task.results_only && metric == Metric::End {
        bail!("--results-only needs --metric conversion: distances to the end build on each other");
    }
    std::fs::create_dir_all(&task.path)
        .with_context(|| format!("cannot create the folder {}", task.path.display()))?;
    let builder = Builder::<G>::new(BuildOptions {
        folder: task.path.clone(),
        metric,
        keeps_distances: !task.results_only,
        memory: (task.memory * f64::from(1 << 30)) as u64,
    });
    let Some(_lock) = builder.lock()? else {
        bail!("another build is running in {}", task.path.display());
    };
    let pool = pool(task.threads)?;
    let mut wanted = Vec::new();
    for unit in chosen {
        if builder.finished(unit)?.is_none() {
            builder.tidy(unit)?;
            wanted.push(unit);
        }
    }
    let mut out = io::stdout().lock();
    if wanted.is_empty() {
        writeln!(out, "nothing to build: all tables are there")?;
        return Ok(ExitCode::SUCCESS);
    }
    let total: u64 = wanted.iter().map(|unit| Builder::<G>::work(*unit)).sum();
    writeln!(
        out,
        "building {} {} in {}: {} entries, {} threads, plies to {metric}",
        wanted.len(),
        G::Unit::PLURAL,
        task.path.display(),
        grouped(total),
        pool.current_num_threads()
    )?;
    let progress = BuildBar::new(total);
    let started = Instant::now();
    let before = usage().unwrap_or_default();
    let mut size = 0;
    for unit in wanted {
        let unit_started = Instant::now();
        let unit_before = usage().unwrap_or_default();
        let work = Builder::<G>::work(unit);
        let header =
            pool.install(|| builder.build(unit, &|stage| progress.tell(unit, work, stage)))?;
        progress.finish(work);
        size += header.bytes;
        let line = summary(&header, unit_started.elapsed(), unit_before.cpu);
        progress.bar.suspend(|| writeln!(out, "{line}"))?;
    }
    progress.bar.finish_and_clear();
    let after = usage().unwrap_or_default();
    writeln!(
        out,
        "built in {:.1} s, {:.1} s of processor time, at most {:.2} GiB of memory, {} on disk",
        started.elapsed().as_secs_f64(),
        (after.cpu.saturating_sub(before.cpu)).as_secs_f64(),
        after.peak as f64 / f64::from(1 << 30),
        bytes(size)
    )?;
    Ok(ExitCode::SUCCESS)
}

/// Returns the report of a finished unit.
fn summary<U: Unit>(header: &Header<U>, wall: Duration, cpu_before: Duration) -> String {
    let now = usage().unwrap_or_default();
    let [won, drawn, lost] = header.all_counts().orbits;
    format!(
        "{} {:7.1} s {:7.1} s CPU {:5.2} GiB {:>9}  win {} draw {} loss {}",
        header.unit,
        wall.as_secs_f64(),
        now.cpu.saturating_sub(cpu_before).as_secs_f64(),
        now.peak as f64 / f64::from(1 << 30),
        bytes(header.bytes),
        grouped(won),
        grouped(drawn),
        grouped(lost)
    )
}

/// The progress bar of a build, on standard error.
struct BuildBar {
    bar: ProgressBar,
    /// The entries of the finished units.
    done: Mutex<u64>,
}

impl BuildBar {
    fn new(total: u64) -> Self {
        let bar = ProgressBar::new(total);
        // The template is a valid constant; without it the bar would still work.
        if let Ok(style) =
            ProgressStyle::with_template("{msg:<34} {wide_bar} {percent:>3}% {per_sec} left {eta}")
        {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(500));
        Self { bar, done: Mutex::new(0) }
    }

    fn tell(&self, unit: impl Unit, work: u64, stage: Stage) {
        // The approximate shares of seeds, waves and writing in the time of a unit. Most is decided
        // in the first waves.
        let (share, text) = match stage {
            Stage::Seeds => (0.0, "moves out".to_owned()),
            Stage::Wave(plies, decided) => {
                let waves = 1.0 - 0.93_f64.powi(plies.into());
                (0.3 + 0.6 * waves, format!("wave {plies}, {} decided", grouped(decided)))
            }
            Stage::Write => (0.9, "writing".to_owned()),
        };
        let done = self.done.lock().map_or(0, |done| *done);
        self.bar.set_position(done + (work as f64 * share) as u64);
        self.bar.set_message(format!("{unit} {text}"));
    }

    fn finish(&self, work: u64) {
        if let Ok(mut done) = self.done.lock() {
            *done += work;
            self.bar.set_position(*done);
        }
    }
}
