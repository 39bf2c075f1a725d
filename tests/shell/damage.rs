//! Stores whose file is damaged while a program has it open: no program dies of it, each tells, and none
//! believes what is not true.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use crate::common::program;
use quincunx::games::morris::Morris;
use quincunx::kernel::{Position, SplitMix64};
use quincunx::learn::{Plan, learn};
use quincunx::store::{Access, Store, Sync};
use tempfile::TempDir;

/// The size of a page.
const PAGE: usize = 4096;

/// What happens to the file.
#[derive(Clone, Copy, Debug)]
enum Harm {
    /// This many bytes are left of it.
    Cut(u64),
    /// All of it is overwritten with noise.
    All,
    /// A page is overwritten with noise.
    Page,
}

impl Harm {
    /// Harms of every kind, each with a seed.
    fn all() -> impl Iterator<Item = (Self, u64)> {
        let cuts = [0, PAGE as u64, 3 * PAGE as u64 + 100].map(Self::Cut);
        let others = [Self::All].into_iter().chain([Self::Page; 16]);
        cuts.into_iter().chain(others).zip(1..)
    }

    /// Does it in place, as to the file of an open store.
    fn happen(self, data: &Path, seed: u64) {
        let mut file = File::options().write(true).open(data).unwrap();
        let length = file.metadata().unwrap().len() as usize;
        let mut rng = SplitMix64::new(seed);
        let (first, size) = match self {
            Self::Cut(left) => return file.set_len(left).unwrap(),
            Self::All => (0, length),
            Self::Page => (rng.below(length / PAGE) * PAGE, PAGE),
        };
        let noise: Vec<u8> = (0..size).map(|_| rng.below(256) as u8).collect();
        file.seek(SeekFrom::Start(first as u64)).unwrap();
        file.write_all(&noise).unwrap();
    }
}

/// Returns whether a copy of a store is whole.
fn is_whole(folder: &Path) -> bool {
    let copy = TempDir::new().unwrap();
    fs::copy(folder.join("data.mdb"), copy.path().join("data.mdb")).unwrap();
    Store::open(copy.path(), Access::Read, Sync::Never).is_ok()
}

/// A copy of a store in a folder of its own.
fn copied(folder: &Path) -> TempDir {
    let copy = TempDir::new().unwrap();
    fs::copy(folder.join("data.mdb"), copy.path().join("data.mdb")).unwrap();
    copy
}

/// An engine in a process of its own.
struct Engine {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn new() -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_quincunx"));
        command.args(["--game", "morris"]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let input = child.stdin.take().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        Self { child, input, output }
    }

    fn send(&mut self, line: &str) {
        writeln!(self.input, "{line}").unwrap();
    }

    /// Returns the lines up to the first that begins with one of those texts.
    fn lines_to(&mut self, starts: &[&str]) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            assert!(self.output.read_line(&mut line).unwrap() > 0, "it died after {lines:?}");
            lines.push(line.trim_end().to_owned());
            if starts.iter().any(|start| line.starts_with(start)) {
                return lines;
            }
        }
    }

    /// Ends it and returns what else it wrote.
    fn quit(mut self) -> String {
        self.send("quit");
        let mut rest = String::new();
        self.output.read_to_string(&mut rest).unwrap();
        let status = self.child.wait().unwrap();
        assert!(status.success(), "{status}: {rest}");
        rest
    }
}

const OPENINGS: [&str; 4] =
    ["startpos", "startpos moves d6", "startpos moves d6 f4", "startpos moves a7"];

#[test]
fn an_engine_survives_damage_to_its_memory() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("memory");
    let mut engine = Engine::new();
    engine.send(&format!("setoption name MemoryFile value {}", path.display()));
    for opening in OPENINGS {
        engine.send(&format!("position {opening}"));
        engine.send("go depth 5");
        engine.lines_to(&["bestmove"]);
        engine.send("save");
        engine.lines_to(&["info string saved"]);
    }
    engine.quit();
    for (harm, seed) in Harm::all() {
        let store = copied(&path);
        let mut engine = Engine::new();
        engine.send(&format!("setoption name MemoryFile value {}", store.path().display()));
        // The store has been read from.
        engine.send("position startpos");
        engine.send("go depth 2");
        engine.lines_to(&["bestmove"]);
        harm.happen(&store.path().join("data.mdb"), seed);
        let is_harmless = is_whole(store.path());
        for opening in OPENINGS {
            engine.send(&format!("position {opening}"));
            engine.send("go depth 4");
            engine.lines_to(&["bestmove"]);
        }
        engine.send("save");
        let told = engine.lines_to(&["info string error bad-file", "info string saved"]);
        let told = told.last().unwrap();
        assert_eq!(told.contains("saved"), is_harmless, "{harm:?}: {told}");
        assert!(is_harmless || told.contains("is damaged: "), "{harm:?}: {told}");
        let rest = engine.quit();
        assert!(!is_harmless || rest.is_empty(), "{harm:?}: {rest}");
    }
}

/// A store with some games of Morris.
fn learned(folder: &Path, games: u64) {
    let plan = Plan {
        games,
        first: 0,
        seed: 1,
        nodes: 0,
        plies: Some(12),
        is_literal: false,
        sync_every: 1000,
    };
    let store = Store::open(folder, Access::Write, Sync::Never).unwrap();
    let engine = quincunx::engine::Engine::new();
    let start = Morris::start(&Default::default());
    learn(&store, engine.game(Morris::NAME).unwrap(), &start, &plan, &mut |_| true).unwrap();
}

#[test]
fn an_engine_survives_damage_to_its_book() {
    let folder = TempDir::new().unwrap();
    learned(folder.path(), 150);
    let mut told = 0;
    for (harm, seed) in Harm::all() {
        let store = copied(folder.path());
        let mut engine = Engine::new();
        engine.send(&format!("setoption name BookPath value {}", store.path().display()));
        engine.lines_to(&["info string book morris"]);
        for line in ["setoption name OwnBook value true", "setoption name Book Games value 1"] {
            engine.send(line);
        }
        harm.happen(&store.path().join("data.mdb"), seed);
        let mut lines = Vec::new();
        for opening in OPENINGS {
            engine.send(&format!("position {opening}"));
            engine.send("go depth 2");
            lines.extend(engine.lines_to(&["bestmove"]));
        }
        let is_told = lines
            .iter()
            .any(|line| line.starts_with("info string book: ") && line.contains(" is damaged: "));
        told += u32::from(is_told);
        assert!(matches!(harm, Harm::Page) || is_told, "{harm:?}: {lines:?}");
        assert_eq!(engine.quit(), "", "{harm:?}");
    }
    assert!(told > 4, "{told}");
}

#[test]
fn a_learner_survives_damage_to_its_store() {
    let folder = TempDir::new().unwrap();
    learned(folder.path(), 150);
    for (harm, seed) in Harm::all() {
        let store = copied(folder.path());
        let data = store.path().join("data.mdb");
        let before = fs::metadata(&data).unwrap().modified().unwrap();
        let mut command = program::quincunx();
        let games = if matches!(harm, Harm::Page) { "400" } else { "5000" };
        command.args(["learn", "morris", "--games", games, "--seed", "2", "--store"]);
        let child = command.arg(store.path()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
        let mut child = child.unwrap();
        program::wait_for("a game", || {
            fs::metadata(&data).unwrap().modified().unwrap() != before
                || child.try_wait().unwrap().is_some()
        });
        harm.happen(&data, seed);
        let output = child.wait_with_output().unwrap();
        let error = String::from_utf8_lossy(&output.stderr);
        match output.status.code() {
            // Pages at hand are written anew as games change them, which may undo any harm before
            // it is looked for.
            Some(0) => assert!(is_whole(store.path()), "{harm:?}, seed {seed}: {error}"),
            Some(2) => assert!(error.contains(" is damaged: "), "{harm:?}: {error}"),
            _ => panic!("{harm:?}, seed {seed}: {}: {error}", output.status),
        }
    }
}

/// Where nothing can be written, not even a lock, a store is read.
#[test]
fn a_store_on_a_read_only_file_system_is_read() {
    let folder = TempDir::new().unwrap();
    learned(folder.path(), 3);
    for name in ["readers.lock", "writer.lock"] {
        fs::remove_file(folder.path().join(name)).unwrap();
    }
    let script = "mount --bind \"$1\" \"$1\" && mount -o remount,ro,bind \"$1\" && ! touch \"$1/x\" \
                  && echo mounted && exec \"$2\" experience \"$3\" --store \"$1\"";
    for (task, wanted) in [("check", "every page is sound"), ("stats", "experience  morris")] {
        let mut command = Command::new("unshare");
        command.args(["--user", "--map-root-user", "--mount", "sh", "-c", script, "sh"]);
        command.arg(folder.path()).args([env!("CARGO_BIN_EXE_quincunx"), task]);
        let run = match command.output() {
            Ok(output) if output.stdout.starts_with(b"mounted\n") => output,
            other => {
                eprintln!("skipped: nobody may mount anything here: {other:?}");
                return;
            }
        };
        let out = String::from_utf8(run.stdout).unwrap();
        assert!(run.status.success() && out.contains(wanted), "{out}: {:?}", run.stderr);
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing was made");
}
