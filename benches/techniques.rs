//! What each technique of the search is worth: the nodes to a fixed depth without it, and matches
//! at equal nodes.
//!
//! `cargo bench --bench techniques [-- --game NAME] [-- --nodes N]` counts nodes: for the bench
//! positions of each game, to the depth that the whole search reaches within N nodes (100,000),
//! with each technique left out in turn. It takes a few minutes.
//!
//! `cargo bench --bench techniques -- --match TECHNIQUE [--game NAME] [--games N] [--nodes N]`
//! plays the whole search against the one without: pairs of games from random openings, the same
//! for both sides, at N nodes a move (2,000).

mod common;

use std::time::Instant;

use common::{geometric_mean, number, word};
use rayon::prelude::*;

use quincunx::arena::Pentanomial;
use quincunx::games::{Game, GameList, Standard, Visitor};
use quincunx::kernel::{Action, Player, Record, SplitMix64, Worth};
use quincunx::search::{Control, Event, Heuristics, Limits, Searcher};

/// The table of each search, in MiB.
const TABLE_MIB: usize = 16;

fn searcher<P: Game>(heuristics: Heuristics, mib: usize) -> Searcher<P> {
    let mut searcher = Searcher::new(mib).expect("memory");
    searcher.set_heuristics(heuristics);
    searcher
}

/// Returns the nodes of a search to a depth, `None` beyond `most`.
fn nodes_to<P: Game>(heuristics: Heuristics, position: &P, depth: u32, most: u64) -> Option<u64> {
    let limits = Limits { depth: Some(depth), nodes: Some(most), ..Limits::default() };
    let record = Record::new(position.clone());
    let control = Control::new(Instant::now());
    let found = searcher(heuristics, TABLE_MIB).search(&record, &limits, &control, &mut |_| {});
    (found.nodes < most).then_some(found.nodes)
}

/// Returns the deepest iteration that ends within so many nodes.
fn depth_within<P: Game>(position: &P, nodes: u64) -> u32 {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let record = Record::new(position.clone());
    let mut deepest = 1;
    searcher(Heuristics::default(), TABLE_MIB).search(
        &record,
        &limits,
        &Control::new(Instant::now()),
        &mut |event| {
            let Event::Line(line) = event else { return };
            if line.nodes < nodes && matches!(line.worth, Worth::Estimate(_)) {
                deepest = line.depth;
            }
        },
    );
    deepest
}

fn count<P: Game>(nodes: u64) {
    let kind = P::NAME;
    let positions: Vec<P> = P::ABOUT
        .bench
        .iter()
        .filter_map(|at| P::read_position(at.text, &P::Rules::default()).ok())
        .collect();
    let depths: Vec<u32> = positions.iter().map(|position| depth_within(position, nodes)).collect();
    println!("{kind}: {} positions to depths {depths:?}", positions.len());
    for (name, _) in Heuristics::ALL {
        let without = Heuristics::without(name).expect("a technique");
        let mut ratios = Vec::new();
        let mut beyond = 0;
        for (position, depth) in positions.iter().zip(&depths) {
            let most = nodes * 300;
            let whole = nodes_to(Heuristics::default(), position, *depth, most).unwrap_or(most);
            let less = nodes_to(without, position, *depth, most);
            beyond += u32::from(less.is_none());
            ratios.push(less.unwrap_or(most) as f64 / whole as f64);
        }
        let more =
            if beyond > 0 { format!(" (at least: {beyond} cut short)") } else { String::new() };
        println!("  without {name:<20} x {:>7.2}{more}", geometric_mean(&ratios));
    }
}

/// Plays one game and returns the points of `side`'s search in halves.
fn play<P: Game>(
    searchers: &mut [Searcher<P>; 2],
    opening: &Record<P>,
    side: Player,
    nodes: u64,
) -> usize {
    let mut record = opening.clone();
    for searcher in searchers.iter_mut() {
        searcher.clear();
    }
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    // A game that is not over by then counts as drawn.
    while record.steps().len() < 600 {
        if let Some(outcome) = record.outcome() {
            return match outcome.winner {
                None => 1,
                Some(winner) => 2 * usize::from(winner == side),
            };
        }
        let whose = usize::from(record.current().to_move() != side);
        let control = Control::new(Instant::now());
        let found = searchers[whose].search(&record, &limits, &control, &mut |_| {});
        record.play(Action::Move(found.best().expect("a move"))).expect("a legal move");
    }
    1
}

fn opening<P: Game>(seed: u64) -> Record<P> {
    let mut rng = SplitMix64::new(seed);
    loop {
        let mut record = Record::new(P::start(&P::Rules::default()));
        for _ in 0..6 {
            let mut moves = Vec::new();
            record.legal_moves(&mut moves);
            if moves.is_empty() {
                break;
            }
            let m = moves[rng.below(moves.len())];
            record.play(Action::Move(m)).expect("a legal move");
        }
        if record.outcome().is_none() {
            return record;
        }
    }
}

/// Plays the whole search against one that lacks something, two games at a time.
fn play_match<P: Game>(name: &str, without: Heuristics, games: u64, nodes: u64) {
    let kind = P::NAME;
    let sides = [Heuristics::default(), without];
    let points: Vec<[usize; 2]> = (1..=games / 2)
        .into_par_iter()
        .map_init(
            || sides.map(|heuristics| searcher::<P>(heuristics, 2)),
            |searchers, seed| {
                let opening = opening::<P>(seed);
                Player::ALL.map(|side| play(searchers, &opening, side, nodes))
            },
        )
        .collect();
    let (mut pairs, mut results) = (Pentanomial::default(), [0; 3]);
    for pair in points {
        pairs.add(pair[0] + pair[1]);
        pair.into_iter().for_each(|points| results[points] += 1);
    }
    let estimate = pairs.estimate().expect("a pair of games");
    println!(
        "{kind}: with against without {name}, {nodes} nodes: +{} ={} -{}, pairs {:?}: Elo {:+.0} +/- {:.0}",
        results[2], results[1], results[0], pairs.0, estimate.elo, estimate.error
    );
}

fn main() {
    let nodes = number("nodes").map(|nodes| nodes as u64);
    for &kind in Standard::ALL {
        if word("game").is_some_and(|wanted| wanted != kind.name()) {
            continue;
        }
        Standard::with(kind, Asked { nodes });
    }
}

/// What the command line asks of a game.
struct Asked {
    nodes: Option<u64>,
}

impl Visitor for Asked {
    type Output = ();

    fn visit<P: Game>(self) {
        match word("match") {
            None => count::<P>(self.nodes.unwrap_or(100_000)),
            Some(name) => {
                let without = Heuristics::without(&name).expect("a technique");
                let games = number("games").unwrap_or(200) as u64;
                play_match::<P>(&name, without, games, self.nodes.unwrap_or(2_000));
            }
        }
    }
}
