//! `quincunx rules`: how a game is played, on one screen.

use std::process::ExitCode;

use super::arguments::arguments;
use super::screen::{BOLD, Screen, fold, painted, styled};
use super::setup;
use crate::engine::{Engine, Session};
use crate::games::guide::{Block, blocks};
use crate::kernel::Gather;
use crate::notation::Drawing;

arguments! {
    /// Show the rules of a game
    ///
    /// The same text is in the board of the browser, with more drawings.
    #[command(after_long_help = "\
Examples:
{examples}")]
    pub(super) struct RulesArgs {
        /// The game
        #[arg(ignore_case = true)]
        game: String,
    }
}

/// The widest lines that read well, and the narrowest beside a drawing.
const WIDEST: usize = 90;
const NARROWEST: usize = 54;
/// The columns that a caption beside the text has at least.
const CAPTION: usize = 30;
/// The columns between the text and the drawing.
const GAP: usize = 3;

pub(super) fn run(task: &RulesArgs, mut engine: Engine) -> anyhow::Result<ExitCode> {
    setup::choose(&mut engine, &task.game)?;
    let mut screen = Screen::new();
    let text = text(engine.session(), screen.width());
    screen.line(text)?;
    Ok(ExitCode::SUCCESS)
}

/// Returns the rules of a session's game for so many columns: with the first of the drawings beside
/// them if there is room, else at its place.
pub(super) fn text(session: &dyn Session, width: usize) -> String {
    let about = session.kind().about();
    let blocks: Vec<Block> = blocks(about.guide);
    let drawing = blocks.iter().find_map(|block| match block {
        Block::Picture { position, caption, .. } => draw(session, position).map(|d| (d, *caption)),
        _ => None,
    });
    let column = |(drawing, _): &(Drawing, &str)| drawing.width().max(CAPTION);
    let beside = drawing.as_ref().map(|drawing| width.saturating_sub(column(drawing) + GAP));
    let beside = beside.filter(|room| *room >= NARROWEST);
    let room = beside.unwrap_or(width).min(WIDEST);

    let mut lines = vec![styled(BOLD, about.title), String::new()];
    let mut drawing = drawing;
    let mut picture = Vec::new();
    for block in &blocks {
        match block {
            Block::Heading(text) => lines.push(styled(BOLD, text)),
            Block::Paragraph(text) => {
                lines.extend(folded(text, 0, room));
                lines.push(String::new());
            }
            Block::List(items) => {
                for item in items {
                    let mut item = folded(item, 2, room);
                    item[0].insert_str(0, "* ");
                    lines.extend(item);
                }
                lines.push(String::new());
            }
            Block::Picture { .. } => {
                let Some(taken) = drawing.take() else { continue };
                let wide = if beside.is_some() { column(&taken) } else { room };
                let (drawing, caption) = taken;
                picture = painted(&drawing).lines().map(str::to_owned).gather();
                picture.extend(folded(caption, 0, wide));
                if beside.is_none() {
                    lines.append(&mut picture);
                    lines.push(String::new());
                }
            }
        }
    }
    while lines.last().is_some_and(String::is_empty) {
        lines.pop();
    }
    beside_each_other(lines, picture, room + GAP).join("\n")
}

/// Sets lines to the right of others, from a column on.
fn beside_each_other(left: Vec<String>, right: Vec<String>, column: usize) -> Vec<String> {
    let count = left.len().max(right.len());
    let (mut left, mut right) = (left.into_iter(), right.into_iter());
    let mut lines = Vec::with_capacity(count);
    for _ in 0..count {
        let mut line = left.next().unwrap_or_default();
        if let Some(other) = right.next().filter(|other| !other.is_empty()) {
            let shown = anstream::adapter::strip_str(&line).to_string().chars().count();
            line += &" ".repeat(column.saturating_sub(shown));
            line += &other;
        }
        lines.push(line);
    }
    lines
}

/// Folds a text; every line but the first begins with so many blanks.
fn folded(text: &str, indent: usize, width: usize) -> Vec<String> {
    let words: Vec<String> = text.split_whitespace().map(str::to_owned).gather();
    fold(&words, indent, width).lines().map(str::to_owned).gather()
}

/// Draws the board of a position of the session's game.
fn draw(session: &dyn Session, position: &str) -> Option<Drawing> {
    let mut session = session.fresh();
    session.set_position(Some(position), &[]).ok()?;
    Some(session.drawing().into_board())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_guide_has_sound_pictures() {
        let engine = Engine::new();
        for session in engine.sessions() {
            let blocks = blocks(session.kind().about().guide);
            let pictures = blocks.iter().filter_map(|block| match block {
                Block::Picture { position, .. } => Some(position),
                _ => None,
            });
            let mut count = 0;
            for position in pictures {
                assert!(draw(session, position).is_some(), "{}: {position}", session.name());
                count += 1;
            }
            assert!(count > 0, "{}", session.name());
            assert!(blocks.contains(&Block::Heading("The end")), "{}", session.name());
        }
    }
}
