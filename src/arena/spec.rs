//! Players as a person describes them.

use std::path::PathBuf;

use super::move_limits::MoveLimits;
use crate::engine::{Level, NetworkChoice, Weakness};
use crate::games::{About, Rung};
use crate::kernel::ParseError;
use crate::notation::Text;
use crate::search::{Heuristics, Tunable, Tuning};
use crate::wire::Dialect;

/// A player: its name, what it is and what it has for its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerSpec {
    /// The name in tables and records.
    pub name: String,
    /// What it is.
    pub kind: PlayerKind,
    /// Limits of its own. Without any, those of the match apply.
    pub limits: MoveLimits,
}

/// What a player is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayerKind {
    /// One that moves at random.
    Random,
    /// One that has just read the rules.
    Novice,
    /// The search of this program.
    Builtin(BuiltinSpec),
    /// A learner; where its store knows nothing it moves at random, or searches if it has limits.
    Learner(LearnerSpec),
    /// A program that speaks UCI or UGI.
    Program(ProgramSpec),
}

/// A player that is the search of this program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuiltinSpec {
    /// The size of its table, in MiB.
    pub hash_mib: usize,
    /// The network that it evaluates with.
    pub network: NetworkChoice,
    /// What its search makes use of.
    pub heuristics: Heuristics,
    /// Numbers of its search, in a tuning build.
    pub tuning: Tuning,
    /// How strong it is.
    pub strength: Strength,
}

/// How strong a search plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strength {
    /// As a level does.
    Level(Level),
    /// As a level would that has these nodes and this blur.
    Rung(Rung),
}

impl Strength {
    /// Returns how weakly it plays a game, if it does.
    pub(super) fn weakness(self, about: &About) -> Option<Weakness> {
        match self {
            Self::Level(level) => Weakness::of(level, about, 0),
            Self::Rung(rung) => Some(rung.into()),
        }
    }

    /// Reads the number of a level, or `NODES/BLUR`.
    fn read(text: Text) -> Result<Self, ParseError> {
        let wanted = || text.expected("a level from 1 to 10");
        if let Some((nodes, blur)) = text.split_once('/') {
            let nodes = nodes.number(1 << 30).ok_or_else(|| nodes.expected("a number of nodes"))?;
            let blur =
                blur.number(31_000).ok_or_else(|| blur.expected("hundredths of the unit"))?;
            return Ok(Self::Rung(Rung { nodes: nodes.into(), blur }));
        }
        let number = text.number(Level::GREATEST.into()).ok_or_else(wanted)?;
        Level::new(number as u8).map(Self::Level).ok_or_else(wanted)
    }
}

impl Default for BuiltinSpec {
    /// The whole search with the game's own network and a table that is enough for some 100,000 nodes.
    fn default() -> Self {
        Self {
            hash_mib: 4,
            network: NetworkChoice::Own,
            heuristics: Heuristics::default(),
            tuning: Tuning::default(),
            strength: Strength::Level(Level::FULL),
        }
    }
}

impl BuiltinSpec {
    /// Sets a number of the search; returns whether there is one of that name that can be set.
    fn tune(&mut self, name: &str, value: Text) -> Result<bool, ParseError> {
        let known = Tuning::NUMBERS.iter().position(|number| number.name == name);
        let Some(at) = known else { return Ok(false) };
        let Tunable { least, most, .. } = Tuning::NUMBERS[at];
        let number = value.text.parse().ok().filter(|number| (least..=most).contains(number));
        let Some(number) = number else { return Err(value.expected("a value in range")) };
        self.tuning.set(at, number);
        Ok(true)
    }

    /// Switches off the techniques of `NAME+NAME`.
    fn leave_out(&mut self, mut names: Text) -> Result<(), ParseError> {
        loop {
            let (name, rest) = match names.split_once('+') {
                Some((name, rest)) => (name, Some(rest)),
                None => (names, None),
            };
            let Some((_, switch)) = Heuristics::ALL.iter().find(|(known, _)| *known == name.text)
            else {
                return Err(name.expected(one_of(&Heuristics::ALL.map(|(known, _)| known))));
            };
            *switch(&mut self.heuristics) = false;
            match rest {
                Some(rest) => names = rest,
                None => return Ok(()),
            }
        }
    }
}

/// A player by experience.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LearnerSpec {
    /// The folder of its store.
    pub folder: PathBuf,
    /// Whether it draws moves by the weights of the original description.
    pub is_literal: bool,
}

/// How to start a program and what to tell it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramSpec {
    /// The program and its arguments.
    pub command: Vec<String>,
    /// The folder that it runs in, if not the current one.
    pub folder: Option<PathBuf>,
    /// The language that it is spoken to in.
    pub dialect: Dialect,
    /// Options to set, in this order.
    pub options: Vec<(String, String)>,
}

/// The keys of any player, beside those of its [`MoveLimits`].
const ANY: [&str; 1] = ["name"];
const BUILTIN: [&str; 4] = ["hash", "net", "without", "level"];
const LEARNER: [&str; 2] = ["path", "scheme"];
/// What `path` was called, which is still read.
const FORMER_PATH: &str = "store";
/// The last one begins with this, and an option's name follows.
const PROGRAM: [&str; 4] = ["cmd", "dir", "proto", OPTION];
const OPTION: &str = "option.";

impl PlayerKind {
    /// The keys that such a player has, as they are told.
    fn keys(&self) -> Vec<&'static str> {
        let (own, is_limited): (&[&str], bool) = match self {
            Self::Random | Self::Novice => (&[], false),
            Self::Builtin(_) => (&BUILTIN, true),
            Self::Learner(_) => (&LEARNER, true),
            Self::Program(_) => (&["cmd", "dir", "proto", "option.NAME"], true),
        };
        let limits = if is_limited { &MoveLimits::KEYS[..] } else { &[] };
        [&ANY[..], own, limits].concat()
    }
}

impl PlayerSpec {
    /// Returns whether it moves without limits.
    pub(super) fn is_free(&self) -> bool {
        match &self.kind {
            PlayerKind::Random | PlayerKind::Novice | PlayerKind::Learner(_) => true,
            PlayerKind::Builtin(spec) => spec.strength != Strength::Level(Level::FULL),
            PlayerKind::Program(_) => false,
        }
    }

    /// Reads `random`, `novice`, `builtin:LIMITS`, `learner:path=DIR`, a command or `name=..,cmd=..`, with keys separated by
    /// commas: limits (`tc`, `movetime`, `nodes`, `depth`) and `name` for any player, `hash`, `net`
    /// (a file of a network, or `none`), `level` (a number, or `NODES/BLUR` for one that there is not) and `without` (techniques of the search, `NAME+NAME`) for a built-in one, `path` and `scheme` for a learner, and
    /// `cmd`, `dir`, `proto`, `option.NAME` for a program. A value ends before a comma with a known
    /// key behind it, so that it may hold other commas.
    ///
    /// # Errors
    ///
    /// Says what was expected and where.
    pub fn read(text: &str) -> Result<Self, ParseError> {
        let whole = Text::whole(text);
        let builtin = whole.strip_prefix("builtin");
        let random = whole.strip_prefix("random");
        let novice = whole.strip_prefix("novice");
        let learner = whole.strip_prefix("learner");
        let (mut kind, pairs) = match (builtin, random.or(novice), learner) {
            (Some(rest), ..) => (PlayerKind::Builtin(BuiltinSpec::default()), tail(rest)?),
            (_, Some(rest), _) => {
                let kind = if random.is_some() { PlayerKind::Random } else { PlayerKind::Novice };
                (kind, tail(rest)?)
            }
            (.., Some(rest)) => (PlayerKind::Learner(LearnerSpec::default()), tail(rest)?),
            _ => {
                let mut program = ProgramSpec::none();
                let (command, pairs) = command(whole);
                if let Some(command) = command {
                    program.set("cmd", command)?;
                }
                (PlayerKind::Program(program), pairs)
            }
        };
        let mut name = None;
        let mut limits = MoveLimits::default();
        for (key, value) in pairs.map(split).transpose()?.unwrap_or_default() {
            match (key.text, &mut kind) {
                ("name", _) => name = Some(given(value, "a name")?.to_owned()),
                (
                    limit,
                    PlayerKind::Builtin(_) | PlayerKind::Learner(_) | PlayerKind::Program(_),
                ) if MoveLimits::KEYS.contains(&limit) => {
                    limits.set(limit, value)?;
                }
                ("net", PlayerKind::Builtin(builtin)) => {
                    builtin.network = match given(value, "a file or none")? {
                        "none" => NetworkChoice::None,
                        path => NetworkChoice::File(path.into()),
                    };
                }
                ("level", PlayerKind::Builtin(builtin)) => {
                    builtin.strength = Strength::read(value)?;
                }
                ("without", PlayerKind::Builtin(builtin)) => builtin.leave_out(value)?,
                ("hash", PlayerKind::Builtin(builtin)) => {
                    let mib = value.number(1 << 20).filter(|mib| *mib > 0);
                    builtin.hash_mib =
                        mib.ok_or_else(|| value.expected("a number of MiB"))? as usize;
                }
                ("path" | FORMER_PATH, PlayerKind::Learner(learner)) => {
                    learner.folder = PathBuf::from(given(value, "a folder")?);
                }
                ("scheme", PlayerKind::Learner(learner)) => {
                    learner.is_literal = match value.text {
                        "literal" => true,
                        "positions" => false,
                        _ => return Err(value.expected("positions or literal")),
                    }
                }
                (other, kind) => {
                    let is_known = match kind {
                        PlayerKind::Program(program) => program.set(other, value)?,
                        PlayerKind::Builtin(builtin) => match other.strip_prefix(OPTION) {
                            Some(number) => builtin.tune(number, value)?,
                            None => false,
                        },
                        _ => false,
                    };
                    if !is_known {
                        return Err(key.expected(one_of(&kind.keys())));
                    }
                }
            }
        }
        let named_by = match &kind {
            PlayerKind::Program(program) => match program.command.first() {
                Some(program) => program.rsplit('/').next().unwrap_or(program),
                None => return Err(whole.expected("random, novice, builtin:LIMITS or a program")),
            },
            PlayerKind::Learner(learner) if learner.folder.as_os_str().is_empty() => {
                return Err(whole.expected("learner:path=DIR"));
            }
            _ => text,
        };
        let name = name.unwrap_or_else(|| named_by.to_owned());
        Ok(Self { name, kind, limits })
    }
}

impl ProgramSpec {
    const fn none() -> Self {
        Self { command: Vec::new(), folder: None, dialect: Dialect::Uci, options: Vec::new() }
    }

    /// Sets what a key says; returns whether there is such a key.
    fn set(&mut self, name: &str, value: Text) -> Result<bool, ParseError> {
        match name {
            "cmd" => {
                let words = shlex::split(value.text).filter(|words| !words.is_empty());
                self.command = words.ok_or_else(|| value.expected("a command"))?;
            }
            "dir" => self.folder = Some(PathBuf::from(given(value, "a folder")?)),
            "proto" => {
                self.dialect = match value.text {
                    "uci" => Dialect::Uci,
                    "ugi" => Dialect::Ugi,
                    _ => return Err(value.expected("uci or ugi")),
                }
            }
            _ => match name.strip_prefix(OPTION) {
                Some(option) if !option.is_empty() => {
                    self.options.push((option.to_owned(), value.text.to_owned()));
                }
                _ => return Ok(false),
            },
        }
        Ok(true)
    }
}

/// Returns what follows the `:` behind the word that says what a player is.
fn tail(rest: Text) -> Result<Option<Text>, ParseError> {
    match rest.strip_prefix(":") {
        _ if rest.is_empty() => Ok(None),
        Some(pairs) => Ok(Some(pairs)),
        None => Err(rest.expected("\":\" and limits")),
    }
}

/// Returns names as a choice: `a, b or c`.
fn one_of(names: &[&str]) -> String {
    match names.split_last() {
        Some((last, [])) => (*last).to_owned(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => String::new(),
    }
}

fn given<'a>(value: Text<'a>, what: &'static str) -> Result<&'a str, ParseError> {
    if value.is_empty() { Err(value.expected(what)) } else { Ok(value.text) }
}

/// Splits `KEY=VALUE,KEY=VALUE`.
fn split(mut rest: Text) -> Result<Vec<(Text, Text)>, ParseError> {
    let mut pairs = Vec::new();
    loop {
        let Some((key, value)) = rest.split_once('=') else {
            return Err(rest.expected("KEY=VALUE"));
        };
        // Commands and options may hold anything, other values nothing like a key.
        let is_free = key.text == "cmd" || key.text.starts_with(OPTION);
        let (value, more) = value_and_more(value, is_free);
        pairs.push((key, value));
        match more {
            Some(more) => rest = more,
            None => return Ok(pairs),
        }
    }
}

/// Splits a text that begins without a key into a command and the keys behind it.
fn command(whole: Text) -> (Option<Text>, Option<Text>) {
    let (first, more) = value_and_more(whole, true);
    let looks_like_key = looks_like_key(whole.text);
    if begins_with_key(whole.text) || looks_like_key || first.is_empty() {
        (None, (!whole.is_empty()).then_some(whole))
    } else {
        (Some(first), more)
    }
}

/// Splits a value from the keys behind it. One that is free ends only before a key that is known.
fn value_and_more(text: Text, is_free: bool) -> (Text, Option<Text>) {
    let ends = |rest: &str| begins_with_key(rest) || !is_free && looks_like_key(rest);
    let commas = text.text.match_indices(',').map(|(at, _)| at);
    match commas.into_iter().find(|at| ends(&text.text[at + 1..])) {
        Some(end) => {
            let (value, more) = text.split_at(end);
            (value, Some(more.split_at(1).1))
        }
        None => (text, None),
    }
}

/// Returns whether a text begins with a word and `=`.
fn looks_like_key(text: &str) -> bool {
    let key = text.split_once('=').map_or("", |(key, _)| key);
    !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_lowercase())
}

fn begins_with_key(text: &str) -> bool {
    let key = text.split_once('=').map_or("", |(key, _)| key);
    let former = [FORMER_PATH];
    let known = [&ANY[..], &BUILTIN, &LEARNER, &former, &PROGRAM, &MoveLimits::KEYS].concat();
    known.into_iter().any(|known| match known.strip_suffix('.') {
        Some(_) => key.starts_with(known),
        None => key == known,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_what_is_said() {
        let random = PlayerSpec::read("random").unwrap();
        assert_eq!((random.name.as_str(), &random.kind), ("random", &PlayerKind::Random));
        let weak = PlayerSpec::read("builtin:nodes=3000,depth=4,hash=1,name=weak").unwrap();
        assert_eq!(
            (weak.name.as_str(), weak.limits.to_string().as_str()),
            ("weak", "nodes=3000 depth=4")
        );
        let spec = BuiltinSpec { hash_mib: 1, ..BuiltinSpec::default() };
        assert_eq!(weak.kind, PlayerKind::Builtin(spec));
        let plain = PlayerSpec::read("builtin:nodes=1,net=none").unwrap();
        let spec = BuiltinSpec { network: NetworkChoice::None, ..BuiltinSpec::default() };
        assert_eq!(plain.kind, PlayerKind::Builtin(spec));
        let learned = PlayerSpec::read("builtin:net=a/b.net,nodes=1").unwrap();
        let network = NetworkChoice::File("a/b.net".into());
        let spec = BuiltinSpec { network, ..BuiltinSpec::default() };
        assert_eq!(learned.kind, PlayerKind::Builtin(spec));
        for (text, strength) in [
            ("7", Strength::Level(Level::new(7).unwrap())),
            ("30/250", Strength::Rung(Rung { nodes: 30, blur: 250 })),
        ] {
            let level = PlayerSpec::read(&format!("builtin:level={text}")).unwrap();
            let spec = BuiltinSpec { strength, ..BuiltinSpec::default() };
            assert_eq!((level.is_free(), level.kind), (true, PlayerKind::Builtin(spec)));
        }
        assert!(!PlayerSpec::read("builtin:level=10").unwrap().is_free());
        let novice = PlayerSpec::read("novice:name=b").unwrap();
        assert_eq!((novice.name.as_str(), novice.kind), ("b", PlayerKind::Novice));
        let poor = PlayerSpec::read("builtin:without=killers+late-moves,nodes=1").unwrap();
        let heuristics = Heuristics { killers: false, late_moves: false, ..Heuristics::default() };
        let spec = BuiltinSpec { heuristics, ..BuiltinSpec::default() };
        assert_eq!(poor.kind, PlayerKind::Builtin(spec));
        let text =
            "cmd=./a/engine 'x y' -l a,b,proto=ugi,option.Clear Hash=,option.Hash=64,tc=1s+0.01";
        let engine = PlayerSpec::read(text).unwrap();
        assert_eq!(
            (engine.name.as_str(), engine.limits.to_string().as_str()),
            ("engine", "tc=1+0.01")
        );
        let PlayerKind::Program(program) = engine.kind else { panic!("{:?}", engine.kind) };
        assert_eq!(program.command, ["./a/engine", "x y", "-l", "a,b"]);
        assert_eq!(program.dialect, Dialect::Ugi);
        let options = [("Clear Hash", ""), ("Hash", "64")].map(|(n, v)| (n.into(), v.into()));
        assert_eq!(program.options, options);
        let plain = PlayerSpec::read("./a/engine -l a,b,name=c").unwrap();
        assert_eq!(plain.name, "c");
        let PlayerKind::Program(program) = plain.kind else { panic!("{:?}", plain.kind) };
        assert_eq!(program.command, ["./a/engine", "-l", "a,b"]);
    }

    #[test]
    fn a_learner_has_a_store() {
        for key in ["path", FORMER_PATH] {
            let learner = PlayerSpec::read(&format!("learner:{key}=a,b,scheme=literal")).unwrap();
            let spec = LearnerSpec { folder: "a,b".into(), is_literal: true };
            assert_eq!(learner.kind, PlayerKind::Learner(spec));
        }
        for (text, error) in [
            ("learner", "expected learner:path=DIR, found \"learner\" at column 1"),
            ("learner:path=", "expected a folder, found nothing at column 14"),
            ("learner:path=a,scheme=b", "expected positions or literal, found \"b\" at column 23"),
            (
                "builtin:path=a",
                "expected name, hash, net, without, level, tc, movetime, nodes or depth, found \"path\" at column 9",
            ),
        ] {
            assert_eq!(PlayerSpec::read(text).unwrap_err().to_string(), error, "{text}");
        }
    }

    #[test]
    fn an_unknown_technique_is_answered_with_those_there_are() {
        let error = PlayerSpec::read("builtin:without=killers+x").unwrap_err();
        assert_eq!((error.column, &error.found[..]), (25, &b"x"[..]));
        let known: Vec<&str> = error.expected.split(", ").flat_map(|e| e.split(" or ")).collect();
        assert_eq!(known, Heuristics::ALL.map(|(name, _)| name));
    }

    #[test]
    fn refusals_name_the_place() {
        for (text, error) in [
            ("", "expected random, novice, builtin:LIMITS or a program, found nothing at column 1"),
            (
                "name=a",
                "expected random, novice, builtin:LIMITS or a program, found \"name=a\" at column 1",
            ),
            ("builtin3", "expected \":\" and limits, found \"3\" at column 8"),
            ("builtin:nodes=x", "expected a number of nodes, found \"x\" at column 15"),
            (
                "builtin:nodes=3,hsah=2",
                "expected name, hash, net, without, level, tc, movetime, nodes or depth, found \"hsah\" at column 17",
            ),
            ("builtin:net=", "expected a file or none, found nothing at column 13"),
            ("builtin:level=11", "expected a level from 1 to 10, found \"11\" at column 15"),
            ("builtin:level=9/x", "expected hundredths of the unit, found \"x\" at column 17"),
            ("random:nodes=1", "expected name, found \"nodes\" at column 8"),
            (
                "nmae=a,cmd=b",
                "expected name, cmd, dir, proto, option.NAME, tc, movetime, nodes or depth, found \"nmae\" at column 1",
            ),
            (
                "cmd=a,hash=4",
                "expected name, cmd, dir, proto, option.NAME, tc, movetime, nodes or depth, found \"hash\" at column 7",
            ),
            ("cmd=a,proto=xboard", "expected uci or ugi, found \"xboard\" at column 13"),
            ("cmd=\\", "expected a command, found \"\\\\\" at column 5"),
            ("name=,cmd=a", "expected a name, found nothing at column 6"),
            (
                "cmd=a,option.=1",
                "expected name, cmd, dir, proto, option.NAME, tc, movetime, nodes or depth, found \"option.\" at column 7",
            ),
        ] {
            assert_eq!(PlayerSpec::read(text).unwrap_err().to_string(), error, "{text}");
        }
    }
}
