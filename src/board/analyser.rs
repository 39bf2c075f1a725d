//! The analysis engine: one job at a time, for one tab.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;

use super::child::Gone;
use super::game::BoardGame;
use super::library::Library;
use super::line::SearchOutput;
use super::message::RequestNumber;
use super::post::Post;
use crate::kernel::Limits;
use crate::wire::SetOption;

/// The longest analysis.
pub(super) const LONGEST: Duration = Duration::from_secs(600);

/// The analysis engine and its current job.
pub(super) struct Analyser {
    pub(super) post: Post,
    /// Whether the engine knows which game is played.
    is_set_up: bool,
    pub(super) job: Option<AnalysisJob>,
    /// The number of its search threads.
    threads: usize,
    library: Arc<Library>,
    /// Which version of the library it uses.
    equipped: u64,
}

/// A job.
pub(super) struct AnalysisJob {
    /// The tab that asked.
    pub(super) tab: u64,
    pub(super) n: RequestNumber,
    pub(super) search: SearchOutput,
    pub(super) kind: JobKind,
    /// When an unlimited analysis is stopped.
    pub(super) ends: Option<Instant>,
}

impl AnalysisJob {
    /// Another move is made at a ply, so what the previous one led to does not apply.
    pub(super) fn move_replaced(&mut self, ply: usize) {
        if let JobKind::Judge(judging) = &mut self.kind
            && self.search.ply() == ply
        {
            judging.behind = None;
        }
    }
}

/// A search to be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SearchOrder {
    pub(super) ply: usize,
    /// The moves from there to the position.
    pub(super) line: Vec<String>,
    /// The number of lines to report.
    pub(super) lines: u64,
    pub(super) limits: Limits,
    /// The moves to search; none for all of them.
    pub(super) moves: Vec<String>,
}

impl SearchOrder {
    /// Returns a search that lasts until it is stopped.
    pub(super) fn endless(ply: usize, lines: u64) -> Self {
        Self {
            ply,
            line: Vec::new(),
            lines,
            limits: Limits { infinite: true, ..Limits::default() },
            moves: Vec::new(),
        }
    }

    /// Returns a search for the best move of a ply.
    pub(super) const fn bounded(ply: usize, limits: Limits) -> Self {
        Self { ply, line: Vec::new(), lines: 1, limits, moves: Vec::new() }
    }
}

/// The kind of job.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum JobKind {
    /// The best lines of a position.
    Lines,
    /// Lines of some moves of a position.
    Moves,
    /// The chances at each ply, from the last one backwards.
    Judge(Judging),
}

/// How far the judgement of a game has come.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Judging {
    /// The time for each ply.
    pub(super) ms: u64,
    /// The ply at which it ends.
    pub(super) first: usize,
    /// What was found a ply later.
    pub(super) behind: Option<Found>,
}

/// What a search has found of a ply.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Found {
    /// The first player's chance.
    pub(super) chance: f64,
    /// The best line; empty if the game is over.
    pub(super) line: Vec<String>,
}

impl JobKind {
    /// Returns whether the lines of the search are told.
    pub(super) const fn tells(&self) -> bool {
        !matches!(self, Self::Judge(_))
    }
}

impl Analyser {
    pub(super) fn new(post: Post, threads: usize, library: Arc<Library>) -> Self {
        Self { post, is_set_up: false, job: None, threads, library, equipped: 0 }
    }

    /// The game or the engine has changed.
    pub(super) const fn forget(&mut self) {
        self.is_set_up = false;
    }

    /// Starts a search.
    pub(super) async fn go(&mut self, game: &BoardGame, task: &SearchOrder) -> Result<(), Gone> {
        let mut commands = Vec::new();
        // What tables know is a fact; a game on the other hand is no proof.
        let version = self.library.version();
        if self.equipped != version || !self.post.is_filled() {
            commands.extend(self.library.commands(true, false));
            self.equipped = version;
        }
        if !self.is_set_up || !self.post.is_filled() {
            commands.extend(game.setup(self.threads));
            commands.push(SetOption::new("UCI_AnalyseMode", Some("true")).to_string());
        }
        let lines = task.lines.to_string();
        commands.push(SetOption::new("MultiPV", Some(&lines)).to_string());
        commands.push(game.position(task.ply, &task.line));
        let child = self.post.child()?;
        child.command(&commands).await?;
        self.is_set_up = true;
        child.go(task.limits, &task.moves)
    }
}
