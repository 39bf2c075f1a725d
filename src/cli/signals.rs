//! Interrupts and requests to terminate: they end a session as `quit` does.

use std::process;
use std::sync::Arc;
use std::thread::sleep;
use std::time::Duration;

use anyhow::Context;

use crate::engine::Memory;
use crate::protocol::OffSwitch;

/// How long a session may take to end by itself. It ends at once unless its output is not being
/// read and the pipe is full.
const GRACE: Duration = Duration::from_secs(3);

/// Ends a session on an interrupt, a hangup or a request to terminate. If that does not help, saves
/// the remembered positions and ends the process.
pub(super) fn end(session: OffSwitch, memory: Arc<Memory>) -> anyhow::Result<()> {
    let handler = move || {
        session.turn_off();
        sleep(GRACE);
        // There is nowhere to report an error.
        let _ = memory.save_news();
        process::exit(0);
    };
    ctrlc::set_handler(handler).context("signals cannot be handled")
}
