//! A search from the command line: on a thread with enough stack, ended by Ctrl-C.

use std::io;
use std::sync::Arc;
use std::time::Instant;

use anyhow::Context;

use super::interrupt;
use crate::engine::{Session, Settings};
use crate::kernel::MoveBits;
use crate::search::{self, Control, Event, Limits, Line};

/// Searches the current position and returns the line to play. A report that cannot be written ends
/// the search.
pub(super) fn think(
    session: &mut dyn Session,
    limits: &Limits,
    settings: Settings,
    report: &mut (dyn FnMut(Line<String>) -> io::Result<()> + Send),
) -> anyhow::Result<Line<String>> {
    think_of(session, &[], limits, settings, report)
}

/// Searches as [`think`] does, but only those root moves, if there are any.
pub(super) fn think_of(
    session: &mut dyn Session,
    root_moves: &[MoveBits],
    limits: &Limits,
    settings: Settings,
    report: &mut (dyn FnMut(Line<String>) -> io::Result<()> + Send),
) -> anyhow::Result<Line<String>> {
    let job = session.search(limits, root_moves, settings)?;
    let control = Arc::new(Control::new(Instant::now()));
    let _watched = interrupt::watch(&control);
    let mut failed = None;
    let mut tell = |event| {
        let line = match event {
            Event::Line(line) => line,
            Event::Warning(text) => return super::complain(text),
            Event::RootMove { .. } | Event::Book { .. } => return,
        };
        if let Err(error) = report(line) {
            failed = Some(error);
            control.stop();
        }
    };
    let found = search::on_thread(|| job(&control, &mut tell)).context("no thread to search on")?;
    match failed {
        Some(error) => Err(error.into()),
        None => Ok(found),
    }
}
