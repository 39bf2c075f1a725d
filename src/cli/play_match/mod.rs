//! `quincunx match`: engines against each other.

mod args;
mod report;

use std::fs;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, anyhow, bail};
use clap::Parser;

pub(super) use args::MatchArgs;
use report::Reporter;

use crate::arena::{
    Archive, Conditions, Decision, Format, OpeningSource, Pace, Resumed, Tournament,
};
use crate::notation::{GameText, Text};

/// The arguments alone, to read them again from the file of a match.
#[derive(Parser)]
#[command(name = "match", no_binary_name = true)]
struct Again {
    #[command(flatten)]
    task: MatchArgs,
}

pub(super) fn run(task: &MatchArgs) -> anyhow::Result<ExitCode> {
    match &task.resume {
        Some(path) => resume(task, path),
        None => {
            let tournament = tournament(task)?;
            let archive = match &task.record {
                Some(path) => Some(Archive::create(path, &command())?),
                None => None,
            };
            play(task, &tournament, archive, &[])
        }
    }
}

/// The words behind `match`, as they were typed.
fn command() -> Vec<String> {
    std::env::args().skip_while(|word| word != "match").skip(1).collect()
}

fn resume(task: &MatchArgs, path: &Path) -> anyhow::Result<ExitCode> {
    let Resumed { archive, command, games, cut } = Archive::resume(path)?;
    let Again { task: mut first } = Again::try_parse_from(&command)
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
    let tournament = tournament(&first)?;
    play(&first, &tournament, Some(archive), &games)
}

fn play(
    task: &MatchArgs,
    tournament: &Tournament,
    archive: Option<Archive>,
    recorded: &[GameText],
) -> anyhow::Result<ExitCode> {
    let mut reporter = Reporter::new(tournament, task.every);
    let standings = tournament.run(archive, recorded, &mut |progress| reporter.tell(progress))?;
    reporter.conclude(&standings)?;
    let is_refuted = tournament.decision(&standings) == Some(Decision::H0);
    Ok(ExitCode::from(u8::from(is_refuted)))
}

/// Gives meaning to the arguments.
fn tournament(task: &MatchArgs) -> anyhow::Result<Tournament> {
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
    let Some(game) = task.game else { bail!("which game?") };
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
