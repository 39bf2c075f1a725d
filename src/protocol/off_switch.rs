//! Ending a session from outside.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::SyncSender;

use parking_lot::Mutex;

use crate::search::Control;
use crate::wire::Event;

/// Ends a session from any thread, as `quit` does. Signal handlers hold one.
#[derive(Clone, Default)]
pub struct OffSwitch(Arc<State>);

#[derive(Default)]
struct State {
    is_off: AtomicBool,
    /// The running search.
    running: Mutex<Option<Arc<Control>>>,
    /// Wakes a loop that waits for input.
    bell: Mutex<Option<SyncSender<Event>>>,
}

impl OffSwitch {
    /// Ends the session: a search is stopped and answered, and no further command is carried out.
    /// Returns at once.
    pub fn turn_off(&self) {
        self.0.is_off.store(true, Ordering::SeqCst);
        if let Some(control) = &*self.0.running.lock() {
            control.stop();
        }
        self.wake();
    }

    /// Returns whether the session is to end.
    #[must_use]
    pub fn is_off(&self) -> bool {
        self.0.is_off.load(Ordering::SeqCst)
    }

    /// Makes the loop check whether to go on.
    pub(super) fn wake(&self) {
        if let Some(bell) = &*self.0.bell.lock() {
            // If the queue is full, the loop already has an event to wake it.
            let _ = bell.try_send(Event::Look);
        }
    }

    /// Sets how the loop is woken.
    pub(super) fn set_bell(&self, bell: SyncSender<Event>) {
        *self.0.bell.lock() = Some(bell);
        // If the switch was turned off before there was a bell, nobody has rung it.
        if self.is_off() {
            self.wake();
        }
    }

    /// Puts a search under the switch in place of the previous one.
    pub(super) fn watch(&self, control: &Arc<Control>) {
        *self.0.running.lock() = Some(Arc::clone(control));
        // If the switch was turned off a moment ago, nobody stopped this search.
        if self.is_off() {
            control.stop();
        }
    }
}
