//! `quincunx states`: states with their moves, in the form of the original description (see
//! `games::literal`).

use std::collections::HashSet;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, anyhow, bail};

use super::arguments::arguments;
use super::progress;
use super::setup;
use super::words::{self, bytes, counted, grouped};
use crate::engine::Engine;
use crate::experience::States as Kept;
use crate::games::{AnyPosition, AnySector};
use crate::kernel::{Assignment, Gather};
use crate::store::{Store, Sync};

arguments! {
    /// Store states of a game, each with its moves and their weights
    ///
    /// With --men: all states with those numbers of men and empty hands, in games that can list them.
    /// With --plies: the states that can be reached in that many plies from the start. Each is
    /// generated and stored once; moves that lead back to a known state, including those in cycles, are
    /// counted.
    ///
    /// First the number of states and bytes is printed; more than 100 GB are refused.
    #[command(after_long_help = "\
Examples:
{examples}")]
    pub(super) struct States {
        /// The game
        game: String,

        /// The folder of the store; created if it does not exist
        #[arg(long = "path", alias = "store", value_name = "DIR")]
        store: PathBuf,

        /// The numbers of men of both sides, from 3-3 to 9-9, or one pair
        #[arg(
            long,
            value_name = "A-B..C-D",
            conflicts_with = "plies",
            required_unless_present = "plies"
        )]
        men: Option<String>,

        /// The number of plies from the start
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=100))]
        plies: Option<u32>,

        /// Only print how many states and bytes it would take
        #[arg(long, conflicts_with = "plies")]
        count: bool,

        /// Store them even if they take more than 100 GB
        #[arg(long)]
        force: bool,

        /// A rule to set, for example "{rule}"; may be repeated
        #[arg(long, value_name = "NAME=VALUE")]
        option: Vec<Assignment>,
    }
}

/// More bytes are written only with --force.
const MOST_BYTES: u64 = 100_000_000_000;

/// What is said before the store's own words when states cannot be written. A full disk is an error of
/// input and output to it.
const NOT_KEPT: &str = "states cannot be written, perhaps because the disk is full";

/// The number of states written per transaction.
const BATCH: usize = 4096;

/// The bytes of a state besides its moves: its key, the checksum and the header of a node.
const BESIDE_MOVES: u64 = 16 + 4 + 10;

/// The fraction of a page in use when states are not inserted in the order of their keys.
const FILLED: f64 = 0.66;

pub(super) fn run(task: &States, engine: &Engine) -> anyhow::Result<ExitCode> {
    let kind = engine.game(&task.game).context("which game?")?.kind();
    let start = kind.game().start(&task.option).map_err(|error| anyhow!(error))?;
    match &task.men {
        Some(men) => {
            let sectors = start.sectors_of(men);
            let sectors = sectors.with_context(|| format!("{kind} lists no states by men"))?;
            keep_all(task, sectors.map_err(|error| anyhow!(error))?, &*start)?;
        }
        None => keep_graph(task, start)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns about how many bytes a sector takes.
fn size(sector: &AnySector) -> u64 {
    let moves: usize = sector.sample.iter().map(|position| position.mobility()).sum();
    let mean = 4.0 * moves as f64 / sector.sample.len().max(1) as f64;
    (sector.count as f64 * (BESIDE_MOVES as f64 + mean) / FILLED) as u64
}

fn keep_all(task: &States, sectors: Vec<AnySector>, start: &dyn AnyPosition) -> anyhow::Result<()> {
    let (mut states, mut size) = (0, 0);
    for sector in &sectors {
        states += sector.count;
        size += self::size(sector);
    }
    let summary = format!(
        "{} states in {}, about {}",
        grouped(states),
        counted(sectors.len() as u64, "sector"),
        bytes(size)
    );
    writeln!(io::stdout(), "{summary}")?;
    if task.count {
        return Ok(());
    }
    if size > MOST_BYTES && !task.force {
        bail!("{summary}: too many to write without --force");
    }
    let store = setup::store(&task.store, Sync::Never)?;
    let kept = Kept::open(&store, start)?;
    let started = Instant::now();
    let bar = progress::bar(states);
    let mut new = 0;
    for sector in sectors {
        let mut positions = sector.positions.peekable();
        while positions.peek().is_some() {
            let batch = positions.by_ref().take(BATCH).gather();
            new += kept.keep(&batch).context(NOT_KEPT)?;
            bar.inc(batch.len() as u64);
            bar.set_message(sector.name.clone());
        }
    }
    bar.finish_and_clear();
    store.sync().context(NOT_KEPT)?;
    conclude(&store, started, new, "")
}

fn keep_graph(task: &States, start: Box<dyn AnyPosition>) -> anyhow::Result<()> {
    let store = setup::store(&task.store, Sync::Never)?;
    let kept = Kept::open(&store, &*start)?;
    let started = Instant::now();
    let mut met = HashSet::from([start.literal()]);
    let mut frontier = vec![start];
    let (mut new, mut moves, mut back) = (0, 0_u64, 0_u64);
    for ply in 0..=task.plies.unwrap_or(0) {
        let mut next = Vec::new();
        for batch in frontier.chunks(BATCH) {
            new += kept.keep(batch).context(NOT_KEPT)?;
            for position in batch {
                position.each_behind(&mut |_, behind| {
                    moves += 1;
                    let state = behind.literal();
                    if met.contains(&state) {
                        back += 1;
                    } else if Some(ply) < task.plies {
                        met.insert(state);
                        next.push(behind.copied());
                    }
                });
            }
        }
        writeln!(io::stdout(), "ply {ply}: {} states", grouped(frontier.len() as u64))?;
        frontier = next;
    }
    store.sync().context(NOT_KEPT)?;
    let summary = format!(", {} moves, {} of them to a known state", grouped(moves), grouped(back));
    conclude(&store, started, new, &summary)
}

fn conclude(store: &Store, started: Instant, new: u64, summary: &str) -> anyhow::Result<()> {
    let size: u64 = store.holdings()?.iter().map(|held| held.bytes).sum();
    let time = words::time(started.elapsed());
    let (new, size) = (grouped(new), bytes(size));
    writeln!(io::stdout(), "{new} new states{summary}, {time}, {size} in the store")?;
    Ok(())
}
