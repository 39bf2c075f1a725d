//! Reading a recipe: TOML whose fields are options of `quincunx train`, checked as those are.

use std::collections::HashMap;
use std::ops::Range;
use std::path::Path;

use anyhow::{Context, anyhow};
use clap::{ArgAction, ArgMatches, Command, FromArgMatches};
use toml::de::{DeTable, DeValue};

use super::text::PROGRAM;
use super::{LONGEST, Recipe, Round, fill_in, first_network, network_name};
use crate::cli::train::args::{MOST_ROUNDS, RoundArgs, SetArgs, round_command, set_command};
use crate::cli::{complain, words};
use crate::engine::{Engine, Session};
use crate::kernel::{Gather, all_ok, all_some, file, sort};

/// What a field is for, if it is not an option: the fields of the whole recipe, ...
const WHOLE: [&str; 5] = ["game", "program", "from", "round", "sha256"];
/// ... and of a round.
const TIMES: &str = "times";
const TABLES: &str = "tables";
const MORE: &str = "more";
/// The most letters of a field that an error quotes.
const QUOTED: usize = 80;

/// A field of a recipe, with where it stands.
#[derive(Clone)]
struct Field<'a> {
    key: &'a str,
    value: &'a DeValue<'a>,
    /// Its bytes, and those of the value.
    whole: Range<usize>,
    at: Range<usize>,
}

/// The text of a recipe.
struct Source<'a> {
    path: &'a Path,
    text: &'a str,
    /// The options of a round, and those of them that belong to a set of games.
    options: Command,
    sets: Command,
}

impl Recipe {
    /// Reads a recipe from a file.
    ///
    /// # Errors
    ///
    /// Says which field is wrong, and where.
    pub(in crate::cli::train) fn read(path: &Path, engine: &Engine) -> anyhow::Result<Self> {
        let name = || path.display().to_string();
        let bytes = file::read(path, LONGEST).with_context(name)?;
        let text = String::from_utf8(bytes).with_context(name)?;
        let (options, sets) = (round_command(), set_command());
        Source { path, text: &text, options, sets }.recipe(engine)
    }
}

impl Source<'_> {
    fn recipe(&self, engine: &Engine) -> anyhow::Result<Recipe> {
        let table = DeTable::parse(self.text).map_err(|error| {
            let at = error.span().map_or(0, |span| span.start);
            let before = self.text.get(..at).unwrap_or_default();
            let line = before.rfind('\n').map_or(0, |end| end + 1);
            self.wrong(&(line..self.text.len()), at, error.message())
        })?;
        let all = fields(table.get_ref());
        if let Some(field) = all.iter().find(|field| !WHOLE.contains(&field.key)) {
            return Err(self.unknown(field, &mut WHOLE.into_iter()));
        }
        let field = |key| all.iter().find(|field| field.key == key);
        let needed = |key| {
            field(key).ok_or_else(|| anyhow!("{}: there is no field {key}", self.path.display()))
        };
        if let Some(made) = field("program")
            && self.string(made)? != PROGRAM
        {
            complain(format_args!(
                "{}: {} made these networks, and {PROGRAM} may make others",
                self.path.display(),
                self.string(made)?
            ));
        }
        let game = needed("game")?;
        let session = engine
            .game(self.string(game)?)
            .ok_or_else(|| self.fail(game, "there is no such game"))?;
        let first = match field("from") {
            Some(from) => Some(self.first(session, from)?),
            None => None,
        };
        let mut rounds: Vec<Round> = Vec::new();
        for (table, at) in self.tables(needed("round")?)? {
            let (round, times) = self.round(session, table, at.clone())?;
            if rounds.is_empty() && round.options.fine_tune && first.is_none() {
                let tunes = fields(table).into_iter().find(|field| field.key == "fine-tune");
                let reason = "the first round has no network to train further; give one by from";
                return Err(
                    tunes.map_or_else(|| anyhow!(reason), |field| self.fail(&field, reason))
                );
            }
            if rounds.len() + times > MOST_ROUNDS as usize {
                return Err(self.wrong(&at, at.start, &format!("more than {MOST_ROUNDS} rounds")));
            }
            rounds.extend(vec![round; times]);
        }
        if rounds.is_empty() {
            return Err(self.fail(needed("round")?, "no rounds"));
        }
        let sums = match field("sha256") {
            Some(sums) => self.sums(session.name(), rounds.len(), sums)?,
            None => HashMap::new(),
        };
        Ok(Recipe { game: session.name().to_owned(), first, rounds, sums })
    }

    /// Reads the first network. Its path begins at the folder of the recipe.
    fn first(&self, session: &dyn Session, from: &Field) -> anyhow::Result<Vec<u8>> {
        let name = Path::new(self.string(from)?);
        let folder = self.path.parent().unwrap_or(Path::new(""));
        let path = if name == Path::new("own") { name.to_owned() } else { folder.join(name) };
        first_network(session, &path).map_err(|error| self.fail(from, &format!("{error:#}")))
    }

    /// Reads a round, and how often it is repeated.
    fn round(
        &self,
        session: &dyn Session,
        table: &DeTable,
        at: Range<usize>,
    ) -> anyhow::Result<(Round, usize)> {
        let all = fields(table);
        let (mut own, mut more) = (Vec::new(), Vec::new());
        let (mut times, mut tables) = (1, None);
        for field in &all {
            match field.key {
                TIMES => times = self.times(field)?,
                TABLES => tables = Some(self.string(field)?.to_owned()),
                MORE => more = self.tables(field)?,
                _ => own.push(field.clone()),
            }
        }
        let matches = self.matches(&own, &at)?;
        let set = SetArgs::from_arg_matches(&matches)?;
        let mut options = RoundArgs::from_arg_matches(&matches)?;
        fill_in(&mut options, session);
        self.check_rules(session, &own, &set)?;
        let mut sets = vec![set];
        for (table, at) in more {
            let set = self.more(session, &own, table, &at, sets.last().map_or(0, SetArgs::end))?;
            if let Some(other) = sets.iter().find(|other| other.meets(&set)) {
                let (first, last) = (other.first_game, other.end() - 1);
                let reason = format!("games {first} to {last} of the round are already listed");
                return Err(self.wrong(&at, at.start, &reason));
            }
            sets.push(set);
        }
        Ok((Round { sets, options, tables }, times))
    }

    /// Reads more games of a round, which are those of the round where they do not say otherwise.
    fn more(
        &self,
        session: &dyn Session,
        round: &[Field],
        table: &DeTable,
        at: &Range<usize>,
        first: u64,
    ) -> anyhow::Result<SetArgs> {
        let own = fields(table);
        let is_name = |key: &str| self.sets.get_arguments().any(|arg| arg.get_long() == Some(key));
        if let Some(field) = own.iter().find(|field| !is_name(field.key)) {
            let names = self.sets.get_arguments().filter_map(|arg| arg.get_long());
            return Err(self.unknown(field, &mut names.into_iter()));
        }
        let is_set = |key: &str| own.iter().any(|field| field.key == key);
        let taken =
            |field: &&Field| field.key != "first-game" && is_name(field.key) && !is_set(field.key);
        let all: Vec<Field> = round.iter().filter(taken).chain(&own).cloned().gather();
        let mut set = SetArgs::from_arg_matches(&self.matches(&all, at)?)?;
        if !is_set("first-game") {
            set.first_game = first;
        }
        self.check_rules(session, &all, &set)?;
        Ok(set)
    }

    /// Reads options.
    fn matches(&self, fields: &[Field], at: &Range<usize>) -> anyhow::Result<ArgMatches> {
        let parse = |words: &[String]| self.options.clone().try_get_matches_from(words);
        let mut all = Vec::new();
        for field in fields {
            let words = self.words(field)?;
            parse(&words).map_err(|error| self.fail(field, &reason(&error)))?;
            all.extend(words);
        }
        // Each for itself is right.
        parse(&all).map_err(|error| self.wrong(at, at.start, &reason(&error)))
    }

    /// Returns a field as words of the command line.
    fn words(&self, field: &Field) -> anyhow::Result<Vec<String>> {
        let key = field.key;
        let Some(arg) = self.options.get_arguments().find(|arg| arg.get_long() == Some(key)) else {
            let names = self.options.get_arguments().filter_map(|arg| arg.get_long());
            return Err(self.unknown(field, &mut names.chain([TIMES, TABLES, MORE])));
        };
        let word = |value: &DeValue| match value {
            DeValue::Integer(number) => Some(format!("--{key}={number}")),
            DeValue::String(text) => Some(format!("--{key}={text}")),
            _ => None,
        };
        let (words, wanted) = match (arg.get_action(), field.value) {
            (ArgAction::SetTrue, DeValue::Boolean(false)) => (Some(Vec::new()), ""),
            (ArgAction::SetTrue, DeValue::Boolean(true)) => (Some(vec![format!("--{key}")]), ""),
            (ArgAction::SetTrue, _) => (None, "true or false"),
            (ArgAction::Append, DeValue::Array(values)) => {
                (all_some(values.iter().map(|value| word(value.get_ref()))), "a list of texts")
            }
            (ArgAction::Append, _) => (None, "a list of texts"),
            (_, value) => (word(value).map(|word| vec![word]), "a number"),
        };
        words.ok_or_else(|| self.fail(field, &format!("expected {wanted}")))
    }

    /// Checks the rules of games.
    fn check_rules(
        &self,
        session: &dyn Session,
        fields: &[Field],
        set: &SetArgs,
    ) -> anyhow::Result<()> {
        let rules = fields.iter().find(|field| field.key == "option");
        let started = super::super::start(session, &set.option);
        match (started, rules) {
            (Err(error), Some(field)) => Err(self.fail(field, &error.to_string())),
            (started, _) => started.map(|_| ()),
        }
    }

    fn times(&self, field: &Field) -> anyhow::Result<usize> {
        let number = match field.value {
            DeValue::Integer(number) => number.to_string().parse().ok(),
            _ => None,
        };
        let times = number.filter(|number| (1..=MOST_ROUNDS as usize).contains(number));
        times.ok_or_else(|| self.fail(field, &format!("expected a number from 1 to {MOST_ROUNDS}")))
    }

    fn string<'a>(&self, field: &Field<'a>) -> anyhow::Result<&'a str> {
        match field.value {
            DeValue::String(text) => Ok(text),
            _ => Err(self.fail(field, "expected a text in quotation marks")),
        }
    }

    /// Returns the tables of a list, each with where it begins.
    fn tables<'a>(
        &self,
        field: &Field<'a>,
    ) -> anyhow::Result<Vec<(&'a DeTable<'a>, Range<usize>)>> {
        let wrong = || self.fail(field, &format!("expected tables [[{}]]", field.key));
        let DeValue::Array(values) = field.value else { return Err(wrong()) };
        let table = |value: &'a toml::Spanned<DeValue<'a>>| match value.get_ref() {
            DeValue::Table(table) => Ok((table, value.span())),
            _ => Err(wrong()),
        };
        all_ok(values.iter().map(table))
    }

    /// Reads the checksums of networks.
    fn sums(
        &self,
        game: &str,
        rounds: usize,
        field: &Field,
    ) -> anyhow::Result<HashMap<u32, String>> {
        let DeValue::Table(table) = field.value else {
            return Err(self.fail(field, "expected a table [sha256]"));
        };
        let mut sums = HashMap::new();
        for field in fields(table) {
            let round = (0..=rounds as u32).find(|round| network_name(game, *round) == field.key);
            let round = round.ok_or_else(|| self.fail(&field, "no round makes such a network"))?;
            let sum = self.string(&field)?;
            if sum.len() != 64 || !sum.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f')) {
                return Err(self.fail(&field, "expected 64 hexadecimal digits"));
            }
            sums.insert(round, sum.to_owned());
        }
        Ok(sums)
    }

    /// Returns the error of a field.
    fn fail(&self, field: &Field, reason: &str) -> anyhow::Error {
        self.wrong(&field.whole, field.at.start, reason)
    }

    fn unknown(&self, field: &Field, known: &mut dyn Iterator<Item = &str>) -> anyhow::Error {
        let reason = match words::nearest(field.key, known) {
            Some(name) => format!("there is no such field; did you mean {name}?"),
            None => "there is no such field".to_owned(),
        };
        self.wrong(&field.whole, field.whole.start, &reason)
    }

    /// Returns the error of some bytes, the first line of which is quoted, at a place.
    fn wrong(&self, bytes: &Range<usize>, at: usize, reason: &str) -> anyhow::Error {
        let before = self.text.get(..at).unwrap_or(self.text);
        let line = before.matches('\n').count() + 1;
        let column = before.chars().rev().take_while(|letter| *letter != '\n').count() + 1;
        let quoted = self.text.get(bytes.clone()).and_then(|bytes| bytes.lines().next());
        let quoted: String =
            quoted.unwrap_or_default().chars().filter(|c| !c.is_control()).take(QUOTED).collect();
        anyhow!("{}, line {line}, column {column}: `{quoted}`: {reason}", self.path.display())
    }
}

/// Returns the fields of a table in their order.
fn fields<'a>(table: &'a DeTable<'a>) -> Vec<Field<'a>> {
    let field = |(key, value): (&'a toml::Spanned<_>, &'a toml::Spanned<DeValue<'a>>)| {
        let (name, at): (&std::borrow::Cow<'a, str>, _) = (key.get_ref(), value.span());
        let whole = key.span().start..at.end.max(key.span().end);
        Field { key: name, value: value.get_ref(), whole, at }
    };
    let mut fields: Vec<Field> = table.iter().map(field).gather();
    sort::by(&mut fields, |a, b| a.whole.start.cmp(&b.whole.start));
    fields
}

/// Returns what an error of options says, without the hints for a shell.
fn reason(error: &clap::Error) -> String {
    let text = error.to_string();
    let line = text.lines().next().unwrap_or_default();
    line.strip_prefix("error: ").unwrap_or(line).to_owned()
}
