//! How quickly each game makes moves: perft of a few positions, one thread.
//!
//! `made` makes every leaf, `counted` counts the last ply in bulk. Run one game with
//! `cargo bench --bench perft -- morris`.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use quincunx::games::{Game, GameList, Standard, Visitor};
use quincunx::kernel::perft::{perft, perft_made};

fn bench<P: Game>(c: &mut Criterion, id: &str, position: &str, depth: u32) {
    let position = P::read_position(position, &P::Rules::default()).expect("a position");
    let mut group = c.benchmark_group(P::NAME);
    group.sample_size(10).throughput(Throughput::Elements(perft(&position, depth)));
    group.bench_with_input(BenchmarkId::new("made", id), &depth, |b, depth| {
        b.iter(|| perft_made(&position, *depth));
    });
    group.bench_with_input(BenchmarkId::new("counted", id), &depth, |b, depth| {
        b.iter(|| perft(&position, *depth));
    });
    group.finish();
}

/// How quickly a position is made and its moves listed, counted in positions: what a search pays
/// for each node.
fn bench_make_and_list<P: Game>(c: &mut Criterion, id: &str, position: &str) {
    let position = P::read_position(position, &P::Rules::default()).expect("a position");
    let (mut moves, mut list) = (Vec::new(), Vec::new());
    position.legal_moves(&mut moves);
    let mut group = c.benchmark_group(P::NAME);
    group.sample_size(20).throughput(Throughput::Elements(moves.len() as u64));
    group.bench_with_input(BenchmarkId::new("make and list", id), &position, |b, position| {
        let mut position = position.clone();
        b.iter(|| {
            for &m in &moves {
                let undo = position.make(m);
                list.clear();
                position.legal_moves(&mut list);
                black_box(&list);
                position.unmake(m, undo);
            }
        });
    });
    let evaluator = P::Evaluator::default();
    group.bench_with_input(BenchmarkId::new("make and evaluate", id), &position, |b, position| {
        let mut position = position.clone();
        b.iter(|| {
            for &m in &moves {
                let undo = position.make(m);
                black_box(position.evaluate(&evaluator));
                position.unmake(m, undo);
            }
        });
    });
    group.finish();
}

/// Both, in the positions that a game names.
struct Measure<'a>(&'a mut Criterion);

impl Visitor for Measure<'_> {
    type Output = ();

    fn visit<P: Game>(self) {
        for position in P::ABOUT.benchmarks.moves {
            bench::<P>(self.0, position.id, position.text, position.depth);
            bench_make_and_list::<P>(self.0, position.id, position.text);
        }
    }
}

fn all(c: &mut Criterion) {
    for kind in Standard::ALL {
        Standard::with(*kind, Measure(c));
    }
}

criterion_group!(benches, all);
criterion_main!(benches);
