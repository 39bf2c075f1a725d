//! What ends the program from outside: Ctrl-C and other signals, readers that leave.
//!
//! The first Ctrl-C ends the running search, which answers with what it has; a second one, or one
//! without a search, ends the program, and so does a hangup.

use std::process::{self, ExitCode};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::Context;
use parking_lot::Mutex;

use crate::engine::Memory;
use crate::protocol::OffSwitch;
use crate::search::Control;

/// The exit code of a program ended by Ctrl-C.
pub(super) const INTERRUPTED: i32 = 130;

/// How long a session may take to end by itself. It ends at once unless its output is not being
/// read and the pipe is full.
const GRACE: Duration = Duration::from_secs(3);

static SEARCH: Mutex<Option<Arc<Control>>> = Mutex::new(None);
static IS_PRESSED: AtomicBool = AtomicBool::new(false);
/// Never forgotten.
static WAS_PRESSED: AtomicBool = AtomicBool::new(false);
static LAST_WILL: Mutex<Option<Box<dyn FnOnce() + Send>>> = Mutex::new(None);

/// Lets signals act, by one kind of handler.
fn on_signal(act: Box<dyn FnMut() + Send>) -> Result<(), ctrlc::Error> {
    ctrlc::set_handler(act)
}

/// Handles Ctrl-C from here on. If the system does not allow that, Ctrl-C ends the program as
/// usual.
pub(super) fn install() {
    let _ = on_signal(Box::new(|| {
        WAS_PRESSED.store(true, Ordering::Relaxed);
        let search = SEARCH.lock();
        match &*search {
            Some(control) if !IS_PRESSED.swap(true, Ordering::Relaxed) => control.stop(),
            _ => {
                if let Some(act) = LAST_WILL.lock().take() {
                    act();
                }
                process::exit(INTERRUPTED)
            }
        }
    }));
}

/// Says what is to be done, in place of what was told before, if Ctrl-C ends the program.
pub(super) fn before_end(act: impl FnOnce() + Send + 'static) {
    *LAST_WILL.lock() = Some(Box::new(act));
}

/// Lets Ctrl-C, a hangup or a request to terminate print a text and end the program.
pub(super) fn tell(text: impl Fn() -> String + Send + 'static) {
    let _ = on_signal(Box::new(move || {
        super::complain(text());
        process::exit(INTERRUPTED);
    }));
}

/// Lets Ctrl-C, a hangup or a request to terminate raise a flag instead; a second one ends the program.
pub(super) fn raise(flag: Arc<AtomicBool>) {
    let _ = on_signal(Box::new(move || {
        flag.store(true, Ordering::Relaxed);
        if IS_PRESSED.swap(true, Ordering::Relaxed) {
            process::exit(INTERRUPTED);
        }
    }));
}

/// Returns whether Ctrl-C was pressed during the last search, and resets that.
pub(super) fn take() -> bool {
    IS_PRESSED.swap(false, Ordering::Relaxed)
}

/// Returns the exit code of a program that Ctrl-C ended, if it did, else `code`.
pub(super) fn or_interrupted(code: ExitCode) -> ExitCode {
    if WAS_PRESSED.load(Ordering::Relaxed) { ExitCode::from(INTERRUPTED as u8) } else { code }
}

/// Lets Ctrl-C end a search as long as this value lives.
pub(super) struct Watched;

/// Registers a search to be ended by Ctrl-C.
pub(super) fn watch(control: &Arc<Control>) -> Watched {
    *SEARCH.lock() = Some(Arc::clone(control));
    Watched
}

impl Drop for Watched {
    fn drop(&mut self) {
        *SEARCH.lock() = None;
    }
}

/// Ends a session on an interrupt, a hangup or a request to terminate. If that does not help, saves
/// the remembered positions and ends the process.
pub(super) fn end_session(session: OffSwitch, memory: Arc<Memory>) -> anyhow::Result<()> {
    let handler = move || {
        session.turn_off();
        thread::sleep(GRACE);
        // There is nowhere to report an error.
        let _ = memory.save_news();
        process::exit(0);
    };
    on_signal(Box::new(handler)).context("signals cannot be handled")
}

/// Acts as soon as nobody reads the standard output any more: a pipe whose other end is closed, a
/// terminal that is gone. A write would tell, but none may come for long.
#[cfg(unix)]
pub(super) fn when_unread(act: Box<dyn FnOnce() + Send>) {
    use rustix::event::{PollFd, PollFlags, poll};
    use rustix::io::Errno;

    let wait: Box<dyn FnOnce() + Send> = Box::new(|| {
        let out = std::io::stdout();
        // Asks for nothing: errors are told unasked.
        let mut watched = [PollFd::new(&out, PollFlags::empty())];
        loop {
            match poll(&mut watched, None) {
                Ok(0) | Err(Errno::INTR) => {}
                Ok(_) => return act(),
                Err(_) => return,
            }
        }
    });
    // Without the thread a write tells, later.
    let _ = thread::Builder::new().spawn(wait);
}

/// Elsewhere the next write tells.
#[cfg(not(unix))]
pub(super) fn when_unread(_act: Box<dyn FnOnce() + Send>) {}

/// Ends the program as soon as nobody reads what it prints.
pub(super) fn exit_when_unread() {
    when_unread(Box::new(|| process::exit(0)));
}
