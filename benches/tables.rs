//! What tables of solved positions cost: probes a second with and without the chunk in memory, and
//! nodes a second with and without tables, by the men in hand.
//!
//! `cargo bench --bench tables -- --path FOLDER [--nodes N] [--positions N]`, with a folder of Morris
//! tables. *Cold* is a folder that has just been opened, as in a process that has just started; the
//! system may still have the files in memory. Times are processor times, where the system tells them.

mod common;

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use common::{cpu_time, geometric_mean, number, word};
use quincunx::games::Game;
use quincunx::games::morris::{Morris, Rules};
use quincunx::kernel::{Oracle, Position, Record, SplitMix64};
use quincunx::search::{Control, Limits, Searcher};
use quincunx::tablebase::{Place, Solved, Unit};

type Tables = Arc<dyn Oracle<Morris>>;

/// The table of each search, in MiB: the default of a session.
const TABLE_MIB: usize = 16;

fn open(folder: &str) -> Tables {
    let opened = Morris::open_tables(Path::new(folder)).expect("a folder");
    opened.expect("Morris has tables").oracle
}

/// Returns the processor time of some work, or the time where the system does not tell it.
fn timed(work: impl FnOnce()) -> Duration {
    let (start, before) = (Instant::now(), cpu_time());
    work();
    match (before, cpu_time()) {
        (Some(before), Some(after)) => after.saturating_sub(before),
        _ => start.elapsed(),
    }
}

/// Returns random positions that the tables know.
fn known(tables: &Tables, count: usize, seed: u64) -> Vec<Morris> {
    let units: Vec<_> = <Morris as Solved>::Unit::all().collect();
    let mut rng = SplitMix64::new(seed);
    let random = std::iter::repeat_with(|| {
        let unit = units[rng.below(units.len())];
        let sector = rng.below(unit.sectors());
        let place = Place { sector, number: rng.below(unit.places() as usize) };
        Morris::at(unit, place, &Rules::default())
    });
    let is_known =
        |position: &Morris| position.outcome().is_none() && tables.judge(position).is_some();
    random.take(100 * count).flatten().filter(is_known).take(count).collect()
}

fn probes(folder: &str) {
    let positions = known(&open(folder), 20_000, 1);
    let tables = open(folder);
    let ask = |positions: &[Morris]| {
        for position in positions {
            std::hint::black_box(tables.judge(position));
        }
    };
    let rate = |probes: usize, time: Duration| (probes as f64 / time.as_secs_f64()) as u64;
    let cold = timed(|| ask(&positions));
    println!("probes a second, cold: {}", rate(positions.len(), cold));
    let few = &positions[..500.min(positions.len())];
    ask(few);
    let warm = timed(|| (0..1000).for_each(|_| ask(few)));
    println!("probes a second, warm: {}", rate(1000 * few.len(), warm));
}

/// Returns a position after random placements that leave that many men in hand.
fn placing(in_hand: usize, seed: u64) -> Option<Morris> {
    let mut rng = SplitMix64::new(seed);
    let mut position = Morris::start(&Rules::default());
    let mut moves = Vec::new();
    for _ in in_hand..18 {
        moves.clear();
        position.legal_moves(&mut moves);
        position.make(moves[rng.below(moves.len())]);
    }
    position.outcome().is_none().then_some(position)
}

/// Searches a position and returns the nodes per second of processor time.
fn search(position: Morris, nodes: u64, tables: Option<&Tables>) -> f64 {
    let mut searcher = Searcher::new(TABLE_MIB).expect("memory");
    searcher.set_oracle(tables.cloned());
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let mut visited = 0;
    let time = timed(|| {
        let record = Record::new(position);
        let found = searcher.search(&record, &limits, &Control::new(Instant::now()), &mut |_| {});
        visited = found.nodes;
    });
    visited as f64 / time.as_secs_f64()
}

fn main() {
    let Some(folder) = word("path") else {
        println!("needs --path FOLDER, with tables of Morris");
        return;
    };
    let nodes = number("nodes").unwrap_or(100_000) as u64;
    let positions = number("positions").unwrap_or(5);
    probes(&folder);
    println!("thousands of nodes a second, {nodes} nodes, {positions} positions each");
    println!("| in hand | without | cold | warm | cold / without | warm / without |");
    for in_hand in [18, 12, 6, 4, 2, 1, 0] {
        let mut rates = [const { Vec::new() }; 3];
        for position in (0..).filter_map(|seed| placing(in_hand, seed)).take(positions) {
            let tables = open(&folder);
            let found = [None, Some(&tables), Some(&tables)];
            for (rates, tables) in rates.iter_mut().zip(found) {
                rates.push(search(position, nodes, tables));
            }
        }
        let [without, cold, warm] = rates.map(|rates| geometric_mean(&rates) / 1000.0);
        let (a, b) = (cold / without, warm / without);
        println!("| {in_hand} | {without:.0} | {cold:.0} | {warm:.0} | {a:.2} | {b:.2} |");
    }
}
