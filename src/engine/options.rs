//! The engine as a whole: its games, its options and their values.

use std::fmt;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use thiserror::Error;

use super::machine::{greatest_table_mib, processors};
use super::memory::Memory;
use super::session::{DEFAULT_HASH_MIB, GameSession, Session};
use super::settings::Settings;
use super::skill::Skill;
use crate::experience::{BookUse, POSITIONS};
use crate::games::{Game, GameKind, GameList, Odds, Standard, Visitor, titles};
use crate::kernel::{OptionKind, OptionSpec, OptionValue, Quoted};
use crate::network::{self, NetworkError, NetworkFileError};
use crate::search::OutOfMemory;
use crate::store::{Access, Store, StoreError, Sync};
use crate::tablebase::{TableError, check_folder};

/// The games of a list, the one that is played, and the options.
///
/// Each game keeps its rules and its position while another one is played, so that options may be
/// set in any order.
pub struct Engine {
    sessions: Vec<Box<dyn Session>>,
    /// The names of their games.
    names: &'static [&'static str],
    /// The text of `UCI_EngineAbout`.
    about: &'static str,
    /// What the searches of all sessions have found.
    memory: Arc<Memory>,
    current: usize,
    greatest_hash_mib: i64,
    settings: Settings,
    book: BookUse,
    uses_book: bool,
    ponders: bool,
    tells_odds: bool,
    analyses: bool,
}

/// The effect of setting an option, as far as clients need to know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionChange {
    /// Nothing to report.
    Quiet,
    /// The game or its start position has changed; there may be lines to report.
    Variant(Vec<String>),
    /// The option took effect; these are the lines to report.
    Told(Vec<String>),
}

impl OptionChange {
    /// Returns the change with those lines to report, if any.
    fn told(lines: Vec<String>) -> Self {
        if lines.is_empty() { Self::Quiet } else { Self::Told(lines) }
    }
}

/// Why an option was not set. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OptionError {
    /// There is no option of that name.
    #[error("{}", Quoted(name.as_bytes()))]
    Unknown {
        /// The name.
        name: String,
    },
    /// The value is invalid for the option.
    #[error("{name} wants {wanted}, got {}", Given(value))]
    BadValue {
        /// The option's name.
        name: &'static str,
        /// The value; empty if none was given.
        value: String,
        /// What would have been valid.
        wanted: String,
    },
    /// The value asks for more memory than there is.
    #[error(transparent)]
    OutOfMemory(OutOfMemory),
    /// The value names a store that cannot be used.
    #[error(transparent)]
    File(StoreError),
    /// The value names a folder that cannot be used.
    #[error(transparent)]
    Tables(TableError),
    /// The value names a file that is not a network for any game.
    #[error(transparent)]
    Network(NetworkFileError),
}

/// What was given instead of what was wanted.
struct Given<'a>(&'a str);

impl fmt::Display for Given<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() { f.write_str("nothing") } else { Quoted(self.0.as_bytes()).fmt(f) }
    }
}

/// Returns the text of [`UCI_EngineAbout`](Target::About); a value set by a client is ignored.
fn about(games: &[GameKind]) -> String {
    let (version, licence) = (env!("CARGO_PKG_VERSION"), env!("CARGO_PKG_LICENSE"));
    format!("Quincunx {version}, an engine for {}; licence {licence}", titles(games))
}

/// Creates the session of a game.
struct Opening {
    memory: Arc<Memory>,
}

impl Visitor for Opening {
    type Output = Box<dyn Session>;

    fn visit<P: Game>(self) -> Self::Output {
        Box::new(GameSession::<P>::new(DEFAULT_HASH_MIB, self.memory))
    }
}

/// What an option controls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Target {
    Variant,
    Hash,
    ClearHash,
    Threads,
    MultiPv,
    Ponder,
    MemoryFile,
    ClearMemory,
    TablePath,
    EvalFile,
    OwnBook,
    BookPath,
    BookGames,
    BookPlies,
    BookVariety,
    MoveOverhead,
    ShowWdl,
    AnalyseMode,
    SkillLevel,
    SkillSeed,
    About,
    /// A rule of a game: the indices of the session and of the rule.
    Rule(usize, usize),
}

impl Engine {
    /// The default table size, in MiB.
    pub const DEFAULT_HASH_MIB: i64 = DEFAULT_HASH_MIB as i64;

    /// Returns the engine for the games of this crate, with every option at its default.
    #[must_use]
    pub fn new() -> Self {
        Self::with_games::<Standard>()
    }

    /// Returns the engine for the games of a list, with every option at its default.
    #[must_use]
    pub fn with_games<G: GameList>() -> Self {
        let memory = Arc::new(Memory::new());
        let session = |kind: &GameKind| G::with(*kind, Opening { memory: Arc::clone(&memory) });
        Self {
            sessions: G::ALL.iter().filter_map(session).collect(),
            names: G::NAMES,
            // Defaults are static. Each engine leaks one, and engines live as long as the program.
            about: String::leak(about(G::ALL)),
            memory,
            current: 0,
            greatest_hash_mib: greatest_table_mib(),
            settings: Settings { overhead: Duration::from_millis(10), ..Settings::default() },
            book: BookUse::default(),
            uses_book: false,
            ponders: false,
            tells_odds: false,
            analyses: false,
        }
    }

    /// Returns the game that is played.
    #[must_use]
    pub fn session(&self) -> &dyn Session {
        &*self.sessions[self.current]
    }

    /// Returns the game that is played.
    pub fn session_mut(&mut self) -> &mut dyn Session {
        &mut *self.sessions[self.current]
    }

    /// Returns all games.
    pub fn sessions(&self) -> impl Iterator<Item = &dyn Session> {
        self.sessions.iter().map(|session| &**session)
    }

    /// Returns the remembered positions of all games.
    #[must_use]
    pub fn memory(&self) -> &Memory {
        &self.memory
    }

    /// Returns the remembered positions of all games, to be kept beyond the engine.
    #[must_use]
    pub fn shared_memory(&self) -> Arc<Memory> {
        Arc::clone(&self.memory)
    }

    /// Returns the settings of searches. Analysis is at full strength.
    #[must_use]
    pub fn settings(&self) -> Settings {
        let skill = if self.analyses { Skill::default() } else { self.settings.skill };
        let book = (self.uses_book && !self.analyses).then_some(self.book);
        Settings { skill, book, ..self.settings }
    }

    /// Returns the odds of the current game, if scores are shown with them.
    #[must_use]
    pub fn odds(&self) -> Option<Odds> {
        self.tells_odds.then(|| self.session().kind().about().odds)
    }

    /// Returns whether the best move is followed by the expected reply.
    #[must_use]
    pub const fn ponders(&self) -> bool {
        self.ponders
    }

    /// Selects a game and sets its start position. An unknown game changes nothing.
    pub fn choose(&mut self, kind: GameKind) {
        if let Some(chosen) = self.sessions.iter().position(|session| session.kind() == kind) {
            self.choose_at(chosen);
        }
    }

    fn choose_at(&mut self, chosen: usize) {
        if chosen != self.current {
            // The actual size, which may be less than what was asked for.
            let mib = self.sessions[self.current].hash();
            self.sessions[self.current].release();
            self.current = chosen;
            self.sessions[chosen].set_hash(mib);
        }
        self.sessions[chosen].new_game();
    }

    /// Returns every option, in the order in which they are announced.
    #[must_use]
    pub fn options(&self) -> Vec<OptionSpec> {
        self.targets().into_iter().map(|(spec, _)| spec).collect()
    }

    fn targets(&self) -> Vec<(OptionSpec, Target)> {
        let general = [
            ("UCI_Variant", OptionKind::Combo { default: 0, choices: self.names }, Target::Variant),
            (
                "Hash",
                OptionKind::Spin {
                    default: Self::DEFAULT_HASH_MIB,
                    min: 1,
                    max: self.greatest_hash_mib,
                },
                Target::Hash,
            ),
            ("Clear Hash", OptionKind::Button, Target::ClearHash),
            ("MemoryFile", OptionKind::Text { default: "" }, Target::MemoryFile),
            ("Clear Memory", OptionKind::Button, Target::ClearMemory),
            ("TablePath", OptionKind::Text { default: "" }, Target::TablePath),
            ("EvalFile", OptionKind::Text { default: "" }, Target::EvalFile),
            ("OwnBook", OptionKind::Check { default: false }, Target::OwnBook),
            ("BookPath", OptionKind::Text { default: "" }, Target::BookPath),
            (
                "Book Games",
                OptionKind::Spin {
                    default: i64::from(BookUse::default().games),
                    min: 1,
                    max: i64::from(u32::MAX),
                },
                Target::BookGames,
            ),
            ("Book Plies", OptionKind::Spin { default: 0, min: 0, max: 1000 }, Target::BookPlies),
            (
                "Book Variety",
                OptionKind::Spin { default: 0, min: 0, max: 100 },
                Target::BookVariety,
            ),
            (
                "Threads",
                OptionKind::Spin { default: 1, min: 1, max: processors() },
                Target::Threads,
            ),
            ("MultiPV", OptionKind::Spin { default: 1, min: 1, max: 256 }, Target::MultiPv),
            ("Ponder", OptionKind::Check { default: false }, Target::Ponder),
            (
                "Move Overhead",
                OptionKind::Spin { default: 10, min: 0, max: 5000 },
                Target::MoveOverhead,
            ),
            ("UCI_ShowWDL", OptionKind::Check { default: false }, Target::ShowWdl),
            ("UCI_AnalyseMode", OptionKind::Check { default: false }, Target::AnalyseMode),
            (
                "Skill Level",
                OptionKind::Spin {
                    default: i64::from(Skill::FULL),
                    min: 0,
                    max: i64::from(Skill::FULL),
                },
                Target::SkillLevel,
            ),
            (
                "Skill Seed",
                OptionKind::Spin { default: 0, min: 0, max: i64::from(u32::MAX) },
                Target::SkillSeed,
            ),
            ("UCI_EngineAbout", OptionKind::Text { default: self.about }, Target::About),
        ];
        let general = general.map(|(name, kind, target)| (OptionSpec::new(name, kind), target));
        let rules = self.sessions.iter().enumerate().flat_map(|(at, session)| {
            let specs = session.rule_options().iter().enumerate();
            specs.map(move |(rule, spec)| (*spec, Target::Rule(at, rule)))
        });
        general.into_iter().chain(rules).collect()
    }

    /// Sets an option by name; neither case nor the amount of white space matters.
    ///
    /// # Errors
    ///
    /// Says why it was not set; nothing has changed then.
    pub fn set_option(
        &mut self,
        name: &str,
        value: Option<&str>,
    ) -> Result<OptionChange, OptionError> {
        let folded = name.split_whitespace().collect::<Vec<_>>().join(" ");
        let wanted = match folded.to_ascii_lowercase().as_str() {
            "ugi_variant" | "game" => "UCI_Variant",
            _ => &folded,
        };
        let (spec, target) = self
            .targets()
            .into_iter()
            .find(|(spec, _)| spec.name.eq_ignore_ascii_case(wanted))
            .ok_or(OptionError::Unknown { name: folded.clone() })?;
        let parsed = spec.kind.parse(value).map_err(|wanted| OptionError::BadValue {
            name: spec.name,
            value: value.unwrap_or("").to_owned(),
            wanted,
        })?;
        match (target, parsed) {
            (Target::Variant, OptionValue::Combo(at)) => {
                self.choose_at(at);
                return Ok(OptionChange::Variant(Vec::new()));
            }
            (Target::Hash, OptionValue::Spin(mib)) => {
                let mib = usize::try_from(mib).unwrap_or(1);
                self.session_mut().set_hash(mib);
            }
            (Target::MemoryFile, OptionValue::Text(path)) => {
                let path = (!path.is_empty()).then_some(Path::new(&path));
                self.memory.set_folder(path).map_err(OptionError::File)?;
            }
            (Target::ClearMemory, _) => self.memory.clear(),
            (Target::TablePath, OptionValue::Text(path)) => return self.set_tables(&path),
            (Target::EvalFile, OptionValue::Text(path)) => {
                self.set_network(&path).map_err(OptionError::Network)?;
            }
            (Target::OwnBook, OptionValue::Check(on)) => self.uses_book = on,
            (Target::BookPath, OptionValue::Text(path)) => return self.set_book(&path),
            (Target::BookGames, OptionValue::Spin(n)) => {
                self.book.games = u32::try_from(n).unwrap_or(u32::MAX);
            }
            (Target::BookPlies, OptionValue::Spin(n)) => {
                self.book.plies = u32::try_from(n).unwrap_or(0);
            }
            (Target::BookVariety, OptionValue::Spin(n)) => {
                self.book.variety = u32::try_from(n).unwrap_or(0);
            }
            (Target::ClearHash, _) => self.session_mut().clear_hash(),
            (Target::Threads, OptionValue::Spin(n)) => {
                self.settings.threads = usize::try_from(n).unwrap_or(1);
            }
            (Target::MultiPv, OptionValue::Spin(n)) => {
                self.settings.multi_pv = usize::try_from(n).unwrap_or(1);
            }
            (Target::Ponder, OptionValue::Check(on)) => self.ponders = on,
            (Target::ShowWdl, OptionValue::Check(on)) => self.tells_odds = on,
            (Target::AnalyseMode, OptionValue::Check(on)) => self.analyses = on,
            (Target::SkillLevel, OptionValue::Spin(level)) => {
                self.settings.skill.level = u32::try_from(level).unwrap_or(Skill::FULL);
            }
            (Target::SkillSeed, OptionValue::Spin(seed)) => {
                self.settings.skill.seed = seed.unsigned_abs();
            }
            (Target::MoveOverhead, OptionValue::Spin(ms)) => {
                self.settings.overhead = Duration::from_millis(ms.unsigned_abs());
            }
            (Target::Rule(at, rule), value) => {
                let lines: Vec<_> = self.sessions[at].set_rule(rule, &value).into_iter().collect();
                if at == self.current {
                    return Ok(OptionChange::Variant(lines));
                }
                return Ok(OptionChange::told(lines));
            }
            _ => {}
        }
        Ok(OptionChange::Quiet)
    }
}

impl Engine {
    /// Uses the experience in a store as the opening book, or none if `path` is empty.
    fn set_book(&mut self, path: &str) -> Result<OptionChange, OptionError> {
        let open = |path| Store::open(Path::new(path), Access::Read, Sync::Each);
        let book = (!path.is_empty()).then(|| open(path)).transpose().map_err(OptionError::File)?;
        let mut lines = Vec::new();
        if let Some(store) = &book {
            let holdings = store.holdings().map_err(OptionError::File)?;
            let held = holdings.iter().filter(|held| held.name.kind == POSITIONS);
            lines.extend(
                held.map(|held| format!("book {}: {} positions", held.name.game, held.entries)),
            );
            if lines.is_empty() {
                lines.push("book: no positions".to_owned());
            }
        }
        for session in &mut self.sessions {
            session.set_book(book.clone());
        }
        Ok(OptionChange::told(lines))
    }

    /// Lets every game open its tables in a folder for later searches, or closes them if `path` is
    /// empty.
    fn set_tables(&mut self, path: &str) -> Result<OptionChange, OptionError> {
        let folder = (!path.is_empty()).then_some(Path::new(path));
        // Checked first, so that a missing folder changes nothing.
        folder.map_or(Ok(()), check_folder).map_err(OptionError::Tables)?;
        let mut found = Vec::new();
        for session in &mut self.sessions {
            found.extend(session.set_tables(folder).map_err(OptionError::Tables)?);
        }
        // A folder may be for one game alone; if it has nothing at all, every game says so.
        if found.iter().any(|found| !found.is_empty) {
            found.retain(|found| !found.is_empty);
        }
        let lines: Vec<String> = found.into_iter().flat_map(|found| found.lines).collect();
        Ok(OptionChange::told(lines))
    }

    /// Lets the game that a network's file is for evaluate with it, or every game with its own
    /// network if `path` is empty.
    fn set_network(&mut self, path: &str) -> Result<(), NetworkFileError> {
        if path.is_empty() {
            return self.sessions.iter_mut().try_for_each(|session| {
                session
                    .set_network(None)
                    .map_err(|error| NetworkFileError::new(Path::new(""), error))
            });
        }
        let path = Path::new(path);
        let bytes = network::load(path)?;
        let mut result = Ok(());
        for session in &mut self.sessions {
            result = session.set_network(Some(&bytes));
            if !matches!(result, Err(NetworkError::Game { .. })) {
                break;
            }
        }
        result.map_err(|error| NetworkFileError::new(path, error))
    }
}

impl Default for Engine {
    fn default() -> Self {
        Self::new()
    }
}
