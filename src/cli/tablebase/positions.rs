//! `quincunx tablebase probe`, `prove` and `openings`: what tables say of positions, and which ones they
//! offer.

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, anyhow, bail};

use super::args::{ProbeTables, ProveTables, TableOpenings};
use super::{build_command, grouped, open, pool};
use crate::cli::complain;
use crate::games::Game;
use crate::kernel::{Action, Oracle, Record, SplitMix64, Verdict};
use crate::notation::caret;
use crate::tablebase::{Buildable, Solved, Tablebase, Unit};

/// The plies after which a random game is abandoned.
const MOST_PLIES: usize = 1_000;
/// After this many random games without a draw the search is given up.
const MOST_GAMES: u64 = 100_000;

pub(super) fn probe<G: Game + Solved>(task: &ProbeTables) -> anyhow::Result<ExitCode> {
    let text = &task.position;
    let position = read::<G>(text)?;
    let (tables, metric, _) = open::<G>(&task.folder.path, Tablebase::<G>::CACHE_MIB)?;
    let Some((unit, place)) = position.locate() else {
        bail!("tables begin {}; search with the option TablePath instead", G::BEGINNING);
    };
    let mut out = io::stdout().lock();
    if let Some(outcome) = position.outcome() {
        let winner = outcome.winner.map_or("nobody", G::letter);
        writeln!(out, "the game is over: {winner} wins ({})", outcome.ending)?;
        return Ok(ExitCode::SUCCESS);
    }
    let value = match tables.probe(&position)? {
        Some(value) => value.to_string(),
        None => match tables.wdl(&position)? {
            Some(wdl) => wdl.name().to_owned(),
            None => bail!("there is no table for {}", unit.sector_name(place.sector)),
        },
    };
    writeln!(out, "{value}\nplies to {metric}")?;
    for (m, value) in tables.probe_moves(&position)? {
        let value = value.map_or_else(|| "unknown".to_owned(), |value| value.to_string());
        writeln!(out, "{:<16} {value}", position.write_move(m))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Reads a position without limits of quiet plies.
fn read<G: Game + Solved>(text: &str) -> anyhow::Result<G> {
    G::read_position(text, &G::UNLIMITED)
        .map_err(|e| anyhow!("no such position: {e}\n{}", caret(text, e.column())))
}

pub(super) fn prove<G: Game + Buildable>(task: &ProveTables) -> anyhow::Result<ExitCode> {
    let mut positions = Vec::new();
    for text in &task.positions {
        positions.push((text.clone(), read::<G>(text)?));
    }
    // Most of the memory goes to the search's table, the rest to unpacked tables.
    let mib = (task.memory * 1024.0) as usize;
    let (tables, metric, _) = open::<G>(&task.path, mib / 4)?;
    if positions.is_empty() {
        let knows_start = tables.wdl(&G::start(&G::UNLIMITED))?.is_some();
        let plies = task.placements.unwrap_or(if knows_start { 2 } else { 1 });
        let opening = G::opening(plies).into_iter();
        positions = opening.map(|position| (position.write_position(), position)).collect();
    }
    let pool = pool(task.threads)?;
    let prover = G::prover(&tables, mib / 2)
        .with_context(|| format!("{} has no search down to its tables", G::NAME))?;
    let mut out = io::stdout().lock();
    let rules = match metric.quiet() {
        0 => "without a quiet limit".to_owned(),
        limit => format!("under a quiet limit of {limit}"),
    };
    let mut heading = Some(format!("results for the side to move, {rules}"));
    for (text, position) in positions {
        let (started, before) = (Instant::now(), prover.nodes());
        let result = pool.install(|| prover.result(&position)).map_err(|error| {
            if tables.missing().next().is_none() {
                return anyhow!(error);
            }
            let build = build_command::<G>(&task.path);
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

pub(super) fn openings<G: Game + Solved>(task: &TableOpenings) -> anyhow::Result<ExitCode> {
    let (tables, ..) = open::<G>(&task.folder.path, Tablebase::<G>::CACHE_MIB)?;
    let mut out = io::stdout().lock();
    let mut rng = SplitMix64::new(task.seed);
    for _ in 0..task.count {
        let mut games = (0..MOST_GAMES).map(|_| first_known(&tables, task.plies, &mut rng));
        let drawn = games.find_map(|known| known.filter(|(_, verdict)| *verdict == Verdict::Draw));
        tables.complaints().into_iter().for_each(complain);
        let Some((position, _)) = drawn else { bail!("no random game reached a drawn position") };
        writeln!(out, "{}", position.write_position())?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Plays random moves, at least `plies` of them, up to the first position that the tables know;
/// `None` if the game ends earlier.
fn first_known<G: Game + Solved>(
    tables: &Tablebase<G>,
    plies: usize,
    rng: &mut SplitMix64,
) -> Option<(G, Verdict)> {
    let mut record = Record::new(G::start(&G::Rules::default()));
    let mut moves = Vec::new();
    for ply in 1..=plies.max(MOST_PLIES) {
        record.legal_moves(&mut moves);
        if moves.is_empty() {
            break;
        }
        let m = moves.swap_remove(rng.below(moves.len()));
        moves.clear();
        record.play(Action::Move(m)).ok()?;
        if record.outcome().is_some() {
            break;
        }
        if ply < plies {
            continue;
        }
        if let Some(verdict) = tables.judge(record.current()) {
            return Some((record.current().clone(), verdict));
        }
    }
    None
}
