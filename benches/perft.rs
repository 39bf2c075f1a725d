//! How quickly each game makes moves: perft of a few positions, one thread.
//!
//! `made` makes every leaf, `counted` counts the last ply in bulk. Run one game with
//! `cargo bench --bench perft -- morris`.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use quincunx::games::Game;
use quincunx::kernel::perft::{perft, perft_made};

#[allow(dead_code, reason = "called for each game")]
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

fn all(c: &mut Criterion) {
    let _ = c;
}

criterion_group!(benches, all);
criterion_main!(benches);
