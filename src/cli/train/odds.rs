//! `quincunx train --odds`: turning scores into chances.

use std::io::{self, Write};
use std::process::ExitCode;

use super::args::TrainArgs;
use super::{bar, own_searcher, played, start};
use crate::engine::Session;
use crate::games::Odds;
use crate::kernel::parallel;
use crate::search;
use crate::train::{fit_odds, odds_loss, play_scored};

/// Fits the odds of a game.
pub(super) fn run(task: &TrainArgs, session: &dyn Session) -> anyhow::Result<ExitCode> {
    let (start, searcher) = (start(session, &task.set.option)?, own_searcher(session)?);
    let plan = task.plan();
    let bar = bar(task.set.games, "games");
    let games = played(task, &bar, &|ended| play_scored(&plan, &*start, &*searcher, ended))?;
    bar.finish_and_clear();
    let mut wins = [0; 2];
    games.iter().filter_map(|game| game.winner).for_each(|winner| wins[winner.index()] += 1);
    let [first, second] = wins;
    let scores: usize = games.iter().map(|game| game.scores.len()).sum();
    let used = session.kind().about().odds;
    let found = parallel::within(&search::pool(task.threads.into())?, || fit_odds(&games, used));
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "{} games at {} nodes, seed {}: first won {first}, second won {second}, drawn {}; {scores} \
         scores",
        games.len(),
        task.set.nodes,
        task.round.seed,
        games.len() - first - second
    )?;
    for (name, odds) in [("used", used), ("found", found)] {
        let (loss, Odds { even, spread }) = (odds_loss(&games, odds), odds);
        writeln!(out, "{name:<6} even {even:>4} spread {spread:>4}  loss {loss:.5}")?;
    }
    Ok(ExitCode::SUCCESS)
}
