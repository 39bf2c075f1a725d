//! Threads with room for a search.

use std::{io, thread};

use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

/// The stack of a search: room for the deepest line there can be.
const STACK: usize = 64 << 20;

/// Returns the builder of a thread that a search can run on.
pub fn thread() -> thread::Builder {
    thread::Builder::new().stack_size(STACK)
}

/// Returns what `work` returns on a thread that a search can run on.
///
/// # Errors
///
/// The system gives no thread.
///
/// # Panics
///
/// If `work` does.
pub fn on_thread<T: Send>(work: impl FnOnce() -> T + Send) -> io::Result<T> {
    let (mut work, mut done) = (Some(work), None);
    run_on_thread(&mut || done = work.take().map(|work| work()))?;
    Ok(done.expect("a thread runs what it is given"))
}

fn run_on_thread(work: &mut (dyn FnMut() + Send)) -> io::Result<()> {
    thread::scope(|scope| thread().spawn_scoped(scope, work).map(drop))
}

/// Returns a pool of threads that searches can run on.
///
/// # Errors
///
/// Says so when the system gives no threads.
pub fn pool(threads: usize) -> Result<ThreadPool, ThreadPoolBuildError> {
    ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK).build()
}
