//! `quincunx learn`: games of a learner against itself.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use anyhow::{Context, anyhow};
use indicatif::ProgressBar;

use super::arguments::arguments;
use super::interrupt::{self, INTERRUPTED};
use super::progress;
use super::setup;
use super::words::{self, RARE, grouped};
use crate::engine::{Engine, Session};
use crate::experience::Learner;
use crate::games::AnyPosition;
use crate::kernel::Assignment;
use crate::learn::{Opponent, Plan, Progress, learn, trial};
use crate::store::{Store, Sync};

arguments! {
    /// Let a learner play against itself, and store what it learns
    ///
    /// The learner counts the results of games that pass through the position after each move, reduced
    /// by symmetry, and the results of moves with the same effect. It plays the most promising or least
    /// known moves (UCB1), and now and then a random one. With --nodes it searches and tries the best
    /// lines of the search. With --literal it learns by the simpler scheme that the project began with: states
    /// with their moves, drawn by weight; a winner's moves gain weight, a loser's are dropped.
    ///
    /// Each game is saved when it is over. The same command resumes an interrupted series from the
    /// first missing game; equal commands of one version give equal stores. Several commands with different
    /// seeds may fill one store at the same time. On several machines, let each play games with other numbers
    /// (--first-game) into its own store, and combine them with `experience merge`.
    #[command(after_long_help = "\
Examples:
{examples}")]
    pub(super) struct Learn {
        /// The game
        game: String,

        /// The folder of the store; created if missing
        #[arg(long = "path", alias = "store", value_name = "DIR")]
        store: PathBuf,

        /// The number of games in the series, those in the store included
        ///
        /// The store knows which games of the same series it has.
        #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
        games: u64,

        /// The number of the first game; each number gives different random choices
        #[arg(long, value_name = "N", default_value = "0", value_parser = clap::value_parser!(u64).range(..=1_000_000_000), help_heading = RARE)]
        first_game: u64,

        /// The seed of random choices
        #[arg(long, default_value = "1", help_heading = RARE)]
        seed: u64,

        /// The nodes of a search for each move [default: no search]
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), conflicts_with = "literal")]
        nodes: Option<u64>,

        /// Draw moves by weight, in states as the command `states` stores them
        #[arg(long, help_heading = RARE)]
        literal: bool,

        /// Learn only from the first P plies of each game
        #[arg(long, value_name = "P", value_parser = clap::value_parser!(u16).range(1..), help_heading = RARE)]
        plies: Option<u16>,

        /// Sync to the disk after this many games
        ///
        /// A power cut loses at most these games if the file system preserves the order of writes;
        /// otherwise only 1 is safe. A killed program loses nothing in any case.
        #[arg(long, value_name = "N", default_value = "100", value_parser = clap::value_parser!(u64).range(1..), help_heading = RARE)]
        sync_every: u64,

        /// Measure what was learned every N games [default: a tenth of all]
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
        every: Option<u64>,

        /// Measure it in this many games against each opponent
        ///
        /// The opponents are random moves and the engine without experience.
        #[arg(long, value_name = "N", default_value = "100")]
        trials: u64,

        /// A rule to set, for example "{rule}"; may be repeated
        #[arg(long, value_name = "NAME=VALUE", help_heading = RARE)]
        option: Vec<Assignment>,
    }
}

/// The nodes of the engine against which a learner without a search is measured.
const ENGINE_NODES: u64 = 10;

pub(super) fn run(task: &Learn, engine: &Engine) -> anyhow::Result<ExitCode> {
    let session = engine.game(&task.game).context("which game?")?;
    let start = session.kind().game().start(&task.option).map_err(|error| anyhow!(error))?;
    let sync = if task.sync_every == 1 { Sync::Each } else { Sync::Never };
    let store = setup::store(&task.store, sync)?;
    let plan = Plan {
        games: task.games,
        first: task.first_game,
        seed: task.seed,
        nodes: task.nodes.unwrap_or(0),
        plies: task.plies.map(usize::from),
        is_literal: task.literal,
        sync_every: task.sync_every,
    };
    let is_stopped = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&is_stopped);
    interrupt::when_unread(Box::new(move || flag.store(true, Ordering::Relaxed)));
    interrupt::raise(Arc::clone(&is_stopped));
    let mut report = Report::new(task, &store, session, &*start);
    let done = learn(&store, session, &*start, &plan, &mut |progress| {
        !is_stopped.load(Ordering::Relaxed) && report.tell(progress)
    })?;
    report.conclude(done)?;
    let is_cut = done.games < task.games;
    Ok(ExitCode::from(if is_cut { INTERRUPTED as u8 } else { 0 }))
}

/// The progress report.
struct Report<'a> {
    task: &'a Learn,
    store: &'a Store,
    session: &'a dyn Session,
    start: &'a dyn AnyPosition,
    bar: ProgressBar,
    started: Instant,
    first: Option<u64>,
    /// The last measured scores, as text.
    scores: String,
    error: Option<anyhow::Error>,
}

impl<'a> Report<'a> {
    fn new(
        task: &'a Learn,
        store: &'a Store,
        session: &'a dyn Session,
        start: &'a dyn AnyPosition,
    ) -> Self {
        let bar = progress::bar(task.games);
        let (started, scores) = (Instant::now(), String::new());
        Self { task, store, session, start, bar, started, first: None, scores, error: None }
    }

    /// Reports the state after a game and returns whether to continue.
    fn tell(&mut self, progress: Progress) -> bool {
        let Progress { games, new } = progress;
        let is_first = self.first.is_none();
        self.first.get_or_insert(games);
        let every = self.task.every.unwrap_or(self.task.games.div_ceil(10));
        self.bar.set_position(games);
        self.bar.set_message(format!("{} new positions{}", grouped(new), self.scores));
        if is_first || (games % every != 0 && games != self.task.games) {
            return true;
        }
        let line = self.measure().and_then(|()| {
            let text =
                format!("{} games, {} new positions{}", grouped(games), grouped(new), self.scores);
            self.line(&text).map_err(Into::into)
        });
        self.error = line.err();
        self.error.is_none()
    }

    fn line(&self, text: &str) -> io::Result<()> {
        self.bar.suspend(|| writeln!(io::stdout(), "{text}"))
    }

    /// Plays games from which nothing is learned.
    fn measure(&mut self) -> anyhow::Result<()> {
        let Self { task, store, session, start, .. } = *self;
        let learner = Learner::find(store, start, task.literal)?;
        let Some(learner) = learner.filter(|_| task.trials > 0) else { return Ok(()) };
        let nodes = task.nodes.unwrap_or(0);
        let against = |opponent| {
            trial(&learner, nodes, opponent, (session, start), task.trials, !task.seed)
                .map(|score| 100.0 * score)
        };
        let engine = if nodes > 0 { nodes } else { ENGINE_NODES };
        let (dice, engine_score) = (against(Opponent::Dice)?, against(Opponent::Engine(engine))?);
        self.scores = format!(
            ", {dice:.1} % against random moves, {engine_score:.1} % against the engine at {engine} \
             nodes"
        );
        Ok(())
    }

    /// Reports what was done.
    fn conclude(self, done: Progress) -> anyhow::Result<()> {
        self.bar.finish_and_clear();
        if let Some(error) = self.error {
            return Err(error);
        }
        let played = done.games - self.first.unwrap_or(0).min(done.games);
        let time = words::time(self.started.elapsed());
        let mut out = io::stdout().lock();
        writeln!(
            out,
            "{} games in the series, {} played now in {time}, {} new positions",
            grouped(done.games),
            grouped(played),
            grouped(done.new)
        )?;
        Ok(())
    }
}
