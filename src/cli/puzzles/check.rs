//! Checks a file of puzzles.

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::OnceLock;

use anyhow::{anyhow, bail};

use super::Puzzles;
use crate::cli::setup::session;
use crate::engine::Engine;
use crate::games::{AnyOracle, AnyPosition};
use crate::kernel::{Gather, Verdict, parallel};
use crate::puzzles::{Checker, Finding, Goal, Posed};

/// The nodes for a puzzle unless told.
const NODES: u64 = 3_000_000;

pub(super) fn run(task: &Puzzles, path: &Path, engine: &Engine) -> anyhow::Result<ExitCode> {
    let file = super::read(path)?;
    let game = match (&task.game, file.game.as_str()) {
        (Some(game), "") => game,
        (Some(game), named) if !game.eq_ignore_ascii_case(named) => {
            bail!("{} holds puzzles of {named:?}, not of {game}", path.display())
        }
        (None, "") => bail!("{} does not name its game; name it", path.display()),
        (_, named) => named,
    };
    let session = session(game, engine)?;
    let start = super::start(task, session)?;
    let tables = super::tables(task, session)?;
    let mut posed = Vec::new();
    for (line, puzzle) in &file.puzzles {
        let one = puzzle.pose(&*start);
        posed.push((*line, one.map_err(|e| anyhow!("{}, line {line}: {e}", path.display()))?));
    }
    let nodes = task.nodes.unwrap_or(NODES);
    let found: Vec<OnceLock<Finding>> = posed.iter().map(|_| OnceLock::new()).gather();
    parallel::each_on(task.threads.into(), posed.len(), &|at| {
        let finding = Checker::new(nodes).check(&posed[at].1);
        let finding = match (finding, &tables) {
            (Finding::Unrefuted(_) | Finding::Undecided, Some(tables)) => {
                by_tables(&posed[at].1, &**tables).unwrap_or(Finding::Undecided)
            }
            (finding, _) => finding,
        };
        let _ = found[at].set(finding);
    });
    let mut out = io::stdout();
    let mut counts = [0; 4];
    for ((line, _), finding) in posed.iter().zip(&found) {
        let (kind, text) = match finding.get() {
            Some(Finding::Proven) => (0, None),
            Some(Finding::Unrefuted(what)) => (1, Some(format!("not refuted; not proven: {what}"))),
            Some(Finding::Undecided) | None => {
                (2, Some("undecided: it takes more nodes".to_owned()))
            }
            Some(Finding::Refuted(why)) => (3, Some(format!("refuted: {why}"))),
        };
        counts[kind] += 1;
        if let Some(text) = text {
            writeln!(out, "line {line}: {text}")?;
        }
    }
    let [proven, unrefuted, undecided, refuted] = counts;
    writeln!(
        out,
        "{} puzzles: {proven} proven, {unrefuted} not refuted, {undecided} undecided, {refuted} refuted",
        posed.len()
    )?;
    Ok(ExitCode::from(u8::from(refuted > 0)))
}

/// Checks a puzzle by tables; `None` if they do not know all of it.
fn by_tables(posed: &Posed, tables: &dyn AnyOracle) -> Option<Finding> {
    let Posed { goal, position, line } = posed;
    // 1 a win, 0 a draw, -1 a loss of the side to move.
    let value = |after: &dyn AnyPosition| {
        let turn = if after.mover() == position.mover() { 1 } else { -1 };
        Some(match after.ending() {
            Some(outcome) => {
                outcome.winner.map_or(0, |winner| if winner == position.mover() { 1 } else { -1 })
            }
            None => match tables.judge(after)? {
                Verdict::Win(_) => turn,
                Verdict::Draw => 0,
                Verdict::Loss(_) => -turn,
            },
        })
    };
    let wanted = match goal {
        Goal::Win(_) => 1,
        Goal::Draw => 0,
        Goal::Hold(_) | Goal::Margin(_) => return None,
    };
    if value(&*position.behind(line[0]))? != wanted {
        return Some(Finding::Refuted("the tables say otherwise of the solution".to_owned()));
    }
    for m in position.moves().into_iter().filter(|m| *m != line[0]) {
        if value(&*position.behind(m))? >= wanted {
            return Some(Finding::Refuted("the tables know another move as good".to_owned()));
        }
    }
    Some(Finding::Proven)
}
