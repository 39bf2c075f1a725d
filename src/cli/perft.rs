//! `quincunx perft`: leaf counts.

use std::collections::HashMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};
use indicatif::ProgressBar;
use parking_lot::Mutex;
use serde_json::json;

use super::arguments::arguments;
use super::setup::RuleArgs;
use super::source::Source;
use super::{input, progress, words};
use crate::engine::Engine;
use crate::kernel::perft::MAX_DEPTH;
use crate::kernel::{Part, all_ok};

arguments! {
    /// Count the leaves of the game tree below each move
    ///
    /// The counts prove a move generator: two programs that agree on them to some depth agree on the
    /// rules. Moves of the last ply are counted, not made. In some games, moves of the ply before are not
    /// made either if they cannot change the number of replies.
    ///
    /// A deep count can be spread over machines: --shard counts below a part of the moves, and --merge adds
    /// what all parts have printed.
    #[command(
        override_usage = "quincunx perft [OPTIONS] <GAME> [POSITION] <DEPTH>\n       \
                      quincunx perft [OPTIONS] --merge <FILE>...",
        after_long_help = "\
Examples:
{examples}"
    )]
    pub(super) struct Perft {
        /// The game
        #[arg(ignore_case = true, required_unless_present = "merge")]
        game: Option<String>,

        #[command(flatten)]
        rules: RuleArgs,

        /// A position, if not the start, as text, in a file or - for standard input; and the depth in
        /// plies
        #[arg(value_name = "[POSITION] DEPTH", num_args = 1..=2, required_unless_present = "merge")]
        rest: Vec<String>,

        /// How many threads count
        #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=1024))]
        threads: u16,

        /// Count only below the I-th of N parts of the moves
        #[arg(long, value_name = "I/N")]
        shard: Option<Part>,

        /// Count nothing, add what all parts have printed into these files, in any order
        ///
        /// They say of which game, position and depth they are; rules that are not the usual ones are
        /// given with --option again.
        #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with = "shard")]
        merge: Vec<PathBuf>,

        /// Print one JSON object
        #[arg(long, conflicts_with = "shard")]
        json: bool,
    }
}

pub(super) fn run(task: &Perft, mut engine: Engine) -> anyhow::Result<ExitCode> {
    let parts = task.merge.iter().map(|path| Ok((path.as_path(), input::text(path)?)));
    let parts = all_ok::<_, anyhow::Error>(parts)?;
    let title_read;
    let (game, position, depth) = match (task.rest.as_slice(), &task.game, parts.first()) {
        ([depth], Some(game), _) => (game, None, depth),
        ([position, depth], Some(game), _) => (game, Some(Source::read(position)?), depth),
        ([], None, Some((path, text))) => {
            let title = text.lines().next().unwrap_or("");
            title_read = read_title(title).with_context(|| {
                format!(
                    "{}: it begins with {title:?}, not as the counts of a part do",
                    path.display()
                )
            })?;
            let (game, depth, position) = &title_read;
            (game, Some(Source::from_text(position)), depth)
        }
        _ => bail!("perft wants GAME [POSITION] DEPTH"),
    };
    let Ok(depth) = depth.parse::<u32>() else {
        bail!("{depth:?} is no depth: perft wants a number of plies");
    };
    ensure!(depth <= MAX_DEPTH, "{depth} is no depth: the greatest is {MAX_DEPTH}");
    task.rules.apply(game, &mut engine)?;
    if let Some(position) = position {
        position.load(&mut engine, None)?;
    }
    let session = engine.session();
    let title = format!("# perft of {}: depth {depth}, {}", session.name(), session.position());

    let is_part = task.shard.is_some() || !task.merge.is_empty();
    ensure!(depth > 0 || !is_part, "a count of depth 0 has no parts");
    super::interrupt::exit_when_unread();
    let started = Instant::now();
    let part = task.shard.unwrap_or_default();
    let mut out = io::stdout();
    if task.shard.is_some() && !task.json {
        writeln!(out, "{title}")?;
    }
    let counts = if task.merge.is_empty() {
        let steps = part.range(session.legal_moves().len() as u64);
        let queue = Queue::new(steps.end - steps.start, task.json);
        let job = session.perft(depth, part, task.threads.into());
        let counts = job(&AtomicBool::new(false), &|at, m, nodes| queue.take(at, m, nodes));
        queue.finish()?;
        counts.unwrap_or_default()
    } else {
        let counts = merge(&parts, &title, &session.legal_moves())?;
        if !task.json {
            counts.iter().try_for_each(|(m, nodes)| writeln!(out, "{m}: {nodes}"))?;
        }
        counts
    };
    let seconds = started.elapsed().as_secs_f64();
    let total = u64::from(depth == 0) + counts.iter().map(|(_, nodes)| nodes).sum::<u64>();
    if task.json {
        let mut moves = serde_json::Map::new();
        for (m, nodes) in counts {
            moves.insert(m, nodes.into());
        }
        let counted = json!({
            "type": "perft",
            "game": session.name(),
            "position": session.position(),
            "depth": depth,
            "moves": moves,
            "nodes": total,
            "seconds": task.merge.is_empty().then_some(seconds),
        });
        writeln!(out, "{counted}")?;
        return Ok(ExitCode::SUCCESS);
    }
    writeln!(out, "\nNodes searched: {total}")?;
    if task.merge.is_empty() {
        let rate = total as f64 / seconds.max(1e-9) / 1e6;
        let time = words::time(Duration::from_secs_f64(seconds));
        writeln!(out, "Time: {time}, {rate:.1} M leaves/s")?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Prints counts in the order of the moves, each as soon as it and all before it are there.
struct Queue {
    state: Mutex<State>,
    bar: ProgressBar,
    is_json: bool,
}

#[derive(Default)]
struct State {
    next: usize,
    /// The lines of all moves that are counted and not printed.
    waiting: Vec<Option<String>>,
    error: Option<io::Error>,
}

impl Queue {
    fn new(moves: u64, is_json: bool) -> Self {
        Self { state: Mutex::default(), bar: progress::bar(moves), is_json }
    }

    fn take(&self, at: usize, m: &str, nodes: u64) {
        self.bar.inc(1);
        if self.is_json {
            return;
        }
        let mut state = self.state.lock();
        let State { next, waiting, error } = &mut *state;
        waiting.resize(waiting.len().max(at + 1), None);
        waiting[at] = Some(format!("{m}: {nodes}"));
        while let Some(line) = waiting.get_mut(*next).and_then(Option::take) {
            *next += 1;
            if let Err(failed) = self.bar.suspend(|| writeln!(io::stdout(), "{line}")) {
                error.get_or_insert(failed);
            }
        }
    }

    fn finish(self) -> io::Result<()> {
        self.bar.finish_and_clear();
        self.state.into_inner().error.map_or(Ok(()), Err)
    }
}

/// Takes apart the first line of what a part prints: the game, the depth and the position.
fn read_title(line: &str) -> Option<(String, String, String)> {
    let (game, rest) = line.strip_prefix("# perft of ")?.split_once(": depth ")?;
    let (depth, position) = rest.split_once(", ")?;
    Some((game.to_owned(), depth.to_owned(), position.to_owned()))
}

/// Reads the counts of all moves from what parts have printed, each with its file.
fn merge(
    parts: &[(&Path, String)],
    title: &str,
    moves: &[String],
) -> anyhow::Result<Vec<(String, u64)>> {
    let mut counts: HashMap<String, (u64, &Path)> = HashMap::new();
    for (path, text) in parts {
        let name = path.display();
        let mut lines = text.lines();
        let found = lines.next().unwrap_or("");
        ensure!(found == title, "{name}: it begins with {found:?}, not with {title:?}");
        let mut sum = 0;
        for line in lines.by_ref().take_while(|line| !line.is_empty()) {
            let (m, nodes) = line
                .rsplit_once(": ")
                .and_then(|(m, nodes)| Some((m.to_owned(), nodes.parse::<u64>().ok()?)))
                .with_context(|| format!("{name}: {line:?} is not MOVE: NODES"))?;
            ensure!(moves.contains(&m), "{name}: {m:?} is not a legal move");
            sum += nodes;
            if let Some((_, other)) = counts.insert(m.clone(), (nodes, *path)) {
                bail!("{} and {name} both have {m}", other.display());
            }
        }
        let end = format!("Nodes searched: {sum}");
        ensure!(lines.next() == Some(end.as_str()), "{name}: it does not end with {end:?}");
    }
    let count = |m: &String| match counts.get(m) {
        Some((nodes, _)) => Ok((m.clone(), *nodes)),
        None => bail!("{m}: no file has it"),
    };
    all_ok(moves.iter().map(count))
}
