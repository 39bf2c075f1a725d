//! Protocol commands from the command line or, if there are none, from standard input.

use std::ffi::OsString;
use std::io::{self, IsTerminal};
use std::process::ExitCode;

use clap::CommandFactory;

use super::args::Args;
use super::{complain, interrupt, words};
use crate::engine::Engine;
use crate::kernel::Quoted;
use crate::protocol::{Flow, Server, serve};

pub(super) fn run(engine: Engine, commands: &[OsString]) -> anyhow::Result<ExitCode> {
    let memory = engine.shared_memory();
    let mut server = Server::new(engine, io::stdout());
    let switch = server.switch();
    interrupt::end_session(switch.clone(), memory)?;
    interrupt::when_unread(Box::new(move || switch.turn_off()));
    if commands.is_empty() {
        if io::stdin().is_terminal() {
            complain(concat!(
                "Quincunx ",
                env!("CARGO_PKG_VERSION"),
                " waits for protocol commands: uci, help, quit ... For people: quincunx --help"
            ));
        }
        serve(server, io::stdin())?;
        return Ok(ExitCode::SUCCESS);
    }
    // A line ending in an argument ends a command, as it does in a file.
    let lines = commands
        .iter()
        .flat_map(|command| command.as_encoded_bytes().split(|byte| matches!(byte, b'\n' | b'\r')));
    for (at, line) in lines.enumerate() {
        if server.handle(line) == Flow::Quit {
            break;
        }
        server.wait();
        if server.is_over() {
            break;
        }
        // A single word may have been meant as a subcommand.
        if at == 0 && server.has_refused_word() && !line.contains(&b' ') {
            let hint = match nearest(line) {
                Some(name) => format!("did you mean {name}?"),
                None => "see quincunx --help".to_owned(),
            };
            complain(format_args!(
                "quincunx: {} is a command neither of the shell nor of the protocol; {hint}",
                Quoted(line)
            ));
            break;
        }
    }
    server.finish();
    server.check_output()?;
    Ok(ExitCode::from(u8::from(server.has_refused() && !server.is_gone())))
}

/// Returns the subcommand that a word was meant for, if any.
fn nearest(word: &[u8]) -> Option<String> {
    let word = std::str::from_utf8(word).ok()?;
    let command = Args::command();
    let names = command.get_subcommands().map(|known| known.get_name());
    words::nearest(word, names).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_understood_and_nothing_else() {
        for (word, meant) in [
            ("analyze", Some("analyse")),
            ("pertf", Some("perft")),
            ("mathc", Some("match")),
            ("tablebases", Some("tablebase")),
            ("xyzzy", None),
            ("", None),
        ] {
            assert_eq!(nearest(word.as_bytes()).as_deref(), meant, "{word}");
        }
        assert_eq!(nearest(b"\xff"), None);
    }
}
