//! `quincunx analyse`: what the engine thinks of a position or of every move of a game.

mod batch;
mod chart;
mod each;
mod explore;
mod json;
mod judge;
mod live;
mod ranked;
mod review;
mod view;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{anyhow, bail};

use self::each::{Outputs, Plies};
use self::json::Json;
use self::live::Live;
use self::view::View;
use super::arguments::arguments;
use super::screen::Screen;
use super::setup::{LimitArgs, Resources};
use super::source::Loaded;
use super::subject::Subject;
use super::think::think;
use super::words::RARE;
use super::{complain, interrupt};
use crate::engine::{Engine, Session, Settings};
use crate::kernel::Gather;
use crate::notation::{self, GameResult, GameText, MoveTree, Text};
use crate::search::Limits;

arguments! {
    /// Analyse a position, or with --each every move of a game
    ///
    /// Shows the board and, depth by depth, the best line that the search has found, with a score in
    /// the game's own unit ({units}) from the view of the player to move: positive is good for that
    /// player. Ctrl-C ends the search with the best line so far; a second one ends the program.
    #[command(alias = "analyze", after_long_help = HELP)]
    pub(super) struct Analyse {
        #[command(flatten)]
        subject: Subject,

        /// A position, moves, or both: as text, a file, or - for stdin
        ///
        /// Moves are separated by white space or `;`, as Mindsports publishes them. They begin at the
        /// position before them, if there is one, or at the start of the game. Line breaks, move numbers
        /// such as `12.` and comments from `#` to the end of the line are ignored. A file of games written
        /// by `match` or `play` (.games) sets the rules it was played by.
        #[arg(value_name = "POSITION|MOVES|FILE|-")]
        what: Option<String>,

        /// The number of the game in a file of several (.games), from 1
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..), help_heading = RARE)]
        number: Option<u16>,

        /// Moves to play from there before the analysis
        #[arg(long, num_args = 1.., value_name = "MOVE", help_heading = RARE)]
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

        /// Review the game, move by move
        ///
        /// Marks every move, shows what was better, the accuracy of both players and a chart.
        #[arg(long)]
        each: bool,

        /// With --each, judge the moves from A to B only, or a single one
        #[arg(long, value_name = "A-B", requires = "each", help_heading = RARE)]
        plies: Option<Plies>,

        /// List every legal move with what is known of it, the best first
        ///
        /// Proven moves come from the rules, from tables (--option TablePath=DIR) and from the solver of a
        /// game; what these do not know is searched within the limit. Results of games come from a store
        /// (--option BookPath=DIR).
        #[arg(long, conflicts_with_all = ["each", "infinite", "multipv"])]
        explore: bool,

        /// With --each, draw the chart of the game into a new file
        #[arg(long, value_name = "FILE", requires = "each", help_heading = RARE)]
        svg: Option<PathBuf>,

        /// With --each, write the annotated game into a new file, which every command reads
        #[arg(long, value_name = "FILE", requires = "each", help_heading = RARE)]
        record: Option<PathBuf>,

        /// With --record, write better lines as variations, and marks behind the moves
        #[arg(long, requires = "record", help_heading = RARE)]
        variations: bool,

        /// Take this line of the record, counted from 1, the game itself; variations follow as they stand
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..), help_heading = RARE)]
        line: Option<u16>,

        /// Write JSON, an object a line; --help lists the fields
        #[arg(long)]
        json: bool,

        /// With --json -, how many positions to search at once [default: 1]
        #[arg(long, value_name = "N", requires = "json", conflicts_with = "each", value_parser = clap::value_parser!(u16).range(1..=256), help_heading = RARE)]
        concurrency: Option<u16>,
    }
}

/// What a search takes that no limit was given for.
const TIME: Duration = Duration::from_secs(5);
const TIME_EACH: Duration = Duration::from_millis(200);
const TIME_IN_BATCH: Duration = Duration::from_secs(1);

const HELP: &str = "\
Without a limit, a position is searched for 5 s, each of many (--json -) for 1 s, and with --each a
move for 200 ms.

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
        share_after loss mark depth refutation why
  summary: moves players result interrupted
  analysis: line game position turn moves unit result move score depth nodes
        lines
  error: line text column message
  known: move by depth score plies at_least at_most share replies_losing
        replies games points
A position is followed by lines and best, a game by moves and summary, a finished game by nothing,
and with --explore by a \"known\" for every move, the best first: \"by\" is rules, tables, proof, solver,
search or network, \"plies\" the distance of a win or loss as tables count it, \"at_least\" and \"at_most\" proven
bounds of a margin that is estimated, \"replies_losing\" how many \"replies\" to a drawn move lose, and what is
not known is null.
A score is {\"cp\":N} in hundredths of the unit, {\"mate\":N} in plies, negative when the player to
move loses, or {\"margin\":N} in points when it is proven. A result is null or {\"winner\":PLAYER or
null,\"reason\":WORD,\"margin\":POINTS or null}. With --each, \"before\" and \"after\" are the scores of the
best move and of the move played, seen by the player to move, and the shares are the points which that
player can expect; \"loss\" is in units, or null when a proven result changed; \"mark\" is \"\", \"!\", \"?!\",
\"?\" or \"??\"; \"players\" holds objects with player, moves, best (the number of best moves), loss (the
average) and accuracy (in percent, null without moves).

Many positions: with --json and - in place of a position, every line of standard input is a position,
moves, or both, and is answered by one line, an analysis or an error, in the order of the input and as
soon as it is known. Blank lines and lines that begin with # are not answered. Each search starts from
nothing, so an answer depends neither on the other lines nor on --concurrency unless time is the limit;
--hash is for each search. \"lines\" holds as many objects with score, depth and pv as --multipv asks
for. An error has the number of its line, the text that is wrong and its column. The exit code is 1 if
there was one.";

pub(super) fn run(task: &Analyse, mut engine: Engine) -> anyhow::Result<ExitCode> {
    interrupt::install();
    task.resources.apply(&mut engine)?;
    engine.set_option("MultiPV", Some(&task.multipv.to_string()))?;
    let is_batch = task.json && !task.each && !task.explore && task.what.as_deref() == Some("-");
    if is_batch {
        return batch(task, engine);
    }
    if task.concurrency.is_some() {
        bail!("--concurrency is for many positions: analyse GAME --json -");
    }
    let number = task.number.map(usize::from);
    let mut loaded = task.subject.load(task.what.as_deref(), number, &mut engine)?;
    if let Some(line) = task.line {
        take_line(&mut loaded, line.into(), engine.session_mut())?;
    }
    if loaded.games > 1 && number.is_none() && !task.json {
        complain(format_args!("game 1 of {}; --number takes another", loaded.games));
    }
    let mut moves: Vec<Text> = Vec::new();
    task.moves.iter().for_each(|text| moves.extend(notation::moves(text)));
    engine.session_mut().play(&moves).map_err(|error| anyhow!("--moves: {error}"))?;

    let kind = engine.session().kind();
    let mut limits = task.limits.limits(if task.each { TIME_EACH } else { TIME });
    if task.infinite {
        limits.move_time = None;
    }
    let settings = engine.settings();
    let session = engine.session_mut();
    if task.each {
        let outputs = Outputs {
            plies: task.plies.clone(),
            svg: task.svg.clone(),
            record: task.record.clone(),
            variations: task.variations,
        };
        each::run(kind, session, &limits, settings, &loaded, task.json, &outputs)?;
    } else if task.explore {
        explore::run(session, &limits, settings, task.json)?;
    } else if task.json {
        position(session, &limits, settings, &mut Json::new(kind))?;
    } else {
        let mut live = Live::new(kind, Screen::new(), task.multipv > 1);
        position(session, &limits, settings, &mut live)?;
    }
    engine.memory().save_news()?;
    Ok(ExitCode::SUCCESS)
}

/// Sets a line of a record, counted from 1, in place of the game.
fn take_line(loaded: &mut Loaded, line: usize, session: &mut dyn Session) -> anyhow::Result<()> {
    let mut lines: Vec<Vec<String>> = Vec::new();
    loaded.tree.each_line(&mut |line| lines.push(line.iter().map(ToString::to_string).gather()));
    let (Some(moves), Some(record)) = (lines.get(line - 1), &mut loaded.record) else {
        bail!("--line: there is no line {line}; the record has {}", lines.len());
    };
    if line > 1 {
        let texts: Vec<Text> = moves.iter().map(|text| Text::whole(text)).gather();
        session.set_position(Some(&session.start()), &texts)?;
        loaded.tree = MoveTree::of(moves);
        record.moves.clone_from(moves);
        record.result = GameResult::Unknown;
        loaded.result = None;
    }
    Ok(())
}

/// Judges every move of the game that a session holds, and leaves the session as it was.
pub(super) fn review(
    session: &mut dyn Session,
    settings: Settings,
    record: GameText,
) -> anyhow::Result<()> {
    let (start, played) = (session.start(), session.played());
    let limits = Limits { move_time: Some(TIME_EACH), ..Limits::default() };
    let tree = MoveTree::of(&record.moves);
    let loaded = Loaded::of(1, record, tree);
    let judged =
        each::run(session.kind(), session, &limits, settings, &loaded, false, &Outputs::default());
    interrupt::take();
    let moves: Vec<Text> = played.iter().map(|text| Text::whole(text)).gather();
    session.set_position(Some(&start), &moves)?;
    judged
}

/// Analyses positions from standard input, one a line.
fn batch(task: &Analyse, mut engine: Engine) -> anyhow::Result<ExitCode> {
    if task.infinite || task.number.is_some() || !task.moves.is_empty() {
        bail!("many positions (--json -) go with neither --infinite nor --number nor --moves");
    }
    task.subject.load(None, None, &mut engine)?;
    let limits = task.limits.limits(TIME_IN_BATCH);
    let concurrency = task.concurrency.unwrap_or(1).into();
    let are_all_understood = batch::run(engine.session(), limits, engine.settings(), concurrency)?;
    Ok(ExitCode::from(u8::from(!are_all_understood)))
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
