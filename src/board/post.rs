//! A post filled by an engine. An engine that ends is replaced, unless it ends again soon.

use std::future;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;

use super::child::{Child, Gone, Heard};
use super::message::Reply;

/// An engine that ends twice within this time is not restarted automatically.
const RELAPSE: Duration = Duration::from_secs(60);

/// A post for an engine.
pub(super) struct Post {
    name: &'static str,
    program: Arc<Path>,
    child: Option<Child>,
    /// When the last one ended by itself.
    lost: Option<Instant>,
    is_down: bool,
}

impl Post {
    pub(super) const fn new(name: &'static str, program: Arc<Path>) -> Self {
        Self { name, program, child: None, lost: None, is_down: false }
    }

    pub(super) const fn name(&self) -> &'static str {
        self.name
    }

    /// Returns whether engines have ended here repeatedly.
    pub(super) const fn is_down(&self) -> bool {
        self.is_down
    }

    pub(super) const fn is_filled(&self) -> bool {
        self.child.is_some()
    }

    /// Returns the engine, a new one if necessary.
    ///
    /// # Errors
    ///
    /// Says why there is none.
    pub(super) fn child(&mut self) -> Result<&mut Child, Gone> {
        if self.is_down {
            return Err(Gone("the engine has ended twice".to_owned()));
        }
        let child = match self.child.take() {
            Some(child) => child,
            None => Child::spawn(&self.program)?,
        };
        Ok(self.child.insert(child))
    }

    /// Returns the engine if there is one.
    pub(super) const fn filled(&mut self) -> Option<&mut Child> {
        self.child.as_mut()
    }

    /// Waits for output of the engine, for ever if there is none. Safe to cancel at any point.
    pub(super) async fn next(&mut self) -> Heard {
        match &mut self.child {
            Some(child) => child.next().await,
            None => future::pending().await,
        }
    }

    /// Clears the post of an engine that is gone, and returns what to report.
    pub(super) fn lose(&mut self, gone: Gone) -> Reply {
        self.child = None;
        let now = Instant::now();
        self.is_down = self.lost.is_some_and(|before| now - before < RELAPSE);
        self.lost = Some(now);
        Reply::Trouble { child: self.name, text: gone.0, can: self.is_down.then_some("restart") }
    }

    /// Returns what is still wrong.
    pub(super) fn trouble(&self) -> Option<Reply> {
        self.is_down.then(|| Reply::Trouble {
            child: self.name,
            text: "the engine has ended twice".to_owned(),
            can: Some("restart"),
        })
    }

    /// Allows an engine to start here again.
    pub(super) const fn restart(&mut self) {
        self.is_down = false;
        self.lost = None;
    }

    /// Removes the engine, to be ended.
    pub(super) const fn vacate(&mut self) -> Option<Child> {
        self.child.take()
    }
}
