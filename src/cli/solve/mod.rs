//! `quincunx solve`: the margin of a game, proven in parts.

mod forecast;
mod prove;

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, bail, ensure};

use super::arguments::arguments;
use super::interrupt;
use super::setup;
use super::words::{RARE, grouped};
use crate::engine::{Engine, NetworkChoice, Session};
use crate::games::{AnyPosition, Bounds, write_claims};
use crate::kernel::{Effort, Gather, Part};
use crate::proof::{Estimate, Plan, Sampler, Store, Tree};

arguments! {
    /// Prove the margin of a game in parts, on one machine or many
    ///
    /// The parts are the positions after some plies, one of each up to symmetry. "Is the margin at least N?" is asked
    /// of the start, and of the parts as far as their answers matter; the solver of the game answers each. Without
    /// --at-least such questions are asked until the margin is known.
    ///
    /// Each answer is appended to a text file in the folder, on the disk before the next question; the same command
    /// resumes. A line is a bound of the final margin of a position, the points of the first player minus those of the
    /// second, with a checksum: POSITION >= MARGIN CHECKSUM, or <=. All .txt files of the folder are read, so the
    /// answers of other machines are added by copying their files into it; shards that share a folder profit from
    /// each other as they go. The exit code is 1 if all questions of a shard are answered but the
    /// margin is not proven yet.
    ///
    /// The file at-least-N.plan in the folder lists the questions to come with the answers that estimates and the
    /// answers so far lead to expect; together these would decide the claim. A new plan is made when an answer
    /// overthrows it, or when it is deleted.
    #[command(after_long_help = "\
Examples:
{examples}")]
    pub(super) struct Solve {
        /// The game
        #[arg(ignore_case = true)]
        game: String,

        /// The folder of the answers; created if it does not exist
        #[arg(long, value_name = "DIR")]
        store: PathBuf,

        /// The position, if not the start
        #[arg(long, value_name = "POSITION")]
        from: Option<String>,

        /// The parts are the positions after so many plies
        #[arg(long, value_name = "PLIES", default_value = "6", value_parser = clap::value_parser!(u32).range(0..=9))]
        plies: u32,

        /// Prove the margins of all positions after so many plies, not that of the first
        ///
        /// One plan serves them all: the answer about a part often matters for several of them.
        #[arg(long, value_name = "PLIES", default_value = "0", help_heading = RARE)]
        each: u32,

        /// Ask only whether the margin is at least N: with 1, whether the first player wins
        #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = clap::value_parser!(i32).range(-1_000_000..=1_000_000))]
        at_least: Option<i32>,

        /// Answer only the I-th of N shards of the questions
        #[arg(long, value_name = "I/N")]
        shard: Option<Part>,

        /// How many parts to work on at the same time
        #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=1024))]
        at_once: u16,

        /// How many threads work on each part
        #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=1024))]
        threads: u16,

        /// The table for each part, in MiB
        #[arg(long, value_name = "MIB", default_value = "256", value_parser = clap::value_parser!(u32).range(1..=1_048_576))]
        hash: u32,

        /// Print the next N questions, one a line, as POSITION >= MARGIN, and answer nothing
        ///
        /// Those whose answers are likeliest to overthrow the plan come first. `solve GAME --from POSITION --plies 0
        /// --at-least MARGIN` answers one on any machine, in a line for a file of the folder.
        #[arg(long, value_name = "N", conflicts_with_all = ["at_once", "threads", "forecast"], help_heading = RARE, value_parser = clap::value_parser!(u16).range(1..))]
        questions: Option<u16>,

        /// Print the answers and what they prove of earlier positions, unless it follows in one move; answer nothing
        ///
        /// The last line is one checksum for all of them. A folder may hold such a file, too.
        #[arg(long, conflicts_with_all = ["at_least", "shard", "at_once", "threads", "questions", "forecast"], help_heading = RARE)]
        claims: bool,

        /// Estimate from a sample of N parts how long the proof takes on one thread, and answer nothing
        ///
        /// A short search plays each part on to three later positions, two plies apart, and the solver answers the
        /// question there. Its nodes grow as a power of the number of ways to play on, from which those of the part
        /// itself are extrapolated. The intervals are of the sampling error only, not of that of the extrapolation.
        #[arg(long, value_name = "N", conflicts_with_all = ["at_once", "threads"], value_parser = clap::value_parser!(u32).range(1..=100_000))]
        forecast: Option<u32>,

        /// The most plies to the end in a sample
        #[arg(long, value_name = "PLIES", default_value = "26", requires = "forecast", help_heading = RARE)]
        deepest: u32,

        /// The seed of the sample
        #[arg(long, default_value = "1", requires = "forecast", help_heading = RARE)]
        seed: u64,
    }
}

pub(super) fn run(task: &Solve, engine: &Engine) -> anyhow::Result<ExitCode> {
    let session = setup::session(&task.game, engine)?;
    let start = start(task, session, engine)?;
    ensure!(
        task.each <= task.plies,
        "--each {}: the parts come after {} plies",
        task.each,
        task.plies
    );
    let mut tree = Tree::new(&*start, task.plies).asking_each(task.each);
    let shard = task.shard.unwrap_or_default();
    let mut store = Store::open(&task.store, &*start)?;
    tree.learn(&store)?;
    if task.claims {
        write!(io::stdout(), "{}", write_claims(&tree.claims()))?;
        return Ok(ExitCode::SUCCESS);
    }
    let stop = Arc::new(AtomicBool::new(false));
    let searcher = session.searcher(HASH_MIB, &NetworkChoice::Own)?;
    let estimate = |position: &dyn AnyPosition| searcher.evaluate(position);
    let prover = Prover { task, shard, start: &*start, stop: &stop, estimate: &estimate };
    if let Some(most) = task.questions {
        return prover.questions(&tree, &store, most.into());
    }
    let mut out = io::stdout();
    let parts = grouped(tree.parts() as u64);
    let answered = grouped(tree.answered() as u64);
    writeln!(
        out,
        "{}: {parts} parts after {} plies, {answered} with answers",
        session.name(),
        task.plies
    )?;
    interrupt::raise(Arc::clone(&stop));
    match task.forecast {
        Some(count) => {
            let searcher = session.searcher(HASH_MIB, &NetworkChoice::Own)?;
            forecast::print(&prover, &tree, count, &mut Sampler::new(searcher))
        }
        None => prove::all(&prover, &mut tree, &mut store),
    }
}

/// Returns the first position, if its parts are within reach of the solver.
fn start(
    task: &Solve,
    session: &dyn Session,
    engine: &Engine,
) -> anyhow::Result<Box<dyn AnyPosition>> {
    let game = session.kind().game();
    if game.solver_reach() == 0 {
        let has_solver = |session: &&dyn Session| session.kind().game().solver_reach() > 0;
        let names = engine.sessions().filter(has_solver).map(Session::name).gather();
        bail!("there is no solver of {}; there is one of {}", session.name(), names.join(", "));
    }
    let start = game.start(&[]).map_err(anyhow::Error::msg)?;
    let start = match &task.from {
        Some(text) => start.parsed(text).with_context(|| format!("--from: {text:?}"))?,
        None => start,
    };
    let needed = start.plies_to_end().unwrap_or(u32::MAX).saturating_sub(game.solver_reach());
    ensure!(
        task.plies >= needed,
        "--plies {}: the solver of {} is no use so far from the end; {needed} is the least",
        task.plies,
        session.name()
    );
    Ok(start)
}

/// Returns what to ask next of a margin within bounds: first whether the game is drawn or better.
fn next_question(known: Bounds) -> i32 {
    if known.lower < 0 && 0 <= known.upper {
        0
    } else if known.has_lower() {
        known.lower + 1
    } else {
        known.upper
    }
}

/// The table of the search that estimates and that plays parts on, in MiB.
const HASH_MIB: usize = 1;

/// What there is to prove.
struct Prover<'a> {
    task: &'a Solve,
    shard: Part,
    start: &'a dyn AnyPosition,
    stop: &'a AtomicBool,
    estimate: &'a Estimate<'a>,
}

impl Prover<'_> {
    /// Returns the margin to ask about next; `None` if all is known.
    fn asked(&self, tree: &Tree) -> Option<i32> {
        let asked = match self.task.at_least {
            Some(margin) => margin,
            None => {
                let open = tree.margins().filter(|(_, known)| known.lower < known.upper);
                open.map(|(_, known)| next_question(known)).min()?
            }
        };
        (!tree.is_decided(asked)).then_some(asked)
    }

    /// Says what is proven.
    fn conclude(&self, tree: &Tree) -> anyhow::Result<ExitCode> {
        for (position, known) in tree.margins() {
            let verdict = match self.task.at_least {
                Some(margin) if known.lower >= margin => format!("at least {margin}"),
                Some(margin) => format!("at most {}", margin - 1),
                None => known.lower.to_string(),
            };
            let of =
                if self.task.each > 0 { format!(" of {}", position.text()) } else { String::new() };
            writeln!(io::stdout(), "proven: the margin{of} is {verdict}")?;
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Prints the next questions.
    fn questions(&self, tree: &Tree, store: &Store, most: usize) -> anyhow::Result<ExitCode> {
        let Some(asked) = self.asked(tree) else { return self.conclude(tree) };
        let plan = Plan::shared(store, tree, asked, self.estimate)?;
        for question in plan.next(tree, self.shard, most) {
            let text = tree.position(question).text();
            writeln!(io::stdout(), "{text} >= {}", question.margin)?;
        }
        Ok(ExitCode::SUCCESS)
    }

    fn effort<'a>(&self, gives_up: &'a (dyn Fn() -> bool + Sync)) -> Effort<'a> {
        Effort {
            mib: self.task.hash as usize,
            nodes: u64::MAX,
            gives_up,
            threads: self.task.threads.into(),
        }
    }
}
