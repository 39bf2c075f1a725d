//! How quickly each game makes moves: perft of a few positions, one thread.
//!
//! `made` makes every leaf, `counted` counts the last ply in bulk. Run one game with
//! `cargo bench --bench perft -- morris`.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use quincunx::games::Game;
use quincunx::games::trimok::Trimok;
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

const TRIMOK_START: &str = "R[3A1,2B1,1C1,3D1,2E1,1F1,3A2,2B2,1C2,3D2,2E2,1F2]\
                            B[3A5,2B5,1C5,3D5,2E5,1F5,3A6,2B6,1C6,3D6,2E6,1F6]turn[R]";
const TRIMOK_MIDDLE: &str = "R[3A1,2B1,2E1,1F1,1C2,1F2,2B3,2D3,1E3]\
                             B[3A4,1D4,2F4,3A6,2B6,1C6,3D6,2E6]turn[R]";

fn all(c: &mut Criterion) {
    bench::<Trimok>(c, "start", TRIMOK_START, 5);
    bench::<Trimok>(c, "middle", TRIMOK_MIDDLE, 4);
}

criterion_group!(benches, all);
criterion_main!(benches);
