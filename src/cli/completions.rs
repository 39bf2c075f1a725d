//! `quincunx completions`: what a shell needs to complete our commands.

use std::ffi::OsStr;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, Args as ClapArgs, Command};
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

/// A parser with values that shells offer; it reads others as well.
#[derive(Clone, Debug)]
pub(super) struct Offering<P> {
    parser: P,
    values: Vec<&'static str>,
}

impl<P> Offering<P> {
    pub(super) fn new(parser: P, values: impl IntoIterator<Item = &'static str>) -> Self {
        Self { parser, values: values.into_iter().collect() }
    }
}

impl<P: TypedValueParser> TypedValueParser for Offering<P> {
    type Value = P::Value;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<Self::Value, clap::Error> {
        self.parser.parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.values.iter().copied().map(PossibleValue::new)))
    }
}
