//! A search from the shell: on a thread with room for it, ended by Ctrl-C.

use std::io;
use std::sync::Arc;
use std::thread;
use std::time::Instant;

use anyhow::{Context, anyhow};

use super::interrupt;
use crate::engine::{Analysis, Conclusion, Go, Session};
use crate::search::{self, Control};

/// Searches the current position. A report that cannot be written ends the search.
pub(super) fn think(
    session: &mut dyn Session,
    go: &Go,
    report: &mut (dyn FnMut(&Analysis) -> io::Result<()> + Send),
) -> anyhow::Result<Conclusion> {
    let job = session.search(go)?;
    let control = Arc::new(Control::new(Instant::now()));
    let _watched = interrupt::watch(&control);
    let mut failed = None;
    let mut tell = |analysis: &Analysis| {
        if let Err(error) = report(analysis) {
            failed = Some(error);
            control.stop();
        }
    };
    let found = thread::scope(|scope| {
        let searcher = search::thread().spawn_scoped(scope, || job(&control, &mut tell));
        searcher.context("no thread to search on")?.join().map_err(|_| anyhow!("the search failed"))
    })?;
    match failed {
        Some(error) => Err(error.into()),
        None => Ok(found),
    }
}
