//! What is to be told about the game.

use quincunx::games::{
    About, BenchPosition, BenchmarkPosition, Benchmarks, Game, Literal, Odds, PerftCount, Rung,
    Samples,
};
use quincunx::kernel::{Ending, GameEnding};

use super::position::Kayles;

/// No pin stands: the last throw has won.
pub const CLEARED: Ending =
    Ending::Own(&GameEnding { name: "cleared", words: "{loser} finds no pin standing" });

/// No pin stands: the last throw has lost.
pub const LAST: Ending =
    Ending::Own(&GameEnding { name: "last", words: "{loser} knocked the last pin down" });

impl Game for Kayles {
    const ABOUT: &'static About = &About {
        name: "kayles",
        title: "Kayles",
        units: "pins",
        ladder: Rung::ladder([
            (0, 800),
            (0, 400),
            (0, 200),
            (0, 100),
            (0, 50),
            (20, 25),
            (50, 0),
            (100, 0),
            (200, 0),
        ]),
        odds: Odds { even: 0.0, spread: 100.0 },
        endings: &[CLEARED, LAST],
        guide: "Knock down one pin or two that stand side by side.\n\n# The end\n\nThe last one wins.\n",
        bench: &[
            BenchPosition {
                id: "start",
                depth: 4,
                text: "pins[1,2,3,4,5,6,7,8,9,10,11,12]turn[A]",
            },
            BenchPosition { id: "middle", depth: 8, text: "pins[1,3,4,6,7,8,10,12]turn[B]" },
        ],
        benchmarks: Benchmarks {
            moves: &[BenchmarkPosition { id: "row", depth: 4, text: "pins[1,2,3,4]turn[A]" }],
            nodes: 1_000_000,
        },
        perft: PerftCount { depth: 3, leaves: 6_954 },
        samples: Samples { moves: &["A[6-7]"], sectors: None, tables: None },
    };
}

impl Literal for Kayles {}
