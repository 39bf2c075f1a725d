//! The moves of a game: the main line, which is the game, and what else was tried or said.

use std::mem;

use super::message::{ErrorCode, RequestError};
use crate::notation::{MoveTree, TooDeep};

/// The longest text of all moves, variations and comments. What is kept on the disk can be longer.
const LONGEST: usize = 256 << 10;

/// The moves of a game with their variations.
#[derive(Default)]
pub(super) struct GameTree {
    tree: MoveTree,
    /// The main line.
    main: Vec<String>,
}

impl GameTree {
    /// Returns the moves of the main line.
    pub(super) fn main(&self) -> &[String] {
        &self.main
    }

    pub(super) const fn tree(&self) -> &MoveTree {
        &self.tree
    }

    /// Takes another tree. Returns from which ply on the main line is another one.
    ///
    /// # Errors
    ///
    /// It is too large.
    pub(super) fn set(&mut self, tree: MoveTree) -> Result<usize, RequestError> {
        if tree.to_string().len() > LONGEST {
            let text = format!("the moves and comments of a game are {LONGEST} bytes at most");
            return Err(RequestError::new(ErrorCode::TooMuch, text));
        }
        Ok(self.adopt(tree))
    }

    fn adopt(&mut self, tree: MoveTree) -> usize {
        let fork = tree.shared(&self.main);
        self.main = tree.main();
        self.tree = tree;
        fork
    }

    /// Changes the tree. Returns from which ply on the main line is another one.
    ///
    /// # Errors
    ///
    /// There is nothing to change, or the tree would be too large.
    pub(super) fn edit(
        &mut self,
        change: impl FnOnce(&mut MoveTree) -> Result<bool, TooDeep>,
    ) -> Result<usize, RequestError> {
        let mut tree = self.tree.clone();
        match change(&mut tree) {
            Ok(true) => self.set(tree),
            Ok(false) => Err(RequestError::new(ErrorCode::Stale, "there is no such move any more")),
            Err(deep) => Err(RequestError::new(ErrorCode::TooMuch, deep)),
        }
    }

    /// Adds moves from a ply on as a variation.
    ///
    /// # Errors
    ///
    /// The moves go on where the game ends, or the tree would be too large.
    pub(super) fn vary(&mut self, ply: usize, line: &[String]) -> Result<(), RequestError> {
        let path = self.path(ply, line);
        let plies = self.main.len();
        if self.tree.shared(&path) == plies && path.len() > plies {
            let text = "the game ends there; a variation is in place of a move";
            return Err(RequestError::new(ErrorCode::Stale, text));
        }
        self.edit(|tree| tree.insert(&path).map(|()| true)).map(drop)
    }

    /// Makes a move at a ply of the main line; those that followed become its variation. Returns from
    /// which ply on the main line is another one.
    pub(super) fn play(&mut self, ply: usize, text: &str) -> usize {
        let mut tree = mem::take(&mut self.tree);
        tree.play(&self.path(ply, &[text.to_owned()]));
        self.adopt(tree)
    }

    /// Returns the path to moves from a ply on.
    pub(super) fn path(&self, ply: usize, line: &[String]) -> Vec<String> {
        [&self.main[..ply.min(self.main.len())], line].concat()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(text: &str) -> GameTree {
        let mut game = GameTree::default();
        game.set(MoveTree::read(text).unwrap()).unwrap();
        game
    }

    fn texts(line: &str) -> Vec<String> {
        line.split_whitespace().map(str::to_owned).collect()
    }

    fn shown(game: &GameTree) -> String {
        game.tree().to_string().trim_end().to_owned()
    }

    #[test]
    fn what_followed_becomes_a_variation() {
        let mut game = game("a;b;c");
        assert_eq!(game.play(1, "x"), 1);
        assert_eq!((shown(&game).as_str(), game.main()), ("a;x (b;c)", &texts("a x")[..]));
        // The same move goes on along the line that is there.
        assert_eq!(game.play(1, "b"), 1);
        assert_eq!(shown(&game), "a;b (x) c");
        assert_eq!(game.play(2, "c"), 3, "nothing is another one");
        assert_eq!(game.play(3, "d"), 3);
        assert_eq!(shown(&game), "a;b (x) c;d");
    }

    #[test]
    fn a_variation_is_in_place_of_a_move() {
        let mut game = game("a;b;c");
        game.vary(1, &texts("x y")).unwrap();
        game.vary(1, &texts("b z")).unwrap();
        assert_eq!(shown(&game), "a;b (x;y) c (z)");
        for (ply, line) in [(3, "d"), (2, "c d")] {
            let refused = game.vary(ply, &texts(line)).unwrap_err();
            assert_eq!(refused.code, ErrorCode::Stale, "{line}");
        }
        assert_eq!(game.main(), texts("a b c"));
    }

    #[test]
    fn a_tree_has_its_limits() {
        let mut game = game("a");
        let long = "x".repeat(LONGEST);
        let say = |tree: &mut MoveTree| {
            tree.comments.push(long.clone());
            Ok(true)
        };
        assert_eq!(game.edit(say).unwrap_err().code, ErrorCode::TooMuch);
        assert_eq!(game.edit(|_| Ok(false)).unwrap_err().code, ErrorCode::Stale);
        assert_eq!(shown(&game), "a");
        let mut path = Vec::new();
        for n in 0..100 {
            path.push(format!("b{n}"));
            game.vary(0, &path).unwrap();
            game.vary(0, &[path.as_slice(), &["x".to_owned()]].concat()).unwrap();
        }
        let deep = game.vary(0, &[path.as_slice(), &["y".to_owned()]].concat()).unwrap_err();
        assert_eq!(deep.code, ErrorCode::TooMuch);
        // A move of the game is made all the same.
        game.edit(|tree| tree.lead(&path).map(|()| true)).unwrap();
        for ply in 0..100 {
            game.play(ply, "z");
        }
        assert_eq!(game.main().len(), 100);
        MoveTree::read(&shown(&game)).unwrap();
    }
}
