//! How soon endings of Hexceed are solved: medians over the same 20 positions of random play for each
//! number of empty cells, by the clock and in processor time; and how much of the processor time of all of
//! them it takes to answer whether the margin is at least 0, of each with an empty table.
//!
//! `cargo bench --bench endings -- [--from 9] [--most 12] [--positions 20] [--threads 1]`. Twelve empty
//! cells take seconds each. `benches/hexceed.rs` follows the changes of a few hard positions more
//! closely.

mod common;

use std::time::{Duration, Instant};

use common::{cpu_time, number};
use quincunx::games::hexceed::Hexceed;
use quincunx::games::hexceed::solve::{Budget, Solver};
use quincunx::kernel::{Position, SplitMix64};
use rayon::ThreadPoolBuilder;

/// More than twelve empty cells fill.
const TABLE_MIB: usize = 64;
const SEED: u64 = 20;

fn main() {
    let threads = number("threads").unwrap_or(1).max(1);
    let positions = number("positions").unwrap_or(20).max(1);
    let pool = ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
    let budget = Budget { threads, ..Budget::UNLIMITED };
    println!("{positions} positions, threads: {threads}");
    println!("empty  to move     nodes    wall s  processor s  sum of margins  question");
    for empty in number("from").unwrap_or(9)..=number("most").unwrap_or(12) {
        for held in [true, false] {
            let mut rng = SplitMix64::new(SEED);
            let (mut nodes, mut walls, mut cpus) = (Vec::new(), Vec::new(), Vec::new());
            let (mut sum, mut asked) = (0, Duration::ZERO);
            let since = |before: Option<Duration>| Some(cpu_time()? - before?);
            for _ in 0..positions {
                let position = random(&mut rng, 2 * (18 - empty) + usize::from(held));
                let mut solver = Solver::new(TABLE_MIB);
                let (begun, cpu) = (Instant::now(), cpu_time());
                sum += pool.install(|| solver.margin(&position, budget)).expect("no limit");
                walls.push(begun.elapsed());
                cpus.extend(since(cpu));
                nodes.push(solver.nodes());
                let mut solver = Solver::new(TABLE_MIB);
                let cpu = cpu_time();
                pool.install(|| solver.reaches(&position, 0, budget)).expect("no limit");
                asked += since(cpu).unwrap_or_default();
            }
            let seconds = |mut times: Vec<Duration>| {
                times.sort_unstable();
                times.get(times.len() / 2).map_or(0.0, Duration::as_secs_f64)
            };
            nodes.sort_unstable();
            let all: Duration = cpus.iter().sum();
            let question = 100.0 * asked.as_secs_f64() / all.as_secs_f64();
            println!(
                "{empty:5}  {:7} {:9} {:9.3} {:12.3} {sum:15} {question:7.0} %",
                if held { "places" } else { "hands" },
                nodes[nodes.len() / 2],
                seconds(walls),
                seconds(cpus),
            );
        }
    }
}

/// Returns the position after so many random actions.
fn random(rng: &mut SplitMix64, actions: usize) -> Hexceed {
    let mut position = Hexceed::start(&());
    let mut moves = Vec::new();
    for _ in 0..actions {
        moves.clear();
        position.legal_moves(&mut moves);
        position.make(moves[rng.below(moves.len())]);
    }
    position
}
