//! How strong the engine plays: at a level, about as strong as the person, or within limits.

use std::io;
use std::str::FromStr;

use anyhow::anyhow;

use crate::engine::{Level, Rating, Ratings};
use crate::kernel::file::data_folder;
use crate::search::Limits;

/// What stands for a level about as strong as the person.
pub(super) const AUTO: &str = "auto";

/// What `--level` says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    Level(Level),
    /// By the results of the person.
    Auto,
}

impl FromStr for Wanted {
    type Err = String;

    /// Reads the number of a level, or `auto`.
    fn from_str(text: &str) -> Result<Self, String> {
        if text == AUTO {
            return Ok(Self::Auto);
        }
        let (least, greatest) = (Level::LEAST, Level::GREATEST);
        let level = text.parse().ok().and_then(Level::new).map(Self::Level);
        level.ok_or_else(|| format!("levels go from {least} to {greatest}, or {AUTO}"))
    }
}

/// How the engine plays.
#[derive(Clone, Debug)]
pub(super) enum Strength {
    Level(Level),
    /// About as strong as the person.
    Auto(Opponent),
    /// As the arguments say.
    Limits(Limits),
}

impl Strength {
    /// Returns what `--level` says in a game.
    pub(super) fn of(wanted: Wanted, game: &str) -> anyhow::Result<Self> {
        match wanted {
            Wanted::Level(level) => Ok(Self::Level(level)),
            Wanted::Auto => Ok(Self::Auto(Opponent::find(game)?)),
        }
    }

    /// Returns the level and the limits of the engine's moves.
    pub(super) fn play(&self) -> (Level, Limits) {
        match self {
            Self::Limits(limits) => (Level::FULL, *limits),
            Self::Level(level) | Self::Auto(Opponent { level, .. }) => (*level, level.limits()),
        }
    }

    /// Returns what it is like, for people.
    pub(super) fn describe(&self) -> String {
        match self {
            Self::Limits(_) => "limits from the command line".to_owned(),
            Self::Level(level) => level.describe(),
            Self::Auto(opponent) => {
                format!("about your strength, level {}", opponent.level.number())
            }
        }
    }

    /// Returns what the engine is called in a record.
    pub(super) fn name(&self) -> String {
        match self {
            Self::Limits(_) => "quincunx own limits".to_owned(),
            Self::Level(level) | Self::Auto(Opponent { level, .. }) => {
                format!("quincunx level {}", level.number())
            }
        }
    }
}

/// An opponent about as strong as the person, as the results so far say.
#[derive(Clone, Debug)]
pub(super) struct Opponent {
    ratings: Ratings,
    level: Level,
    /// Whether the game has been counted.
    is_counted: bool,
}

impl Opponent {
    fn find(game: &str) -> anyhow::Result<Self> {
        let folder =
            data_folder().ok_or_else(|| anyhow!("--level auto: no folder for user data"))?;
        let ratings = Ratings::new(&folder);
        let level = ratings.get(game)?.level();
        Ok(Self { ratings, level, is_counted: false })
    }

    /// Begins a new game.
    pub(super) fn begin(&mut self, game: &str) -> io::Result<()> {
        self.level = self.ratings.get(game)?.level();
        self.is_counted = false;
        Ok(())
    }

    /// Counts a game with the person's share of the point, once; returns the rating after it.
    pub(super) fn count(&mut self, game: &str, score: f64) -> io::Result<Option<Rating>> {
        if std::mem::replace(&mut self.is_counted, true) {
            return Ok(None);
        }
        self.ratings.count(game, self.level, score).map(Some)
    }
}
