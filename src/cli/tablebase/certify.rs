//! `quincunx tablebase certify`: certificates of tables, and tables against one.

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::{Context, anyhow, bail};

use super::args::CertifyTables;
use super::choice::chosen;
use super::{open, pool};
use crate::cli::progress::bar_with;
use crate::cli::words::counted;
use crate::games::{AnySolved, AnyTablebase};
use crate::kernel::{Gather, parallel};
use crate::tablebase::{Certificate, Certified, Outline, TableError, Units};

pub(super) fn run(task: &CertifyTables, solved: &dyn AnySolved) -> anyhow::Result<ExitCode> {
    let kept = task.check.as_ref().map(|path| {
        let text = std::fs::read_to_string(path);
        let text = text.with_context(|| format!("cannot read {}", path.display()))?;
        let parsed = Certificate::parse(&text);
        parsed.map_err(|error| anyhow!("{} is no certificate: {error}", path.display()))
    });
    let kept = kept.transpose()?;
    let chosen = chosen(solved, task.pairs.as_deref(), Some(&task.folder))?;
    let (tables, _, is_clean) = open(solved, &task.folder.path, 1)?;
    let mut units: Vec<&Outline> = Vec::new();
    for unit in &chosen {
        units.extend(tables.table(*unit).map(|table| &*table.header().unit));
    }
    if units.is_empty() {
        bail!("there are no such tables in {}", task.folder.path.display());
    }
    let found = pool(task.threads)?.install(|| certificate(solved, &*tables, &units))?;
    let mut out = io::stdout().lock();
    let Some(kept) = kept else {
        write!(out, "{found}")?;
        return Ok(ExitCode::from(u8::from(!is_clean)));
    };
    let units = solved.units();
    let all = &units.list;
    let asked: Vec<&String> = chosen.iter().flat_map(|unit| &all[*unit].sector_names).gather();
    // A sector of no unit is one too many in the certificate.
    let is_known =
        |name: &str| all.iter().any(|unit| unit.sector_names.iter().any(|it| it == name));
    let is_asked = |name: &str| asked.iter().any(|asked| *asked == name) || !is_known(name);
    if let Some(difference) = kept.difference(&found, is_asked) {
        writeln!(out, "DIFFERENT: {difference}")?;
        return Ok(ExitCode::FAILURE);
    }
    let sums = sums(&units, &kept.sectors);
    if let Some((kind, _)) = kept.sums.iter().find(|sum| !sums.contains(sum)) {
        writeln!(out, "DIFFERENT: all {kind} of the certificate is not the sum of its sectors")?;
        return Ok(ExitCode::FAILURE);
    }
    let count = found.sectors.len();
    let verb = if count == 1 { "is" } else { "are" };
    writeln!(out, "{} {verb} as certified", counted(count as u64, "sector"))?;
    Ok(ExitCode::from(u8::from(!is_clean)))
}

/// Returns the certificate of some units, after a look at every byte of their files.
fn certificate(
    solved: &dyn AnySolved,
    tables: &dyn AnyTablebase,
    units: &[&Outline],
) -> Result<Certificate, TableError> {
    let mut sectors = Vec::new();
    for unit in units {
        for sector in 0..unit.sectors {
            sectors.push((*unit, sector));
        }
    }
    let places = sectors.iter().map(|(unit, _)| unit.places() as u64).sum();
    let bar = bar_with(places, "{wide_bar} {percent:>3}% {rate} {left:>11}");
    // The largest are the last ones, and a sector is the work of one thread.
    let count = sectors.len();
    let hashed = parallel::map(count, |at| {
        let (unit, sector) = sectors[count - 1 - at];
        let hash = tables.digest(unit.ordinal, sector)?;
        if sector == 0 {
            tables.check_stored(unit.ordinal)?;
        }
        bar.inc(unit.places() as u64);
        Ok(hash)
    });
    bar.finish_and_clear();
    let mut certificate = Certificate {
        game: tables.units().game.to_owned(),
        rules: rules(solved),
        metric: tables.metric().map_or_else(String::new, |metric| metric.to_string()),
        ..Certificate::default()
    };
    for ((unit, sector), hash) in sectors.iter().zip(hashed.into_iter().rev()) {
        let Some(table) = tables.table(unit.ordinal) else { continue };
        let holds = Certified::new(&table.header().counts[*sector], hash?);
        certificate.sectors.push((unit.sector_names[*sector].clone(), holds));
    }
    certificate.sums = sums(tables.units(), &certificate.sectors);
    Ok(certificate)
}

/// Returns the sums of the kinds of units of which all sectors are there.
fn sums(units: &Units, sectors: &[(String, Certified)]) -> Vec<(String, Certified)> {
    let mut sums = Vec::new();
    for kind in units.list.chunk_by(|one, other| one.kind == other.kind) {
        let names = || kind.iter().flat_map(|unit| &unit.sector_names);
        let is_there = |name: &&String| sectors.iter().find(|(it, _)| it == *name);
        let parts = names().filter_map(|name| is_there(&name)).map(|(_, holds)| holds).gather();
        if parts.len() == names().count() {
            sums.push((kind[0].kind.to_owned(), Certified::sum(parts)));
        }
    }
    sums
}

/// Returns the rules that tables are solved under: `Option VALUE, Option VALUE`.
fn rules(solved: &dyn AnySolved) -> String {
    let start = solved.start();
    let specs = start.game().rule_options().iter().zip(start.choices());
    let shown = specs.map(|(spec, value)| format!("{} {}", spec.name, spec.kind.shown(&value)));
    shown.gather().join(", ")
}
