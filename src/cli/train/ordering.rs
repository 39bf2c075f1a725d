//! `quincunx train --ordering`: which moves to try first.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, ensure};

use super::args::{SetArgs, TrainArgs};
use super::{bar, own_searcher, played, start};
use crate::engine::Session;
use crate::kernel::file::{self, Existing};
use crate::kernel::{Gather, parallel};
use crate::search;
use crate::train::{Choice, Ended, among_first, fit_move_scores, play_choices};

/// The weights are written in hundredths of a nat.
const HUNDREDTHS: f32 = 100.0;
/// One choice in this many is held out.
const HELD_OUT: usize = 10;
/// How many moves are looked at in the report.
const FIRST: [usize; 4] = [1, 9, 18, 33];
/// The weights on a line of the file.
const ON_A_LINE: usize = 16;

/// Fits the weights of a game's features of moves and writes them into a file.
pub(super) fn run(
    task: &TrainArgs,
    session: &dyn Session,
    path: &Path,
) -> anyhow::Result<ExitCode> {
    let kinds = session.kind().game().features();
    let features: usize = kinds.iter().map(|(_, count)| count).sum();
    ensure!(features > 0, "{} has no features of moves to weigh", session.name());
    let named = || path.display().to_string();
    file::try_write(path).with_context(named)?;
    let (start, searcher) = (start(session, &task.set.option)?, own_searcher(session)?);
    let plan = task.plan();
    let bar = bar(task.set.games, "games");
    let play = |ended: &Ended| play_choices(&plan, &*start, &*searcher, ended);
    let mut choices = played(task, &bar, &play)?;
    bar.finish_and_clear();
    ensure!(choices.len() >= HELD_OUT, "{} choices are too few to learn from", choices.len());
    let held_out = choices.split_off(choices.len() - choices.len() / HELD_OUT);
    let pool = search::pool(task.threads.into())?;
    let weights = parallel::within(&pool, || fit_move_scores(&choices, features));
    file::write(path, text(task, session, &choices, &weights).as_bytes(), Existing::Replace)
        .with_context(named)?;
    report(task, &choices, &held_out, &weights)?;
    Ok(ExitCode::SUCCESS)
}

/// Prints how often the choice is among the first moves by each set of weights.
fn report(
    task: &TrainArgs,
    choices: &[Choice],
    held_out: &[Choice],
    weights: &[f32],
) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "{} games, seed {}: {} choices at {} nodes, and {} held out",
        task.set.games,
        task.round.seed,
        choices.len(),
        task.set.nodes,
        held_out.len()
    )?;
    for (name, weights) in [("used", None), ("found", Some(weights))] {
        write!(out, "{name:<6}")?;
        for moves in FIRST {
            let share = 100.0 * among_first(held_out, weights, moves);
            write!(out, " {share:5.1} % in the first {moves}")?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// Returns the weights as an array in Rust.
fn text(task: &TrainArgs, session: &dyn Session, choices: &[Choice], weights: &[f32]) -> String {
    let (SetArgs { games, nodes, random_plies, .. }, seed) = (&task.set, task.round.seed);
    let mut text = format!(
        "// Made by `quincunx train {} --ordering FILE --games {games} --nodes {nodes} --seed {seed} \
         --random-plies {random_plies}`\n// from {} choices of searches.\n[\n",
        session.name(),
        choices.len()
    );
    let mut rest = weights.iter();
    for (name, count) in session.kind().game().features() {
        // Writing to a string does not fail.
        let _ = writeln!(text, "    // {name}");
        let kind: Vec<String> = rest
            .by_ref()
            .take(*count)
            .map(|weight| ((weight * HUNDREDTHS).round() as i16).to_string())
            .gather();
        for line in kind.chunks(ON_A_LINE) {
            let _ = writeln!(text, "    {},", line.join(", "));
        }
    }
    text.push_str("]\n");
    text
}
