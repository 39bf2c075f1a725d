//! A child process and its pipes: whatever it does, what is kept of it is bounded, and nobody waits
//! for it without wanting to.

use std::io::{ErrorKind, Read, Write};
use std::process::{Child, ChildStderr, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use parking_lot::Mutex;

use super::bounds::{COMPLAINTS, LONGEST_LINE, MOST_BYTES, MOST_LINES, QUEUE, UNREAD};
use super::gone::Gone;
use super::leash::Leash;
use super::raw_line::{Event, RawLine, RawLines};
use crate::kernel::Gather;

/// How long a process that has closed its output may take to end.
const FAREWELL: Duration = Duration::from_secs(1);

/// A child process and its pipes. It is killed when this is dropped.
pub(super) struct Process {
    child: Arc<Mutex<Child>>,
    leash: Option<Leash>,
    input: Option<SyncSender<Event>>,
    /// In a mutex so that tasks may share a reference to a process.
    output: Mutex<Receiver<Event>>,
    /// What was taken from the output to see whether there is anything.
    seen: Option<Event>,
}

impl Process {
    /// Starts a process. `wake` is called whenever there is something to take. If this process is
    /// killed, the child is so as well, after a grace that is left to it to end by itself.
    pub(super) fn spawn(
        command: &mut Command,
        grace: Duration,
        wake: Box<dyn Fn() + Send + Sync>,
    ) -> Result<Self, Gone> {
        let failed = |error: std::io::Error| Gone::Unstartable(error.to_string());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // A signal from the terminal is meant for this process, which ends its children in order.
        let (mut child, leash) = Leash::spawn(command, grace).map_err(failed)?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (input, unread) = sync_channel(UNREAD);
        let (sender, output) = sync_channel(QUEUE);
        let child = Arc::new(Mutex::new(child));
        // Killed with its group if a thread cannot be started.
        let input = Some(input);
        let output = Mutex::new(output);
        let process = Self { child, leash, input, output, seen: None };
        let (Some(mut stdin), Some(stdout), Some(stderr)) = pipes else {
            return Err(Gone::Unstartable("it has no pipes".to_owned()));
        };
        let start = |work: Box<dyn FnOnce() + Send>| {
            thread::Builder::new().spawn(work).map(drop).map_err(failed)
        };
        start(Box::new(move || {
            while let Ok(Event::Line(RawLine::Bytes(line))) = unread.recv() {
                if stdin.write_all(&line).and_then(|()| stdin.flush()).is_err() {
                    break;
                }
            }
        }))?;
        let tell = Arc::new(move |event| {
            let is_wanted = sender.send(event).is_ok();
            wake();
            is_wanted
        });
        let said = Arc::new(Mutex::new(Vec::new()));
        let (kept, tell_flood) = (Arc::clone(&said), Arc::clone(&tell));
        start(Box::new(move || {
            if listen(stderr, &kept).is_err() {
                tell_flood(Event::Gone(Gone::Floods("standard error")));
            }
        }))?;
        let child = Arc::clone(&process.child);
        start(Box::new(move || {
            let mut rate = Rate::new();
            let gone = 'lines: {
                for line in RawLines::new(stdout, LONGEST_LINE) {
                    let line = match line {
                        RawLine::Bytes(bytes) if rate.allows(1, bytes.len()) => bytes,
                        RawLine::Bytes(_) => break 'lines Gone::Floods("output"),
                        RawLine::TooLong => break 'lines Gone::EndlessLine,
                    };
                    if !line.trim_ascii().is_empty() && !tell(Event::Line(RawLine::Bytes(line))) {
                        break;
                    }
                }
                ended(&child, &said)
            };
            tell(Event::Gone(gone));
        }))?;
        Ok(process)
    }

    /// Sends text that ends with the end of a line, without waiting. One that has ended is not an
    /// error here: its last words say more.
    pub(super) fn send(&self, text: String) -> Result<(), Gone> {
        let line = Event::Line(RawLine::Bytes(text.into_bytes()));
        match self.input.as_ref().map(|input| input.try_send(line)) {
            Some(Err(TrySendError::Full(_))) => Err(Gone::Deaf),
            _ => Ok(()),
        }
    }

    /// Takes what has come, if there is anything.
    pub(super) fn take(&mut self) -> Option<Event> {
        self.seen.take().or_else(|| self.output.get_mut().try_recv().ok())
    }

    /// Waits until there is something to take, but no longer than a while.
    pub(super) fn wait(&mut self, longest: Duration) {
        if self.seen.is_none() {
            self.seen = self.output.get_mut().recv_timeout(longest).ok();
        }
    }

    /// Sends last words and waits for the end, for a while.
    pub(super) fn quit(&mut self, words: &str, grace: Duration) {
        let since = Instant::now();
        let _ = self.send(words.to_owned());
        self.input = None;
        while matches!(self.child.lock().try_wait(), Ok(None)) && since.elapsed() < grace {
            // One that cannot write cannot end.
            while self.output.get_mut().try_recv().is_ok() {}
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// Kills it, and what it started.
    pub(super) fn kill(&mut self) {
        let mut child = self.child.lock();
        let _ = child.kill();
        if let Some(leash) = self.leash.take() {
            leash.pull();
        }
        let _ = child.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// How much came within the current second.
struct Rate {
    since: Instant,
    lines: usize,
    bytes: usize,
}

impl Rate {
    fn new() -> Self {
        Self { since: Instant::now(), lines: 0, bytes: 0 }
    }

    /// Counts what came, and returns whether it is no flood.
    fn allows(&mut self, lines: usize, bytes: usize) -> bool {
        if self.since.elapsed() >= Duration::from_secs(1) {
            *self = Self::new();
        }
        self.lines += lines;
        self.bytes += bytes;
        self.lines <= MOST_LINES && self.bytes <= MOST_BYTES
    }
}

/// Reads standard error to its end and keeps what comes first, which tells the most.
fn listen(mut stderr: ChildStderr, kept: &Mutex<Vec<u8>>) -> Result<(), ()> {
    let mut rate = Rate::new();
    let mut buffer = [0; 1 << 12];
    loop {
        let count = match stderr.read(&mut buffer) {
            Ok(0) => return Ok(()),
            Ok(count) => count,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(_) => return Ok(()),
        };
        let mut kept = kept.lock();
        let room = COMPLAINTS.saturating_sub(kept.len());
        kept.extend_from_slice(&buffer[..count.min(room)]);
        if !rate.allows(0, count) {
            return Err(());
        }
    }
}

/// Says how a process ended that has closed its output.
fn ended(child: &Mutex<Child>, said: &Mutex<Vec<u8>>) -> Gone {
    let since = Instant::now();
    loop {
        let status = child.lock().try_wait();
        match status {
            Ok(Some(status)) => {
                // Its last words may still be on their way.
                thread::sleep(Duration::from_millis(10));
                let said = String::from_utf8_lossy(&said.lock()).into_owned();
                let said = said.split_whitespace().gather().join(" ");
                return Gone::Ended { how: words(status), said };
            }
            Ok(None) if since.elapsed() < FAREWELL => thread::sleep(Duration::from_millis(2)),
            _ => return Gone::Closed,
        }
    }
}

/// Describes how a process ended.
fn words(status: ExitStatus) -> String {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return format!("signal {signal}");
    }
    status.code().map_or_else(|| "no status".to_owned(), |code| format!("status {code}"))
}
