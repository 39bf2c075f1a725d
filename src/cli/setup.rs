//! From the arguments to what works: the engine with its game, rules, threads, memory and limits, and
//! stores.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, anyhow};
use clap::builder::ValueParser;

use super::arguments::{Value, arguments};
use super::words::RARE;
use crate::engine::{Engine, OptionError, Session};
use crate::kernel::{Assignment, Gather, file};
use crate::search::Limits;
use crate::store::{Access, Store, Sync};

/// Returns the session of a game.
pub(super) fn session<'a>(game: &str, engine: &'a Engine) -> anyhow::Result<&'a dyn Session> {
    engine.game(game).ok_or_else(|| {
        let names = engine.sessions().map(Session::name).gather();
        anyhow!("there is no game {game:?}; the games are {}", names.join(", "))
    })
}

/// Opens a store for writing. The folders that lead to it are created too.
pub(super) fn store(folder: &Path, sync: Sync) -> anyhow::Result<Store> {
    if let Some(parent) = folder.parent() {
        file::create_folder(parent)
            .with_context(|| format!("{} cannot be created", parent.display()))?;
    }
    Ok(Store::open(folder, Access::Write, sync)?)
}

arguments! {
    /// The rules that a game is played by.
    pub(super) struct RuleArgs {
        /// A rule or another option to set, for example "{rule}"; may be repeated
        ///
        /// `quincunx ugi` lists all of them with their ranges.
        #[arg(long, value_name = "NAME=VALUE", help_heading = RARE)]
        option: Vec<Assignment>,
    }
}

impl RuleArgs {
    /// Sets an engine to a game with these rules.
    pub(super) fn apply(&self, game: &str, engine: &mut Engine) -> anyhow::Result<()> {
        choose(engine, game)?;
        for option in &self.option {
            let Assignment { name, value } = option;
            engine.set_option(name, Some(value)).map_err(|error| match error {
                OptionError::Unknown { .. } => {
                    let rules = engine.session().rule_options().iter();
                    let names = rules.map(|spec| spec.name).gather();
                    let rules = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
                    let game = engine.session().name();
                    anyhow!("there is no option {name:?}; the rules of {game} are {rules}")
                }
                error => anyhow!("--option \"{option}\": {error}"),
            })?;
        }
        Ok(())
    }
}

/// Sets an engine to the game with that name.
pub(super) fn choose(engine: &mut Engine, game: &str) -> Result<(), OptionError> {
    engine.set_option("UCI_Variant", Some(game)).map(drop)
}

arguments! {
    /// What a search may use.
    pub(super) struct Resources {
        /// The number of search threads
        #[arg(long, value_name = "N", help_heading = RARE)]
        threads: Option<u32>,

        /// The size of the transposition table in MiB [default: 64]
        #[arg(long, value_name = "MIB", help_heading = RARE)]
        hash: Option<u32>,
    }
}

impl Resources {
    const HASH_MIB: u32 = 64;

    /// Applies them to the engine.
    pub(super) fn apply(&self, engine: &mut Engine) -> anyhow::Result<()> {
        let hash = self.hash.unwrap_or(Self::HASH_MIB);
        let options = [("Hash", Some(hash)), ("Threads", self.threads)];
        for (name, value) in options {
            let Some(value) = value else { continue };
            engine
                .set_option(name, Some(&value.to_string()))
                .map_err(|error| anyhow!("{error}"))?;
        }
        Ok(())
    }
}

arguments! {
    /// What ends a search.
    pub(super) struct LimitArgs {
        /// Search to this depth in plies
        #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..))]
        depth: Option<u32>,

        /// Search for this time, as in 500ms, 1.5s or 3m
        ///
        /// A number alone counts milliseconds.
        #[arg(long, value_name = "TIME")]
        movetime: Option<Duration>,

        /// Search this many nodes
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
        nodes: Option<u64>,
    }
}

impl LimitArgs {
    /// Returns whether there is no limit.
    pub(super) const fn is_empty(&self) -> bool {
        self.depth.is_none() && self.movetime.is_none() && self.nodes.is_none()
    }

    /// Returns the limits of a search, or `otherwise` if there are none.
    pub(super) fn limits(&self, otherwise: Duration) -> Limits {
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            move_time: if self.is_empty() { Some(otherwise) } else { self.movetime },
            ..Limits::default()
        }
    }
}

impl Value for Duration {
    fn parser() -> ValueParser {
        ValueParser::new(duration)
    }
}

/// Reads a time: a number with the unit `ms`, `s` or `m`, milliseconds without one.
pub(super) fn duration(text: &str) -> Result<Duration, String> {
    time(text, 0.001).ok_or_else(|| {
        "expected a time such as 500ms, 2s, 1.5s or 3m, or a number of milliseconds".to_owned()
    })
}

/// Reads a time on a clock: `2s`, `1.5s`, `3m`, or a number of seconds.
pub(super) fn clock_time(text: &str) -> Result<Duration, String> {
    time(text, 1.0).ok_or_else(|| {
        "expected a time such as 3m, 90s or 500ms, or a number of seconds".to_owned()
    })
}

/// Reads a time with its unit; a number alone counts so many seconds.
fn time(text: &str, alone: f64) -> Option<Duration> {
    let number = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = match &text[number.len()..] {
        "" => alone,
        "ms" => 0.001,
        "s" => 1.0,
        "m" | "min" => 60.0,
        _ => 0.0,
    };
    number
        .parse::<f64>()
        .ok()
        .map(|number| number * unit)
        .filter(|seconds| (0.001..1e6).contains(seconds))
        .map(Duration::from_secs_f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_units() {
        for (text, ms) in
            [("500", 500), ("500ms", 500), ("2s", 2000), ("1.5s", 1500), ("3m", 180_000)]
        {
            assert_eq!(duration(text), Ok(Duration::from_millis(ms)), "{text}");
        }
        for wrong in ["", "s", "0", "0s", "-1s", "1h", "1 s", "inf", "nans", "nan", "1e9s", "é"] {
            assert!(duration(wrong).is_err(), "{wrong}");
        }
    }
}
