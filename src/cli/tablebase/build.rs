//! `quincunx tablebase build`.

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use indicatif::ProgressBar;

use super::args::{BuildTables, MetricName};
use super::choice::{chosen, with_needs};
use super::{bytes, grouped, pool};
use crate::cli::interrupt;
use crate::cli::progress::bar_with;
use crate::cli::usage::usage;
use crate::games::AnySolved;
use crate::kernel::{Gather, file};
use crate::tablebase::{BuildOptions, Header, Metric, Outline, Stage};

/// The bytes of a GiB.
const GIB: f64 = (1 << 30) as f64;

pub(super) fn run(task: &BuildTables, solved: &dyn AnySolved) -> anyhow::Result<ExitCode> {
    let units = solved.units();
    let chosen = with_needs(&chosen(solved, task.pairs.as_deref(), None)?, &units);
    let usual = match units.usual_metric {
        Metric::Conversion { .. } => MetricName::Conversion,
        Metric::End => MetricName::End,
    };
    let metric = match task.metric.unwrap_or(usual) {
        MetricName::Conversion => {
            Metric::Conversion { quiet: task.quiet.unwrap_or(units.usual_metric.quiet()) }
        }
        MetricName::End if task.quiet.unwrap_or(0) > 0 => {
            bail!("--quiet needs --metric conversion: distances to the end have no quiet limit")
        }
        MetricName::End => Metric::End,
    };
    if task.results_only && metric == Metric::End {
        bail!("--results-only needs --metric conversion: distances to the end build on each other");
    }
    file::create_folder(&task.path)
        .with_context(|| format!("cannot create the folder {}", task.path.display()))?;
    let builder = solved.builder(BuildOptions {
        folder: task.path.clone(),
        metric,
        keeps_distances: !task.results_only,
        memory: (task.memory * GIB) as u64,
        save_every: Duration::from_secs(task.save_every),
    });
    let Some(_lock) = builder.lock()? else {
        bail!("another build is running in {}", task.path.display());
    };
    let pool = pool(task.threads)?;
    let mut wanted = Vec::new();
    for unit in chosen {
        builder.tidy(&unit)?;
        if builder.finished(&unit)?.is_none() {
            wanted.push(unit);
        } else {
            builder.forget(&unit)?;
        }
    }
    let mut out = io::stdout().lock();
    if wanted.is_empty() {
        writeln!(out, "nothing to build: all tables are there")?;
        return Ok(ExitCode::SUCCESS);
    }
    if task.plan {
        for unit in &wanted {
            let (entries, gib) = (grouped(builder.work(unit)), builder.memory(unit) as f64 / GIB);
            writeln!(out, "{unit:<8} {entries:>15} entries, {gib:5.2} GiB of memory")?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    // Hours of work may come before the largest.
    wanted.iter().try_for_each(|unit| builder.check_memory(unit))?;
    let total: u64 = wanted.iter().map(|unit| builder.work(unit)).sum();
    writeln!(
        out,
        "building {} {}, plies to {metric}\nin {}: {} entries, {} threads",
        wanted.len(),
        units.plural,
        task.path.display(),
        grouped(total),
        pool.current_num_threads()
    )?;
    let progress = BuildBar::new(total);
    let bar = progress.bar.clone();
    interrupt::tell(move || {
        bar.abandon();
        format!("Interrupted; finished {} are kept. To resume:\n  {}", units.plural, command())
    });
    let started = Instant::now();
    let before = usage().unwrap_or_default();
    let mut size = 0;
    for unit in wanted {
        let unit_started = Instant::now();
        let unit_before = usage().unwrap_or_default();
        let work = builder.work(&unit);
        let header =
            pool.install(|| builder.build(&unit, &|stage| progress.tell(&unit, work, stage)))?;
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
        after.peak as f64 / GIB,
        bytes(size)
    )?;
    Ok(ExitCode::SUCCESS)
}

/// Returns the command of this process.
fn command() -> String {
    let arguments = std::env::args_os().skip(1);
    let words = arguments.map(|argument| argument.to_string_lossy().into_owned());
    let words: Vec<String> = ["quincunx".to_owned()].into_iter().chain(words).gather();
    // Only words with a zero byte cannot be quoted, and no argument has one.
    shlex::try_join(words.iter().map(String::as_str)).unwrap_or_else(|_| words.join(" "))
}

/// Returns the report of a finished unit: won, drawn and lost positions come last.
fn summary(header: &Header, wall: Duration, cpu_before: Duration) -> String {
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

    fn tell(&self, unit: &Outline, work: u64, stage: Stage) {
        let text = match stage {
            Stage::Seeds(_) => "moves out".to_owned(),
            Stage::Wave(plies, decided) => format!("wave {plies}, {} decided", grouped(decided)),
            Stage::Write => "writing".to_owned(),
        };
        let done = self.done.load(Ordering::Relaxed) + done_at(stage, work);
        self.bar.set_position(done.max(self.bar.position()));
        self.bar.set_message(format!("{unit} {text}"));
    }

    fn finish(&self, work: u64) {
        let before = self.done.fetch_add(work, Ordering::Relaxed);
        self.bar.set_position(before + work);
    }
}

/// Returns how many entries of a unit of `work` entries count as done at a stage.
///
/// Seeds take about three tenths of the time and writing one. Waves take the rest, and most of that
/// goes into unmaking the moves to what they decide, so the positions decided so far tell how far
/// they are. What is drawn in the end is never decided: the waves end sooner than that says.
fn done_at(stage: Stage, work: u64) -> u64 {
    let share = match stage {
        Stage::Seeds(done) => 0.3 * (done as f64 / work.max(1) as f64).min(1.0),
        Stage::Wave(_, decided) => 0.3 + 0.6 * (decided as f64 / work.max(1) as f64).min(1.0),
        Stage::Write => 0.9,
    };
    (work as f64 * share).round() as u64
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::cli::progress::time_left;

    /// The pairs of a build of all Morris tables: entries won or lost, drawn, and the seconds of
    /// processor time that they took.
    const BUILT: [(u64, u64, f64); 28] = [
        (338_714, 538, 0.1),
        (180_773, 1_340_023, 0.1),
        (376, 6_450_818, 0.1),
        (596_638, 4_564_142, 0.5),
        (11_458, 20_609_534, 0.3),
        (2_944_371, 10_806_269, 1.4),
        (66_216, 61_762_632, 0.9),
        (7_567_267, 43_964_317, 2.9),
        (20_377_365, 9_074_011, 4.4),
        (22_000_875, 122_231_269, 6.5),
        (85_158_515, 17_874_541, 7.8),
        (49_095_361, 2_432_311, 7.3),
        (56_923_070, 255_535_650, 16.5),
        (198_615_423, 69_206_369, 21.5),
        (160_946_768, 6_464_828, 10.6),
        (74_406_641, 11_815, 8.5),
        (318_627_574, 216_959_002, 47.1),
        (373_066_671, 28_639_305, 29.0),
        (223_060_259, 134_965, 12.7),
        (521_368_706, 320_217_486, 78.5),
        (614_101_941, 122_309_091, 67.2),
        (486_917_666, 4_040_844, 31.7),
        (775_925_505, 276_033_295, 110.8),
        (791_891_929, 26_321_551, 60.5),
        (852_331_456, 331_121_922, 124.4),
        (951_177_162, 100_804_138, 96.7),
        (866_503_642, 185_461_158, 116.2),
        (664_323_390, 153_890_986, 81.9),
    ];

    /// Runs through a build from a pair on and returns, step by step, the share of the time that is
    /// over, the time that is left, and the estimate of it.
    fn estimates(from: usize) -> Vec<(f64, f64, Option<f64>)> {
        let wanted = &BUILT[from..];
        let total = wanted.iter().map(|(decided, drawn, _)| decided + drawn).sum();
        let all: f64 = wanted.iter().map(|(.., seconds)| seconds).sum();
        let (mut finished, mut before) = (0, 0.0);
        let mut found = Vec::new();
        for (decided, drawn, seconds) in wanted {
            let work = decided + drawn;
            // The waves go faster and faster: half of what is left in each.
            let waves = (0..20).map(|n| (0.3 + 0.03 * f64::from(n), 1.0 - 0.5_f64.powi(n)));
            let wave =
                |(at, share): (f64, f64)| (at, Stage::Wave(0, (*decided as f64 * share) as u64));
            let seeds = [0.0, 0.1, 0.2, 0.29].into_iter();
            let stages = seeds.map(|at| (at, Stage::Seeds((at / 0.3 * work as f64) as u64)));
            for (at, stage) in stages.chain(waves.map(wave)).chain([(0.95, Stage::Write)]) {
                let elapsed = before + at * seconds;
                let done = finished + done_at(stage, work);
                let left = time_left(Duration::from_secs_f64(elapsed), done, total);
                let left = left.map(|left| left.as_secs_f64());
                found.push((elapsed / all, all - elapsed, left));
            }
            finished += work;
            before += seconds;
        }
        assert_eq!(finished, total);
        found
    }

    #[test]
    fn estimates_can_be_believed_from_the_start_and_after_a_resume() {
        for from in [0, 12, 19, 24, 27] {
            let found = estimates(from);
            let all = found[0].1;
            assert_eq!(found[0].2, None, "nothing is known yet");
            for (over, left, estimate) in found {
                let Some(estimate) = estimate else {
                    assert!(over < 0.31, "from {from}: no estimate after {over}");
                    continue;
                };
                // Never far from the truth, and close to it towards the end.
                let error = (estimate - left).abs() / all;
                let allowed = if over < 0.02 {
                    1.5
                } else if over < 0.8 {
                    0.5
                } else {
                    0.2
                };
                assert!(error < allowed, "from {from}: {over:.3} over, {left:.0} s, {estimate:.0}");
            }
        }
    }

    #[test]
    fn work_never_goes_back() {
        let work = 1000;
        let waves = [0, 1, 500, 1000, 4000].map(|decided| Stage::Wave(9, decided));
        let seeds = [0, 500, 1000].map(Stage::Seeds);
        let stages = seeds.into_iter().chain(waves).chain([Stage::Write]);
        let done: Vec<u64> = stages.map(|stage| done_at(stage, work)).collect();
        assert_eq!(done, [0, 150, 300, 300, 301, 600, 900, 900, 900]);
    }
}
