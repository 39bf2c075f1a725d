//! Facts about the game: names, odds, endings, benchmarks, samples.

use crate::games::{
    About, BenchPosition, BenchmarkPosition, Benchmarks, Odds, PerftCount, Rung, SampleTables,
    Samples,
};
use crate::kernel::{Ending, GameEnding};

/// A side has no piece left and loses.
pub(super) const ELIMINATED: Ending =
    Ending::Own(&GameEnding { name: "eliminated", words: "{loser} has no piece left" });

/// The side to move can do nothing; a draw.
pub(super) const STALEMATE: Ending =
    Ending::Own(&GameEnding { name: "stalemate", words: "{mover} can do nothing" });

/// Nobody can win any more; a draw.
pub(super) const DEAD: Ending =
    Ending::Own(&GameEnding { name: "dead", words: "nobody can win any more" });

/// The facts about the game.
pub(super) const ABOUT: About = About {
    name: "coerceo",
    title: "Coerceo",
    units: "pieces",
    ladder: Rung::ladder(LEVELS),
    // From 5,936 games with its network.
    odds: Odds { even: 88.0, spread: 133.0 },
    endings: &[ELIMINATED, STALEMATE, DEAD],
    guide: include_str!("rules.txt"),
    bench: &BENCH,
    benchmarks: Benchmarks { moves: &MOVES_MADE, nodes: 700_000 },
    perft: PerftCount { depth: 6, leaves: 12_307_984_056 },
    samples: Samples {
        moves: &["W[0D3-0D5]", "B[0E2-0E0]"],
        sectors: None,
        tables: Some(SampleTables {
            chosen: "single",
            position: "W[091,093]B[090]gone[00,01,02,03,04,05,06,07,08,0A,0B,0C,0D,0E,0F,10,11,12]held[2,2]turn[W]",
        }),
    },
};

/// The nodes and the blur of each level below the greatest.
const LEVELS: [(u64, u32); Rung::COUNT] = [
    (0, 160),
    (0, 74),
    (10, 330),
    (25, 160),
    (60, 120),
    (150, 116),
    (350, 99),
    (800, 96),
    (2000, 111),
];

/// Positions from the start to the ending that keep the search busy.
const BENCH: [BenchPosition; 5] = [
    BenchPosition {
        id: "start",
        depth: 6,
        text: "W[001,005,015,021,041,045,083,0A3,0B1,0B3,0C3,0C5,0D1,0D3,0F3,0F5,101,115]B[012,024,030,032,050,054,060,062,070,074,080,0A0,0E2,0E4,104,112,122,124]turn[W]",
    },
    BenchPosition {
        id: "opening",
        depth: 5,
        text: "W[011,021,031,041,045,051,061,083,093,0A1,0D3,0E1,0E5,0F1,101,111,115]B[014,020,030,052,054,072,074,080,082,0A4,0E2,0E4,104]gone[00,12]held[1,1]turn[B]",
    },
    BenchPosition {
        id: "middle",
        depth: 5,
        text: "W[051,053,091,0B1,0B3,0C5,0E1,0F5]B[012,014,060,072,080,084,092,0A2,0B0,0C2,0F0]gone[00,02,03,0D,10,11,12]held[2,0]turn[W]",
    },
    BenchPosition {
        id: "late",
        depth: 7,
        text: "W[063,065,071,073,093,0E1,0E5]B[042,044,090,0B0,0B4,0C0,0C2]gone[00,01,02,03,05,08,0A,0D,0F,10,11,12]turn[W]",
    },
    BenchPosition {
        id: "ending",
        depth: 8,
        text: "W[041,045,061,0C5,0D1,0E3,0E5]B[042,064,0C4,0D0,0D4]gone[00,01,02,03,05,07,08,0A,0F,10,11,12]turn[W]",
    },
];

const MOVES_MADE: [BenchmarkPosition; 2] = [
    BenchmarkPosition {
        id: "laurentius",
        depth: 5,
        text: "W[001,005,015,021,041,045,083,0A3,0B1,0B3,0C3,0C5,0D1,0D3,0F3,0F5,101,115]B[012,024,030,032,050,054,060,062,070,074,080,0A0,0E2,0E4,104,112,122,124]turn[W]",
    },
    BenchmarkPosition {
        id: "ocius",
        depth: 6,
        text: "W[063,065,071,073,093,0E1,0E5]B[042,044,090,0B0,0B4,0C0,0C2]gone[00,01,02,03,05,08,0A,0D,0F,10,11,12]turn[W]",
    },
];
