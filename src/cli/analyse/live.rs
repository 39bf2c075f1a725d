//! A position analysed, for people.

use std::io;

use super::ranked::Ranked;
use super::view::View;
use crate::cli::screen::{BAD, BOLD, DIM, GOOD, Screen, fit, fold, painted, styled};
use crate::cli::words::{self, count};
use crate::engine::Session;
use crate::games::GameKind;
use crate::kernel::{Score, Worth};
use crate::search::Line;

/// Lines on standard output as the search goes deeper, a moving line on a terminal below them.
pub(super) struct Live {
    kind: GameKind,
    screen: Screen,
    /// The letter of the player to move.
    player: &'static str,
    /// Whether several lines of each depth are told.
    has_ranks: bool,
    ranked: Ranked,
}

/// The columns before the moves of a line.
const BEFORE_LINE: usize = 49;

impl Live {
    pub(super) fn new(kind: GameKind, screen: Screen, has_ranks: bool) -> Self {
        Self { kind, screen, player: "", has_ranks, ranked: Ranked::default() }
    }

    fn row(&self, line: &Line<String>) -> String {
        let rank = if self.has_ranks { format!("{:>2}. ", line.multi_pv) } else { String::new() };
        let room = self.screen.width().saturating_sub(BEFORE_LINE + rank.len()).max(12);
        format!(
            "{:>7} {} {:>8} {:>7} {:>7}/s   {rank}{}",
            line.depth,
            score(line.worth, 11),
            words::time(line.time),
            count(line.nodes),
            count(line.nodes_per_second()),
            fit(&line.pv, room)
        )
    }
}

/// Returns a score in so many columns, in the colour of what it means to the player to move.
fn score(worth: Worth, width: usize) -> String {
    let style = match worth.score().cmp(&Score::ZERO) {
        std::cmp::Ordering::Less => BAD,
        std::cmp::Ordering::Equal => DIM,
        std::cmp::Ordering::Greater => GOOD,
    };
    styled(style, format!("{:>width$}", worth.to_string()))
}

impl View for Live {
    fn begin(&mut self, session: &dyn Session) -> io::Result<()> {
        self.player = session.players()[session.to_move().index()];
        self.screen.line(painted(&session.drawing()))?;
        self.screen.line("")?;
        let played = session.played();
        if let Some(last) = played.last() {
            self.screen.line(format!("After move {}, {last}", played.len()))?;
        }
        self.screen.line(format!("Position: {}", session.position()))?;
        if let Some(outcome) = session.outcome() {
            let result = words::result(outcome, session);
            return self.screen.line(format!("{} {result}", styled(BOLD, "The game is over:")));
        }
        let moves = session.legal_moves().len();
        self.screen.line(format!(
            "{} to move, {moves} legal move{}\n",
            self.player,
            if moves == 1 { "" } else { "s" }
        ))?;
        let head = format!(
            "  depth {:>11}     time   nodes    speed   best line",
            format!("in {}", self.kind.units())
        );
        self.screen.line(styled(DIM, head))?;
        self.screen.begin_progress(None);
        self.screen.set_progress(0, "searching");
        Ok(())
    }

    fn report(&mut self, line: Line<String>) -> io::Result<()> {
        let Some(line) = self.ranked.add(line).cloned() else { return Ok(()) };
        self.screen.line(self.row(&line))?;
        let text = format!(
            "depth {}, {} nodes, {}/s (Ctrl-C stops)",
            line.depth + 1,
            count(line.nodes),
            count(line.nodes_per_second())
        );
        self.screen.set_progress(0, text);
        Ok(())
    }

    fn conclude(&mut self, found: &Line<String>, is_interrupted: bool) -> io::Result<()> {
        self.screen.end_progress();
        if is_interrupted {
            self.screen.line(styled(DIM, "(interrupted)"))?;
        }
        let Some(best) = found.pv.first() else { return Ok(()) };
        self.screen.line("")?;
        let width = self.screen.width();
        for line in std::mem::take(&mut self.ranked).finish() {
            let rank =
                if self.has_ranks { format!("{:>2}. ", line.multi_pv) } else { String::new() };
            let verdict = words::verdict(self.kind, self.player, line.worth);
            self.screen.line(format!("{rank}{verdict}"))?;
            self.screen.line(format!("    {}", fold(&line.pv, 4, width)))?;
        }
        self.screen.line(format!("{} {}", styled(BOLD, "Best move:"), styled(BOLD, best)))
    }
}
