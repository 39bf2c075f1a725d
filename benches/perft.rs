//! How quickly each game makes moves: perft of a few positions, one thread.
//!
//! `made` makes every leaf, `counted` counts the last ply in bulk. Run one game with
//! `cargo bench --bench perft -- morris`.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use quincunx::games::Game;
use quincunx::games::coerceo::Coerceo;
use quincunx::games::dominions::Dominions;
use quincunx::games::hexceed::Hexceed;
use quincunx::games::morris::Morris;
use quincunx::games::trimok::Trimok;
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
    group.bench_with_input(BenchmarkId::new("make and evaluate", id), &position, |b, position| {
        let mut position = position.clone();
        b.iter(|| {
            for &m in &moves {
                let undo = position.make(m);
                black_box(position.evaluate());
                position.unmake(m, undo);
            }
        });
    });
    group.finish();
}

/// A game of Dominions after 12 plies.
const DOMINIONS_OPENING: &str =
    "W[P55i6,P61i7,P60i8,P63i9,P30h9,P62g9]B[P59i5,P39h6,P47h7,P55h8,P63g8,P51f8]turn[W]";
/// A game of Dominions after 40 plies.
const DOMINIONS_MIDDLE: &str = "W[P24q13,P10p13,P59p14,P44n11,P56n13,P29n14,P43m14,P15l11,P9l13,P47l15,P13k11,P54k16,P20k17,P37j13,P30i14,P23h7,P41h10,P55h11,P21h12,P49g13]B[P63p15,P37o13,P39o14,P61n10,P28n12,P9n15,P10l12,P41l14,P13k13,P53k15,P11j10,P40j11,P34j15,P62j16,P31i7,P33i10,P49h8,P6h9,P35h13,P22g12]turn[W]";
/// A game of Dominions after 95 plies.
const DOMINIONS_LATE: &str = "W[P13p13,P33p14,P20'p15,P11o10,P24'o13,P39o15,P49n9,P45n12,P15n13,P56m8,P21m14,P53l9,P31l10,P40l11,P7l12,P50l13,P30l14,P48k8,P6j8,P55j13,P57i3,P17i6,P27h2,P52h4,P12h5,P29h8,P24h10,P62g3,P46g6,P29'g7,P18'f3,P58f4,P21'f5,P9'f6,P59f7,P42f10,P11'e3,P26e4,P51e5,P37e6,P61e8,P25d2,P1'd7,P18d11,P60c5,P4c6,P54b2,P23b4,P20b9,P38a6]B[P12q13,P40q14,P10p11,P3o12,P37n10,P32n14,P28n15,P14m9,P47m11,P35m15,P39k9,P55k10,P28'k11,P16'k12,P59k14,P48j9,P23j10,P42j11,P46j12,P5i5,P32'i7,P36'i8,P30i9,P3'i10,P58h3,P26h6,P56h11,P51g1,P31g10,P44f8,P6e2,P13e9,P16e10,P49d3,P4d6,P10'd10,P22c2,P2c3,P17c7,P45c9,P60b3,P34b7,P61b8,P8b10,P38a4]turn[B]";

const TRIMOK_START: &str = "R[3A1,2B1,1C1,3D1,2E1,1F1,3A2,2B2,1C2,3D2,2E2,1F2]\
                            B[3A5,2B5,1C5,3D5,2E5,1F5,3A6,2B6,1C6,3D6,2E6,1F6]turn[R]";
const TRIMOK_MIDDLE: &str = "R[3A1,2B1,2E1,1F1,1C2,1F2,2B3,2D3,1E3]\
                             B[3A4,1D4,2F4,3A6,2B6,1C6,3D6,2E6]turn[R]";

/// A game of Hexceed with eight pieces on the board.
const HEXCEED_MIDDLE: &str = "on[ROK@A,GXW@B,GXK@C,GOK@D,BXW@E,BXK@M,B-K@O,BOW@P]hold[ROW]turn[2]";

fn all(c: &mut Criterion) {
    bench::<Morris>(c, "placing", "B[]W[]hand[9,9]turn[B]", 5);
    let sliding = "B[d7,a4,b4,c4,f4,e3,d2]W[d6,c5,e5,b2,a1,d1,g1]turn[W]";
    bench::<Morris>(c, "sliding", sliding, 7);
    bench::<Morris>(c, "flying", "B[a7,d7,b6]W[c5,d5,e4]turn[B]", 4);
    for (id, position) in
        [("opening", DOMINIONS_OPENING), ("middle", DOMINIONS_MIDDLE), ("late", DOMINIONS_LATE)]
    {
        bench::<Dominions>(c, id, position, 2);
        bench_make_and_list::<Dominions>(c, id, position);
    }
    bench::<Trimok>(c, "start", TRIMOK_START, 5);
    bench::<Trimok>(c, "middle", TRIMOK_MIDDLE, 4);
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
    bench::<Hexceed>(c, "start", "on[]turn[1]", 6);
    bench::<Hexceed>(c, "middle", HEXCEED_MIDDLE, 6);
}

criterion_group!(benches, all);
criterion_main!(benches);
