//! About my strength: the level for somebody's next game, by the results of those before.
//!
//! The strength of a person is a number on the ladder of levels, such as 4.3, kept for each game and moved
//! by results as Elo does (*The Rating of Chessplayers, Past and Present*, 1978): after a game against level
//! n with a score s of 0, 1/2 or 1
//!
//! ```text
//! strength += k * (s - e)    e = 1 / (1 + 10^(STEP * (n - strength) / 400))    k = max(1/2, 2 / (games + 1))
//! ```
//!
//! where STEP is the Elo of a level and `games` are those before. The next game is against the nearest level.

use std::io;
use std::path::{Path, PathBuf};

use super::level::Level;
use crate::kernel::{Gather, Quoted, all_ok, file, sort};

/// What the results of a person say.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The strength, as a level.
    strength: f64,
    /// How many games it is of.
    games: u32,
}

impl Default for Rating {
    /// Nothing is known: the first game is against level 3.
    fn default() -> Self {
        Self { strength: 3.0, games: 0 }
    }
}

impl Rating {
    /// Returns the level for the next game.
    #[must_use]
    pub fn level(self) -> Level {
        Level::new(self.strength.round() as u8).unwrap_or(Level::FULL)
    }

    /// Returns the rating after a game against a level, with the person's share of the point.
    #[must_use]
    pub fn after(self, level: Level, score: f64) -> Self {
        let above = f64::from(level.number()) - self.strength;
        let expected = 1.0 / (1.0 + libm::exp10(Level::STEP * above / 400.0));
        let k = (2.0 / (f64::from(self.games) + 1.0)).max(0.5);
        let strength = self.strength + k * (score - expected);
        let (least, greatest) = (f64::from(Level::LEAST), f64::from(Level::GREATEST));
        Self { strength: strength.clamp(least, greatest), games: self.games.saturating_add(1) }
    }

    /// Reads `STRENGTH GAMES`.
    fn read(text: &str) -> Option<Self> {
        let (strength, games) = text.split_once(' ')?;
        let range = f64::from(Level::LEAST)..=f64::from(Level::GREATEST);
        let strength = strength.parse().ok().filter(|strength| range.contains(strength))?;
        Some(Self { strength, games: games.parse().ok()? })
    }
}

/// The ratings of a person, one for each game, in a file: a line `GAME STRENGTH GAMES` for each.
#[derive(Clone, Debug)]
pub struct Ratings(PathBuf);

impl Ratings {
    /// The name of the file.
    const NAME: &str = "strength";
    /// The longest file that is read, in bytes.
    const LONGEST: u64 = 1 << 16;

    /// Returns those in a folder, which need not exist.
    #[must_use]
    pub fn new(folder: &Path) -> Self {
        Self(folder.join(Self::NAME))
    }

    /// Returns that of a game.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or a line of it is malformed.
    pub fn get(&self, game: &str) -> io::Result<Rating> {
        Ok(find(&self.all()?, game))
    }

    /// Counts a game against a level, and returns the rating after it.
    ///
    /// # Errors
    ///
    /// As [`get`](Self::get), or the file cannot be written.
    pub fn count(&self, game: &str, level: Level, score: f64) -> io::Result<Rating> {
        let mut all = self.all()?;
        let rating = find(&all, game).after(level, score);
        all.retain(|(other, _)| other != game);
        all.push((game.to_owned(), rating));
        sort::by(&mut all, |one, other| one.0.cmp(&other.0));
        let line =
            |(game, it): &(String, Rating)| format!("{game} {:.3} {}\n", it.strength, it.games);
        let text = all.iter().map(line).gather().concat();
        file::keep(&self.0, text.as_bytes())?;
        Ok(rating)
    }

    fn all(&self) -> io::Result<Vec<(String, Rating)>> {
        let read = file::read_if_any(&self.0, Self::LONGEST);
        let Some(bytes) = read.map_err(|error| self.failed(&error))? else {
            return Ok(Vec::new());
        };
        let text = String::from_utf8_lossy(&bytes);
        let lines = text.lines().enumerate().map(|(at, line)| {
            let found = line.split_once(' ');
            let found = found.and_then(|(game, rest)| Some((game.to_owned(), Rating::read(rest)?)));
            found.ok_or_else(|| {
                let line = Quoted(line.as_bytes());
                self.failed(&format!("line {}: expected GAME STRENGTH GAMES, found {line}", at + 1))
            })
        });
        all_ok(lines)
    }

    fn failed(&self, why: &dyn std::fmt::Display) -> io::Error {
        io::Error::other(format!("{}: {why}", self.0.display()))
    }
}

/// Returns the rating of a game.
fn find(all: &[(String, Rating)], game: &str) -> Rating {
    let found = all.iter().rfind(|(other, _)| other == game);
    found.map(|(_, rating)| *rating).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::kernel::SplitMix64;

    /// Whoever is as strong as a level, or between two, soon scores about half.
    #[test]
    fn it_settles_where_one_scores_half() {
        for tenths in (15..=95).step_by(5) {
            let truth = f64::from(tenths) / 10.0;
            let mut rng = SplitMix64::new(tenths as u64);
            let (mut score, mut games) = (0.0, 0.0);
            let mut met = [0; Level::GREATEST as usize + 1];
            for _ in 0..20 {
                let mut rating = Rating::default();
                for game in 0..80 {
                    let level = rating.level();
                    let above = f64::from(level.number()) - truth;
                    let chance = 1.0 / (1.0 + libm::exp10(Level::STEP * above / 400.0));
                    let result = f64::from(rng.fraction() < chance);
                    rating = rating.after(level, result);
                    if game >= 20 {
                        score += result;
                        games += 1.0;
                        met[usize::from(level.number())] += 1;
                    }
                }
            }
            let share = score / games;
            assert!((share - 0.5).abs() < 0.05, "{truth}: {share}");
            let near = |level: usize| (level as f64 - truth).abs() <= 1.5;
            let close: i32 =
                met.iter().enumerate().filter(|(at, _)| near(*at)).map(|(_, n)| n).sum();
            assert!(f64::from(close) > 0.9 * games, "{truth}: {met:?}");
        }
    }

    #[test]
    fn results_move_it_by_the_formula_within_the_ladder() {
        let start = Rating::default();
        let level = Level::new(3).unwrap();
        let won = start.after(level, 1.0);
        assert_eq!((won.strength, won.level().number()), (4.0, 4));
        assert_eq!(start.after(level, 0.5).strength, 3.0);
        // Against the level above one expects 1 / (1 + 10^(150 / 400)).
        let lost = won.after(Level::new(5).unwrap(), 0.0);
        assert!((lost.strength - (4.0 - 0.296_6)).abs() < 0.001, "{lost:?}");
        let mut worst = start;
        let mut best = start;
        for _ in 0..100 {
            (worst, best) = (worst.after(worst.level(), 0.0), best.after(best.level(), 1.0));
        }
        assert_eq!((worst.level().number(), best.level()), (1, Level::FULL));
        let many = Rating { games: u32::MAX, ..start };
        assert_eq!(many.after(level, 1.0), Rating { strength: 3.25, games: u32::MAX });
    }

    #[test]
    fn they_are_kept_for_each_game() {
        let folder = tempfile::tempdir().unwrap();
        let ratings = Ratings::new(&folder.path().join("new"));
        let level = Level::new(3).unwrap();
        assert_eq!(ratings.get("morris").unwrap(), Rating::default());
        let won = ratings.count("morris", level, 1.0).unwrap();
        let lost = ratings.count("trimok", level, 0.0).unwrap();
        assert_eq!((won.level().number(), lost.level().number()), (4, 2));
        assert_eq!(ratings.get("morris").unwrap(), won);
        assert_eq!(fs::read_to_string(&ratings.0).unwrap(), "morris 4.000 1\ntrimok 2.000 1\n");
        for bad in
            ["morris", "morris 4", "morris 11 1", "morris x 1", "morris 4 -1", "morris NaN 1"]
        {
            fs::write(&ratings.0, format!("hexceed 1 1\n{bad}\n")).unwrap();
            let error = ratings.get("morris").unwrap_err().to_string();
            let told = format!("line 2: expected GAME STRENGTH GAMES, found \"{bad}\"");
            assert!(error.ends_with(&told), "{error}");
            assert!(ratings.count("morris", level, 1.0).is_err(), "{bad}: nothing is overwritten");
        }
    }
}
