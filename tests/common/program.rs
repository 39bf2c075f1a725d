//! The program as a process: what goes in, what comes out.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// How long the program may take.
const PATIENCE: Duration = Duration::from_secs(120);

/// What a run of the program gave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    pub out: String,
    pub error: String,
    pub code: Option<i32>,
}

/// Returns the program, ready for arguments, with no input and no colours forced.
pub fn quincunx() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quincunx"));
    command.stdin(Stdio::null()).env_remove("CLICOLOR_FORCE").env_remove("NO_COLOR");
    command
}

/// Runs the program.
pub fn run(arguments: &[&str]) -> Run {
    finish(quincunx().args(arguments), "")
}

/// Runs the program with an input.
pub fn pipe(arguments: &[&str], input: &str) -> Run {
    finish(quincunx().args(arguments), input)
}

/// Runs a command with an input to its end.
pub fn finish(command: &mut Command, input: &str) -> Run {
    let child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = child.spawn().unwrap();
    // A program that does not read its input may be gone already.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let (sender, receiver) = std::sync::mpsc::channel();
    let id = child.id();
    std::thread::spawn(move || sender.send(child.wait_with_output()));
    let output = receiver.recv_timeout(PATIENCE).unwrap_or_else(|_| {
        interrupt(id, "KILL");
        panic!("{command:?} does not end");
    });
    let output = output.unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    Run { out: text(output.stdout), error: text(output.stderr), code: output.status.code() }
}

/// Sends a signal to a process.
pub fn interrupt(id: u32, signal: &str) {
    let id = id.to_string();
    Command::new("kill").args([&format!("-{signal}"), id.as_str()]).status().unwrap();
}

/// Waits until a condition holds.
pub fn wait_for(what: &str, mut holds: impl FnMut() -> bool) {
    let started = Instant::now();
    while !holds() {
        assert!(started.elapsed() < PATIENCE, "{what} does not come");
        std::thread::sleep(Duration::from_millis(5));
    }
}

impl Run {
    /// Returns the output of a run that was right.
    pub fn ok(self) -> String {
        assert_eq!(self.code, Some(0), "{self:?}");
        self.out
    }

    /// Returns what stands behind `start` in the first line of the output that begins with it.
    pub fn after(&self, start: &str) -> &str {
        let line = self.out.lines().find_map(|line| line.strip_prefix(start));
        line.unwrap_or_else(|| panic!("no line begins with {start:?}: {self:?}"))
    }
}

/// Returns the text of a path.
pub fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// Returns the legal moves of a position, as `perft` lists them.
pub fn legal_moves(game: &str, position: &str) -> Vec<String> {
    let out = run(&["perft", game, position, "1"]).ok();
    out.lines().filter_map(|line| line.strip_suffix(": 1")).map(str::to_owned).collect()
}
