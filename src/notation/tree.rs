//! Moves as a tree: a main line, variations in place of its moves, marks and comments.

use std::fmt;

use super::record::{Token, tokens};
use crate::kernel::{Gather, ParseError};

/// The marks that a move may have.
pub const MARKS: [&str; 6] = ["!", "?", "!?", "?!", "!!", "??"];

/// How deep variations may be within each other.
pub(super) const DEEPEST: usize = 100;

/// The moves of a record. [`Display`](fmt::Display) writes them as [`read`](Self::read) reads them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveTree {
    /// The comments before the first move.
    pub comments: Vec<String>,
    /// The main line.
    pub line: Vec<Step>,
}

/// A move of a line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// The move.
    pub text: String,
    /// One of the [`MARKS`], or nothing.
    pub mark: String,
    /// What is said of it, line by line.
    pub comments: Vec<String>,
    /// Lines in place of this move and what follows; none is empty.
    pub variations: Vec<Vec<Step>>,
}

impl Step {
    /// Returns a move and nothing else.
    #[must_use]
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }
}

impl MoveTree {
    /// Reads the moves of a record.
    ///
    /// # Errors
    ///
    /// Quotes a parenthesis that is out of place or opens too deep a variation, or an unknown mark.
    pub fn read(text: &str) -> Result<Self, ParseError> {
        let mut tree = Self::default();
        // The lines that are open, the main line first, each with where it began.
        let mut open: Vec<(usize, Vec<Step>)> = vec![(1, Vec::new())];
        let wrong = |column, expected: &'static str, found: &str| ParseError {
            column,
            expected: expected.into(),
            found: found.into(),
        };
        for token in tokens(text) {
            let is_main = open.len() == 1;
            let Some((_, line)) = open.last_mut() else { break };
            match token {
                Token::Move(m, mark) if mark.is_empty() || MARKS.contains(&mark) => {
                    line.push(Step { mark: mark.to_owned(), ..Step::new(m.text) });
                }
                Token::Move(m, mark) => {
                    return Err(wrong(m.column + m.text.len(), "a mark such as ? or !?", mark));
                }
                Token::Comment(comment) => {
                    let said = comment.text[1..].trim().to_owned();
                    match line.last_mut() {
                        Some(step) => step.comments.push(said),
                        None if is_main => tree.comments.push(said),
                        None => {
                            return Err(wrong(
                                comment.column,
                                "a move of the variation",
                                comment.text,
                            ));
                        }
                    }
                }
                Token::Open(here) if line.is_empty() => {
                    return Err(wrong(here.column, "a move before its variation", here.text));
                }
                Token::Open(here) if open.len() > DEEPEST => {
                    return Err(wrong(here.column, "variations at most 100 deep", here.text));
                }
                Token::Open(here) => open.push((here.column, Vec::new())),
                Token::Close(here) => {
                    let (_, variation) = open.pop().unwrap_or_default();
                    if variation.is_empty() && !open.is_empty() {
                        return Err(wrong(here.column, "a move of the variation", here.text));
                    }
                    let Some(step) = open.last_mut().and_then(|(_, line)| line.last_mut()) else {
                        return Err(wrong(here.column, "a move", here.text));
                    };
                    step.variations.push(variation);
                }
            }
        }
        if open.len() > 1 {
            return Err(wrong(text.len() + 1, "\")\" at the end of the variation", ""));
        }
        tree.line = open.pop().map(|(_, line)| line).unwrap_or_default();
        Ok(tree)
    }

    /// Returns the tree of a main line.
    #[must_use]
    pub fn of(moves: &[String]) -> Self {
        Self { comments: Vec::new(), line: moves.iter().map(Step::new).gather() }
    }

    /// Returns the moves of the main line.
    #[must_use]
    pub fn main(&self) -> Vec<String> {
        self.line.iter().map(|step| step.text.clone()).gather()
    }

    /// Calls `visit` with the start and the moves of each line: the main line, and every variation with
    /// the moves that lead to it.
    pub fn each_line(&self, visit: &mut dyn FnMut(&[&str])) {
        walk(&self.line, &mut Vec::new(), visit);
    }
}

fn walk<'a>(line: &'a [Step], path: &mut Vec<&'a str>, visit: &mut dyn FnMut(&[&str])) {
    let begin = path.len();
    path.extend(line.iter().map(|step| step.text.as_str()));
    visit(path);
    for (at, step) in line.iter().enumerate() {
        path.truncate(begin);
        path.extend(line[..at].iter().map(|step| step.text.as_str()));
        for variation in &step.variations {
            let here = path.len();
            walk(variation, path, visit);
            path.truncate(here);
        }
    }
}

/// Writes a line. `is_fresh` says whether nothing stands on the current line of the text.
fn write_line(
    f: &mut fmt::Formatter<'_>,
    line: &[Step],
    mut is_fresh: bool,
) -> Result<bool, fmt::Error> {
    let mut separator = "";
    for step in line {
        f.write_str(if is_fresh { "" } else { separator })?;
        write!(f, "{}{}", step.text, step.mark)?;
        (separator, is_fresh) = (";", false);
        for comment in &step.comments {
            write!(f, "{}# {comment}", if is_fresh { "" } else { "\n" })?;
            f.write_str("\n")?;
            is_fresh = true;
        }
        for variation in &step.variations {
            f.write_str(if is_fresh { "(" } else { " (" })?;
            write_line(f, variation, false)?;
            f.write_str(")")?;
            (separator, is_fresh) = (" ", false);
        }
    }
    Ok(is_fresh)
}

impl fmt::Display for MoveTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for comment in &self.comments {
            writeln!(f, "# {comment}")?;
        }
        if !write_line(f, &self.line, true)? {
            f.write_str("\n")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const NESTED: &str = "# before\na;b??\n# a blunder\n# indeed\n(c!? (d;e) ;f) (g)";

    #[test]
    fn a_tree_is_read() {
        let tree = MoveTree::read("# hm\na?! b (c # why\n d (e)) (f) g").unwrap();
        assert_eq!(tree.comments, ["hm"]);
        let [a, b, g] = tree.line.as_slice() else { panic!("{tree:?}") };
        assert_eq!((a.text.as_str(), a.mark.as_str(), g.text.as_str()), ("a", "?!", "g"));
        assert_eq!(b.variations.len(), 2);
        assert_eq!(b.variations[0][0].comments, ["why"]);
        assert_eq!(b.variations[0][1].variations, [[Step::new("e")]]);
        let mut lines = Vec::new();
        tree.each_line(&mut |line| lines.push(line.join(" ")));
        assert_eq!(lines, ["a b g", "a c d", "a c e", "a f"]);
        assert_eq!(MoveTree::read("").unwrap(), MoveTree::default());
        assert!(MoveTree::read(NESTED).is_ok());
    }

    #[test]
    fn what_is_out_of_place_is_quoted() {
        for (text, message) in [
            ("a)", "expected a move, found \")\" at column 2"),
            ("(a)", "expected a move before its variation, found \"(\" at column 1"),
            ("a ()", "expected a move of the variation, found \")\" at column 4"),
            ("a (b", "expected \")\" at the end of the variation, found nothing at column 5"),
            ("a???", "expected a mark such as ? or !?, found \"???\" at column 2"),
            ("a (# b\nc)", "expected a move of the variation, found \"# b\" at column 4"),
        ] {
            assert_eq!(MoveTree::read(text).unwrap_err().to_string(), message);
        }
    }

    fn steps() -> impl Strategy<Value = Vec<Step>> {
        let comments = || prop::collection::vec("[a-z(;)?#]{1,9}( [a-z]{1,3})?", 0..3);
        let mark = prop::sample::select(vec!["", "!", "?", "!?", "?!", "!!", "??"]);
        let step = ("[A-Z]\\[[a-z0-9=@-]{1,5}\\]", mark.clone(), comments());
        let leaf = step.prop_map(|(text, mark, comments)| Step {
            text,
            mark: mark.to_owned(),
            comments,
            variations: Vec::new(),
        });
        let line = prop::collection::vec(leaf, 1..4);
        line.prop_recursive(3, 24, 3, move |inner| {
            let variations = prop::collection::vec(inner.clone(), 0..3);
            (inner, variations, any::<prop::sample::Index>()).prop_map(
                |(mut line, variations, at)| {
                    let at = at.index(line.len());
                    line[at].variations.extend(variations);
                    line
                },
            )
        })
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(line in steps(), comments in prop::collection::vec("[a-z]{1,5}", 0..2)) {
            let tree = MoveTree { comments, line };
            let text = tree.to_string();
            prop_assert_eq!(MoveTree::read(&text), Ok(tree.clone()), "{}", text);
            let main: Vec<&str> = tree.line.iter().map(|step| step.text.as_str()).collect();
            let pasted = super::super::pasted(&text);
            let moves: Vec<&str> = pasted.moves.iter().map(|text| text.text).collect();
            prop_assert_eq!(moves, main.clone());
            // And within a file of games.
            let file = format!("[Game \"x\"]\n{text}1-0\n\n");
            let mut games = super::super::Games::new(&file);
            let game = games.next().unwrap().unwrap();
            prop_assert_eq!(game.moves, main);
            prop_assert_eq!(games.tree(), Ok(tree));
        }

        #[test]
        fn no_text_makes_it_panic(text in "[a-c()#;?! \n\\[\\]é]{0,40}") {
            if let Ok(tree) = MoveTree::read(&text) {
                prop_assert_eq!(MoveTree::read(&tree.to_string()), Ok(tree));
            }
        }
    }
}
