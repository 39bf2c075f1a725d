//! Threads for the builder and for verification.

use std::num::NonZero;

use crate::kernel::parallel;
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

/// A thread pool for long work.
#[derive(Debug)]
pub struct Pool(ThreadPool);

impl Pool {
    /// Starts `threads` threads; 0 means one per processor.
    ///
    /// # Errors
    ///
    /// The system cannot start the threads.
    pub fn new(threads: usize) -> Result<Self, ThreadPoolBuildError> {
        let all = || std::thread::available_parallelism().map_or(1, NonZero::get);
        let threads = if threads == 0 { all() } else { threads };
        ThreadPoolBuilder::new().num_threads(threads).build().map(Self)
    }

    /// Returns how many threads there are.
    #[must_use]
    pub fn current_num_threads(&self) -> usize {
        self.0.current_num_threads()
    }

    /// Runs work on the threads.
    pub fn install<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        parallel::within(&self.0, work)
    }
}
