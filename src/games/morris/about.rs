//! Facts about the game: names, odds, endings, benchmarks, samples.

use crate::games::{
    About, BenchPosition, BenchmarkPosition, Benchmarks, Odds, PerftCount, Rung, SampleTables,
    Samples,
};
use crate::kernel::{Ending, GameEnding};

/// A side has fewer than three men and loses.
pub(super) const PIECES: Ending =
    Ending::Own(&GameEnding { name: "pieces", words: "{loser} has fewer than three men" });

/// The side to move cannot move and loses.
pub(super) const BLOCKED: Ending =
    Ending::Own(&GameEnding { name: "blocked", words: "{loser} cannot move" });

/// The facts about the game.
pub(super) const ABOUT: About = About {
    name: "morris",
    title: "Nine Men's Morris",
    units: "men",
    ladder: Rung::ladder(LEVELS),
    // From 3,000 games with its network; 1,500 others gave 353 and 377.
    odds: Odds { even: 445.0, spread: 346.0 },
    endings: &[PIECES, BLOCKED],
    guide: include_str!("rules.txt"),
    bench: &BENCH,
    benchmarks: Benchmarks { moves: &MOVES_MADE, nodes: 2_500_000 },
    perft: PerftCount { depth: 7, leaves: 1_873_562_112 },
    samples: Samples {
        moves: &["B[d6]", "W[d2]", "B[f4]", "W[b4]"],
        sectors: Some("3-3..9-9"),
        tables: Some(SampleTables {
            chosen: "3-3..4-3",
            position: "B[a7,c5,b4]W[b6,a4,c4]turn[W]",
        }),
    },
};

/// The nodes and the blur of each level below the greatest.
const LEVELS: [(u64, u32); Rung::COUNT] = [
    (0, 4000),
    (0, 2900),
    (0, 1300),
    (10, 2600),
    (25, 850),
    (60, 450),
    (150, 380),
    (350, 355),
    (800, 320),
];

/// Positions from the start to the ending that keep the search busy.
const BENCH: [BenchPosition; 6] = [
    BenchPosition { id: "start", depth: 8, text: "B[]W[]hand[9,9]turn[B]" },
    BenchPosition { id: "placing", depth: 8, text: "B[a7,d7,b6,f6]W[c5,d5,e5,a4]hand[5,5]turn[B]" },
    BenchPosition {
        id: "full",
        depth: 10,
        text: "B[d7,b6,f6,d5,a4,c4,f4,b2,d2]W[a7,g7,e5,e4,g4,c3,d3,a1,d1]turn[B]",
    },
    BenchPosition {
        id: "sliding",
        depth: 11,
        text: "B[d7,a4,b4,c4,f4,e3,d2]W[d6,c5,e5,b2,a1,d1,g1]turn[W]",
    },
    BenchPosition { id: "flying", depth: 7, text: "B[a7,d7,b6,c3]W[c5,d5,e4]turn[W]" },
    BenchPosition { id: "three-men", depth: 6, text: "B[a7,d7,b6]W[c5,d5,e4]turn[B]" },
];

const MOVES_MADE: [BenchmarkPosition; 3] = [
    BenchmarkPosition { id: "placing", depth: 5, text: "B[]W[]hand[9,9]turn[B]" },
    BenchmarkPosition {
        id: "sliding",
        depth: 7,
        text: "B[d7,a4,b4,c4,f4,e3,d2]W[d6,c5,e5,b2,a1,d1,g1]turn[W]",
    },
    BenchmarkPosition { id: "flying", depth: 4, text: "B[a7,d7,b6]W[c5,d5,e4]turn[B]" },
];
