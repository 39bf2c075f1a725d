//! The real program behind pipes, as a client sees it: whole lines, deadlines, and both streams in
//! the panic when something is missing.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// How long a line may take to come. Generous: what is tested is that it comes.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running engine.
pub struct Client {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    log: Vec<String>,
}

/// Returns the program with arguments.
pub fn program(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quincunx"));
    command.args(arguments);
    command
}

impl Client {
    /// Starts the engine.
    pub fn start(arguments: &[&str]) -> Self {
        Self::spawn(program(arguments))
    }

    /// Starts a command that becomes the engine.
    pub fn spawn(mut command: Command) -> Self {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the engine starts");
        let (sender, lines) = channel();
        let output = child.stdout.take().expect("stdout is piped");
        std::thread::spawn(move || {
            let mut reader = BufReader::new(output);
            let mut line = Vec::new();
            while reader.read_until(b'\n', &mut line).is_ok_and(|n| n > 0) {
                let text = String::from_utf8(std::mem::take(&mut line)).expect("replies are text");
                let text = text.strip_suffix('\n').expect("lines are whole").to_owned();
                if sender.send(text).is_err() {
                    break;
                }
            }
        });
        let input = child.stdin.take();
        Self { child, input, lines, log: Vec::new() }
    }

    /// The number of the process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends bytes as they are.
    pub fn write(&mut self, bytes: &[u8]) {
        let shown = String::from_utf8_lossy(&bytes[..bytes.len().min(200)]).into_owned();
        self.log.push(format!("> {shown}"));
        let input = self.input.as_mut().expect("the input is open");
        input.write_all(bytes).and_then(|()| input.flush()).expect("the engine reads");
    }

    /// Sends a line.
    pub fn send(&mut self, line: impl AsRef<str>) {
        self.write(format!("{}\n", line.as_ref()).as_bytes());
    }

    /// Returns the next line.
    pub fn line(&mut self) -> String {
        match self.lines.recv_timeout(PATIENCE) {
            Ok(line) => {
                self.log.push(format!("< {line}"));
                line
            }
            Err(error) => {
                let from = self.log.len().saturating_sub(30);
                let log = self.log[from..].join("\n");
                panic!("a line should come ({error}) after\n{log}");
            }
        }
    }

    /// Returns the next line that begins with `start`; the lines before it are dropped.
    pub fn line_starting(&mut self, start: &str) -> String {
        loop {
            let line = self.line();
            if line.starts_with(start) {
                return line;
            }
        }
    }

    /// Returns a line if one comes within that time.
    pub fn early_line(&mut self, time: Duration) -> Option<String> {
        self.lines.recv_timeout(time).ok()
    }

    /// Sends `isready`, waits for the answer and returns the lines before it.
    pub fn sync(&mut self) -> Vec<String> {
        self.send("isready");
        let mut before = Vec::new();
        loop {
            match self.line() {
                line if line == "readyok" => return before,
                line => before.push(line),
            }
        }
    }

    /// Closes the input.
    pub fn close(&mut self) {
        self.input = None;
    }

    /// Waits for the end of the process and returns its status, what it had still said, and what
    /// it wrote to standard error.
    pub fn end(mut self) -> (ExitStatus, Vec<String>, String) {
        let status = self.wait();
        let mut rest = Vec::new();
        loop {
            match self.lines.recv_timeout(PATIENCE) {
                Ok(line) => rest.push(line),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => panic!("the output should end"),
            }
        }
        let mut errors = String::new();
        if let Some(mut stream) = self.child.stderr.take() {
            stream.read_to_string(&mut errors).expect("standard error is text");
        }
        (status, rest, errors)
    }

    /// Ends the session by `quit`: status 0, nothing on standard error. Returns the last lines.
    pub fn quit(mut self) -> Vec<String> {
        self.send("quit");
        let (status, rest, errors) = self.end();
        assert_eq!((status.code(), errors.as_str()), (Some(0), ""), "{rest:?}");
        rest
    }

    fn wait(&mut self) -> ExitStatus {
        end_of(&mut self.child, "the engine")
    }
}

/// Waits for a process to end by itself.
pub fn end_of(child: &mut Child, what: &str) -> ExitStatus {
    let started = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("the process can be waited for") {
            return status;
        }
        if started.elapsed() >= PATIENCE {
            let _ = child.kill();
            panic!("{what} should end");
        }
        std::thread::sleep(Duration::from_millis(2));
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
