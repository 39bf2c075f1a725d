//! `quincunx tablebase list` and `stats`: what is in a folder of tables.

use std::io::{self, Write};
use std::process::ExitCode;

use serde_json::json;

use super::args::TableFolder;
use super::{bytes, grouped, open};
use crate::cli::complain;
use crate::tablebase::{Counts, Header, Metric, Solved, TableFile, Tablebase, Unit};

/// What is known of a table or of one of its sectors.
struct Row {
    /// The unit, or what the sector is called in a list.
    name: String,
    bytes: u64,
    metric: Metric,
    knows_distances: bool,
    counts: Counts,
    /// What is on the board.
    material: Vec<(&'static str, u32)>,
}

impl Row {
    fn of<U: Unit>(header: &Header<U>, name: String, counts: Counts) -> Self {
        let &Header { bytes, metric, .. } = header;
        let (knows_distances, material) = (header.knows_distances(), Vec::new());
        Self { name, bytes, metric, knows_distances, counts, material }
    }

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

pub(super) fn list<G: Solved>(task: &TableFolder) -> anyhow::Result<ExitCode> {
    let (tables, problems) = Tablebase::<G>::open(&task.path, 1)?;
    let row = |file: &TableFile<G>| {
        let header = file.header();
        Row::of(header, header.unit.to_string(), Counts::default())
    };
    let rows: Vec<Row> = tables.files().map(row).collect();
    print_list(&rows, &tables.inventory(), &tables.missing_names())?;
    problems.iter().for_each(complain);
    Ok(ExitCode::from(u8::from(!problems.is_empty())))
}

fn print_list(rows: &[Row], inventory: &str, missing: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    for row in rows {
        let kind = if row.knows_distances { "" } else { ", results only" };
        writeln!(out, "{} {:>9}  {}{kind}", row.name, bytes(row.bytes), row.metric)?;
    }
    let size = rows.iter().map(|row| row.bytes).sum();
    writeln!(out, "{inventory}, {}", bytes(size))?;
    if !missing.is_empty() {
        writeln!(out, "missing: {missing}")?;
    }
    Ok(())
}

pub(super) fn stats<G: Solved>(task: &TableFolder, as_json: bool) -> anyhow::Result<ExitCode> {
    let (tables, metric, is_clean) = open::<G>(&task.path, 1)?;
    let mut rows = Vec::new();
    for header in tables.files().map(TableFile::header) {
        let unit = header.unit;
        for sector in 0..unit.sectors() {
            let row = Row::of(header, unit.row_name(sector), header.counts[sector]);
            rows.push(Row { material: unit.material(sector), ..row });
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
