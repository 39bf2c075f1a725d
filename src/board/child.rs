//! An engine: a child process that speaks the protocol over pipes.

use std::path::Path;
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::process::{ChildStdin, Command};
use tokio::sync::mpsc;
use tokio::time::{Instant, timeout, timeout_at};

/// How long an engine may take for an answer that should take a few milliseconds.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long it may take to exit by itself.
const GRACE: Duration = Duration::from_secs(2);
/// How many lines may be queued.
const WAITING: usize = 1024;

/// The engine is unusable, for this reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Gone(pub(super) String);

/// What an engine sends while it searches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Heard {
    /// An `info` line.
    Info(String),
    /// The best move; the search is over.
    Best(String),
    /// The engine is unusable.
    Gone(Gone),
}

/// A running engine. It ends when this is dropped.
pub(super) struct Child {
    process: tokio::process::Child,
    input: ChildStdin,
    lines: mpsc::Receiver<String>,
    /// Whether a search is running whose answer is wanted.
    is_searching: bool,
    /// The number of abandoned searches that have not been answered yet: each `go` gets exactly one
    /// `bestmove`.
    abandoned: usize,
    /// When an answer is overdue.
    deadline: Option<Instant>,
}

impl Child {
    /// Starts an engine.
    pub(super) fn spawn(program: &Path) -> Result<Self, Gone> {
        let failed = |error| Gone(format!("the engine cannot be started: {error}"));
        let mut command = Command::new(program);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        command.kill_on_drop(true);
        // Ctrl-C is meant for this process, which ends the engines so that they save their memory.
        #[cfg(unix)]
        command.process_group(0);
        let mut process = command.spawn().map_err(failed)?;
        let (Some(input), Some(output)) = (process.stdin.take(), process.stdout.take()) else {
            return Err(Gone("the engine has no pipes".to_owned()));
        };
        let (sender, lines) = mpsc::channel(WAITING);
        tokio::spawn(async move {
            let mut output = BufReader::new(output).lines();
            while let Ok(Some(line)) = output.next_line().await {
                if sender.send(line).await.is_err() {
                    break;
                }
            }
        });
        Ok(Self { process, input, lines, is_searching: false, abandoned: 0, deadline: None })
    }

    /// Sends commands and returns the answers, including `info string error` lines. A running
    /// search is abandoned.
    pub(super) async fn ask(&mut self, commands: &[String]) -> Result<Vec<String>, Gone> {
        self.abandon().await?;
        let mut text = commands.join("\n");
        text.push_str("\nisready\n");
        self.write(&text).await?;
        let deadline = Instant::now() + PATIENCE;
        let mut answers = Vec::new();
        loop {
            let Ok(line) = timeout_at(deadline, self.lines.recv()).await else {
                return Err(Gone("the engine does not answer".to_owned()));
            };
            let Some(line) = line else { return Err(self.end().await) };
            if line == "readyok" {
                return Ok(answers);
            }
            if self.abandoned == 0 || line.starts_with("info string error ") {
                answers.push(line);
            } else if line.starts_with("bestmove ") {
                self.answered();
            }
        }
    }

    /// Sends commands, none of which may be refused.
    pub(super) async fn command(&mut self, commands: &[String]) -> Result<(), Gone> {
        let answers = self.ask(commands).await?;
        match answers.iter().find_map(|line| line.strip_prefix("info string error ")) {
            Some(error) => Err(Gone(format!("the engine refuses: {error}"))),
            None => Ok(()),
        }
    }

    /// Starts a search, with a time limit if it is bounded. [`next`](Self::next) returns its
    /// output.
    pub(super) async fn go(&mut self, limits: &str, most: Option<Duration>) -> Result<(), Gone> {
        self.abandon().await?;
        self.write(&format!("go {limits}\n")).await?;
        self.is_searching = true;
        self.deadline = most.map(|most| Instant::now() + most + PATIENCE);
        Ok(())
    }

    /// Makes the search answer at once.
    pub(super) async fn stop(&mut self) -> Result<(), Gone> {
        if self.is_searching {
            self.write("stop\n").await?;
            self.deadline = Some(Instant::now() + PATIENCE);
        }
        Ok(())
    }

    /// Stops a search whose answer is no longer wanted.
    pub(super) async fn abandon(&mut self) -> Result<(), Gone> {
        if self.is_searching {
            self.stop().await?;
            self.is_searching = false;
            self.abandoned += 1;
        }
        Ok(())
    }

    pub(super) const fn is_searching(&self) -> bool {
        self.is_searching
    }

    /// An abandoned search was answered.
    fn answered(&mut self) {
        self.abandoned -= 1;
        if self.abandoned == 0 && !self.is_searching {
            self.deadline = None;
        }
    }

    /// Waits for output of the search, or for the end of the engine. Safe to cancel at any point.
    pub(super) async fn next(&mut self) -> Heard {
        loop {
            let line = match self.deadline {
                Some(deadline) => timeout_at(deadline, self.lines.recv()).await,
                None => Ok(self.lines.recv().await),
            };
            let Ok(line) = line else {
                return Heard::Gone(Gone("the engine does not answer".to_owned()));
            };
            let Some(line) = line else { return Heard::Gone(self.end().await) };
            match line.strip_prefix("bestmove ") {
                Some(_) if self.abandoned > 0 => self.answered(),
                Some(best) if self.is_searching => {
                    self.is_searching = false;
                    self.deadline = None;
                    return Heard::Best(best.split(' ').next().unwrap_or_default().to_owned());
                }
                None if self.is_searching && self.abandoned == 0 => return Heard::Info(line),
                _ => {}
            }
        }
    }

    async fn write(&mut self, text: &str) -> Result<(), Gone> {
        let write = async {
            self.input.write_all(text.as_bytes()).await?;
            self.input.flush().await
        };
        match timeout(PATIENCE, write).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err(self.end().await),
            Err(_) => Err(Gone("the engine does not read".to_owned())),
        }
    }

    /// Returns how the engine ended. It has closed its pipes, so it is exiting.
    async fn end(&mut self) -> Gone {
        let status = timeout(GRACE, self.process.wait()).await;
        Gone(match status {
            Ok(Ok(status)) => format!("the engine ended ({})", words(status)),
            _ => "the engine closed its pipes".to_owned(),
        })
    }

    /// Ends the engine, by force if it does not exit. Remembered positions are saved.
    pub(super) async fn quit(mut self) {
        let leave = async {
            // A stopped search answers first, then the engine exits.
            let _ = self.write("stop\nquit\n").await;
            drop(self.input);
            let _ = self.process.wait().await;
        };
        let _ = timeout(GRACE, leave).await;
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

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    /// Returns an engine whose n-th search finds the move `mN`, and which ends at `crash`.
    fn engine() -> Child {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/common/engine.sh");
        Child::spawn(&path).expect("the engine of the tests starts")
    }

    #[tokio::test]
    async fn each_search_owns_one_best_move() {
        let mut child = engine();
        for _ in 0..2 {
            child.go("infinite", None).await.unwrap();
            child.abandon().await.unwrap();
        }
        child.go("infinite", None).await.unwrap();
        // The output of earlier searches is dropped.
        assert_eq!(child.next().await, Heard::Info("info depth 3".to_owned()));
        child.stop().await.unwrap();
        assert_eq!(child.next().await, Heard::Best("m3".to_owned()));
        assert!(!child.is_searching());
        // And also with a question in between.
        child.go("infinite", None).await.unwrap();
        assert_eq!(child.ask(&["bad".to_owned()]).await.unwrap().len(), 1);
        assert!(child.command(&["bad".to_owned()]).await.is_err());
        child.go("infinite", None).await.unwrap();
        child.stop().await.unwrap();
        assert_eq!(child.next().await, Heard::Info("info depth 5".to_owned()));
        assert_eq!(child.next().await, Heard::Best("m5".to_owned()));
        child.quit().await;
    }

    #[tokio::test]
    async fn the_end_of_an_engine_is_told() {
        let gone = |text: &str| Gone(format!("the engine ended ({text})"));
        let mut child = engine();
        assert_eq!(child.ask(&["crash".to_owned()]).await, Err(gone("status 3")));
        let mut child = engine();
        child.go("infinite", None).await.unwrap();
        child.process.start_kill().unwrap();
        while let Heard::Info(_) = child.next().await {}
        assert_eq!(child.next().await, Heard::Gone(gone("signal 9")));
        assert!(Child::spawn(Path::new("/no/such/engine")).is_err());
    }
}
