//! The caller's hand on a running search.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex};
use std::time::{Duration, Instant};

/// The stop flag and the clock of one search.
///
/// Each search gets a control of its own, so that a `stop` can neither be lost before its search
/// has begun nor reach the next one.
#[derive(Debug)]
pub struct Control {
    stopped: AtomicBool,
    /// Guards nothing; [`wait`](Self::wait) sleeps on it.
    gate: Mutex<()>,
    bell: Condvar,
    started: Instant,
}

impl Control {
    /// Returns the control of a search whose time counts from `started`.
    #[must_use]
    pub const fn new(started: Instant) -> Self {
        Self {
            stopped: AtomicBool::new(false),
            gate: Mutex::new(()),
            bell: Condvar::new(),
            started,
        }
    }

    /// Ends the search as soon as it looks.
    pub fn stop(&self) {
        let _gate = self.gate.lock();
        self.stopped.store(true, Ordering::Relaxed);
        self.bell.notify_all();
    }

    /// Returns whether the search was told to end.
    #[must_use]
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Returns the flag itself, for work that is no search.
    #[must_use]
    pub const fn flag(&self) -> &AtomicBool {
        &self.stopped
    }

    /// Returns the time since the search was asked for.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Sleeps until the search is told to end.
    pub fn wait(&self) {
        let Ok(mut gate) = self.gate.lock() else { return };
        while !self.is_stopped() {
            match self.bell.wait(gate) {
                Ok(again) => gate = again,
                Err(_) => return,
            }
        }
    }
}
