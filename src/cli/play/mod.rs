//! `quincunx play`: a person against the engine, or the engine against itself, in a terminal.

mod clock;
mod command;
mod input;
mod list;
mod side;
mod sitting;
mod strength;
mod typed;
mod variations;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{anyhow, bail};

use self::clock::TimeControl;
use self::side::{people, wanted};
use self::sitting::{GameSetup, Sitting};
use self::strength::{Strength, Wanted};
use self::variations::Variations;
use super::arguments::{arguments, values};
use super::interrupt;
use super::screen::Screen;
use super::setup::{LimitArgs, Resources};
use super::subject::Subject;
use super::words::RARE;
use crate::engine::Engine;
use crate::kernel::PerPlayer;

arguments! {
    /// Play a game against the engine in the terminal
    ///
    /// You type moves, the engine answers. `moves` lists what is legal, `hint` says what the engine
    /// would play, `undo` takes moves back, `help` lists all commands. Illegal moves are refused with
    /// the reason. On a terminal lines can be edited, and Tab completes moves; the same lines are read
    /// from a pipe.
    #[command(after_long_help = "\
Levels:
  1, 2   do not beat somebody who has just read the rules
  3-9    each some 140 Elo stronger than the one below: it looks further and sees more
  10     as well as the engine can, 20 s a move
Below 10 a level plays alike on every machine. Each takes a win in one, and leaves none that it can avoid.

A file that `save` writes is read by `load`, by `quincunx play FILE` and by `quincunx analyse FILE --each`.
Variations, marks and comments among the moves of a file that was read stay in it; `keep` adds what was taken back.

Examples:
{examples}")]
    pub(super) struct Play {
        #[command(flatten)]
        subject: Subject,

        /// A position, moves, or both: as text or in a file
        #[arg(value_name = "POSITION|MOVES|FILE")]
        what: Option<String>,

        /// Who you play: first, second, a colour or letter, both, or none
        ///
        /// With none the engine plays against itself. The letters are {letters}, the one who moves first
        /// before the other. Without it you move first.
        #[arg(long, value_name = "WHO")]
        side: Option<String>,

        /// How strong the engine plays, from 1 to 10, or auto: about as strong as you
        ///
        /// With auto a game that you finish counts, and the next one is against the level that your results so
        /// far fit. They are kept for each game in ~/.local/share/quincunx/strength.
        #[arg(
            long,
            value_name = "N|auto",
            default_value = "5",
            conflicts_with_all = ["depth", "movetime", "nodes"]
        )]
        level: Wanted,

        #[command(flatten)]
        limits: LimitArgs,

        /// Play by the clock, as in 10m, or 5m+3s with an increment
        ///
        /// The time for each player and what each move adds.
        #[arg(long, value_name = "TIME[+TIME]")]
        clock: Option<TimeControl>,

        /// What you are called in saved games
        #[arg(long, value_name = "NAME", default_value = "human", help_heading = RARE)]
        name: String,

        /// Write the game to a new file in the end
        #[arg(long, value_name = "FILE")]
        save: Option<PathBuf>,

        #[command(flatten)]
        resources: Resources,

        /// The seed of the errors of levels 1 to 9, to play the same game again; the clock unless told
        #[arg(long, value_name = "N", help_heading = RARE)]
        seed: Option<u64>,
    }
}

values! { TimeControl Wanted }

pub(super) fn run(task: &Play, mut engine: Engine) -> anyhow::Result<ExitCode> {
    interrupt::install();
    task.resources.apply(&mut engine)?;
    if task.subject.is_piped(task.what.as_deref()) {
        bail!("standard input is for the moves; name a file");
    }
    let loaded = task.subject.load(task.what.as_deref(), None, &mut engine)?;
    let people = match &task.side {
        Some(side) => people(side, engine.session())
            .ok_or_else(|| anyhow!("--side {side:?}: {}", wanted(engine.session())))?,
        None => PerPlayer::new(true, false),
    };
    let strength = if task.limits.is_empty() {
        Strength::of(task.level, engine.session().name())?
    } else {
        Strength::Limits(task.limits.limits(std::time::Duration::ZERO))
    };
    let clock = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |t| t.as_nanos() as u64);
    let seed = task.seed.unwrap_or_else(clock);
    if let Some(path) = task.save.as_ref().filter(|path| path.exists()) {
        bail!("--save: {} exists; take another name", path.display());
    }
    let terms = GameSetup {
        people,
        name: task.name.clone(),
        strength,
        clock: task.clock,
        seed,
        save: task.save.clone(),
        variations: Variations::new(loaded.tree),
    };
    Sitting::new(engine, terms, Screen::new()).run()
}
