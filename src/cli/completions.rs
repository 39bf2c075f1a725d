//! `quincunx completions`: what a shell needs to complete our commands.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{Args as ClapArgs, Command};
use clap_complete::Shell;

/// Write the completions for a shell
#[derive(Debug, ClapArgs)]
#[command(after_long_help = "\
Examples:
  $ quincunx completions bash > quincunx.bash
  $ quincunx completions zsh > _quincunx
  $ quincunx completions fish > quincunx.fish

bash reads them from ~/.local/share/bash-completion/completions/quincunx, fish from
~/.config/fish/completions/quincunx.fish, zsh from a file _quincunx in a folder of $fpath.")]
pub(super) struct Completions {
    /// The shell
    shell: Shell,
}

pub(super) fn run(task: &Completions, mut command: Command) -> anyhow::Result<ExitCode> {
    let mut text = Vec::new();
    clap_complete::generate(task.shell, &mut command, "quincunx", &mut text);
    io::stdout().write_all(&text)?;
    Ok(ExitCode::SUCCESS)
}
