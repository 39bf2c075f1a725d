//! `quincunx bench`: the fingerprint and the speed of the search.

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Duration;

use serde_json::json;

use super::arguments::arguments;
use super::words;
use crate::engine::{Engine, bench};

arguments! {
    /// Search fixed positions of every game with one thread
    ///
    /// The total of nodes is the engine's fingerprint: it is the same on every machine, and changes
    /// only when the search or an evaluation does. The speed is what the machine gives. --json has the
    /// positions that the names stand for.
    #[command(after_long_help = "\
Examples:
  $ quincunx bench --deeper -2
{examples}")]
    pub(super) struct Bench {
        /// Only this game
        #[arg(ignore_case = true)]
        game: Option<String>,

        /// How much deeper or shallower than usual to search each position, in plies
        #[arg(long, value_name = "PLIES", default_value = "0", allow_negative_numbers = true)]
        deeper: i32,

        /// Print JSON: an object for each position and one for the total
        #[arg(long)]
        json: bool,
    }
}

pub(super) fn run(task: &Bench, engine: &Engine) -> anyhow::Result<ExitCode> {
    super::interrupt::exit_when_unread();
    let mut out = io::stdout();
    let mut total = (0, Duration::ZERO);
    for session in engine.sessions() {
        let kind = session.kind();
        if task.game.as_ref().is_some_and(|only| !only.eq_ignore_ascii_case(kind.name())) {
            continue;
        }
        let mut sum = (0, Duration::ZERO);
        for position in kind.about().bench {
            let done = bench::search(session, position, task.deeper)?;
            sum = (sum.0 + done.nodes, sum.1 + done.time);
            if task.json {
                let found = json!({
                    "type": "position",
                    "game": kind.name(),
                    "name": position.id,
                    "position": position.text,
                    "depth": done.depth,
                    "nodes": done.nodes,
                    "seconds": done.time.as_secs_f64(),
                    "move": done.best,
                });
                writeln!(out, "{found}")?;
            } else {
                writeln!(
                    out,
                    "{:<10} {:<11} depth {:>2} {:>10} nodes {:>8}   {}",
                    kind.name(),
                    position.id,
                    done.depth,
                    done.nodes,
                    words::time(done.time),
                    done.best
                )?;
            }
        }
        if !task.json {
            writeln!(out, "{:<10} {} nodes, {} nodes/s", kind.name(), sum.0, rate(sum))?;
        }
        total = (total.0 + sum.0, total.1 + sum.1);
    }
    if task.json {
        let seconds = total.1.as_secs_f64();
        writeln!(out, "{}", json!({"type": "total", "nodes": total.0, "seconds": seconds}))?;
        return Ok(ExitCode::SUCCESS);
    }
    writeln!(out, "\nNodes searched: {}\nNodes/second: {}", total.0, rate(total))?;
    Ok(ExitCode::SUCCESS)
}

fn rate((nodes, time): (u64, Duration)) -> u64 {
    (nodes as f64 / time.as_secs_f64().max(1e-6)) as u64
}
