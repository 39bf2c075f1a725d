//! `quincunx board`: the board in a browser.

use std::env;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};

use anyhow::Context;

use super::arguments::arguments;
use crate::board::{BoardServer, BoardSetup, Folders, KEPT, config_file};
use crate::engine::Engine;
use crate::kernel::file::data_folder;

arguments! {
    /// Play and analyse on a board in the browser
    ///
    /// Serves one page to this machine only, prints its address and opens it: humans and engines play
    /// each other, with hints, analysis and saved games. The address contains a secret; whoever has it
    /// and an account on this machine can play. Ctrl-C ends the server and all its engines.
    ///
    /// The last 20 games are kept in ~/.local/share/quincunx/board ($XDG_DATA_HOME) and go on when the
    /// board is opened again. --tables and --store are remembered in ~/.config/quincunx/board.json
    /// ($XDG_CONFIG_HOME).
    ///
    /// From another machine: ssh -L 7555:127.0.0.1:7555 HOST, with the same port on both sides.
    #[derive(Debug)]
    #[command(after_long_help = "\
Examples:
  $ quincunx board
{examples}
  $ quincunx board --port 0 --no-open")]
    pub(super) struct Board {
        /// The port to listen on, 0 for any [default: 7555, or any if that is taken]
        #[arg(long, value_name = "N")]
        port: Option<u16>,

        /// The game to offer first
        #[arg(long, ignore_case = true)]
        game: Option<String>,

        /// The folder of tables of solved positions, for the explorer and the AI; remembered for later boards
        /// [default: ~/.local/share/quincunx/tables]
        #[arg(long, value_name = "DIR")]
        tables: Option<PathBuf>,

        /// The store whose games the explorer counts, see `quincunx learn`; remembered for later boards
        #[arg(long, value_name = "DIR")]
        store: Option<PathBuf>,

        /// Print the address, but do not open it
        #[arg(long)]
        no_open: bool,

        /// Forget all games at the end
        #[arg(long)]
        no_save: bool,
    }
}

pub(super) fn run(task: &Board, engine: Engine) -> anyhow::Result<ExitCode> {
    let program = env::current_exe().context("the program cannot find its own path")?;
    let game = task.game.as_deref().map(str::to_ascii_lowercase);
    let server = BoardServer::open(BoardSetup {
        program,
        port: task.port,
        game,
        kept: KEPT,
        data: data_folder(),
        config: config_file().filter(|_| !task.no_save),
        folders: Folders { tables: task.tables.clone(), store: task.store.clone() },
        saves: !task.no_save,
        engine,
    })?;
    if let Some(trouble) = server.trouble() {
        writeln!(io::stderr(), "quincunx: games are not kept: {trouble}")?;
    }
    let address = server.address();
    writeln!(io::stdout(), "{address}\nCtrl-C ends the server.")?;
    io::stdout().flush()?;
    if !task.no_open {
        open(&address);
    }
    server.run();
    Ok(ExitCode::SUCCESS)
}

/// Opens the page in the user's browser. If that fails, there is still the printed address.
fn open(address: &str) {
    let (program, arguments): (_, &[&str]) = if cfg!(windows) {
        ("cmd", &["/c", "start", ""])
    } else if cfg!(target_os = "macos") {
        ("open", &[])
    } else {
        ("xdg-open", &[])
    };
    let mut command = Command::new(program);
    command.args(arguments).arg(address);
    let quiet = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let _ = quiet.spawn();
}
