//! Threads with room for a search.

use std::thread;

use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

/// The stack of a search: room for the deepest line there can be.
const STACK: usize = 64 << 20;

/// Returns the builder of a thread that a search can run on.
pub fn thread() -> thread::Builder {
    thread::Builder::new().stack_size(STACK)
}

/// Returns a pool of threads that searches can run on.
///
/// # Errors
///
/// Says so when the system gives no threads.
pub fn pool(threads: usize) -> Result<ThreadPool, ThreadPoolBuildError> {
    ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK).build()
}
