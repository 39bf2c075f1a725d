//! Facts about a game besides its rules and its evaluation.

use super::odds::Odds;
use crate::kernel::Ending;

/// A game in words and numbers: all that the floors above need to know about it.
#[derive(Debug)]
pub struct About {
    /// The name, one lower-case word.
    pub name: &'static str,
    /// The name as people write it.
    pub title: &'static str,
    /// The unit of scores, in the plural: one of these is a score of 100 hundredths.
    pub units: &'static str,
    /// The odds of win, draw and loss at a score.
    pub odds: Odds,
    /// The endings that only this game has.
    pub endings: &'static [Ending],
    /// The rules for people: `# heading`, `* item`, `@ picture`, blank lines between paragraphs. A picture is
    /// `@ POSITION | MOVES | CAPTION`.
    pub guide: &'static str,
    /// The positions of `bench`.
    pub bench: &'static [BenchPosition],
    /// What is measured with `cargo bench`.
    pub benchmarks: Benchmarks,
    /// The deepest verified perft from the start position.
    pub perft: PerftCount,
    /// Command lines for the help texts.
    pub examples: &'static [Example],
}

/// A position and how deep it is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BenchPosition {
    /// The depth, in plies.
    pub depth: u32,
    /// The position.
    pub text: &'static str,
}

/// What is measured with `cargo bench`.
#[derive(Debug)]
pub struct Benchmarks {
    /// Where moves are made and counted.
    pub moves: &'static [BenchmarkPosition],
    /// The nodes that take one thread a few tenths of a second.
    pub nodes: u64,
}

/// A position for perft benchmarks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BenchmarkPosition {
    /// A short name for it.
    pub id: &'static str,
    /// The depth, in plies.
    pub depth: u32,
    /// The position.
    pub text: &'static str,
}

/// A count of leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PerftCount {
    /// The depth, in plies.
    pub depth: u32,
    /// The leaves.
    pub leaves: u64,
}

/// A command line that works as printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Example {
    /// The command whose help shows it; `quincunx` stands for the main help.
    pub of: &'static str,
    /// The line.
    pub line: &'static str,
}
