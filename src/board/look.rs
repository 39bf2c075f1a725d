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

    /// Begins to search the position of a ply.
    pub(super) async fn go(
        &mut self,
        game: &Game,
        ply: usize,
        lines: u64,
        limits: &str,
        most: Option<Duration>,
    ) -> Result<(), Gone> {
        let mut commands = Vec::new();
        if !self.is_set_up || !self.post.is_filled() {
            commands = game.setup();
            commands.extend(super::session::common_options(self.threads));
            commands.push("setoption name UCI_AnalyseMode value true".to_owned());
        }
        commands.push(format!("setoption name MultiPV value {lines}"));
        commands.push(game.position(ply));
        let child = self.post.child()?;
        child.command(&commands).await?;
        self.is_set_up = true;
        child.go(limits, most).await
    }
}
