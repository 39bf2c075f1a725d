//! Protocol commands from the command line or, without any, from standard input.

use std::ffi::OsString;
use std::io;
use std::process::ExitCode;

use super::signals;
use crate::engine::Engine;
use crate::games::GameKind;
use crate::protocol::{Flow, Server, serve};

pub(super) fn run(game: Option<GameKind>, commands: &[OsString]) -> anyhow::Result<ExitCode> {
    let mut engine = Engine::new();
    if let Some(kind) = game {
        engine.choose(kind);
    }
    let memory = engine.shared_memory();
    let mut server = Server::new(engine, io::stdout());
    signals::end(server.switch(), memory)?;
    if commands.is_empty() {
        serve(server, io::stdin());
        return Ok(ExitCode::SUCCESS);
    }
    // A line end in an argument ends a command there as it does in a file.
    let lines = commands
        .iter()
        .flat_map(|command| command.as_encoded_bytes().split(|byte| matches!(byte, b'\n' | b'\r')));
    for line in lines {
        if server.handle(line) == Flow::Quit {
            break;
        }
        server.wait();
        if server.is_over() {
            break;
        }
    }
    server.finish();
    Ok(ExitCode::from(u8::from(server.has_refused() && !server.is_gone())))
}
