//! `quincunx tablebase build`.

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use indicatif::ProgressBar;

use super::args::{BuildTables, MetricName};
use super::choice::{units, with_needs};
use super::usage::usage;
use super::{bytes, grouped, pool, progress};
use crate::cli::interrupt;
use crate::cli::progress::bar_with;
use crate::tablebase::{BuildOptions, Buildable, Builder, Header, Metric, Stage, Unit};

pub(super) fn run<G: Buildable>(task: &BuildTables) -> anyhow::Result<ExitCode> {
    let chosen = with_needs(units::<G>(task.pairs.as_deref())?);
    let usual = match G::usual_metric() {
        Metric::Conversion { .. } => MetricName::Conversion,
        Metric::End => MetricName::End,
    };
    let metric = match task.metric.unwrap_or(usual) {
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
        "building {} {}, plies to {metric}\nin {}: {} entries, {} threads",
        wanted.len(),
        G::Unit::PLURAL,
        task.path.display(),
        grouped(total),
        pool.current_num_threads()
    )?;
    let progress = BuildBar::new(total);
    let bar = progress.bar.clone();
    interrupt::tell(move || {
        bar.abandon();
        format!("Interrupted; finished {} are kept. To resume:\n  {}", G::Unit::PLURAL, command())
    });
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
        "built in {:.1} s ({:.1} s CPU), at most {:.2} GiB of memory, {} on disk",
        started.elapsed().as_secs_f64(),
        (after.cpu.saturating_sub(before.cpu)).as_secs_f64(),
        after.peak as f64 / f64::from(1 << 30),
        bytes(size)
    )?;
    Ok(ExitCode::SUCCESS)
}

/// Returns the command of this process.
fn command() -> String {
    let arguments = std::env::args_os().skip(1);
    let words = arguments.map(|argument| argument.to_string_lossy().into_owned());
    let words: Vec<String> = ["quincunx".to_owned()].into_iter().chain(words).collect();
    // Only words with a zero byte cannot be quoted, and no argument has one.
    shlex::try_join(words.iter().map(String::as_str)).unwrap_or_else(|_| words.join(" "))
}

/// Returns the report of a finished unit: won, drawn and lost positions come last.
fn summary<U: Unit>(header: &Header<U>, wall: Duration, cpu_before: Duration) -> String {
    let now = usage().unwrap_or_default();
    let [won, drawn, lost] = header.all_counts().orbits;
    format!(
        "{} {:6.1} s {:6.1} s CPU {:>8}  +{} ={} -{}",
        header.unit,
        wall.as_secs_f64(),
        now.cpu.saturating_sub(cpu_before).as_secs_f64(),
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
    done: AtomicU64,
}

impl BuildBar {
    fn new(total: u64) -> Self {
        let bar = bar_with(total, "{msg:36!} {wide_bar} {percent:>3}% {rate:>12} {left:>11}");
        Self { bar, done: AtomicU64::new(0) }
    }

    fn tell(&self, unit: impl Unit, work: u64, stage: Stage) {
        let text = match stage {
            Stage::Seeds => "moves out".to_owned(),
            Stage::Wave(plies, decided) => format!("wave {plies}, {} decided", grouped(decided)),
            Stage::Write => "writing".to_owned(),
        };
        let done = self.done.load(Ordering::Relaxed) + progress::done_at(stage, work);
        self.bar.set_position(done.max(self.bar.position()));
        self.bar.set_message(format!("{unit} {text}"));
    }

    fn finish(&self, work: u64) {
        let before = self.done.fetch_add(work, Ordering::Relaxed);
        self.bar.set_position(before + work);
    }
}
