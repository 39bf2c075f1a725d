//! `quincunx analyse`: what the engine thinks of a position or of every move of a game.

mod chart;
mod each;
mod json;
mod judge;
mod live;
mod review;
mod view;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::anyhow;
use clap::Args;

use self::each::Outputs;
use self::json::Json;
use self::live::Live;
use self::view::View;
use super::screen::Screen;
use super::setup::{GameArgs, LimitArgs, Resources};
use super::source::{Loaded, Source};
use super::think::think;
use super::{complain, interrupt};
use crate::engine::{Engine, Session, Settings};
use crate::notation::{self, Text};
use crate::search::Limits;

/// Analyse a position, or with --each every move of a game
///
/// Shows the board and, depth by depth, the best line that the search has found, with a score in
/// the game's own unit ({units}) from the view of the player to move: positive is good for that
/// player. Ctrl-C ends the search with the best line so far; a second one ends the program.
#[derive(Debug, Args)]
#[command(alias = "analyze", after_long_help = HELP)]
pub(super) struct Analyse {
    #[command(flatten)]
    game: GameArgs,

    /// A position, moves, or both: as text, in a file, or - for standard input
    ///
    /// Moves are separated by white space or `;`, as Mindsports publishes them. They begin at the
    /// position before them, if there is one, or at the start of the game. Line breaks, move numbers
    /// such as `12.` and comments from `#` to the end of the line are ignored. A file of games written
    /// by `match` or `play` (.games) sets the rules it was played by.
    #[arg(value_name = "POSITION|MOVES|FILE|-")]
    what: Option<String>,

    /// The number of the game in a file of several (.games), from 1
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    number: Option<u16>,

    /// Moves to play from there before the analysis
    #[arg(long, num_args = 1.., value_name = "MOVE")]
    moves: Vec<String>,

    #[command(flatten)]
    limits: LimitArgs,

    /// Search until Ctrl-C
    #[arg(long, conflicts_with_all = ["depth", "movetime", "nodes", "each"])]
    infinite: bool,

    /// The number of best lines to show
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=256), conflicts_with = "each")]
    multipv: u16,

    #[command(flatten)]
    resources: Resources,

    /// Review the game: mark every move, show what was better, the accuracy and a chart
    #[arg(long)]
    each: bool,

    /// With --each, draw the chart of the game into a new file
    #[arg(long, value_name = "FILE", requires = "each")]
    svg: Option<PathBuf>,

    /// With --each, write the annotated game into a new file, which every command reads
    #[arg(long, value_name = "FILE", requires = "each")]
    record: Option<PathBuf>,

    /// Write JSON, one object per line; --help lists the fields
    #[arg(long)]
    json: bool,
}

/// What a search takes that no limit was given for.
const TIME: Duration = Duration::from_secs(5);
const TIME_EACH: Duration = Duration::from_millis(200);

const HELP: &str = "\
Without a limit, a position is searched for 5 seconds, and with --each for 200 ms a move.

Examples:
{examples}

With --each, the best move and the move played are searched to the same depth. Marks go by the loss of
expected points, a win being 1 and a draw 0.5: ?! a loss of 0.1, ? of 0.2, ?? of 0.35 or more. ! is the
best move where every other move loses 0.35 or more. A move that comes close to a mark is searched again
with 8 times the limit before it gets one. Accuracy, by the formula of lichess.org, is 100% for a player
who lost nothing.

JSON: the field \"type\" says which other fields an object has. None is ever left out.
  position: game position turn moves unit result
  line: depth seldepth multipv score nodes nps time_ms hashfull pv
  best: move reply score depth nodes time_ms interrupted
  move: ply player move position best line before after share_before
        share_after loss mark depth
  summary: moves players result interrupted
A position is followed by lines and best, a game by moves and summary, a finished game by nothing.
A score is {\"cp\":N} in hundredths of the unit, {\"mate\":N} in plies, negative when the player to
move loses, or {\"margin\":N} in points when it is proven. A result is null or {\"winner\":PLAYER or
null,\"reason\":WORD,\"margin\":POINTS or null}. With --each, \"before\" and \"after\" are the scores of the
best move and of the move played, seen by the player to move, and the shares are the points which that
player can expect; \"loss\" is in units, or null when a proven result changed; \"mark\" is \"\", \"!\", \"?!\",
\"?\" or \"??\"; \"players\" holds objects with player, moves, best (the number of best moves), loss (the
average) and accuracy (in percent, null without moves).";

pub(super) fn run(task: &Analyse, mut engine: Engine) -> anyhow::Result<ExitCode> {
    interrupt::install();
    task.game.apply(&mut engine)?;
    task.resources.apply(&mut engine)?;
    engine.set_option("MultiPV", Some(&task.multipv.to_string()))?;
    let number = task.number.map(usize::from);
    let mut loaded = Loaded::default();
    if let Some(what) = &task.what {
        loaded = Source::read(what)?.load(&mut engine, number)?;
        if loaded.games > 1 && number.is_none() && !task.json {
            complain(format_args!("game 1 of {}; --number takes another", loaded.games));
        }
    }
    let moves: Vec<Text> = task.moves.iter().flat_map(|text| notation::moves(text)).collect();
    engine.session_mut().play(&moves).map_err(|error| anyhow!("--moves: {error}"))?;

    let kind = engine.session().kind();
    let mut limits = task.limits.limits(if task.each { TIME_EACH } else { TIME });
    if task.infinite {
        limits.move_time = None;
    }
    let settings = engine.settings();
    let session = engine.session_mut();
    if task.each {
        let outputs = Outputs { svg: task.svg.clone(), record: task.record.clone() };
        each::run(kind, session, &limits, settings, &loaded, task.json, &outputs)?;
    } else if task.json {
        position(session, &limits, settings, &mut Json::new(kind))?;
    } else {
        let mut live = Live::new(kind, Screen::new(), task.multipv > 1);
        position(session, &limits, settings, &mut live)?;
    }
    engine.memory().save_news()?;
    Ok(ExitCode::SUCCESS)
}

/// Analyses the current position.
fn position(
    session: &mut dyn Session,
    limits: &Limits,
    settings: Settings,
    view: &mut dyn View,
) -> anyhow::Result<()> {
    view.begin(session)?;
    if session.outcome().is_none() {
        let found = think(session, limits, settings, &mut |line| view.report(line))?;
        view.conclude(&found, interrupt::take())?;
    }
    Ok(())
}
