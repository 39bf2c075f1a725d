//! A server: an engine, a writer and what is between them.

use std::io::{self, Write};
use std::sync::Arc;
use std::thread::JoinHandle;

use super::off_switch::OffSwitch;
use super::output::Output;
use super::reply::{Code, Refusal};
use crate::engine::Engine;
use crate::search::Control;
use crate::wire::{Dialect, Info, refused};

/// An engine behind the protocol. Lines go in through [`handle`](Self::handle), replies come out of
/// the writer.
pub struct Server<W> {
    pub(super) engine: Engine,
    pub(super) output: Arc<Output<W>>,
    pub(super) dialect: Dialect,
    pub(super) running: Option<Running>,
    pub(super) switch: OffSwitch,
    /// Whether the client wants to be told how commands were understood.
    pub(super) debugs: bool,
    /// Why the first command that was refused was.
    refused: Option<Code>,
    /// Whether the session has ended, and what it found is saved.
    has_ended: bool,
}

/// What a finished search waits for before it answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Waits {
    Never,
    ForPonderHit,
    UntilStopped,
}

/// Work on its own thread.
pub(super) struct Running {
    pub(super) control: Arc<Control>,
    pub(super) waits: Waits,
    pub(super) thread: JoinHandle<()>,
}

impl<W: Write + Send + 'static> Server<W> {
    /// Returns a server that writes its replies to `writer`.
    #[must_use]
    pub fn new(engine: Engine, writer: W) -> Self {
        Self {
            engine,
            output: Arc::new(Output::new(writer)),
            dialect: Dialect::Ugi,
            running: None,
            switch: OffSwitch::default(),
            debugs: false,
            refused: None,
            has_ended: false,
        }
    }

    /// Returns whether any command was refused.
    #[must_use]
    pub const fn has_refused(&self) -> bool {
        self.refused.is_some()
    }

    /// Returns whether the first command that was refused is none at all.
    #[must_use]
    pub fn has_refused_word(&self) -> bool {
        self.refused == Some(Code::UnknownCommand)
    }

    /// Returns what ends this session from outside.
    #[must_use]
    pub fn switch(&self) -> OffSwitch {
        self.switch.clone()
    }

    /// Returns whether the session is to end: nobody reads the replies, or it was ended from
    /// outside.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.is_gone() || self.switch.is_off()
    }

    /// Returns whether nobody reads the replies any more.
    #[must_use]
    pub fn is_gone(&self) -> bool {
        self.output.is_gone()
    }

    /// Returns the error that lost replies, such as a full disk; that the client has gone is none.
    ///
    /// # Errors
    ///
    /// The first there was.
    pub fn check_output(&self) -> io::Result<()> {
        self.output.take_error().map_or(Ok(()), Err)
    }

    /// Ends the session: a bounded search is finished, any other is stopped; every one if nobody
    /// waits for it.
    pub fn finish(&mut self) {
        let is_bounded = self.running.as_ref().is_some_and(|r| r.waits == Waits::Never);
        if !is_bounded || self.is_over() {
            self.stop();
        }
        self.join();
        self.save_news();
    }

    /// Waits for a bounded search to end; does not touch any other.
    pub fn wait(&mut self) {
        if self.running.as_ref().is_some_and(|running| running.waits == Waits::Never) {
            self.join();
        }
    }

    pub(super) fn stop(&mut self) {
        if let Some(running) = &self.running {
            running.control.stop();
        }
    }

    pub(super) fn join(&mut self) {
        if let Some(running) = self.running.take() {
            // A search that panicked has nothing more to say.
            let _ = running.thread.join();
        }
    }

    pub(super) fn write(&self, text: &str) {
        self.output.write(text);
    }

    pub(super) fn refuse(&mut self, refusal: &Refusal) {
        self.refused.get_or_insert(refusal.code());
        self.write(&refused(refusal));
    }

    /// Tells how a command was understood, if that is wanted.
    pub(super) fn note(&self, text: impl FnOnce() -> String) {
        if self.debugs {
            self.write(&Info::text(&format!("debug {}", text())).to_string());
        }
    }

    pub(super) fn is_searching(&self) -> bool {
        self.output.is_searching()
    }

    /// Saves at the end of a session what the memory's store lacks.
    fn save_news(&mut self) {
        if std::mem::replace(&mut self.has_ended, true) {
            return;
        }
        if let Err(error) = self.engine.memory().save_news() {
            self.refuse(&Refusal::new(Code::BadFile, error));
        }
    }
}
