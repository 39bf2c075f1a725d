//! Control of a running search.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use parking_lot::{Condvar, Mutex};

use crate::kernel::Limits;

/// The stop flag and the clock of one search.
///
/// Each search gets a control of its own, so that a `stop` can neither be lost before its search
/// has begun nor reach the next one.
#[derive(Debug)]
pub struct Control {
    stopped: AtomicBool,
    /// Whether the clock stands still because the opponent is to move.
    pondering: AtomicBool,
    /// Guards nothing; [`wait`](Self::wait) sleeps on it.
    gate: Mutex<()>,
    bell: Condvar,
    started: Instant,
    /// When the clock began to run, in microseconds after `started`; above 0 after a ponder hit.
    clock_from: AtomicU64,
}

impl Control {
    /// Returns the control of a search whose time counts from `started`.
    #[must_use]
    pub const fn new(started: Instant) -> Self {
        Self {
            stopped: AtomicBool::new(false),
            pondering: AtomicBool::new(false),
            gate: Mutex::new(()),
            bell: Condvar::new(),
            started,
            clock_from: AtomicU64::new(0),
        }
    }

    /// Returns the control of a search on the opponent's time, whose limits of time count from
    /// [`ponder_hit`](Self::ponder_hit) on.
    #[must_use]
    pub const fn pondering(started: Instant) -> Self {
        let mut control = Self::new(started);
        control.pondering = AtomicBool::new(true);
        control
    }

    /// Returns the control of a search within limits that begins at `started`.
    #[must_use]
    pub const fn of(limits: &Limits, started: Instant) -> Self {
        if limits.ponder { Self::pondering(started) } else { Self::new(started) }
    }

    /// Stops the search at its next check.
    pub fn stop(&self) {
        let _gate = self.gate.lock();
        self.stopped.store(true, Ordering::Relaxed);
        self.bell.notify_all();
    }

    /// Lets the clock run: the move that was pondered on has been played.
    pub fn ponder_hit(&self) {
        let _gate = self.gate.lock();
        let passed = u64::try_from(self.elapsed().as_micros()).unwrap_or(u64::MAX);
        self.clock_from.store(passed.max(1), Ordering::Relaxed);
        self.pondering.store(false, Ordering::Release);
        self.bell.notify_all();
    }

    /// Returns whether the search was told to end.
    #[must_use]
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Returns whether the search runs on the opponent's time.
    #[must_use]
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Acquire)
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

    /// Returns whether the clock has run for so long in this search; never on the opponent's time.
    #[must_use]
    pub fn is_out_of_time(&self, limit: Option<Duration>) -> bool {
        let Some(limit) = limit else { return false };
        if self.is_pondering() {
            return false;
        }
        let from = Duration::from_micros(self.clock_from.load(Ordering::Relaxed));
        self.elapsed().saturating_sub(from) >= limit
    }

    /// Returns whether the search has gone on for so long, on the opponent's time as well; never
    /// while it still does.
    #[must_use]
    pub(super) fn has_searched_for(&self, limit: Option<Duration>) -> bool {
        limit.is_some_and(|limit| !self.is_pondering() && self.elapsed() >= limit)
    }

    /// Returns whether the search began on the opponent's time and that is over.
    #[must_use]
    pub(super) fn is_hit(&self) -> bool {
        !self.is_pondering() && self.clock_from.load(Ordering::Relaxed) > 0
    }

    /// Sleeps until the search is told to end.
    pub fn wait(&self) {
        self.wait_while(|| true);
    }

    /// Sleeps until the search is told to end or runs on its own time.
    pub fn wait_for_ponder_hit(&self) {
        self.wait_while(|| self.is_pondering());
    }

    fn wait_while(&self, waits: impl Fn() -> bool) {
        let mut gate = self.gate.lock();
        while !self.is_stopped() && waits() {
            self.bell.wait(&mut gate);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pondering_takes_no_time_off_the_clock_but_is_time_searched() {
        let minute = Duration::from_secs(60);
        let control = Control::pondering(Instant::now() - minute);
        assert!(!control.has_searched_for(Some(minute)) && !control.is_hit());
        control.ponder_hit();
        assert!(control.is_hit() && control.has_searched_for(Some(minute)));
        assert!(!control.has_searched_for(Some(minute * 2)) && !control.has_searched_for(None));
        assert!(
            !control.is_out_of_time(Some(minute)) && control.is_out_of_time(Some(Duration::ZERO))
        );
        let control = Control::new(Instant::now() - minute);
        assert!(!control.is_hit() && control.is_out_of_time(Some(minute)));
    }
}
