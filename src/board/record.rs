//! Games as text: records that are loaded, saved and kept, positions and moves that are pasted.

use std::collections::BTreeMap;
use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::Value;
use tokio::time::Instant;

use super::catalogue::Catalogue;
use super::clock::Clock;
use super::game::{BoardGame, TIME};
use super::message::{
    ErrorCode, MemoryName, MoveWord, MoveWords, PlayerName, PositionText, RequestError, Seat,
};
use crate::engine::Level;
use crate::kernel::{Assignment, Gather, Player};
use crate::notation::{GameResult, GameText, Games, MoveTree, pasted, tag};

/// The tags that name the memories of engines.
const MEMORIES: [&str; 2] = ["FirstMemory", "SecondMemory"];
/// The tags that say that a player is human whose name does not tell.
const TYPES: [&str; 2] = ["FirstType", "SecondType"];
/// The tag that says how many of the moves were not taken back, if any were.
const PLY: &str = "Ply";
/// The tag with the clocks of a game that goes on; see [`Clock::write`].
const CLOCKS: &str = "Clocks";
/// The tag that says whether the result has been counted, if it may still change.
const COUNTED: &str = "Counted";
/// What the name of an engine begins with, before its level.
const ENGINE: &str = "quincunx level ";
/// What follows its level if that is about the strength of the human, or if it uses tables or the book.
const AUTO: &str = "auto";
const TABLES: &str = "tables";
const BOOK: &str = "book";
/// What a human without a name is called.
const NAMELESS: &str = "human";

/// A parsed game; the engine decides whether it is valid.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct LoadedGame {
    pub(super) game: String,
    /// What only a record has.
    pub(super) tags: Option<LoadedTags>,
    pub(super) start: Option<String>,
    pub(super) tree: MoveTree,
}

/// The tags of a parsed game.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct LoadedTags {
    pub(super) options: BTreeMap<String, Value>,
    pub(super) seats: [Seat; 2],
    /// How many of the moves were not taken back.
    pub(super) ply: usize,
    /// Whether the game has a result.
    pub(super) is_over: bool,
    /// Whether a result of it has been counted for the strength of the human.
    pub(super) is_counted: bool,
    /// The index of the player who has lost on time.
    pub(super) lost: Option<usize>,
    /// The clocks of a game that goes on.
    pub(super) clock: Option<Clock>,
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
            let moves: Vec<String> = parts.moves.iter().map(|text| text.text.to_owned()).gather();
            LoadedGame { game: game.to_owned(), tags: None, start, tree: MoveTree::of(&moves) }
        }
    };
    // Text for an engine is checked like everything else that comes from the page.
    if let Some(start) = &read.start {
        PositionText::try_from(start.clone()).map_err(bad)?;
    }
    let main: Vec<&str> = read.tree.line.iter().map(|step| step.text.as_str()).gather();
    MoveWords::try_from(main.join(" ")).map_err(bad)?;
    let check = |_: &[String], text: &str| MoveWord::new(text).map(|word| word.to_string());
    read.tree.reread(&mut { check }).map_err(bad)?;
    Ok(read)
}

fn record(text: &str, number: usize, catalogue: &Catalogue) -> Result<LoadedGame, RequestError> {
    let bad = |text: String| RequestError::new(ErrorCode::BadValue, text);
    let mut count = 0;
    let mut games = Games::new(text);
    while let Some(game) = games.next() {
        let game = game.map_err(|error| bad(error.to_string()))?;
        count += 1;
        if count == number {
            let tree = games.tree().map_err(|error| bad(error.to_string()))?;
            return one(&game, tree, catalogue);
        }
    }
    Err(bad(format!("there is no game {number} among {count}")))
}

fn one(game: &GameText, tree: MoveTree, catalogue: &Catalogue) -> Result<LoadedGame, RequestError> {
    let bad = |text: String| RequestError::new(ErrorCode::BadValue, text);
    let name = game.tag(tag::GAME).map(str::to_ascii_lowercase).unwrap_or_default();
    let entry = catalogue.game(&name).ok_or_else(|| bad(format!("there is no game {name:?}")))?;
    let mut options = BTreeMap::new();
    for Assignment { name: wanted, value: text } in game.rules().map_err(bad)? {
        let mut choices = entry.options.iter();
        let choice = choices.find(|choice| choice.name.eq_ignore_ascii_case(&wanted));
        let choice = choice.ok_or_else(|| bad(format!("{name} has no rule {wanted:?}")))?;
        let value = choice.kind.read(&text);
        let value = value.ok_or_else(|| bad(format!("{} cannot be {text:?}", choice.name)))?;
        options.insert(choice.name.to_owned(), value);
    }
    let start = game.tag(tag::START).map(str::to_owned);
    let seats = [(tag::FIRST, MEMORIES[0], TYPES[0]), (tag::SECOND, MEMORIES[1], TYPES[1])];
    let seats = seats.map(|(name, memory, kind)| match game.tag(name) {
        Some(name) if game.tag(kind) == Some(NAMELESS) => human(name),
        name => seat(name, game.tag(memory)),
    });
    let ply = game.tag(PLY).and_then(|ply| ply.parse().ok()).unwrap_or(game.moves.len());
    let is_over = game.result != GameResult::Unknown;
    let is_counted = game.tag(COUNTED).is_some();
    let lost = match game.result {
        GameResult::Won(winner) if game.tag(tag::TERMINATION) == Some(TIME) => {
            Some(1 - winner.index())
        }
        _ => None,
    };
    let clock = game.tag(CLOCKS).filter(|_| !is_over).and_then(Clock::read);
    let tags = Some(LoadedTags { options, seats, ply, is_over, is_counted, lost, clock });
    Ok(LoadedGame { game: name, tags, start, tree })
}

/// Returns who has a seat, by the name of a player and of a memory. Whoever is not an engine of ours
/// is human.
fn seat(name: Option<&str>, memory: Option<&str>) -> Seat {
    let name = name.unwrap_or(NAMELESS);
    let mut words = name.strip_prefix(ENGINE).unwrap_or_default().split(", ");
    let level = words.next().and_then(|level| Level::new(level.parse().ok()?));
    let more: Vec<&str> = words.gather();
    match level.filter(|_| more.iter().all(|word| [AUTO, TABLES, BOOK].contains(word))) {
        Some(level) => {
            let remember = memory.and_then(|name| MemoryName::try_from(name.to_owned()).ok());
            let [auto, tables, book] = [AUTO, TABLES, BOOK].map(|word| more.contains(&word));
            Seat::Ai { level, auto, remember, tables, book }
        }
        None if name == NAMELESS => Seat::HUMAN,
        None => human(name),
    }
}

fn human(name: &str) -> Seat {
    Seat::Human { name: PlayerName::try_from(name.to_owned()).ok() }
}

/// Returns the record of a game as far as it was played, with its variations.
pub(super) fn write(game: &BoardGame) -> String {
    let mut tree = game.tree().clone();
    tree.line.truncate(game.ply());
    text(game, &tree, Vec::new())
}

/// Returns the record of a game with the moves that were taken back, and all that it needs to go on.
pub(super) fn write_all(game: &BoardGame) -> String {
    let ply = (game.ply() < game.plies()).then(|| (PLY, game.ply().to_string()));
    let is_on = game.result().is_none();
    let counted = (game.is_counted && is_on).then(|| (COUNTED, "1".to_owned()));
    let clock = game.clock.as_ref().filter(|_| is_on);
    let clock = clock.map(|clock| (CLOCKS, clock.write(Instant::now())));
    text(game, game.tree(), [ply, counted, clock].into_iter().flatten().gather())
}

fn text(game: &BoardGame, tree: &MoveTree, more: Vec<(&str, String)>) -> String {
    let mut tags = vec![(tag::GAME, game.name.to_owned())];
    if !game.rules.is_empty() {
        let rules = game.rules.iter().map(|(name, value)| format!("{name}={value}"));
        tags.push((tag::RULES, rules.gather().join(";")));
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
    tags.extend([(tag::FIRST, name(first)), (tag::SECOND, name(second))]);
    for (i, player) in game.seats.iter().enumerate() {
        match player {
            Seat::Ai { remember: Some(memory), .. } => {
                tags.push((MEMORIES[i], memory.as_str().to_owned()));
            }
            Seat::Human { .. } if seat(Some(&name(player)), None) != *player => {
                tags.push((TYPES[i], NAMELESS.to_owned()));
            }
            _ => {}
        }
    }
    tags.extend(more);
    tags.push((tag::RESULT, result.to_string()));
    if let Some(verdict) = verdict {
        let score = game.snapshot(game.ply()).and_then(|snapshot| snapshot.score);
        if let Some([first, second]) = score.filter(|_| verdict.ending == "points") {
            tags.push((tag::MARGIN, (first - second).to_string()));
        }
        tags.push((tag::TERMINATION, verdict.ending.clone()));
    }
    let tags = tags.into_iter().map(|(name, value)| (name.to_owned(), value)).gather();
    GameText { tags, moves: Vec::new(), result }.with_moves(tree)
}

fn name(seat: &Seat) -> String {
    match seat {
        Seat::Human { name } => name.as_ref().map_or(NAMELESS, PlayerName::as_str).to_owned(),
        Seat::Ai { level, auto, tables, book, .. } => {
            let more =
                [(AUTO, auto), (TABLES, tables), (BOOK, book)].into_iter().filter(|(_, on)| **on);
            let more: String = more.map(|(word, _)| format!(", {word}")).gather().concat();
            format!("{ENGINE}{}{more}", level.number())
        }
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
    use std::time::Duration;

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
        Catalogue { games, puzzles: Vec::new(), engine: Engine::new() }
    }

    fn refusal(text: &str, game: Option<&str>, index: Option<usize>) -> String {
        read(text, game, index, &catalogue()).unwrap_err().text
    }

    #[test]
    fn what_is_written_reads_the_same() {
        let entry = catalogue().games[0].clone();
        let options = entry.values(&[("Chess Quiet".to_owned(), json!(50))].into()).unwrap();
        let name = PlayerName::try_from("Ann \"the\" Ž".to_owned()).ok();
        let memory = MemoryName::try_from("club".to_owned()).ok();
        let ai = Seat::Ai {
            level: Level::new(6).unwrap(),
            auto: true,
            remember: memory,
            tables: true,
            book: false,
        };
        let seats = [Seat::Human { name }, ai];
        let start = Some("W[a]turn[W]".to_owned());
        let note = "W[a]!\n# wéll\n(W[x];B[y]) B[b]";
        let tree = MoveTree::read(note).unwrap();
        // A referee that is never asked.
        let session = Engine::new().session().fresh();
        let referee = Referee::new(session, &BTreeMap::new(), None).unwrap();
        let mut game =
            BoardGame::new(&entry, options.clone(), start.clone(), seats.clone(), referee);
        for text in ["W[a]", "B[b]", "W[c]"] {
            game.play(text, Snapshot::default());
        }
        game.edit(|tree| {
            let noted = MoveTree::read(&format!("{note};W[c]")).unwrap();
            *tree = noted;
            Ok(true)
        })
        .unwrap();
        game.go_to(2);
        let text = write(&game);
        assert!(
            text.starts_with("[Game \"chess\"]\n[Rules \"Chess Quiet=50\"]\n[Start \""),
            "{text}"
        );
        let (ply, is_over, is_counted, lost, clock) = (2, false, false, None, None);
        let tags = LoadedTags { options, seats, ply, is_over, is_counted, lost, clock };
        let game_name = "chess".to_owned();
        let expected = LoadedGame { game: game_name, tags: Some(tags), start, tree };
        assert_eq!(read(&text, None, None, &catalogue()), Ok(expected.clone()));
        let all = read(&write_all(&game), None, None, &catalogue()).unwrap();
        assert_eq!((all.tree.line.len(), all.tags), (3, expected.tags.clone()));
        game.is_counted = true;
        let tags = |text: &str| read(text, None, None, &catalogue()).unwrap().tags.unwrap();
        assert_eq!(
            [write(&game), write_all(&game)].map(|text| tags(&text).is_counted),
            [false, true]
        );
        game.clock = Some(Clock::new(Duration::from_secs(60), Duration::from_secs(2)));
        assert_eq!(
            [write(&game), write_all(&game)].map(|text| tags(&text).clock),
            [None, game.clock.clone()]
        );
        for wrong in ["1 2 3", "1 2 3 -4", "1 2 3 4 5", "1 2 3 99999999999"] {
            let text = write_all(&game).replace("60000 2000 60000 60000", wrong);
            assert_eq!(tags(&text).clock, None, "{wrong}");
        }
        for name in ["quincunx level 3", "quincunx level 3, book", NAMELESS] {
            game.seats[0] = human(name);
            assert_eq!(tags(&write(&game)).seats, game.seats, "{name}");
        }
        assert_eq!(tags(&write(&game)).lost, None);
        game.flag(1, Instant::now());
        assert_eq!((tags(&write(&game)).lost, tags(&write(&game)).is_over), (Some(1), true));
        let two = format!("[Game \"chess\"]\n*\n\n{text}");
        assert_eq!(read(&two, None, Some(2), &catalogue()), Ok(expected));
        assert_eq!(refusal(&two, None, Some(3)), "there is no game 3 among 2");
    }

    #[test]
    fn positions_and_moves_may_be_pasted() {
        let read = |text| read(text, Some("chess"), None, &catalogue()).unwrap();
        let loaded = read("W[a]turn[W] 1. a2a3 b2b3\n");
        assert_eq!(loaded.start.as_deref(), Some("W[a]turn[W]"));
        let both = MoveTree::of(&["a2a3".to_owned(), "b2b3".to_owned()]);
        assert_eq!(loaded.tree, both);
        assert_eq!(read("a2a3;b2b3").tree, both);
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
            "[Game \"chess\"]\na (\u{e9})\n*\n",
            "[Game \"chess\"]\na (moves quit)\n*\n",
            "[Game \"chess\"]\na???\n*\n",
        ] {
            refusal(text, Some("chess"), None);
        }
        refusal("W[\u{7f}]", Some("chess"), None);
        refusal(&"a ".repeat(5001), Some("chess"), None);
    }

    #[test]
    fn who_is_not_an_engine_of_ours_is_human() {
        let human = |text: &str| Seat::Human { name: PlayerName::try_from(text.to_owned()).ok() };
        for (name, expected) in [
            (None, Seat::HUMAN),
            (Some("human"), Seat::HUMAN),
            (Some(""), Seat::HUMAN),
            (Some("new"), human("new")),
            (Some("quincunx level 11"), human("quincunx level 11")),
            (
                Some("quincunx level 3"),
                Seat::Ai {
                    auto: false,
                    level: Level::new(3).unwrap(),
                    remember: None,
                    tables: false,
                    book: false,
                },
            ),
        ] {
            assert_eq!(seat(name, Some("../x")), expected, "{name:?}");
        }
    }

    #[test]
    fn days_have_dates() {
        assert_eq!(civil(0), (1970, 1, 1));
        assert_eq!(civil(11_016), (2000, 2, 29));
        assert_eq!(civil(20_779), (2026, 11, 22));
        assert_eq!(civil(20_878), (2027, 3, 1));
    }
}
