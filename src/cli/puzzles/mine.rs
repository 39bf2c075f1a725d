//! Finds puzzles and writes them to a file.

use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, anyhow, bail};
use parking_lot::Mutex;

use super::Puzzles;
use crate::cli::interrupt::{self, INTERRUPTED};
use crate::cli::{input, progress};
use crate::engine::{NetworkChoice, Session};
use crate::games::{AnyPosition, AnyRecord};
use crate::kernel::{Action, parallel, sort};
use crate::notation::{GameText, Games, tag};
use crate::puzzles::{Miner, Plan, Puzzle, PuzzleFile};

/// The nodes for a move unless told.
const NODES: u64 = 400;
/// The table of a search, in MiB.
const HASH_MIB: usize = 4;
/// So many games are looked at before the file grows, on however many threads.
const BATCH: u64 = 16;

pub(super) fn run(task: &Puzzles, out: &Path, session: &dyn Session) -> anyhow::Result<ExitCode> {
    let start = super::start(task, session)?;
    let plan =
        Plan { nodes: task.nodes.unwrap_or(NODES), seed: task.seed, random: task.random.into() };
    let recorded = match (&task.from, task.games) {
        (Some(path), _) => Some(records(path, session, &*start)?),
        (None, Some(_)) => None,
        (None, None) => bail!("--out needs --games or --from"),
    };
    let games = recorded.as_ref().map_or(task.games.unwrap_or(0), |records| records.len() as u64);
    let options: Vec<String> = task.option.iter().map(ToString::to_string).collect();
    let text = match &task.from {
        Some(path) => format!("records {}, nodes {}", path.display(), plan.nodes),
        None => format!("seed {}, nodes {}, random {}", plan.seed, plan.nodes, plan.random),
    };
    let text = [&[text], options.as_slice()].concat().join(", ");
    let (mut file, known) = open(out, session.name(), &text)?;
    let mut seen = HashSet::new();
    for (number, puzzle) in &known.puzzles {
        let posed = puzzle.pose(&*start);
        let posed = posed.map_err(|error| anyhow!("{}, line {number}: {error}", out.display()))?;
        seen.insert(posed.position.canonical_board());
    }

    let tables = super::tables(task, session)?;
    let searcher = session.searcher(HASH_MIB, &NetworkChoice::Own)?;
    let idle: Mutex<Vec<Miner>> = Mutex::default();
    for _ in 0..task.threads {
        let searcher = searcher.another(HASH_MIB)?;
        idle.lock().push(Miner::new(plan, start.copied(), searcher, tables.clone()));
    }
    let mine = |number: u64| {
        // There are as many as threads.
        let Some(mut miner) = idle.lock().pop() else { return Vec::new() };
        let found = match &recorded {
            Some(records) => miner.search_record(&*records[number as usize]),
            None => miner.mine(number),
        };
        idle.lock().push(miner);
        found
    };
    let stop = Arc::new(AtomicBool::new(false));
    interrupt::raise(Arc::clone(&stop));
    let bar = progress::bar(games);
    let mut mined = known.mined.min(games);
    let mut count = known.puzzles.len();
    bar.set_position(mined);
    while mined < games && !stop.load(Ordering::Relaxed) {
        let batch = BATCH.min(games - mined);
        let found: Mutex<Vec<(usize, Vec<Puzzle>)>> = Mutex::default();
        parallel::each_on(task.threads.into(), batch as usize, &|at| {
            let puzzles = mine(mined + at as u64);
            found.lock().push((at, puzzles));
        });
        mined += batch;
        let mut found = found.into_inner();
        sort::by_key(&mut found, |(at, _)| *at);
        let mut fresh = Vec::new();
        for (_, puzzles) in found {
            for puzzle in puzzles {
                let posed = puzzle.pose(&*start).map_err(|error| anyhow!("{puzzle}: {error}"))?;
                if seen.insert(posed.position.canonical_board()) {
                    fresh.push(puzzle);
                }
            }
        }
        count += fresh.len();
        file.write_all(PuzzleFile::more(&fresh, mined).as_bytes())
            .with_context(|| out.display().to_string())?;
        bar.set_position(mined);
        bar.set_message(format!("{count} puzzles"));
    }
    bar.finish_and_clear();
    writeln!(io::stdout(), "{}: {count} puzzles from {mined} games", out.display())?;
    Ok(if mined < games { ExitCode::from(INTERRUPTED as u8) } else { ExitCode::SUCCESS })
}

/// Opens a file for more puzzles and returns what it holds.
fn open(out: &Path, game: &str, plan: &str) -> anyhow::Result<(File, PuzzleFile)> {
    let head = PuzzleFile::head(game, plan);
    let known = if out.exists() { super::read(out)? } else { PuzzleFile::default() };
    if out.exists() && (known.game != game || known.plan != plan) {
        bail!(
            "{} holds puzzles of {:?} with the plan {:?}, not {game:?} with {plan:?}; take another name",
            out.display(),
            known.game,
            known.plan,
        );
    }
    let open = || {
        let mut file = OpenOptions::new().create(true).truncate(false).write(true).open(out)?;
        // What belongs to games that were not finished comes again.
        file.set_len(known.complete as u64)?;
        file.seek(SeekFrom::End(0))?;
        if known.complete == 0 {
            file.write_all(head.as_bytes())?;
        }
        Ok::<_, io::Error>(file)
    };
    let file = open().with_context(|| out.display().to_string())?;
    let mut known = known;
    // Lines behind the last finished game went with it.
    known.puzzles.retain(|(line, _)| *line <= known.complete_lines);
    Ok((file, known))
}

/// Reads the games of a file of records.
fn records(
    path: &Path,
    session: &dyn Session,
    start: &dyn AnyPosition,
) -> anyhow::Result<Vec<Box<dyn AnyRecord>>> {
    let text = input::text(path)?;
    let mut records = Vec::new();
    for (at, game) in Games::new(&text).enumerate() {
        let game = game.with_context(|| path.display().to_string())?;
        let place = || format!("game {} of {}", at + 1, path.display());
        records.push(record(&game, session, start).with_context(place)?);
    }
    Ok(records)
}

fn record(
    game: &GameText,
    session: &dyn Session,
    start: &dyn AnyPosition,
) -> anyhow::Result<Box<dyn AnyRecord>> {
    let name = session.name();
    if let Some(other) = game.tag(tag::GAME).filter(|other| !other.eq_ignore_ascii_case(name)) {
        bail!("this is a game of {other:?}, not of {name}");
    }
    let start = match game.tag(tag::START) {
        Some(text) => start.parsed(text)?,
        None => start.copied(),
    };
    let mut record = start.record();
    for text in &game.moves {
        match record.now().read_action(text).with_context(|| format!("{text:?}"))? {
            Action::Resign => break,
            action => record.act(action).with_context(|| format!("{text:?}"))?,
        }
    }
    Ok(record)
}
