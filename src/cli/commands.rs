//! Protocol commands from the command line or, without any, from standard input.

use std::io;
use std::process::ExitCode;

use super::complain;
use crate::engine::Engine;
use crate::games::GameKind;
use crate::protocol::{Flow, Server, serve};

pub(super) fn run(game: Option<GameKind>, commands: &[String]) -> anyhow::Result<ExitCode> {
    let mut engine = Engine::new();
    if let Some(kind) = game {
        engine.choose(kind);
    }
    if commands.is_empty() {
        serve(engine, io::stdin(), io::stdout());
        return Ok(ExitCode::SUCCESS);
    }
    let mut server = Server::new(engine, io::stdout());
    for (at, command) in commands.iter().enumerate() {
        if server.handle(command.as_bytes()) == Flow::Quit {
            break;
        }
        server.wait();
        // A word alone may have been meant for the shell.
        if at == 0 && server.has_refused() && !command.contains(char::is_whitespace) {
            complain(format_args!(
                "quincunx: {command:?} is a command neither of the shell nor of the protocol; see \
                 quincunx --help"
            ));
            break;
        }
    }
    server.finish();
    Ok(ExitCode::from(u8::from(server.has_refused())))
}
