//! Changes to a tree of moves. A move of the tree is named by its path: the moves from the start on that
//! lead to it, itself the last.

use std::mem;

use thiserror::Error;

use super::tree::{DEEPEST, MoveTree, Step};
use crate::kernel::Gather;

/// Why a tree stays as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("variations are at most {DEEPEST} deep")]
pub struct TooDeep;

/// Where a path leads as far as the tree has it.
struct Route {
    /// The variations that it enters: the step they are in place of, and which of them.
    turns: Vec<(usize, usize)>,
    /// The steps that it takes on the last line.
    at: usize,
    /// How many of its moves there are.
    found: usize,
}

/// Returns a move from the moves before it and its text.
type Reading<'a, E> = dyn FnMut(&[String], &str) -> Result<String, E> + 'a;

impl MoveTree {
    fn route(&self, path: &[String]) -> Route {
        let mut route = Route { turns: Vec::new(), at: 0, found: 0 };
        let mut line = &self.line;
        for text in path {
            let Some(step) = line.get(route.at) else { break };
            let begins = |line: &Vec<Step>| line.first().is_some_and(|step| step.text == *text);
            if step.text == *text {
                route.at += 1;
            } else if let Some(which) = step.variations.iter().position(begins) {
                route.turns.push((route.at, which));
                line = &step.variations[which];
                route.at = 1;
            } else {
                break;
            }
            route.found += 1;
        }
        route
    }

    /// Returns the route to a move, if the tree has it.
    fn whole_route(&self, path: &[String]) -> Option<Route> {
        Some(self.route(path)).filter(|route| route.found == path.len() && route.at > 0)
    }

    fn line_mut(&mut self, turns: &[(usize, usize)]) -> &mut Vec<Step> {
        turns.iter().fold(&mut self.line, |line, (at, which)| &mut line[*at].variations[*which])
    }

    /// Returns the move of a path.
    pub fn step_mut(&mut self, path: &[String]) -> Option<&mut Step> {
        let route = self.whole_route(path)?;
        self.line_mut(&route.turns).get_mut(route.at - 1)
    }

    /// Makes a change, unless it makes the tree too deep to be read again.
    fn change(&mut self, change: impl FnOnce(&mut Self)) -> Result<(), TooDeep> {
        let before = self.clone();
        change(self);
        if depth(&self.line) > DEEPEST {
            *self = before;
            return Err(TooDeep);
        }
        Ok(())
    }

    fn grow(&mut self, path: &[String]) {
        let route = self.route(path);
        let mut rest: Vec<Step> = path[route.found..].iter().map(Step::new).gather();
        if rest.is_empty() {
            return;
        }
        let line = self.line_mut(&route.turns);
        match line.get_mut(route.at) {
            Some(step) => step.variations.push(rest),
            None => line.append(&mut rest),
        }
    }

    /// Returns how many moves of a path are those of the main line.
    #[must_use]
    pub fn shared(&self, path: &[String]) -> usize {
        self.line.iter().zip(path).take_while(|(step, text)| step.text == **text).count()
    }

    /// Adds the moves of a path that are not there: at the end of its line, or as a variation of the move
    /// that is in their place.
    ///
    /// # Errors
    ///
    /// The tree would be too deep.
    pub fn insert(&mut self, path: &[String]) -> Result<(), TooDeep> {
        self.change(|tree| tree.grow(path))
    }

    /// Adds the moves of a path and makes them the main line, which goes on with what follows them.
    ///
    /// # Errors
    ///
    /// The tree would be too deep.
    pub fn lead(&mut self, path: &[String]) -> Result<(), TooDeep> {
        self.change(|tree| {
            tree.grow(path);
            while let Some(&(at, which)) = tree.route(path).turns.first() {
                exchange(&mut tree.line, at, which);
            }
        })
    }

    /// Makes the moves of a path the main line as [`lead`](Self::lead) does. Where variations would be too
    /// deep the game counts more than they do: the moves that followed are forgotten.
    pub fn play(&mut self, path: &[String]) {
        if self.lead(path).is_err() {
            let shared = self.shared(path);
            self.line.truncate(shared);
            self.line.extend(path[shared..].iter().map(Step::new));
        }
    }

    /// Lets the variation of a path and the line that it is in place of change places. Returns whether
    /// there is such a variation.
    ///
    /// # Errors
    ///
    /// The tree would be too deep.
    pub fn promote(&mut self, path: &[String]) -> Result<bool, TooDeep> {
        let Some(mut route) = self.whole_route(path) else { return Ok(false) };
        let Some((at, which)) = route.turns.pop() else { return Ok(false) };
        self.change(|tree| exchange(tree.line_mut(&route.turns), at, which))?;
        Ok(true)
    }

    /// Removes the move of a path and what follows it; the first of its variations takes its place. Returns
    /// whether there is such a move.
    pub fn prune(&mut self, path: &[String]) -> bool {
        let Some(mut route) = self.whole_route(path) else { return false };
        if route.at == 1
            && let Some((at, which)) = route.turns.pop()
        {
            self.line_mut(&route.turns)[at].variations.remove(which);
            return true;
        }
        let line = self.line_mut(&route.turns);
        let mut others = mem::take(&mut line[route.at - 1].variations);
        line.truncate(route.at - 1);
        if !others.is_empty() {
            let mut next = others.remove(0);
            next[0].variations.splice(0..0, others);
            line.append(&mut next);
        }
        true
    }

    /// Returns the tree with each move as `read` returns it from the moves before it and its text, of a
    /// line first its own moves and then its variations. Moves that stand in the tree twice become one.
    ///
    /// # Errors
    ///
    /// What `read` refuses.
    pub fn reread<E>(&self, read: &mut Reading<'_, E>) -> Result<Self, E> {
        let mut tree = Self { comments: self.comments.clone(), line: Vec::new() };
        tree.adopt(&self.line, &mut Vec::new(), read)?;
        Ok(tree)
    }

    fn adopt<E>(
        &mut self,
        line: &[Step],
        path: &mut Vec<String>,
        read: &mut Reading<'_, E>,
    ) -> Result<(), E> {
        let begin = path.len();
        for step in line {
            path.push(read(path, &step.text)?);
            self.grow(path);
            if let Some(own) = self.step_mut(path) {
                own.comments.extend(step.comments.iter().cloned());
                if own.mark.is_empty() {
                    own.mark.clone_from(&step.mark);
                }
            }
        }
        let read_line = path.split_off(begin);
        for (step, text) in line.iter().zip(read_line) {
            for variation in &step.variations {
                self.adopt(variation, path, read)?;
            }
            path.push(text);
        }
        path.truncate(begin);
        Ok(())
    }
}

/// Lets a variation and the rest of the line from its step on change places.
fn exchange(line: &mut Vec<Step>, at: usize, which: usize) {
    let mut rest = line.split_off(at);
    let mut variations = mem::take(&mut rest[0].variations);
    let mut new = variations.remove(which);
    variations.insert(0, rest);
    new[0].variations.splice(0..0, variations);
    line.append(&mut new);
}

/// Returns how deep variations are within each other.
fn depth(line: &[Step]) -> usize {
    let variations = line.iter().flat_map(|step| &step.variations);
    variations.map(|variation| 1 + depth(variation)).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;

    fn tree(text: &str) -> MoveTree {
        MoveTree::read(text).unwrap()
    }

    fn path(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    fn changed(text: &str, change: impl FnOnce(&mut MoveTree)) -> String {
        let mut tree = tree(text);
        change(&mut tree);
        tree.to_string().split_whitespace().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn moves_find_their_place() {
        for (before, added, after) in [
            ("", "a b", "a;b"),
            ("a;b;c", "a b", "a;b;c"),
            ("a;b;c", "a x y", "a;b (x;y) c"),
            ("a;b (x;y) c", "a x z", "a;b (x;y (z)) c"),
            ("a;b (x;y) c", "a x y w", "a;b (x;y;w) c"),
            ("a;b (x;y) c", "a z", "a;b (x;y) (z) c"),
        ] {
            let done = changed(before, |tree| tree.insert(&path(added)).unwrap());
            assert_eq!(done, after, "{before} and {added}");
        }
    }

    #[test]
    fn a_variation_and_its_line_change_places() {
        for (before, of, after) in [
            ("a;b (x;y) c", "a x y", "a;x (b;c) y"),
            ("a;b (x;y) (z) c", "a z", "a;z (b;c) (x;y)"),
            ("a;b (x;y (w;v)) c", "a x w", "a;b (x;w (y) v) c"),
        ] {
            assert_eq!(changed(before, |tree| assert!(tree.promote(&path(of)).unwrap())), after);
        }
        assert!(!tree("a;b").promote(&path("a b")).unwrap(), "the main line");
        assert!(!tree("a;b").promote(&path("a c")).unwrap(), "no such move");
    }

    #[test]
    fn a_path_leads() {
        let done = changed("a;b (x;y (w;v)) c", |tree| tree.lead(&path("a x w")).unwrap());
        assert_eq!(done, "a;x (b;c) w (y) v");
        assert_eq!(changed("a;b;c", |tree| tree.lead(&path("a z")).unwrap()), "a;z (b;c)");
        assert_eq!(changed("a;b;c", |tree| tree.lead(&path("a b")).unwrap()), "a;b;c");
    }

    #[test]
    fn what_is_pruned_gives_way() {
        for (before, of, after) in [
            ("a;b (x;y) c", "a x y", "a;b (x) c"),
            ("a;b (x;y) c", "a x", "a;b;c"),
            ("a;b (x;y) (z) c", "a b", "a;x (z) y"),
            ("a;b;c", "a b", "a"),
            ("a;b", "a", ""),
        ] {
            assert_eq!(changed(before, |tree| assert!(tree.prune(&path(of)))), after, "{before}");
        }
        assert!(!tree("a;b").prune(&path("a c")));
        assert!(!tree("a;b").prune(&[]));
    }

    #[test]
    fn a_step_is_found_by_its_path() {
        let mut tree = tree("a;b (x;y) c");
        tree.step_mut(&path("a x y")).unwrap().mark = "?".to_owned();
        assert_eq!(tree, self::tree("a;b (x;y?) c"));
        assert_eq!(tree.step_mut(&path("a y")), None);
        assert_eq!(tree.step_mut(&[]), None);
    }

    #[test]
    fn what_stands_there_twice_becomes_one() {
        let text = "# top\na b?\n# one\n(x (z)) (b!;c\n# two\n) (x;y) (x;w) d";
        let mut seen = Vec::new();
        let read = tree(text).reread::<Infallible>(&mut |path, text| {
            seen.push(format!("{}+{text}", path.join("")));
            Ok(text.to_ascii_uppercase())
        });
        let expected = "# top\nA B?\n# one\n(X;Y (W)) (Z) D (C\n# two\n)";
        assert_eq!(read, Ok(tree(expected)));
        assert_eq!(
            seen,
            ["+a", "A+b", "AB+d", "A+x", "A+z", "A+b", "AB+c", "A+x", "AX+y", "A+x", "AX+w"]
        );
        assert_eq!(
            tree(text).reread(&mut |_, text| if text == "w" { Err(()) } else { Ok(text.into()) }),
            Err(())
        );
    }

    #[test]
    fn a_tree_stays_shallow_enough_to_be_read() {
        let mut tree = tree("a");
        let mut path = Vec::new();
        for n in 0..=DEEPEST {
            path.push(format!("b{n}"));
            let expected = if n < DEEPEST { Ok(()) } else { Err(TooDeep) };
            assert_eq!(tree.insert(&path), expected);
            let beside = [path.as_slice(), &["x".to_owned()]].concat();
            assert_eq!(tree.insert(&beside), expected);
        }
        let text = tree.to_string();
        assert_eq!(MoveTree::read(&text), Ok(tree));
        let deeper = text.replace('x', "x (y)");
        assert!(MoveTree::read(&deeper).is_err());
    }
}
