//! The engine as a whole: its games, its options and their values.

use std::fmt;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use thiserror::Error;

use super::book::open_book;
use super::level::Level;
use super::machine::{greatest_table_mib, processors};
use super::memory::Memory;
use super::session::{DEFAULT_HASH_MIB, GameSession, Session};
use super::settings::Settings;
use crate::experience::BookUse;
use crate::games::{Game, GameKind, GameList, Odds, Standard, Visitor, titles};
use crate::kernel::{
    Gather, OptionKind, OptionSpec, Quoted, parse_check, parse_combo, parse_spin, parse_text,
};
use crate::network::{self, NetworkError, NetworkFileError};
use crate::search::{OutOfMemory, Tunable, Tuning};
use crate::store::StoreError;
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
    Reported(Vec<String>),
}

impl OptionChange {
    /// Returns the change with those lines to report, if any.
    fn reported(lines: Vec<String>) -> Self {
        if lines.is_empty() { Self::Quiet } else { Self::Reported(lines) }
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

/// Returns the text of `UCI_EngineAbout`.
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

/// What an option takes, and who takes it.
#[derive(Clone, Copy)]
enum Setting {
    Button(fn(&mut Engine)),
    Check(bool, fn(&mut Engine, bool)),
    Spin {
        default: i64,
        min: i64,
        max: i64,
        set: fn(&mut Engine, i64),
    },
    Text(&'static str, fn(&mut Engine, &str) -> Result<OptionChange, OptionError>),
    /// The game.
    Variant(&'static [&'static str]),
    /// A number of the search, by its place in [`Tuning::NUMBERS`].
    Number {
        default: i64,
        at: usize,
    },
    /// A rule of a game: the indices of the session and of the rule.
    Rule {
        session: usize,
        rule: usize,
        spec: OptionSpec,
    },
}

impl Setting {
    const fn spec(self, name: &'static str) -> OptionSpec {
        let kind = match self {
            Self::Button(_) => OptionKind::Button,
            Self::Check(default, _) => OptionKind::Check { default },
            Self::Spin { default, min, max, .. } => OptionKind::Spin { default, min, max },
            Self::Text(default, _) => OptionKind::Text { default },
            Self::Variant(choices) => OptionKind::Combo { default: 0, choices },
            Self::Number { default, at } => {
                let Tunable { least, most, .. } = Tuning::NUMBERS[at];
                OptionKind::Spin { default, min: least, max: most }
            }
            Self::Rule { spec, .. } => return spec,
        };
        OptionSpec::new(name, kind)
    }
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
            sessions: G::ALL.iter().filter_map(session).gather(),
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

    /// Returns the game of a name; case does not matter.
    #[must_use]
    pub fn game(&self, name: &str) -> Option<&dyn Session> {
        self.sessions().find(|session| session.name().eq_ignore_ascii_case(name))
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
        let level = if self.analyses { Level::FULL } else { self.settings.level };
        let book = (self.uses_book && !self.analyses).then_some(self.book);
        let remembers = self.settings.remembers || self.memory.has_folder();
        Settings { level, book, remembers, ..self.settings }
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
        let specs = self.settings_by_name().into_iter();
        specs.map(|(name, setting)| setting.spec(name)).gather()
    }

    fn settings_by_name(&self) -> Vec<(&'static str, Setting)> {
        use Setting::{Button, Check, Spin, Text};

        let hash = Spin {
            default: Self::DEFAULT_HASH_MIB,
            min: 1,
            max: self.greatest_hash_mib,
            set: |engine, mib| engine.session_mut().set_hash(mib as usize),
        };
        let memory_path = |engine: &mut Self, path: &str| {
            let path = (!path.is_empty()).then_some(Path::new(path));
            engine.memory.set_folder(path).map_err(OptionError::File)?;
            Ok(OptionChange::Quiet)
        };
        let book_games = Spin {
            default: i64::from(BookUse::default().games),
            min: 1,
            max: i64::from(u32::MAX),
            set: |engine, games| engine.book.games = games as u32,
        };
        let book_plies =
            Spin { default: 0, min: 0, max: 1000, set: |engine, n| engine.book.plies = n as u32 };
        let variety =
            Spin { default: 0, min: 0, max: 100, set: |engine, n| engine.book.variety = n as u32 };
        let threads = Spin {
            default: 1,
            min: 1,
            max: processors(),
            set: |engine, threads| engine.settings.threads = threads as usize,
        };
        let multi_pv = Spin {
            default: 1,
            min: 1,
            max: 256,
            set: |engine, lines| engine.settings.multi_pv = lines as usize,
        };
        let overhead = Spin {
            default: 10,
            min: 0,
            max: 5000,
            set: |engine, ms| engine.settings.overhead = Duration::from_millis(ms as u64),
        };
        let level = Spin {
            default: i64::from(Level::GREATEST),
            min: i64::from(Level::LEAST),
            max: i64::from(Level::GREATEST),
            set: |engine, number| {
                engine.settings.level = Level::new(number as u8).unwrap_or(Level::FULL);
            },
        };
        let seed = Spin {
            default: 0,
            min: 0,
            max: i64::from(u32::MAX),
            set: |engine, seed| engine.settings.seed = seed as u64,
        };
        let general = [
            ("UCI_Variant", Setting::Variant(self.names)),
            ("Hash", hash),
            ("Clear Hash", Button(|engine| engine.session_mut().clear_hash())),
            ("Remember", Check(false, |engine, on| engine.settings.remembers = on)),
            ("MemoryPath", Text("", memory_path)),
            ("Clear Memory", Button(|engine| engine.memory.clear())),
            ("TablePath", Text("", Self::set_tables)),
            ("EvalFile", Text("", Self::set_network)),
            ("OwnBook", Check(false, |engine, on| engine.uses_book = on)),
            ("BookPath", Text("", Self::set_book)),
            ("Book Games", book_games),
            ("Book Plies", book_plies),
            ("Book Variety", variety),
            ("Threads", threads),
            ("MultiPV", multi_pv),
            ("Ponder", Check(false, |engine, on| engine.ponders = on)),
            ("Move Overhead", overhead),
            ("UCI_ShowWDL", Check(false, |engine, on| engine.tells_odds = on)),
            ("UCI_AnalyseMode", Check(false, |engine, on| engine.analyses = on)),
            ("Skill Level", level),
            ("Skill Seed", seed),
            // Tells something to clients; a value set by one is ignored.
            ("UCI_EngineAbout", Text(self.about, |_, _| Ok(OptionChange::Quiet))),
        ];
        let mut all = general.to_vec();
        let numbers = Tuning::NUMBERS.iter().zip(self.session().search_values());
        for (at, (number, default)) in numbers.enumerate() {
            all.push((number.name, Setting::Number { default, at }));
        }
        for (session, it) in self.sessions.iter().enumerate() {
            for (rule, spec) in it.rule_options().iter().enumerate() {
                all.push((spec.name, Setting::Rule { session, rule, spec: *spec }));
            }
        }
        all
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
        let folded = name.split_whitespace().gather().join(" ");
        let wanted = match folded.to_ascii_lowercase().as_str() {
            "ugi_variant" | "game" => "UCI_Variant",
            // What it was called.
            "memoryfile" => "MemoryPath",
            _ => &folded,
        };
        let mut settings = self.settings_by_name().into_iter();
        let (name, setting) = settings
            .find(|(name, _)| name.eq_ignore_ascii_case(wanted))
            .ok_or(OptionError::Unknown { name: folded.clone() })?;
        let bad =
            |wanted| OptionError::BadValue { name, value: value.unwrap_or("").to_owned(), wanted };
        match setting {
            Setting::Button(press) => press(self),
            Setting::Check(_, set) => set(self, parse_check(value).map_err(bad)?),
            Setting::Spin { min, max, set, .. } => {
                set(self, parse_spin(value, min, max).map_err(bad)?);
            }
            Setting::Number { at, .. } => {
                let Tunable { least, most, .. } = Tuning::NUMBERS[at];
                self.settings.tuning.set(at, parse_spin(value, least, most).map_err(bad)?);
            }
            Setting::Text(_, set) => return set(self, parse_text(value)),
            Setting::Variant(names) => {
                self.choose_at(parse_combo(value, names).map_err(bad)?);
                return Ok(OptionChange::Variant(Vec::new()));
            }
            Setting::Rule { session, rule, spec } => {
                let value = spec.kind.parse(value).map_err(bad)?;
                let lines = self.sessions[session].set_rule(rule, &value).into_iter().gather();
                let is_played = session == self.current;
                let change = if is_played { OptionChange::Variant } else { OptionChange::reported };
                return Ok(change(lines));
            }
        }
        Ok(OptionChange::Quiet)
    }
}

impl Engine {
    /// Uses the experience in a store as the opening book, or none if `path` is empty.
    fn set_book(&mut self, path: &str) -> Result<OptionChange, OptionError> {
        let open = |path| open_book(Path::new(path)).map_err(OptionError::File);
        let (book, lines) = (!path.is_empty()).then(|| open(path)).transpose()?.unzip();
        for session in &mut self.sessions {
            session.set_book(book.clone());
        }
        Ok(OptionChange::reported(lines.unwrap_or_default()))
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
        let mut lines: Vec<String> = Vec::new();
        found.into_iter().for_each(|found| lines.extend(found.lines));
        Ok(OptionChange::reported(lines))
    }

    /// Lets the game that a network's file is for evaluate with it, or every game with its own
    /// network if `path` is empty.
    fn set_network(&mut self, path: &str) -> Result<OptionChange, OptionError> {
        let path = Path::new(path);
        let failed = |error| OptionError::Network(NetworkFileError::new(path, error));
        if path == Path::new("") {
            self.sessions.iter_mut().try_for_each(|it| it.set_network(None)).map_err(failed)?;
            return Ok(OptionChange::Quiet);
        }
        let bytes = network::load(path).map_err(OptionError::Network)?;
        let mut result = Ok(());
        for session in &mut self.sessions {
            result = session.set_network(Some(&bytes));
            if !matches!(result, Err(NetworkError::Game { .. })) {
                break;
            }
        }
        result.map(|()| OptionChange::Quiet).map_err(failed)
    }
}

impl Default for Engine {
    fn default() -> Self {
        Self::new()
    }
}
