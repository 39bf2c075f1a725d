//! The library: tables of solved positions and the store of games, and the build of more tables.
//!
//! Where they are is remembered in the user's configuration. Tables are built by a child process, which
//! resumes what an earlier one has begun.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;
use std::{fs, io};

use serde::Serialize;
use serde_json::Value;

use super::message::{BuildStatus, ErrorCode, RequestError};
use crate::engine::{Session, open_book};
use crate::kernel::file;
use crate::wire::{Leash, SetOption};

/// The longest configuration that is read, in bytes.
const LONGEST: u64 = 1 << 16;
/// What is left to a build whose server was killed.
const GRACE: Duration = Duration::from_secs(1);

/// The folders of a library.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Folders {
    /// The folder of tables.
    pub tables: Option<PathBuf>,
    /// The folder of the store with the games.
    pub store: Option<PathBuf>,
}

impl Folders {
    /// Reads the configuration; without one, or one that cannot be read, nothing is set.
    fn read(path: &Path) -> Self {
        let bytes = file::read(path, LONGEST).unwrap_or_default();
        let all: Value = serde_json::from_str(&String::from_utf8_lossy(&bytes)).unwrap_or_default();
        let folder = |name| all.get(name)?.as_str().map(PathBuf::from);
        Self { tables: folder("tables"), store: folder("store") }
    }

    fn write(&self, path: &Path) -> io::Result<()> {
        file::keep(path, serde_json::to_string_pretty(self)?.as_bytes())
    }
}

/// A build of tables.
struct Build {
    status: BuildStatus,
    /// The process, while it runs.
    leash: Option<Leash>,
    /// Whether it is wanted that it ends.
    is_paused: bool,
}

struct Shelves {
    folders: Folders,
    /// Grows when there is something new to open.
    version: u64,
    build: Option<Build>,
}

/// The tables and the store of a server.
pub(super) struct Library {
    program: Arc<Path>,
    shelves: Mutex<Shelves>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Library {
    /// Opens the library. What is `given` replaces what the file `config` says, and is remembered there;
    /// where neither names a folder of tables, it is `usual`.
    ///
    /// # Errors
    ///
    /// A given folder cannot be used.
    pub(super) fn open(
        program: Arc<Path>,
        config: Option<&Path>,
        given: Folders,
        usual: Option<PathBuf>,
    ) -> io::Result<Self> {
        let mut folders = config.map(Folders::read).unwrap_or_default();
        let is_new = given != Folders::default();
        if let Some(tables) = given.tables {
            let told = |error| io::Error::other(format!("{}: {error}", tables.display()));
            folders.tables = Some(fs::canonicalize(&tables).map_err(told)?);
        }
        if let Some(store) = given.store {
            open_book(&store).map_err(io::Error::other)?;
            folders.store = Some(fs::canonicalize(store)?);
        }
        if let Some(config) = config.filter(|_| is_new) {
            let told = |error| io::Error::other(format!("{}: {error}", config.display()));
            folders.write(config).map_err(told)?;
        }
        folders.tables = folders.tables.or(usual);
        let shelves = Mutex::new(Shelves { folders, version: 1, build: None });
        Ok(Self { program, shelves })
    }

    /// Returns where things are.
    pub(super) fn folders(&self) -> Folders {
        lock(&self.shelves).folders.clone()
    }

    /// Returns the number of what can be opened; it grows when there is more.
    pub(super) fn version(&self) -> u64 {
        lock(&self.shelves).version
    }

    /// Returns how a build goes, or how the last one ended.
    pub(super) fn status(&self) -> Option<BuildStatus> {
        lock(&self.shelves).build.as_ref().map(|build| build.status.clone())
    }

    /// Lets a session use the tables and the store. Returns what was found, line by line.
    pub(super) fn equip(&self, session: &mut dyn Session) -> Vec<String> {
        let Folders { tables, store } = self.folders();
        let tables = tables.filter(|folder| folder.is_dir());
        let mut lines = match session.set_tables(tables.as_deref()) {
            Ok(report) => report.map(|report| report.lines).unwrap_or_default(),
            Err(error) => vec![error.to_string()],
        };
        match store.as_deref().map(open_book) {
            Some(Ok((book, told))) => {
                session.set_book(Some(book));
                let own = format!("book {}:", session.name());
                lines.extend(told.into_iter().filter(|line| line.starts_with(&own)));
            }
            Some(Err(error)) => lines.push(error.to_string()),
            None => session.set_book(None),
        }
        lines
    }

    /// Returns the commands that let an engine use tables and the book, or none of them.
    pub(super) fn commands(&self, tables: bool, book: bool) -> Vec<String> {
        let Folders { tables: folder, store } = self.folders();
        let text = |path: Option<PathBuf>, on: bool| {
            let path = path.filter(|path| on && path.is_dir());
            // The command that names the folder must be a line of text.
            let text = path.and_then(|path| path.to_str().map(str::to_owned));
            text.filter(|text| !text.chars().any(char::is_control)).unwrap_or_default()
        };
        let options = [
            ("TablePath", text(folder, tables)),
            ("BookPath", text(store, book)),
            ("OwnBook", book.to_string()),
        ];
        options.map(|(name, value)| SetOption::new(name, Some(&value)).to_string()).into()
    }

    /// Starts or resumes the build of tables of a game: of those chosen, or all.
    ///
    /// # Errors
    ///
    /// One is being built, or there is no folder for them.
    pub(super) fn build(
        self: &Arc<Self>,
        game: &str,
        chosen: Option<&str>,
    ) -> Result<(), RequestError> {
        let bad = |text: String| RequestError::new(ErrorCode::BadFile, text);
        let mut shelves = lock(&self.shelves);
        if shelves.build.as_ref().is_some_and(|build| build.leash.is_some()) {
            return Err(RequestError::new(ErrorCode::Busy, "tables are being built already"));
        }
        let folder = shelves.folders.tables.clone();
        let folder = folder.ok_or_else(|| bad("there is no folder for tables".to_owned()))?;
        fs::create_dir_all(&folder)
            .map_err(|error| bad(format!("{} cannot be created: {error}", folder.display())))?;
        let mut command = Command::new(&*self.program);
        command.args(["tablebase", "build", game, "--path"]).arg(&folder);
        command.args(chosen.iter().flat_map(|pairs| ["--pairs", pairs]));
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let spawned = Leash::spawn(&mut command, GRACE);
        let (mut child, leash) = spawned.map_err(|error| bad(error.to_string()))?;
        let leash = leash.ok_or_else(|| bad("the build cannot be held".to_owned()));
        let leash = leash.inspect_err(|_| drop(child.kill()))?;
        let status = BuildStatus {
            game: game.to_owned(),
            few: chosen.is_some(),
            done: 0,
            total: None,
            state: "running",
            text: None,
        };
        shelves.build = Some(Build { status, leash: Some(leash), is_paused: false });
        drop(shelves);
        let library = Arc::clone(self);
        let follow: Box<dyn FnOnce() + Send> = Box::new(move || {
            let (output, errors) = (child.stdout.take(), child.stderr.take());
            for line in output.into_iter().flat_map(|output| BufReader::new(output).lines()) {
                let Ok(line) = line else { break };
                library.hear(&line);
            }
            let said = errors.and_then(|mut errors| file::take(&mut errors, LONGEST).ok());
            let said = String::from_utf8_lossy(&said.unwrap_or_default()).into_owned();
            let is_done = child.wait().is_ok_and(|status| status.success());
            library.conclude(is_done, said.trim());
        });
        thread::spawn(follow);
        Ok(())
    }

    /// Takes in a line of the build: how many tables there will be, or one that is finished.
    fn hear(&self, line: &str) {
        let mut shelves = lock(&self.shelves);
        let Some(build) = &mut shelves.build else { return };
        if let Some(rest) = line.strip_prefix("building ") {
            build.status.total = rest.split(' ').next().and_then(|count| count.parse().ok());
        } else if line.contains(" s CPU ") {
            build.status.done += 1;
            shelves.version += 1;
        }
    }

    fn conclude(&self, is_done: bool, said: &str) {
        let mut shelves = lock(&self.shelves);
        shelves.version += 1;
        let Some(build) = &mut shelves.build else { return };
        if let Some(leash) = build.leash.take() {
            leash.pull();
        }
        (build.status.state, build.status.text) = match (is_done, build.is_paused) {
            (true, _) => ("finished", None),
            (false, true) => ("paused", None),
            (false, false) => ("failed", Some(said.lines().last().unwrap_or_default().to_owned())),
        };
    }

    /// Ends a build; what is finished stays.
    pub(super) fn pause(&self) {
        let mut shelves = lock(&self.shelves);
        let Some(build) = &mut shelves.build else { return };
        if let Some(leash) = build.leash.take() {
            (build.is_paused, build.status.state) = (true, "paused");
            leash.pull();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn program() -> Arc<Path> {
        Path::new("/nonexistent").into()
    }

    #[test]
    fn folders_are_remembered_and_replaced() {
        let home = tempfile::tempdir().unwrap();
        let config = home.path().join("deep/board.json");
        let tables = home.path().join("tables");
        let usual = Some(home.path().join("usual"));
        let open = |given| Library::open(program(), Some(&config), given, usual.clone());
        let given = |tables: &Path| Folders { tables: Some(tables.to_owned()), store: None };
        assert_eq!(open(Folders::default()).unwrap().folders().tables, usual);
        assert!(!config.exists(), "nothing was said");
        let refused = open(given(&tables)).err().unwrap().to_string();
        assert!(refused.contains("tables") && refused.contains("No such file"), "{refused}");
        fs::create_dir(&tables).unwrap();
        let real = fs::canonicalize(&tables).unwrap();
        assert_eq!(open(given(&tables)).unwrap().folders().tables, Some(real.clone()));
        assert_eq!(open(Folders::default()).unwrap().folders().tables, Some(real));
        let store = Folders { store: Some(tables.clone()), tables: None };
        assert!(open(store).is_err(), "an empty folder is no store");
        fs::write(&config, "{").unwrap();
        assert_eq!(open(Folders::default()).unwrap().folders().tables, usual);
    }

    #[test]
    fn a_build_that_cannot_start_is_told() {
        let home = tempfile::tempdir().unwrap();
        let usual = Some(home.path().join("tables"));
        let library = Library::open(program(), None, Folders::default(), usual).unwrap();
        let refused = Arc::new(library).build("chess", None).unwrap_err();
        assert_eq!(refused.code, ErrorCode::BadFile);
        let library = Library::open(program(), None, Folders::default(), None).unwrap();
        assert!(Arc::new(library).build("chess", None).unwrap_err().text.contains("no folder"));
    }
}
