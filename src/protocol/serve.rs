//! The command loop: feeds lines from a reader to a server.

use std::io::{self, Read, Write};
use std::sync::mpsc::{self, SyncSender};

use super::dispatch::{Flow, LONGEST_LINE};
use super::server::Server;
use crate::wire::{Event, Gone, RawLine, RawLines};

/// How many lines may be queued. A client that sends more has to wait, as with a full pipe.
const QUEUE: usize = 64;

/// Runs a server until the client quits, closes its end of either pipe, or the server's
/// [`OffSwitch`](super::OffSwitch) is turned off.
///
/// # Errors
///
/// Why replies could not be written, unless it is that nobody reads them.
pub fn serve<R, W>(mut server: Server<W>, input: R) -> io::Result<()>
where
    R: Read + Send + 'static,
    W: Write + Send + 'static,
{
    let (sender, events) = mpsc::sync_channel(QUEUE);
    server.switch().set_bell(sender.clone());
    // Reading blocks, so it has its own thread, which ends with the process.
    let reading: Box<dyn FnOnce() + Send> = Box::new(move || read(input, &sender));
    std::thread::spawn(reading);
    for event in events {
        // Checked before the queue: a client that is gone and a signal take effect at once.
        if server.is_over() {
            break;
        }
        let flow = match event {
            Event::Line(RawLine::Bytes(line)) => server.handle(&line),
            Event::Line(RawLine::TooLong) => server.handle_too_long(),
            Event::Gone(_) => break,
            Event::Look => Flow::Continue,
        };
        if flow == Flow::Quit {
            break;
        }
    }
    server.finish();
    server.check_output()
}

fn read(input: impl Read + Send, sender: &SyncSender<Event>) {
    let lines = RawLines::new(input, LONGEST_LINE).map(Event::Line);
    let _ = lines.chain([Event::Gone(Gone::Closed)]).try_for_each(|event| sender.send(event));
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::thread;
    use std::time::Duration;

    use super::*;
    use crate::engine::Engine;

    /// A client that says nothing and does not leave.
    struct Silent;

    impl Read for Silent {
        fn read(&mut self, _buffer: &mut [u8]) -> io::Result<usize> {
            loop {
                thread::park();
            }
        }
    }

    #[test]
    fn a_session_that_was_ended_before_it_began_waits_for_nothing() {
        let server = Server::new(Engine::new(), Vec::new());
        server.switch().turn_off();
        let (sender, ended) = mpsc::channel();
        thread::spawn(move || sender.send(serve(server, Silent).is_ok()));
        assert_eq!(ended.recv_timeout(Duration::from_secs(10)), Ok(true));
    }
}
