//! Facts about the game: names, odds, endings, benchmarks, samples.

use crate::games::{
    About, BenchPosition, BenchmarkPosition, Benchmarks, Odds, PerftCount, Rung, Samples,
};

/// The facts about the game.
pub(super) const ABOUT: About = About {
    name: "hexceed",
    title: "Hexceed",
    units: "points",
    ladder: Rung::ladder(LEVELS),
    // From 6,000 games with its network; 20,000 others gave 47 and 62.
    odds: Odds { even: 48.0, spread: 64.0 },
    endings: &[],
    guide: include_str!("rules.txt"),
    bench: &BENCH,
    benchmarks: Benchmarks { moves: &MOVES_MADE, nodes: 1_200_000 },
    perft: PerftCount { depth: 6, leaves: 23_970_816 },
    samples: Samples { moves: &["1[RXK]", "2[RXK@E]"], sectors: None, tables: None },
};

/// The nodes and the blur of each level below the greatest.
const LEVELS: [(u64, u32); Rung::COUNT] = [
    (0, 283),
    (0, 176),
    (10, 139),
    (25, 152),
    (60, 104),
    (150, 93),
    (350, 76),
    (800, 46),
    (2500, 10),
];

/// Positions from the start to the ending that keep the search busy.
const BENCH: [BenchPosition; 4] = [
    BenchPosition { id: "start", depth: 5, text: "on[]turn[1]" },
    BenchPosition { id: "opening", depth: 8, text: "on[R-W@B,BOW@D,G-W@F,BXW@I]hold[B-W]turn[2]" },
    BenchPosition {
        id: "middle",
        depth: 8,
        text: "on[GOK@E,GXK@F,GXW@L,ROW@M,G-W@N,ROK@Q]score[1,0]hold[BXK]turn[2]",
    },
    BenchPosition {
        id: "ending",
        depth: 17,
        text: "on[GOW@A,GXK@B,RXK@E,BXK@F,BXW@J,GXW@K,B-W@L,GOK@N,B-K@Q]score[3,0]hold[RXW]turn[1]",
    },
];

const MOVES_MADE: [BenchmarkPosition; 2] = [
    BenchmarkPosition { id: "start", depth: 6, text: "on[]turn[1]" },
    BenchmarkPosition {
        id: "middle",
        depth: 6,
        text: "on[ROK@A,GXW@B,GXK@C,GOK@D,BXW@E,BXK@M,B-K@O,BOW@P]hold[ROW]turn[2]",
    },
];
