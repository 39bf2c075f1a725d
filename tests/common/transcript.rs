//! Sessions as text: `> ` is sent, `< ` is expected, `..` stands for anything.
//!
//! A line `< ..` stands for any number of lines. Other lines of a transcript are comments. After
//! the last line nothing more may come, unless it is `< ..`.

use std::io::{self, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use quincunx::engine::Engine;
use quincunx::protocol::Server;

/// How long a line may take to come.
const PATIENCE: Duration = Duration::from_secs(60);
/// How long nothing has to come for nothing to be what came.
const SILENCE: Duration = Duration::from_millis(50);

/// A writer that hands out whole lines.
struct Lines {
    rest: Vec<u8>,
    sender: Sender<String>,
}

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.rest.extend_from_slice(bytes);
        while let Some(end) = self.rest.iter().position(|byte| *byte == b'\n') {
            let line: Vec<u8> = self.rest.drain(..=end).collect();
            let line = String::from_utf8(line).expect("replies are text").trim_end().to_owned();
            self.sender.send(line).map_err(io::Error::other)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A server in memory and what it answers, line by line.
pub struct Talk {
    server: Server<Box<dyn Write + Send>>,
    lines: Receiver<String>,
}

impl Talk {
    /// Starts a server.
    pub fn new() -> Self {
        Self::with(Engine::new())
    }

    /// Starts a server with an engine.
    pub fn with(engine: Engine) -> Self {
        let (sender, lines) = channel();
        let writer: Box<dyn Write + Send> = Box::new(Lines { rest: Vec::new(), sender });
        Self { server: Server::new(engine, writer), lines }
    }

    /// Sends a line.
    pub fn send(&mut self, line: impl AsRef<[u8]>) {
        self.server.handle(line.as_ref());
    }

    /// Returns the next line.
    pub fn line(&self) -> String {
        self.lines.recv_timeout(PATIENCE).expect("a line should come")
    }

    /// Returns the next line that begins with `start`; the lines before it are dropped.
    pub fn line_starting(&self, start: &str) -> String {
        loop {
            let line = self.line();
            if line.starts_with(start) {
                return line;
            }
        }
    }

    /// Returns a line if one comes at once.
    pub fn early_line(&self) -> Option<String> {
        self.lines.recv_timeout(SILENCE).ok()
    }

    /// Ends the session and returns the lines that were still to come.
    pub fn finish(mut self) -> Vec<String> {
        self.server.finish();
        self.lines.try_iter().collect()
    }
}

/// Whether a line is what the pattern describes.
pub fn matches(pattern: &str, line: &str) -> bool {
    let mut parts = pattern.split("..");
    let first = parts.next().unwrap_or("");
    let Some(mut rest) = line.strip_prefix(first) else { return false };
    let parts: Vec<&str> = parts.collect();
    let Some((last, middle)) = parts.split_last() else { return rest.is_empty() };
    for part in middle {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    rest.ends_with(last)
}

/// Plays a transcript against a server of its own. `place` names it in panics.
pub fn play(transcript: &str, place: &str) {
    let mut talk = Talk::new();
    let mut skips = false;
    let mut count = 0;
    for (i, line) in transcript.lines().enumerate() {
        if let Some(sent) = line.strip_prefix("> ") {
            assert!(!skips || count > 0, "{place}: line {}: nothing to skip", i + 1);
            talk.send(sent);
            count += 1;
        } else if line.trim_end() == "< .." {
            skips = true;
        } else if let Some(expected) = line.strip_prefix("< ") {
            loop {
                let found = talk.lines.recv_timeout(PATIENCE).unwrap_or_else(|error| {
                    panic!("{place}: line {}: want {expected:?}, got nothing: {error}", i + 1)
                });
                if matches(expected.trim_end(), &found) {
                    break;
                }
                assert!(skips, "{place}: line {}: want {expected:?}, got {found:?}", i + 1);
            }
            skips = false;
        }
    }
    assert!(count > 0, "{place}: nothing is sent");
    let rest = talk.finish();
    assert!(skips || rest.is_empty(), "{place}: more came: {rest:?}");
}

/// Returns the fenced blocks of a Markdown text that have that label, each with its line number.
pub fn blocks(markdown: &str, label: &str) -> Vec<(usize, String)> {
    let mut found: Vec<(usize, String)> = Vec::new();
    let mut inside = false;
    for (i, line) in markdown.lines().enumerate() {
        if inside && line == "```" {
            inside = false;
        } else if inside {
            let block = &mut found.last_mut().expect("a block is open").1;
            block.push_str(line);
            block.push('\n');
        } else if line == format!("```{label}") {
            inside = true;
            found.push((i + 1, String::new()));
        }
    }
    found
}
