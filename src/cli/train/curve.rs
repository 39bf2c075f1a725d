//! The table of a training's rounds, and its chart.

use std::fmt::Write;
use std::path::Path;

use anyhow::{Context, bail};

use crate::cli::plot::{MARGIN, frame, levels};
use crate::kernel::bytes::checksum;
use crate::kernel::{Gather, Quoted, all_ok, file};

/// A round.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct RoundRow {
    /// Its number, from 1.
    pub(super) round: u32,
    /// The games and positions of all rounds up to it.
    pub(super) games: u64,
    pub(super) positions: u64,
    pub(super) hidden: u64,
    /// The loss on held-out positions by the terms and by the network, in nats.
    pub(super) loss: [f64; 2],
    /// How long playing and training took.
    pub(super) seconds: [f64; 2],
    /// The network's wins, draws and losses against the previous one.
    pub(super) matched: [u64; 3],
    /// Its strength above that in Elo and the error, where the match tells.
    pub(super) elo: Option<f64>,
    pub(super) error: Option<f64>,
    /// Whether it replaced the previous one.
    pub(super) is_kept: bool,
}

const HEADER: &str = "round\tgames\tpositions\thidden\tloss before\tloss\tseconds played\tseconds \
                      learned\twon\tdrawn\tlost\telo\terror\tkept\tchecksum";

/// The longest table that is read, in bytes.
const LONGEST: u64 = 1 << 20;

/// Returns the table as text: a header, then a line for each round, which ends with the FNV-1a
/// checksum of what stands before in it.
pub(super) fn table(rows: &[RoundRow]) -> String {
    let mut text = format!("{HEADER}\n");
    for row in rows {
        let RoundRow { round, games, positions, hidden, loss, seconds, .. } = row;
        let [won, drawn, lost] = row.matched;
        let line = format!(
            "{round}\t{games}\t{positions}\t{hidden}\t{:.5}\t{:.5}\t{:.1}\t{:.1}\t{won}\t{drawn}\t{lost}\
             \t{}\t{}\t{}",
            loss[0],
            loss[1],
            seconds[0],
            seconds[1],
            told(row.elo),
            told(row.error),
            row.is_kept
        );
        // Writing to a string does not fail.
        let _ = writeln!(text, "{line}\t{:016x}", checksum(line.as_bytes()));
    }
    text
}

/// Returns a number as it stands in a table.
fn told(number: Option<f64>) -> String {
    number.map_or("-".to_owned(), |number| format!("{number:.1}"))
}

/// Reads such a number. Tables of earlier versions have some that are not finite.
fn number(text: &str) -> Option<Option<f64>> {
    if text == "-" {
        return Some(None);
    }
    text.parse().ok().map(finite)
}

/// Leaves out what says nothing: if all games were won or lost, Elo is infinite and has no error.
pub(super) fn finite(number: f64) -> Option<f64> {
    Some(number).filter(|number| number.is_finite())
}

/// Reads a table; without a file there are no rounds yet. Tables of earlier versions have no checksums.
pub(super) fn read(path: &Path) -> anyhow::Result<Vec<RoundRow>> {
    let name = path.display();
    let read = file::read_if_any(path, LONGEST).with_context(|| name.to_string())?;
    let Some(bytes) = read else { return Ok(Vec::new()) };
    let text = String::from_utf8(bytes).with_context(|| name.to_string())?;
    let (header, rows) = text.split_once('\n').unwrap_or((&text, ""));
    let has_sums = header == HEADER;
    if !has_sums && Some(header) != HEADER.strip_suffix("\tchecksum") {
        bail!(
            "{name}: this is not a table of rounds: it begins with {}",
            Quoted(header.as_bytes())
        );
    }
    let row = |(number, line): (usize, &str)| {
        let Some(text) = (if has_sums { checked(line) } else { Some(line) }) else {
            bail!("{name}: line {number} is damaged, its checksum is wrong: {line:?}");
        };
        parse(text).with_context(|| format!("{name}: line {number} is not a round: {line:?}"))
    };
    all_ok((2..).zip(rows.lines()).map(row))
}

/// Returns a line without its checksum, if that is right.
fn checked(line: &str) -> Option<&str> {
    let (text, sum) = line.rsplit_once('\t')?;
    (format!("{:016x}", checksum(text.as_bytes())) == sum).then_some(text)
}

fn parse(line: &str) -> Option<RoundRow> {
    let mut fields = line.split('\t');
    let mut next = || fields.next();
    Some(RoundRow {
        round: next()?.parse().ok()?,
        games: next()?.parse().ok()?,
        positions: next()?.parse().ok()?,
        hidden: next()?.parse().ok()?,
        loss: [next()?.parse().ok()?, next()?.parse().ok()?],
        seconds: [next()?.parse().ok()?, next()?.parse().ok()?],
        matched: [next()?.parse().ok()?, next()?.parse().ok()?, next()?.parse().ok()?],
        elo: number(next()?)?,
        error: number(next()?)?,
        is_kept: next()?.parse().ok()?,
    })
}

/// The size of the chart.
const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 360.0;

/// Draws the strength after each round, in Elo over the terms alone: the results of the matches,
/// added up over the networks that were kept. A round that was kept for an infinite result has no point.
pub(super) fn svg(title: &str, rows: &[RoundRow]) -> String {
    let mut elo = 0.0;
    let mut points = vec![(0.0, 0.0)];
    for row in rows {
        if row.is_kept {
            let Some(gain) = row.elo else { continue };
            elo += gain;
        }
        points.push((f64::from(row.round), elo));
    }
    let last = points.last().map_or(1.0, |point| point.0).max(1.0);
    let top = points.iter().map(|point| point.1).fold(100.0, f64::max);
    let bottom = points.iter().map(|point| point.1).fold(0.0, f64::min);
    let x = |round: f64| MARGIN + (WIDTH - 2.0 * MARGIN) * round / last;
    let y = |elo: f64| HEIGHT - MARGIN - (HEIGHT - 2.0 * MARGIN) * (elo - bottom) / (top - bottom);
    let title = format!("{title}: Elo over the terms alone, by rounds of self-play");
    let mut text = frame(WIDTH, HEIGHT, &title);
    let step = libm::exp10(libm::log10(top - bottom).floor());
    levels(&mut text, WIDTH - MARGIN, [bottom, top], step, &y, &|level| format!("{level:.0}"));
    let line: Vec<String> =
        points.iter().map(|(round, elo)| format!("{:.1} {:.1}", x(*round), y(*elo))).gather();
    let _ = writeln!(
        text,
        "<path d=\"M{}\" fill=\"none\" stroke=\"#1767b0\" stroke-width=\"2\"/>",
        line.join("L")
    );
    for (round, elo) in points {
        let (x, y) = (x(round), y(elo));
        let _ = writeln!(
            text,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\" fill=\"#1767b0\"/><text x=\"{x:.1}\" \
             y=\"{:.1}\" text-anchor=\"middle\">{round}</text>",
            HEIGHT - MARGIN + 20.0
        );
    }
    text + "</svg>\n"
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn row(round: u32, elo: f64, is_kept: bool) -> RoundRow {
        RoundRow {
            round,
            games: 100,
            positions: 5000,
            hidden: 16,
            loss: [0.5, 0.25],
            seconds: [10.5, 2.0],
            matched: [9, 1, 0],
            elo: finite(elo),
            error: Some(30.0),
            is_kept,
        }
    }

    #[test]
    fn a_table_is_read_as_it_was_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rounds.tsv");
        assert_eq!(read(&path).unwrap(), []);
        let rows = [row(1, 120.0, true), row(2, -7.5, false)];
        fs::write(&path, table(&rows)).unwrap();
        assert_eq!(read(&path).unwrap(), rows);
        let before: String = table(&rows)
            .lines()
            .map(|line| line.rsplit_once('\t').unwrap().0.to_owned() + "\n")
            .collect();
        fs::write(&path, &before).unwrap();
        assert_eq!(read(&path).unwrap(), rows, "as earlier versions wrote it");
        fs::write(&path, before.replace("5000", "many")).unwrap();
        let error = read(&path).unwrap_err().to_string();
        assert!(error.contains("line 2 is not a round: \"1\\t100\\tmany"), "{error}");
    }

    #[test]
    fn what_is_not_finite_is_left_out() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rounds.tsv");
        let all_won = RoundRow { error: finite(f64::NAN), ..row(2, f64::INFINITY, true) };
        let rows = [row(1, 120.0, true), all_won, row(3, 30.0, true)];
        let table = table(&rows);
        assert!(table.contains("\t-\t-\ttrue\t"), "{table}");
        fs::write(&path, &table).unwrap();
        assert_eq!(read(&path).unwrap(), rows);
        assert_eq!((number("inf"), number("NaN")), (Some(None), Some(None)));
        let drawing = svg("Nim", &rows);
        assert_eq!(drawing.matches("<circle").count(), 3, "the start and two rounds");
        assert!(!drawing.contains("NaN") && !drawing.contains("inf"), "{drawing}");
    }

    #[test]
    fn every_flipped_bit_shows() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rounds.tsv");
        let rows = [row(1, 120.0, true), row(2, -7.5, false)];
        let whole = table(&rows).into_bytes();
        for at in 0..8 * whole.len() {
            let mut bytes = whole.clone();
            bytes[at / 8] ^= 1 << (at % 8);
            fs::write(&path, bytes).unwrap();
            assert!(read(&path).is_err(), "bit {} of byte {}", at % 8, at / 8);
        }
    }

    #[test]
    fn what_was_not_kept_adds_nothing() {
        let drawing = svg("Nim", &[row(1, 120.0, true), row(2, 999.0, false)]);
        let circles: Vec<&str> = drawing.matches("<circle").collect();
        assert_eq!(circles.len(), 3);
        assert!(drawing.contains(">100</text>") && !drawing.contains(">200</text>"), "{drawing}");
    }
}
