//! A place that an engine fills. One that ends is replaced; one that ends again and again is not.

use std::future;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;

use super::child::{Child, Gone, Heard};
use super::message::Reply;

/// An engine that ends twice within this time is not started a third time unasked.
const RELAPSE: Duration = Duration::from_secs(60);

/// A place for an engine.
pub(super) struct Post {
    name: &'static str,
    program: Arc<Path>,
    child: Option<Child>,
    /// When the last one ended unasked.
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

    /// Returns whether engines have ended here again and again.
    pub(super) const fn is_down(&self) -> bool {
        self.is_down
    }

    pub(super) const fn is_filled(&self) -> bool {
        self.child.is_some()
    }

    /// Returns the engine, a new one if need be.
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

    /// Waits for what the engine has to say; for ever if there is none. May be dropped at any
    /// moment.
    pub(super) async fn next(&mut self) -> Heard {
        match &mut self.child {
            Some(child) => child.next().await,
            None => future::pending().await,
        }
    }

    /// Clears the place of an engine that is gone, and says what to tell of it.
    pub(super) fn lose(&mut self, gone: Gone) -> Reply {
        self.child = None;
        let now = Instant::now();
        self.is_down = self.lost.is_some_and(|before| now - before < RELAPSE);
        self.lost = Some(now);
        Reply::Trouble { child: self.name, text: gone.0, can: self.is_down.then_some("restart") }
    }

    /// Says what is still wrong.
    pub(super) fn trouble(&self) -> Option<Reply> {
        self.is_down.then(|| Reply::Trouble {
            child: self.name,
            text: "the engine has ended twice".to_owned(),
            can: Some("restart"),
        })
    }

    /// Lets an engine start here again.
    pub(super) const fn restart(&mut self) {
        self.is_down = false;
        self.lost = None;
    }

    /// Takes the engine out, to be ended.
    pub(super) const fn vacate(&mut self) -> Option<Child> {
        self.child.take()
    }
}
