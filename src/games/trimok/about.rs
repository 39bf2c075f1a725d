//! Facts about the game: names, odds, endings, benchmarks, samples.

use crate::games::{
    About, BenchPosition, BenchmarkPosition, Benchmarks, Odds, PerftCount, Rung, SampleTables,
    Samples,
};
use crate::kernel::{Ending, GameEnding};

/// A side has no stack left and loses.
pub(super) const STACKS: Ending =
    Ending::Own(&GameEnding { name: "stacks", words: "{loser} has no stack left" });

/// The side to move has no move and loses.
pub(super) const MOVES: Ending =
    Ending::Own(&GameEnding { name: "moves", words: "{loser} cannot move" });

/// The facts about the game.
pub(super) const ABOUT: About = About {
    name: "trimok",
    title: "Trimok",
    units: "stacks",
    ladder: Rung::ladder(LEVELS),
    // From 6,000 games: 3,000 gave 21 and 160, as many others 20 and 162.
    odds: Odds { even: 20.0, spread: 161.0 },
    endings: &[STACKS, MOVES],
    guide: include_str!("rules.txt"),
    bench: &BENCH,
    benchmarks: Benchmarks { moves: &MOVES_MADE, nodes: 2_500_000 },
    perft: PerftCount { depth: 7, leaves: 1_527_286_120 },
    samples: Samples {
        moves: &["R[A2-A3]", "B[A5-A4]"],
        sectors: None,
        tables: Some(SampleTables { chosen: "1-1..2-1", position: "R[3B2,2C2]B[1E5]turn[R]" }),
    },
};

/// The nodes and the blur of each level below the greatest.
const LEVELS: [(u64, u32); Rung::COUNT] = [
    (0, 4000),
    (0, 508),
    (10, 1553),
    (25, 691),
    (60, 602),
    (150, 580),
    (350, 525),
    (800, 505),
    (2000, 555),
];

/// Positions from the start to the ending that keep the search busy.
const BENCH: [BenchPosition; 5] = [
    BenchPosition {
        id: "start",
        depth: 7,
        text: "R[3A1,2B1,1C1,3D1,2E1,1F1,3A2,2B2,1C2,3D2,2E2,1F2]B[3A5,2B5,1C5,3D5,2E5,1F5,3A6,2B6,1C6,3D6,2E6,1F6]turn[R]",
    },
    BenchPosition {
        id: "middle",
        depth: 7,
        text: "R[3A1,2B1,2E1,1F1,1C2,1F2,2B3,2D3,1E3]B[3A4,1D4,2F4,3A6,2B6,1C6,3D6,2E6]turn[R]",
    },
    BenchPosition { id: "four-stacks", depth: 7, text: "R[1A6,2D6,3E6]B[1C1]turn[R]" },
    BenchPosition {
        id: "nine-stacks",
        depth: 8,
        text: "R[3A1,2B1,3B6]B[3C4,1E4,1F4,1C5,3A6,2E6]turn[R]",
    },
    BenchPosition { id: "two-stacks", depth: 10, text: "R[3F1]B[3E5]turn[B]" },
];

const MOVES_MADE: [BenchmarkPosition; 2] = [
    BenchmarkPosition {
        id: "start",
        depth: 5,
        text: "R[3A1,2B1,1C1,3D1,2E1,1F1,3A2,2B2,1C2,3D2,2E2,1F2]B[3A5,2B5,1C5,3D5,2E5,1F5,3A6,2B6,1C6,3D6,2E6,1F6]turn[R]",
    },
    BenchmarkPosition {
        id: "middle",
        depth: 4,
        text: "R[3A1,2B1,2E1,1F1,1C2,1F2,2B3,2D3,1E3]B[3A4,1D4,2F4,3A6,2B6,1C6,3D6,2E6]turn[R]",
    },
];
