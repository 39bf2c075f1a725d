//! `quincunx match`: engines against each other.

mod args;
mod merge;
mod openings;
mod report;

use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context, anyhow, bail};
use clap::{Command, FromArgMatches};

use super::interrupt;
pub(super) use args::MatchArgs;
use report::Reporter;

use crate::arena::{
    Archive, Conditions, Decision, DrawRule, Format, MoveLimits, Recorded, RecordedGame, Resumed,
    Standings, Tournament, resuming,
};
use crate::engine::Engine;
use crate::kernel::bytes::checksum;
use crate::notation::Text;

/// Plays the match of a game of the list `G`. `program` are the arguments as clap reads them, `words`
/// those of this process.
pub(super) fn run(
    engine: &Engine,
    task: &MatchArgs,
    program: &Command,
    words: &[OsString],
) -> anyhow::Result<ExitCode> {
    // Clap requires no argument that another one excludes.
    if task.partial && task.merge.is_empty() {
        bail!("--partial is for --merge");
    }
    if let Some(path) = &task.resume {
        return resume(engine, task, program, path);
    }
    if !task.merge.is_empty() {
        return merge::run(engine, task, program);
    }
    let tournament = tournament(engine, task)?;
    if task.print_openings {
        return openings::print(engine, task, &tournament);
    }
    let archive = match &task.record {
        Some(path) => Some(Archive::create(path, &defining(words), &build())?),
        None => None,
    };
    play(engine, task, &tournament, archive, Vec::new())
}

/// The options that change none of the games, each with a value.
const BESIDE: [&str; 4] = ["--record", "--concurrency", "--every", "--opening-cache"];
/// And those without one.
const BESIDE_FLAGS: [&str; 2] = ["--each", "--json"];

/// The words behind `match` that the games of a match depend on.
fn defining(words: &[OsString]) -> Vec<String> {
    let words = words.iter().map(|word| word.to_string_lossy().into_owned());
    without(words.skip_while(|word| word != "match").skip(1), &BESIDE)
}

/// Leaves out options and their values.
fn without(words: impl IntoIterator<Item = String>, options: &[&str]) -> Vec<String> {
    let mut left = Vec::new();
    let mut words = words.into_iter();
    while let Some(word) = words.next() {
        if BESIDE_FLAGS.contains(&word.as_str()) {
            continue;
        }
        let name = word.split_once('=').map_or(word.as_str(), |(name, _)| name);
        if !options.contains(&name) {
            left.push(word);
        } else if name == word {
            words.next();
        }
    }
    left
}

/// Returns what tells this build of the program from others: its version and a checksum of its file.
fn build() -> String {
    let program = std::env::current_exe().and_then(fs::read);
    let checksum = program.map_or(0, |bytes| checksum(&bytes));
    format!("{} {checksum:016x}", env!("CARGO_PKG_VERSION"))
}

/// Reads the arguments of a match again that are in its file.
fn read_again(program: &Command, path: &Path, words: &[String]) -> anyhow::Result<MatchArgs> {
    let whole = ["quincunx", "match"].into_iter().chain(words.iter().map(String::as_str));
    let read = || {
        let matches = program.clone().try_get_matches_from(whole)?;
        let Some((_, task)) = matches.subcommand() else {
            return Err(clap::Error::new(clap::error::ErrorKind::MissingSubcommand));
        };
        MatchArgs::from_arg_matches(task)
    };
    read().map_err(|error| anyhow!("{}: the command: {error}", path.display()))
}

fn resume(
    engine: &Engine,
    task: &MatchArgs,
    program: &Command,
    path: &Path,
) -> anyhow::Result<ExitCode> {
    // Nothing is cut off a file that turns out to be another one.
    let Recorded { command, build, .. } = Archive::peek(path)?;
    let mut first = read_again(program, path, &command)?;
    if let Some(shard) = task.shard.filter(|shard| *shard != first.shard.unwrap_or_default()) {
        let found =
            first.shard.map_or("the whole match".to_owned(), |found| format!("part {found}"));
        bail!("--shard {shard}: {} holds {found}", path.display());
    }
    if first.shard.is_some() && task.rounds.is_some_and(|rounds| Some(rounds) != first.rounds) {
        bail!("--rounds: {} is a part of a match, whose rounds stay as they are", path.display());
    }
    first.rounds = task.rounds.or(first.rounds);
    first.concurrency = task.concurrency.or(first.concurrency);
    first.opening_cache = task.opening_cache.clone();
    let tournament = tournament(engine, &first)?;
    let Resumed { archive, recorded, cut } = Archive::resume(path, &self::build())?;
    if cut > 0 {
        super::complain(format_args!(
            "{}: cut off {cut} bytes behind the last finished game",
            path.display()
        ));
    }
    if build.is_some_and(|build| build != self::build()) {
        super::complain(format_args!(
            "{}: another build of the program has begun this match",
            path.display()
        ));
    }
    play(engine, task, &tournament, Some(archive), recorded.games)
}

fn play(
    engine: &Engine,
    task: &MatchArgs,
    tournament: &Tournament,
    archive: Option<Archive>,
    recorded: Vec<RecordedGame>,
) -> anyhow::Result<ExitCode> {
    let mut reporter = Reporter::new(tournament, task);
    let stop = Arc::new(AtomicBool::new(false));
    interrupt::raise(Arc::clone(&stop));
    if archive.is_none() {
        // Nobody will ever know of the games.
        let stop = Arc::clone(&stop);
        interrupt::when_unread(Box::new(move || stop.store(true, Ordering::Relaxed)));
    }
    let path = archive.as_ref().map(|archive| archive.path().to_owned());
    let standings = tournament
        .run(engine, archive, recorded, &stop, &mut |progress| reporter.tell(progress))
        .inspect_err(|_| {
            if let (Some(path), None) = (&path, &task.resume) {
                Archive::discard(path);
            }
        })?;
    let is_interrupted = interrupt::take();
    reporter.conclude(&standings)?;
    if !is_interrupted {
        return Ok(verdict(tournament, &standings));
    }
    super::complain(match path {
        Some(path) => {
            // The file does not know that it is to have more rounds.
            let rounds = task.resume.as_ref().and(task.rounds);
            let rounds = rounds.map_or(String::new(), |rounds| format!(" --rounds {rounds}"));
            format!("Interrupted. To resume: quincunx match {}{rounds}", resuming(&path))
        }
        None => "Interrupted. Without --record a match cannot be resumed.".to_owned(),
    });
    Ok(ExitCode::from(interrupt::INTERRUPTED as u8))
}

/// The exit code of a match whose test is not decided.
const UNDECIDED: u8 = 3;

/// Returns what the test has decided, as an exit code.
fn verdict(tournament: &Tournament, standings: &Standings) -> ExitCode {
    ExitCode::from(match (tournament.test(), tournament.decision(standings)) {
        (None, _) | (_, Some(Decision::H1)) => 0,
        (_, Some(Decision::H0)) => 1,
        (Some(_), None) => UNDECIDED,
    })
}

/// Gives meaning to the arguments.
fn tournament(engine: &Engine, task: &MatchArgs) -> anyhow::Result<Tournament> {
    let mut limits = MoveLimits::default();
    let values = [&task.tc, &task.movetime, &task.nodes, &task.depth];
    for (key, value) in MoveLimits::KEYS.into_iter().zip(values) {
        if let Some(value) = value {
            limits.set(key, Text::whole(value)).with_context(|| format!("--{key} {value:?}"))?;
        }
    }
    warn_of_milliseconds(task);
    let rounds = task.rounds.unwrap_or(if task.sprt.is_some() { 10_000 } else { 50 });
    let game = task.game.as_deref().and_then(|name| engine.game(name)).context("which game?")?;
    let game = game.kind();
    Ok(Tournament {
        game,
        rules: task.option.clone(),
        players: task.engine.clone(),
        limits,
        format: if task.gauntlet { Format::Gauntlet } else { Format::RoundRobin },
        rounds,
        part: task.shard.unwrap_or_default(),
        openings: openings::source(task, rounds)?,
        seed: task.seed,
        sprt: task.sprt,
        concurrency: task.concurrency.unwrap_or(1).into(),
        conditions: Conditions {
            margin: Duration::from_millis(task.margin),
            timeout: Duration::from_millis(task.timeout),
            max_plies: task.max_plies as usize,
            resign: task.resign.as_deref().map(resign).transpose()?,
            draw: task.draw.as_deref().map(draw).transpose()?,
        },
        details: task.details,
    })
}

/// From so many seconds for a game on, milliseconds were probably meant.
const LONG_GAME: Duration = Duration::from_secs(1000);

/// Says what a long time means: `tc` was in milliseconds once.
fn warn_of_milliseconds(task: &MatchArgs) {
    let own = task.engine.iter().filter_map(|player| player.limits.clock);
    let common = task.tc.as_deref().and_then(|text| {
        let mut limits = MoveLimits::default();
        limits.set("tc", Text::whole(text)).ok()?;
        limits.clock
    });
    if let Some((base, _)) = own.chain(common).find(|(base, _)| *base >= LONG_GAME) {
        super::complain(format_args!(
            "quincunx: tc is in seconds, this is {} of them for a game; milliseconds are written 100ms+1ms",
            base.as_secs_f64()
        ));
    }
}

/// Reads `CP`, `CP,MOVES` or `CP,MOVES,PLY`.
fn draw(text: &str) -> anyhow::Result<DrawRule> {
    let mut parts = text.split(',');
    let mut next = |default: &str| parts.next().unwrap_or(default).parse::<u32>().ok();
    let read = (next(""), next("8"), next("40"));
    let (Some(within @ 0..=31_000), Some(moves @ 1..=1000), Some(from), None) =
        (read.0, read.1, read.2, parts.next())
    else {
        bail!("--draw wants hundredths, moves and a ply such as 10,8,40, got {text:?}");
    };
    Ok(DrawRule { within: within as i32, moves, from: from as usize })
}

/// Reads `CP` or `CP,MOVES`.
fn resign(text: &str) -> anyhow::Result<(i32, u32)> {
    let (cp, moves) = text.split_once(',').unwrap_or((text, "3"));
    let read = cp.parse().ok().zip(moves.parse().ok());
    read.filter(|(cp, moves)| (1..=31_000).contains(cp) && (1..=1000).contains(moves))
        .with_context(|| format!("--resign wants hundredths and moves such as 600,3, got {text:?}"))
}
