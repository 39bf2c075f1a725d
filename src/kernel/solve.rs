//! Solvers of single games, which know more about the rest of a game than the search does.

use super::position::Position;

/// What exact play to the end proves about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof<M> {
    /// The final margin in points, from the view of the side to move.
    pub margin: i32,
    /// Best play to the end; its first move is a best move.
    pub line: Vec<M>,
}

/// The outcome of an attempt at a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt<M> {
    /// The proof; `None` if the effort did not suffice.
    pub proof: Option<Proof<M>>,
    /// The nodes that the attempt took.
    pub nodes: u64,
}

/// The outcome of a question about a margin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Whether the margin is reached; `None` if the effort did not suffice.
    pub reached: Option<bool>,
    /// The nodes that the answer took.
    pub nodes: u64,
}

/// How much effort a proof may take.
#[derive(Clone, Copy)]
pub struct Effort<'a> {
    /// The most memory that it may use, in MiB.
    pub mib: usize,
    /// The nodes.
    pub nodes: u64,
    /// Asked every few thousand nodes whether to give up.
    pub gives_up: &'a (dyn Fn() -> bool + Sync),
    /// With more than one, it may work on all threads of the current rayon pool.
    pub threads: usize,
}

/// A solver of the rest of a game. Left blank, there is none.
pub trait Solve: Position {
    /// From how many plies before the end [`reaches`](Self::reaches) answers; 0 if it never does.
    const REACH: u32 = 0;

    /// Returns about how many nodes [`prove`](Self::prove) would take `plies` plies from now, 0 for
    /// this position; `None` if the game has no solver of its own or the end is too far away.
    fn proof_nodes(&self, _plies: u32) -> Option<u64> {
        None
    }

    /// Solves the rest of the game exactly, with a solver that knows more about it than the search
    /// does.
    fn prove(&self, _effort: Effort) -> Attempt<Self::Move> {
        Attempt { proof: None, nodes: 0 }
    }

    /// Answers whether under best play the final margin, the points of the first player minus those of the
    /// second, is at least `margin`. That takes less than to find the margin.
    fn reaches(&self, _margin: i32, _effort: Effort) -> Answer {
        Answer { reached: None, nodes: 0 }
    }
}
