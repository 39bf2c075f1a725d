//! The limits of a player's moves.

use std::fmt;
use std::time::Duration;

use crate::kernel::ParseError;
use crate::notation::Text;

/// The limits of a player's moves; the first one reached ends a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveLimits {
    /// The time for the whole game and what is added after each move.
    pub clock: Option<(Duration, Duration)>,
    /// The time for each move.
    pub move_time: Option<Duration>,
    /// The nodes for each move.
    pub nodes: Option<u64>,
    /// The depth for each move, in plies.
    pub depth: Option<u32>,
}

impl MoveLimits {
    /// The keys that [`set`](Self::set) knows.
    pub const KEYS: [&'static str; 4] = ["tc", "movetime", "nodes", "depth"];

    /// Returns whether nothing ends a search.
    #[must_use]
    pub fn is_unlimited(&self) -> bool {
        *self == Self::default()
    }

    /// Sets the limit of one of the [`KEYS`](Self::KEYS) from text. Any other key sets nothing.
    ///
    /// # Errors
    ///
    /// Says what was expected and where.
    pub fn set(&mut self, key: &str, value: Text) -> Result<(), ParseError> {
        match key {
            "tc" => self.clock = Some(clock(value)?),
            "movetime" => self.move_time = Some(time(value, Unit::Milliseconds)?),
            "nodes" => self.nodes = Some(number(value, "a number of nodes")?),
            "depth" => {
                let plies = value.number(1000).filter(|plies| *plies > 0);
                self.depth = Some(plies.ok_or_else(|| value.expected("a depth from 1 to 1000"))?);
            }
            _ => {}
        }
        Ok(())
    }
}

impl fmt::Display for MoveLimits {
    /// Writes the limits as they are read, separated by blanks: `tc=10+0.1`, `nodes=3000 depth=4`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        if let Some((base, increment)) = self.clock {
            parts.push(format!("tc={}+{}", base.as_secs_f64(), increment.as_secs_f64()));
        }
        parts.extend(self.move_time.map(|time| format!("movetime={}", time.as_millis())));
        parts.extend(self.nodes.map(|nodes| format!("nodes={nodes}")));
        parts.extend(self.depth.map(|depth| format!("depth={depth}")));
        f.write_str(&parts.join(" "))
    }
}

/// What a time without a unit counts.
#[derive(Clone, Copy)]
enum Unit {
    Seconds,
    Milliseconds,
}

/// Reads `BASE+INCREMENT` or `BASE`, in seconds as other programs have it.
fn clock(text: Text) -> Result<(Duration, Duration), ParseError> {
    match text.split_once('+') {
        Some((base, increment)) => {
            Ok((time(base, Unit::Seconds)?, time_or_zero(increment, Unit::Seconds)?))
        }
        None => Ok((time(text, Unit::Seconds)?, Duration::ZERO)),
    }
}

/// Reads a time above zero.
fn time(text: Text, unit: Unit) -> Result<Duration, ParseError> {
    match time_or_zero(text, unit)? {
        Duration::ZERO => Err(text.expected("a time above 0")),
        time => Ok(time),
    }
}

/// Reads a time with its unit, `ms` or `s`, or in `unit`.
fn time_or_zero(text: Text, unit: Unit) -> Result<Duration, ParseError> {
    let (number, unit) = match (text.text.strip_suffix("ms"), text.text.strip_suffix('s')) {
        (Some(number), _) => (number, Unit::Milliseconds),
        (None, Some(number)) => (number, Unit::Seconds),
        (None, None) => (text.text, unit),
    };
    let read = match unit {
        Unit::Seconds => number
            .parse()
            .ok()
            .filter(|s: &f64| (0.0..=1e6).contains(s))
            .map(Duration::from_secs_f64),
        Unit::Milliseconds => {
            number.parse().ok().filter(|ms| *ms <= 1_000_000_000).map(Duration::from_millis)
        }
    };
    read.ok_or_else(|| match unit {
        Unit::Seconds => text.expected("seconds such as 2.5, or milliseconds such as 100ms"),
        Unit::Milliseconds => text.expected("milliseconds, or seconds such as 2.5s"),
    })
}

fn number(text: Text, what: &'static str) -> Result<u64, ParseError> {
    text.text.parse().ok().filter(|n| *n > 0).ok_or_else(|| text.expected(what))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(key: &str, value: &str) -> Result<MoveLimits, String> {
        let mut limits = MoveLimits::default();
        limits.set(key, Text::whole(value)).map_err(|error| error.to_string())?;
        Ok(limits)
    }

    #[test]
    fn limits_read_as_they_are_written() {
        for (key, value, written) in [
            ("tc", "10+0.1", "tc=10+0.1"),
            ("tc", "1000ms+10ms", "tc=1+0.01"),
            ("tc", "10s+0.1s", "tc=10+0.1"),
            ("tc", "0.5", "tc=0.5+0"),
            ("movetime", "0.02s", "movetime=20"),
            ("movetime", "20ms", "movetime=20"),
            ("nodes", "3000", "nodes=3000"),
            ("depth", "4", "depth=4"),
        ] {
            assert_eq!(limits(key, value).unwrap().to_string(), written);
        }
        for (key, value, error) in [
            (
                "tc",
                "1000+x",
                "expected seconds such as 2.5, or milliseconds such as 100ms, found \"x\" at column 6",
            ),
            ("tc", "0+10", "expected a time above 0, found \"0\" at column 1"),
            (
                "movetime",
                "-5",
                "expected milliseconds, or seconds such as 2.5s, found \"-5\" at column 1",
            ),
            (
                "movetime",
                "NaNs",
                "expected seconds such as 2.5, or milliseconds such as 100ms, found \"NaNs\" at column 1",
            ),
            ("nodes", "0", "expected a number of nodes, found \"0\" at column 1"),
            ("depth", "x", "expected a depth from 1 to 1000, found \"x\" at column 1"),
        ] {
            assert_eq!(limits(key, value).unwrap_err(), error);
        }
    }
}
