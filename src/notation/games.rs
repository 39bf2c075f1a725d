//! Files of game records, `.games`: tags about each game, its moves, its result.
//!
//! ```text
//! file    = { blank | comment | game }
//! comment = "#" text                        a line of its own, before, between or within games
//! game    = { tag } moves RESULT            the result ends its line
//! tag     = "[" NAME " " '"' value '"' "]"  a line of its own; \" and \\ stand for " and \
//! moves   = see `record`                    over any number of lines, with variations and marks
//! RESULT  = "1-0" | "0-1" | "1/2-1/2" | "*"
//! ```
//!
//! `1-0` is a win of the player who moves first in the start position of the game, `*` a game
//! without a result. A tag begins its line with `[`, which no move does. Tags may come in any
//! order, and readers skip unknown ones; [`tag`] names those that a match writes.
//!
//! ```text
//! [Game "morris"]
//! [First "new"]
//! [Second "old"]
//! [Result "0-1"]
//! B[d6];W[d2];B[resign]
//! 0-1
//! ```
//!
//! The line of moves is a record as Mindsports publishes it and can be pasted as one. What the
//! moves mean, and whether they are legal, is up to the game.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use thiserror::Error;

use super::record::{MainLine, Token, tokens};
use super::text::Text;
use super::tree::MoveTree;
use crate::kernel::{Assignment, Player, Quoted, all_ok};

/// The names of the tags that a match writes.
pub mod tag {
    /// The name of the game; the only tag that a reader needs.
    pub const GAME: &str = "Game";
    /// The rules that were chosen and are not the default: `Morris Quiet=50;Morris Repetition=0`.
    pub const RULES: &str = "Rules";
    /// The position that the game starts from, if it is not the start position of the rules.
    pub const START: &str = "Start";
    /// The day on which the game began, in UTC: `2026.11.22`.
    pub const DATE: &str = "Date";
    /// The number of the round and of the game within it: `17.2`.
    pub const ROUND: &str = "Round";
    /// The player that moves first in the start position of the game.
    pub const FIRST: &str = "First";
    /// The other player.
    pub const SECOND: &str = "Second";
    /// The result, the same as after the moves.
    pub const RESULT: &str = "Result";
    /// The first player's points minus the second's, in games of points.
    pub const MARGIN: &str = "Margin";
    /// How the game ended: an ending of the rules, `adjudication`, `illegal move`, `time forfeit`,
    /// `stalled` or `crash`.
    pub const TERMINATION: &str = "Termination";
    /// What happened, if the termination alone does not say.
    pub const REASON: &str = "Reason";
    /// The limits of each player for a move or for the game: `nodes=3000`, `tc=1+0.01`.
    pub const TIME_CONTROL: &str = "TimeControl";
    /// The limits of the first player, if they differ.
    pub const FIRST_CONTROL: &str = "FirstTimeControl";
    /// The limits of the second player, if they differ.
    pub const SECOND_CONTROL: &str = "SecondTimeControl";
    /// How many of the moves belong to the opening and were not chosen by the players.
    pub const OPENING: &str = "OpeningPlies";
    /// The scores of the players for their moves, without those of the opening: hundredths from the
    /// mover's view, `+M5` or `-M4` for plies to the end, `-` for nothing.
    pub const SCORES: &str = "Scores";
    /// How long these moves took, in milliseconds.
    pub const TIMES: &str = "Times";
    /// The seed of the openings and of players that move at random.
    pub const SEED: &str = "Seed";
    /// A checksum of the game and of the first lines of its file.
    pub const CHECKSUM: &str = "Checksum";
}

/// The result of a recorded game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// That player won.
    Won(Player),
    /// Nobody won.
    Drawn,
    /// The game has no result.
    Unknown,
}

impl GameResult {
    /// Every result.
    pub const ALL: [Self; 4] =
        [Self::Won(Player::First), Self::Won(Player::Second), Self::Drawn, Self::Unknown];

    /// Returns the result of a finished game.
    #[must_use]
    pub const fn of(winner: Option<Player>) -> Self {
        match winner {
            Some(player) => Self::Won(player),
            None => Self::Drawn,
        }
    }

    /// Returns the text that stands for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Won(Player::First) => "1-0",
            Self::Won(Player::Second) => "0-1",
            Self::Drawn => "1/2-1/2",
            Self::Unknown => "*",
        }
    }

    /// Returns the result that a text stands for.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|result| result.name() == name)
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A game of a file, as text. [`Display`](fmt::Display) writes it in the file's format, followed by
/// an empty line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameText {
    /// The tags, in their order.
    pub tags: Vec<(String, String)>,
    /// The moves.
    pub moves: Vec<String>,
    /// The result.
    pub result: GameResult,
}

impl GameText {
    /// Returns the text in the form of a file, with those moves and an empty line behind it.
    #[must_use]
    pub fn with_moves(&self, moves: &MoveTree) -> String {
        let mut text = String::new();
        for (name, value) in &self.tags {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            text += &format!("[{name} \"{value}\"]\n");
        }
        text + &format!("{moves}{}\n\n", self.result)
    }

    /// Returns the value of a tag.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(n, _)| n == name).map(|(_, value)| value.as_str())
    }

    /// Returns the rules that were chosen.
    ///
    /// # Errors
    ///
    /// Quotes the first that is not `NAME=VALUE`.
    pub fn rules(&self) -> Result<Vec<Assignment>, String> {
        let rules = self.tag(tag::RULES).unwrap_or("").split(';').filter(|rule| !rule.is_empty());
        all_ok(rules.map(str::parse))
    }
}

impl fmt::Display for GameText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.with_moves(&MoveTree::of(&self.moves)))
    }
}

/// Why a file of games cannot be read further.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}, column {column}: expected {expected}, found {}", self.shown())]
pub struct BadGame {
    /// The line, counted from 1.
    pub line: usize,
    /// The byte within the line, counted from 1.
    pub column: usize,
    /// What would have been right, as a noun.
    pub expected: Cow<'static, str>,
    /// The offending text; empty at the end of the line.
    pub found: Vec<u8>,
    /// Whether the file ends within a game, as happens when its writer is killed.
    pub is_cut: bool,
}

impl BadGame {
    fn shown(&self) -> String {
        match &self.found[..] {
            [] if self.is_cut => "the end of the file".to_owned(),
            [] => "nothing".to_owned(),
            found => Quoted(found).to_string(),
        }
    }
}

/// Reads the games of a file in sequence; stops after the first error.
#[derive(Clone, Debug)]
pub struct Games<'a> {
    text: &'a str,
    /// The bytes read so far.
    at: usize,
    /// The lines read so far.
    lines: usize,
    /// The lines of the tags, the moves and the result of the last game.
    places: Vec<usize>,
    /// Where the moves of the last game stand.
    moves: Range<usize>,
    is_over: bool,
}

impl<'a> Games<'a> {
    /// Returns a reader of a file's text.
    #[must_use]
    pub const fn new(text: &'a str) -> Self {
        Self { text, at: 0, lines: 0, places: Vec::new(), moves: 0..0, is_over: false }
    }

    /// Returns the number of bytes up to the end of the last complete game.
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.at
    }

    /// Returns the lines, from 1, of the last complete game: of its tags in order, its moves, its result.
    #[must_use]
    pub fn places(&self) -> &[usize] {
        &self.places
    }

    /// Returns the moves of the last complete game with the variations, marks and comments among them.
    ///
    /// # Errors
    ///
    /// As for [`MoveTree::read`], with its place in the file.
    pub fn tree(&self) -> Result<MoveTree, BadGame> {
        let tree = MoveTree::read(&self.text[self.moves.clone()]);
        tree.map_err(|error| {
            self.bad(self.moves.start + error.column - 1, error.expected, error.found)
        })
    }

    /// Returns the error that the text at that byte is not what was expected.
    fn bad(&self, at: usize, expected: Cow<'static, str>, found: Vec<u8>) -> BadGame {
        let before = &self.text[..at];
        let line = before.matches('\n').count() + 1;
        let column = at - before.rfind('\n').map_or(0, |end| end + 1) + 1;
        BadGame { line, column, expected, found, is_cut: false }
    }

    /// Reads the next game from `self.at`; advances only past a complete game.
    fn read(&mut self) -> Result<Option<GameText>, BadGame> {
        let mut game =
            GameText { tags: Vec::new(), moves: Vec::new(), result: GameResult::Unknown };
        let (mut at, mut number) = (self.at, self.lines);
        let (mut main, mut begin) = (MainLine::default(), None);
        // Whether a result ends a line within a variation.
        let mut has_inner_result = false;
        self.places.clear();
        let text = self.text;
        for line in text[self.at..].split_inclusive('\n') {
            at += line.len();
            number += 1;
            let place = |part: &str| part.as_ptr() as usize - line.as_ptr() as usize + 1;
            let bad = |part: &str, expected| BadGame {
                line: number,
                column: place(part),
                expected: Cow::Borrowed(expected),
                found: part.trim_end().chars().take(64).collect::<String>().into(),
                is_cut: !line.ends_with('\n'),
            };
            let content = line.trim();
            if content.starts_with('#') && !game.tags.is_empty() {
                begin = begin.or(Some(at - line.len()));
            }
            if content.is_empty() || content.starts_with('#') {
                continue;
            }
            if content.starts_with('[') {
                begin = None;
                if has_inner_result && main.unclosed().is_some() {
                    break;
                }
                if !game.moves.is_empty() {
                    return Err(bad(content, "a move or the result of the game before"));
                }
                game.tags.push(tag_line(content).map_err(|(part, expected)| bad(part, expected))?);
                self.places.push(number);
                continue;
            }
            begin = begin.or(Some(at - line.len()));
            let tokens = tokens(content);
            let is_result = |text: Text| GameResult::from_name(text.text).is_some();
            let ends = matches!(tokens.last(), Some(Token::Move(text, _)) if is_result(*text));
            let mut texts = tokens.into_iter().filter_map(|token| main.take(token));
            while let Some(text) = texts.next() {
                self.places.push(number);
                let Some(result) = GameResult::from_name(text.text) else {
                    game.moves.push(text.text.to_owned());
                    continue;
                };
                if let Some(more) = texts.next() {
                    return Err(bad(more.text, "nothing after the result"));
                }
                drop(texts);
                self.moves =
                    begin.unwrap_or(at - line.len())..at - line.len() + place(text.text) - 1;
                game.result = result;
                (self.at, self.lines) = (at, number);
                return Ok(Some(game));
            }
            drop(texts);
            has_inner_result |= ends && main.unclosed().is_some();
        }
        if let (Some(open), true) = (main.unclosed(), has_inner_result) {
            let at = open.text.as_ptr() as usize - self.text.as_ptr() as usize;
            let expected = "a variation that ends before the result".into();
            return Err(self.bad(at, expected, open.text.into()));
        }
        if game.tags.is_empty() && game.moves.is_empty() {
            (self.at, self.lines) = (at, number);
            return Ok(None);
        }
        Err(BadGame {
            line: number + 1,
            column: 1,
            expected: "1-0, 0-1, 1/2-1/2 or *".into(),
            found: Vec::new(),
            is_cut: true,
        })
    }
}

impl Iterator for Games<'_> {
    type Item = Result<GameText, BadGame>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        let game = self.read().transpose();
        self.is_over = !matches!(game, Some(Ok(_)));
        game
    }
}

/// Parses a tag line; on failure returns the offending part and what was expected instead.
fn tag_line(line: &str) -> Result<(String, String), (&str, &'static str)> {
    let inside = &line[1..];
    let name_len = inside.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(inside.len());
    let (name, rest) = inside.split_at(name_len);
    if name.is_empty() {
        return Err((rest, "the name of a tag"));
    }
    let opened = rest.trim_start();
    let Some(quoted) = opened.strip_prefix('"') else {
        return Err((opened, "a value in double quotes"));
    };
    let mut value = String::new();
    let mut chars = quoted.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '"' if &quoted[at + 1..] == "]" => return Ok((name.to_owned(), value)),
            '"' => return Err((&quoted[at + 1..], "\"]\" and the end of the line")),
            '\\' => match chars.next() {
                Some((_, escaped @ ('"' | '\\'))) => value.push(escaped),
                _ => return Err((&quoted[at..], "\\\" or \\\\")),
            },
            _ => value.push(c),
        }
    }
    Err((&quoted[quoted.len()..], "a double quote and \"]\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TWO: &str = "# a comment\n\n[Game \"morris\"]\n[First \"a \\\"b\\\" \\\\\"]\n\
                       B[d6];W[d2]\n  B[resign] 0-1\n\n[Game \"hexceed\"]\r\n*\r\n";

    fn refusal(text: &str) -> String {
        Games::new(text).find_map(Result::err).unwrap().to_string()
    }

    #[test]
    fn games_follow_each_other() {
        let games: Vec<_> = Games::new(TWO).map(Result::unwrap).collect();
        assert_eq!(games.len(), 2);
        assert_eq!(games[0].tag(tag::FIRST), Some("a \"b\" \\"));
        assert_eq!(games[0].moves, ["B[d6]", "W[d2]", "B[resign]"]);
        assert_eq!(games[0].result, GameResult::Won(Player::Second));
        assert_eq!(games[1].tag(tag::GAME), Some("hexceed"));
        assert_eq!((games[1].moves.len(), games[1].result), (0, GameResult::Unknown));
        assert_eq!(Games::new("# nothing\n\n").next(), None);
        assert_eq!(Games::new("").next(), None);
    }

    #[test]
    fn what_is_written_reads_the_same() {
        for game in Games::new(TWO).map(Result::unwrap) {
            let text = game.to_string();
            assert_eq!(Games::new(&text).next(), Some(Ok(game)), "{text}");
        }
    }

    #[test]
    fn comments_and_variations_are_skipped_by_the_reader() {
        let game = Games::new(TWO).next().unwrap().unwrap();
        let moves = "# before\nB[d6];W[d2]?\n# behind\n# 1-0\n(W[f4];B[a1]) B[resign]\n# last\n";
        let tree = MoveTree::read(moves).unwrap();
        let text = game.with_moves(&tree);
        assert!(text.ends_with(&format!("{moves}0-1\n\n")), "{text}");
        let mut games = Games::new(&text);
        assert_eq!(games.next(), Some(Ok(game)));
        assert_eq!(games.tree(), Ok(tree));
    }

    #[test]
    fn a_cut_file_gives_its_whole_games() {
        let text: String = Games::new(TWO).map(|game| game.unwrap().to_string()).collect();
        let first = Games::new(TWO).next().unwrap().unwrap().to_string();
        // Wherever the writer was killed, a game counts if and only if its result was written.
        for cut in 0..=text.len() {
            let mut games = Games::new(&text[..cut]);
            let read: Vec<_> = games.by_ref().collect();
            let whole = read.iter().filter(|game| game.is_ok()).count();
            let expected = [first.len() - 2, text.len() - 2].iter().filter(|n| cut >= **n).count();
            assert_eq!(whole, expected, "{:?}", &text[..cut]);
            assert!(read.iter().flat_map(|game| game.as_ref().err()).all(|bad| bad.is_cut));
            assert!(games.offset() <= cut);
        }
    }

    #[test]
    fn variations_are_refused_with_their_place() {
        for (moves, message) in [
            (
                "a b\nc (d e) f?!?",
                "line 3, column 10: expected a mark such as ? or !?, found \"?!?\"",
            ),
            ("a b (\n  ) c", "line 3, column 3: expected a move of the variation, found \")\""),
        ] {
            let text = format!("[Game \"x\"]\n{moves}\n*\n");
            let mut games = Games::new(&text);
            assert!(games.next().unwrap().is_ok());
            assert_eq!(games.tree().unwrap_err().to_string(), message);
        }
        // One that does not end is no sign of a file that was cut.
        let open = "[Game \"x\"]\na b\n c (d (e)\nf\n1-0\n";
        for text in [open.to_owned(), format!("{open}\n[Game \"x\"]\n*\n")] {
            let bad = Games::new(&text).next().unwrap().unwrap_err();
            let expected =
                "line 3, column 4: expected a variation that ends before the result, found \"(\"";
            assert_eq!((bad.to_string().as_str(), bad.is_cut), (expected, false));
        }
    }

    #[test]
    fn refusals_name_the_place() {
        for (text, message) in [
            (
                "B[a7]\n",
                "line 2, column 1: expected 1-0, 0-1, 1/2-1/2 or *, found the end of the file",
            ),
            ("\n[ \"x\"]\n", "line 2, column 2: expected the name of a tag, found \" \\\"x\\\"]\""),
            (
                "[Game morris]\n",
                "line 1, column 7: expected a value in double quotes, found \"morris]\"",
            ),
            ("[Game \"x\n", "line 1, column 9: expected a double quote and \"]\", found nothing"),
            (
                "[Game \"x\"] *\n",
                "line 1, column 10: expected \"]\" and the end of the line, found \"] *\"",
            ),
            ("[Game \"\\x\"]\n", "line 1, column 8: expected \\\" or \\\\, found \"\\\\x\\\"]\""),
            ("* B[a7]\n", "line 1, column 3: expected nothing after the result, found \"B[a7]\""),
            (
                "B[a7]\n[Game \"x\"]\n*\n",
                "line 2, column 1: expected a move or the result of the game before, found \"[Game \\\"x\\\"]\"",
            ),
        ] {
            assert_eq!(refusal(text), message, "{text:?}");
        }
    }
}
