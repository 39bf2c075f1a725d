//! `quincunx tablebase list` and `stats`: what is in a folder of tables.

use std::io::{self, Write};
use std::process::ExitCode;

use serde_json::json;

use super::args::TableFolder;
use super::{bytes, grouped, open};
use crate::cli::complain;
use crate::tablebase::{Counts, Header, Solved, Tablebase, Unit};

pub(super) fn list<G: Solved>(task: &TableFolder) -> anyhow::Result<ExitCode> {
    let (tables, problems) = Tablebase::<G>::open(&task.path, 1)?;
    let mut out = io::stdout().lock();
    for file in tables.files() {
        let header = file.header();
        let kind = if header.knows_distances() { "" } else { ", results only" };
        writeln!(out, "{} {:>9}  {}{kind}", header.unit, bytes(header.bytes), header.metric)?;
    }
    let size = tables.files().map(|file| file.header().bytes).sum();
    writeln!(out, "{}, {}", tables.inventory(), bytes(size))?;
    let missing = tables.missing_names();
    if !missing.is_empty() {
        writeln!(out, "missing: {missing}")?;
    }
    for problem in &problems {
        complain(problem);
    }
    Ok(ExitCode::from(u8::from(!problems.is_empty())))
}

pub(super) fn stats<G: Solved>(task: &TableFolder, as_json: bool) -> anyhow::Result<ExitCode> {
    let (tables, metric, is_clean) = open::<G>(&task.path, 1)?;
    let mut out = io::stdout().lock();
    if as_json {
        for file in tables.files() {
            for sector in 0..file.header().unit.sectors() {
                writeln!(out, "{}", row(file.header(), sector))?;
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
        let mut rows: Vec<(String, Counts)> = Vec::new();
        for file in tables.files() {
            let header = file.header();
            for sector in 0..header.unit.sectors() {
                let (name, counts) = (header.unit.row_name(sector), header.counts[sector]);
                match rows.last_mut().filter(|(last, _)| *last == name) {
                    Some((_, sum)) => *sum = sum.merged(counts),
                    None => rows.push((name, counts)),
                }
            }
        }
        let mut total = Counts::default();
        for (name, counts) in rows {
            let [win, draw, loss] = counts.orbits.map(grouped);
            let all = grouped(counts.orbits.iter().sum());
            let longest = [counts.longest_win, counts.longest_loss];
            writeln!(
                out,
                "{name:<6} {all:>13} {win:>13} {draw:>13} {loss:>13} {:>8} {:>8}",
                longest[0], longest[1]
            )?;
            total = total.merged(counts);
        }
        let [win, draw, loss] = total.orbits.map(grouped);
        let all = grouped(total.orbits.iter().sum());
        writeln!(out, "{:<6} {all:>13} {win:>13} {draw:>13} {loss:>13}", "all")?;
    }
    Ok(ExitCode::from(u8::from(!is_clean)))
}

/// Returns the statistics of a sector, in the words of the lists in `tests/vectors`.
fn row<U: Unit>(header: &Header<U>, sector: usize) -> serde_json::Value {
    let counts = header.counts[sector];
    let mut row = json!({
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
    });
    for (name, number) in header.unit.material(sector) {
        row[name] = number.into();
    }
    row
}
