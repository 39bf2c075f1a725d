//! `quincunx match`: engines against each other.

mod args;
mod report;

use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, anyhow, bail};
use clap::{Command, FromArgMatches};

pub(super) use args::MatchArgs;
use report::Reporter;

use crate::arena::{
    Archive, Conditions, Decision, Format, OpeningSource, Pace, Resumed, Tournament,
};
use crate::games::GameList;
use crate::notation::{GameText, Text};

/// Plays the match of a game of the list `G`. `program` are the arguments as clap reads them, `words`
/// those of this process.
pub(super) fn run<G: GameList>(
    task: &MatchArgs,
    program: &Command,
    words: &[OsString],
) -> anyhow::Result<ExitCode> {
    match &task.resume {
        Some(path) => resume::<G>(task, program, path),
        None => {
            let tournament = tournament::<G>(task)?;
            let archive = match &task.record {
                Some(path) => Some(Archive::create(path, &behind_match(words))?),
                None => None,
            };
            play::<G>(task, &tournament, archive, &[])
        }
    }
}

/// The words behind `match`, as they were typed.
fn behind_match(words: &[OsString]) -> Vec<String> {
    let words = words.iter().map(|word| word.to_string_lossy().into_owned());
    words.skip_while(|word| word != "match").skip(1).collect()
}

/// Reads the arguments of a match again that are in its file.
fn read_again(program: &Command, words: &[String]) -> Result<MatchArgs, clap::Error> {
    let whole = ["quincunx", "match"].into_iter().chain(words.iter().map(String::as_str));
    let matches = program.clone().try_get_matches_from(whole)?;
    let Some((_, task)) = matches.subcommand() else {
        return Err(clap::Error::new(clap::error::ErrorKind::MissingSubcommand));
    };
    MatchArgs::from_arg_matches(task)
}

fn resume<G: GameList>(
    task: &MatchArgs,
    program: &Command,
    path: &Path,
) -> anyhow::Result<ExitCode> {
    let Resumed { archive, command, games, cut } = Archive::resume(path)?;
    let mut first = read_again(program, &command)
        .map_err(|error| anyhow!("{}: the command: {error}", path.display()))?;
    first.rounds = task.rounds.or(first.rounds);
    first.concurrency = task.concurrency.or(first.concurrency);
    first.every = task.every;
    if cut > 0 {
        super::complain(format_args!(
            "{}: cut off {cut} bytes behind the last finished game",
            path.display()
        ));
    }
    let tournament = tournament::<G>(&first)?;
    play::<G>(&first, &tournament, Some(archive), &games)
}

fn play<G: GameList>(
    task: &MatchArgs,
    tournament: &Tournament,
    archive: Option<Archive>,
    recorded: &[GameText],
) -> anyhow::Result<ExitCode> {
    let mut reporter = Reporter::new(tournament, task.every);
    let standings =
        tournament.run::<G>(archive, recorded, &mut |progress| reporter.tell(progress))?;
    reporter.conclude(&standings)?;
    let is_refuted = tournament.decision(&standings) == Some(Decision::H0);
    Ok(ExitCode::from(u8::from(is_refuted)))
}

/// Gives meaning to the arguments.
fn tournament<G: GameList>(task: &MatchArgs) -> anyhow::Result<Tournament> {
    let mut pace = Pace::default();
    let limits = [&task.tc, &task.movetime, &task.nodes, &task.depth];
    for (key, value) in Pace::KEYS.into_iter().zip(limits) {
        if let Some(value) = value {
            pace.set(key, Text::whole(value)).with_context(|| format!("--{key} {value:?}"))?;
        }
    }
    let openings = match &task.openings {
        Some(path) => OpeningSource::Text(
            fs::read_to_string(path).with_context(|| format!("--openings {}", path.display()))?,
        ),
        None => OpeningSource::Random {
            plies: task.random_plies.into(),
            balance: i32::try_from(task.balance).unwrap_or(i32::MAX),
        },
    };
    let rounds = if task.sprt.is_some() { 10_000 } else { 50 };
    let Some(game) = task.game.as_deref().and_then(G::find) else { bail!("which game?") };
    Ok(Tournament {
        game,
        rules: task.option.clone(),
        players: task.engine.clone(),
        pace,
        format: if task.gauntlet { Format::Gauntlet } else { Format::RoundRobin },
        rounds: task.rounds.unwrap_or(rounds),
        openings,
        seed: task.seed,
        sprt: task.sprt,
        concurrency: task.concurrency.unwrap_or(1).into(),
        conditions: Conditions {
            margin: Duration::from_millis(task.margin),
            timeout: Duration::from_millis(task.timeout),
            max_plies: task.max_plies as usize,
            resign: task.resign.as_deref().map(resign).transpose()?,
        },
    })
}

/// Reads `CP` or `CP,MOVES`.
fn resign(text: &str) -> anyhow::Result<(i32, u32)> {
    let (cp, moves) = text.split_once(',').unwrap_or((text, "3"));
    let read = cp.parse().ok().zip(moves.parse().ok());
    read.filter(|(cp, moves)| (1..=31_000).contains(cp) && (1..=1000).contains(moves))
        .with_context(|| format!("--resign wants hundredths and moves such as 600,3, got {text:?}"))
}
