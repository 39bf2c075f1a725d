//! The clocks of a game: the server's time counts, not a page's.

use std::time::Duration;

use serde::Serialize;
use tokio::time::Instant;

use crate::kernel::{Gather, all_some};

/// The least time that an engine is given for a move.
const LEAST: Duration = Duration::from_millis(20);
/// An engine uses this part of what is left, and most of the increment.
const SHARE: u32 = 25;

/// The longest time that is read from a record, some hundred days: an [`Instant`] has its end.
const LONGEST: u64 = 10_000_000_000;

/// The clocks of both players. They stand until the first move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Clock {
    /// What each began with.
    time: Duration,
    /// What each gets for a move.
    increment: Duration,
    left: [Duration; 2],
    /// Whose clock runs, and since when.
    running: Option<(usize, Instant)>,
}

/// The clocks as the page shows them, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(super) struct ClockState {
    pub(super) time: u64,
    pub(super) increment: u64,
    pub(super) left: [u64; 2],
    pub(super) running: Option<usize>,
}

impl Clock {
    pub(super) const fn new(time: Duration, increment: Duration) -> Self {
        Self { time, increment, left: [time; 2], running: None }
    }

    /// Reads what [`write`](Self::write) has written.
    pub(super) fn read(text: &str) -> Option<Self> {
        let parts = text.split(' ').map(|part| part.parse().ok().filter(|ms| *ms <= LONGEST));
        let times = all_some(parts)?.into_iter().map(Duration::from_millis).gather();
        let &[time, increment, first, second] = times.as_slice() else { return None };
        Some(Self { time, increment, left: [first, second], running: None })
    }

    /// Returns the milliseconds that each began with, gets for a move, and that both have left.
    pub(super) fn write(&self, now: Instant) -> String {
        let ClockState { time, increment, left: [first, second], .. } = self.state(now);
        format!("{time} {increment} {first} {second}")
    }

    /// Returns what a player has left.
    pub(super) fn left(&self, player: usize, now: Instant) -> Duration {
        match self.running {
            Some((runs, since)) if runs == player => {
                self.left[player].saturating_sub(now.saturating_duration_since(since))
            }
            _ => self.left[player],
        }
    }

    /// Stops the clock that runs.
    pub(super) fn stop(&mut self, now: Instant) {
        if let Some((player, _)) = self.running {
            self.left[player] = self.left(player, now);
            self.running = None;
        }
    }

    /// Lets the clock of a player run.
    pub(super) fn start(&mut self, player: usize, now: Instant) {
        self.stop(now);
        self.running = Some((player, now));
    }

    /// A player has moved, and `next` is to move, if the game goes on.
    pub(super) fn press(&mut self, player: usize, next: Option<usize>, now: Instant) {
        // A player may move twice running, or move first: the clock did not run then.
        let ran = self.running.is_some_and(|(runs, _)| runs == player);
        self.stop(now);
        if ran && next != Some(player) {
            self.left[player] += self.increment;
        }
        if let Some(next) = next {
            self.start(next, now);
        }
    }

    /// Returns when the time of the player whose clock runs is over.
    pub(super) fn due(&self) -> Option<Instant> {
        self.running.map(|(player, since)| since + self.left[player])
    }

    /// Returns who has no time left.
    pub(super) fn flagged(&self, now: Instant) -> Option<usize> {
        let (player, _) = self.running?;
        self.left(player, now).is_zero().then_some(player)
    }

    /// Returns the most time that an engine should take for a move.
    pub(super) fn budget(&self, player: usize, now: Instant) -> Duration {
        let left = self.left(player, now);
        let wanted = left / SHARE + self.increment * 3 / 4;
        wanted.min(left / 2).max(LEAST)
    }

    pub(super) fn state(&self, now: Instant) -> ClockState {
        let ms = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        ClockState {
            time: ms(self.time),
            increment: ms(self.increment),
            left: [0, 1].map(|player| ms(self.left(player, now))),
            running: self.running.map(|(player, _)| player),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn time_runs_for_whoever_is_to_move() {
        let start = Instant::now();
        let at = |second| start + seconds(second);
        let mut clock = Clock::new(seconds(60), seconds(2));
        assert_eq!(clock.due(), None, "nobody has moved");
        clock.press(0, Some(1), at(100));
        assert_eq!(clock.state(at(110)).left, [60_000, 50_000]);
        clock.press(1, Some(0), at(110));
        assert_eq!(clock.state(at(115)).left, [55_000, 52_000]);
        // Twice running: no increment before the turn is over.
        clock.press(0, Some(0), at(120));
        clock.press(0, Some(1), at(130));
        assert_eq!(clock.state(at(130)).left, [42_000, 52_000]);
        clock.stop(at(135));
        assert_eq!(clock.state(at(500)).left, [42_000, 47_000]);
        clock.start(1, at(600));
        assert_eq!((clock.due(), clock.flagged(at(646))), (Some(at(647)), None));
        assert_eq!(clock.flagged(at(647)), Some(1));
        clock.press(1, None, at(640));
        assert_eq!((clock.due(), clock.state(at(900)).left), (None, [42_000, 9_000]));
    }

    #[test]
    fn an_engine_keeps_time_for_later_moves() {
        let now = Instant::now();
        let clock = Clock::new(seconds(100), seconds(4));
        assert_eq!(clock.budget(0, now), seconds(7));
        assert_eq!(Clock::new(seconds(2), seconds(60)).budget(1, now), seconds(1));
        assert_eq!(Clock::new(Duration::ZERO, Duration::ZERO).budget(0, now), LEAST);
    }
}
