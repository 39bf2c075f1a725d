//! Which puzzle comes next: what was solved and what was not, kept in a file for each game.
//!
//! The schedule is Leitner's. A puzzle that was solved at once goes to the next box and is asked again after a
//! longer time, one that was not goes back to the first. SM-2, the usual other one, stretches the time of each
//! card by a factor that it learns from the user's grades of 0 to 5; here it is only known whether he found
//! the move, and with two grades it would do the same with more numbers.

use std::collections::HashMap;
use std::fmt::Display;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::kernel::file;
use crate::kernel::sort;
use crate::kernel::{Gather, bytes::checksum};
use crate::puzzles::{Puzzle, PuzzleFile};

const MINUTE: u64 = 60;
const DAY: u64 = 24 * 60 * MINUTE;
/// After how many seconds the puzzles of each box are asked again. The first holds what was not solved.
const BOXES: [u64; 7] = [10 * MINUTE, DAY, 3 * DAY, 7 * DAY, 16 * DAY, 35 * DAY, 90 * DAY];
/// The longest file that is read.
const LONGEST: u64 = 1 << 20;

/// What is known of a puzzle that was asked.
struct Card {
    /// An index of [`BOXES`].
    r#box: usize,
    /// When it is asked again, in seconds since 1970.
    due: u64,
}

impl Card {
    fn of(value: &Value) -> Option<Self> {
        let number = |name| value.get(name)?.as_u64();
        Some(Self {
            r#box: number("box")?.min(BOXES.len() as u64 - 1) as usize,
            due: number("due")?,
        })
    }
}

/// What is known of the puzzles of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Deck {
    /// How many were solved at once, one after the other.
    streak: u32,
    /// A [`Card`] for each, as it stands in the file.
    cards: Map<String, Value>,
}

/// Which puzzles are wanted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Wanted {
    pub(super) theme: Option<String>,
    pub(super) level: Option<u8>,
}

impl Wanted {
    fn has(&self, puzzle: &Puzzle) -> bool {
        self.theme.as_ref().is_none_or(|theme| puzzle.themes.contains(theme))
            && self.level.is_none_or(|level| puzzle.difficulty.level == level)
    }
}

/// How many puzzles wait.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct Standing {
    /// Those that were asked and are due again.
    pub(super) due: usize,
    /// Those that were never asked.
    pub(super) new: usize,
    pub(super) all: usize,
    pub(super) streak: u32,
}

/// Returns what a puzzle is called in the files: the same as long as its position and its goal are.
pub(super) fn name(puzzle: &Puzzle) -> String {
    format!("{:016x}", checksum(format!("{} {}", puzzle.goal, puzzle.position).as_bytes()))
}

impl Deck {
    fn card(&self, name: &str) -> Option<Card> {
        Card::of(self.cards.get(name)?)
    }

    /// Notes whether a puzzle was solved at once.
    fn note(&mut self, name: &str, solved: bool, now: u64) {
        let reached = self.card(name).map_or(0, |card| card.r#box);
        let r#box = if solved { (reached + 1).min(BOXES.len() - 1) } else { 0 };
        let card = json!({ "box": r#box, "due": now + BOXES[r#box] });
        self.cards.insert(name.to_owned(), card);
        self.streak = if solved { self.streak + 1 } else { 0 };
    }

    /// Returns the puzzle that comes next: what is due, the longest overdue first, then the easiest new one, then
    /// what will be due soonest. `last` was the one before, which is not asked twice running.
    fn next<'a>(
        &self,
        puzzles: &'a [Puzzle],
        wanted: &Wanted,
        last: Option<&str>,
        now: u64,
    ) -> Option<&'a Puzzle> {
        let order = |puzzle: &Puzzle| {
            let name = name(puzzle);
            let is_last = Some(name.as_str()) == last;
            match self.card(&name) {
                Some(card) if card.due <= now => (is_last, 0, card.due),
                None => (is_last, 1, 0),
                Some(card) => (is_last, 2, card.due),
            }
        };
        let all = puzzles.iter().filter(|puzzle| wanted.has(puzzle));
        all.min_by_key(|puzzle| (order(puzzle), puzzle.difficulty))
    }

    fn standing(&self, puzzles: &[Puzzle], wanted: &Wanted, now: u64) -> Standing {
        let mut standing = Standing { streak: self.streak, ..Standing::default() };
        for puzzle in puzzles.iter().filter(|puzzle| wanted.has(puzzle)) {
            standing.all += 1;
            match self.card(&name(puzzle)) {
                Some(card) => standing.due += usize::from(card.due <= now),
                None => standing.new += 1,
            }
        }
        standing
    }
}

/// The puzzles of all games and what the user knows of them.
#[derive(Default)]
pub(super) struct Trainer {
    /// Where that is kept, if it is.
    folder: Option<PathBuf>,
    decks: Mutex<HashMap<String, Deck>>,
}

impl Trainer {
    pub(super) fn new(folder: Option<PathBuf>) -> Self {
        Self { folder, decks: Mutex::default() }
    }

    fn path(&self, game: &str) -> Option<PathBuf> {
        Some(self.folder.as_ref()?.join(format!("{game}.json")))
    }

    /// Calls `on` with what is known of a game's puzzles.
    fn with<R>(&self, game: &str, on: impl FnOnce(&mut Deck) -> R) -> io::Result<R> {
        let mut decks = self.decks.lock().unwrap_or_else(PoisonError::into_inner);
        if !decks.contains_key(game) {
            let deck = self.path(game).map_or_else(|| Ok(Deck::default()), |path| read(&path))?;
            decks.insert(game.to_owned(), deck);
        }
        Ok(on(decks.entry(game.to_owned()).or_default()))
    }

    /// Returns the puzzle that comes next.
    pub(super) fn next<'a>(
        &self,
        game: &str,
        puzzles: &'a [Puzzle],
        wanted: &Wanted,
        last: Option<&str>,
        now: u64,
    ) -> io::Result<Option<&'a Puzzle>> {
        self.with(game, |deck| deck.next(puzzles, wanted, last, now))
    }

    pub(super) fn standing(
        &self,
        game: &str,
        puzzles: &[Puzzle],
        wanted: &Wanted,
        now: u64,
    ) -> io::Result<Standing> {
        self.with(game, |deck| deck.standing(puzzles, wanted, now))
    }

    /// Notes whether a puzzle was solved at once, also in the file.
    pub(super) fn note(&self, game: &str, name: &str, solved: bool, now: u64) -> io::Result<()> {
        let text = self.with(game, |deck| {
            deck.note(name, solved, now);
            serde_json::to_string(deck)
        })?;
        let Some(path) = self.path(game) else { return Ok(()) };
        file::keep(&path, text?.as_bytes())
    }
}

/// Reads a file, which may be missing.
fn read(path: &Path) -> io::Result<Deck> {
    let Some(bytes) = file::read_if_any(path, LONGEST)? else { return Ok(Deck::default()) };
    let wrong = |error: &dyn Display| io::Error::other(format!("{}: {error}", path.display()));
    let text = String::from_utf8_lossy(&bytes);
    let deck: Deck = serde_json::from_str(&text).map_err(|error| wrong(&error))?;
    match deck.cards.iter().find(|(_, card)| Card::of(card).is_none()) {
        Some((name, _)) => Err(wrong(&format!("{name} has no box or is never due"))),
        None => Ok(deck),
    }
}

/// Returns the puzzles of a game that come with the program, the easy ones first.
pub(super) fn puzzles(text: &str) -> Vec<Puzzle> {
    let file = PuzzleFile::read(text).unwrap_or_default();
    let mut puzzles = file.puzzles.into_iter().map(|(_, puzzle)| puzzle).gather();
    sort::by_key(&mut puzzles, |puzzle| puzzle.difficulty);
    puzzles
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn three() -> Vec<Puzzle> {
        puzzles(
            "win 3 | hard | m | mill | 5 100\nwin 3 | easy | m | mill, flight | 2 9\ndraw | middle | m | | 2 50\n",
        )
    }

    fn named(puzzle: Option<&Puzzle>) -> &str {
        puzzle.map_or("", |puzzle| &puzzle.position)
    }

    #[test]
    fn what_is_solved_comes_back_later_each_time_and_what_is_not_soon() {
        let (mut deck, puzzles) = (Deck::default(), three());
        let easy = name(&puzzles[0]);
        let mut now = 1000;
        let mut gaps = Vec::new();
        for _ in 0..8 {
            deck.note(&easy, true, now);
            gaps.push(deck.card(&easy).unwrap().due - now);
            now = deck.card(&easy).unwrap().due;
        }
        assert_eq!(gaps, [1, 3, 7, 16, 35, 90, 90, 90].map(|days| days * DAY));
        assert_eq!(deck.streak, 8);
        deck.note(&easy, false, now);
        assert_eq!((deck.card(&easy).unwrap().due - now, deck.streak), (10 * MINUTE, 0));
        deck.note(&easy, true, now);
        assert_eq!((deck.card(&easy).unwrap().due - now, deck.streak), (DAY, 1));
    }

    #[test]
    fn the_due_come_first_then_the_easy_then_the_soonest() {
        let (mut deck, puzzles) = (Deck::default(), three());
        let names: Vec<_> = puzzles.iter().map(name).collect();
        let all = Wanted::default();
        let next = |deck: &Deck, last, now| named(deck.next(&puzzles, &all, last, now)).to_owned();
        assert_eq!(next(&deck, None, 0), "easy");
        deck.note(&names[0], false, 0);
        assert_eq!(next(&deck, None, 10), "middle", "the easy one is not due yet");
        assert_eq!(next(&deck, None, 10 * MINUTE), "easy");
        assert_eq!(next(&deck, Some(&names[0]), 10 * MINUTE), "middle", "not twice running");
        deck.note(&names[1], true, 10);
        deck.note(&names[2], true, 5);
        let standing = deck.standing(&puzzles, &all, 10 * MINUTE);
        assert_eq!(standing, Standing { due: 1, new: 0, all: 3, streak: 2 });
        assert_eq!(next(&deck, None, 20), "easy", "nothing is due: the soonest");
        assert_eq!(next(&deck, None, 2 * DAY), "easy", "the longest overdue");
        assert_eq!(next(&deck, Some(&names[0]), 2 * DAY), "hard");
        let hard = Wanted { level: Some(5), ..Wanted::default() };
        assert_eq!(named(deck.next(&puzzles, &hard, None, 0)), "hard");
        let flight = Wanted { theme: Some("flight".to_owned()), level: None };
        assert_eq!(named(deck.next(&puzzles, &flight, Some(&names[0]), 0)), "easy", "the only one");
        let none = Wanted { theme: Some("flight".to_owned()), level: Some(5) };
        assert_eq!(deck.next(&puzzles, &none, None, 0), None);
    }

    #[test]
    fn what_was_solved_is_known_to_the_next_server() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep/puzzles");
        let puzzles = three();
        let (all, easy) = (Wanted::default(), name(&puzzles[0]));
        let trainer = Trainer::new(Some(path.clone()));
        trainer.note("go", &easy, true, 7).unwrap();
        for other in [trainer, Trainer::new(Some(path.clone()))] {
            let standing = other.standing("go", &puzzles, &all, 8).unwrap();
            assert_eq!(standing, Standing { due: 0, new: 2, all: 3, streak: 1 });
            assert_eq!(named(other.next("go", &puzzles, &all, None, 8).unwrap()), "middle");
            assert_eq!(other.standing("chess", &puzzles, &all, 8).unwrap().new, 3);
        }
        // Nothing is kept without a folder, and what is no file of ours is left alone.
        let silent = Trainer::new(None);
        silent.note("go", &easy, true, 7).unwrap();
        assert_eq!(silent.standing("go", &puzzles, &all, 8).unwrap().new, 2);
        assert_eq!(Trainer::new(None).standing("go", &puzzles, &all, 8).unwrap().new, 3);
        for other in ["[]", r#"{"streak":1,"cards":{"x":{"box":1}}}"#] {
            fs::write(path.join("go.json"), other).unwrap();
            assert!(Trainer::new(Some(path.clone())).note("go", &easy, true, 7).is_err());
            assert_eq!(fs::read_to_string(path.join("go.json")).unwrap(), other);
        }
    }

    #[test]
    fn every_game_has_its_puzzles_and_each_its_own_name() {
        for session in crate::engine::Engine::new().sessions() {
            let puzzles = puzzles(session.kind().game().puzzles());
            assert!(puzzles.len() >= 200, "{} of {}", puzzles.len(), session.name());
            let names: std::collections::BTreeSet<_> = puzzles.iter().map(name).collect();
            assert_eq!(names.len(), puzzles.len());
        }
    }
}
