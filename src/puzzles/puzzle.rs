//! One puzzle.

use std::fmt;

use super::difficulty::Difficulty;
use crate::games::AnyPosition;
use crate::kernel::{Action, Gather, MoveBits, Quoted};

/// What one move reaches and no other does, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// It wins within so many plies; after every other move the other side at least draws.
    Win(u32),
    /// It draws; every other move loses.
    Draw,
    /// Every other move loses within so many plies; after this one the other side has no win within
    /// that.
    Hold(u32),
    /// It leads to this margin in points with best play of both sides, every other move to less.
    Margin(i32),
}

impl Goal {
    /// Returns the goal in words for people; `player` is who is to move.
    #[must_use]
    pub fn words(self, player: &str) -> String {
        match self {
            Self::Win(_) => format!("{player} to move and win"),
            Self::Draw => format!("{player} to move: only one move does not lose"),
            Self::Hold(_) => format!("{player} to move: every move but one loses soon"),
            Self::Margin(margin) if margin > 0 => {
                format!("{player} to move and win by {margin}")
            }
            Self::Margin(0) => format!("{player} to move and draw"),
            Self::Margin(margin) => {
                format!("{player} to move: lose by no more than {}", -margin)
            }
        }
    }

    fn read(text: &str) -> Option<Self> {
        let (name, number) = text.split_once(' ').unwrap_or((text, ""));
        match name {
            "win" => Some(Self::Win(number.parse().ok()?)),
            "draw" if number.is_empty() => Some(Self::Draw),
            "hold" => Some(Self::Hold(number.parse().ok()?)),
            "margin" => Some(Self::Margin(number.parse().ok()?)),
            _ => None,
        }
    }
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Win(plies) => write!(f, "win {plies}"),
            Self::Draw => f.write_str("draw"),
            Self::Hold(plies) => write!(f, "hold {plies}"),
            Self::Margin(margin) => write!(f, "margin {margin}"),
        }
    }
}

/// A puzzle as text.
///
/// ```text
/// GOAL | POSITION | MOVES | THEMES | LEVEL NODES
/// win 5 | B[a7,c5,b4]W[b6,a4,c4]turn[W] | W[a4-d7] B[b4-g7] W[d7-d6] | two mills | 3 810
/// ```
///
/// The first of the moves solves it, the others are best play. Themes are separated by commas and may be
/// missing. The last part says how much [effort](Difficulty) it takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// What is proven.
    pub goal: Goal,
    /// The position.
    pub position: String,
    /// The solution, then best play as far as it is known.
    pub line: Vec<String>,
    /// What happens in it.
    pub themes: Vec<String>,
    /// How much effort it takes.
    pub difficulty: Difficulty,
}

/// A puzzle whose position and moves have been read.
pub struct Posed {
    /// What is to be reached.
    pub goal: Goal,
    /// The position.
    pub position: Box<dyn AnyPosition>,
    /// The solution and what follows; at least one move.
    pub line: Vec<MoveBits>,
}

/// What is wrong with a line, and the column of it.
pub(super) type Wrong = (usize, String);

/// The names of the parts of a line.
const PARTS: [&str; 5] = ["a goal", "a position", "moves", "themes", "a level and nodes"];

impl Puzzle {
    /// Reads a line.
    pub(super) fn read(line: &str) -> Result<Self, Wrong> {
        let mut parts = Vec::new();
        let mut column = 1;
        for part in line.split('|') {
            let blank = part.len() - part.trim_start().len();
            parts.push((column + blank, part.trim()));
            column += part.len() + 1;
        }
        let expected = |at: usize| {
            let (column, found) = parts.get(at).copied().unwrap_or((line.len() + 1, ""));
            let found = match found {
                "" => "nothing".to_owned(),
                found => Quoted(found.as_bytes()).to_string(),
            };
            (column, format!("expected {}, found {found}", PARTS.get(at).unwrap_or(&"no more")))
        };
        if parts.len() != PARTS.len() {
            return Err(expected(parts.len().min(PARTS.len())));
        }
        let [goal, position, moves, themes, effort] = [0, 1, 2, 3, 4].map(|at| parts[at].1);
        let line: Vec<String> = moves.split_whitespace().map(str::to_owned).gather();
        if position.is_empty() || line.is_empty() {
            return Err(expected(if position.is_empty() { 1 } else { 2 }));
        }
        let themes = themes.split(',').map(str::trim).filter(|theme| !theme.is_empty());
        Ok(Self {
            goal: Goal::read(goal).ok_or_else(|| expected(0))?,
            position: position.to_owned(),
            line,
            themes: themes.map(str::to_owned).gather(),
            difficulty: Difficulty::read(effort).ok_or_else(|| expected(4))?,
        })
    }

    /// Reads position and moves by the rules of `like`.
    ///
    /// # Errors
    ///
    /// Says which of them is wrong.
    pub fn pose(&self, like: &dyn AnyPosition) -> Result<Posed, String> {
        let position = like.parsed(&self.position).map_err(|error| error.to_string())?;
        let mut line = Vec::new();
        let mut here = position.copied();
        for text in &self.line {
            if here.ending().is_some() {
                return Err(format!("the game is over before {text}"));
            }
            match here.read_action(text) {
                Ok(Action::Move(m)) => {
                    line.push(m);
                    here = here.behind(m);
                }
                Ok(Action::Resign) => return Err(format!("{text} is no solution")),
                Err(error) => return Err(format!("{}: {error}", Quoted(text.as_bytes()))),
            }
        }
        Ok(Posed { goal: self.goal, position, line })
    }
}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { goal, position, line, themes, difficulty } = self;
        let (line, themes) = (line.join(" "), themes.join(", "));
        write!(f, "{goal} | {position} | {line} | {themes} | {difficulty}")
    }
}

impl Posed {
    /// Returns the puzzle as text, with what happens in it and how much effort it takes.
    #[must_use]
    pub fn written(&self, difficulty: Difficulty) -> Puzzle {
        let mut line = Vec::new();
        let mut here = self.position.copied();
        for &m in &self.line {
            line.push(here.action_text(Action::Move(m)));
            here = here.behind(m);
        }
        let themes = self.position.themes_of(&self.line);
        Puzzle {
            goal: self.goal,
            position: self.position.text(),
            line,
            themes: themes.into_iter().map(str::to_owned).gather(),
            difficulty,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        for line in [
            "win 5 | B[a7]W[b6]turn[W] | W[a4-d7] B[b4-g7] | two mills, flight | 3 810",
            "draw | x | y |  | 9 200000",
            "hold 4 | x | y z | a | 2 7",
            "margin -3 | x | y z | a | 2 7",
        ] {
            assert_eq!(Puzzle::read(line).unwrap().to_string(), line);
        }
    }

    #[test]
    fn wrong_lines_are_refused_with_their_column() {
        for (line, column, text) in [
            ("", 1, "expected a position, found nothing"),
            ("win | x | y | | 2 7", 1, "expected a goal, found \"win\""),
            ("draw 3 | x | y | | 2 7", 1, "expected a goal, found \"draw 3\""),
            ("draw |  | y | | 2 7", 9, "expected a position, found nothing"),
            ("draw | x |  | | 2 7", 13, "expected moves, found nothing"),
            ("draw | x | y | 2 7", 19, "expected a level and nodes, found nothing"),
            ("draw | x | y | | 2", 18, "expected a level and nodes, found \"2\""),
            ("draw | x | y | | 2 7 | z", 24, "expected no more, found \"z\""),
        ] {
            assert_eq!(Puzzle::read(line), Err((column, text.to_owned())), "{line}");
        }
    }
}
