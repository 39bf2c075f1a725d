//! How quickly each game makes moves: perft of a few positions, one thread.
//!
//! `made` makes every leaf, `counted` counts the last ply in bulk. Run one game with
//! `cargo bench --bench perft -- morris`.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use quincunx::games::Game;
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
    use quincunx::games::coerceo::Coerceo;
    bench::<Coerceo>(
        c,
        "laurentius",
        "W[001,005,015,021,041,045,083,0A3,0B1,0B3,0C3,0C5,0D1,0D3,0F3,0F5,101,115]\
         B[012,024,030,032,050,054,060,062,070,074,080,0A0,0E2,0E4,104,112,122,124]turn[W]",
        5,
    );
    bench::<Coerceo>(
        c,
        "ocius",
        "W[063,065,071,073,093,0E1,0E5]B[042,044,090,0B0,0B4,0C0,0C2]\
         gone[00,01,02,03,05,08,0A,0D,0F,10,11,12]turn[W]",
        6,
    );
}

criterion_group!(benches, all);
criterion_main!(benches);
