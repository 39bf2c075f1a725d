//! The engine that analyses: one job at a time, for one tab.

use std::time::Duration;

use tokio::time::Instant;

use super::child::Gone;
use super::game::Game;
use super::line::Search;
use super::message::Number;
use super::post::Post;

/// The longest analysis.
pub(super) const LONGEST: Duration = Duration::from_secs(600);

/// The analyst: the engine and what it does at the moment.
pub(super) struct Look {
    pub(super) post: Post,
    /// Whether the engine knows which game is played.
    is_set_up: bool,
    pub(super) job: Option<Job>,
    /// How many threads it searches with.
    threads: i64,
}

/// Something to find out.
pub(super) struct Job {
    /// Who wants to know.
    pub(super) tab: u64,
    pub(super) n: Number,
    pub(super) search: Search,
    pub(super) kind: Kind,
    /// When an analysis without end is stopped.
    pub(super) ends: Option<Instant>,
}

impl Job {
    /// Another move is made at a ply: what the one before led to says nothing of it.
    pub(super) const fn move_replaced(&mut self, ply: usize) {
        if let Kind::Judge { behind, .. } = &mut self.kind {
            if self.search.ply() == ply {
                *behind = None;
            }
        }
    }
}

/// A search to be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Task {
    pub(super) ply: usize,
    /// How many lines are told.
    pub(super) lines: u64,
    /// What `go` is told.
    pub(super) limits: String,
    /// How long it takes at most by these limits; `None` if they do not end it.
    pub(super) most: Option<Duration>,
}

impl Task {
    /// Returns a search that lasts until it is stopped.
    pub(super) fn endless(ply: usize, lines: u64) -> Self {
        Self { ply, lines, limits: "infinite".to_owned(), most: None }
    }

    /// Returns a search for the best move of a ply.
    pub(super) fn bounded(ply: usize, limits: String, most: Duration) -> Self {
        Self { ply, lines: 1, limits, most: Some(most) }
    }
}

/// What is to be found out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Kind {
    /// The best lines of a position.
    Lines,
    /// The chances at each ply, from the last one back.
    Judge {
        /// The time for each.
        ms: u64,
        /// The first player's chance a ply later.
        behind: Option<f64>,
    },
}

impl Look {
    pub(super) fn new(post: Post, threads: i64) -> Self {
        Self { post, is_set_up: false, job: None, threads }
    }

    /// Another game is played, or another engine is here.
    pub(super) const fn forget(&mut self) {
        self.is_set_up = false;
    }

    /// Begins a search.
    pub(super) async fn go(&mut self, game: &Game, task: &Task) -> Result<(), Gone> {
        let mut commands = Vec::new();
        if !self.is_set_up || !self.post.is_filled() {
            commands = game.setup();
            commands.extend(super::session::common_options(self.threads));
            commands.push("setoption name UCI_AnalyseMode value true".to_owned());
        }
        commands.push(format!("setoption name MultiPV value {}", task.lines));
        commands.push(game.position(task.ply));
        let child = self.post.child()?;
        child.command(&commands).await?;
        self.is_set_up = true;
        child.go(&task.limits, task.most).await
    }
}
