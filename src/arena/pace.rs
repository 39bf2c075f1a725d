//! What a player has for its moves.

use std::fmt;
use std::time::Duration;

use crate::kernel::ParseError;
use crate::notation::Text;

/// What a player has for its moves; the limit that is reached first ends a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pace {
    /// The time for the whole game and what is added after each move.
    pub clock: Option<(Duration, Duration)>,
    /// The time for each move.
    pub move_time: Option<Duration>,
    /// The nodes for each move.
    pub nodes: Option<u64>,
    /// The depth for each move, in plies.
    pub depth: Option<u32>,
}

impl Pace {
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
            "movetime" => self.move_time = Some(time(value)?),
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

impl fmt::Display for Pace {
    /// Writes the limits as they are read, separated by blanks: `tc=1000+10`, `nodes=3000 depth=4`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        if let Some((base, increment)) = self.clock {
            parts.push(format!("tc={}+{}", base.as_millis(), increment.as_millis()));
        }
        parts.extend(self.move_time.map(|time| format!("movetime={}", time.as_millis())));
        parts.extend(self.nodes.map(|nodes| format!("nodes={nodes}")));
        parts.extend(self.depth.map(|depth| format!("depth={depth}")));
        f.write_str(&parts.join(" "))
    }
}

/// Reads `BASE+INCREMENT` or `BASE`.
fn clock(text: Text) -> Result<(Duration, Duration), ParseError> {
    match text.split_once('+') {
        Some((base, increment)) => Ok((time(base)?, time_or_zero(increment)?)),
        None => Ok((time(text)?, Duration::ZERO)),
    }
}

/// Reads a time above zero.
fn time(text: Text) -> Result<Duration, ParseError> {
    match time_or_zero(text)? {
        Duration::ZERO => Err(text.expected("a time above 0")),
        time => Ok(time),
    }
}

/// Reads milliseconds, `ms` behind them or not, or seconds with `s` behind them.
fn time_or_zero(text: Text) -> Result<Duration, ParseError> {
    let seconds = text.text.strip_suffix("ms").is_none().then(|| text.text.strip_suffix('s'));
    let read = match seconds.flatten() {
        Some(seconds) => seconds
            .parse()
            .ok()
            .filter(|s: &f64| (0.0..=1e6).contains(s))
            .map(Duration::from_secs_f64),
        None => text
            .text
            .strip_suffix("ms")
            .unwrap_or(text.text)
            .parse()
            .ok()
            .filter(|ms| *ms <= 1_000_000_000)
            .map(Duration::from_millis),
    };
    read.ok_or_else(|| text.expected("milliseconds, or seconds such as 2.5s"))
}

fn number(text: Text, what: &'static str) -> Result<u64, ParseError> {
    text.text.parse().ok().filter(|n| *n > 0).ok_or_else(|| text.expected(what))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pace(key: &str, value: &str) -> Result<Pace, String> {
        let mut pace = Pace::default();
        pace.set(key, Text::whole(value)).map_err(|error| error.to_string())?;
        Ok(pace)
    }

    #[test]
    fn limits_read_as_they_are_written() {
        for (key, value, written) in [
            ("tc", "1000+10", "tc=1000+10"),
            ("tc", "10s+0.1s", "tc=10000+100"),
            ("tc", "500", "tc=500+0"),
            ("movetime", "20ms", "movetime=20"),
            ("nodes", "3000", "nodes=3000"),
            ("depth", "4", "depth=4"),
        ] {
            assert_eq!(pace(key, value).unwrap().to_string(), written);
        }
        for (key, value, error) in [
            (
                "tc",
                "1000+x",
                "expected milliseconds, or seconds such as 2.5s, found \"x\" at column 6",
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
                "expected milliseconds, or seconds such as 2.5s, found \"NaNs\" at column 1",
            ),
            ("nodes", "0", "expected a number of nodes, found \"0\" at column 1"),
            ("depth", "x", "expected a depth from 1 to 1000, found \"x\" at column 1"),
        ] {
            assert_eq!(pace(key, value).unwrap_err(), error);
        }
    }
}
