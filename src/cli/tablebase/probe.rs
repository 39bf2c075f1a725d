//! `quincunx tablebase probe`.

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::{anyhow, bail};

use super::args::ProbeTables;
use crate::games::morris::{Morris, Rules};
use crate::kernel::Position;
use crate::notation::{Notation, caret};
use crate::tablebase::Tables;

pub(super) fn run(task: &ProbeTables) -> anyhow::Result<ExitCode> {
    let text = &task.position;
    let position = Morris::read_position(text, &Rules::UNLIMITED)
        .map_err(|e| anyhow!("no such position: {e}\n{}", caret(text, e.column())))?;
    let (tables, problems) = Tables::open(&task.path, Tables::CACHE_MIB)?;
    for problem in &problems {
        super::super::complain(problem);
    }
    let Some(metric) = tables.metric() else {
        bail!("there are no tables in {}", task.path.display())
    };
    if position.has_hands() {
        bail!("tables begin when both hands are empty; search with the option TablePath instead");
    }
    let mut out = io::stdout().lock();
    if let Some(outcome) = position.outcome() {
        let winner = outcome.winner.map_or("nobody", Morris::letter);
        writeln!(out, "the game is over: {winner} wins ({})", outcome.ending)?;
        return Ok(ExitCode::SUCCESS);
    }
    let (own, enemy) = (position.own().board(), position.enemy().board());
    let value = match tables.probe(&position)? {
        Some(value) => value.to_string(),
        None => match tables.class(own, enemy)? {
            Some(class) => class.name().to_owned(),
            None => {
                bail!("there is no table for {}-{} men", own.count_ones(), enemy.count_ones())
            }
        },
    };
    writeln!(out, "{value}\nplies to {metric}")?;
    for (m, value) in tables.probe_moves(&position)? {
        let value = value.map_or_else(|| "unknown".to_owned(), |value| value.to_string());
        writeln!(out, "{:<16} {value}", position.write_move(m))?;
    }
    Ok(ExitCode::SUCCESS)
}
