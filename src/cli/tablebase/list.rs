//! `quincunx tablebase list`.

use std::io::{self, Write};
use std::process::ExitCode;

use super::args::TableFolder;
use super::bytes;
use crate::tablebase::{Solved, Tablebase};

pub(super) fn run<G: Solved>(task: &TableFolder) -> anyhow::Result<ExitCode> {
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
        super::super::complain(problem);
    }
    Ok(ExitCode::from(u8::from(!problems.is_empty())))
}
