//! `quincunx experience`: what a store has learned.

use std::fmt::Write as _;
use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, anyhow, bail, ensure};
use clap::{Args, Subcommand};

use super::arguments::arguments;
use super::setup;
use super::words::{self, bytes, grouped};
use crate::engine::Engine;
use crate::experience::{Experience, FEATURES, POSITIONS, Tally, merge, visit_kept};
use crate::games::{AnyPosition, AnyRecord, GameKind};
use crate::kernel::{Action, Assignment, Gather, all_ok, sort};
use crate::notation::{caret, pasted};
use crate::store::{Access, Store, Sync};

/// Inspect, merge and export what learners have stored
#[derive(Args)]
#[command(after_long_help = "\
Examples:
{examples}

The output of export has a line for each position and each feature of moves: the game, its key in
hexadecimal, the games won, drawn and lost by the player who moved there, and the score (+1.25,
win-in-2 or loss-in-3) and depth of a search or two dashes. A line starting with # before them says
which of the two follow (experience or features), the game and the rules.")]
pub(super) struct ExperienceArgs {
    #[command(subcommand)]
    task: ExperienceTask,
}

#[derive(Subcommand)]
enum ExperienceTask {
    /// Count what a store holds
    Stats(StoreArgs),
    /// Show the moves of a position: games, results, expected result, search score
    Show(Show),
    /// Write all counts as text
    Export(StoreArgs),
    /// Add the experience of stores to another one
    ///
    /// Games add up, and so do the weights that moves have gained with `learn --literal`.
    /// Of two searches the deeper one counts. The order does not matter; a store merged twice
    /// counts twice.
    Merge(Merge),
    /// Check every page of a store
    Check(StoreArgs),
}

arguments! {
    struct StoreArgs {
        /// The folder of the store
        #[arg(long = "path", alias = "store", value_name = "DIR")]
        store: PathBuf,
    }
}

impl StoreArgs {
    fn open(&self) -> anyhow::Result<Store> {
        Ok(Store::open(&self.store, Access::Read, Sync::Each)?)
    }
}

arguments! {
    struct Show {
        /// The game
        game: String,

        /// A position, moves from the start, or both, as text [default: the start]
        position: Option<String>,

        #[command(flatten)]
        store: StoreArgs,

        /// A rule to set, for example "{rule}"; may be repeated
        #[arg(long, value_name = "NAME=VALUE")]
        option: Vec<Assignment>,
    }
}

arguments! {
    struct Merge {
        /// The folder of the store to add to; created if it does not exist
        out: PathBuf,

        /// The folders of the stores to add
        #[arg(required = true, value_name = "DIR")]
        stores: Vec<PathBuf>,
    }
}

pub(super) fn run(task: &ExperienceArgs, engine: &Engine) -> anyhow::Result<ExitCode> {
    match &task.task {
        ExperienceTask::Stats(store) => stats(&store.open()?)?,
        ExperienceTask::Show(task) => {
            show(task, engine.game(&task.game).context("which game?")?.kind())?;
        }
        ExperienceTask::Export(store) => export(&store.open()?)?,
        ExperienceTask::Merge(task) => merge_stores(task, engine)?,
        ExperienceTask::Check(store) => {
            let started = Instant::now();
            store.open()?.check()?;
            let time = words::time(started.elapsed());
            writeln!(io::stdout(), "every page is sound, {time}")?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn stats(store: &Store) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    let size = fs::metadata(store.folder().join("data.mdb"))?.len();
    writeln!(
        out,
        "{:<11} {:<10} {:>13} {:>9} {:>6}  rules",
        "kind", "game", "entries", "size", "each"
    )?;
    for held in store.holdings()? {
        let each = held.bytes / held.entries.max(1);
        let (name, size) = (held.name, bytes(held.bytes));
        let entries = grouped(held.entries);
        writeln!(
            out,
            "{:<11} {:<10} {entries:>13} {size:>9} {each:>6}  {}",
            name.kind, name.game, name.rules
        )?;
    }
    writeln!(out, "{} on the disk", bytes(size))?;
    Ok(())
}

fn show(task: &Show, kind: GameKind) -> anyhow::Result<()> {
    let start = kind.game().start(&task.option).map_err(|error| anyhow!(error))?;
    let record = record(task.position.as_deref().unwrap_or(""), &*start)?;
    let store = task.store.open()?;
    let Some(experience) = Experience::find(&store, &*start)? else {
        bail!(no_experience(&store, kind.name())?);
    };
    let position = record.now();
    let mut known = experience.known(position)?;
    known.retain(|known| known.tally != Tally::default());
    sort::by_key(&mut known, |known| std::cmp::Reverse(known.tally.games()));
    let mut out = io::stdout().lock();
    writeln!(out, "{}", position.text())?;
    if known.is_empty() {
        writeln!(out, "nothing is known about its moves")?;
        return Ok(());
    }
    writeln!(
        out,
        "{:<16} {:>8} {:>8} {:>8} {:>8}  share  weight  search",
        "move", "games", "won", "drawn", "lost"
    )?;
    for known in known {
        let text = position.action_text(Action::Move(known.m));
        let Tally { wins, draws, losses, searched } = known.tally;
        let games = known.tally.games();
        let share = 100.0 * known.tally.points() / games.max(1) as f64;
        let weight = known.weight(kind.about().odds);
        let search = searched
            .map_or_else(|| "-".to_owned(), |(score, depth)| format!("{score} at depth {depth}"));
        writeln!(
            out,
            "{text:<16} {games:>8} {wins:>8} {draws:>8} {losses:>8}  {share:>4.1}%  {weight:.3}   {search}"
        )?;
    }
    Ok(())
}

/// Says that a store knows nothing about a game under the rules that are set, and under which it does.
fn no_experience(store: &Store, game: &str) -> anyhow::Result<String> {
    let known = store.holdings()?.into_iter().map(|held| held.name);
    let known = known.filter(|name| name.kind == POSITIONS && name.game == game);
    let known = known.map(|name| format!("\n  {}", name.rules)).gather().concat();
    let but = if known.is_empty() { "" } else { "; it has some under" };
    let folder = store.folder().display();
    Ok(format!("{folder} has no experience of {game} under these rules{but}{known}"))
}

/// Reads a position, moves, or both.
fn record(text: &str, start: &dyn AnyPosition) -> anyhow::Result<Box<dyn AnyRecord>> {
    let parts = pasted(text);
    let mut record = match parts.start {
        None => start.record(),
        Some(given) => start
            .parsed(given.text)
            .map_err(|e| anyhow!("no such position: {e}\n{}", caret(given.text, e.column())))?
            .record(),
    };
    for (at, text) in parts.moves.iter().enumerate() {
        let wrong = |error: String| anyhow!("move {} {:?}: {error}", at + 1, text.text);
        let action = record.now().read_action(text.text).map_err(|e| wrong(e.to_string()))?;
        ensure!(matches!(action, Action::Move(_)), "move {} resigns", at + 1);
        record.act(action).map_err(|e| wrong(e.to_string()))?;
    }
    Ok(record)
}

fn export(store: &Store) -> anyhow::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    let mut failed = None;
    for name in store.holdings()?.into_iter().map(|held| held.name) {
        if ![POSITIONS, FEATURES].contains(&name.kind.as_str()) {
            continue;
        }
        writeln!(out, "# {name}")?;
        visit_kept(store, &name, &mut |key, tally| {
            let hex = key.iter().fold(String::new(), |mut hex, byte| {
                // Writing to a String cannot fail.
                let _ = write!(hex, "{byte:02x}");
                hex
            });
            let Tally { wins, draws, losses, searched } = tally;
            let search = searched.map_or_else(
                || "- -".to_owned(),
                |(score, depth)| format!("{} {depth}", score.to_string().replace(' ', "-")),
            );
            if failed.is_none() {
                failed =
                    writeln!(out, "{} {hex} {wins} {draws} {losses} {search}", name.game).err();
            }
            Ok(())
        })?;
        if let Some(error) = failed.take() {
            return Err(error.into());
        }
    }
    out.flush()?;
    Ok(())
}

fn merge_stores(task: &Merge, engine: &Engine) -> anyhow::Result<()> {
    // A store that cannot be read is told before anything is written.
    let found = |folder: &PathBuf| {
        Store::open(folder, Access::Read, Sync::Each).map(|store| store.folder().to_owned())
    };
    let folders = all_ok(task.stores.iter().map(found))?;
    let store = setup::store(&task.out, Sync::Never)?;
    let is_itself = folders.iter().any(|folder| folder == store.folder());
    ensure!(!is_itself, "{} cannot be merged with itself", store.folder().display());
    let started = Instant::now();
    let games = engine.sessions().map(|session| session.kind()).gather();
    let merged = merge(&store, &folders, &games)?;
    writeln!(
        io::stdout(),
        "{} positions merged, {} of them new, {}",
        grouped(merged.positions),
        grouped(merged.new),
        words::time(started.elapsed())
    )?;
    Ok(())
}
