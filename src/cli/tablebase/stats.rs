//! `quincunx tablebase stats`.

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::bail;
use serde_json::json;

use super::args::ListTables;
use super::grouped;
use crate::tablebase::{Header, Tables, Turn};

pub(super) fn run(task: &ListTables, as_json: bool) -> anyhow::Result<ExitCode> {
    let (tables, problems) = Tables::open(&task.path, 1)?;
    for problem in &problems {
        super::super::complain(problem);
    }
    let Some(metric) = tables.metric() else {
        bail!("there are no tables in {}", task.path.display())
    };
    let mut out = io::stdout().lock();
    if as_json {
        for file in tables.files() {
            for turn in file.header().pair.turns() {
                writeln!(out, "{}", row(file.header(), *turn))?;
            }
        }
    } else {
        writeln!(out, "plies to {metric}; positions up to symmetry, for the side to move\n")?;
        writeln!(
            out,
            "sector {:>13} {:>13} {:>13} {:>13} {:>8} {:>8}",
            "positions", "win", "draw", "loss", "longest", "longest"
        )?;
        writeln!(out, "{:>59} {:>8} {:>8}", "", "win", "loss")?;
        let mut total = [0; 3];
        for file in tables.files() {
            for turn in file.header().pair.turns() {
                let counts = file.header().counts(*turn);
                let [win, draw, loss] = counts.orbits;
                writeln!(
                    out,
                    "{:<6} {:>13} {:>13} {:>13} {:>13} {:>8} {:>8}",
                    file.header().pair.sector(*turn).to_string(),
                    grouped(win + draw + loss),
                    grouped(win),
                    grouped(draw),
                    grouped(loss),
                    counts.longest_win,
                    counts.longest_loss
                )?;
                total = [total[0] + win, total[1] + draw, total[2] + loss];
            }
        }
        let [win, draw, loss] = total.map(grouped);
        let all = grouped(total.iter().sum());
        writeln!(out, "{:<6} {all:>13} {win:>13} {draw:>13} {loss:>13}", "all")?;
    }
    Ok(ExitCode::from(u8::from(!problems.is_empty())))
}

/// Returns what a table says of a sector, in the words of `tests/vectors/morris.sectors.jsonl`.
fn row(header: &Header, turn: Turn) -> serde_json::Value {
    let counts = header.counts(turn);
    let sector = header.pair.sector(turn);
    json!({
        "to_move": sector.own,
        "other": sector.enemy,
        "metric": header.metric.name(),
        "quiet": header.metric.quiet(),
        "states": counts.orbits.iter().sum::<u64>(),
        "win": counts.orbits[0],
        "draw": counts.orbits[1],
        "loss": counts.orbits[2],
        "max_win": counts.longest_win,
        "max_loss": counts.longest_loss,
        "raw_win": counts.raw[0],
        "raw_draw": counts.raw[1],
        "raw_loss": counts.raw[2],
    })
}
