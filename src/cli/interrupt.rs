//! Ctrl-C: the first ends the running search, which answers with what it has; a second one, or one
//! without a search, ends the program.

use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use parking_lot::Mutex;

use crate::search::Control;

/// The exit code of a program ended by Ctrl-C.
pub(super) const INTERRUPTED: i32 = 130;

static SEARCH: Mutex<Option<Arc<Control>>> = Mutex::new(None);
static IS_PRESSED: AtomicBool = AtomicBool::new(false);

/// Handles Ctrl-C from here on. If the system does not allow that, Ctrl-C ends the program as
/// usual.
pub(super) fn install() {
    let _ = ctrlc::set_handler(|| {
        let search = SEARCH.lock();
        match &*search {
            Some(control) if !IS_PRESSED.swap(true, Ordering::Relaxed) => control.stop(),
            _ => process::exit(INTERRUPTED),
        }
    });
}

/// Returns whether Ctrl-C was pressed during the last search, and resets that.
pub(super) fn take() -> bool {
    IS_PRESSED.swap(false, Ordering::Relaxed)
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
