//! The openings of a match: from a file, random, or from a cache of random ones.

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use anyhow::{Context, bail};

use super::super::input;
use super::args::MatchArgs;
use crate::arena::{OpeningSource, Tournament};
use crate::engine::Engine;
use crate::kernel::Gather;

/// Returns where the games of so many rounds begin.
pub(super) fn source(task: &MatchArgs, rounds: u64) -> anyhow::Result<OpeningSource> {
    if let Some(path) = &task.openings {
        return Ok(OpeningSource::Text(input::text(path).context("--openings")?));
    }
    if let Some(path) = &task.opening_cache {
        let name = || format!("--opening-cache {}", path.display());
        let text = input::text(path).context("--opening-cache")?;
        let (found, wanted) = (text.lines().next().unwrap_or(""), title(task));
        if found != wanted {
            bail!("{}: it begins with {found:?}, not with {wanted:?}", name());
        }
        let lines = text.lines().skip(1).count() as u64;
        if lines < rounds {
            bail!("{}: it has {lines} openings for {rounds} rounds", name());
        }
        return Ok(OpeningSource::Text(text));
    }
    Ok(OpeningSource::Random {
        plies: task.random_plies.into(),
        balance: i32::try_from(task.balance).unwrap_or(i32::MAX),
        nodes: task.balance_nodes,
    })
}

/// Prints the openings of all rounds.
pub(super) fn print(
    engine: &Engine,
    task: &MatchArgs,
    tournament: &Tournament,
) -> anyhow::Result<ExitCode> {
    let mut out = BufWriter::new(io::stdout().lock());
    writeln!(out, "{}", title(task))?;
    let different = tournament.openings(engine, &mut |line| writeln!(out, "{line}"))?;
    out.flush()?;
    let rounds = tournament.rounds;
    if different < rounds {
        let text = format!("only {different} of the {rounds} openings are different");
        crate::cli::complain(text);
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns all that random openings depend on, as the first line of their file.
fn title(task: &MatchArgs) -> String {
    let rules = task.option.iter().map(|rule| format!(" {rule},")).gather().concat();
    format!(
        "# openings of {}:{rules} {} plies, balance {} by {} nodes, seed {}, build {}",
        task.game.as_deref().unwrap_or(""),
        task.random_plies,
        task.balance,
        task.balance_nodes,
        task.seed,
        super::build()
    )
}
