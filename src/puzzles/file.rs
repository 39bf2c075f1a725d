//! Files of puzzles.

use std::fmt::Write as _;

use thiserror::Error;

use super::puzzle::Puzzle;

/// The text of a file of puzzles.
///
/// ```text
/// # puzzles of GAME
/// # PLAN                  how they were found, if they were mined
/// # mined N               so many games or positions were looked at up to here; may be repeated
/// PUZZLE                  one a line
/// ```
///
/// Other lines that begin with `#`, and blank ones, are skipped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PuzzleFile {
    /// The name of the game; empty if the file does not tell.
    pub game: String,
    /// How they were found; empty if the file does not tell.
    pub plan: String,
    /// How many games or positions were looked at.
    pub mined: u64,
    /// How many bytes of the text belong to these games: what follows was cut short.
    pub complete: usize,
    /// How many lines these are.
    pub complete_lines: usize,
    /// The puzzles, each with its line, counted from 1.
    pub puzzles: Vec<(usize, Puzzle)>,
}

/// A line that is no puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}, column {column}: {what}")]
pub struct BadPuzzle {
    /// The line, counted from 1.
    pub line: usize,
    /// The byte within the line, counted from 1.
    pub column: usize,
    /// What is wrong.
    pub what: String,
}

const OF: &str = "# puzzles of ";
const PLAN: &str = "# plan: ";
const MINED: &str = "# mined ";

impl PuzzleFile {
    /// Reads the text of a file.
    ///
    /// # Errors
    ///
    /// Says which line is wrong, and where.
    pub fn read(text: &str) -> Result<Self, BadPuzzle> {
        let mut file = Self::default();
        let mut at = 0;
        let mut done = (0, 0);
        for (number, whole) in text.split_inclusive('\n').enumerate() {
            at += whole.len();
            let line = whole.trim_end();
            if let Some(game) = line.strip_prefix(OF) {
                file.game = game.to_owned();
                done = (at, number + 1);
            } else if let Some(plan) = line.strip_prefix(PLAN) {
                file.plan = plan.to_owned();
                done = (at, number + 1);
            } else if let Some(mined) = line.strip_prefix(MINED) {
                // A number that was cut short is no end.
                if let Some(mined) = mined.parse().ok().filter(|_| whole.ends_with('\n')) {
                    file.mined = mined;
                    done = (at, number + 1);
                }
            } else if !line.is_empty() && !line.starts_with('#') {
                let puzzle = Puzzle::read(line).map_err(|(column, what)| BadPuzzle {
                    line: number + 1,
                    column,
                    what,
                })?;
                file.puzzles.push((number + 1, puzzle));
            }
        }
        (file.complete, file.complete_lines) = done;
        Ok(file)
    }

    /// Returns the first lines of a file.
    #[must_use]
    pub fn head(game: &str, plan: &str) -> String {
        format!("{OF}{game}\n{PLAN}{plan}\n")
    }

    /// Returns the lines for the puzzles of some more games, `mined` games in all.
    #[must_use]
    pub fn more(puzzles: &[Puzzle], mined: u64) -> String {
        let mut text = String::new();
        for puzzle in puzzles {
            let _ = writeln!(text, "{puzzle}");
        }
        text + &format!("{MINED}{mined}\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_says_how_far_it_is_complete() {
        let puzzle = "draw | x | y |  | 9 200000\n";
        let head = PuzzleFile::head("go", "seed 1");
        let whole = format!("{head}{puzzle}# mined 4\n");
        let read = PuzzleFile::read(&whole).unwrap();
        assert_eq!((read.game.as_str(), read.plan.as_str(), read.mined), ("go", "seed 1", 4));
        assert_eq!((read.complete, read.puzzles[0].0), (whole.len(), 3));
        assert_eq!(PuzzleFile::more(&[read.puzzles[0].1.clone()], 4), whole[head.len()..]);
        let cut = format!("{whole}{puzzle}# mined 8");
        let read = PuzzleFile::read(&cut).unwrap();
        assert_eq!((read.mined, read.complete, read.puzzles.len()), (4, whole.len(), 2));
        let bad = PuzzleFile::read(&format!("{whole}win | x\n")).unwrap_err();
        assert_eq!((bad.line, bad.column), (5, 8));
    }
}
