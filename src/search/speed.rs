//! How fast the solver of a game is on this machine.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use super::params::{PROOF_MEASURED, PROOF_NODES_PER_MS};

/// The speed of a game's own solver, in nodes per millisecond: a careful guess until it was
/// measured.
#[derive(Debug)]
pub(super) struct Speed(AtomicU64);

impl Speed {
    /// Returns the speed that is trusted without a measurement.
    pub(super) const fn guess() -> Self {
        Self(AtomicU64::new(PROOF_NODES_PER_MS))
    }

    /// Returns how long so many nodes take.
    pub(super) fn time(&self, nodes: u64) -> Duration {
        Duration::from_micros(nodes.saturating_mul(1_000) / self.0.load(Ordering::Relaxed))
    }

    /// Takes a measurement. A slower one is adopted at once, a faster one by half: load varies, and
    /// an abandoned proof is expensive.
    pub(super) fn measure(&self, nodes: u64, time: Duration) {
        let micros = u64::try_from(time.as_micros()).unwrap_or(u64::MAX).max(1);
        if nodes >= PROOF_MEASURED {
            let measured = nodes.saturating_mul(1_000) / micros;
            let believed = self.0.load(Ordering::Relaxed);
            self.0.store(measured.min(believed.midpoint(measured)).max(1), Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_measurement_moves_what_is_believed_towards_it() {
        let speed = Speed::guess();
        let guessed = speed.time(1_000_000);
        for _ in 0..20 {
            speed.measure(4 * PROOF_NODES_PER_MS * 100, Duration::from_millis(100));
        }
        let measured = speed.time(1_000_000);
        assert!(measured < guessed / 3 && measured > guessed / 5, "{measured:?}, {guessed:?}");
        speed.measure(1_000, Duration::from_secs(1));
        assert_eq!(speed.time(1_000_000), measured, "too few to tell");
        speed.measure(1_000_000, Duration::from_secs(5));
        assert_eq!(speed.time(1_000_000), Duration::from_secs(5), "slower at once");
        speed.measure(1_000_000, Duration::MAX);
        assert_eq!(speed.time(1), Duration::from_millis(1), "never no speed at all");
    }
}
