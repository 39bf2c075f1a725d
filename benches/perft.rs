//! How quickly each game makes moves: perft of a few positions, one thread.
//!
//! `made` makes every leaf, `counted` counts the last ply in bulk. Run one game with
//! `cargo bench --bench perft -- morris`.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use quincunx::games::Game;
use quincunx::games::morris::Morris;
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

fn all(c: &mut Criterion) {
    bench::<Morris>(c, "placing", "B[]W[]hand[9,9]turn[B]", 5);
    let sliding = "B[d7,a4,b4,c4,f4,e3,d2]W[d6,c5,e5,b2,a1,d1,g1]turn[W]";
    bench::<Morris>(c, "sliding", sliding, 7);
    bench::<Morris>(c, "flying", "B[a7,d7,b6]W[c5,d5,e4]turn[B]", 4);
}

criterion_group!(benches, all);
criterion_main!(benches);
