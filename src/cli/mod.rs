//! The command line: what a person types after `quincunx`.
//!
//! Without arguments the program speaks the protocol. This is the only module that prints to a
//! terminal.
//!
//! Each subcommand has a file with its arguments, their help and what it does; they share `fill`
//! and `examples` (the games' texts in the help), `arguments` (what declares them), `setup` (arguments into an engine), `input` (files and pipes),
//! `source` (a game as text), `subject` (a game or a record of one), `record` (a game written to a file), `think` (a search), `interrupt`
//! (Ctrl-C, closed pipes), `completions` (what shells offer), `screen` and `words`.
//!
//! Exit codes: 0 success, 1 something was refused, a check failed or a proof is not finished, 2 wrong usage or
//! bad input, 3 the test of a match was not decided, 130 interrupted.

mod analyse;
mod args;
mod arguments;
mod bench;
#[cfg(feature = "board")]
mod board;
mod commands;
mod completions;
mod examples;
mod experience;
mod fill;
mod input;
mod interrupt;
mod learn;
mod man;
mod perft;
mod play;
mod play_match;
mod plot;
mod progress;
mod puzzles;
mod record;
mod rules;
mod screen;
mod setup;
mod solve;
mod source;
mod states;
mod subject;
mod tablebase;
mod think;
mod train;
#[cfg(feature = "tune")]
mod tune;
mod usage;
mod words;

use std::ffi::OsString;
use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::FromArgMatches;

use args::{Args, Task};

use crate::engine::Engine;
use crate::games::{GameList, Standard};
use crate::kernel::Gather;

/// Runs the program with the games of this crate and the arguments of the process.
#[must_use]
pub fn run() -> ExitCode {
    run_with::<Standard>(std::env::args_os())
}

/// Runs the program with the games of a list. The first of `words` is its name, as the system
/// passes it; the others are its arguments.
#[must_use]
pub fn run_with<G: GameList>(words: impl IntoIterator<Item = OsString>) -> ExitCode {
    let words: Vec<OsString> = words.into_iter().gather();
    // What the last write left in the buffer may be what fails.
    match carry_out::<G>(&words).and_then(|code| Ok(io::stdout().flush().map(|()| code)?)) {
        Ok(code) => code,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            let error =
                if is_output_full(&error) { error.context("standard output") } else { error };
            complain(format_args!("quincunx: {error:#}"));
            ExitCode::from(2)
        }
    }
}

fn carry_out<G: GameList>(words: &[OsString]) -> anyhow::Result<ExitCode> {
    let engine = Engine::with_games::<G>();
    if words.len() <= 1 {
        // Nothing to parse then: the protocol starts at once.
        return commands::run(engine, &[]);
    }
    let command = fill::command(&engine);
    if matches!(words, [_, word] if word == "-h") {
        fill::shortened(command).print_help()?;
        return Ok(ExitCode::SUCCESS);
    }
    let read = command.clone().try_get_matches_from(words).and_then(|matches| {
        Args::from_arg_matches(&matches).map_err(|error| error.format(&mut command.clone()))
    });
    let args = match read {
        Ok(args) => args,
        Err(error) if error.use_stderr() => error.exit(),
        // The help or the version, which is what was asked for.
        Err(error) => {
            error.print()?;
            return Ok(ExitCode::SUCCESS);
        }
    };
    match args.task {
        Some(Task::Perft(task)) => perft::run(&task, engine),
        Some(Task::Bench(task)) => bench::run(&task, &engine),
        Some(Task::Tablebase(task)) => tablebase::run::<G>(&task),
        Some(Task::Match(task)) => play_match::run(&engine, &task, &command, words),
        Some(Task::Train(task)) => train::run(&task, &engine),
        #[cfg(feature = "tune")]
        Some(Task::Tune(task)) => tune::run(&task, &engine),
        Some(Task::Learn(task)) => learn::run(&task, &engine),
        Some(Task::Experience(task)) => experience::run(&task, &engine),
        Some(Task::States(task)) => states::run(&task, &engine),
        Some(Task::Analyse(task)) => analyse::run(&task, engine).map(interrupt::or_interrupted),
        Some(Task::Play(task)) => play::run(&task, engine),
        Some(Task::Rules(task)) => rules::run(&task, engine),
        Some(Task::Puzzles(task)) => puzzles::run(&task, &engine),
        Some(Task::Solve(task)) => solve::run(&task, &engine),
        #[cfg(feature = "board")]
        Some(Task::Board(task)) => board::run(&task, engine),
        Some(Task::Completions(task)) => completions::run(&task, command),
        Some(Task::Man(task)) => man::run(&task, command),
        None => {
            let mut engine = engine;
            if let Some(name) = &args.game {
                setup::choose(&mut engine, name)?;
            }
            commands::run(engine, &args.commands)
        }
    }
}

/// Writes to standard error, folded to the width of a terminal, ignoring failures.
fn complain(text: impl Display) {
    let _ = writeln!(io::stderr(), "{}", screen::for_errors(text));
}

/// Returns whether standard output has no space left. Whatever writes to a file names it.
fn is_output_full(error: &anyhow::Error) -> bool {
    let cause = error.downcast_ref::<io::Error>();
    error.chain().len() == 1
        && cause.is_some_and(|cause| cause.kind() == io::ErrorKind::StorageFull)
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
