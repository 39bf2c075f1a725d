//! `quincunx tablebase list`.

use std::io::{self, Write};
use std::process::ExitCode;

use super::args::ListTables;
use super::bytes;
use crate::tablebase::{Pair, Tables};

pub(super) fn run(task: &ListTables) -> anyhow::Result<ExitCode> {
    let (tables, problems) = Tables::open(&task.path, 1)?;
    let mut out = io::stdout().lock();
    for file in tables.files() {
        let header = file.header();
        let kind = if header.has_distances { "" } else { ", results only" };
        writeln!(out, "{} {:>9}  {}{kind}", header.pair, bytes(header.bytes), header.metric)?;
    }
    let size = tables.files().map(|file| file.header().bytes).sum();
    let missing: Vec<String> = tables.missing().map(|pair| pair.to_string()).collect();
    writeln!(out, "{} of {} pairs, {}", tables.files().count(), Pair::COUNT, bytes(size))?;
    if !missing.is_empty() {
        writeln!(out, "missing: {}", missing.join(" "))?;
    }
    for problem in &problems {
        super::super::complain(problem);
    }
    Ok(ExitCode::from(u8::from(!problems.is_empty())))
}
