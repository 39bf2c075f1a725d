//! `quincunx tablebase build`.

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use indicatif::{ProgressBar, ProgressStyle};

use super::usage::usage;
use super::{bytes, grouped};
use crate::cli::args::{BuildTables, MetricName};
use crate::tablebase::{Builder, Header, Metric, Pair, Stage};

pub(super) fn run(task: &BuildTables) -> anyhow::Result<ExitCode> {
    let metric = match task.metric {
        MetricName::Conversion => Metric::Conversion { quiet: task.quiet.unwrap_or(100) },
        MetricName::End if task.quiet.unwrap_or(0) > 0 => {
            bail!("--quiet goes with --metric conversion: to the end there is no quiet limit")
        }
        MetricName::End => Metric::End,
    };
    if task.results_only && metric == Metric::End {
        bail!("--results-only goes with --metric conversion: plies to the end build on each other");
    }
    std::fs::create_dir_all(&task.path)
        .with_context(|| format!("cannot make the folder {}", task.path.display()))?;
    let builder = Builder {
        folder: task.path.clone(),
        metric,
        keeps_distances: !task.results_only,
        memory: (task.memory * f64::from(1 << 30)) as u64,
    };
    let pool = rayon_pool(task.threads)?;
    let mut wanted = Vec::new();
    for pair in Pair::all().filter(|pair| task.pairs.needs(*pair)) {
        if builder.finished(pair)?.is_none() {
            builder.tidy(pair)?;
            wanted.push(pair);
        }
    }
    let mut out = io::stdout().lock();
    if wanted.is_empty() {
        writeln!(out, "nothing to build: all tables are there")?;
        return Ok(ExitCode::SUCCESS);
    }
    let total: u64 = wanted.iter().map(|pair| work(*pair)).sum();
    writeln!(
        out,
        "building {} pairs in {}: {} numbers, {} threads, plies to {metric}",
        wanted.len(),
        task.path.display(),
        grouped(total),
        pool.current_num_threads()
    )?;
    let progress = Progress::new(total);
    let started = Instant::now();
    let before = usage().unwrap_or_default();
    let mut size = 0;
    for pair in wanted {
        let pair_started = Instant::now();
        let pair_before = usage().unwrap_or_default();
        let header = pool.install(|| builder.build(pair, &|stage| progress.tell(pair, stage)))?;
        progress.finish(pair);
        size += header.bytes;
        let line = summary(&header, pair_started.elapsed(), pair_before.cpu);
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

/// Returns a pool of so many threads, by default as many as run at once.
pub(super) fn rayon_pool(threads: Option<u16>) -> anyhow::Result<crate::tablebase::Pool> {
    crate::tablebase::Pool::new(threads.map_or(0, usize::from)).context("cannot start threads")
}

/// Returns how many positions of a pair are looked at.
fn work(pair: Pair) -> u64 {
    2 * pair.places()
}

/// Returns the line that tells of a pair that was built.
fn summary(header: &Header, wall: Duration, cpu_before: Duration) -> String {
    let now = usage().unwrap_or_default();
    let [won, drawn, lost] = header
        .pair
        .turns()
        .iter()
        .map(|turn| header.counts(*turn).orbits)
        .fold([0; 3], |sum, counts| std::array::from_fn(|i| sum[i] + counts[i]));
    format!(
        "{} {:7.1} s {:7.1} s CPU {:5.2} GiB {:>9}  win {} draw {} loss {}",
        header.pair,
        wall.as_secs_f64(),
        now.cpu.saturating_sub(cpu_before).as_secs_f64(),
        now.peak as f64 / f64::from(1 << 30),
        bytes(header.bytes),
        grouped(won),
        grouped(drawn),
        grouped(lost)
    )
}

/// A bar on standard error that shows how far a build is.
struct Progress {
    bar: ProgressBar,
    /// What the pairs that are finished took, and the share of the one at work, in thousandths.
    done: Mutex<u64>,
}

impl Progress {
    fn new(total: u64) -> Self {
        let bar = ProgressBar::new(total);
        // The template is a constant that is right, and a bar without style is one as well.
        if let Ok(style) =
            ProgressStyle::with_template("{msg:<34} {wide_bar} {percent:>3}% {per_sec} left {eta}")
        {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(500));
        Self { bar, done: Mutex::new(0) }
    }

    fn tell(&self, pair: Pair, stage: Stage) {
        // About what seeds, waves and writing take of the time of a pair. Most is decided in the
        // first waves.
        let (share, text) = match stage {
            Stage::Seeds => (0.0, "removals".to_owned()),
            Stage::Wave(plies, decided) => {
                let waves = 1.0 - 0.93_f64.powi(plies.into());
                (0.3 + 0.6 * waves, format!("wave {plies}, {} decided", grouped(decided)))
            }
            Stage::Write => (0.9, "writing".to_owned()),
        };
        let done = self.done.lock().map_or(0, |done| *done);
        self.bar.set_position(done + (work(pair) as f64 * share) as u64);
        self.bar.set_message(format!("{pair} {text}"));
    }

    fn finish(&self, pair: Pair) {
        if let Ok(mut done) = self.done.lock() {
            *done += work(pair);
            self.bar.set_position(*done);
        }
    }
}
