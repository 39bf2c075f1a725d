//! The clock of a game, if one was asked for.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use crate::cli::setup::clock_time;
use crate::kernel::{PerPlayer, Player};
use crate::search::Limits;

/// What each player has: the time for the game and what each move adds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TimeControl {
    time: Duration,
    increment: Duration,
}

impl FromStr for TimeControl {
    type Err = String;

    /// Reads `10m`, `5m+3s`, and in seconds `300+3`, as it is written.
    fn from_str(text: &str) -> Result<Self, String> {
        let (time, increment) = text.split_once('+').unwrap_or((text, ""));
        let increment =
            if increment.is_empty() { Ok(Duration::ZERO) } else { clock_time(increment) };
        Ok(Self { time: clock_time(time)?, increment: increment? })
    }
}

impl fmt::Display for TimeControl {
    /// Writes seconds, as the tag `TimeControl` of other programs has them: `300+3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { time, increment } = self;
        write!(f, "{}+{}", time.as_secs_f64(), increment.as_secs_f64())
    }
}

/// Both clocks, and what they showed before each move.
#[derive(Clone, Debug)]
pub(super) struct Clock {
    control: TimeControl,
    left: PerPlayer<Duration>,
    /// What they showed after so many moves.
    readings: Vec<PerPlayer<Duration>>,
}

impl Clock {
    /// Sets both clocks for a game in which so many moves have been made.
    pub(super) fn new(control: TimeControl, played: usize) -> Self {
        let left = PerPlayer::new(control.time, control.time);
        Self { control, left, readings: vec![left; played + 1] }
    }

    pub(super) const fn control(&self) -> TimeControl {
        self.control
    }

    /// Takes time from a player and returns whether some is left.
    pub(super) fn spend(&mut self, player: Player, time: Duration) -> bool {
        self.left[player] = self.left[player].saturating_sub(time);
        !self.left[player].is_zero()
    }

    /// Gives a player the increment for moves after which the game has so many.
    pub(super) fn press(&mut self, player: Player, played: usize) {
        while self.readings.len() <= played {
            self.left[player] += self.control.increment;
            self.readings.push(self.left);
        }
    }

    /// Turns the clocks back to what they showed after so many moves.
    pub(super) fn turn_back(&mut self, played: usize) {
        self.readings.truncate(played + 1);
        if let Some(left) = self.readings.last() {
            self.left = *left;
        }
    }

    /// Returns the limits of a search by this clock.
    pub(super) fn limit(&self, limits: Limits) -> Limits {
        let increment = self.control.increment;
        let clocks = PerPlayer(self.left.0.map(Some));
        Limits { clocks, increments: PerPlayer::new(increment, increment), ..limits }
    }

    /// Returns the time that a player has left.
    pub(super) fn left(&self, player: Player) -> Duration {
        self.left[player]
    }

    /// Returns what the clock of a player shows.
    pub(super) fn show(&self, player: Player) -> String {
        reading(self.left[player])
    }
}

/// Returns what a clock shows: `9:58`, `0:07.3` in the last ten seconds.
pub(super) fn reading(left: Duration) -> String {
    let (minutes, seconds) = (left.as_secs() / 60, left.as_secs() % 60);
    let tenths = match left.as_secs() {
        0..10 => format!(".{}", left.subsec_millis() / 100),
        _ => String::new(),
    };
    format!("{minutes}:{seconds:02}{tenths}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_passes_and_comes_back() {
        let second = Duration::from_secs;
        let control: TimeControl = "2m+3s".parse().unwrap();
        assert_eq!(control.to_string(), "120+3");
        assert_eq!("120+3".parse(), Ok(control));
        let mut clock = Clock::new(control, 0);
        let show = |clock: &Clock| Player::both(|player| clock.show(player));
        assert!(clock.spend(Player::First, second(20)));
        clock.press(Player::First, 1);
        assert_eq!(show(&clock), ["1:43", "2:00"]);
        assert!(clock.spend(Player::Second, Duration::from_millis(112_700)));
        assert_eq!(show(&clock), ["1:43", "0:07.3"]);
        assert_eq!(clock.limit(Limits::default()).clocks[Player::First], Some(second(103)));
        clock.turn_back(0);
        assert_eq!(show(&clock), ["2:00", "2:00"]);
        assert!(!clock.spend(Player::First, second(300)));
        assert_eq!(show(&clock), ["0:00.0", "2:00"]);
    }

    #[test]
    fn controls_are_read() {
        for wrong in ["", "x", "+3s", "5m+", "5m+x", "0", "5m+3s+1s"] {
            let read = wrong.parse::<TimeControl>();
            assert_eq!(read.is_err(), wrong != "5m+", "{wrong:?}: {read:?}");
        }
    }
}
