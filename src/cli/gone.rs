//! Whether anybody reads what is printed.

#[cfg(unix)]
use std::{io, thread};

#[cfg(unix)]
use rustix::event::{PollFd, PollFlags, poll};
#[cfg(unix)]
use rustix::io::Errno;

/// Acts as soon as nobody reads the standard output any more: a pipe whose other end is closed, a
/// terminal that is gone. A write would tell, but none may come for long.
#[cfg(unix)]
pub(super) fn then(act: impl FnOnce() + Send + 'static) {
    let wait = || {
        let out = io::stdout();
        // Asks for nothing: errors are told unasked.
        let mut watched = [PollFd::new(&out, PollFlags::empty())];
        loop {
            match poll(&mut watched, None) {
                Ok(0) | Err(Errno::INTR) => {}
                Ok(_) => return act(),
                Err(_) => return,
            }
        }
    };
    // Without the thread a write tells, later.
    let _ = thread::Builder::new().spawn(wait);
}

/// Elsewhere the next write tells.
#[cfg(not(unix))]
pub(super) fn then(_act: impl FnOnce() + Send + 'static) {}

/// Ends the program as soon as nobody reads what it prints.
pub(super) fn exit() {
    then(|| std::process::exit(0));
}
