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
use crate::games::{AnyOracle, AnyPosition, AnyRecord, AnySolved};
use crate::kernel::{Action, Gather, SplitMix64, parallel, sort};
use crate::notation::{GameText, Games, tag};
use crate::puzzles::{Miner, Plan, Puzzle, PuzzleFile};
use crate::tablebase::{Folder, Outline, Place};

/// The nodes for a move unless told.
const NODES: u64 = 400;
/// The table of a search, in MiB.
const HASH_MIB: usize = 4;
/// So many games, or positions of tables, are looked at before the file grows, on however many threads.
const BATCH: u64 = 16;
const POSITION_BATCH: u64 = 1024;

pub(super) fn run(task: &Puzzles, out: &Path, session: &dyn Session) -> anyhow::Result<ExitCode> {
    let start = super::start(task, session)?;
    let plan =
        Plan { nodes: task.nodes.unwrap_or(NODES), seed: task.seed, random: task.random.into() };
    let recorded = match &task.from {
        Some(path) => Some(records(path, session, &*start)?),
        None if task.games.or(task.positions).is_some() => None,
        None => bail!("--out needs --games, --positions or --from"),
    };
    let games = recorded.as_ref().map_or(task.games.unwrap_or(0), |records| records.len() as u64);
    let positions = task.positions.unwrap_or(0);
    let all = positions + games;
    let options: Vec<String> = task.option.iter().map(ToString::to_string).gather();
    let text = match (&task.from, positions) {
        (Some(path), _) => format!("records {}, nodes {}", path.display(), plan.nodes),
        (None, 0) => format!("seed {}, nodes {}, random {}", plan.seed, plan.nodes, plan.random),
        (None, _) => format!(
            "seed {}, positions {positions}, nodes {}, random {}",
            plan.seed, plan.nodes, plan.random
        ),
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
        let oracle = tables.clone().map(|tables| tables as Arc<dyn AnyOracle>);
        idle.lock().push(Miner::new(plan, start.copied(), searcher, oracle));
    }
    let solved = session.kind().solved();
    let lot = solved.zip(tables.as_deref()).map(|(solved, tables)| Lot::new(solved, tables));
    let mine = |number: u64| {
        // There are as many as threads.
        let Some(mut miner) = idle.lock().pop() else { return Vec::new() };
        let found = match (number.checked_sub(positions), &recorded, &lot) {
            (Some(game), Some(records), _) => miner.search_record(&*records[game as usize]),
            (Some(game), None, _) => miner.mine(game),
            (None, _, lot) => {
                let drawn = lot.as_ref().and_then(|lot| lot.draw(plan.seed, number, &*start));
                drawn.and_then(|position| miner.search_position(&*position)).into_iter().gather()
            }
        };
        idle.lock().push(miner);
        found
    };
    let stop = Arc::new(AtomicBool::new(false));
    interrupt::raise(Arc::clone(&stop));
    let bar = progress::bar(all);
    let mut mined = known.mined.min(all);
    let mut count = known.puzzles.len();
    bar.set_position(mined);
    while mined < all && !stop.load(Ordering::Relaxed) {
        let batch = match positions.checked_sub(mined) {
            None | Some(0) => BATCH.min(all - mined),
            Some(left) => POSITION_BATCH.min(left),
        };
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
    let (looked, played) = (mined.min(positions), mined.saturating_sub(positions));
    let from = match positions {
        0 => format!("{played} games"),
        _ => format!("{looked} positions and {played} games"),
    };
    writeln!(io::stdout(), "{}: {count} puzzles from {from}", out.display())?;
    Ok(if mined < all { ExitCode::from(INTERRUPTED as u8) } else { ExitCode::SUCCESS })
}

/// The positions of all tables in a folder, to draw from.
struct Lot {
    solved: &'static dyn AnySolved,
    units: Vec<Arc<Outline>>,
}

impl Lot {
    fn new(solved: &'static dyn AnySolved, tables: &Folder) -> Self {
        let has_table = |unit: &Arc<Outline>| tables.table(unit.ordinal).is_some();
        Self { solved, units: solved.units().list.into_iter().filter(has_table).gather() }
    }

    /// Returns the position of that number in the draw of a seed, under the rules of another one; `None` if
    /// there is none at the place that was drawn.
    fn draw(&self, seed: u64, number: u64, like: &dyn AnyPosition) -> Option<Box<dyn AnyPosition>> {
        let mut rng = SplitMix64::nth(!seed, number);
        let places = |unit: &Outline| unit.places() * unit.sectors;
        let mut at = rng.below(self.units.iter().map(|unit| places(unit)).sum());
        let unit = self.units.iter().find(|unit| {
            let is_here = at < places(unit);
            at -= if is_here { 0 } else { places(unit) };
            is_here
        })?;
        let place = Place { sector: at / unit.places(), number: at % unit.places() };
        self.solved.at(unit, place, like)
    }
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
    let rules = game.rules().map_err(anyhow::Error::msg)?;
    let played = session.kind().game().start(&rules).map_err(anyhow::Error::msg)?;
    if played.choices() != start.choices() {
        let rules = game.tag(tag::RULES).unwrap_or("the usual ones");
        bail!("it was played by other rules: {rules}; --option sets rules");
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
