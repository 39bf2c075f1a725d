//! Players that do what no player should: nothing hangs, memory stays bounded, and the match says
//! what happened.

use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const PROGRAM: &str = env!("CARGO_BIN_EXE_quincunx");

/// A program that speaks just enough UCI and then does what its argument says.
const FAKE: &str = r#"
case $1 in
deaf) exec sleep 1000 ;;
murmur) while :; do echo "info string wait"; sleep 0.02; done ;;
stubborn) trap '' TERM HUP INT; echo $$ >pid; while :; do sleep 1000; done ;;
esac
while read -r line; do
    case $line in
    uci) echo uciok ;;
    isready) echo readyok ;;
    go*) case $1 in
        flood) exec yes "info depth 1" ;;
        endless) exec tr '\0' x </dev/zero ;;
        cry) exec tr '\0' x </dev/zero >&2 ;;
        murmur-later) while :; do echo "info depth 1"; sleep 0.02; done ;;
        esac ;;
    quit) exit 0 ;;
    esac
done
"#;

/// The most memory that a match may use, in KiB.
const MOST_MEMORY: u64 = 300 << 10;
/// How long a match may take that ends by itself; machines that test are busy.
const PATIENCE: Duration = Duration::from_secs(60);

/// A match between a built-in player and another, in a folder of its own.
struct Match {
    folder: tempfile::TempDir,
    process: Child,
    /// The most memory that it was seen to use, in KiB.
    memory: u64,
}

impl Match {
    fn start(engine: &str, arguments: &[&str]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("fake.sh"), FAKE).unwrap();
        let process = Command::new(PROGRAM)
            .args(["match", "trimok", "--nodes", "10", "--rounds", "1", "--engine", engine])
            .args(["--engine", "builtin", "--random-plies", "0"])
            .args(arguments)
            .current_dir(folder.path())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        Self { folder, process, memory: 0 }
    }

    /// Waits for the end, and returns the status and what was written.
    fn end(mut self) -> (Option<i32>, String) {
        let since = Instant::now();
        let status = loop {
            if let Some(status) = self.process.try_wait().unwrap() {
                break status;
            }
            self.look();
            assert!(self.memory < MOST_MEMORY, "{} KiB", self.memory);
            assert!(since.elapsed() < PATIENCE, "the match hangs");
            std::thread::sleep(Duration::from_millis(20));
        };
        assert!(self.memory > 0, "it was never looked at");
        let mut text = String::new();
        self.process.stdout.take().unwrap().read_to_string(&mut text).unwrap();
        self.process.stderr.take().unwrap().read_to_string(&mut text).unwrap();
        (status.code(), text)
    }

    fn look(&mut self) {
        self.memory = self.memory.max(most_memory(self.process.id()));
    }

    fn signal(&mut self, name: &str) {
        // It may end at once.
        self.look();
        signal(self.process.id(), name);
    }
}

impl Drop for Match {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Returns the most memory that a process has used, in KiB.
fn most_memory(id: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}

fn signal(id: u32, name: &str) {
    let status = Command::new("kill").arg(format!("-{name}")).arg(id.to_string()).status();
    assert!(status.unwrap().success());
}

#[test]
fn who_is_no_engine_cannot_play() {
    for (engine, reason) in [
        ("cmd=yes", "\"yes\" cannot play: it floods its output: more than 100000 lines"),
        ("cmd=cat /dev/zero", "cannot play: it sends a line of more than 262144 bytes"),
        ("cmd=sh -c 'yes >&2'", "cannot play: it floods its standard error"),
        ("name=fake,cmd=sh fake.sh deaf", "\"fake\" cannot play: it does not answer"),
        ("name=fake,cmd=sh fake.sh murmur", "\"fake\" cannot play: it does not answer"),
    ] {
        let (status, told) = Match::start(engine, &["--timeout", "300"]).end();
        assert_eq!(status, Some(2), "{engine}: {told}");
        assert!(told.contains(reason), "{engine}: {told}");
    }
}

#[test]
fn who_goes_mad_in_a_game_loses_it() {
    for (fake, termination) in
        [("flood", "crash"), ("endless", "crash"), ("cry", "crash"), ("murmur-later", "stalled")]
    {
        let engine = format!("name=fake,cmd=sh fake.sh {fake}");
        let (status, told) = Match::start(&engine, &["--timeout", "2000"]).end();
        assert_eq!(status, Some(0), "{fake}: {told}");
        assert!(told.contains(&format!("Forfeits of fake: {termination} 2")), "{fake}: {told}");
    }
}

#[test]
fn an_interrupt_ends_the_wait_for_a_player() {
    for fake in ["deaf", "murmur", "murmur-later"] {
        let engine = format!("name=fake,cmd=sh fake.sh {fake}");
        let mut game = Match::start(&engine, &[]);
        std::thread::sleep(Duration::from_secs(2));
        game.signal("INT");
        let since = Instant::now();
        game.end();
        assert!(since.elapsed() < Duration::from_secs(30), "{fake}: {:?}", since.elapsed());
    }
}

/// Returns the process that has written its number to a file, as soon as it has.
fn process(file: &Path) -> u32 {
    let since = Instant::now();
    loop {
        let text = fs::read_to_string(file).unwrap_or_default();
        if let Ok(id) = text.trim().parse() {
            return id;
        }
        assert!(since.elapsed() < PATIENCE, "it does not start");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn no_player_outlives_a_match_that_was_killed() {
    let mut game = Match::start("name=fake,cmd=sh fake.sh stubborn", &[]);
    let id = process(&game.folder.path().join("pid"));
    game.signal("KILL");
    game.process.wait().unwrap();
    let since = Instant::now();
    while fs::exists(format!("/proc/{id}")).unwrap() {
        assert!(since.elapsed() < Duration::from_secs(20), "it runs on");
        std::thread::sleep(Duration::from_millis(50));
    }
}
