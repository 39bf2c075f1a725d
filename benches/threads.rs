//! What a second thread is worth: nodes a second and the time to a fixed depth, two threads against
//! one, in six positions of each game.
//!
//! `cargo bench --bench threads -- [--rounds N] [--threads N] [--game NAME]`. The two take turns
//! in each position, each with a cleared table of 64 MiB, so that whatever else the machine does
//! meets both; a round takes about a minute.

mod common;

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use common::{cpu_time, geometric_mean, number, word};
use quincunx::games::{Game, GameList, Standard, Visitor};
use quincunx::kernel::{Record, Searchable};
use quincunx::search::{Control, Event, Limits, Searcher};

/// The table of each search, in MiB.
const TABLE_MIB: usize = 64;
/// How many positions of each game.
const POSITIONS: usize = 6;

/// What one search took.
#[derive(Clone, Copy)]
struct Cost {
    nodes: u64,
    wall: Duration,
    cpu: Option<Duration>,
}

fn search<P: Searchable>(searcher: &mut Searcher<P>, position: &P, depth: u32) -> Cost {
    searcher.clear();
    let record = Record::new(position.clone());
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let before = cpu_time();
    let start = Instant::now();
    let found = searcher.search(&record, &limits, &Control::new(start), &mut |_| {});
    let wall = start.elapsed();
    let cpu = cpu_time().and_then(|after| Some(after.saturating_sub(before?)));
    Cost { nodes: found.nodes, wall, cpu }
}

/// Returns the first depth at which one thread visits the nodes wanted, unless the game is decided
/// by then.
fn depth_for<P: Searchable>(searcher: &mut Searcher<P>, position: &P, nodes: u64) -> Option<u32> {
    let record = Record::new(position.clone());
    // The last plies of a game of bounded length belong to its own solver.
    let deepest = position.plies_left().map_or(u32::MAX, |left| left.saturating_sub(1));
    let limits =
        Limits { nodes: Some(nodes * 6), depth: Some(deepest.max(1)), ..Limits::default() };
    searcher.clear();
    let mut depth = None;
    searcher.search(&record, &limits, &Control::new(Instant::now()), &mut |event| {
        let Event::Line(line) = event else { return };
        if depth.is_none() && line.nodes >= nodes && line.nodes < nodes * 6 {
            depth = Some((line.depth, line.score().is_decisive()));
        }
    });
    depth.and_then(|(depth, is_decided)| (!is_decided).then_some(depth))
}

/// Returns positions of a game with the depths they are searched to: the bench positions, then
/// those of the perft tables.
fn positions<P: Game>(searcher: &mut Searcher<P>) -> Vec<(P, u32)> {
    let path = format!("{}/tests/perft/{}.perft", env!("CARGO_MANIFEST_DIR"), P::NAME);
    let file = std::fs::read_to_string(path).expect("a perft table");
    let texts = file.lines().filter_map(|line| line.strip_prefix("position "));
    let mut seen = BTreeSet::new();
    let mut chosen = Vec::new();
    for text in P::ABOUT.bench.iter().map(|at| at.text).chain(texts) {
        // Positions of other rules are left out.
        let Ok(position) = P::read_position(text, &P::Rules::default()) else { continue };
        if position.outcome().is_some() || !seen.insert(position.packed()) {
            continue;
        }
        if let Some(depth) = depth_for(searcher, &position, P::ABOUT.benchmarks.nodes) {
            chosen.push((position, depth));
        }
        if chosen.len() == POSITIONS {
            break;
        }
    }
    chosen
}

/// Ratios of several threads to one.
#[derive(Default)]
struct Ratios {
    rate: Vec<f64>,
    time: Vec<f64>,
    nodes: Vec<f64>,
    cpu_rate: Vec<f64>,
    cpu_time: Vec<f64>,
}

impl Ratios {
    fn add(&mut self, threads: usize, one: Cost, many: Cost) {
        let wall = one.wall.as_secs_f64() / many.wall.as_secs_f64();
        let nodes = many.nodes as f64 / one.nodes as f64;
        self.rate.push(wall * nodes);
        self.time.push(wall);
        self.nodes.push(nodes);
        if let (Some(alone), Some(cpu)) = (one.cpu, many.cpu) {
            let saved = threads as f64 * alone.as_secs_f64() / cpu.as_secs_f64();
            self.cpu_time.push(saved);
            self.cpu_rate.push(saved * nodes);
        }
    }

    fn append(&mut self, other: &Self) {
        self.rate.extend(&other.rate);
        self.time.extend(&other.time);
        self.nodes.extend(&other.nodes);
        self.cpu_rate.extend(&other.cpu_rate);
        self.cpu_time.extend(&other.cpu_time);
    }

    fn print(&self, name: &str) {
        let mean = geometric_mean;
        println!(
            "{name:<34} nodes/s x {:.2}  time to depth / {:.2}  nodes x {:.2}  | by processor \
             time: nodes/s x {:.2}, time / {:.2}",
            mean(&self.rate),
            mean(&self.time),
            mean(&self.nodes),
            mean(&self.cpu_rate),
            mean(&self.cpu_time)
        );
    }
}

fn measure<P: Game>(threads: usize, rounds: usize) -> Ratios {
    let kind = P::NAME;
    let mut one = Searcher::<P>::new(TABLE_MIB).expect("memory");
    let mut many = Searcher::<P>::new(TABLE_MIB).expect("memory");
    many.set_threads(threads);
    let mut all = Ratios::default();
    for (i, (position, depth)) in positions(&mut one).into_iter().enumerate() {
        let mut ratios = Ratios::default();
        let mut nodes = 0;
        for round in 0..rounds {
            let (alone, together);
            if round % 2 == 0 {
                alone = search(&mut one, &position, depth);
                together = search(&mut many, &position, depth);
            } else {
                together = search(&mut many, &position, depth);
                alone = search(&mut one, &position, depth);
            }
            nodes = alone.nodes;
            ratios.add(threads, alone, together);
        }
        ratios.print(&format!("  {kind} {i}, depth {depth}, {nodes} nodes"));
        all.append(&ratios);
    }
    all.print(kind);
    all
}

/// [`measure`] of a game.
struct Measure {
    threads: usize,
    rounds: usize,
}

impl Visitor for Measure {
    type Output = Ratios;

    fn visit<P: Game>(self) -> Ratios {
        measure::<P>(self.threads, self.rounds)
    }
}

fn main() {
    let rounds = number("rounds").unwrap_or(3);
    let threads = number("threads").unwrap_or(2);
    let game = word("game");
    println!("{threads} threads against 1, geometric means of {rounds} rounds");
    let mut all = Ratios::default();
    for &kind in Standard::ALL {
        if game.as_deref().is_none_or(|name| name == kind.name()) {
            let measured = Standard::with(kind, Measure { threads, rounds });
            all.append(&measured.expect("a game of the list"));
        }
    }
    all.print("all");
}
