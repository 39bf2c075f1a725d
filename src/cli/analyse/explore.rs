//! Every legal move of a position with what is known of it.

use std::io;

use super::json::{self, Object, rounded};
use crate::cli::complain;
use crate::cli::screen::{BAD, BOLD, DIM, GOOD, NOTE, Screen, painted, styled};
use crate::cli::think::think_of;
use crate::cli::words::counted;
use crate::engine::{Explored, Found, KnownBy, Session, Settings};
use crate::kernel::{Gather, MoveBits, Score, Verdict, Worth};
use crate::search::Limits;

/// The most moves of unknown worth that are searched, those that the network likes best.
const SEARCHED: usize = 256;

/// Lists the moves of the current position. A search tells more of those that nothing else knows.
pub(super) fn run(
    session: &mut dyn Session,
    limits: &Limits,
    settings: Settings,
    is_json: bool,
) -> anyhow::Result<()> {
    let mut screen = Screen::new();
    if is_json {
        json::write(&json::position(session.kind(), session))?;
    } else {
        screen.line(painted(&session.drawing()))?;
        screen.line(format!("\nPosition: {}", session.position()))?;
    }
    let mut explored = session.explorer().explore();
    explored.complaints.iter().for_each(complain);
    let unknown = explored.moves.iter().filter(|found| !found.worth.is_certain());
    let unknown: Vec<MoveBits> = unknown.take(SEARCHED).map(|found| found.m).gather();
    if !unknown.is_empty() {
        let settings = Settings { multi_pv: unknown.len(), ..settings };
        screen.begin_progress(None);
        screen.set_progress(0, format!("searching {} moves", unknown.len()));
        think_of(session, &unknown, limits, settings, &mut |line| {
            if let Some(m) = line.pv.first() {
                explored.learn(m, line.worth, line.depth);
            }
            Ok(())
        })?;
        screen.end_progress();
    }
    if is_json {
        return Ok(explored.moves.iter().try_for_each(|found| json::write(&object(found)))?);
    }
    Ok(table(&mut screen, session, &explored)?)
}

fn table(screen: &mut Screen, session: &dyn Session, explored: &Explored) -> io::Result<()> {
    let Some(outcome) = session.outcome() else {
        let player = session.players()[session.to_move().index()];
        let count = explored.moves.len();
        screen.line(format!("{player} to move, {count} legal moves, the best first\n"))?;
        let width = explored.moves.iter().map(|found| found.text.len()).max().unwrap_or(0);
        let units = session.kind().units();
        for found in &explored.moves {
            let shown = format!("{:<width$}", found.text);
            let (style, worth) = worth(found, units);
            let by = format!("{:<8}", source(found.by));
            let games = found.games.map_or_else(String::new, |games| {
                format!("  {}, score {}", counted(games.games(), "game"), games.points())
            });
            let row = format!("{}  {}  {by}{games}", styled(BOLD, shown), styled(style, worth));
            screen.line(row.trim_end())?;
        }
        return Ok(());
    };
    let result = crate::cli::words::result(outcome, session);
    screen.line(format!("{} {result}", styled(BOLD, "The game is over:")))
}

/// Returns the worth in words, and the colour of what it means.
fn worth(found: &Found, units: &str) -> (anstyle::Style, String) {
    let style = match found.worth.score().cmp(&Score::ZERO) {
        _ if !found.worth.is_certain() => DIM,
        std::cmp::Ordering::Less => BAD,
        std::cmp::Ordering::Equal => NOTE,
        std::cmp::Ordering::Greater => GOOD,
    };
    let text = match (found.worth, found.plies()) {
        (Worth::Margin(margin), _) => format!("margin {margin:+}"),
        (Worth::Estimate(_), _) => {
            let [lower, upper] = found.bounds.sides();
            let lower = lower.map_or_else(String::new, |least| format!(", at least {least:+}"));
            let upper = upper.map_or_else(String::new, |most| format!(", at most {most:+}"));
            format!("{:>3.0} %  {} {units}{lower}{upper}", 100.0 * found.share(), found.worth)
        }
        (Worth::Draw | Worth::Table(Verdict::Draw), _) => found.replies.map_or_else(
            || "draw".to_owned(),
            |replies| format!("draw, {} of {} replies lose", replies.losing, replies.all),
        ),
        (worth, plies) => {
            let class = if worth.score().is_win() { "win" } else { "loss" };
            format!("{class} in {}", plies.unwrap_or(0))
        }
    };
    (style, format!("{text:<30}"))
}

fn source(by: KnownBy) -> String {
    match by {
        KnownBy::Search(depth) => format!("search, depth {depth}"),
        by => by.name().to_owned(),
    }
}

fn object(found: &Found) -> Object<'_> {
    let [at_least, at_most] = found.bounds.sides();
    Object::Known {
        r#move: &found.text,
        by: found.by.name(),
        depth: match found.by {
            KnownBy::Search(depth) => Some(depth),
            _ => None,
        },
        score: found.worth.into(),
        plies: found.plies(),
        at_least,
        at_most,
        share: rounded(found.share(), 4),
        replies_losing: found.replies.map(|replies| replies.losing),
        replies: found.replies.map(|replies| replies.all),
        games: found.games.map_or(0, |games| games.games()),
        points: found.games.map_or(0.0, |games| games.points()),
    }
}
