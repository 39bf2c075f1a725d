//! Ctrl-C: the first ends the running search, which answers with what it has; a second one, or one
//! without a search, ends the program, and so does a hangup.

use std::process::{self, ExitCode};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use parking_lot::Mutex;

use crate::search::Control;

/// The exit code of a program ended by Ctrl-C.
pub(super) const INTERRUPTED: i32 = 130;

static SEARCH: Mutex<Option<Arc<Control>>> = Mutex::new(None);
static IS_PRESSED: AtomicBool = AtomicBool::new(false);
/// Never forgotten.
static WAS_PRESSED: AtomicBool = AtomicBool::new(false);
static LAST_WILL: Mutex<Option<Box<dyn FnOnce() + Send>>> = Mutex::new(None);

/// Handles Ctrl-C from here on. If the system does not allow that, Ctrl-C ends the program as
/// usual.
pub(super) fn install() {
    let _ = ctrlc::set_handler(|| {
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
    });
}

/// Says what is to be done, in place of what was told before, if Ctrl-C ends the program.
pub(super) fn before_end(act: impl FnOnce() + Send + 'static) {
    *LAST_WILL.lock() = Some(Box::new(act));
}

/// Lets Ctrl-C, a hangup or a request to terminate print a text and end the program.
pub(super) fn tell(text: impl Fn() -> String + Send + 'static) {
    let _ = ctrlc::set_handler(move || {
        super::complain(text());
        process::exit(INTERRUPTED);
    });
}

/// Lets Ctrl-C, a hangup or a request to terminate raise a flag instead; a second one ends the program.
pub(super) fn raise(flag: Arc<AtomicBool>) {
    let _ = ctrlc::set_handler(move || {
        flag.store(true, Ordering::Relaxed);
        if IS_PRESSED.swap(true, Ordering::Relaxed) {
            process::exit(INTERRUPTED);
        }
    });
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
