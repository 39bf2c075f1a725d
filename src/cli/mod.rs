//! The shell: what a person types behind `quincunx`.
//!
//! Without arguments the program speaks the protocol at once. This is the only module that prints
//! to a terminal.
//!
//! Each subcommand has a file with its arguments, their help and what it does; they share `setup`
//! (arguments into an engine), `source` (a game as text), `think` (a search), `interrupt` (Ctrl-C),
//! `screen` and `words`.
//!
//! Exit codes: 0 done, 1 the answer is no (a command was refused), 2 wrong usage or no such input,
//! 130 ended by Ctrl-C.

mod analyse;
mod args;
mod bench;
#[cfg(feature = "board")]
mod board;
mod commands;
mod completions;
mod interrupt;
mod man;
mod perft;
mod play;
mod play_match;
mod screen;
mod setup;
mod signals;
mod source;
mod tablebase;
mod think;
mod tune;
mod words;

use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;

use args::{Args, Task};

/// Runs the program with the arguments of the process.
#[must_use]
pub fn run() -> ExitCode {
    // Nothing to read then: the protocol begins at once.
    let args = if std::env::args_os().len() <= 1 { Args::default() } else { Args::parse() };
    let done = match args.task {
        Some(Task::Perft(task)) => perft::run(&task),
        Some(Task::Bench(task)) => bench::run(&task),
        Some(Task::Tablebase(task)) => tablebase::run(&task),
        Some(Task::Match(task)) => play_match::run(&task),
        Some(Task::Tune(task)) => tune::run(&task),
        Some(Task::Analyse(task)) => analyse::run(&task),
        Some(Task::Play(task)) => play::run(&task),
        #[cfg(feature = "board")]
        Some(Task::Board(task)) => board::run(&task),
        Some(Task::Completions(task)) => completions::run(&task),
        Some(Task::Man(task)) => man::run(&task),
        None => commands::run(args.game, &args.commands),
    };
    match done {
        Ok(code) => code,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            complain(format_args!("quincunx: {error:#}"));
            ExitCode::from(2)
        }
    }
}

/// Says something on standard error, if anybody listens.
fn complain(text: impl Display) {
    let _ = writeln!(io::stderr(), "{text}");
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
