//! How quickly each game makes moves: perft of a few positions, one thread.
//!
//! `made` makes every leaf, `counted` counts the last ply in bulk. Run one game with
//! `cargo bench --bench perft -- morris`.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use quincunx::games::Game;
use quincunx::games::hexceed::Hexceed;
use quincunx::kernel::perft::{perft, perft_made};

/// Eight pieces on the board.
const HEXCEED_MIDDLE: &str = "on[ROK@A,GXW@B,GXK@C,GOK@D,BXW@E,BXK@M,B-K@O,BOW@P]hold[ROW]turn[2]";

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
    bench::<Hexceed>(c, "start", "on[]turn[1]", 6);
    bench::<Hexceed>(c, "middle", HEXCEED_MIDDLE, 6);
}

criterion_group!(benches, all);
criterion_main!(benches);
