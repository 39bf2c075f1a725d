//! `quincunx tune`: weights and odds fitted to self-play.

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::Args as ClapArgs;
use indicatif::ProgressBar;

use crate::games::{Game, GameList, Odds, Visitor};
use crate::kernel::{Player, Weights};
use crate::search::{self, OutOfMemory};
use crate::tune::{Plan, fit, fit_odds, odds_loss, play, play_scored, rewrite, split};

/// Fit the weights of a game's evaluation to the results of self-play
///
/// The search plays against itself from random openings, and logistic regression finds the weights
/// that predict the results best. Every fifth game is held out: only if the loss falls there as well
/// is the change worth a match.
///
/// With --write src/games/GAME/weights.rs the weights take effect when the program is built again.
///
/// With --odds the search plays as well, one move in twelve at random, and the two numbers are found
/// that turn scores into chances of a win, a draw and a loss (UCI_ShowWDL). They belong into
/// src/games/GAME/about.rs and are fitted anew when an evaluation has changed.
#[derive(Debug, ClapArgs)]
#[command(after_long_help = "\
Examples:
{examples}")]
pub(super) struct TuneArgs {
    /// The game
    game: String,

    /// How many games are played
    #[arg(long, default_value_t = 2000, value_parser = clap::value_parser!(u32).range(5..))]
    games: u32,

    /// Nodes for each move
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,

    /// What the openings depend on
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// How many threads play
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,

    /// Write the weights into this file, the game's weights.rs
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,

    /// Fit the odds of win, draw and loss instead of the weights
    #[arg(long, conflicts_with = "write")]
    odds: bool,
}

/// Tunes a game of the list `G`.
pub(super) fn run<G: GameList>(task: &TuneArgs) -> anyhow::Result<ExitCode> {
    let kind = G::find(&task.game).context("which game?")?;
    G::with(kind, Tuning(task)).context("which game?")?
}

/// A task that waits for the type of its game.
struct Tuning<'a>(&'a TuneArgs);

impl Visitor for Tuning<'_> {
    type Output = anyhow::Result<ExitCode>;

    fn visit<P: Game>(self) -> Self::Output {
        if self.0.odds { odds::<P>(self.0) } else { weights::<P>(self.0) }
    }
}

/// Plays a task's games on its threads, with a progress bar.
fn played<T: Send>(
    task: &TuneArgs,
    play: impl FnOnce(&Plan, &(dyn Fn(usize) + Sync)) -> Result<T, OutOfMemory> + Send,
) -> anyhow::Result<T> {
    let plan = Plan { games: task.games as usize, nodes: task.nodes, seed: task.seed };
    let bar = if io::stderr().is_terminal() {
        ProgressBar::new(plan.games as u64)
    } else {
        ProgressBar::hidden()
    };
    let games = search::pool(task.threads.into())?
        .install(|| play(&plan, &|ended| bar.set_position(ended as u64)))?;
    bar.finish_and_clear();
    Ok(games)
}

/// Returns how many games each player won.
fn wins(winners: impl Iterator<Item = Option<Player>>) -> [usize; 2] {
    let mut wins = [0; 2];
    winners.flatten().for_each(|winner| wins[winner.index()] += 1);
    wins
}

fn odds<P: Game>(task: &TuneArgs) -> anyhow::Result<ExitCode> {
    let games = played(task, play_scored::<P>)?;
    let [first, second] = wins(games.iter().map(|game| game.winner));
    let scores: usize = games.iter().map(|game| game.scores.len()).sum();
    let used = P::ABOUT.odds;
    let found = search::pool(task.threads.into())?.install(|| fit_odds(&games, used));
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "{} games at {} nodes, seed {}: first won {first}, second won {second}, drawn {}; {scores} \
         scores",
        games.len(),
        task.nodes,
        task.seed,
        games.len() - first - second
    )?;
    for (name, odds) in [("used", used), ("found", found)] {
        let (loss, Odds { even, spread }) = (odds_loss(&games, odds), odds);
        writeln!(out, "{name:<6} even {even:>4} spread {spread:>4}  loss {loss:.5}")?;
    }
    Ok(ExitCode::SUCCESS)
}

fn weights<P: Game>(task: &TuneArgs) -> anyhow::Result<ExitCode> {
    let names = P::Weights::NAMES;
    let used = P::Weights::USED.values();
    // What cannot be written is better known before hours of games.
    let file = match &task.write {
        Some(path) => {
            let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
            rewrite(&text, names, &used).with_context(|| path.display().to_string())?;
            Some((path, text))
        }
        None => None,
    };
    let games = played(task, play::<P>)?;
    let [first, second] = wins(games.iter().map(|game| game.winner));
    let plies: usize = games.iter().map(|game| game.plies).sum();
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "{} games of {} plies at {} nodes, seed {}: first won {first}, second won {second}, drawn {}",
        games.len(),
        plies / games.len().max(1),
        task.nodes,
        task.seed,
        games.len() - first - second
    )?;
    let (fitted, held_out) = split(games);
    let found = search::pool(task.threads.into())?.install(|| fit(&fitted, &held_out, &used));
    writeln!(out, "{} quiet positions, {} more held out", fitted.len(), held_out.len())?;
    writeln!(out, "{:16} {:>7} {:>7}   error", "weight", "before", "after")?;
    for (i, name) in names.iter().enumerate() {
        let (before, after, error) = (used[i], found.weights[i], found.errors[i]);
        writeln!(out, "{name:16} {before:>7} {after:>7}   {error:.1}")?;
    }
    for (what, [before, after]) in
        [("fitted", found.fitted_loss), ("held-out", found.held_out_loss)]
    {
        writeln!(out, "{what} loss {before:.5} before, {after:.5} after")?;
    }
    if let Some((path, text)) = file {
        let text = rewrite(&text, names, &found.weights)?;
        fs::write(path, text).with_context(|| path.display().to_string())?;
        writeln!(out, "written to {}", path.display())?;
    }
    Ok(ExitCode::SUCCESS)
}
