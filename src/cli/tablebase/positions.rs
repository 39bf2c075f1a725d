//! `quincunx tablebase probe`, `prove` and `openings`: what tables say of positions, and which ones they
//! offer.

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, anyhow, bail};

use super::args::{ProbeTables, ProveTables, TableOpenings};
use super::choice::Tabled;
use super::{build_command, grouped, open, pool};
use crate::cli::complain;
use crate::games::{AnyPosition, AnySolved, AnyTablebase};
use crate::kernel::{Action, SplitMix64, Verdict};
use crate::notation::caret;
use crate::tablebase::Folder;

/// The plies after which a random game is abandoned.
const MOST_PLIES: usize = 1_000;
/// After this many random games without a draw the search is given up.
const MOST_GAMES: u64 = 100_000;

pub(super) fn probe(task: &ProbeTables, solved: &dyn AnySolved) -> anyhow::Result<ExitCode> {
    let position = read(solved, &task.position)?;
    let (tables, metric, _) = open(solved, &task.folder.path, Folder::CACHE_MIB)?;
    let mut out = io::stdout().lock();
    if let Some(outcome) = position.ending() {
        let winner = outcome.winner.map_or("nobody", |winner| solved.letter(winner));
        writeln!(out, "the game is over: {winner} wins ({})", outcome.ending)?;
        return Ok(ExitCode::SUCCESS);
    }
    let Some(sector) = solved.sector_of(&*position) else {
        bail!("tables begin {}; search with the option TablePath instead", solved.beginning());
    };
    let value = match tables.probe(&*position)? {
        Some(value) => value.to_string(),
        None => match tables.wdl(&*position)? {
            Some(wdl) => wdl.name().to_owned(),
            None => bail!("there is no table for {sector}"),
        },
    };
    writeln!(out, "{value}\nplies to {metric}")?;
    for (m, value) in tables.probe_moves(&*position)? {
        let value = value.map_or_else(|| "unknown".to_owned(), |value| value.to_string());
        writeln!(out, "{:<16} {value}", position.action_text(Action::Move(m)))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Reads a position without limits of quiet plies.
fn read(solved: &dyn AnySolved, text: &str) -> anyhow::Result<Box<dyn AnyPosition>> {
    let read = solved.start().parsed(text);
    read.map_err(|e| anyhow!("no such position: {e}\n{}", caret(text, e.column())))
}

pub(super) fn prove(task: &ProveTables, solved: &dyn AnySolved) -> anyhow::Result<ExitCode> {
    let mut positions = Vec::new();
    for text in &task.positions {
        positions.push((text.clone(), read(solved, text)?));
    }
    // Most of the memory goes to the search's table, the rest to unpacked tables.
    let mib = (task.memory * 1024.0) as usize;
    let (tables, metric, _) = open(solved, &task.path, mib / 4)?;
    if positions.is_empty() {
        let knows_start = tables.wdl(&*solved.start())?.is_some();
        let plies = task.placements.unwrap_or(if knows_start { 2 } else { 1 });
        for position in solved.opening(plies) {
            positions.push((position.text(), position));
        }
    }
    let pool = pool(task.threads)?;
    let game = tables.units().game;
    let prover = tables
        .prover(mib / 2)
        .with_context(|| format!("{game} has no search down to its tables"))?;
    let mut out = io::stdout().lock();
    let rules = match metric.quiet() {
        0 => "without a quiet limit".to_owned(),
        limit => format!("under a quiet limit of {limit}"),
    };
    let mut heading = Some(format!("results for the side to move, {rules}"));
    for (text, position) in positions {
        let (started, before) = (Instant::now(), prover.nodes());
        let result = pool.install(|| prover.result(&*position)).map_err(|error| {
            if tables.missing().next().is_none() {
                return anyhow!(error);
            }
            let build = build_command(game, &task.path);
            anyhow!("{error}\nThis makes what is missing:\n  {build}")
        })?;
        if let Some(heading) = heading.take() {
            writeln!(out, "{heading}")?;
        }
        let nodes = grouped(prover.nodes() - before);
        let seconds = started.elapsed().as_secs_f64();
        writeln!(out, "{text} {} ({nodes} nodes, {seconds:.1} s)", result.name())?;
        out.flush()?;
    }
    Ok(ExitCode::SUCCESS)
}

pub(super) fn openings(task: &TableOpenings, tabled: Tabled) -> anyhow::Result<ExitCode> {
    let (tables, ..) = open(tabled.solved, &task.folder.path, Folder::CACHE_MIB)?;
    let start = tabled.kind.game().start(&[]).map_err(anyhow::Error::msg)?;
    let mut out = io::stdout().lock();
    let mut rng = SplitMix64::new(task.seed);
    for _ in 0..task.count {
        let mut games =
            (0..MOST_GAMES).map(|_| first_known(&*start, &*tables, task.plies, &mut rng));
        let drawn = games.find_map(|known| known.filter(|(_, verdict)| *verdict == Verdict::Draw));
        tables.complaints().into_iter().for_each(complain);
        let Some((text, _)) = drawn else { bail!("no random game reached a drawn position") };
        writeln!(out, "{text}")?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Plays random moves, at least `plies` of them, up to the first position that the tables know;
/// `None` if the game ends earlier.
fn first_known(
    start: &dyn AnyPosition,
    tables: &dyn AnyTablebase,
    plies: usize,
    rng: &mut SplitMix64,
) -> Option<(String, Verdict)> {
    let mut record = start.record();
    for ply in 1..=plies.max(MOST_PLIES) {
        record.act(Action::Move(record.random(rng)?)).ok()?;
        if record.result().is_some() {
            break;
        }
        if ply < plies {
            continue;
        }
        if let Some(verdict) = tables.judge(record.now()) {
            return Some((record.now().text(), verdict));
        }
    }
    None
}
