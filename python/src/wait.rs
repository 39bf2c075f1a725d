//! Long work beside Python: without its lock, and Ctrl-C ends it.

use std::any::Any;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use pyo3::prelude::*;
use quincunx::search::thread;

use crate::error::failed;

/// How often signals are looked for.
pub(crate) const PULSE: Duration = Duration::from_millis(50);

/// Runs `work` on a thread of its own with room for a search while other threads of Python run. On a signal such
/// as Ctrl-C it calls `stop`, waits for the work to end, and raises what the signal's handler raises. A panic
/// becomes a `RuntimeError`.
pub(crate) fn wait<T: Send>(
    py: Python<'_>,
    stop: impl Fn(),
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    let (done, is_done) = channel();
    std::thread::scope(|scope| {
        let builder = thread();
        let worker = builder.spawn_scoped(scope, move || {
            let result = work();
            // Whoever waits no longer has raised something.
            let _ = done.send(());
            result
        });
        let worker = worker.map_err(|error| failed(format!("no thread to search on: {error}")))?;
        let mut raised = Ok(());
        let is_done = std::sync::Mutex::new(is_done);
        let wait = || match is_done.lock() {
            Ok(is_done) => is_done.recv_timeout(PULSE),
            Err(_) => Err(RecvTimeoutError::Disconnected),
        };
        while py.detach(wait) == Err(RecvTimeoutError::Timeout) {
            if raised.is_ok() {
                raised = py.check_signals();
                if raised.is_err() {
                    stop();
                }
            }
        }
        let result = worker.join().map_err(|panic| failed(format!("panic: {}", words(&*panic))));
        raised?;
        result
    })
}

/// Returns what a panic said.
fn words(panic: &(dyn Any + Send)) -> &str {
    let owned = panic.downcast_ref::<String>().map(String::as_str);
    owned.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("unknown")
}
