//! How long an evaluation takes: by the terms alone, and with the game's network.
//!
//! The positions are those of short random walks from the positions of `bench`. An evaluation is a
//! call for each in turn. Run one game with `cargo bench --bench evaluate -- morris`.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use quincunx::games::{Game, GameList, Standard, Visitor};
use quincunx::kernel::SplitMix64;
use quincunx::network::Hybrid;

/// How many positions of each game.
const POSITIONS: usize = 1024;
/// The plies of a walk.
const PLIES: usize = 8;

/// Returns the positions of random walks that have not ended.
fn positions<P: Game>() -> Vec<P> {
    let mut rng = SplitMix64::new(1);
    let (mut found, mut moves) = (Vec::new(), Vec::new());
    for start in P::ABOUT.bench.iter().cycle() {
        let mut position = P::read_position(start.text, &P::Rules::default()).expect("a position");
        for _ in 0..PLIES {
            if found.len() == POSITIONS {
                return found;
            }
            moves.clear();
            position.legal_moves(&mut moves);
            if position.outcome().is_some() || moves.is_empty() {
                break;
            }
            found.push(position.clone());
            let _ = position.make(moves[rng.below(moves.len())]);
        }
    }
    found
}

struct Measure<'a>(&'a mut Criterion);

impl Visitor for Measure<'_> {
    type Output = ();

    fn visit<P: Game>(self) {
        let positions = positions::<P>();
        let mut group = self.0.benchmark_group(P::NAME);
        group.sample_size(30).throughput(Throughput::Elements(POSITIONS as u64));
        for (id, evaluator) in [("terms", Hybrid::TERMS), ("network", Hybrid::default())] {
            group.bench_function(id, |b| {
                b.iter(|| {
                    for position in &positions {
                        black_box(black_box(position).evaluate(&evaluator));
                    }
                });
            });
        }
        group.finish();
    }
}

fn all(c: &mut Criterion) {
    for kind in Standard::ALL {
        Standard::with(*kind, Measure(c));
    }
}

criterion_group!(benches, all);
criterion_main!(benches);
