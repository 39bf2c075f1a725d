//! Games as input: an argument, a file or standard input with a position, a list of moves, or both,
//! or with records of whole games.

use std::io::{self, Read};
use std::path::Path;

use anyhow::{Context, anyhow, bail};

use super::input;
use crate::engine::{self, Engine, Session, SetRefused};
use crate::kernel::{Assignment, Gather, MoveError, ParseError, Quoted, file};
use crate::notation::{GameResult, GameText, Games, MoveTree, Text, ascii, caret, pasted, tag};

/// A text and its origin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Source {
    /// The file's name; empty for an argument.
    name: String,
    text: String,
}

/// What is known about a game besides its moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Loaded {
    /// The number of games in the text.
    pub(super) games: usize,
    /// The players, in moving order, if recorded.
    pub(super) names: Option<[String; 2]>,
    /// The result and its reason, if recorded: `1-0, time forfeit`.
    pub(super) result: Option<String>,
    /// The record itself, if it was one.
    pub(super) record: Option<GameText>,
    /// Its moves with the variations, marks and comments among them.
    pub(super) tree: MoveTree,
}

impl Loaded {
    /// Returns what a record tells, one of so many.
    pub(super) fn of(games: usize, game: GameText, tree: MoveTree) -> Self {
        let names = [game.tag(tag::FIRST), game.tag(tag::SECOND)];
        let names = match names {
            [Some(first), Some(second)] => Some([first.to_owned(), second.to_owned()]),
            _ => None,
        };
        let result =
            (game.result != GameResult::Unknown).then(|| match game.tag(tag::TERMINATION) {
                Some(termination) => format!("{}, {termination}", game.result),
                None => game.result.to_string(),
            });
        Self { games, names, result, record: Some(game), tree }
    }
}

impl Source {
    /// Returns the text of an argument: `-` is standard input, the name of a file its contents,
    /// anything else the text itself.
    pub(super) fn read(argument: &str) -> anyhow::Result<Self> {
        if argument == "-" {
            return Self::from_reader("standard input", &mut io::stdin());
        }
        let path = Path::new(argument);
        if path.is_dir() {
            bail!("{argument:?} is a folder");
        }
        // Not only plain files: `/dev/stdin` and what a shell makes of `<(command)` are none.
        if path.exists() {
            let mut file =
                file::open(path).with_context(|| format!("{argument:?} cannot be read"))?;
            return Self::from_reader(argument, &mut file);
        }
        // Neither positions nor moves look like paths.
        let looks_like_path = argument.contains(['/', '\\']) || path.extension().is_some();
        if looks_like_path && !argument.contains('[') {
            bail!("there is no file {argument:?}");
        }
        Ok(Self::from_text(argument))
    }

    /// Returns a typed text.
    pub(super) fn from_text(text: &str) -> Self {
        Self { name: String::new(), text: text.to_owned() }
    }

    fn from_reader(name: &str, reader: &mut dyn Read) -> anyhow::Result<Self> {
        let bytes = input::all(name, reader)?;
        let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes);
        let text = readable(text).map_err(|error| {
            let line = 1 + text[..error.column - 1].iter().filter(|byte| **byte == b'\n').count();
            anyhow!("line {line} of {name} is not a game: found {}", Quoted(&error.found))
        })?;
        let source = Self { name: name.to_owned(), text: text.to_owned() };
        let parts = pasted(&source.text);
        if parts.start.is_none() && parts.moves.is_empty() && !source.text.contains("startpos") {
            bail!("{name} holds neither a position nor a move");
        }
        Ok(source)
    }

    /// Sets the position and plays the moves, or those of game `number`, from 1, if the text holds
    /// records.
    ///
    /// # Errors
    ///
    /// Quotes the wrong text, with its line and a caret below it.
    pub(super) fn load(
        &self,
        engine: &mut Engine,
        number: Option<usize>,
    ) -> anyhow::Result<Loaded> {
        let mut lines = self.text.lines().map(str::trim_start);
        let first = lines.find(|line| !line.is_empty() && !line.starts_with('#'));
        if first.is_some_and(|line| line.starts_with('[')) {
            return self.load_record(engine, number.unwrap_or(1));
        }
        if let Some(number) = number.filter(|number| *number != 1) {
            bail!("{}", self.no_game(number, 1));
        }
        self.load_text(engine)?;
        Ok(Loaded { games: 1, ..Loaded::default() })
    }

    fn load_text(&self, engine: &mut Engine) -> anyhow::Result<()> {
        set(&self.text, engine.session_mut()).map_err(|Fault { column, message, .. }| {
            anyhow!("{message}\n{}", self.point_at(column))
        })
    }

    fn load_record(&self, engine: &mut Engine, number: usize) -> anyhow::Result<Loaded> {
        let name = self.name();
        let mut wanted = None;
        let mut count = 0;
        let mut games = Games::new(&self.text);
        while let Some(game) = games.next() {
            match game {
                Ok(game) => {
                    count += 1;
                    if count == number {
                        wanted = Some((game, games.tree()));
                    }
                }
                // The writer was killed: the earlier games are complete.
                Err(bad) if bad.is_cut && count > 0 => break,
                Err(bad) => bail!("{name}: {bad}"),
            }
        }
        let Some((game, tree)) = wanted else {
            bail!("{}", self.no_game(number, count));
        };
        let tree = tree.map_err(|bad| anyhow!("{name}: {bad}"))?;
        let tree =
            play_tree(engine, &game, &tree).with_context(|| format!("game {number} of {name}"))?;
        Ok(Loaded::of(count, game, tree))
    }

    /// Returns whether it was typed as an argument.
    pub(super) const fn is_typed(&self) -> bool {
        self.name.is_empty()
    }

    /// Returns the game that record `number`, from 1, says it is one of, if it does.
    pub(super) fn game(&self, number: usize) -> anyhow::Result<Option<String>> {
        let records: Vec<GameText> = Games::new(&self.text).filter_map(Result::ok).gather();
        match records.get(number - 1) {
            None if number > 1 => bail!("{}", self.no_game(number, records.len())),
            record => Ok(record.and_then(|record| record.tag(tag::GAME)).map(str::to_owned)),
        }
    }

    /// Says that there are fewer games.
    fn no_game(&self, number: usize, count: usize) -> String {
        format!("there is no game {number} in {}, which holds {count}", self.name())
    }

    /// Returns what to call it in a message.
    pub(super) fn name(&self) -> &str {
        if self.name.is_empty() { "the argument" } else { &self.name }
    }

    /// Returns the line of a place in the text, with a caret below it.
    fn point_at(&self, column: usize) -> String {
        let at = (column - 1).min(self.text.len());
        let begin = self.text[..at].rfind('\n').map_or(0, |end| end + 1);
        let line = self.text[begin..].lines().next().unwrap_or("");
        let shown = caret(line, at - begin + 1);
        if self.name.is_empty() && !self.text.contains('\n') {
            return shown;
        }
        let number = 1 + self.text[..at].matches('\n').count();
        format!("line {number} of {}:\n{shown}", self.name())
    }
}

/// Returns bytes as text. Only tags and comments may have other characters than ASCII.
fn readable(bytes: &[u8]) -> Result<&str, ParseError> {
    let Ok(text) = str::from_utf8(bytes) else { return ascii(bytes) };
    for line in text.lines().filter(|line| !line.trim_start().starts_with('[')) {
        let moves = line.split('#').next().unwrap_or_default();
        let begin = line.as_ptr() as usize - text.as_ptr() as usize;
        ascii(moves.as_bytes())
            .map_err(|error| ParseError { column: begin + error.column, ..error })?;
    }
    Ok(text)
}

/// Plays a recorded game and every variation of it, and ends where the game does.
fn play_tree(engine: &mut Engine, game: &GameText, tree: &MoveTree) -> anyhow::Result<MoveTree> {
    play_record(engine, game)?;
    engine::play_tree(engine.session_mut(), tree)
        .map_err(|refused| anyhow!("in a variation, {refused}"))
}

/// What is wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    /// The position or the move that is refused.
    pub(super) word: String,
    /// The column of the text, from 1, at which it is wrong.
    pub(super) column: usize,
    /// Why, in words.
    pub(super) message: String,
}

/// Sets the position of a text and plays its moves.
pub(super) fn set(text: &str, session: &mut dyn Session) -> Result<(), Fault> {
    let parts = pasted(text);
    let start = parts.start;
    session.set_position(start.map(|start| start.text), &parts.moves).map_err(|error| {
        let (word, inside, message) = match &error {
            SetRefused::Position(inner) => {
                (start, inner.column() - 1, format!("no such position: {error}"))
            }
            SetRefused::Move(refused) => {
                let inside = match &refused.error {
                    MoveError::Syntax(syntax) => syntax.column - 1,
                    MoveError::Illegal(_) => 0,
                };
                (parts.moves.get(refused.ordinal - 1).copied(), inside, error.to_string())
            }
        };
        let word = word.unwrap_or(Text::whole(""));
        Fault { word: word.text.to_owned(), column: word.column + inside, message }
    })
}

/// Plays a recorded game under its own rules.
fn play_record(engine: &mut Engine, game: &GameText) -> anyhow::Result<()> {
    let kind = engine.session().name();
    if let Some(other) = game.tag(tag::GAME).filter(|name| !name.eq_ignore_ascii_case(kind)) {
        bail!("this is a game of {other:?}, not of {kind}");
    }
    for rule in game.rules().map_err(anyhow::Error::msg)? {
        let Assignment { name, value } = &rule;
        // Nothing else is up to a file: options name other files, which they may change.
        let known = engine.session().rule_options();
        if !known.iter().any(|spec| spec.name.eq_ignore_ascii_case(name)) {
            bail!("{kind} has no rule {name:?}");
        }
        let set = engine.set_option(name, Some(value));
        set.with_context(|| format!("the rule \"{rule}\""))?;
    }
    let moves: Vec<Text> = game.moves.iter().map(|text| Text::whole(text)).gather();
    let start = game.tag(tag::START);
    engine.session_mut().set_position(start, &moves).map_err(|error| match &error {
        SetRefused::Position(inner) => {
            anyhow!("no such start: {error}\n{}", caret(start.unwrap_or(""), inner.column()))
        }
        SetRefused::Move(_) => anyhow!("{error}"),
    })
}
