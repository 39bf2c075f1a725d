//! What a search tells.

use std::time::Duration;

use crate::kernel::{Move, MoveBits, Score, Worth};

/// What a score says about the true value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// It is the value.
    Exact,
    /// The value is at least this.
    Lower,
    /// The value is at most this.
    Upper,
}

/// What a search tells while it runs, with moves of type `M`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event<M> {
    /// A line of an iteration that is finished, or that was cut short at the end of the search.
    Line(Line<M>),
    /// In a search of more than a second, now and then: a root move is being searched.
    RootMove {
        /// The iteration, in plies.
        depth: u32,
        /// The move.
        m: M,
        /// Its place in the order of the iteration, from 1.
        number: u32,
    },
    /// In the place of a search: a move is played by what games have taught.
    Book {
        /// The move.
        m: M,
        /// How many games came through the position behind it.
        games: u64,
        /// The share of the points that its player had in these, in thousandths.
        share: u32,
    },
    /// Something that the search had to do without, such as a damaged table.
    Warning(String),
}

impl Event<MoveBits> {
    /// Returns the event with the moves of a game.
    #[must_use]
    pub fn decoded<M: Move>(self) -> Option<Event<M>> {
        Some(match self {
            Self::Line(line) => Event::Line(line.decoded()),
            Self::RootMove { depth, m, number } => {
                Event::RootMove { depth, m: m.decode()?, number }
            }
            Self::Book { m, games, share } => Event::Book { m: m.decode()?, games, share },
            Self::Warning(text) => Event::Warning(text),
        })
    }
}

/// A line of play that a search has found, and what it took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<M> {
    /// The iteration, in plies.
    pub depth: u32,
    /// Which of the lines asked for this is, 1 for the best.
    pub multi_pv: u32,
    /// The deepest ply that was looked at, quiescence included.
    pub selective_depth: u32,
    /// What the first move is worth to the side to move. For the best line that is the value of
    /// the root, or of the root moves that were asked for.
    pub worth: Worth,
    /// The nodes of this search up to now.
    pub nodes: u64,
    /// The time of this search up to now.
    pub time: Duration,
    /// How full the table is, in thousandths.
    pub hash_full: u32,
    /// How many positions the oracle has judged.
    pub oracle_hits: u64,
    /// The moves; empty only if the game is over.
    pub pv: Vec<M>,
}

impl<M> Line<M> {
    /// Returns the line of a search that has not looked at any move.
    #[must_use]
    pub const fn nothing(worth: Worth) -> Self {
        Self {
            depth: 0,
            multi_pv: 1,
            selective_depth: 0,
            worth,
            nodes: 0,
            time: Duration::ZERO,
            hash_full: 0,
            oracle_hits: 0,
            pv: Vec::new(),
        }
    }

    /// Returns the score of the line.
    #[must_use]
    pub const fn score(&self) -> Score {
        self.worth.score()
    }

    /// Returns the nodes for each second.
    #[must_use]
    pub fn nodes_per_second(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-6)) as u64
    }

    /// Returns the same line with its moves in another form.
    #[must_use]
    pub fn with_moves<N>(&self, pv: Vec<N>) -> Line<N> {
        let Self { depth, multi_pv, selective_depth, worth, nodes, time, hash_full, .. } = *self;
        let oracle_hits = self.oracle_hits;
        Line { depth, multi_pv, selective_depth, worth, nodes, time, hash_full, oracle_hits, pv }
    }
}

impl Line<MoveBits> {
    /// Returns the line with the moves of a game.
    #[must_use]
    pub fn decoded<M: Move>(&self) -> Line<M> {
        self.with_moves(MoveBits::decode_all(&self.pv))
    }
}

impl<M: Clone> Line<M> {
    /// Returns the best move, or `None` when there is no legal move.
    #[must_use]
    pub fn best(&self) -> Option<M> {
        self.pv.first().cloned()
    }

    /// Returns the answer that is expected to the best move.
    #[must_use]
    pub fn answer(&self) -> Option<M> {
        self.pv.get(1).cloned()
    }
}
