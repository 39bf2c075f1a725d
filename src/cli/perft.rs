//! `quincunx perft`: leaf counts.

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use anyhow::{bail, ensure};
use clap::Args;

use super::setup::GameArgs;
use super::source::Source;
use crate::engine::Engine;
use crate::kernel::perft::MAX_DEPTH;

/// Count the leaves of the game tree below each move
///
/// The counts prove a move generator: two programs that agree on them to some depth agree on the
/// rules. The last ply is not made, only its moves are counted.
#[derive(Debug, Args)]
#[command(
    override_usage = "quincunx perft [OPTIONS] <GAME> [POSITION] <DEPTH>",
    after_long_help = "\
Examples:
{examples}"
)]
pub(super) struct Perft {
    #[command(flatten)]
    game: GameArgs,

    /// A position, if not the start, as text, in a file or - for standard input; and the depth in
    /// plies
    #[arg(value_name = "[POSITION] DEPTH", num_args = 1..=2, required = true)]
    rest: Vec<String>,

    /// How many threads count
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
}

pub(super) fn run(task: &Perft, mut engine: Engine) -> anyhow::Result<ExitCode> {
    let (position, depth) = match task.rest.as_slice() {
        [depth] => (None, depth),
        [position, depth] => (Some(position), depth),
        _ => bail!("perft wants [POSITION] DEPTH"),
    };
    let Ok(depth) = depth.parse::<u32>() else {
        bail!("{depth:?} is no depth: perft wants a number of plies");
    };
    ensure!(depth <= MAX_DEPTH, "{depth} is no depth: the greatest is {MAX_DEPTH}");
    task.game.apply(&mut engine)?;
    if let Some(position) = position {
        Source::read(position)?.load(&mut engine, None)?;
    }

    let job = engine.session().perft(depth, task.threads.into());
    let started = Instant::now();
    let counts = job(&AtomicBool::new(false)).unwrap_or_default();
    let seconds = started.elapsed().as_secs_f64();

    let mut out = io::stdout().lock();
    let mut total = u64::from(depth == 0);
    for (m, nodes) in counts {
        writeln!(out, "{m}: {nodes}")?;
        total += nodes;
    }
    let rate = total as f64 / seconds.max(1e-9) / 1e6;
    writeln!(out, "\nNodes searched: {total}")?;
    writeln!(out, "Time: {seconds:.3} s, {rate:.1} M leaves/s")?;
    Ok(ExitCode::SUCCESS)
}
