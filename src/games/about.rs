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
    /// How the levels below the greatest play it, the weakest first.
    pub ladder: [Rung; Rung::COUNT],
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
    /// What help texts show of it.
    pub samples: Samples,
}

/// How a level plays a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rung {
    /// The nodes of a search, besides a first look at every move; with none it is that look, and captures
    /// that may follow go unseen.
    pub nodes: u64,
    /// The standard deviation of the error with which it sees positions, in hundredths of the unit.
    pub blur: u32,
}

impl Rung {
    /// How many there are.
    pub const COUNT: usize = 9;

    /// Returns a ladder of pairs of nodes and blur.
    #[must_use]
    pub const fn ladder(pairs: [(u64, u32); Self::COUNT]) -> [Self; Self::COUNT] {
        let mut ladder = [Self { nodes: 0, blur: 0 }; Self::COUNT];
        let mut at = 0;
        while at < Self::COUNT {
            (ladder[at].nodes, ladder[at].blur) = pairs[at];
            at += 1;
        }
        ladder
    }
}

/// A position and how deep it is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BenchPosition {
    /// A short name for it, another one for each position of a game.
    pub id: &'static str,
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

/// What help texts show of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Samples {
    /// The first moves of a game.
    pub moves: &'static [&'static str],
    /// What [`Literal::sectors`](super::Literal::sectors) reads as all of them, if it lists any.
    pub sectors: Option<&'static str>,
    /// Tables that take a moment to build, if the game has tables.
    pub tables: Option<SampleTables>,
}

/// A few tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SampleTables {
    /// What [`Unit::choose`](crate::tablebase::Unit::choose) reads as them.
    pub chosen: &'static str,
    /// A position that they know.
    pub position: &'static str,
}
