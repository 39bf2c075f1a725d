//! Facts about the game: names, odds, endings, benchmarks, samples.

use crate::games::{
    About, BenchPosition, BenchmarkPosition, Benchmarks, Odds, PerftCount, Rung, Samples,
};

/// The facts about the game.
pub(super) const ABOUT: About = About {
    name: "dominions",
    title: "Dominions",
    units: "points",
    ladder: Rung::ladder(LEVELS),
    // From 3,000 games.
    odds: Odds { even: 56.0, spread: 260.0 },
    endings: &[],
    guide: include_str!("rules.txt"),
    bench: &BENCH,
    benchmarks: Benchmarks { moves: &MOVES_MADE, nodes: 400_000 },
    perft: PerftCount { depth: 3, leaves: 266_260_200 },
    samples: Samples { moves: &["W[P63i9]", "B[P55h8]"], sectors: None, tables: None },
};

/// The nodes and the blur of each level below the greatest.
const LEVELS: [(u64, u32); Rung::COUNT] = [
    (0, 720),
    (0, 518),
    (10, 1358),
    (25, 820),
    (60, 560),
    (150, 402),
    (350, 360),
    (800, 375),
    (2000, 380),
];

/// Positions from the start to the ending that keep the search busy.
const BENCH: [BenchPosition; 6] = [
    BenchPosition { id: "start", depth: 1, text: "W[]B[]turn[W]" },
    BenchPosition {
        id: "opening",
        depth: 2,
        text: "W[P55i6,P61i7,P60i8,P63i9,P30h9,P62g9]B[P59i5,P39h6,P47h7,P55h8,P63g8,P51f8]turn[W]",
    },
    BenchPosition {
        id: "early",
        depth: 2,
        text: "W[P48o8,P51n8,P59m8,P15l8,P27k6,P31j6,P42j7,P12j11,P55i6,P61i7,P60i8,P63i9,P39i10,P30h9,P62g9,P47g10]B[P29o9,P30n9,P8'n10,P31m9,P57l6,P19l9,P27k7,P16'k8,P32'k11,P53k12,P61j5,P46j8,P54j9,P62j10,P59i5,P58h5,P39h6,P47h7,P55h8,P63g8,P51f8,P23f9,P2'e9]turn[B]",
    },
    BenchPosition {
        id: "middle",
        depth: 2,
        text: "W[P44q15,P48o8,P54o11,P51n8,P59m8,P15l8,P27k6,P31j6,P42j7,P12j11,P55i6,P61i7,P60i8,P63i9,P39i10,P30h9,P62g9,P47g10]B[P8q9,P56'q10,P52q11,P4'q12,P40'q13,P60q14,P33'p8,P37p9,P14'p10,P50p11,P21p12,P1'p13,P12p15,P29o9,P30n9,P8'n10,P35n11,P10m7,P31m9,P24'm10,P57l6,P19l9,P18'l10,P38l12,P15l13,P27k7,P16'k8,P50'k9,P22k10,P32'k11,P53k12,P61j5,P46j8,P54j9,P62j10,P59i5,P58h5,P39h6,P47h7,P55h8,P63g8,P51f8,P23f9,P2'e9]turn[W]",
    },
    BenchPosition {
        id: "late",
        depth: 3,
        text: "W[P13p13,P33p14,P20'p15,P11o10,P24'o13,P39o15,P49n9,P45n12,P15n13,P56m8,P21m14,P53l9,P31l10,P40l11,P7l12,P50l13,P30l14,P48k8,P6j8,P55j13,P57i3,P17i6,P27h2,P52h4,P12h5,P29h8,P24h10,P62g3,P46g6,P29'g7,P18'f3,P58f4,P21'f5,P9'f6,P59f7,P42f10,P11'e3,P26e4,P51e5,P37e6,P61e8,P25d2,P1'd7,P18d11,P60c5,P4c6,P54b2,P23b4,P20b9,P38a6]B[P12q13,P40q14,P10p11,P3o12,P37n10,P32n14,P28n15,P14m9,P47m11,P35m15,P39k9,P55k10,P28'k11,P16'k12,P59k14,P48j9,P23j10,P42j11,P46j12,P5i5,P32'i7,P36'i8,P30i9,P3'i10,P58h3,P26h6,P56h11,P51g1,P31g10,P44f8,P6e2,P13e9,P16e10,P49d3,P4d6,P10'd10,P22c2,P2c3,P17c7,P45c9,P60b3,P34b7,P61b8,P8b10,P38a4]turn[B]",
    },
    BenchPosition {
        id: "ending",
        depth: 4,
        text: "W[P46o14,P53n7,P55n9,P20n10,P62m8,P6'm9,P15m11,P16l5,P50l8,P60l9,P12l13,P13k11,P47k16,P41j4,P10j6,P57j7,P63j10,P24j14,P14i2,P9'i3,P23i5,P9i8,P28i11,P43i14,P61i15,P5h2,P29h6,P17h14,P2g1,P31g3,P19g5,P54g7,P7g8,P58g10,P3g12,P11f10,P39f13,P48e2,P26e6,P40e7,P37e8,P52e12,P32d1,P22d2,P8d3,P51d6,P56d9,P30d11,P16'c1,P27c2,P34c4,P4c7,P18c9,P35b1,P59b5,P44b7,P38a5]B[P45o8,P12o10,P26n11,P43n12,P28n14,P50m7,P56m12,P5m13,P7l10,P32k4,P29k6,P27k8,P57k10,P37k15,P21j5,P14j8,P13j11,P34j12,P22j13,P41i6,P3i9,P53i16,P48h3,P44h4,P59h7,P20h8,P63h10,P23h11,P15h13,P58h15,P40g2,P1g4,P51g6,P31g11,P24g13,P33f2,P42f5,P62f6,P38f7,P4f8,P10f11,P55e4,P21'e5,P47e9,P61e11,P19d5,P36d7,P11d12,P8c3,P30c5,P17c8,P49c10,P25b4,P52b6,P46b8,P54b9,P1'a3,P35a4,P33'a7,P36'a8,P6'a9]turn[W]",
    },
];

const MOVES_MADE: [BenchmarkPosition; 3] = [
    BenchmarkPosition {
        id: "opening",
        depth: 2,
        text: "W[P55i6,P61i7,P60i8,P63i9,P30h9,P62g9]B[P59i5,P39h6,P47h7,P55h8,P63g8,P51f8]turn[W]",
    },
    BenchmarkPosition {
        id: "middle",
        depth: 2,
        text: "W[P24q13,P10p13,P59p14,P44n11,P56n13,P29n14,P43m14,P15l11,P9l13,P47l15,P13k11,P54k16,P20k17,P37j13,P30i14,P23h7,P41h10,P55h11,P21h12,P49g13]B[P63p15,P37o13,P39o14,P61n10,P28n12,P9n15,P10l12,P41l14,P13k13,P53k15,P11j10,P40j11,P34j15,P62j16,P31i7,P33i10,P49h8,P6h9,P35h13,P22g12]turn[W]",
    },
    BenchmarkPosition {
        id: "late",
        depth: 2,
        text: "W[P13p13,P33p14,P20'p15,P11o10,P24'o13,P39o15,P49n9,P45n12,P15n13,P56m8,P21m14,P53l9,P31l10,P40l11,P7l12,P50l13,P30l14,P48k8,P6j8,P55j13,P57i3,P17i6,P27h2,P52h4,P12h5,P29h8,P24h10,P62g3,P46g6,P29'g7,P18'f3,P58f4,P21'f5,P9'f6,P59f7,P42f10,P11'e3,P26e4,P51e5,P37e6,P61e8,P25d2,P1'd7,P18d11,P60c5,P4c6,P54b2,P23b4,P20b9,P38a6]B[P12q13,P40q14,P10p11,P3o12,P37n10,P32n14,P28n15,P14m9,P47m11,P35m15,P39k9,P55k10,P28'k11,P16'k12,P59k14,P48j9,P23j10,P42j11,P46j12,P5i5,P32'i7,P36'i8,P30i9,P3'i10,P58h3,P26h6,P56h11,P51g1,P31g10,P44f8,P6e2,P13e9,P16e10,P49d3,P4d6,P10'd10,P22c2,P2c3,P17c7,P45c9,P60b3,P34b7,P61b8,P8b10,P38a4]turn[B]",
    },
];
