//! Asks puzzles in the terminal.

use std::io::{self, BufRead};
use std::process::ExitCode;

use anyhow::{anyhow, bail};

use super::Puzzles;
use crate::cli::screen::{Screen, painted};
use crate::engine::Session;
use crate::kernel::{Action, Gather, sort};
use crate::puzzles::{Puzzle, PuzzleFile};

pub(super) fn run(task: &Puzzles, session: &dyn Session) -> anyhow::Result<ExitCode> {
    let file = PuzzleFile::read(session.kind().game().puzzles())?;
    let most = task.level.unwrap_or(u8::MAX);
    let mut puzzles: Vec<&Puzzle> = file.puzzles.iter().map(|(_, puzzle)| puzzle).gather();
    puzzles.retain(|puzzle| puzzle.difficulty.level <= most);
    sort::by_key(&mut puzzles, |puzzle| puzzle.difficulty);
    if puzzles.is_empty() {
        bail!("there are no such puzzles of {}", session.name());
    }
    let mut session = session.fresh();
    let mut screen = Screen::new();
    let mut lines = io::stdin().lock().lines();
    let (mut solved, mut streak) = (0, 0);
    screen.line("Type a move, or hint, skip, moves or quit.")?;
    'puzzles: for (at, puzzle) in puzzles.iter().enumerate() {
        session.set_position(Some(&puzzle.position), &[]).map_err(|e| anyhow!("{e}"))?;
        let player = session.players()[session.to_move().index()];
        screen.line(format!(
            "\nPuzzle {} of {}, level {}",
            at + 1,
            puzzles.len(),
            puzzle.difficulty.level
        ))?;
        screen.line(painted(&session.drawing()))?;
        screen.line(format!("{}.", puzzle.goal.words(player)))?;
        let mut is_clean = true;
        loop {
            screen.prompt("> ")?;
            let Some(line) = lines.next().transpose()? else { break 'puzzles };
            match line.trim() {
                "" => {}
                "quit" => break 'puzzles,
                "hint" => {
                    is_clean = false;
                    let themes = match puzzle.themes.as_slice() {
                        [] => "there is none".to_owned(),
                        themes => themes.join(", "),
                    };
                    screen.line(format!("Hint: {themes}."))?;
                }
                "moves" => screen.line(session.legal_moves().join(" "))?,
                "skip" => {
                    streak = 0;
                    screen.line(format!("The solution: {}", puzzle.line.join(" ")))?;
                    break;
                }
                typed => {
                    let position = session.kind().game().start(&[]).map_err(anyhow::Error::msg)?;
                    let position = position.parsed(&puzzle.position)?;
                    match position.read_action(typed) {
                        Ok(Action::Move(m))
                            if position.action_text(Action::Move(m)) == puzzle.line[0] =>
                        {
                            solved += 1;
                            streak = if is_clean { streak + 1 } else { 0 };
                            screen.line(format!("Right: {}", puzzle.line.join(" ")))?;
                            screen.line(format!(
                                "Solved {solved}, {streak} in a row without help."
                            ))?;
                            break;
                        }
                        Ok(_) => {
                            is_clean = false;
                            screen.line("That is legal, but not the move; try again.")?;
                        }
                        Err(error) => screen.line(error)?,
                    }
                }
            }
        }
    }
    screen.line(format!("Solved {solved} of {}.", puzzles.len()))?;
    Ok(ExitCode::SUCCESS)
}
