//! Games as text: records that are loaded and saved, positions and moves that are pasted.

use std::collections::BTreeMap;
use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::Value;

use super::catalogue::Catalogue;
use super::game::BoardGame;
use super::message::{ErrorCode, MoveWords, PositionText, RequestError, Seat};
use crate::kernel::Player;
use crate::notation::{GameResult, GameText, Games, pasted, tag};

/// A parsed game; the engine decides whether it is valid.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct LoadedGame {
    pub(super) game: String,
    /// The options that a record names; `None` if the text is not a record.
    pub(super) options: Option<BTreeMap<String, Value>>,
    pub(super) start: Option<String>,
    pub(super) moves: Vec<String>,
}

/// Reads a game of a record by its number, from 1, or else a position, moves, or both of `game`.
///
/// # Errors
///
/// Says what cannot be read.
pub(super) fn read(
    text: &str,
    game: Option<&str>,
    index: Option<usize>,
    catalogue: &Catalogue,
) -> Result<LoadedGame, RequestError> {
    let bad = |text: String| RequestError::new(ErrorCode::BadValue, text);
    let mut lines = text.lines().map(str::trim_start);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with('#'));
    let read = match first {
        None => return Err(bad("there is no game in an empty text".to_owned())),
        Some(line) if line.starts_with('[') => record(text, index.unwrap_or(1), catalogue)?,
        Some(_) => {
            let Some(game) = game else {
                let text = "which game are these moves from?";
                return Err(RequestError::new(ErrorCode::NoGame, text));
            };
            let parts = pasted(text);
            let start = parts.start.map(|start| start.text.to_owned());
            let moves = parts.moves.iter().map(|text| text.text.to_owned()).collect();
            LoadedGame { game: game.to_owned(), options: None, start, moves }
        }
    };
    // Text for an engine is checked like everything else that comes from the page.
    if let Some(start) = &read.start {
        PositionText::try_from(start.clone()).map_err(bad)?;
    }
    MoveWords::try_from(read.moves.join(" ")).map_err(bad)?;
    Ok(read)
}

fn record(text: &str, number: usize, catalogue: &Catalogue) -> Result<LoadedGame, RequestError> {
    let bad = |text: String| RequestError::new(ErrorCode::BadValue, text);
    let mut count = 0;
    for game in Games::new(text) {
        let game = game.map_err(|error| bad(error.to_string()))?;
        count += 1;
        if count == number {
            return one(&game, catalogue);
        }
    }
    Err(bad(format!("there is no game {number} among {count}")))
}

fn one(game: &GameText, catalogue: &Catalogue) -> Result<LoadedGame, RequestError> {
    let bad = |text: String| RequestError::new(ErrorCode::BadValue, text);
    let name = game.tag(tag::GAME).map(str::to_ascii_lowercase).unwrap_or_default();
    let entry = catalogue.game(&name).ok_or_else(|| bad(format!("there is no game {name:?}")))?;
    let mut options = BTreeMap::new();
    for rule in game.tag(tag::RULES).unwrap_or("").split(';').filter(|rule| !rule.is_empty()) {
        let (wanted, text) =
            rule.split_once('=').ok_or_else(|| bad(format!("{rule:?} is not NAME=VALUE")))?;
        let mut choices = entry.options.iter();
        let choice = choices.find(|choice| choice.name.eq_ignore_ascii_case(wanted));
        let choice = choice.ok_or_else(|| bad(format!("{name} has no rule {wanted:?}")))?;
        let value = choice.kind.read(text);
        let value = value.ok_or_else(|| bad(format!("{} cannot be {text:?}", choice.name)))?;
        options.insert(choice.name.to_owned(), value);
    }
    let start = game.tag(tag::START).map(str::to_owned);
    Ok(LoadedGame { game: name, options: Some(options), start, moves: game.moves.clone() })
}

/// Returns the record of a game as far as it was played.
pub(super) fn write(game: &BoardGame) -> String {
    let mut tags = vec![(tag::GAME, game.name.to_owned())];
    if !game.rules.is_empty() {
        let rules = game.rules.iter().map(|(name, value)| format!("{name}={value}"));
        tags.push((tag::RULES, rules.collect::<Vec<_>>().join(";")));
    }
    if let Some(start) = &game.start {
        tags.push((tag::START, start.clone()));
    }
    let [first, second] = &game.seats;
    let verdict = game.result();
    let result = verdict.map_or(GameResult::Unknown, |verdict| {
        let player = |letter: &String| Player::ALL[game.player(letter)];
        GameResult::of(verdict.winner.as_ref().map(player))
    });
    tags.extend([
        (tag::FIRST, name(first)),
        (tag::SECOND, name(second)),
        (tag::RESULT, result.to_string()),
    ]);
    if let Some(verdict) = verdict {
        let score = game.snapshot(game.ply()).and_then(|snapshot| snapshot.score);
        if let Some([first, second]) = score.filter(|_| verdict.ending == "points") {
            tags.push((tag::MARGIN, (first - second).to_string()));
        }
        tags.push((tag::TERMINATION, verdict.ending.clone()));
    }
    let tags = tags.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    GameText { tags, moves: game.played().to_vec(), result }.to_string()
}

fn name(seat: &Seat) -> String {
    match seat {
        Seat::Human {} => "human".to_owned(),
        Seat::Ai { level, .. } => format!("quincunx level {}", level.number()),
    }
}

/// Returns the file name for a game, with the date in UTC.
pub(super) fn file_name(game: &BoardGame) -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    let (year, month, day) = civil(now / 86_400);
    format!("{}-{year}-{month:02}-{day:02}.games", game.name)
}

/// Returns the date of a day since 1970-01-01 in the Gregorian calendar (Howard Hinnant's
/// `civil_from_days`, for days that are not negative).
const fn civil(days: u64) -> (u64, u64, u64) {
    let days = days + 719_468;
    let era = days / 146_097;
    let of_era = days % 146_097;
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let shifted = (5 * of_year + 2) / 153;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let day = of_year - (153 * shifted + 2) / 5 + 1;
    (year + era * 400 + if month <= 2 { 1 } else { 0 }, month, day)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::catalogue::{GameEntry, RuleKind, RuleOption};
    use super::super::referee::Referee;
    use super::super::snapshot::Snapshot;
    use super::*;
    use crate::engine::Engine;

    fn catalogue() -> Catalogue {
        let kind = RuleKind::Spin { default: 100, min: 0, max: 1000 };
        let options = vec![RuleOption::plain("Chess Quiet", kind)];
        let (name, start, players) = ("chess", "x".to_owned(), ["W", "B"]);
        let games = vec![GameEntry { name, players, start, options, ..GameEntry::default() }];
        Catalogue { games, engine: Engine::new() }
    }

    fn refusal(text: &str, game: Option<&str>, index: Option<usize>) -> String {
        read(text, game, index, &catalogue()).unwrap_err().text
    }

    #[test]
    fn what_is_written_reads_the_same() {
        let entry = catalogue().games[0].clone();
        let options = entry.values(&[("Chess Quiet".to_owned(), json!(50))].into()).unwrap();
        let seats = [Seat::Human {}, Seat::Human {}];
        let start = Some("W[a]turn[W]".to_owned());
        // A referee that is never asked.
        let session = Engine::new().session().fresh();
        let referee = Referee::new(session, &BTreeMap::new(), None).unwrap();
        let mut game = BoardGame::new(&entry, options.clone(), start.clone(), seats, referee);
        for text in ["W[a]", "B[b]", "W[c]"] {
            game.play(text.to_owned(), Snapshot::default());
        }
        game.go_to(2);
        let text = write(&game);
        assert!(
            text.starts_with("[Game \"chess\"]\n[Rules \"Chess Quiet=50\"]\n[Start \""),
            "{text}"
        );
        let moves = vec!["W[a]".to_owned(), "B[b]".to_owned()];
        let expected =
            LoadedGame { game: "chess".to_owned(), options: Some(options), start, moves };
        assert_eq!(read(&text, None, None, &catalogue()), Ok(expected.clone()));
        let two = format!("[Game \"chess\"]\n*\n\n{text}");
        assert_eq!(read(&two, None, Some(2), &catalogue()), Ok(expected));
        assert_eq!(refusal(&two, None, Some(3)), "there is no game 3 among 2");
    }

    #[test]
    fn positions_and_moves_may_be_pasted() {
        let read = |text| read(text, Some("chess"), None, &catalogue()).unwrap();
        let loaded = read("W[a]turn[W] 1. a2a3 b2b3\n");
        assert_eq!(loaded.start.as_deref(), Some("W[a]turn[W]"));
        assert_eq!(loaded.moves, ["a2a3", "b2b3"]);
        assert_eq!(read("a2a3;b2b3").moves, ["a2a3", "b2b3"]);
        assert_eq!(refusal("a2a3", None, None), "which game are these moves from?");
    }

    #[test]
    fn nothing_but_moves_and_known_rules_gets_through() {
        for text in [
            "",
            "# nothing\n",
            "[Game \"go\"]\n*\n",
            "[Game \"chess\"]\n[Rules \"Hash=1\"]\n*\n",
            "[Game \"chess\"]\n[Rules \"Chess Quiet=lots\"]\n*\n",
            "[Game \"chess\"]\n[Rules \"Chess Quiet\"]\n*\n",
            "[Game \"chess\"]\n[Start \"W[a] moves quit\"]\n*\n",
            "[Game \"chess\"]\nW[a]",
            "[Game \"chess\"]\n\u{e9}\n*\n",
        ] {
            refusal(text, Some("chess"), None);
        }
        refusal("W[\u{7f}]", Some("chess"), None);
        refusal(&"a ".repeat(5001), Some("chess"), None);
    }

    #[test]
    fn days_have_dates() {
        assert_eq!(civil(0), (1970, 1, 1));
        assert_eq!(civil(11_016), (2000, 2, 29));
        assert_eq!(civil(20_779), (2026, 11, 22));
        assert_eq!(civil(20_878), (2027, 3, 1));
    }
}
