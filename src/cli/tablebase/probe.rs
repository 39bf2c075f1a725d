//! `quincunx tablebase probe`.

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::{anyhow, bail};

use super::args::ProbeTables;
use super::open;
use crate::games::Game;
use crate::notation::caret;
use crate::tablebase::{Solved, Tablebase, Unit};

pub(super) fn run<G: Game + Solved>(task: &ProbeTables) -> anyhow::Result<ExitCode> {
    let text = &task.position;
    let position = G::read_position(text, &G::UNLIMITED)
        .map_err(|e| anyhow!("no such position: {e}\n{}", caret(text, e.column())))?;
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
