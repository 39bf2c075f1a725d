//! Where replies go.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use parking_lot::Mutex;

/// Where replies go: whole lines, flushed, from any thread.
pub(super) struct Output<W> {
    writer: Mutex<W>,
    /// Set when the client no longer reads.
    is_gone: AtomicBool,
    /// Why replies were lost, unless the client has gone.
    error: Mutex<Option<io::Error>>,
    /// Set while a search runs. Changed with the writer locked, so that a search is over before its
    /// last line can be read, and output of the next one cannot come before that line.
    is_searching: AtomicBool,
}

impl<W: Write> Output<W> {
    pub(super) const fn new(writer: W) -> Self {
        Self {
            writer: Mutex::new(writer),
            is_gone: AtomicBool::new(false),
            error: Mutex::new(None),
            is_searching: AtomicBool::new(false),
        }
    }

    /// Returns whether the client no longer reads.
    pub(super) fn is_gone(&self) -> bool {
        self.is_gone.load(Ordering::Relaxed)
    }

    /// Returns why replies were lost, if it is not that the client has gone.
    pub(super) fn take_error(&self) -> Option<io::Error> {
        self.error.lock().take()
    }

    /// Returns whether a search is running.
    pub(super) fn is_searching(&self) -> bool {
        self.is_searching.load(Ordering::Acquire)
    }

    /// Begins a search.
    pub(super) fn begin_search(&self) {
        self.is_searching.store(true, Ordering::Release);
    }

    /// Writes one or more lines; the last line feed may be missing.
    pub(super) fn write(&self, text: &str) {
        let mut writer = self.writer.lock();
        self.write_locked(&mut writer, text);
    }

    fn write_locked(&self, writer: &mut W, text: &str) {
        // Written in one piece, so that no reader sees half a line.
        let mut lines = Vec::with_capacity(text.len() + 1);
        lines.extend_from_slice(text.as_bytes());
        if !text.ends_with('\n') {
            lines.push(b'\n');
        }
        let written = writer.write_all(&lines).and_then(|()| writer.flush());
        if let Err(error) = written {
            self.is_gone.store(true, Ordering::Relaxed);
            if error.kind() != io::ErrorKind::BrokenPipe {
                self.error.lock().get_or_insert(error);
            }
        }
    }

    /// Ends a search with its last lines.
    pub(super) fn conclude(&self, text: &str) {
        let mut writer = self.writer.lock();
        self.is_searching.store(false, Ordering::Release);
        if !text.is_empty() {
            self.write_locked(&mut writer, text);
        }
    }
}
