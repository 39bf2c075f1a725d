//! `quincunx tablebase list` and `stats`: what is in a folder of tables.

use std::io::{self, Write};
use std::process::ExitCode;

use serde_json::json;

use super::args::TableFolder;
use super::{bytes, grouped, open};
use crate::cli::complain;
use crate::games::AnySolved;
use crate::tablebase::{Counts, Metric, TableFile};

/// What is known of a sector of a table.
struct Row {
    /// What the sector is called in a list.
    name: String,
    metric: Metric,
    counts: Counts,
    /// What is on the board.
    material: Vec<(&'static str, u32)>,
}

impl Row {
    /// Returns the statistics of a sector, in the words of the lists in `tests/vectors`.
    fn json(&self) -> serde_json::Value {
        let Counts { orbits, raw, longest_win, longest_loss } = self.counts;
        let mut row = json!({
            "metric": self.metric.name(),
            "quiet": self.metric.quiet(),
            "states": orbits.iter().sum::<u64>(),
            "win": orbits[0],
            "draw": orbits[1],
            "loss": orbits[2],
            "max_win": longest_win,
            "max_loss": longest_loss,
            "raw_win": raw[0],
            "raw_draw": raw[1],
            "raw_loss": raw[2],
        });
        for (name, number) in &self.material {
            row[*name] = (*number).into();
        }
        row
    }
}

pub(super) fn list(task: &TableFolder, solved: &dyn AnySolved) -> anyhow::Result<ExitCode> {
    let (tables, problems) = solved.open(&task.path, 1)?;
    let (mut out, mut size) = (io::stdout().lock(), 0);
    for header in tables.files().map(TableFile::header) {
        let kind = if header.knows_distances() { "" } else { ", results only" };
        size += header.bytes;
        writeln!(out, "{} {:>9}  {}{kind}", header.unit, bytes(header.bytes), header.metric)?;
    }
    writeln!(out, "{}, {}", tables.inventory(), bytes(size))?;
    let missing = tables.missing_names();
    if !missing.is_empty() {
        writeln!(out, "missing: {missing}")?;
    }
    problems.iter().for_each(complain);
    Ok(ExitCode::from(u8::from(!problems.is_empty())))
}

pub(super) fn stats(
    task: &TableFolder,
    solved: &dyn AnySolved,
    as_json: bool,
) -> anyhow::Result<ExitCode> {
    let (tables, metric, is_clean) = open(solved, &task.path, 1)?;
    let mut rows = Vec::new();
    for header in tables.files().map(TableFile::header) {
        for sector in 0..header.unit.sectors {
            let (name, material) = solved.row(&header.unit, sector);
            rows.push(Row { name, counts: header.counts[sector], material, metric: header.metric });
        }
    }
    print_stats(&rows, metric, as_json)?;
    Ok(ExitCode::from(u8::from(!is_clean)))
}

fn print_stats(rows: &[Row], metric: Metric, as_json: bool) -> io::Result<()> {
    let mut out = io::stdout().lock();
    if as_json {
        return rows.iter().try_for_each(|row| writeln!(out, "{}", row.json()));
    }
    writeln!(out, "plies to {metric}; positions up to symmetry, for the side to move\n")?;
    writeln!(
        out,
        "sector {:>13} {:>13} {:>13} {:>13} {:>8} {:>8}",
        "positions", "win", "draw", "loss", "longest", "longest"
    )?;
    writeln!(out, "{:>59} {:>8} {:>8}", "", "win", "loss")?;
    let mut total = Counts::default();
    for rows in rows.chunk_by(|one, other| one.name == other.name) {
        let counts = rows.iter().fold(Counts::default(), |sum, row| sum.merged(row.counts));
        let [win, draw, loss] = counts.orbits.map(grouped);
        let all = grouped(counts.orbits.iter().sum());
        let longest = [counts.longest_win, counts.longest_loss];
        writeln!(
            out,
            "{:<6} {all:>13} {win:>13} {draw:>13} {loss:>13} {:>8} {:>8}",
            rows[0].name, longest[0], longest[1]
        )?;
        total = total.merged(counts);
    }
    let [win, draw, loss] = total.orbits.map(grouped);
    let all = grouped(total.orbits.iter().sum());
    writeln!(out, "{:<6} {all:>13} {win:>13} {draw:>13} {loss:>13}", "all")
}
