//! What a proof takes, told from a sample.

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::time::Duration;

use anyhow::bail;

use super::Prover;
use crate::cli::interrupt::INTERRUPTED;
use crate::cli::progress::bar_with;
use crate::cli::usage::usage;
use crate::cli::words::grouped;
use crate::kernel::{Gather, SplitMix64, sort};
use crate::proof::{Forecast, Rung, Sampler, Spread, Tree};

/// Prints what the proof takes, as a sample of so many parts tells.
pub(super) fn print(
    prover: &Prover,
    tree: &Tree,
    count: u32,
    sampler: &mut Sampler,
) -> anyhow::Result<ExitCode> {
    let mut out = io::stdout();
    let Some(asked) = prover.asked(tree) else {
        writeln!(out, "nothing is left to answer")?;
        return Ok(ExitCode::SUCCESS);
    };
    let mut open = tree.open(asked, prover.shard);
    let all = open.len();
    let mut rng = SplitMix64::of_series(prover.task.seed);
    let gives_up = || prover.stop.load(Ordering::Relaxed);
    let mut sample = Vec::new();
    let cpu = || usage().map_or(Duration::ZERO, |usage| usage.cpu);
    let begun = cpu();
    let bar = bar_with(all.min(count as usize) as u64, "{bar:30} {pos}/{len} parts {elapsed}");
    for _ in 0..all.min(count as usize) {
        let question = open.swap_remove(rng.below(open.len()));
        let part = tree.position(question);
        let rungs =
            sampler.rungs(part, question.margin, prover.task.deepest, prover.effort(&gives_up));
        let Some(rungs) = rungs else {
            bar.finish_and_clear();
            return Ok(ExitCode::from(INTERRUPTED as u8));
        };
        sample.push(rungs);
        bar.inc(1);
    }
    bar.finish_and_clear();
    let seconds = (cpu() - begun).as_secs_f64();
    let nodes: u64 = sample.iter().flatten().map(|rung| rung.nodes).sum();
    let speed = nodes as f64 / seconds.max(0.01);
    writeln!(
        out,
        "is the margin at least {asked}? {} of {} parts that may matter, seed {}: {seconds:.1} s, {:.1} M nodes/s",
        sample.len(),
        grouped(all as u64),
        prover.task.seed,
        speed / 1e6
    )?;
    let Some(forecast) = Forecast::new(&sample, prover.task.seed) else {
        bail!("--forecast {count}: that is too few parts to tell anything");
    };
    table(&mut out, &sample)?;
    writeln!(out, "estimates, with intervals of 90 % for the sampling error only:")?;
    if let Some(power) = forecast.power {
        writeln!(out, "  nodes are the ways to play on to the power {}", told(power, 2))?;
    }
    let seconds = forecast.nodes.times(1.0 / speed);
    writeln!(out, "  a part: {:.3e} nodes, {}", forecast.nodes.value, told_time(seconds))?;
    let whole = told_time(seconds.times(all as f64));
    writeln!(out, "  all {} parts: {whole}", grouped(all as u64))?;
    if let Some(questions) = forecast.questions(tree, asked, prover.task.seed) {
        // Both errors at once, as if they were independent.
        writeln!(
            out,
            "  answers at random, yes as often as in the sample, decide it with {} parts: {}",
            told(questions, 0),
            told_time(seconds.product(questions))
        )?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Prints what the sample took, by plies to the end.
fn table(out: &mut impl Write, sample: &[Vec<Rung>]) -> io::Result<()> {
    writeln!(out, "plies to the end  parts  nodes on average   most nodes  yes")?;
    let mut plies: Vec<u32> = sample.iter().flatten().map(|rung| rung.plies).gather();
    sort::by_key(&mut plies, |plies| *plies);
    plies.dedup();
    for plies in plies {
        let rungs: Vec<&Rung> = sample.iter().flatten().filter(|rung| rung.plies == plies).gather();
        let sum: u64 = rungs.iter().map(|rung| rung.nodes).sum();
        let most = rungs.iter().map(|rung| rung.nodes).max().unwrap_or(0);
        let yes = rungs.iter().filter(|rung| rung.is_reached).count();
        let mean = sum / rungs.len() as u64;
        let (parts, mean, most) = (rungs.len(), grouped(mean), grouped(most));
        writeln!(out, "{plies:16}  {parts:5}  {mean:>16}  {most:>11}  {yes:3}")?;
    }
    Ok(())
}

fn told(spread: Spread, digits: usize) -> String {
    let Spread { value, low, high } = spread;
    format!("{value:.digits$} ({low:.digits$} to {high:.digits$})")
}

/// Returns processor time, given in seconds, in the unit that suits it.
fn told_time(seconds: Spread) -> String {
    let units = [("days", 86_400.0), ("hours", 3_600.0), ("seconds", 1.0)];
    let unit = units.into_iter().find(|(_, length)| seconds.value >= 2.0 * length);
    let (name, length) = unit.unwrap_or(("seconds", 1.0));
    format!("{} processor {name}", told(seconds.times(1.0 / length), 1))
}
