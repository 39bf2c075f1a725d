//! `quincunx tablebase verify`: tables against the rules, or with `--claims` what the search claims
//! without tables against them.

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, anyhow, bail};
use indicatif::ProgressBar;

use super::args::VerifyTables;
use super::choice::{Tabled, chosen};
use super::{grouped, open, pool};
use crate::cli::progress::bar_with;
use crate::engine::{AnySearcher, Engine, NetworkChoice};
use crate::games::{AnyPosition, AnySolved, AnyTablebase};
use crate::kernel::{Gather, Limits, SplitMix64, Verdict, all_ok, parallel};
use crate::search::{self, Control};
use crate::tablebase::{Outline, Place};

/// The table of each searcher, in MiB: the default of a session.
const HASH_MIB: usize = 16;

pub(super) fn run(
    task: &VerifyTables,
    tabled: Tabled,
    engine: &dyn Fn() -> Engine,
) -> anyhow::Result<ExitCode> {
    let chosen = chosen(tabled.solved, task.pairs.as_deref(), Some(&task.folder))?;
    let (tables, _, mut is_clean) = open(tabled.solved, &task.folder.path, 256)?;
    let mut units: Vec<&Outline> = Vec::new();
    for unit in chosen {
        units.extend(tables.table(unit).map(|table| &*table.header().unit));
    }
    if units.is_empty() {
        bail!("there are no such tables in {}", task.folder.path.display());
    }
    if let Some(positions) = task.claims {
        let engine = engine();
        let session = engine.game(tabled.kind.name()).context("which game?")?;
        let searcher = session.searcher(HASH_MIB, &NetworkChoice::Own)?;
        return check_claims(tabled, &*tables, &units, positions, task, &*searcher);
    }
    let start = tabled.solved.start();
    let pool = pool(task.threads)?;
    let mut out = io::stdout().lock();
    let (started, mut entries) = (Instant::now(), 0);
    for unit in units {
        let places = (unit.places() * unit.sectors) as u64;
        let step = if task.all { 1 } else { places.div_ceil(task.sample.max(1)) };
        let bar = bar_with(places / step, "{msg} {wide_bar} {percent:>3}% {rate}");
        bar.set_message(format!("{unit}"));
        let unit_started = Instant::now();
        let verified = pool.install(|| {
            tables.check_sums(unit.ordinal)?;
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
                    let position = tabled.solved.at(unit, wrong.place, &*start);
                    let text = position.map_or_else(String::new, |position| position.text());
                    writeln!(out, "  {text}: {}, by its moves {}", wrong.found, wrong.expected)?;
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

/// The findings.
#[derive(Debug, Default)]
struct Findings {
    /// Positions that are won, drawn and lost by the tables.
    positions: [u64; 3],
    /// Claims of a win and of a loss.
    claims: [u64; 2],
    /// The false claims, as lines to print.
    lies: Vec<String>,
}

impl Findings {
    fn merged(self, other: Self) -> Self {
        let mut lies = self.lies;
        lies.extend(other.lies);
        Self {
            positions: std::array::from_fn(|i| self.positions[i] + other.positions[i]),
            claims: std::array::from_fn(|i| self.claims[i] + other.claims[i]),
            lies,
        }
    }
}

/// Searches random positions from the sectors of some units in turn, and compares every win and
/// loss that an iteration reports with the tables.
fn check_claims(
    tabled: Tabled,
    tables: &dyn AnyTablebase,
    units: &[&Outline],
    positions: u64,
    task: &VerifyTables,
    searcher: &dyn AnySearcher,
) -> anyhow::Result<ExitCode> {
    let mut sectors = Vec::new();
    for unit in units {
        for sector in 0..unit.sectors {
            sectors.push((*unit, sector));
        }
    }
    let start = tabled.kind.game().start(&[]).map_err(anyhow::Error::msg)?;
    let bar = bar_with(positions, "{wide_bar} {percent:>3}% {rate} {left:>11}");
    let (solved, nodes, seed) = (tabled.solved, task.nodes, task.seed);
    let examiner = Examiner { solved, tables, start, sectors, nodes, seed, bar: &bar, searcher };
    // Each thread has a fixed share, so that the same number of threads gives the same results.
    let threads = task.threads.map_or_else(all_threads, usize::from);
    let examine = |first| examiner.examine((first as u64..positions).step_by(threads));
    let pool = search::pool(threads)?;
    let found = parallel::within(&pool, || parallel::map(threads, examine));
    bar.finish_and_clear();
    let findings = all_ok(found)?.into_iter().fold(Findings::default(), Findings::merged);
    let Findings { positions: [won, drawn, lost], claims: [wins, losses], lies } = findings;
    let mut out = io::stdout().lock();
    for lie in &lies {
        writeln!(out, "{lie}")?;
    }
    writeln!(
        out,
        "{} positions, {won} won, {drawn} drawn, {lost} lost: {wins} claims of a win, {losses} of a \
         loss, {} false",
        won + drawn + lost,
        lies.len()
    )?;
    Ok(ExitCode::from(u8::from(!lies.is_empty())))
}

/// Returns the number of processors.
fn all_threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// What all threads share.
struct Examiner<'a> {
    solved: &'a dyn AnySolved,
    tables: &'a dyn AnyTablebase,
    /// A position under the usual rules.
    start: Box<dyn AnyPosition>,
    sectors: Vec<(&'a Outline, usize)>,
    nodes: u64,
    seed: u64,
    bar: &'a ProgressBar,
    searcher: &'a dyn AnySearcher,
}

impl Examiner<'_> {
    /// Searches the positions with those numbers, with one searcher that keeps its table from each
    /// to the next.
    fn examine(&self, numbers: impl Iterator<Item = u64>) -> anyhow::Result<Findings> {
        let mut searcher = self.searcher.another(HASH_MIB)?;
        let limits = Limits { nodes: Some(self.nodes), ..Limits::default() };
        let mut findings = Findings::default();
        for number in numbers {
            let position = self.position(number)?;
            let Some(verdict) = self.tables.judge(&*position) else {
                let why = self.tables.complaints().into_iter().map(|why| format!("; {why}"));
                let why = why.gather().concat();
                bail!("the tables have no result for {}{why}", position.text());
            };
            let (which, result) = match verdict {
                Verdict::Win(_) => (0, "win"),
                Verdict::Draw => (1, "draw"),
                Verdict::Loss(_) => (2, "loss"),
            };
            findings.positions[which] += 1;
            let record = position.record();
            let control = Control::new(Instant::now());
            searcher.search(&*record, &limits, &control, &mut |line| {
                let Some(line) = line else { return };
                let claimed = match line.score() {
                    score if score.is_win() => 0,
                    score if score.is_loss() => 2,
                    _ => return,
                };
                findings.claims[claimed / 2] += 1;
                if claimed != which {
                    let text = position.text();
                    findings.lies.push(format!("FALSE: {} in {text}, a {result}", line.score()));
                }
            });
            self.bar.inc(1);
        }
        Ok(findings)
    }

    /// Returns a random position where the game is not over, from one sector after another.
    fn position(&self, number: u64) -> anyhow::Result<Box<dyn AnyPosition>> {
        /// More than enough, unless a sector has no such position at all.
        const TRIES: usize = 10_000;
        let mut rng = SplitMix64::new(self.seed.wrapping_add(number << 32));
        let first = number as usize % self.sectors.len();
        let mut sectors = self.sectors[first..].iter().chain(&self.sectors[..first]);
        let found = sectors.find_map(|(unit, sector)| {
            (0..TRIES).find_map(|_| {
                let place = Place { sector: *sector, number: rng.below(unit.places()) };
                let position = self.solved.at(unit, place, &*self.start)?;
                position.ending().is_none().then_some(position)
            })
        });
        found.ok_or_else(|| anyhow!("the game is over in all positions of these tables"))
    }
}
