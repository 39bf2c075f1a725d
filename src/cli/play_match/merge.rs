//! `quincunx match --merge`: the parts of a match put together.

use std::path::Path;
use std::process::ExitCode;

use anyhow::bail;
use clap::Command;

use super::args::MatchArgs;
use super::report::Reporter;
use crate::arena::{Archive, Recorded, RecordedGame};
use crate::engine::Engine;

/// Puts the parts of a match together and reports; exit codes are those of a match.
pub(super) fn run(
    engine: &Engine,
    task: &MatchArgs,
    program: &Command,
) -> anyhow::Result<ExitCode> {
    let mut parts: Vec<(&Path, Recorded)> = Vec::new();
    for path in &task.merge {
        let mut part = Archive::read(path)?;
        part.command = super::without(part.command, &[&super::BESIDE[..], &["--shard"]].concat());
        if let Some((first, whole)) = parts.first() {
            belongs(path, &part, first, whole)?;
        }
        parts.push((path, part));
    }
    let Some((first, Recorded { command, build, .. })) = parts.first() else {
        bail!("--merge wants files");
    };
    let (mut command, build) = (command.clone(), build.clone());
    if let Some(rounds) = task.rounds {
        // What is written has so many, too.
        command = super::without(command, &["--rounds"]);
        command.extend(["--rounds".to_owned(), rounds.to_string()]);
    }
    let mut whole = super::read_again(program, first, &command)?;
    whole.opening_cache = task.opening_cache.clone();
    let tournament = super::tournament(engine, &whole)?;

    let mut games: Vec<RecordedGame> = Vec::new();
    parts.into_iter().for_each(|(_, part)| games.extend(part.games));
    let reporter = Reporter::new(&tournament, task);
    let (standings, counted) = tournament.count(engine, games, task.partial)?;
    if let Some(path) = &task.record {
        let build = build.as_deref().unwrap_or("unknown");
        let mut archive = Archive::create(path, &command, build)?;
        counted.iter().try_for_each(|game| archive.append(game))?;
    }
    reporter.conclude(&standings)?;
    Ok(super::verdict(&tournament, &standings))
}

/// Checks that a file is of the same match as the first one.
fn belongs(path: &Path, part: &Recorded, first: &Path, whole: &Recorded) -> anyhow::Result<()> {
    let (here, there) = (path.display(), first.display());
    if part.command != whole.command {
        bail!(
            "{here} is not of the match of {there}: the command of the one was {:?}, of the other {:?}",
            part.command.join(" "),
            whole.command.join(" ")
        );
    }
    if part.build != whole.build {
        let name =
            |build: &Option<String>| build.clone().unwrap_or("one without a name".to_owned());
        bail!(
            "{here} is not of the match of {there}: it was played by build {}, the other by {}",
            name(&part.build),
            name(&whole.build)
        );
    }
    Ok(())
}
