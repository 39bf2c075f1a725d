//! An engine: a child process that speaks the protocol over pipes, as tasks drive it.

use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use tokio::sync::{Notify, oneshot};
use tokio::time::timeout_at;

use crate::kernel::{Gather, Limits};
use crate::wire::{self, Client, Dialect, Go, Heard as ClientHeard, refusal};

/// How long an engine may take for an answer that should take a few milliseconds.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long it may take to end by itself: it saves the positions that it remembers.
pub(super) const GRACE: Duration = Duration::from_secs(30);
/// The same if the server was killed.
const ORPHANED: Duration = Duration::from_secs(10);

/// The engine is unusable, for this reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Gone(pub(super) String);

impl From<wire::Gone> for Gone {
    fn from(gone: wire::Gone) -> Self {
        Self(format!("the engine {gone}"))
    }
}

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

/// A running engine. It is killed when this is dropped.
pub(super) struct Child {
    client: Client,
    /// Rings when the engine is heard.
    bell: Arc<Notify>,
}

impl Child {
    /// Starts an engine.
    pub(super) fn spawn(program: &Path) -> Result<Self, Gone> {
        let bell = Arc::new(Notify::new());
        let ring = Arc::clone(&bell);
        let client =
            Client::spawn(&mut Command::new(program), ORPHANED, move || ring.notify_one())?;
        Ok(Self { client, bell })
    }

    /// Sends commands and returns the answers, including `info string error` lines. A running
    /// search is abandoned.
    pub(super) async fn ask(&mut self, commands: &[String]) -> Result<Vec<String>, Gone> {
        let mut text = commands.join("\n");
        text.push_str("\nisready");
        self.client.ask(text, "readyok", Instant::now() + PATIENCE)?;
        self.until(Client::answer).await.map_err(Gone::from)
    }

    /// Sends commands, none of which may be refused.
    pub(super) async fn command(&mut self, commands: &[String]) -> Result<(), Gone> {
        let answers = self.ask(commands).await?;
        match answers.iter().find_map(|line| refusal(line)) {
            Some(error) => Err(Gone(format!("the engine refuses: {error}"))),
            None => Ok(()),
        }
    }

    /// Starts a search of those moves, or of all if there are none, which is overdue some time after its time for the move. [`next`](Self::next)
    /// returns its output.
    pub(super) fn go(&mut self, limits: Limits, moves: &[String]) -> Result<(), Gone> {
        let deadline = limits.move_time.map(|time| Instant::now() + time + PATIENCE);
        let root_moves = moves.iter().map(String::as_bytes).gather();
        let line = Go { limits, root_moves, ..Go::default() }.line(Dialect::Ugi);
        Ok(self.client.go(line, deadline)?)
    }

    /// Makes the search answer at once.
    pub(super) fn stop(&mut self) -> Result<(), Gone> {
        Ok(self.client.stop(Instant::now() + PATIENCE)?)
    }

    /// Stops a search whose answer is no longer wanted.
    pub(super) fn abandon(&mut self) -> Result<(), Gone> {
        Ok(self.client.abandon(Some(Instant::now() + PATIENCE))?)
    }

    pub(super) const fn is_searching(&self) -> bool {
        self.client.is_searching()
    }

    /// Waits for output of the search, or for the end of the engine. Safe to cancel at any point.
    pub(super) async fn next(&mut self) -> Heard {
        match self.until(Client::poll).await {
            ClientHeard::Line(line) => Heard::Info(line),
            ClientHeard::Best(best) => Heard::Best(best),
            ClientHeard::Gone(gone) => Heard::Gone(gone.into()),
        }
    }

    /// Waits until there is something.
    async fn until<T>(&mut self, found: impl Fn(&mut Client) -> Option<T>) -> T {
        loop {
            if let Some(found) = found(&mut self.client) {
                return found;
            }
            let heard = self.bell.notified();
            match self.client.due() {
                Some(due) => drop(timeout_at(due.into(), heard).await),
                None => heard.await,
            }
        }
    }

    /// Ends the engine, by force if it does not exit. Remembered positions are saved.
    pub(super) async fn quit(mut self) {
        let (done, ended) = oneshot::channel::<()>();
        // A thread of its own: should the server be in a hurry, it does not wait for this one.
        let wait: Box<dyn FnOnce() + Send> = Box::new(move || {
            self.client.quit(GRACE);
            drop(done);
        });
        if thread::Builder::new().spawn(wait).is_ok() {
            let _ = ended.await;
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    /// Returns an engine whose n-th search finds the move `mN`, and which ends at `crash`.
    fn engine() -> Child {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/common/engine.sh");
        Child::spawn(&path).expect("the engine of the tests starts")
    }

    fn endless() -> Limits {
        Limits { infinite: true, ..Limits::default() }
    }

    #[tokio::test]
    async fn each_search_owns_one_best_move() {
        let mut child = engine();
        for _ in 0..2 {
            child.go(endless(), &[]).unwrap();
            child.abandon().unwrap();
        }
        child.go(endless(), &[]).unwrap();
        // The output of earlier searches is dropped.
        assert_eq!(child.next().await, Heard::Info("info depth 3".to_owned()));
        child.stop().unwrap();
        assert_eq!(child.next().await, Heard::Best("m3".to_owned()));
        assert!(!child.is_searching());
        // And also with a question in between.
        child.go(endless(), &[]).unwrap();
        assert_eq!(child.ask(&["bad".to_owned()]).await.unwrap().len(), 1);
        assert!(child.command(&["bad".to_owned()]).await.is_err());
        child.go(endless(), &[]).unwrap();
        child.stop().unwrap();
        assert_eq!(child.next().await, Heard::Info("info depth 5".to_owned()));
        assert_eq!(child.next().await, Heard::Best("m5".to_owned()));
        child.quit().await;
    }

    #[tokio::test]
    async fn an_engine_may_take_its_time_to_save() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("saved");
        let mut child = engine();
        child.command(&[format!("slow {}", file.display())]).await.unwrap();
        child.quit().await;
        assert!(file.exists(), "it was killed while it saved");
    }

    #[tokio::test]
    async fn the_end_of_an_engine_is_told() {
        let gone = |text: &str| Gone(format!("the engine ended ({text})"));
        let mut child = engine();
        assert_eq!(child.ask(&["crash".to_owned()]).await, Err(gone("status 3")));
        let mut child = engine();
        child.go(endless(), &[]).unwrap();
        child.client.send("die").unwrap();
        while let Heard::Info(_) = child.next().await {}
        assert_eq!(child.next().await, Heard::Gone(gone("signal 9")));
        assert!(Child::spawn(Path::new("/no/such/engine")).is_err());
    }
}
