//! The client's end of a session with an engine.

use std::fmt::Display;
use std::process::Command;
use std::time::{Duration, Instant};

use super::best_move::BestMove;
use super::bounds::{LONGEST_ANSWER, QUEUE};
use super::gone::Gone;
use super::info::refusal;
use super::process::Process;
use super::raw_line::{Event, RawLine};

/// What an engine sends while it searches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heard {
    /// A line, such as `info`.
    Line(String),
    /// The best move; the search is over.
    Best(String),
    /// The engine is of no use any more.
    Gone(Gone),
}

/// A running engine. It is killed when this is dropped.
///
/// Nothing here waits, so that threads and tasks can both drive it: [`poll`](Self::poll) and
/// [`answer`](Self::answer) return `None` until there is something; then try again when the engine
/// has been heard, which [`wait`](Self::wait) and the callback of [`spawn`](Self::spawn) tell, or
/// when an answer is overdue, at [`due`](Self::due).
pub struct Client {
    process: Process,
    /// Why nothing more will come.
    gone: Option<Gone>,
    /// Whether a search is running whose answer is wanted.
    is_searching: bool,
    /// How many searches have been abandoned and not answered yet: each `go` gets exactly one
    /// `bestmove`.
    abandoned: usize,
    /// When the answer to a search is overdue.
    deadline: Option<Instant>,
    question: Option<Question>,
}

/// A question that is not answered yet.
struct Question {
    /// The line behind the answer.
    mark: &'static str,
    /// When it is overdue.
    deadline: Instant,
    answer: Vec<String>,
    bytes: usize,
}

impl Client {
    /// Starts an engine. `wake` is called whenever it has been heard. If this process is killed, the
    /// engine is so as well, after a grace that is left to it to end by itself.
    ///
    /// # Errors
    ///
    /// The system does not start it.
    pub fn spawn(
        command: &mut Command,
        grace: Duration,
        wake: impl Fn() + Send + Sync + 'static,
    ) -> Result<Self, Gone> {
        let process = Process::spawn(command, grace, Box::new(wake))?;
        let (gone, deadline, question) = (None, None, None);
        Ok(Self { process, gone, is_searching: false, abandoned: 0, deadline, question })
    }

    /// Sends a command that has no answer.
    ///
    /// # Errors
    ///
    /// The engine does not read.
    pub fn send(&mut self, line: impl Display) -> Result<(), Gone> {
        self.process.send(format!("{line}\n"))
    }

    /// Sends the last of some commands whose [`answer`](Self::answer) ends with the line `mark`. A
    /// running search is abandoned.
    ///
    /// # Errors
    ///
    /// The engine does not read.
    pub fn ask(
        &mut self,
        line: impl Display,
        mark: &'static str,
        deadline: Instant,
    ) -> Result<(), Gone> {
        self.abandon(Some(deadline))?;
        self.send(line)?;
        self.question = Some(Question { mark, deadline, answer: Vec::new(), bytes: 0 });
        Ok(())
    }

    /// Returns the lines of the answer, including refusals of what was sent before, as soon as it is
    /// complete.
    pub fn answer(&mut self) -> Option<Result<Vec<String>, Gone>> {
        for _ in 0..QUEUE {
            if Instant::now() >= self.question.as_ref()?.deadline {
                return Some(Err(Gone::Silent));
            }
            let line = match self.next()? {
                Ok(line) => line,
                Err(gone) => return Some(Err(gone)),
            };
            let question = self.question.as_mut()?;
            if line.trim() == question.mark {
                return self.question.take().map(|question| Ok(question.answer));
            }
            if BestMove::parse(&line).is_some() && self.abandoned > 0 {
                self.answered();
            } else if self.abandoned == 0 || refusal(&line).is_some() {
                question.bytes += line.len();
                if question.bytes > LONGEST_ANSWER {
                    return Some(Err(Gone::Floods("output")));
                }
                question.answer.push(line);
            }
        }
        None
    }

    /// Sends a `go` command. [`poll`](Self::poll) returns what the search tells; it is overdue at
    /// `deadline`. A running search is abandoned.
    ///
    /// # Errors
    ///
    /// The engine is gone, or does not read.
    pub fn go(&mut self, line: impl Display, deadline: Option<Instant>) -> Result<(), Gone> {
        self.abandon(deadline)?;
        // What nobody asked for is no answer.
        while let Some(heard) = self.poll() {
            if let Heard::Gone(gone) = heard {
                return Err(gone);
            }
        }
        self.send(line)?;
        self.is_searching = true;
        self.deadline = deadline;
        Ok(())
    }

    /// Makes the search answer, which is overdue at `deadline`.
    ///
    /// # Errors
    ///
    /// The engine does not read.
    pub fn stop(&mut self, deadline: Instant) -> Result<(), Gone> {
        if self.is_searching {
            self.send("stop")?;
            self.deadline = Some(deadline);
        }
        Ok(())
    }

    /// Stops a search whose answer is no longer wanted, but still has to come, until `deadline`
    /// if there is one.
    ///
    /// # Errors
    ///
    /// The engine does not read.
    pub fn abandon(&mut self, deadline: Option<Instant>) -> Result<(), Gone> {
        if self.is_searching {
            self.send("stop")?;
            self.deadline = deadline;
            self.is_searching = false;
            self.abandoned += 1;
        }
        Ok(())
    }

    /// Returns whether a search is running whose answer is wanted.
    #[must_use]
    pub const fn is_searching(&self) -> bool {
        self.is_searching
    }

    /// An abandoned search was answered.
    const fn answered(&mut self) {
        self.abandoned -= 1;
        if self.abandoned == 0 && !self.is_searching {
            self.deadline = None;
        }
    }

    /// Returns the next line if there is one, or why none will come any more.
    fn next(&mut self) -> Option<Result<String, Gone>> {
        match self.process.take() {
            Some(Event::Line(RawLine::Bytes(line))) => {
                return Some(Ok(String::from_utf8_lossy(&line).trim_end().to_owned()));
            }
            Some(Event::Gone(gone)) => self.gone = Some(gone),
            _ => {}
        }
        self.gone.clone().map(Err)
    }

    /// Returns what the search tells, if there is anything. What belongs to no search is dropped.
    pub fn poll(&mut self) -> Option<Heard> {
        for _ in 0..QUEUE {
            if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                return Some(Heard::Gone(Gone::Silent));
            }
            let line = match self.next()? {
                Ok(line) => line,
                Err(gone) => return Some(Heard::Gone(gone)),
            };
            match BestMove::parse(&line) {
                Some(_) if self.abandoned > 0 => self.answered(),
                Some(BestMove { best, .. }) if self.is_searching => {
                    self.is_searching = false;
                    self.deadline = None;
                    return Some(Heard::Best(best.to_owned()));
                }
                None if self.is_searching && self.abandoned == 0 => return Some(Heard::Line(line)),
                _ => {}
            }
        }
        None
    }

    /// Waits until the engine is heard, but no longer than a while.
    pub fn wait(&mut self, longest: Duration) {
        self.process.wait(longest);
    }

    /// Returns when an answer is overdue.
    #[must_use]
    pub fn due(&self) -> Option<Instant> {
        let question = self.question.as_ref().map(|question| question.deadline);
        question.into_iter().chain(self.deadline).min()
    }

    /// Ends the engine: by force if it does not end within the grace, as it may have to save what it
    /// learned.
    pub fn quit(&mut self, grace: Duration) {
        // A stopped search answers first, then the engine exits.
        if self.gone.is_none() {
            self.process.quit("stop\nquit\n", grace);
        }
        self.process.kill();
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn client(script: &str) -> Client {
        let mut shell = Command::new("/bin/sh");
        Client::spawn(shell.args(["-c", script]), Duration::from_secs(1), || {})
            .expect("a shell starts")
    }

    /// Asks a question that is not answered, and returns what happens instead.
    fn failure(script: &str, patience: Duration) -> Gone {
        let mut client = client(script);
        let deadline = Instant::now() + patience;
        client.ask("isready", "readyok", deadline).expect("there is room for a line");
        loop {
            match client.answer() {
                Some(answer) => return answer.expect_err("it does not answer"),
                None => client.wait(Duration::from_millis(20)),
            }
        }
    }

    #[test]
    fn nothing_without_a_bound_is_waited_for_or_kept() {
        let long = Duration::from_secs(60);
        for (script, gone) in [
            ("yes", Gone::Floods("output")),
            ("yes >&2", Gone::Floods("standard error")),
            ("cat /dev/zero", Gone::EndlessLine),
            ("while :; do echo info string no; sleep 0.1; done", Gone::Silent),
            ("exec sleep 1000", Gone::Silent),
            ("exec >&-; exec sleep 1000", Gone::Closed),
        ] {
            let patience = if gone == Gone::Silent { Duration::from_millis(300) } else { long };
            assert_eq!(failure(script, patience), gone, "{script}");
        }
        let (how, said) = ("status 3".to_owned(), "it hurts".to_owned());
        assert_eq!(failure("echo it hurts >&2; exit 3", long), Gone::Ended { how, said });
        let mut mute = client("exec sleep 1000");
        let line = "x".repeat(1000);
        assert_eq!((0..2000).find_map(|_| mute.send(&line).err()), Some(Gone::Deaf));
        let mut unborn = Command::new("/no/such/engine");
        assert!(Client::spawn(&mut unborn, long, || {}).is_err());
    }

    #[test]
    fn what_nobody_asked_for_is_no_answer() {
        let script = "while read -r line; do case $line in \
                      go*) echo bestmove a; echo bestmove b ;; isready) echo readyok ;; esac; done";
        let mut client = client(script);
        for _ in 0..3 {
            client.go("go depth 1", None).unwrap();
            let heard = loop {
                match client.poll() {
                    Some(heard) => break heard,
                    None => client.wait(Duration::from_secs(1)),
                }
            };
            assert_eq!(heard, Heard::Best("a".to_owned()));
            client.ask("isready", "readyok", Instant::now() + Duration::from_secs(60)).unwrap();
            while client.answer().is_none() {
                client.wait(Duration::from_secs(1));
            }
        }
    }
}
