//! `quincunx train`: networks, odds and the order of moves from games of the search against itself.

mod args;
mod curve;
mod odds;
mod ordering;
mod rounds;

use std::process::ExitCode;

use anyhow::Context;
use indicatif::ProgressBar;

pub(super) use args::TrainArgs;
use rounds::Rounds;

use crate::cli::progress;
use crate::games::{Game, GameKind, GameList, Visitor};
use crate::kernel::{Assignment, chosen};
use crate::search::{self, OutOfMemory};

/// Trains a game of the list `G`.
pub(super) fn run<G: GameList>(task: &TrainArgs) -> anyhow::Result<ExitCode> {
    let kind = G::find(&task.game).context("which game?")?;
    let training = Training::<G> { task, kind, list: std::marker::PhantomData };
    G::with(kind, training).context("which game?")?
}

/// A task whose game type is not yet known.
struct Training<'a, G> {
    task: &'a TrainArgs,
    kind: GameKind,
    list: std::marker::PhantomData<G>,
}

impl<G: GameList> Visitor for Training<'_, G> {
    type Output = anyhow::Result<ExitCode>;

    fn visit<P: Game>(self) -> Self::Output {
        if self.task.odds {
            return odds::run::<P>(self.task);
        }
        if let Some(path) = &self.task.ordering {
            return ordering::run::<P>(self.task, path);
        }
        Rounds::<P>::new(self.task, self.kind)?.run::<G>()
    }
}

/// Returns the rules of a game with some of them set.
fn rules<P: Game>(set: &[Assignment]) -> anyhow::Result<P::Rules> {
    chosen(P::NAME, set).map_err(anyhow::Error::msg)
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
    play: impl FnOnce(&(dyn Fn(usize) + Sync)) -> Result<T, OutOfMemory> + Send,
) -> anyhow::Result<T> {
    let before = bar.position();
    let pool = search::pool(task.threads.into())?;
    Ok(pool.install(|| play(&|ended| bar.set_position(before + ended as u64)))?)
}
