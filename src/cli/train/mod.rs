//! `quincunx train`: networks, odds and the order of moves from games of the search against itself.

mod args;
mod curve;
mod folder;
mod odds;
mod ordering;
mod recipe;
mod rounds;

use std::process::ExitCode;

use anyhow::Context;
use indicatif::ProgressBar;

pub(super) use args::TrainArgs;

use crate::cli::progress;
use crate::engine::{AnySearcher, Engine, NetworkChoice, Session};
use crate::games::AnyPosition;
use crate::kernel::{Assignment, parallel};
use crate::search::{self, OutOfMemory};
use crate::train::Ended;

/// Trains a game of the engine.
pub(super) fn run(task: &TrainArgs, engine: &Engine) -> anyhow::Result<ExitCode> {
    let session = || task.game.as_ref().and_then(|game| engine.game(game)).context("which game?");
    if task.odds {
        return odds::run(task, session()?);
    }
    if let Some(path) = &task.ordering {
        return ordering::run(task, session()?, path);
    }
    rounds::run(task, engine)
}

/// Returns the start position of a game with some of its rules set.
fn start(session: &dyn Session, set: &[Assignment]) -> anyhow::Result<Box<dyn AnyPosition>> {
    session.kind().game().start(set).map_err(anyhow::Error::msg)
}

/// Returns the search of a game with its own network. Each player gets another one like it.
fn own_searcher(session: &dyn Session) -> anyhow::Result<Box<dyn AnySearcher>> {
    Ok(session.searcher(1, &NetworkChoice::Own)?)
}

/// Returns a progress bar with a message.
fn bar(length: u64, what: &str) -> ProgressBar {
    progress::bar(length).with_message(what.to_owned())
}

/// Plays games on the threads of a task. `play` gets a function to call with the number of finished
/// games.
fn played<T: Send>(
    task: &TrainArgs,
    bar: &ProgressBar,
    play: &(dyn Fn(&Ended) -> Result<T, OutOfMemory> + Sync),
) -> anyhow::Result<T> {
    let before = bar.position();
    let pool = search::pool(task.threads.into())?;
    Ok(parallel::within(&pool, || play(&|ended| bar.set_position(before + ended as u64)))?)
}
