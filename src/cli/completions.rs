//! `quincunx completions`: what a shell needs to complete our commands.

use std::ffi::OsStr;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, Command};
use clap_complete::Shell;

use super::arguments::{arguments, values};
use crate::kernel::Gather;

arguments! {
    /// Write the completions for a shell
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
}

values! { Shell }

pub(super) fn run(task: &Completions, mut command: Command) -> anyhow::Result<ExitCode> {
    let mut text = Vec::new();
    clap_complete::generate(task.shell, &mut command, "quincunx", &mut text);
    let mut text = String::from_utf8(text)?;
    if task.shell == Shell::Bash {
        text = text.replace("-F _quincunx ", "-F _quincunx_by_place ");
        text = format!("{}\n{text}", by_place(&command));
    }
    io::stdout().write_all(text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

/// Returns a function for bash that completes as the generated one does, which knows no places, but
/// offers games once, and files where they may stand beside the game or behind it.
fn by_place(command: &Command) -> String {
    let (mut games, mut with_files) = (Vec::new(), Vec::new());
    for nested in command.get_subcommands() {
        for place in nested.get_positionals() {
            if ["game", "subject"].contains(&place.get_id().as_str()) {
                let values = place.get_possible_values();
                games = values.iter().map(|value| value.get_name().to_owned()).gather();
            }
        }
        if nested.get_positionals().count() > 1 {
            with_files.push(nested.get_name().to_owned());
        }
    }
    include_str!("by_place.bash")
        .replace("{games}", &games.join("|"))
        .replace("{with_files}", &with_files.join("|"))
}

/// A parser with values that shells offer; it reads others as well.
#[derive(Clone, Debug)]
pub(super) struct Offering<P> {
    parser: P,
    values: Vec<&'static str>,
}

impl<P> Offering<P> {
    pub(super) fn new(parser: P, values: impl IntoIterator<Item = &'static str>) -> Self {
        Self { parser, values: values.into_iter().gather() }
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
